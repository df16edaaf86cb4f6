//! Berkeley's ABC, the logic optimiser, on exported nets.

use crate::measure::{self, Outcome};
use std::ffi::OsStr;
use std::io;
use std::time::Duration;

/// The program, as Debian calls it.
pub const PROGRAM: &str = "berkeley-abc";

/// The script that users of ABC know as `resyn2`: Debian's package comes without the file that defines it.
pub const RESYN2: &str =
    "balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance";

/// Runs commands. ABC ends well even when a command failed: whether there is a result, files have to tell.
///
/// # Errors
/// When it can't be started, with the help, or did not end well in time.
pub fn run(script: &str, limit: Duration) -> io::Result<Outcome> {
    let outcome = measure::run(OsStr::new(PROGRAM), &["-q", script], limit)?;
    match outcome.status {
        // The status of `timeout` for a program that is not there.
        Some(127) => {
            Err(io::Error::new(io::ErrorKind::NotFound, format!("`{PROGRAM}` is missing: `make setup` installs it")))
        }
        Some(0) => Ok(outcome),
        _ if outcome.timed_out => Err(io::Error::new(io::ErrorKind::TimedOut, format!("`{PROGRAM}`: out of time"))),
        status => Err(io::Error::other(format!("`{PROGRAM} -q \"{script}\"`: {status:?}: {}", outcome.stderr))),
    }
}

/// LUTs of a net in BLIF: LUTs of two inputs and more. Constants, buffers and inverters are none; tools
/// differ in where they leave them.
#[must_use]
pub fn luts(blif: &str) -> usize {
    let joined = blif.replace("\\\n", " ");
    let is_lut = |line: &&str| line.strip_prefix(".names").is_some_and(|names| names.split_whitespace().count() > 2);
    joined.lines().filter(is_lut).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_two_inputs() {
        let blif = ".model m\n.inputs a b\n.names a \\\n b c\n11 1\n.names a d\n0 1\n.names e\n1\n.names a b c d e\n";
        assert_eq!(luts(blif), 2);
    }

    #[test]
    fn scripts_are_run() {
        let said = run("echo here", Duration::from_secs(60)).unwrap();
        assert!(said.stdout.contains("here"), "{}", said.stdout);
    }
}
