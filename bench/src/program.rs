//! What the programs behind `make` targets share: how they end, and how they tell what they are at.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The status a program ends with: the one it came to, else 2, with the reason on standard error.
#[must_use]
pub fn ended<E: Display>(outcome: Result<ExitCode, E>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        // Where not even that can be written, the status has to do.
        writeln!(io::stderr(), "error: {error}").unwrap_or_default();
        ExitCode::from(2)
    })
}

/// Names what is worked on, in a line that the next output writes over. Only on a terminal: files keep results.
///
/// # Errors
/// When it can't be written.
pub fn working_on(what: &str) -> io::Result<()> {
    let mut terminal = io::stderr();
    if terminal.is_terminal() { write!(terminal, "\r\x1b[K{what}\r") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_a_status_of_their_own() {
        assert_eq!(ended::<io::Error>(Ok(ExitCode::from(3))), ExitCode::from(3));
        assert_eq!(ended(Err("a test of failures")), ExitCode::from(2));
    }
}
