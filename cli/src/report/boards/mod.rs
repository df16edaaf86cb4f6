//! Boards for people and for scripts. The fields of the JSON are documented in `docs/BOARDS.md`.

mod json;
mod text;

pub(crate) use json::{board as board_json, boards as boards_json};
pub(crate) use text::{facts as board_facts, table as boards_table};

use gdl2hdl_boards::pll::{Frequency, reachable};
use gdl2hdl_boards::usb::{Access, Candidate};
use gdl2hdl_boards::{Board, Format, Program, Target};
use std::path::Path;

/// How the port of a board's UART is.
fn state(candidate: &Candidate<'_>) -> &'static str {
    match candidate.port.map(|port| &port.access) {
        None => "no port",
        Some(Access::Granted) => "ready",
        Some(Access::Forbidden { .. }) => "forbidden",
        Some(Access::NoNode) => "no node",
    }
}

fn names<'c>(candidate: &'c Candidate<'_>) -> Vec<&'c str> {
    candidate.boards.iter().map(|board| board.name.as_str()).collect()
}

/// Number of clocks, the slowest and the fastest.
fn clocks(board: &Board) -> Option<(usize, Frequency, Frequency)> {
    let settings = reachable(board);
    Some((settings.len(), settings.first()?.output, settings.last()?.output))
}

fn target(program: &Program) -> Option<&'static str> {
    program.target.map(|target| match target {
        Target::Sram => "sram",
        Target::Flash => "flash",
    })
}

fn format(format: Format) -> &'static str {
    match format {
        Format::Bin => "bin",
        Format::Bit => "bit",
        Format::Dfu => "dfu",
    }
}

/// A program with its arguments for some file of the right format.
fn command(program: &Program) -> Vec<String> {
    let file = format!("FILE.{}", format(program.format));
    let arguments = program.arguments(Path::new(&file));
    let arguments = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(program.tool.command().to_owned()).chain(arguments).collect()
}
