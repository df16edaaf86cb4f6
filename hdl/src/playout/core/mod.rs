//! The core: a state register and what it takes to make a step of a playout in every cycle.
//!
//! ```text
//!        ┌─────────────────────────────────────────────────────────────────────────────┐
//!        ▼                                                                             │
//!   state register ─► legal ─► count ─► number drawn ─► move ─► next state ─► end ─► start or next state
//!   random bits of the lane ─► draw ─────┘
//! ```
//! Registers cut this ring anywhere ([`Timing`](super::timing::Timing)): then as many playouts are in flight as there are
//! registers one behind another, each a clock behind the one before. Whether a playout ends is seen before its last state
//! is stored: the next playout's first state takes its place, and no cycle is lost.
//!
//! The rules of the game are one module, `<game>_step`, made of [`PickerNet`](super::picker_net::PickerNet). Which playouts begin, and
//! with which bits they are played, is a matter of the [lane](super::lane).

pub(super) mod debug;
mod end;
mod head;
mod picks;
pub(super) mod pipe;
mod ring;

pub(super) use end::value_events;

use super::shape::EngineShape;
use super::text::{Text, pin};
use pipe::Pipe;
use std::fmt::Write;

/// The text of `<game>_core`.
pub(super) fn text(shape: &EngineShape) -> String {
    let mut out = Text::default();
    head::write(shape, &mut out);
    let mut pipe = Pipe::new(out);
    ring::registers(shape, &mut pipe);
    ring::draws(shape, &mut pipe);
    ring::round(shape, &mut pipe);
    step(shape, &mut pipe);
    picks::write(shape, &mut pipe);
    end::write(shape, &mut pipe);
    if shape.config.debug_ports {
        debug::write(shape, &mut pipe);
    }
    pipe.out.line("endmodule\n\n`default_nettype wire");
    pipe.out.finish()
}

/// The logic of the game: open candidates of the pickers in a state, and what follows from it and what they pick.
fn step(shape: &EngineShape, pipe: &mut Pipe) {
    let (timing, candidates) = (shape.timing, shape.picker_net.net.ports.inputs.len());
    pipe.out.line("  // The rules of the game: moves are candidates of pickers here, the last one being free.");
    let mut pins = Vec::new();
    pins.extend(shape.step_has_clock().then(|| pin("clk_i", "clk_i")));
    pins.extend(shape.step_carries().then(|| pin("rst_i", "rst_i")));
    pins.extend((shape.bases > 0).then(|| pin("state_i", "state_0")));
    pins.push(pin("legal_o", &pipe.wire("open", candidates, timing.legal)));
    pins.extend(shape.again.then(|| pin("again_o", &pipe.wire("again", candidates, timing.number()))));
    pins.push(pin("does_i", &pipe.wire("made", candidates, timing.does())));
    if shape.bases > 0 {
        pins.push(pin("next_o", &pipe.wire("next", shape.state(), timing.end())));
    }
    pins.push(pin("terminal_o", &pipe.wire("terminal", 0, timing.end())));
    if shape.num_goals() > 0 {
        pins.push(pin("goal_o", &pipe.wire("goal", shape.num_goals(), timing.end())));
    }
    let block = if shape.step_carries() { " #(.BLOCK(BLOCK))" } else { "" };
    instance(&mut pipe.out, &format!("{}{block}", shape.module("step")), "step", &pins);
    if shape.again {
        let again = pipe.at("again", timing.number());
        pipe.out.line(format!("  wire unused_again = &{{1'b0, {again}}};"));
    }
    if shape.picks.pickers.is_empty() {
        pipe.out.line("  wire unused_multiply = MULTIPLY != 0;");
    }
    if shape.bases == 0 {
        let state = pipe.at("state", timing.end());
        pipe.assign("next", shape.state(), timing.end(), &state);
    }
}

/// An instance of a module, its name being `u_` and what it is.
pub(crate) fn instance(out: &mut Text, module: &str, name: &str, pins: &[String]) {
    let mut head = String::new();
    let _ok = write!(head, "  {module} u_{name}");
    out.line(format!("{head} ("));
    for (i, pin) in pins.iter().enumerate() {
        out.line(format!("      {pin}{}", if i + 1 < pins.len() { "," } else { "" }));
    }
    out.line("  );\n");
}
