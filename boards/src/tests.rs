use super::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A board with every field.
const FULL: &str = r#"
name = "full"
title = "Full Board"
leds = ["B5", "C3"]
leds_active_low = true
keep_high = ["D4"]
keep_low = ["D5"]
notes = ["a note"]
sources = ["a source"]
tested = "2024-02-29"
[fpga]
part = "LFE5U-25F"
family = "ecp5"
device = "25k"
package = "CABGA381"
speed = 6
io_type = "LVCMOS33"
[clock]
pin = "G2"
hz = 25_000_000
[uart]
rx = "M1"
tx = "L4"
rts = "A1"
cts = "A2"
max_baud = 3_000_000
on_usb = true
bridge = "some bridge"
usb = { vid = 0x1234, pid = 0xabcd }
interface = 1
[[program]]
tool = "openFPGALoader"
args = ["-b", "full", "{file}"]
format = "bit"
target = "sram"
usb = { vid = 0x0403, pid = 0x6010 }
note = "a note"
[budget]
luts = 24
ffs = 24
brams = 0
dsps = 1
sprams = 2
"#;

/// The message for the full board with one piece of its text replaced.
fn refuse(from: &str, to: &str) -> String {
    assert!(FULL.contains(from), "{from}");
    parse(&FULL.replacen(from, to, 1)).expect_err(to).to_string()
}

#[test]
fn every_field_is_read() {
    let board = parse(FULL).unwrap();
    assert_eq!((board.name.as_str(), board.fpga.family, board.fpga.speed), ("full", Family::Ecp5, Some(6)));
    assert_eq!(board.clock, BoardClock { hz: 25_000_000, source: ClockSource::Pin("G2".to_owned()), pll: None });
    let uart = board.uart;
    assert_eq!((uart.rx.as_str(), uart.tx.as_str(), uart.max_baud, uart.interface), ("M1", "L4", 3_000_000, Some(1)));
    let ids = [uart.usb, board.program[0].usb].map(|usb| usb.map(|usb| usb.to_string()));
    assert_eq!(ids, [Some("1234:abcd".to_owned()), Some("0403:6010".to_owned())]);
    assert_eq!((board.leds_active_low, board.keep_high.len(), board.fpga.io_type), (true, 1, Some(IoType::Lvcmos33)));
    assert_eq!((board.program[0].tool.command(), board.program[0].target), ("openFPGALoader", Some(Target::Sram)));
    assert_eq!(board.budget, Some(Budget { luts: 24, ffs: Some(24), brams: Some(0), dsps: Some(1), sprams: Some(2) }));
    assert_eq!((board.leds.len(), board.tested.as_deref()), (2, Some("2024-02-29")));
}

#[test]
fn all_boards_load() {
    let boards = all().unwrap();
    let loaded: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
    assert_eq!(loaded, names().collect::<Vec<_>>());
    assert!(loaded.is_sorted_by(|a, b| a < b), "sorted, each once");
    for board in &boards {
        assert_eq!(by_name(&board.name).as_ref(), Ok(board));
        assert_eq!(board.tested, None, "{}: no board was tested yet", board.name);
        assert!(board.budget.as_ref().is_some_and(|b| b.ffs.is_some() && b.brams.is_some()), "{}", board.name);
        assert!(board.uart.usb.is_some() == board.uart.on_usb && !board.leds.is_empty(), "{}", board.name);
        assert!(board.program.iter().all(|program| program.target.is_some()), "{}", board.name);
        let finds = board.uart.usb.is_some() || board.program.iter().any(|program| program.usb.is_some());
        assert!(finds, "{}: nothing on USB tells it", board.name);
        let format = if board.fpga.family == Family::Ice40 { [Format::Bin; 2] } else { [Format::Bit, Format::Dfu] };
        assert!(board.program.iter().all(|program| format.contains(&program.format)), "{}", board.name);
    }
    let without: Vec<&str> = boards.iter().filter(|b| !b.uart.on_usb).map(|b| b.name.as_str()).collect();
    assert_eq!(without, ["orangecrab-25f", "tinyfpga-bx", "upduino3"], "these need an adapter");
}

