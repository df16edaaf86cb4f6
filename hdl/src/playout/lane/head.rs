//! The head of a lane: its ports.

use crate::playout::shape::EngineShape;
use crate::playout::text::{BIT, Text, port};

/// Lanes from which on synthesis maps one and copies it; fewer are optimised together with what is around them. Not with
/// debug ports: what makes them would stay where nobody reads them.
const MANY: u32 = 4;

pub(super) fn write(shape: &EngineShape, out: &mut Text) {
    let config = &shape.config;
    let cores = match config.cores_per_lane {
        1 => "its core".to_owned(),
        cores => format!("its {cores} cores"),
    };
    out.lines(&format!(
        "// A lane of the playout engine: its generators, the count of its playouts, and {cores}.\n\
         //\n\
         // {} random bits a clock, {} playouts in flight.{}\n\
         // Ports are described in INTERFACE.md. Debug ports may stay open: then nothing of them is built.\n\
         \n`default_nettype none\n",
        shape.given().sum::<usize>(),
        config.slots,
        if config.host_seeds { " What a job says of it is shifted in." } else { "" },
    ));
    if config.lanes() >= MANY && !config.debug_ports {
        out.line("// Synthesis maps one lane, and copies it.\n(* keep_hierarchy *)");
    }
    out.list(&format!("module {} {}", shape.module("lane"), shape.parameters()), &ports(shape));
}

fn ports(shape: &EngineShape) -> Vec<String> {
    let (config, cores) = (&shape.config, shape.config.cores_per_lane as usize);
    let mut ports = vec![
        port("input  wire", BIT, "clk_i"),
        port("input  wire", BIT, "rst_i  // for as many cycles as playouts are in flight in a core"),
        port("input  wire", shape.state(), "start_i  // the job's start state"),
    ];
    if config.host_seeds {
        ports.extend([
            port("input  wire", BIT, "take_i  // a byte of a job comes in, before the lane"),
            port("input  wire", 8, "byte_i"),
            port("output wire", 8, "byte_o  // the one that leaves then"),
            port("input  wire", BIT, "offer_i  // the lane begins in the next cycle"),
        ]);
    } else {
        ports.extend([
            port("input  wire", shape.quota(), "quota_last_i  // playouts per lane - 1"),
            port("input  wire", BIT, "offer_i  // a lane, taken if there is room: its window begins in the next cycle"),
            port("input  wire", BIT, "last_i  // the last clock of the window"),
        ]);
    }
    let limit = || port("input  wire", shape.step(), "step_last_i  // step limit - 1");
    ports.extend((!config.unlimited).then(limit));
    let lane = || port("input  wire", shape.lane(), "lane_i  // its number, in the first clock");
    ports.extend((config.debug_ports && !config.host_seeds).then(lane));
    let chunk = match shape.chunk_later() {
        0 => "chunk_i  // a piece of its seeds".to_owned(),
        later => format!("chunk_i  // a piece of its seeds, {later} clocks behind the window"),
    };
    ports.extend((shape.chunk() > 0).then(|| port("input  wire", shape.chunk(), &chunk)));
    ports.extend([
        port("output wire", BIT, "room_o  // there is no lane"),
        port("output reg ", BIT, "ended_o  // it ended"),
        port("output wire", cores * shape.counters.len(), "events_o  // what counts in this clock, of all cores"),
    ]);
    if config.first_moves {
        ports.push(port("output wire", cores, "first_o  // a playout with moves ended, with the events"));
        ports.push(port("output wire", cores * shape.code(), "first_code_o  // its first joint move"));
        ports.push(port("output wire", cores * shape.step(), "first_steps_o  // its steps"));
    }
    let debug = shape.debug_ports().into_iter();
    ports.extend(
        debug.map(|(name, bits, meaning)| port("output wire", cores * bits.max(1), &format!("{name}  // {meaning}"))),
    );
    ports
}
