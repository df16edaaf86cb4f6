//! Why a board can't play.

use super::TransportError;
use crate::link::LinkError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_verilate::files::shown;
use std::path::PathBuf;
use thiserror::Error;

/// Split by blame: the way to the board, the board, the job.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DeviceError {
    /// The port.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The link, or what is at its other end.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The caller did not wait until the board had said who it is.
    #[error("stopped before the board had answered; one in simulation is slow: {}", Remedy::MorePatience)]
    Stopped,
    /// The port went and came again and again.
    #[error("the port went away {times} times, and nothing came in between; is the cable good?")]
    Loose {
        /// Interruptions without a report in between.
        times: u32,
    },
    /// The board does not count first moves.
    #[error("this board does not count by first moves; ask for none, or {}", Remedy::FirstMoves)]
    FirstMoves,
    /// The board has other playouts of a lane in flight.
    #[error("this board has {board} playouts of a lane in flight, not {job}; {}", Remedy::Slots(*.board))]
    Slots {
        /// What the job says.
        job: u32,
        /// What the board has.
        board: u32,
    },
    /// A number of the job has more bits than the board keeps for it.
    #[error("this board takes at most {most} {what}, not {number}; ask for fewer, or {remedy}")]
    Number {
        /// What it is, in the plural.
        what: &'static str,
        /// The number.
        number: u64,
        /// The most possible.
        most: u64,
        /// The build that makes room.
        remedy: Remedy,
    },
    /// The board answered what no board that was built for the game can.
    #[error("{board} gave a report that cannot be: {what}; is it the board of this build, and is its clock in bounds?")]
    Report {
        /// Where the board is, and what it says of itself.
        board: String,
        /// What is wrong with the report.
        what: String,
    },
    /// Boards have no debug ports.
    #[error("a board reports what playouts add up to, not their steps; compare reports, or steps on engine verilator")]
    Steps,
    /// The net was not made from the same rules and options as the board.
    #[error(
        "the build is of another net: {build} there, {here} here; build it anew, or give the rules and options it was \
         made with"
    )]
    Net {
        /// Net hash in the build.
        build: String,
        /// Net hash of the rules.
        here: String,
    },
}

impl Remedied for DeviceError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Transport(error) => error.remedies(),
            Self::Link(error) => error.remedies(),
            Self::Stopped => vec![Remedy::MorePatience],
            Self::FirstMoves => vec![Remedy::FirstMoves],
            Self::Slots { board, .. } => vec![Remedy::Slots(*board)],
            Self::Number { remedy, .. } => vec![*remedy],
            Self::Loose { .. } | Self::Report { .. } | Self::Steps | Self::Net { .. } => Vec::new(),
        }
    }
}

/// What is wrong with the folder of a build.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FolderError {
    /// The file can't be read.
    #[error("cannot read `{}`: {reason}; {}", shown(path), Remedy::Build)]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is not what it must be.
    #[error("`{}`, line {line}, column {column}: {reason}", shown(path))]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
}

impl Remedied for FolderError {
    fn remedies(&self) -> Vec<Remedy> {
        if matches!(self, Self::Read { .. }) { vec![Remedy::Build] } else { Vec::new() }
    }
}