#[test]
fn every_file_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let files: BTreeSet<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, names().map(|name| format!("{name}.toml")).collect());
}

#[test]
fn some_facts() {
    let board = by_name("ulx3s-12f").unwrap();
    let uart = board.uart;
    assert_eq!((board.fpga.device.as_str(), uart.rx.as_str(), uart.tx.as_str()), ("12k", "M1", "L4"));
    let board = by_name("upduino3").unwrap();
    assert_eq!(board.clock.source, ClockSource::Internal("SB_HFOSC".to_owned()));
    let board = by_name("ice40-hx8k-b-evn").unwrap();
    assert_eq!((board.program[0].args[0].as_str(), board.program[0].target), ("-S", Some(Target::Sram)));
}

#[test]
fn unknown_names_are_told_the_known_ones() {
    let error = by_name("icebraker").unwrap_err().to_string();
    assert!(error.starts_with("there is no board `icebraker`; known are alchitry-cu, colorlight-i5, "), "{error}");
    assert!(by_name(&"x".repeat(100_000)).unwrap_err().to_string().len() < 1000);
}

#[test]
fn broken_texts_are_refused_by_line() {
    assert!(refuse("name = \"full\"", "name = full").starts_with("line 2: "));
    assert!(refuse("speed = 6", "sped = 6").starts_with("line 16: unknown field `sped`, expected one of "));
    assert!(refuse("hz = 25_000_000", "hz = 25_000_000\nmhz = 25").contains("unknown field `mhz`"));
    assert!(refuse("luts = 24", "luts = 24\nluts5 = 3").contains("unknown field `luts5`"));
    assert!(refuse("rx = \"M1\"", "").contains("missing field `rx`"));
    assert!(refuse("[budget]", "[extra]").contains("unknown field `extra`"));
    assert_eq!(refuse("\"ecp5\"", "\"ecp6\""), "line 13: unknown variant `ecp6`, expected `ice40` or `ecp5`");
    assert!(refuse("\"openFPGALoader\"", "\"rm\"").contains("unknown variant `rm`, expected one of `iceprog`"));
    assert!(refuse("\"bit\"", "\"exe\"").contains("unknown variant `exe`"));
    assert!(refuse("25_000_000", "-1").starts_with("line 20: invalid value: integer `-1`"));
    assert!(refuse("25_000_000", "5_000_000_000").contains("invalid value: integer `5000000000`"));
    let clock = "line 18: a clock has either a `pin` or an `internal` oscillator";
    assert_eq!(refuse("pin = \"G2\"", ""), clock);
    assert_eq!(refuse("pin = \"G2\"", "pin = \"G2\"\ninternal = \"OSCG\""), clock);
    assert_eq!(parse(&" ".repeat(MAX_BYTES + 1)).unwrap_err(), BoardFileError::TooLong { bytes: MAX_BYTES + 1 });
}

