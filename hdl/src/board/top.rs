//! The top of a board.

use super::clock::{ClockSource, Ecp5Pll, Ice40Pll, Pll};
use super::{BoardPort, Config};
use crate::playout::text::{BIT, Text, pin, port};
use crate::playout::{Direction, instance};

/// Attributes of an ECP5's PLL, for its charge pump and filter. **Source:** Project Trellis' `ecppll`, the same for all
/// settings.
const ECP5_ATTRIBUTES: &str =
    "  (* ICP_CURRENT=\"12\" *) (* LPF_RESISTOR=\"8\" *) (* MFG_ENABLE_FILTEROPAMP=\"1\" *) (* MFG_GMCREF_SEL=\"2\" *)";

/// The ports of a board.
pub(super) fn ports(config: &Config) -> Vec<BoardPort> {
    let port = |name, width, direction| BoardPort { name, width, direction };
    let pin = (config.clock.source == ClockSource::Pin).then(|| port("clk_i", 1, Direction::In));
    let line = [port("rx_i", 1, Direction::In), port("tx_o", 1, Direction::Out)];
    let lamps = (config.lamps > 0).then(|| port("led_o", config.lamps, Direction::Out));
    let high = (config.high > 0).then(|| port("high_o", config.high, Direction::Out));
    let low = (config.low > 0).then(|| port("low_o", config.low, Direction::Out));
    pin.into_iter().chain(line).chain(lamps).chain(high).chain(low).collect()
}

/// The text of `<game>_board`, where a lamp `blinks` as long as there is a clock.
pub(super) fn text(module: &str, linked: &str, config: &Config, blinks: bool) -> String {
    let mut out = Text::default();
    out.lines(
        "// A board with a playout engine: its clock, its reset, its serial line, its lamps.\n//\n\
         // The reset is made here, from power-up on; docs/LINK.md describes what is said on the line.\n\n\
         `default_nettype none\n",
    );
    let kind = |direction| if direction == Direction::In { "input  wire" } else { "output wire" };
    let is_vector = |port: &BoardPort| ["led_o", "high_o", "low_o"].contains(&port.name);
    let width = |port: &BoardPort| if is_vector(port) { port.width } else { BIT };
    let lines: Vec<String> =
        ports(config).iter().map(|each| port(kind(each.direction), width(each), each.name)).collect();
    out.list(&format!("module {module}"), &lines);
    clock(config, &mut out);
    out.line("  wire rst;");
    instance(&mut out, "board_reset", "reset", &[pin("clk_i", "clk"), pin("locked_i", "locked"), pin("rst_o", "rst")]);
    engine(linked, config, blinks, &mut out);
    if config.high > 0 {
        out.line(format!("  assign high_o = {{{}{{1'b1}}}};", config.high));
    }
    if config.low > 0 {
        out.line(format!("  assign low_o = {{{}{{1'b0}}}};", config.low));
    }
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

/// What makes `clk` and `locked`.
fn clock(config: &Config, out: &mut Text) {
    out.line("  wire source, clk, locked;");
    match config.clock.source {
        ClockSource::Pin => out.line("  assign source = clk_i;"),
        ClockSource::Oscillator { divider } => {
            let pins = [pin("CLKHFPU", "1'b1"), pin("CLKHFEN", "1'b1"), pin("CLKHF", "source")];
            instance(out, &format!("SB_HFOSC #(.CLKHF_DIV(\"0b{divider:02b}\"))"), "oscillator", &pins);
        }
    }
    match config.clock.pll {
        None => out.line("  assign clk = source;\n  assign locked = 1'b1;\n"),
        Some(pll @ Pll::Ice40Core(numbers)) => ice40(pll.cell(), "REFERENCECLK", numbers, out),
        Some(pll @ Pll::Ice40Pad(numbers)) => ice40(pll.cell(), "PACKAGEPIN", numbers, out),
        Some(pll @ Pll::Ecp5(numbers)) => ecp5(pll.cell(), numbers, out),
    }
}

/// An instance of a cell with parameters.
fn cell(name: &str, parameters: &[String], pins: &[(&str, &str)], out: &mut Text) {
    let parameters: Vec<String> = parameters.iter().map(|parameter| format!("      {parameter}")).collect();
    let pins: Vec<String> = pins.iter().map(|(port, signal)| pin(port, signal)).collect();
    instance(out, &format!("{name} #(\n{}\n  )", parameters.join(",\n")), "pll", &pins);
}

fn ice40(name: &str, input: &str, numbers: Ice40Pll, out: &mut Text) {
    let pins = [(input, "source"), ("RESETB", "1'b1"), ("BYPASS", "1'b0"), ("PLLOUTGLOBAL", "clk"), ("LOCK", "locked")];
    cell(name, &numbers.parameters(), &pins, out);
}

fn ecp5(name: &str, numbers: Ecp5Pll, out: &mut Text) {
    let still = ["PHASESEL0", "PHASESEL1", "PHASEDIR", "PHASESTEP", "PHASELOADREG", "STDBY", "PLLWAKESYNC", "RST"];
    let mut pins = vec![("CLKI", "source"), ("CLKFB", "feedback")];
    pins.extend(still.map(|port| (port, "1'b0")));
    pins.extend([("ENCLKOP", "1'b0"), ("ENCLKOS", "1'b0")]);
    pins.extend([("CLKOP", "feedback"), ("CLKOS", "clk"), ("LOCK", "locked")]);
    out.line("  wire feedback;");
    out.line(ECP5_ATTRIBUTES);
    cell(name, &numbers.parameters(), &pins, out);
}

fn engine(linked: &str, config: &Config, blinks: bool, out: &mut Text) {
    out.line("  wire busy, heard;");
    let pins = [
        ("clk_i", "clk"),
        ("rst_i", "rst"),
        ("rx_i", "rx_i"),
        ("tx_o", "tx_o"),
        ("busy_o", "busy"),
        ("heard_o", "heard"),
    ];
    instance(out, linked, "linked", &pins.map(|(port, signal)| pin(port, signal)));
    if config.lamps == 0 {
        out.line("  wire unused_lamps = &{1'b0, busy, heard};");
        return;
    }
    let blinks = if blinks { "" } else { ", .BLINKS(0)" };
    let module = format!("board_lamps #(.LAMPS({}), .LOW({}){blinks})", config.lamps, u8::from(config.lamps_low));
    let pins = [("clk_i", "clk"), ("rst_i", "rst"), ("busy_i", "busy"), ("heard_i", "heard"), ("led_o", "led_o")];
    instance(out, &module, "lamps", &pins.map(|(port, signal)| pin(port, signal)));
}
