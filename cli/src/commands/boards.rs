//! `boards`: the boards there are, and which of them are plugged in.

use crate::args::Boards;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, report};
use gdl2hdl_boards::usb::candidates;
use gdl2hdl_boards::{Board, all, by_name};
use gdl2hdl_device::usb;

pub(crate) fn run(context: &Context, args: &Boards) -> Result<(), Failure> {
    let unavailable = |error: String| Failure::unavailable(error);
    let boards = all().map_err(|error| unavailable(error.to_string()))?;
    let one = args.board.as_deref().map(by_name).transpose().map_err(|error| unavailable(error.to_string()))?;
    let devices = usb::devices(&args.root).map_err(|error| unavailable(error.to_string()))?;
    let mut plugged = candidates(&boards, &devices);
    if let Some(one) = &one {
        plugged.retain(|candidate| candidate.boards.iter().any(|board: &&Board| board.name == one.name));
    }
    match (&one, context.json()) {
        (None, true) => output::write_json(&report::boards_json(&boards, &plugged)),
        (None, false) => output::show(&report::boards_table(&boards, &plugged)),
        (Some(board), true) => output::write_json(&report::board_json(board, &plugged)),
        (Some(board), false) => output::show(&report::board_facts(board, &plugged)),
    }
}
