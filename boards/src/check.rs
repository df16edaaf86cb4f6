//! Whether the values in a board's file make sense. Pins, devices and arguments end up in the files and command lines
//! of tools: only plain characters are let through.

use crate::{Board, BoardFileError, Budget, ClockSource, Family, Fpga, PllCell, Program, Uart};
use std::collections::BTreeMap;

/// Family, device, and the packages nextpnr has for the boards we know.
const DEVICES: [(Family, &str, &[&str]); 10] = [
    (Family::Ice40, "hx1k", &["tq144"]),
    (Family::Ice40, "hx8k", &["cb132", "ct256"]),
    (Family::Ice40, "lp8k", &["cm81"]),
    (Family::Ice40, "up5k", &["sg48", "uwg30"]),
    (Family::Ecp5, "12k", ECP5),
    (Family::Ecp5, "25k", ECP5),
    (Family::Ecp5, "45k", ECP5),
    (Family::Ecp5, "85k", ECP5),
    (Family::Ecp5, "um5g-45k", &["CABGA554"]),
    (Family::Ecp5, "um5g-85k", &["CABGA554"]),
];
const ECP5: &[&str] = &["CABGA381", "CSFBGA285"];
/// Speed grades of ECP5 parts.
const SPEEDS: std::ops::RangeInclusive<u8> = 6..=8;
/// Rates of UARTs. **Units:** bits/s.
const BAUD: std::ops::RangeInclusive<u32> = 9_600..=3_000_000;
/// Longest text of any field.
const MAX_TEXT: usize = 200;
/// Most entries of any list.
const MAX_LIST: usize = 64;

/// All checks; the first fault found is told.
pub(crate) fn check(board: &Board) -> Result<(), BoardFileError> {
    name(&board.name)?;
    text("title", &board.title)?;
    fpga(&board.fpga)?;
    clock(board)?;
    pins(board)?;
    uart(&board.uart)?;
    programs(&board.program)?;
    board.budget.as_ref().map_or(Ok(()), budget)?;
    list("sources", &board.sources)?;
    require(!board.sources.is_empty(), "sources", || "name at least one source of the facts".to_owned())?;
    list("notes", &board.notes)?;
    board.tested.as_deref().map_or(Ok(()), tested)
}

fn require(good: bool, field: &str, reason: impl FnOnce() -> String) -> Result<(), BoardFileError> {
    if good { Ok(()) } else { Err(BoardFileError::Field { field: field.to_owned(), reason: reason() }) }
}

fn name(name: &str) -> Result<(), BoardFileError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = !name.is_empty() && name.len() <= 40 && name.chars().all(plain) && !name.starts_with('-');
    require(good, "name", || format!("`{}` is not made of at most 40 of a-z, 0-9 and `-`", shown(name)))
}

/// Text for people: one line of printable ASCII.
fn text(field: &str, text: &str) -> Result<(), BoardFileError> {
    let good = !text.trim().is_empty() && text.len() <= MAX_TEXT && text.chars().all(|c| (' '..='~').contains(&c));
    require(good, field, || format!("needs 1 to {MAX_TEXT} printable ASCII characters, not `{}`", shown(text)))
}

fn list(field: &str, list: &[String]) -> Result<(), BoardFileError> {
    require(list.len() <= MAX_LIST, field, || format!("{} entries, more than {MAX_LIST}", list.len()))?;
    list.iter().try_for_each(|entry| text(field, entry))
}

fn fpga(fpga: &Fpga) -> Result<(), BoardFileError> {
    text("fpga.part", &fpga.part)?;
    let of_family = DEVICES.iter().filter(|(family, ..)| *family == fpga.family);
    let known = of_family.clone().map(|(_, device, _)| *device).collect::<Vec<_>>().join(", ");
    let Some((.., packages)) = of_family.clone().find(|(_, device, _)| *device == fpga.device) else {
        return require(false, "fpga.device", || {
            format!("`{}` is no device of this family; known are {known}", shown(&fpga.device))
        });
    };
    require(packages.contains(&fpga.package.as_str()), "fpga.package", || {
        format!("`{}` is no package of `{}`; known are {}", shown(&fpga.package), fpga.device, packages.join(", "))
    })?;
    io_type(fpga)?;
    match (fpga.family, fpga.speed) {
        (Family::Ice40, None) => Ok(()),
        (Family::Ice40, Some(_)) => require(false, "fpga.speed", || "this family has no speed grades".to_owned()),
        (Family::Ecp5, speed) => require(speed.is_some_and(|speed| SPEEDS.contains(&speed)), "fpga.speed", || {
            format!("this family needs a speed grade from {} to {}", SPEEDS.start(), SPEEDS.end())
        }),
    }
}

fn io_type(fpga: &Fpga) -> Result<(), BoardFileError> {
    let good = fpga.io_type.is_some() == (fpga.family == Family::Ecp5);
    require(good, "fpga.io_type", || "ECP5 needs an IO standard, iCE40 has none".to_owned())
}

