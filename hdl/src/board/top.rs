//! The top of a board.

use super::{BoardPort, Config};
use crate::playout::text::{BIT, Text, pin, port};
use crate::playout::{Direction, instance};
use gdl2hdl_boards::PllCell;
use gdl2hdl_boards::pll::{ClockInput, Parameter, Pll};

/// The ports of a board.
pub(super) fn ports(config: &Config) -> Vec<BoardPort> {
    let port = |name, width, direction| BoardPort { name, width, direction };
    let pin = (config.clock.input == ClockInput::Pin).then(|| port("clk_i", 1, Direction::In));
    let line = [port("rx_i", 1, Direction::In), port("tx_o", 1, Direction::Out)];
    let leds = (config.leds > 0).then(|| port("led_o", config.leds, Direction::Out));
    let high = (config.high > 0).then(|| port("high_o", config.high, Direction::Out));
    let low = (config.low > 0).then(|| port("low_o", config.low, Direction::Out));
    pin.into_iter().chain(line).chain(leds).chain(high).chain(low).collect()
}

/// The text of `<game>_board`, where a LED `blinks` as long as there is a clock.
pub(super) fn text(module: &str, linked: &str, config: &Config, blinks: bool) -> String {
    let mut out = Text::default();
    out.lines(
        "// A board with a playout engine: its clock, its reset, its UART, its LEDs.\n//\n\
         // The reset is made here, from power-up on; docs/LINK.md describes what is said over the UART.\n\n\
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
    match config.clock.input {
        ClockInput::Pin => out.line("  assign source = clk_i;"),
        ClockInput::Oscillator(divider) => {
            let pins = [pin("CLKHFPU", "1'b1"), pin("CLKHFEN", "1'b1"), pin("CLKHF", "source")];
            instance(out, &format!("SB_HFOSC #(.CLKHF_DIV(\"0b{divider:02b}\"))"), "oscillator", &pins);
        }
    }
    match config.clock.pll {
        None => out.line("  assign clk = source;\n  assign locked = 1'b1;\n"),
        Some(pll @ Pll::Ice40(PllCell::Core, _)) => ice40(pll, "REFERENCECLK", out),
        Some(pll @ Pll::Ice40(PllCell::Pad, _)) => ice40(pll, "PACKAGEPIN", out),
        Some(pll @ Pll::Ecp5(_)) => ecp5(pll, out),
    }
}

/// An instance of a PLL's cell with its parameters and attributes.
fn cell(pll: Pll, pins: &[(&str, &str)], out: &mut Text) {
    let attribute = |(name, value): &Parameter| format!("(* {name}={value} *)");
    let attributes: Vec<String> = pll.attributes().iter().map(attribute).collect();
    if !attributes.is_empty() {
        out.line(format!("  {}", attributes.join(" ")));
    }
    let parameter = |(name, value): &Parameter| format!("      .{name}({value})");
    let (name, parameters): (_, Vec<String>) = (pll.cell(), pll.parameters().iter().map(parameter).collect());
    let pins: Vec<String> = pins.iter().map(|(port, signal)| pin(port, signal)).collect();
    instance(out, &format!("{name} #(\n{}\n  )", parameters.join(",\n")), "pll", &pins);
}

fn ice40(pll: Pll, input: &str, out: &mut Text) {
    let pins = [(input, "source"), ("RESETB", "1'b1"), ("BYPASS", "1'b0"), ("PLLOUTGLOBAL", "clk"), ("LOCK", "locked")];
    cell(pll, &pins, out);
}

fn ecp5(pll: Pll, out: &mut Text) {
    let still = ["PHASESEL0", "PHASESEL1", "PHASEDIR", "PHASESTEP", "PHASELOADREG", "STDBY", "PLLWAKESYNC", "RST"];
    let mut pins = vec![("CLKI", "source"), ("CLKFB", "feedback")];
    pins.extend(still.map(|port| (port, "1'b0")));
    pins.extend([("ENCLKOP", "1'b0"), ("ENCLKOS", "1'b0")]);
    pins.extend([("CLKOP", "feedback"), ("CLKOS", "clk"), ("LOCK", "locked")]);
    out.line("  wire feedback;");
    cell(pll, &pins, out);
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
    if config.leds == 0 {
        out.line("  wire unused_lamps = &{1'b0, busy, heard};");
        return;
    }
    let blinks = if blinks { "" } else { ", .BLINKS(0)" };
    let module = format!("board_lamps #(.LAMPS({}), .LOW({}){blinks})", config.leds, u8::from(config.leds_low));
    let pins = [("clk_i", "clk"), ("rst_i", "rst"), ("busy_i", "busy"), ("heard_i", "heard"), ("led_o", "led_o")];
    instance(out, &module, "lamps", &pins.map(|(port, signal)| pin(port, signal)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Link;
    use gdl2hdl_boards::pll::{Clock, Ecp5Pll, Ice40Pll};

    /// What makes the clock of a board.
    fn made(input: ClockInput, pll: Pll) -> String {
        let link = Link { clock_hz: 50_000_000, baud: 1_000_000 };
        let clock = Clock { input, pll: Some(pll) };
        let mut out = Text::default();
        super::clock(&Config { link, clock, leds: 0, leds_low: false, high: 0, low: 0 }, &mut out);
        out.finish()
    }

    #[test]
    fn a_pll_of_an_ice40_has_its_numbers() {
        let pll = Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 };
        let pad = made(ClockInput::Pin, Pll::Ice40(PllCell::Pad, pll));
        let expected = "  wire source, clk, locked;\n  assign source = clk_i;\n  SB_PLL40_PAD #(\n      .FEEDBACK_PATH(\"SIMPLE\"),\n      \
                        .DIVR(4'd0),\n      .DIVF(7'd63),\n      .DIVQ(3'd4),\n      .FILTER_RANGE(3'd1)\n  ) u_pll (\n      \
                        .PACKAGEPIN(source),\n";
        assert!(pad.starts_with(expected), "{pad}");
        let core = made(ClockInput::Oscillator(2), Pll::Ice40(PllCell::Core, pll));
        assert!(core.contains("SB_HFOSC #(.CLKHF_DIV(\"0b10\")) u_oscillator ("), "{core}");
        assert!(core.contains("  SB_PLL40_CORE #(\n") && core.contains(".REFERENCECLK(source),\n"), "{core}");
    }

    #[test]
    fn a_pll_of_an_ecp5_has_its_numbers_and_attributes() {
        let text = made(ClockInput::Pin, Pll::Ecp5(Ecp5Pll { clki_div: 1, clkop_div: 24, clkos_div: 12 }));
        let expected = "  wire feedback;\n  (* ICP_CURRENT=\"12\" *) (* LPF_RESISTOR=\"8\" *) (* MFG_ENABLE_FILTEROPAMP=\"1\" *) \
                        (* MFG_GMCREF_SEL=\"2\" *)\n  EHXPLLL #(\n      .CLKI_DIV(1),\n      .CLKFB_DIV(1),\n      .CLKOP_DIV(24),\n      \
                        .CLKOP_CPHASE(12),\n      .CLKOP_FPHASE(0),\n      .CLKOP_ENABLE(\"ENABLED\"),\n      \
                        .OUTDIVIDER_MUXA(\"DIVA\"),\n      .CLKOS_DIV(12),\n      .CLKOS_CPHASE(6),\n      .CLKOS_FPHASE(0),\n      \
                        .CLKOS_ENABLE(\"ENABLED\"),\n      .OUTDIVIDER_MUXB(\"DIVB\"),\n      .FEEDBK_PATH(\"CLKOP\")\n  ) u_pll (\n      \
                        .CLKI(source),\n      .CLKFB(feedback),\n";
        assert!(text.contains(expected), "{text}");
    }
}
