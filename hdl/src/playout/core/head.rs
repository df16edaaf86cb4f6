//! The head of a core: its ports.

use crate::playout::shape::Shape;
use crate::playout::text::{BIT, Text, port};

/// Cores from which on synthesis maps one and copies it; fewer are optimised together with what is around them. Not with
/// debug ports: what makes them would stay where nobody reads them.
const MANY: u32 = 4;

pub(super) fn write(shape: &Shape, out: &mut Text) {
    let config = &shape.config;
    let flight = match config.places {
        1 => "one playout".to_owned(),
        lanes => format!("{lanes} playouts"),
    };
    out.lines(&format!(
        "// One core of the playout engine: a step of a playout in every clock, {flight} in flight.\n\
         //\n\
         // {} pickers, {} random bits a step. A signal that ends in _3 is that of time 3 of a step, the state\n\
         // register being at time 0.\n\
         // Ports are described in INTERFACE.md. Debug ports may stay open: then nothing of them is built.\n\
         \n`default_nettype none\n",
        shape.picks.pickers.len(),
        shape.chunk(),
    ));
    let mut ports = vec![
        port("input  wire", BIT, "clk_i"),
        port("input  wire", BIT, "rst_i  // for as many clocks as there are places"),
        port("input  wire", shape.state(), "start_i  // the job's start state"),
        port("input  wire", shape.quota(), "quota_last_i  // playouts per lane - 1"),
        port("input  wire", shape.step(), "step_last_i  // step limit - 1"),
        port("input  wire", BIT, "offer_i  // a lane, taken if there is room: its window begins in the next clock"),
        port("input  wire", BIT, "last_i  // the last clock of the window"),
    ];
    let lane = || port("input  wire", shape.lane(), "lane_i  // its number, in the first clock");
    ports.extend(config.debug_ports.then(lane));
    let chunk = match shape.chunk_later() {
        0 => "chunk_i  // a piece of its seeds".to_owned(),
        later => format!("chunk_i  // a piece of its seeds, {later} clocks behind the window"),
    };
    ports.extend((shape.chunk() > 0).then(|| port("input  wire", shape.chunk(), &chunk)));
    ports.extend([
        port("output wire", BIT, "room_o  // it has no lane"),
        port("output reg ", BIT, "ended_o  // its lane ended"),
        port("output reg ", shape.counters.len(), "events_o  // what counts in this clock"),
    ]);
    if config.first_moves {
        ports.push(port("output reg ", BIT, "first_o  // a playout with moves ended, with the events"));
        ports.push(port("output reg ", shape.code(), "first_code_o  // its first joint move"));
        ports.push(port("output reg ", shape.step(), "first_steps_o  // its steps"));
    }
    let debug = shape.debug_ports().into_iter();
    ports.extend(debug.map(|(name, bits, meaning)| port("output wire", bits, &format!("{name}  // {meaning}"))));
    let (multiply, memory) = (u8::from(config.multipliers), u8::from(config.memories));
    let parameters = format!(
        "#(\n    // As in playout_scale and playout_delay.\n    parameter MULTIPLY = {multiply},\n    \
         parameter MEMORY = {memory}\n)"
    );
    if config.cores >= MANY && !config.debug_ports {
        out.line("// Synthesis maps one core, and copies it.\n(* keep_hierarchy *)");
    }
    out.list(&format!("module {} {parameters}", shape.module("core")), &ports);
}
