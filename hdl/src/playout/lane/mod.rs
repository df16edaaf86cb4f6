//! The lane: what the cores that play one have in common, and these cores.
//!
//! ```text
//!   offer ─► taken ─► window: pieces of seeds ─► generators ─► random bits of a step for each core
//!                                      └─► playouts begin ◄─── which of them ended ◄─── cores
//! ```
//! Its slots have turns (`docs/PLAYOUTS.md`): in each cycle a turn for each core, in their order. So all cores draw from the
//! same generators, one behind another, and playouts that begin in the same cycle are counted in that order.
//!
//! Who has no lane takes the one that is offered, and the pieces of its seeds; then slots begin its playouts until all have
//! begun.

mod head;

use super::core::{debug, instance, pipe::Pipe};
use super::shape::EngineShape;
use super::text::{BIT, Text, pin, range};

/// The text of `<game>_lane`.
pub(super) fn text(shape: &EngineShape) -> String {
    let mut out = Text::default();
    head::write(shape, &mut out);
    let mut pipe = Pipe::new(out);
    take(shape, &mut pipe);
    begin(shape, &mut pipe);
    generators(shape, &mut pipe);
    let mut out = pipe.out;
    for core in 0..shape.config.cores_per_lane as usize {
        place(shape, core, &mut out);
    }
    if shape.config.debug_ports {
        let cores = shape.config.cores_per_lane;
        for port in debug::LANE {
            out.line(format!("  assign {port} = {{{cores}{{lane_q}}}};"));
        }
    }
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

/// Who has no lane takes the one that is offered.
fn take(shape: &EngineShape, pipe: &mut Pipe) {
    pipe.out.lines(
        "  // An offer is for whoever comes first and is free. Its window begins in the next cycle. Behind the last clock of it
  // all slots have their first turn, one after another.
  reg free_q;
  wire over;
  wire claim = offer_i & free_q;
  assign room_o = free_q;",
    );
    if shape.config.host_seeds {
        pipe.out.line("  wire last_i = 1'b1;");
    }
    let filling = pipe.register("filling", BIT, 0);
    pipe.out.lines(&format!(
        "  always @(posedge clk_i) begin
    free_q <= rst_i | over | (free_q & ~claim);
    {filling} <= ~rst_i & (claim | ({filling} & ~last_i));
    ended_o <= ~rst_i & over;
  end"
    ));
    if shape.config.debug_ports && shape.config.host_seeds {
        // Such an engine has one lane at a time.
        pipe.out.line(format!("  wire {}lane_q = 0;", range(shape.lane())));
    } else if shape.config.debug_ports {
        pipe.out.lines(&format!(
            "  reg claimed_q;
  reg {}lane_q;
  always @(posedge clk_i) begin
    claimed_q <= claim;
    if (claimed_q) lane_q <= lane_i;
  end",
            range(shape.lane())
        ));
    }
}

/// Lets the playouts begin.
fn begin(shape: &EngineShape, pipe: &mut Pipe) {
    let cores = shape.config.cores_per_lane;
    pipe.out.lines(&format!(
        "
  // Playouts end, and others begin in their slots until all have begun.
  localparam CORES = {cores};
  wire [CORES-1:0] ended, busy, begins;
  reg [CORES-1:0] wants_q;"
    ));
    if shape.timing.end() == 0 {
        pipe.out.line("  wire opens = filling_0 & last_i;");
    } else {
        pipe.out.lines(
            "  // Slots open one after another. The first playout has come to the last register but one when the last place does.
  wire [CORES-1:0] nears;
  reg opening_q;
  wire opens = (filling_0 & last_i) | opening_q;
  always @(posedge clk_i) opening_q <= ~rst_i & opens & ~nears[0];",
        );
        if cores > 1 {
            pipe.out.line("  wire unused_nears = &{1'b0, nears[CORES-1:1]};");
        }
    }
    let bits = shape.quota();
    let host = shape.config.host_seeds;
    let left = if shape.config.debug_ports || host { "left" } else { "unused_left" };
    pipe.out.lines(&format!("  wire none_left;\n  wire {}{left};", range(bits)));
    // Whether a playout begins is settled in its first clock, not in the one before: that is as long as the way from a
    // move to the end of a playout. What is left is loaded a cycle before there is room: a lane may be offered at once, and
    // what is left is looked at a cycle late.
    pipe.out.line("  always @(posedge clk_i) wants_q <= {CORES{~rst_i}} & (ended | {CORES{opens}});");
    if host {
        fed(shape, &mut pipe.out);
    }
    let [load, last] = if host { ["take_i", "quota_next"] } else { ["free_q | over", "quota_last_i"] };
    let pins = [
        pin("clk_i", "clk_i"),
        pin("load_i", load),
        pin("last_i", last),
        pin("wants_i", "wants_q"),
        pin("begins_o", "begins"),
        pin("left_o", left),
        pin("none_o", "none_left"),
    ];
    instance(&mut pipe.out, &format!("playout_quota #(.CORES(CORES), .QUOTA({bits}))"), "quota", &pins);
    pipe.out.line("  assign over = none_left & ~free_q & ~|busy;");
    if shape.config.debug_ports {
        if host {
            pipe.out.lines(&format!(
                "  reg {}quota_last_i;\n  always @(posedge clk_i) if (claim) quota_last_i <= left;",
                range(bits)
            ));
        }
        pipe.out.line(format!("  wire {}begun = quota_last_i - left;", range(bits)));
    }
    pipe.out.line("");
}

/// The bytes of a job on their way: through the generators, the last one first, and through the number of playouts.
fn fed(shape: &EngineShape, out: &mut Text) {
    let (generators, bits) = (shape.picks.draws.generators.len(), shape.quota());
    out.line(format!("  wire [7:0] {};", (0..=generators).map(|g| format!("fed{g}")).collect::<Vec<_>>().join(", ")));
    out.line(format!("  assign fed{generators} = byte_i;\n  assign byte_o = left[7:0];"));
    out.line(match bits {
        8 => "  wire [7:0] quota_next = fed0;".to_owned(),
        _ => format!("  wire {}quota_next = {{fed0, left[{}:8]}};", range(bits), bits - 1),
    });
}

/// The generators, just before draws are needed.
fn generators(shape: &EngineShape, pipe: &mut Pipe) {
    let time = shape.timing.draw();
    // Cores need draws a cycle after they are made, if that can be.
    let later = shape.timing.drawn() > time;
    if shape.config.host_seeds {
        return fed_generators(shape, pipe, later);
    }
    let mut offset = 0;
    for (g, (bits, piece)) in shape.given().zip(shape.pieces()).enumerate() {
        if g == 0 {
            pipe.out.line("  // Random bits, made when they are needed.");
        }
        let load = pipe.at("filling", time);
        // Another piece follows: that is seen a cycle before it is taken, where there is one.
        let more = match time {
            0 => "~last_i".to_owned(),
            time => pipe.at("filling", time - 1),
        };
        let [now, then] = draws(g, bits, later, &mut pipe.out);
        let pins = [
            pin("clk_i", "clk_i"),
            pin("load_i", &load),
            pin("more_i", &more),
            pin("clear_i", "free_q"),
            pin("chunk_i", &format!("chunk_i[{}:{offset}]", offset + piece - 1)),
            now,
            then,
        ];
        let moved = u8::from(!shape.config.few_resets);
        let enters =
            shape.seed_patterns.as_ref().map(|entry| format!(", .ENTERS(64'd{}), .PIECE({piece})", entry.places));
        let enters = enters.unwrap_or_default();
        let module = format!("playout_generator #(.BITS({bits}), .MOVED({moved}){enters})");
        instance(&mut pipe.out, &module, &format!("generator_{g}"), &pins);
        offset += piece;
    }
}

/// Declares the draws of a generator. Its pins for those of this clock, and of the one before; one of them is looked at.
fn draws(g: usize, bits: usize, later: bool, out: &mut Text) -> [String; 2] {
    let (draw, unused) = (format!("draw{g}"), format!("unused_draw{g}"));
    out.line(format!("  wire {}{draw}, {unused};", range(bits)));
    let [now, then] = if later { [&unused, &draw] } else { [&draw, &unused] };
    [pin("draw_o", now), pin("drawn_o", then)]
}

/// The generators whose seeds the host makes: they stand still until the first draw of a lane.
fn fed_generators(shape: &EngineShape, pipe: &mut Pipe, later: bool) {
    if shape.generators() == 0 {
        return;
    }
    let begins = pipe.at("filling", shape.timing.draw());
    pipe.out.lines(&format!(
        "  // Random bits, made when they are needed.
  reg runs_q;
  always @(posedge clk_i) runs_q <= {begins} | (runs_q & ~free_q);"
    ));
    for (g, bits) in shape.given().enumerate() {
        let [now, then] = draws(g, bits, later, &mut pipe.out);
        let pins = [
            pin("clk_i", "clk_i"),
            pin("take_i", "take_i"),
            pin("byte_i", &format!("fed{}", g + 1)),
            pin("byte_o", &format!("fed{g}")),
            pin("run_i", "runs_q"),
            now,
            then,
        ];
        let module = format!("playout_fed_generator #(.BITS({bits}))");
        instance(&mut pipe.out, &module, &format!("generator_{g}"), &pins);
    }
}

/// A core. The first one has the first of a generator's bits, which are the highest.
fn place(shape: &EngineShape, core: usize, out: &mut Text) {
    let config = &shape.config;
    let last = config.cores_per_lane as usize - 1;
    let part = |bits: usize, of: usize| format!("[{}:{}]", (of + 1) * bits - 1, of * bits);
    let bit = |name: &str| format!("{name}[{core}]");
    let mut pins = vec![pin("clk_i", "clk_i"), pin("rst_i", "rst_i"), pin("start_i", "start_i")];
    pins.extend((!config.unlimited).then(|| pin("step_last_i", "step_last_i")));
    if shape.turn() > 0 {
        let draws = shape.picks.draws.generators.iter().enumerate();
        let draws: Vec<String> =
            draws.map(|(g, &bits)| format!("draw{g}{}", part(bits as usize, last - core))).rev().collect();
        pins.push(pin("draw_i", &format!("{{{}}}", draws.join(", "))));
    }
    pins.push(pin("begin_i", &bit("begins")));
    if config.debug_ports {
        // Those before it begin theirs first.
        let zeros = match shape.quota() - 1 {
            0 => String::new(),
            bits => format!("{{{bits}{{1'b0}}}}, "),
        };
        let before: String = (0..core).map(|other| format!(" + {{{zeros}begins[{other}]}}")).collect();
        pins.push(pin("playout_i", &format!("begun{before}")));
    }
    pins.push(pin("ended_o", &bit("ended")));
    pins.push(pin("busy_o", &bit("busy")));
    pins.extend((shape.timing.end() > 0).then(|| pin("nears_o", &bit("nears"))));
    pins.push(pin("events_o", &format!("events_o{}", part(shape.counters.len(), core))));
    if config.first_moves {
        pins.push(pin("first_o", &bit("first_o")));
        pins.push(pin("first_code_o", &format!("first_code_o{}", part(shape.code(), core))));
        pins.push(pin("first_steps_o", &format!("first_steps_o{}", part(shape.step(), core))));
    }
    pins.extend(debug::ports(shape).map(|(name, bits, _)| match bits {
        BIT => pin(name, &bit(name)),
        bits => pin(name, &format!("{name}{}", part(bits, core))),
    }));
    let block = if shape.step_carries() { ", .BLOCK(BLOCK)" } else { "" };
    let module = format!("{} #(.MULTIPLY(MULTIPLY), .MEMORY(MEMORY){block})", shape.module("core"));
    instance(out, &module, &format!("core_{core}"), &pins);
}
