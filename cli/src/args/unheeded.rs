//! Options that a command would accept and ignore. Bounds that hold by themselves are no such options.

use super::{Cli, Command};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

/// Options about a game, by the names of their fields.
const OF_GAMES: [&str; 7] = ["from", "max_history", "max_gates", "max_input", "allow_incomplete", "strict", "lenient"];

/// Refuses options about games where there is no game. `player` reads games of others, as leniently as it can.
pub(super) fn refused(command: Option<&Command>, matches: &ArgMatches) -> Result<(), clap::Error> {
    let has_game =
        !matches!(command, Some(Command::Boards(_) | Command::Flash(_) | Command::LinkTest(_) | Command::Player(_)));
    let (name, matches) = matches.subcommand().unwrap_or(("", matches));
    let said = |field: &&&str| matches.value_source(field) == Some(ValueSource::CommandLine);
    match OF_GAMES.iter().filter(|_| !has_game).find(said) {
        None => Ok(()),
        Some(field) => {
            let message = format!("`{name}` reads no game: leave out --{}", field.replace('_', "-"));
            Err(Cli::command().error(ErrorKind::UnknownArgument, message))
        }
    }
}
