//! Lanes: the registers at the beginning of the ring, how a place takes a lane, and its generators.

use super::Pipe;
use super::instance;
use crate::playout::picks::clog2;
use crate::playout::shape::Shape;
use crate::playout::text::{BIT, pin, range};

/// The registers at the beginning of the ring; they are set at its end.
pub(super) fn registers(shape: &Shape, pipe: &mut Pipe) {
    pipe.out.line("  // The playout whose turn it is: whether a lane is played, or a lane's seed is taken.");
    pipe.register("state", shape.state(), 0);
    pipe.register("busy", BIT, 0);
    pipe.register("loads", BIT, 0);
    if shape.config.debug_ports {
        pipe.register("lane", shape.lane(), 0);
    }
    let tallied = shape.timing.tallied();
    pipe.register("played", shape.quota(), tallied);
    pipe.register("steps", shape.step(), tallied);
    if shape.config.first_moves {
        pipe.register("first", shape.code(), 0);
    }
    pipe.out.line("");
}

/// A free place takes the lane that is offered.
pub(super) fn take(shape: &Shape, pipe: &mut Pipe) {
    let places = shape.config.places as usize;
    let width = clog2(places + 1);
    let free = range(width as usize);
    let wide = |bit: &str| if width > 1 { format!("{{{}'d0, {bit}}}", width - 1) } else { bit.to_owned() };
    pipe.out.lines(&format!(
        "  // An offer is for whoever comes first and has a place free. That place may come later in the window, which
  // begins in the next clock. The next offer is two clocks away at least: until then it is counted.
  reg {free}free;
  reg some;
  reg claimed, filling, filled;
  wire claim = offer_i & some;
  assign room_o = some;
  wire {free}free_next = free + {freed} - {claimed};
  wire take = filling & ~filled & ~busy_0 & ~loads_0;",
        freed = wide("ended_o"),
        claimed = wide("claimed"),
    ));
    pipe.assign("taking", BIT, 0, "take | loads_0");
    pipe.out.lines(&format!(
        "  always @(posedge clk_i) begin
    claimed <= ~rst_i & claim;
    filling <= ~rst_i & (claim | (filling & ~(taking_0 & last_i)));
    filled <= filling & (take | filled);
    free <= rst_i ? {width}'d{places} : free_next;
    some <= ~rst_i & (free_next != 0);
  end"
    ));
    pipe.assign("goes_on", BIT, 0, "taking_0 & ~last_i");
    pipe.assign("begins", BIT, 0, "taking_0 & last_i");
    if shape.config.debug_ports {
        pipe.assign("of_lane", shape.lane(), 0, "take ? lane_i : lane_0");
    }
    pipe.out.line("  // Whether this is the last step of a playout at the latest, and the last playout of its lane.");
    let tallied = shape.timing.tallied();
    pipe.assign("steps_done", BIT, tallied, &format!("steps_{tallied} == step_last_i"));
    pipe.assign("last", BIT, tallied, &format!("played_{tallied} == quota_last_i"));
    pipe.out.line("");
}

/// The generators, just before draws are needed, and what goes round beside the game: through registers, or through memories.
pub(super) fn generators(shape: &Shape, pipe: &mut Pipe) {
    let time = shape.timing.draw();
    let mut offset = 0;
    for (g, &bits) in shape.picks.draws.generators.iter().enumerate() {
        if g == 0 {
            pipe.out.line("  // Random bits, made when they are needed.");
        }
        let bits = bits as usize;
        let load = pipe.at("taking", time);
        let draw = pipe.wire(&format!("draw{g}"), bits, time);
        let pins = [
            pin("clk_i", "clk_i"),
            pin("rst_i", "rst_i"),
            pin("load_i", &load),
            pin("chunk_i", &format!("chunk_i[{}:{offset}]", offset + bits - 1)),
            pin("draw_o", &draw),
        ];
        let places = shape.config.places;
        let module = format!("playout_generator #(.BITS({bits}), .PLACES({places}), .MEMORY(MEMORY))");
        instance(&mut pipe.out, &module, &format!("generator_{g}"), &pins);
        offset += bits;
    }
    round(shape, pipe);
}

/// Brings what only goes round to the end of the ring, all of it in one piece, or to where it is counted on behind the end.
fn round(shape: &Shape, pipe: &mut Pipe) {
    let clocks = shape.timing.end();
    if clocks == 0 {
        return;
    }
    let tallied = shape.timing.tallied();
    let fields = [("played", shape.quota()), ("steps", shape.step())];
    let bits: usize = fields.iter().map(|(_, bits)| bits).sum();
    let now: Vec<String> = fields.iter().map(|(name, _)| format!("{name}_{tallied}")).collect();
    pipe.out.line("  // What goes round beside the game.");
    let later: Vec<String> =
        fields.iter().map(|(name, bits)| pipe.wire(&format!("{name}_round"), *bits, clocks + tallied)).collect();
    let pins = [
        pin("clk_i", "clk_i"),
        pin("rst_i", "rst_i"),
        pin("data_i", &format!("{{{}}}", now.join(", "))),
        pin("data_o", &format!("{{{}}}", later.join(", "))),
    ];
    let memory = "MEMORY == 1 || MEMORY == 2 ? 1 : 0";
    let module = format!("playout_delay #(.WIDTH({bits}), .CLOCKS({clocks}), .MEMORY({memory}), .LATE(1))");
    instance(&mut pipe.out, &module, "round", &pins);
}

/// The name of what went round, where it is counted on.
pub(super) fn went_round(shape: &Shape, name: &str) -> String {
    match shape.timing.end() {
        0 => format!("{name}_0"),
        end => format!("{name}_round_{}", end + shape.timing.tallied()),
    }
}
