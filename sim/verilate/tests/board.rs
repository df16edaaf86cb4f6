//! The UART of a model, against designs of a few lines.

use crate::common::workshop;
use gdl2hdl_verilate::board::{SerialModel, Speed};
use gdl2hdl_verilate::{Port, Spec};
use std::collections::VecDeque;

/// Sends back what comes, a few cycles later.
const LOOP: &str = "module back (input wire clk_i, input wire rx_i, output wire tx_o);
  reg [6:0] line;
  always @(posedge clk_i) line <= {line[5:0], ~rx_i};
  assign tx_o = ~line[6];
endmodule\n";

/// Its line is low, as of a board without power.
const LOW: &str = "module back (input wire clk_i, input wire rx_i, output wire tx_o);
  reg unused;
  always @(posedge clk_i) unused <= rx_i;
  assign tx_o = 1'b0;
endmodule\n";

fn line(text: &str, clock_hz: u64, baud: u64) -> SerialModel {
    let ports = vec![Port::input("clk_i", 1), Port::input("rx_i", 1), Port::output("tx_o", 1)];
    let (_dir, cache, toolchain) = workshop();
    let spec = Spec::new("back", text, ports);
    let model = toolchain.build(&spec, &cache).unwrap();
    SerialModel::new(&model, "rx_i", "tx_o", Speed { clock_hz, baud }).unwrap()
}

#[test]
fn every_byte_comes_back_at_every_speed() {
    // Whole and broken numbers of cycles a bit, few and many.
    for (clock_hz, baud) in
        [(12_000_000, 3_000_000), (25_000_000, 3_000_000), (12_000_000, 115_200), (27_375_000, 1_000_000)]
    {
        let mut line = line(LOOP, clock_hz, baud);
        let bytes: Vec<u8> = (0..=255).chain([0, 0, 255, 255, 0x55, 0xaa]).collect();
        let mut send: VecDeque<u8> = bytes.iter().copied().collect();
        let mut received = Vec::new();
        let of_a_byte = 10 * clock_hz / baud + 1;
        line.run(of_a_byte * (bytes.len() as u64 + 2), &mut send, &mut received).unwrap();
        assert_eq!((received, line.broken()), (bytes, 0), "{clock_hz} Hz, {baud} baud");
        assert!(send.is_empty());
    }
}

#[test]
fn pieces_of_time_make_no_difference() {
    let mut line = line(LOOP, 12_000_000, 1_000_000);
    let mut send: VecDeque<u8> = b"hello".iter().copied().collect();
    let mut received = Vec::new();
    for clocks in (0..2000).map(|i| i % 3) {
        line.run(clocks, &mut send, &mut received).unwrap();
    }
    assert_eq!(received, b"hello");
}

#[test]
fn a_line_that_stays_low_gives_no_bytes() {
    let mut line = line(LOW, 12_000_000, 1_000_000);
    let mut received = Vec::new();
    line.run(10_000, &mut VecDeque::new(), &mut received).unwrap();
    assert!(received.is_empty() && line.broken() > 10);
}
