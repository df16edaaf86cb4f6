//! The head of a core: its ports.

use crate::playout::shape::EngineShape;
use crate::playout::text::{BIT, Text, port};

pub(super) fn write(shape: &EngineShape, out: &mut Text) {
    let config = &shape.config;
    let flight = match config.stages() {
        1 => "one playout".to_owned(),
        playouts => format!("{playouts} playouts"),
    };
    out.lines(&format!(
        "// One core of the playout engine: a step of a playout in every cycle, {flight} in flight.\n\
         //\n\
         // {} pickers, {} random bits a step. A signal that ends in _3 is that of time 3 of a step, the state\n\
         // register being at time 0.\n\
         // Ports are described in INTERFACE.md. Debug ports may stay open: then nothing of them is built.\n\
         \n`default_nettype none\n",
        shape.picks.pickers.len(),
        shape.turn(),
    ));
    let mut ports = vec![
        port("input  wire", BIT, "clk_i"),
        port("input  wire", BIT, "rst_i  // for as many cycles as playouts are in flight"),
        port("input  wire", shape.state(), "start_i  // the job's start state"),
    ];
    let limit = || port("input  wire", shape.step(), "step_last_i  // step limit - 1");
    ports.extend((!config.unlimited).then(limit));
    let draw = match shape.timing.drawn() {
        0 => "draw_i  // random bits of the step".to_owned(),
        later => format!("draw_i  // random bits of the step, {later} clocks behind its state"),
    };
    ports.extend((shape.turn() > 0).then(|| port("input  wire", shape.turn(), &draw)));
    ports.push(port("input  wire", BIT, "begin_i  // a playout begins, in its first clock,"));
    ports
        .extend(config.debug_ports.then(|| port("input  wire", shape.quota(), "playout_i  // the one of this number")));
    ports.push(port("output wire", BIT, "ended_o  // one ends in this clock"));
    ports.push(port("output wire", BIT, "busy_o  // playouts are in flight that began before"));
    ports.extend(
        (shape.timing.end() > 0).then(|| port("output wire", BIT, "nears_o  // one is a cycle before the end")),
    );
    ports.push(port("output reg ", shape.counters.len(), "events_o  // what counts in this clock"));
    if config.first_moves {
        ports.push(port("output reg ", BIT, "first_o  // a playout with moves ended, with the events"));
        ports.push(port("output reg ", shape.code(), "first_code_o  // its first joint move"));
        ports.push(port("output reg ", shape.step(), "first_steps_o  // its steps"));
    }
    let debug = super::debug::ports(shape);
    ports.extend(debug.map(|(name, bits, meaning)| port("output wire", bits, &format!("{name}  // {meaning}"))));
    out.list(&format!("module {} {}", shape.module("core"), shape.parameters()), &ports);
}