#[test]
fn bad_values_are_refused() {
    let cases = [
        ("\"full\"", "\"Full\"", "name: `Full` is not made of at most 40 of a-z, 0-9 and `-`"),
        ("\"full\"", "\"\"", "name: `` is not made of at most 40 of a-z, 0-9 and `-`"),
        ("\"full\"", "\"../x\"", "name: `../x` is not made of at most 40 of a-z, 0-9 and `-`"),
        ("Full Board", "a\\nb", "title: needs 1 to 200 printable ASCII characters, not `a b`"),
        ("LFE5U-25F", "", "fpga.part: needs 1 to 200 printable ASCII characters, not ``"),
        (
            "\"25k\"",
            "\"26k\"",
            "fpga.device: `26k` is no device of this family; known are 12k, 25k, 45k, 85k, um5g-45k, um5g-85k",
        ),
        ("\"ecp5\"", "\"ice40\"", "fpga.device: `25k` is no device of this family; known are hx1k, hx8k, lp8k, up5k"),
        ("CABGA381", "sg48", "fpga.package: `sg48` is no package of `25k`; known are CABGA381, CSFBGA285"),
        ("speed = 6", "speed = 5", "fpga.speed: this family needs a speed grade from 6 to 8"),
        ("speed = 6", "", "fpga.speed: this family needs a speed grade from 6 to 8"),
        (
            "family = \"ecp5\"\ndevice = \"25k\"\npackage = \"CABGA381\"\nspeed = 6\nio_type = \"LVCMOS33\"",
            "family = \"ice40\"\ndevice = \"up5k\"\npackage = \"sg48\"\nspeed = 6",
            "fpga.speed: this family has no speed grades",
        ),
        ("25_000_000", "0", "clock.hz: must be positive"),
        ("pin = \"G2\"", "internal = \"OSCG\"", "clock.internal: only `up5k` has a known one, of 48_000_000 Hz"),
        ("\"G2\"", "\"G2;\"", "clock.pin: `G2;` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"M1\"", "\"\"", "uart.rx: `` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"L4\"", "\"l4\"", "uart.tx: `l4` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"A1\"", "\"A1\\n\"", "uart.rts: `A1 ` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"A2\"", "\"AAA12\"", "uart.cts: `AAA12` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"C3\"", "\"CC\"", "leds: `CC` is no pin: at most 4 of A-Z and 0-9, ending in a digit"),
        ("\"C3\"", "\"G2\"", "leds: pin `G2` has another use: clock.pin"),
        ("\"some bridge\"", "\" \"", "uart.bridge: needs 1 to 200 printable ASCII characters, not ` `"),
        ("\"D4\"", "\"M1\"", "keep_high: pin `M1` has another use: uart.rx"),
        ("\"D5\"", "\"D4\"", "keep_low: pin `D4` has another use: keep_high"),
        ("3_000_000", "3_000_001", "uart.max_baud: 3000001 is not from 9600 to 3000000"),
        ("3_000_000", "300", "uart.max_baud: 300 is not from 9600 to 3000000"),
        (
            "usb = { vid = 0x1234, pid = 0xabcd }",
            "",
            "uart.interface: an interface is one of a USB device: give `usb` too",
        ),
        ("io_type = \"LVCMOS33\"", "", "fpga.io_type: ECP5 needs an IO standard, iCE40 has none"),
        ("hz = 25_000_000", "hz = 25_000_000\npll = \"pad\"", "clock.pll: only iCE40 has two kinds"),
        ("on_usb = true", "on_usb = false", "uart: a line that is not on USB has no bridge and no USB ids"),
        ("\"{file}\"", "\"file\"", "program.args: exactly one argument must be `{file}`, at most 64 in all"),
        ("\"-b\"", "\"{file}\"", "program.args: exactly one argument must be `{file}`, at most 64 in all"),
        (
            "\"-b\"",
            "\"$(x)\"",
            "program.args: `$(x)` is no plain argument: at most 40 letters, digits, `-`, `_`, `=`, `.`, `:`",
        ),
        ("luts = 24", "luts = 0", "budget.luts: must be positive; leave out what is not known"),
        ("ffs = 24", "ffs = 0", "budget.ffs: must be positive; leave out what is not known"),
        ("\"a source\"", "", "sources: name at least one source of the facts"),
        ("\"a source\"", "\"\"", "sources: needs 1 to 200 printable ASCII characters, not ``"),
        ("[\"a note\"]", "[\"\\u0007\"]", "notes: needs 1 to 200 printable ASCII characters, not ` `"),
        ("2024-02-29", "2024-13-01", "tested: `2024-13-01` is no date: write YYYY-MM-DD, or leave it out"),
        ("2024-02-29", "never", "tested: `never` is no date: write YYYY-MM-DD, or leave it out"),
    ];
    for (from, to, message) in cases {
        assert_eq!(refuse(from, to), message);
    }
}

#[test]
fn a_board_needs_a_way_to_load() {
    let start = FULL.find("[[program]]").unwrap();
    let end = FULL.find("[budget]").unwrap();
    let text = format!("{}{}", FULL[..start].replacen("[fpga]", "program = []\n[fpga]", 1), &FULL[end..]);
    assert_eq!(parse(&text).unwrap_err().to_string(), "program: 0 ways to load, not 1 to 64");
}
