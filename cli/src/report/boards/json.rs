//! Boards for scripts.

use super::{clocks, command, format, names, state, target};
use gdl2hdl_boards::pll::Frequency;
use gdl2hdl_boards::usb::Candidate;
use gdl2hdl_boards::{Board, ClockSource, Family, Program};
use serde_json::{Value, json};

/// All boards, and what is plugged in.
pub(crate) fn boards(boards: &[Board], plugged: &[Candidate<'_>]) -> Value {
    json!({"boards": boards.iter().map(facts).collect::<Vec<_>>(), "plugged": list(plugged)})
}

/// One board, and what is plugged in and looks like it.
pub(crate) fn board(board: &Board, plugged: &[Candidate<'_>]) -> Value {
    json!({"board": facts(board), "plugged": list(plugged)})
}

fn facts(board: &Board) -> Value {
    let (fpga, budget) = (&board.fpga, board.budget.as_ref());
    json!({
        "name": board.name,
        "title": board.title,
        "fpga": {
            "part": fpga.part,
            "family": match fpga.family { Family::Ice40 => "ice40", Family::Ecp5 => "ecp5" },
            "device": fpga.device,
            "package": fpga.package,
            "speed": fpga.speed,
            "io_type": fpga.io_type.map(|io_type| io_type.name()),
        },
        "luts": budget.map(|budget| budget.luts),
        "ffs": budget.and_then(|budget| budget.ffs),
        "brams": budget.and_then(|budget| budget.brams),
        "dsps": budget.and_then(|budget| budget.dsps),
        "sprams": budget.and_then(|budget| budget.sprams),
        "clock": clock(board),
        "serial": serial(board),
        "leds": board.leds,
        "leds_active_low": board.leds_active_low,
        "keep_high": board.keep_high,
        "keep_low": board.keep_low,
        "programs": board.program.iter().map(program).collect::<Vec<_>>(),
        "notes": board.notes,
        "sources": board.sources,
        "tested": board.tested,
    })
}

fn clock(board: &Board) -> Value {
    let (pin, internal) = match &board.clock.source {
        ClockSource::Pin(pin) => (Some(pin), None),
        ClockSource::Internal(cell) => (None, Some(cell)),
    };
    let clocks = clocks(board);
    let hz = |frequency: Frequency| frequency.hz();
    json!({
        "hz": board.clock.hz,
        "pin": pin,
        "internal": internal,
        "reachable": clocks.map(|(count, ..)| count),
        "slowest_hz": clocks.map(|(_, slowest, _)| hz(slowest)),
        "fastest_hz": clocks.map(|(.., fastest)| hz(fastest)),
    })
}

fn serial(board: &Board) -> Value {
    let uart = &board.uart;
    json!({
        "rx": uart.rx,
        "tx": uart.tx,
        "rts": uart.rts,
        "cts": uart.cts,
        "max_baud": uart.max_baud,
        "on_usb": uart.on_usb,
        "bridge": uart.bridge,
        "usb": uart.usb.map(|usb| usb.to_string()),
        "interface": uart.interface,
    })
}

fn program(program: &Program) -> Value {
    json!({
        "command": command(program),
        "target": target(program),
        "format": format(program.format),
        "usb": program.usb.map(|usb| usb.to_string()),
        "note": program.note,
    })
}

fn list(plugged: &[Candidate<'_>]) -> Vec<Value> {
    let one = |candidate: &Candidate<'_>| {
        json!({
            "usb": candidate.device.usb.to_string(),
            "place": candidate.device.place,
            "serial": candidate.device.serial,
            "product": candidate.device.product,
            "boards": names(candidate),
            "port": candidate.port.map(|port| port.path.to_string_lossy()),
            "state": state(candidate),
        })
    };
    plugged.iter().map(one).collect()
}
