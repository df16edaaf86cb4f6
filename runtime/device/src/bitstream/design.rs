//! The Verilog of a board with an engine, at one of the clocks that the board can make.

use super::BuildError;
use gdl2hdl_boards::pll::{ClockInput, ClockSetting};
use gdl2hdl_boards::{Board, Family};
use gdl2hdl_gdl::id::id;
use gdl2hdl_hdl::board::{self, BoardGateware, Link};
use gdl2hdl_hdl::playout::{Direction, Gateware};
use gdl2hdl_verilate::{Port, Source, Spec};

/// What the top of a board must have. **Units:** `clock_hz` in Hz, rounded; `baud` in bits a second.
pub(super) fn config(board: &Board, setting: &ClockSetting, clock_hz: u32, baud: u32) -> board::Config {
    board::Config {
        link: Link { clock_hz, baud },
        clock: setting.clock,
        leds: board.leds.len(),
        leds_low: board.leds_active_low,
        high: board.keep_high.len(),
        low: board.keep_low.len(),
    }
}

/// The family as the crate of the tools names it, which knows no boards.
pub(super) fn family(board: &Board) -> gdl2hdl_verilate::Family {
    match board.fpga.family {
        Family::Ice40 => gdl2hdl_verilate::Family::Ice40,
        Family::Ecp5 => gdl2hdl_verilate::Family::Ecp5,
    }
}

/// The same board's Verilog.
pub(super) fn gateware(engine: &Gateware, config: board::Config) -> Result<BoardGateware, BuildError> {
    board::board(engine, config).map_err(|error| BuildError::Design(error.to_string()))
}

/// How the clock is made, for people.
pub(super) fn words(setting: &ClockSetting) -> String {
    let input = format!("{} Hz", setting.input_hz);
    let from = match setting.clock.input {
        ClockInput::Pin => format!("{input} at the pin"),
        ClockInput::Oscillator(_) => format!("{input} of the internal oscillator"),
    };
    match setting.clock.pll {
        None => from,
        Some(pll) => {
            let parameters: Vec<String> =
                pll.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{} from {from}: {}", pll.cell(), parameters.join(" "))
        }
    }
}

/// The design for synthesis, or with models of the FPGA's cells for simulation.
pub(super) fn spec(gateware: &BoardGateware, models: bool) -> Spec {
    let first = gateware.files.first().map_or("", |file| file.text.as_str());
    let mut spec = Spec::new(&gateware.top, first, ports(gateware));
    let models = gateware.models.iter().filter(|_| models);
    let source = |file: &gdl2hdl_hdl::playout::SourceFile| Source {
        name: file.name.to_ascii_lowercase(),
        text: file.text.clone(),
    };
    spec.sources = gateware.files.iter().chain(models).map(source).collect();
    spec
}

/// The ports of the top.
pub(super) fn ports(gateware: &BoardGateware) -> Vec<Port> {
    let port = |port: &board::BoardPort| {
        let width = id(port.width);
        match port.direction {
            Direction::In => Port::input(port.name, width),
            Direction::Out => Port::output(port.name, width),
        }
    };
    gateware.ports.iter().map(port).collect()
}