fn clock(board: &Board) -> Result<(), BoardFileError> {
    let clock = &board.clock;
    require(clock.hz > 0, "clock.hz", || "must be positive".to_owned())?;
    let family = board.fpga.family;
    require(clock.pll.is_none() || family == Family::Ice40, "clock.pll", || "only iCE40 has two kinds".to_owned())?;
    let ClockSource::Internal(oscillator) = &clock.source else { return Ok(()) };
    let pad = clock.pll == Some(PllCell::Pad);
    require(!pad, "clock.pll", || "`pad` needs the clock at a pin".to_owned())?;
    let good = board.fpga.device == "up5k" && clock.hz == 48_000_000;
    require(good, "clock.internal", || "only `up5k` has a known one, of 48_000_000 Hz".to_owned())?;
    require(oscillator == "SB_HFOSC", "clock.internal", || format!("`{}` is not `SB_HFOSC`", shown(oscillator)))
}

/// Every pin has a plain name and one use.
fn pins(board: &Board) -> Result<(), BoardFileError> {
    let mut pins = Vec::new();
    if let ClockSource::Pin(pin) = &board.clock.source {
        pins.push(("clock.pin", pin));
    }
    let uart = &board.uart;
    pins.extend([("uart.rx", &uart.rx), ("uart.tx", &uart.tx)]);
    pins.extend(uart.rts.iter().map(|pin| ("uart.rts", pin)));
    pins.extend(uart.cts.iter().map(|pin| ("uart.cts", pin)));
    for (field, list) in [("leds", &board.leds), ("keep_high", &board.keep_high), ("keep_low", &board.keep_low)] {
        require(list.len() <= MAX_LIST, field, || format!("{} entries, more than {MAX_LIST}", list.len()))?;
        pins.extend(list.iter().map(|pin| (field, pin)));
    }
    let mut uses: BTreeMap<&str, &str> = BTreeMap::new();
    for (field, pin) in pins {
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        let good =
            (1..=4).contains(&pin.len()) && pin.chars().all(plain) && pin.ends_with(|c: char| c.is_ascii_digit());
        require(good, field, || format!("`{}` is no pin: at most 4 of A-Z and 0-9, ending in a digit", shown(pin)))?;
        let other = uses.insert(pin, field);
        require(other.is_none(), field, || format!("pin `{pin}` has another use: {}", other.unwrap_or_default()))?;
    }
    Ok(())
}

fn uart(uart: &Uart) -> Result<(), BoardFileError> {
    uart.bridge.as_deref().map_or(Ok(()), |bridge| text("uart.bridge", bridge))?;
    require(BAUD.contains(&uart.max_baud), "uart.max_baud", || {
        format!("{} is not from {} to {}", uart.max_baud, BAUD.start(), BAUD.end())
    })?;
    let usb = uart.bridge.is_some() || uart.usb.is_some();
    require(uart.on_usb || !usb, "uart", || "a line that is not on USB has no bridge and no USB ids".to_owned())?;
    let whole = uart.interface.is_none() || uart.usb.is_some();
    require(whole, "uart.interface", || "an interface is one of a USB device: give `usb` too".to_owned())
}

fn programs(programs: &[Program]) -> Result<(), BoardFileError> {
    let count = programs.len();
    require((1..=MAX_LIST).contains(&count), "program", || format!("{count} ways to load, not 1 to {MAX_LIST}"))?;
    for program in programs {
        let files = program.args.iter().filter(|arg| *arg == "{file}").count();
        require(files == 1 && program.args.len() <= MAX_LIST, "program.args", || {
            format!("exactly one argument must be `{{file}}`, at most {MAX_LIST} in all")
        })?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.:".contains(c);
        let bad = |arg: &&String| *arg != "{file}" && !((1..=40).contains(&arg.len()) && arg.chars().all(plain));
        let bad = program.args.iter().find(bad);
        require(bad.is_none(), "program.args", || {
            let arg = shown(bad.map_or("", String::as_str));
            format!("`{arg}` is no plain argument: at most 40 letters, digits, `-`, `_`, `=`, `.`, `:`")
        })?;
        program.note.as_deref().map_or(Ok(()), |note| text("program.note", note))?;
    }
    Ok(())
}

fn budget(budget: &Budget) -> Result<(), BoardFileError> {
    let must = || "must be positive; leave out what is not known".to_owned();
    require(budget.luts > 0, "budget.luts", must)?;
    require(budget.ffs != Some(0), "budget.ffs", must)
}

/// `YYYY-MM-DD`, with a month and a day that exist.
fn tested(date: &str) -> Result<(), BoardFileError> {
    let shape = date.len() == 10
        && date.bytes().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
    let number = |range| date.get(range).and_then(|digits: &str| digits.parse::<u32>().ok()).unwrap_or(0);
    let good = shape && (1..=12).contains(&number(5..7)) && (1..=31).contains(&number(8..10));
    require(good, "tested", || format!("`{}` is no date: write YYYY-MM-DD, or leave it out", shown(date)))
}

/// A value inside of a message: short, without control characters.
fn shown(value: &str) -> String {
    value.chars().take(50).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
