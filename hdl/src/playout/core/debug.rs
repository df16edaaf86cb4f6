//! Debug ports: a step as its joint move is made, and the end of a playout. What only they need, legal moves and joint
//! moves in the game's own words, is made here; synthesis drops it where nobody reads it.

use super::{Pipe, instance};
use crate::playout::picks::Member;
use crate::playout::shape::EngineShape;
use crate::playout::text::pin;

/// Ports that tell the lane.
pub(in crate::playout) const LANE: [&str; 2] = ["debug_move_lane_o", "debug_end_lane_o"];

/// The debug ports of a core: all playouts in flight are of one lane, which it does not know.
pub(in crate::playout) fn ports(shape: &EngineShape) -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    shape.debug_ports().into_iter().filter(|(name, ..)| !LANE.contains(name))
}

pub(super) fn write(shape: &EngineShape, pipe: &mut Pipe) {
    let (made, end) = (shape.timing.does(), shape.timing.end());
    if shape.moves > 0 {
        moves(shape, pipe);
    }
    let there: Vec<&str> = shape.debug_ports().iter().map(|port| port.0).collect();
    let values = [
        ("debug_move_o", "busy", made),
        ("debug_move_playout_o", "playout", made),
        ("debug_move_step_o", "steps", made),
        ("debug_state_o", "state", made),
        ("debug_legal_o", "legal", made),
        ("debug_does_o", "does", made),
        ("debug_stuck_o", "stuck", made),
        ("debug_end_playout_o", "playout", end),
        ("debug_end_state_o", "next", end),
        ("debug_end_terminal_o", "terminal", end),
        ("debug_end_goal_o", "goal", end),
    ];
    for (port, name, time) in values.into_iter().filter(|(port, ..)| there.contains(port)) {
        let value = pipe.at(name, time);
        pipe.out.line(format!("  assign {port} = {value};"));
    }
    let steps = pipe.at("steps", end);
    pipe.out.line(format!("  assign debug_end_step_o = {steps} + 1'b1;"));
    let ends = if shape.config.unlimited { "finished" } else { "finished | truncated" };
    pipe.out.line(format!("  assign debug_end_o = {ends};"));
}

/// The legal moves, and the joint move.
fn moves(shape: &EngineShape, pipe: &mut Pipe) {
    let made = shape.timing.does();
    pipe.out.line("  // Legal moves and joint move, for debug ports alone.");
    let state = pipe.at("state", made);
    let legal = pipe.wire("legal", shape.moves, made);
    let mut pins = Vec::new();
    pins.extend((shape.bases > 0).then(|| pin("state_i", &state)));
    pins.push(pin("legal_o", &legal));
    instance(&mut pipe.out, &shape.module("legal"), "legal", &pins);
    let does = pipe.wire("does", shape.moves, made);
    for &mv in &shape.picks.forced {
        pipe.out.line(format!("  assign {does}[{mv}] = {legal}[{mv}];"));
    }
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        let picked = pipe.at(&format!("pick{p}_"), made);
        for member in &picker.members {
            let whose =
                if picker.members.len() > 1 { format!(" & {}", chooses(&legal, member)) } else { String::new() };
            for (candidate, mv) in member.open.iter().enumerate() {
                pipe.out.line(format!("  assign {does}[{mv}] = {picked}[{candidate}]{whose};"));
            }
        }
    }
}

/// Whether it is this role that chooses, of several that share a picker: who has the move without alternative does not.
fn chooses(legal: &str, member: &Member) -> String {
    match member.alone {
        Some(alone) => format!("~{legal}[{alone}]"),
        None => {
            let open: Vec<String> = member.open.iter().map(|mv| format!("{legal}[{mv}]")).collect();
            format!("({})", open.join(" | "))
        }
    }
}
