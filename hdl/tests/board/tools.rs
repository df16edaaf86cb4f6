//! What tools say of linked engines and boards: nothing.

use crate::design::{LINK, boards, engine};
use gdl2hdl_boards::pll::ClockInput;
use gdl2hdl_hdl::board::{BoardGateware, Config, DesignError, Link, board, linked};
use gdl2hdl_hdl::playout;
use std::path::Path;
use std::process::Command;

/// Runs a tool in a folder; what it prints.
pub(crate) fn run(folder: &Path, program: &str, arguments: &[&str], silent: bool) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("`{program}`: {error}: apt-get install {program}"));
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let command = format!("{program} {}", arguments.join(" "));
    assert!(output.status.success() && (!silent || said.is_empty()), "{command}: {}\n{said}", output.status);
    said
}

/// Writes all files into a folder; their names, those of models first.
pub(crate) fn write(folder: &Path, gateware: &BoardGateware) -> Vec<String> {
    let files = gateware.models.iter().chain(&gateware.files);
    files
        .map(|file| {
            std::fs::write(folder.join(&file.name), &file.text).unwrap();
            file.name.clone()
        })
        .collect()
}

/// `more` is done in Yosys at the end.
fn clean(gateware: &BoardGateware, cells: &str, more: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let names = write(folder, gateware);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let top = gateware.top.as_str();
    run(folder, "verilator", &[&["--lint-only", "-Wall", "--top-module", top], &names[..]].concat(), true);
    run(folder, "iverilog", &[&["-g2005", "-Wall", "-t", "null", "-s", top], &names[..]].concat(), true);
    // Yosys knows the cells themselves.
    let own: Vec<&str> = gateware.files.iter().map(|file| file.name.as_str()).collect();
    let script = format!(
        "{cells} read_verilog {}; hierarchy -check -top {top}; proc; check -assert; \
         select -assert-none t:$*latch* t:$adff* t:$aldff* t:$dffsr* t:$sr; {more}",
        own.join(" ")
    );
    run(folder, "yosys", &["-q", "-p", &script], true);
}

#[test]
fn tools_accept_linked_engines() {
    // No initial values, and one clock.
    let design = "select -assert-none a:init; select -assert-none t:* %ci1:+[CLK,clk_i] w:* %i w:clk_i %d";
    let lights = engine("two_button_lights", playout::Config::default());
    clean(&linked(&lights, LINK).unwrap(), "", design);
    let first_moves = playout::Config { first_moves: true, cores: 2, ..playout::Config::default() };
    let noughts = engine("tic_tac_toe", first_moves);
    clean(&linked(&noughts, Link { clock_hz: 50_000_000, baud: 115_200 }).unwrap(), "", design);
}

#[test]
fn tools_accept_boards_with_all_clocks() {
    let lights = engine("two_button_lights", playout::Config::default());
    for config in boards() {
        let gateware = board(&lights, config).unwrap();
        let ecp5 = gateware.models.iter().any(|model| model.name == "EHXPLLL.v");
        let cells = if ecp5 {
            "read_verilog -lib +/ecp5/cells_sim.v +/ecp5/cells_bb.v;"
        } else {
            "read_verilog -lib +/ice40/cells_sim.v;"
        };
        // The reset alone has initial values, all 0; without them it would last for ever in a simulator.
        clean(&gateware, cells, "select -assert-count 3 a:init; select -assert-none a:init=1");
    }
}

#[test]
fn ports_are_those_of_the_text() {
    let lights = engine("two_button_lights", playout::Config::default());
    let head = |gateware: &BoardGateware| {
        let text = &gateware.files.last().unwrap().text;
        let ports = text.split_once('(').unwrap().1.split_once(");").unwrap().0;
        ports.lines().filter(|line| line.contains("put")).count()
    };
    let one = linked(&lights, LINK).unwrap();
    assert_eq!((one.ports.len(), head(&one)), (6, 6));
    for config in boards() {
        let gateware = board(&lights, config).unwrap();
        let names: Vec<&str> = gateware.ports.iter().map(|port| port.name).collect();
        assert_eq!(names.contains(&"clk_i"), config.clock.input == ClockInput::Pin, "{config:?}");
        assert_eq!(names.contains(&"led_o"), config.leds > 0, "{config:?}");
        assert_eq!(names.len(), head(&gateware), "{config:?}");
    }
}

#[test]
fn a_line_too_fast_and_jobs_too_large_are_refused() {
    let lights = engine("two_button_lights", playout::Config::default());
    let refused = |link| linked(&lights, link).unwrap_err();
    let fast = refused(Link { clock_hz: 11_999_999, baud: 3_000_000 });
    assert_eq!(fast.to_string(), "a UART of 3000000 baud needs a clock of at least 12000000 Hz, not 11999999 Hz");
    assert_eq!(refused(Link { baud: 0, ..LINK }), DesignError::Baud { baud: 0, clock_hz: LINK.clock_hz });
    let mut large = lights.clone();
    large.job.state_bits = 32 * 245;
    assert_eq!(linked(&large, LINK).unwrap_err(), DesignError::Job { words: 251 });
    let config = Config { link: Link { baud: 0, ..LINK }, ..boards()[0] };
    assert!(matches!(board(&lights, config), Err(DesignError::Baud { .. })));
}

#[test]
fn lines_of_other_clocks_are_counted_in_as_many_bits() {
    let link = Link { clock_hz: 100_000_000, baud: 3_000_000 };
    // 33.3 cycles a bit are up to 64, six bits, and nine more: 2^15 / 33.3.
    let steps = [100_000_000, 106_250_000, 50_000_000, 24_000_000].map(|clock| link.step(clock));
    assert_eq!(steps, [Some(983), Some(925), Some(1966), None], "4096 has no room");
    assert_eq!((link.step(385_000_000), link.step(384_000_000)), (None, Some(256)), "too coarse");
    assert_eq!(LINK.step(LINK.clock_hz), Some(512));
    assert_eq!(LINK.step(11_999_999), None);
    assert_eq!(Link { baud: 0, ..LINK }.step(1), None);
}
