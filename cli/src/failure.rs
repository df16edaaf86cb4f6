//! How a command ends: the documented exit statuses, and why it did not succeed.

use gdl2hdl_verilate::files::{shown, visible, visible_lines};
use serde_json::json;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit status, as documented in `--help`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// 0: done.
    Done = 0,
    /// 1: the input or the command line was rejected.
    Rejected = 1,
    /// 2: a tool, file or board is unavailable, or a limit was reached.
    Unavailable = 2,
    /// 3: results differ.
    Differ = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output went away: that is success.
    BrokenPipe,
    /// Diagnostics were already shown.
    Shown(Status),
    /// A message to show, with its status.
    Message(Status, String),
    /// A limit that was reached, with its code.
    Limit(&'static str, String),
}

impl Failure {
    /// A defect of the program, not of the game.
    pub(crate) fn bug(message: &str) -> Self {
        Self::unavailable(format!("a bug: the compiler contradicts itself: {message}; please report it with the game"))
    }

    /// The command line asks for something impossible.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Message(Status::Rejected, message.into())
    }

    /// Something outside of the game is missing, or a limit was reached.
    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Self::Message(Status::Unavailable, message.into())
    }

    /// A file could not be read or written.
    pub(crate) fn file(what: &str, path: &Path, error: &io::Error) -> Self {
        Self::unavailable(format!("cannot {what} `{}`: {error}", shown(path)))
    }

    /// Standard output could not be written.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::unavailable(format!("cannot write standard output: {error}")),
        }
    }

    /// The status it leads to.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::BrokenPipe => Status::Done,
            Self::Shown(status) | Self::Message(status, _) => *status,
            Self::Limit(..) => Status::Unavailable,
        }
    }

    /// Shows what was not shown yet, for people or as JSON, and gives the status.
    pub(crate) fn finish(self, json: bool) -> Status {
        let status = self.status();
        match self {
            Self::BrokenPipe | Self::Shown(_) => {}
            Self::Message(_, message) => say(&remark("error", None, &message, json)),
            Self::Limit(code, message) => say(&remark("error", Some(code), &message, json)),
        }
        status
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenPipe => f.write_str("broken pipe"),
            Self::Shown(_) => f.write_str("see above"),
            Self::Message(_, message) | Self::Limit(_, message) => f.write_str(message),
        }
    }
}

/// Writes a message to standard error. Whatever is named in it, nothing of it steers a terminal.
pub(crate) fn say(message: &str) {
    say_styled(&visible_lines(message));
}

/// The same for what has colours, and no other text from outside than such as is fit to be shown. A closed standard error
/// is no reason to fail.
pub(crate) fn say_styled(message: &str) {
    let mut line = message.to_owned();
    line.push('\n');
    io::stderr().write_all(line.as_bytes()).unwrap_or_default();
}

/// An error or note without a place in a text: a line for people, or an object with the fields that diagnostics have.
pub(crate) fn remark(severity: &str, code: Option<&str>, message: &str, json: bool) -> String {
    if json {
        return json!({ "code": code, "severity": severity, "message": message }).to_string();
    }
    match code {
        Some(code) => format!("{severity}[{code}]: {message}"),
        None => format!("{severity}: {message}"),
    }
}

/// A message of several lines in which no argument begins a line of its own. What escape sequences an argument holds is
/// not known: the message may have it without some of them.
fn without(message: &str, arguments: &[String]) -> String {
    let lines = arguments.iter().flat_map(|argument| argument.split('\n').skip(1));
    let begins = lines.filter_map(|line| line.split(char::is_control).next()).filter(|begin| !begin.is_empty());
    begins
        .fold(message.to_owned(), |message, begin| message.replace(&format!("\n{begin}"), &format!("\u{fffd}{begin}")))
}

/// Shows help, version or a usage error: status 0 for what was asked for, 1 otherwise.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let json = error.use_stderr() && json_is_asked_for();
    let status = if error.use_stderr() { Status::Rejected } else { Status::Done };
    // Its styles are escape sequences, as those are that an argument may hold: then it goes without.
    if json {
        let plain = error.to_string();
        say(&remark("error", None, plain.trim_end().trim_start_matches("error: "), true));
        return status.into();
    }
    let arguments: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if error.use_stderr() && arguments.iter().any(|argument| visible(argument) != *argument) {
        say(without(&error.to_string(), &arguments).trim_end());
        return status.into();
    }
    match error.print() {
        Ok(()) => status.into(),
        Err(error) => match Failure::stdout(&error).finish(false) {
            Status::Done => status.into(),
            failed => failed.into(),
        },
    }
}

/// Whether the command line says `--format json`, as far as it can be read when it is wrong.
pub(crate) fn json_is_asked_for() -> bool {
    let words: Vec<_> = std::env::args_os().skip(1).take_while(|word| word != "--").collect();
    words.iter().any(|word| word == "--format=json")
        || words.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}
