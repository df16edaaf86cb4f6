//! Boards for people.

use super::{clocks, command, names, state, target};
use crate::report::size::count;
use gdl2hdl_boards::pll::Frequency;
use gdl2hdl_boards::usb::{Access, Candidate, PortError};
use gdl2hdl_boards::{Board, Budget, ClockSource, Uart};
use gdl2hdl_verilate::files::{shown, visible};

/// Columns of the table. All but the last have a width.
const COLUMNS: [(&str, usize); 7] =
    [("board", 18), ("FPGA", 14), ("LUTs", 8), ("clock", 9), ("serial", 30), ("loader", 16), ("tested", 0)];

/// All boards in a table, and what is plugged in.
pub(crate) fn table(boards: &[Board], plugged: &[Candidate<'_>]) -> String {
    let mut text = row(COLUMNS.map(|(title, _)| title.to_owned()));
    for board in boards {
        text.push_str(&row([
            board.name.clone(),
            family_and_size(board),
            board.budget.as_ref().map_or("?".to_owned(), |budget| count(budget.luts.into())),
            Frequency::from(board.clock.hz).to_string(),
            serial(&board.uart),
            board.program.first().map_or("", |program| program.tool.command()).to_owned(),
            board.tested.clone().unwrap_or("never".to_owned()),
        ]));
    }
    text.push('\n');
    text.push_str(&in_plugs(plugged));
    text.push_str("\n`gdl2hdl boards BOARD` tells all facts of a board, with their sources.\n");
    text
}

fn row(cells: [String; 7]) -> String {
    let cells = COLUMNS.iter().zip(cells).map(|((_, width), cell)| format!("{cell:<width$}"));
    cells.collect::<String>().trim_end().to_owned() + "\n"
}

/// What tells the parts apart in a narrow column: without package and speed grade.
fn family_and_size(board: &Board) -> String {
    board.fpga.part.splitn(3, '-').take(2).collect::<Vec<_>>().join("-")
}

fn serial(uart: &Uart) -> String {
    let bridge = if uart.on_usb { uart.bridge.as_deref().unwrap_or("USB") } else { "adapter" };
    // The interface is among the facts.
    let bridge = bridge.split(',').next().unwrap_or(bridge);
    format!("{bridge}, up to {} baud", count(uart.max_baud.into()))
}

/// What is plugged in, one device a line, and what keeps it from being used.
fn in_plugs(plugged: &[Candidate<'_>]) -> String {
    if plugged.is_empty() {
        return "Plugged in: none\n".to_owned();
    }
    let mut text = "Plugged in:\n".to_owned();
    for candidate in plugged {
        let device = candidate.device;
        let serial =
            device.serial.as_ref().map_or(String::new(), |serial| format!(", serial number {}", visible(serial)));
        let port = candidate.port.map_or(state(candidate).to_owned(), |port| shown(&port.path));
        let names = names(candidate).join(" or ");
        text.push_str(&format!("  {port}: {names} ({} at USB {}{serial})\n", device.usb, device.place));
        if let Some(trouble) = trouble(candidate) {
            text.push_str(&format!("    {trouble}\n"));
        }
    }
    text
}

/// What keeps a port from being used, and the help.
fn trouble(candidate: &Candidate<'_>) -> Option<PortError> {
    let Some(port) = candidate.port else {
        let board = candidate.boards.first().filter(|board| board.uart.usb == Some(candidate.device.usb))?;
        return Some(PortError::NoPort { board: board.name.clone(), place: candidate.device.place.clone() });
    };
    let path = port.path.clone();
    match &port.access {
        Access::Granted => None,
        Access::Forbidden { group } => Some(PortError::Forbidden { path, group: group.clone() }),
        Access::NoNode => Some(PortError::NoNode { path }),
    }
}

/// All facts of a board.
pub(crate) fn facts(board: &Board, plugged: &[Candidate<'_>]) -> String {
    let fpga = &board.fpga;
    let speed = fpga.speed.map_or(String::new(), |speed| format!(", speed grade {speed}"));
    let mut text = format!("{}: {}\n", board.name, board.title);
    let mut line = |title: &str, value: String| text.push_str(&format!("  {title:<10}{value}\n"));
    line("FPGA", format!("{} (nextpnr: --{} --package {}{speed})", fpga.part, fpga.device, fpga.package));
    if let Some(budget) = &board.budget {
        line("holds", holds(budget));
    }
    line("clock", clock(board));
    line("serial", format!("{}; {}", pins(&board.uart), serial(&board.uart)));
    if let Some(usb) = board.uart.usb {
        let interface = board.uart.interface.map_or(String::new(), |number| format!(", interface {number}"));
        line("USB", format!("{usb}{interface}"));
    }
    let level = if board.leds_active_low { "low" } else { "high" };
    line("LEDs", format!("{} (light when {level})", board.leds.join(" ")));
    if !board.keep_high.is_empty() {
        line("kept high", board.keep_high.join(" "));
    }
    if !board.keep_low.is_empty() {
        line("kept low", board.keep_low.join(" "));
    }
    for program in &board.program {
        let target = target(program).map_or(String::new(), |target| format!("  ({target})"));
        line("load", format!("{}{target}", command(program).join(" ")));
        if let Some(note) = &program.note {
            line("", format!("  {note}"));
        }
    }
    board.notes.iter().for_each(|note| line("note", note.clone()));
    board.sources.iter().for_each(|source| line("source", source.clone()));
    line("tested", board.tested.clone().unwrap_or("never".to_owned()));
    text.push('\n');
    text.push_str(&in_plugs(plugged));
    text
}

fn holds(budget: &Budget) -> String {
    let kinds = [
        (Some(budget.luts), "LUTs"),
        (budget.ffs, "flip-flops"),
        (budget.brams, "blocks of RAM"),
        (budget.dsps, "multipliers"),
        (budget.sprams, "blocks of single-port RAM"),
    ];
    let known = kinds.into_iter().filter_map(|(number, kind)| Some(format!("{} {kind}", count(number?.into()))));
    known.collect::<Vec<_>>().join(", ")
}

fn clock(board: &Board) -> String {
    let source = match &board.clock.source {
        ClockSource::Pin(pin) => format!("at pin {pin}"),
        ClockSource::Internal(cell) => format!("from {cell}"),
    };
    let others = clocks(board).map_or(String::new(), |(count, slowest, fastest)| {
        format!("; {count} frequencies from {slowest} to {fastest} with divider or PLL")
    });
    format!("{} {source}{others}", Frequency::from(board.clock.hz))
}

fn pins(uart: &Uart) -> String {
    let more = [("rts", &uart.rts), ("cts", &uart.cts)];
    let more = more.into_iter().filter_map(|(name, pin)| Some(format!(", {name} {}", pin.as_ref()?)));
    format!("rx {}, tx {}{}", uart.rx, uart.tx, more.collect::<String>())
}
