//! What goes round in a core beside the game: the registers that its ring begins with, random bits, the number of steps.

use super::Pipe;
use super::instance;
use crate::playout::shape::EngineShape;
use crate::playout::text::{BIT, pin};
use std::iter::once;

/// The registers at the beginning of the ring; they are set at its end.
pub(super) fn registers(shape: &EngineShape, pipe: &mut Pipe) {
    pipe.out.line(
        "  // The playout whose turn it is, if there is one: one that goes on, or one that begins, in its first clock. Which of
  // them the state is of, if of any, may be known late in that cycle.",
    );
    pipe.register("state", shape.state(), 0);
    pipe.register("going", BIT, 0);
    pipe.assign("busy", BIT, 0, "going_0 | begin_i");
    if shape.config.debug_ports {
        pipe.register("played", shape.quota(), 0);
        pipe.assign("playout", shape.quota(), 0, "going_0 ? played_0 : playout_i");
    }
    if shape.counts_steps() {
        pipe.register("steps", shape.step(), shape.timing.tallied());
    }
    if shape.config.first_moves {
        pipe.register("first", shape.code(), 0);
    }
    pipe.out.line("");
    let end = shape.timing.end();
    let behind = (1..=end).map(|time| pipe.at("busy", time));
    let busy: Vec<String> = once("going_0".to_owned()).chain(behind).collect();
    pipe.out.line(format!("  assign busy_o = {};", busy.join(" | ")));
    if end > 0 {
        let nears = pipe.at("busy", end - 1);
        pipe.out.line(format!("  assign nears_o = {nears};"));
    }
    if shape.config.unlimited {
        return;
    }
    let tallied = shape.timing.tallied();
    pipe.out.line("  // Whether this is the last step of a playout at the latest.");
    pipe.assign("steps_done", BIT, tallied, &format!("steps_{tallied} == step_last_i"));
    pipe.out.line("");
}

/// The random bits of a step, those of each generator for itself.
pub(super) fn draws(shape: &EngineShape, pipe: &mut Pipe) {
    let mut offset = 0;
    for (g, &bits) in shape.picks.draws.generators.iter().enumerate() {
        let bits = bits as usize;
        let value = format!("draw_i[{}:{offset}]", offset + bits - 1);
        pipe.assign(&format!("draw{g}"), bits, shape.timing.drawn(), &value);
        offset += bits;
    }
}

/// Brings the number of steps, which only goes round, to where it is counted on behind the end of the ring: through
/// registers, or through a memory.
pub(super) fn round(shape: &EngineShape, pipe: &mut Pipe) {
    let clocks = shape.timing.end();
    if clocks == 0 || !shape.counts_steps() {
        pipe.out.line("  wire unused_memory = MEMORY != 0;");
        return;
    }
    let (bits, tallied) = (shape.step(), shape.timing.tallied());
    pipe.out.line("  // What goes round beside the game.");
    let later = pipe.wire("steps_round", bits, clocks + tallied);
    let pins = [
        pin("clk_i", "clk_i"),
        pin("rst_i", "rst_i"),
        pin("data_i", &format!("steps_{tallied}")),
        pin("data_o", &later),
    ];
    let module = format!("playout_delay #(.WIDTH({bits}), .CLOCKS({clocks}), .MEMORY(MEMORY), .LATE(1))");
    instance(&mut pipe.out, &module, "round", &pins);
}

/// The name of the number of steps, where it is counted on.
pub(super) fn steps_round(shape: &EngineShape) -> String {
    match shape.timing.end() {
        0 => "steps_0".to_owned(),
        end => format!("steps_round_{}", end + shape.timing.tallied()),
    }
}
