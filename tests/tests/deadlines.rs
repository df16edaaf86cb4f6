//! Deadlines hold on the largest games of the corpus, whatever a command is at: each command has its turn with one of
//! these games. `make stops DEADLINES=1,5,20` takes all of them, and a stricter measure.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::corpus;
use gdl2hdl_tests::stops::{Bench, COMMANDS, Command, Game, How, allowed, large};
use std::time::Duration;

/// What a deadline may be missed by, besides a tenth of it: the machine may have other work.
const LATE: Duration = Duration::from_secs(20);
/// Commands that take a net further than others do: they have a longer deadline, in which they come to that.
const FAR: [&str; 6] = ["(compile)", "draw", "export", "requirements", "engine", "playouts, cpu"];

/// Runs a command with a deadline. What it says of a stop must be the deadline, and how to allow more time.
fn ends_at(bench: &mut Bench<'_>, command: &Command, game: &Game, seconds: u64) {
    let deadline = Duration::from_secs(seconds);
    let ended = bench.stop_after(command, game, How::Deadline, deadline).unwrap();
    let what = format!("{} of {}, {seconds} s: {:?}", command.name, game.name, ended);
    let Some(late) = ended.late else { return };
    assert!(late <= allowed(deadline, LATE), "{what}");
    if ended.status.code() == Some(2) {
        assert!(ended.stderr.contains("deadline"), "{what}");
    }
}

#[test]
fn deadlines_hold_on_the_largest_games() {
    let Some(corpus) = corpus::folder() else {
        println!("no corpus: nothing is checked");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(gdl2hdl(), folder.path(), 11).unwrap();
    let games = large(&corpus);
    // A trace takes long to be recorded.
    let commands = COMMANDS.iter().filter(|command| command.of_games && !command.reads_trace());
    for (command, game) in commands.zip(games.iter().cycle()) {
        ends_at(&mut bench, command, game, 1);
    }
    let far = COMMANDS.iter().filter(|command| FAR.contains(&command.name));
    for (command, game) in far.zip(games.iter().cycle()) {
        ends_at(&mut bench, command, game, 5);
    }
}
