//! `flash`: brings a bitstream onto a board.

use crate::args::{Flash, Target};
use crate::context::Context;
use crate::failure::Failure;
use crate::flags;
use crate::output;
use gdl2hdl_boards::by_name;
use gdl2hdl_device::bitstream::{self, flash};
use gdl2hdl_verilate::tools::ToolLimits;

pub(crate) fn run(context: &Context, args: &Flash) -> Result<(), Failure> {
    let record = bitstream::read(&args.folder).map_err(|error| flags::unavailable(&error))?;
    let board = by_name(&record.build.board).map_err(|error| Failure::unavailable(error.to_string()))?;
    let target = args.target.map(|target| match target {
        Target::Sram => gdl2hdl_boards::Target::Sram,
        Target::Flash => gdl2hdl_boards::Target::Flash,
    });
    let way = board
        .way(target)
        .ok_or_else(|| Failure::usage(format!("{} can't be loaded that way; see `gdl2hdl boards {0}`", board.name)))?;
    let file = args.folder.join(&record.bitstream.file);
    if args.dry_run {
        return output::show(&(flash::shown(way, &file) + "\n"));
    }
    if let Some(note) = &way.note {
        context.note(&format!("note: {note}"));
    }
    let limits = ToolLimits { time: context.left(), ..ToolLimits::default() };
    flash::run(way, &args.folder, &record, limits, context).map_err(|error| flags::unavailable(&error))?;
    context.finish();
    output::show(&format!("{} is on the {}\n", record.bitstream.file, board.title))
}
