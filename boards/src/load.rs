//! Texts to boards, and the boards that are built in.

use crate::{Board, BoardFileError, check};

/// Longest file of a board.
pub const MAX_BYTES: usize = 64 * 1024;

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../data/", $name, ".toml")))),*] };
}

/// Names and files, sorted by name.
const FILES: [(&str, &str); 15] = files! {
    "alchitry-cu" "colorlight-i5" "ecpix5-45f" "ecpix5-85f" "ice40-hx8k-b-evn" "icebreaker" "icestick" "icesugar"
    "orangecrab-25f" "tinyfpga-bx" "ulx3s-12f" "ulx3s-25f" "ulx3s-45f" "ulx3s-85f" "upduino3"
};

/// Names of the built-in boards, sorted.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// All built-in boards, sorted by name.
///
/// # Errors
/// [`BoardFileError::BuiltIn`] only: a bug.
pub fn all() -> Result<Vec<Board>, BoardFileError> {
    FILES.iter().map(|(name, text)| built_in(name, text)).collect()
}

/// A built-in board.
///
/// # Errors
/// [`BoardFileError::Unknown`], or [`BoardFileError::BuiltIn`]: a bug.
pub fn by_name(name: &str) -> Result<Board, BoardFileError> {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => built_in(name, text),
        None => {
            let known = names().collect::<Vec<_>>().join(", ");
            // Names come from the command line: long ones are cut.
            Err(BoardFileError::Unknown { name: name.chars().take(100).collect(), known })
        }
    }
}

fn built_in(name: &'static str, text: &str) -> Result<Board, BoardFileError> {
    let broken = |error| BoardFileError::BuiltIn { name, error: Box::new(error) };
    let board = parse(text).map_err(broken)?;
    if board.name == name {
        return Ok(board);
    }
    let reason = format!("`{}` must be the name of its file", board.name);
    Err(broken(BoardFileError::Field { field: "name".to_owned(), reason }))
}

/// Reads and checks a board's file.
///
/// # Errors
/// All of [`BoardFileError`] but those about built-in boards.
pub fn parse(text: &str) -> Result<Board, BoardFileError> {
    if text.len() > MAX_BYTES {
        return Err(BoardFileError::TooLong { bytes: text.len() });
    }
    let board: Board = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count();
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        BoardFileError::Syntax { line, message }
    })?;
    check::check(&board)?;
    Ok(board)
}
