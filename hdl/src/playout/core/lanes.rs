//! The lane of a core: how it is taken, how its playouts begin one after another, and its generators.

use super::Pipe;
use super::instance;
use crate::playout::shape::Shape;
use crate::playout::text::{BIT, pin, range};

/// The registers at the beginning of the ring; they are set at its end.
pub(super) fn registers(shape: &Shape, pipe: &mut Pipe) {
    pipe.out.line("  // The playout whose turn it is, if there is one.");
    pipe.register("state", shape.state(), 0);
    pipe.register("busy", BIT, 0);
    if shape.config.debug_ports {
        pipe.register("playout", shape.quota(), 0);
    }
    pipe.register("steps", shape.step(), shape.timing.tallied());
    if shape.config.first_moves {
        pipe.register("first", shape.code(), 0);
    }
    pipe.out.line("");
}

/// A core without a lane takes the one that is offered.
pub(super) fn take(shape: &Shape, pipe: &mut Pipe) {
    pipe.out.lines(
        "  // An offer is for whoever comes first and is free. Its window begins in the next clock. Behind the last clock of it
  // all places have their first turn, one after another.
  reg free;
  wire over;
  wire claim = offer_i & free;
  assign room_o = free;",
    );
    let filling = pipe.register("filling", BIT, 0);
    pipe.out.lines(&format!(
        "  always @(posedge clk_i) begin
    free <= rst_i | over | (free & ~claim);
    {filling} <= ~rst_i & (claim | ({filling} & ~last_i));
  end"
    ));
    if shape.config.debug_ports {
        pipe.out.lines(&format!(
            "  reg claimed;
  reg {}lane;
  always @(posedge clk_i) begin
    claimed <= claim;
    if (claimed) lane <= lane_i;
  end",
            range(shape.lane())
        ));
    }
    begun(shape, pipe);
    let tallied = shape.timing.tallied();
    pipe.out.line("  // Whether this is the last step of a playout at the latest.");
    pipe.assign("steps_done", BIT, tallied, &format!("steps_{tallied} == step_last_i"));
    pipe.out.line("");
}

/// Counts the playouts of the lane that have begun; whether places have their first turn.
fn begun(shape: &Shape, pipe: &mut Pipe) {
    let end = shape.timing.end();
    if end == 0 {
        pipe.out.line("  wire opens = filling_0 & last_i;");
    } else {
        // The first one has come to the last register but one when the last place has its first turn.
        let first = pipe.at("busy", end - 1);
        pipe.out.lines(&format!(
            "  reg opening;
  wire opens = (filling_0 & last_i) | opening;
  always @(posedge clk_i) opening <= ~rst_i & opens & ~{first};"
        ));
    }
    let bits = shape.quota();
    pipe.out.lines(&format!(
        "  // Playouts that have begun, and whether these are all.
  reg {}begun;
  reg all_begun;
  wire begins;
  always @(posedge clk_i) begin
    all_begun <= ~free & (all_begun | (begins & begun == quota_last_i));
    if (free) begun <= {{{bits}{{1'b0}}}};
    else if (begins) begun <= begun + 1'b1;
  end",
        range(bits)
    ));
    let idle: Vec<String> = (0..=end).map(|time| pipe.at("busy", time)).collect();
    pipe.out.line(format!("  assign over = all_begun & ~free & ~({});", idle.join(" | ")));
}

/// The generators, just before draws are needed, and what goes round beside the game: through registers, or through a
/// memory.
pub(super) fn generators(shape: &Shape, pipe: &mut Pipe) {
    let (time, early) = (shape.timing.draw(), shape.is_early());
    let mut offset = 0;
    for (g, &bits) in shape.picks.draws.generators.iter().enumerate() {
        if g == 0 {
            pipe.out.line("  // Random bits, made when they are needed.");
        }
        let bits = bits as usize;
        let load = pipe.at("filling", time + usize::from(early));
        let draw = pipe.wire(&format!("draw{g}"), bits, time);
        let pins = [
            pin("clk_i", "clk_i"),
            pin("load_i", &load),
            pin("chunk_i", &format!("chunk_i[{}:{offset}]", offset + bits - 1)),
            pin("draw_o", &draw),
        ];
        let module = format!("playout_generator #(.BITS({bits}), .EARLY({}))", u8::from(early));
        instance(&mut pipe.out, &module, &format!("generator_{g}"), &pins);
        offset += bits;
    }
    round(shape, pipe);
}

/// Brings the number of steps, which only goes round, to where it is counted on behind the end of the ring.
fn round(shape: &Shape, pipe: &mut Pipe) {
    let clocks = shape.timing.end();
    if clocks == 0 {
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
pub(super) fn steps_round(shape: &Shape) -> String {
    match shape.timing.end() {
        0 => "steps_0".to_owned(),
        end => format!("steps_round_{}", end + shape.timing.tallied()),
    }
}
