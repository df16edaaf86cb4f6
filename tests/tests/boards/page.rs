//! The part of `docs/BOARDS.md` that is made from the board files.

use expect_test::expect_file;
use gdl2hdl_boards::pll::Frequency;
use gdl2hdl_boards::{Board, ClockSource, Format, Program, all};
use gdl2hdl_tests::page_part;
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- made from boards/data by `make bless`: begin -->\n";

#[test]
fn the_page_tells_what_the_files_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/BOARDS.md");
    let page = fs::read_to_string(path).unwrap();
    let boards = all().unwrap();
    let made: String = boards.iter().map(section).collect();
    let part = table(&boards) + &made;
    expect_file!["../../../docs/BOARDS.md"].assert_eq(&page_part::put(&page, BEGIN, &part).unwrap());
}

fn table(boards: &[Board]) -> String {
    let mut text = "| board | FPGA | LUTs | RAM blocks | clock | UART | tested |\n".to_owned();
    text.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for board in boards {
        let budget = board.budget.as_ref().unwrap();
        let bridge = board.uart.bridge.as_deref().unwrap_or("adapter");
        text.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {bridge} | {} |\n",
            board.name,
            board.fpga.part,
            budget.luts,
            budget.brams.unwrap(),
            Frequency::from(board.clock.hz),
            board.tested.as_deref().unwrap_or("never"),
        ));
    }
    text
}

fn section(board: &Board) -> String {
    let mut text = format!("\n### {}\n`{}`. Pins: {}.\n", board.title, board.name, pins(board));
    let mut serial = format!("UART: up to {} baud", board.uart.max_baud);
    if let Some(bridge) = &board.uart.bridge {
        serial.push_str(&format!("; {bridge}"));
    }
    if let Some(usb) = board.uart.usb {
        serial.push_str(&format!("; USB {usb}"));
    }
    text.push_str(&format!("{serial}.\n\n"));
    board.program.iter().for_each(|program| text.push_str(&way(program)));
    board.notes.iter().for_each(|note| text.push_str(&format!("- {note}\n")));
    text.push_str(&format!("\nSources: {}.\n", board.sources.join("; ")));
    text
}

fn pins(board: &Board) -> String {
    let clock = match &board.clock.source {
        ClockSource::Pin(pin) => format!("clock {pin}"),
        ClockSource::Internal(cell) => format!("clock inside, {cell}"),
    };
    let low = if board.leds_active_low { ", lit when low" } else { "" };
    let leds = board.leds.join(" ");
    format!("{clock}; rx {}, tx {} (as the FPGA sees it); LEDs {leds}{low}", board.uart.rx, board.uart.tx)
}

fn way(program: &Program) -> String {
    let file = match program.format {
        Format::Bin => "FILE.bin",
        Format::Bit => "FILE.bit",
        Format::Dfu => "FILE.dfu",
    };
    let words = program.arguments(Path::new(file));
    let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap()).collect();
    let target =
        program.target.map_or(String::new(), |target| format!(" loads into {}", format!("{target:?}").to_lowercase()));
    let note = program.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
    format!("- `{} {}`{target}{note}\n", program.tool.command(), words.join(" "))
}
