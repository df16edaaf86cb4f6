//! Which port is at which pin: `.pcf` text for nextpnr-ice40, `.lpf` text for nextpnr-ecp5.
//!
//! Pins come from checked boards and consist of A-Z and 0-9: nothing in them can end a line or a word here.

use crate::pll::mhz;
use crate::{Board, ClockSource, Family};

/// A port of the top module.
struct Port<'b> {
    name: String,
    pin: &'b str,
    /// Whether it must not float: an unplugged UART is idle, and idle is high.
    pulled_up: bool,
}

/// The constraint file of a board: `.pcf` for iCE40, `.lpf` for ECP5.
///
/// **Shape:** ports `clk_i` (unless the clock is internal), `rx_i`, `tx_o`; `led_o[0]`, `led_o[1]`, ... for the LEDs and
/// `high_o[0]`, ... for pins that are kept high, or `led_o` and `high_o` where there is only one: so both tools call the
/// bit of a vector of one.
#[must_use]
pub fn constraints(board: &Board) -> String {
    let clock = clock_pin(board).map(|pin| Port { name: "clk_i".to_owned(), pin, pulled_up: false });
    let ports: Vec<Port<'_>> = clock.into_iter().chain(others(board)).collect();
    match board.fpga.family {
        Family::Ice40 => pcf(board, &ports),
        Family::Ecp5 => lpf(board, &ports),
    }
}

fn clock_pin(board: &Board) -> Option<&str> {
    match &board.clock.source {
        ClockSource::Pin(pin) => Some(pin),
        ClockSource::Internal(_) => None,
    }
}

fn others(board: &Board) -> Vec<Port<'_>> {
    let port = |name: &str, pin, pulled_up| Port { name: name.to_owned(), pin, pulled_up };
    let mut ports = vec![port("rx_i", &*board.uart.rx, true), port("tx_o", &board.uart.tx, false)];
    ports.extend(vector("led_o", &board.leds));
    ports.extend(vector("high_o", &board.keep_high));
    ports.extend(vector("low_o", &board.keep_low));
    ports
}

fn vector<'b>(name: &str, pins: &'b [String]) -> Vec<Port<'b>> {
    let bit = |i| if pins.len() == 1 { name.to_owned() } else { format!("{name}[{i}]") };
    pins.iter().enumerate().map(|(i, pin)| Port { name: bit(i), pin, pulled_up: false }).collect()
}

fn pcf(board: &Board, ports: &[Port<'_>]) -> String {
    let mut text = format!("# {}, {} {}\n", board.name, board.fpga.part, board.fpga.package);
    for port in ports {
        let pull_up = if port.pulled_up { "-pullup yes " } else { "" };
        text.push_str(&format!("set_io {pull_up}{} {}\n", port.name, port.pin));
    }
    if clock_pin(board).is_some() {
        text.push_str(&format!("set_frequency clk_i {}\n", mhz(board.clock.hz.into())));
    }
    text
}

fn lpf(board: &Board, ports: &[Port<'_>]) -> String {
    let mut text = format!("# {}, {} {}\n", board.name, board.fpga.part, board.fpga.package);
    for port in ports {
        text.push_str(&format!("LOCATE COMP \"{}\" SITE \"{}\";\n", port.name, port.pin));
        let io_type = board.fpga.io_type.map_or(String::new(), |io_type| format!(" IO_TYPE={}", io_type.name()));
        let pull = if port.pulled_up { " PULLMODE=UP" } else { "" };
        if !(io_type.is_empty() && pull.is_empty()) {
            text.push_str(&format!("IOBUF PORT \"{}\"{io_type}{pull};\n", port.name));
        }
    }
    if clock_pin(board).is_some() {
        text.push_str(&format!("FREQUENCY PORT \"clk_i\" {} MHZ;\n", mhz(board.clock.hz.into())));
    }
    text
}
