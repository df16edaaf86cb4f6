//! The end of a step: where playouts end, what begins in their place, and what counts.

use super::Pipe;
use super::ring::steps_round;
use crate::playout::counters::{COMMON, FINISHED};
use crate::playout::shape::EngineShape;
use crate::playout::text::{Text, range};

pub(super) fn write(shape: &EngineShape, pipe: &mut Pipe) {
    let end = shape.timing.end();
    let [busy, stuck] = ["busy", "stuck"].map(|name| pipe.at(name, end));
    let done = (!shape.config.unlimited).then(|| pipe.at("steps_done", end));
    let or_done = done.as_ref().map_or(String::new(), |done| format!(" | {done}"));
    pipe.out.lines(&format!(
        "  // The end of a playout, seen in the state that comes next.
  wire ends = {stuck} | terminal_{end}{or_done};
  assign ended_o = {busy} & ends;
  wire goes_on = {busy} & ~ends;
  wire finished = {busy} & ~{stuck} & terminal_{end};"
    ));
    if let Some(done) = done {
        pipe.out.line(format!("  wire truncated = {busy} & ~{stuck} & ~terminal_{end} & {done};"));
    }
    restart(shape, pipe);
    events(shape, pipe);
}

fn restart(shape: &EngineShape, pipe: &mut Pipe) {
    let end = shape.timing.end();
    let playout = shape.config.debug_ports.then(|| pipe.at("playout", end));
    pipe.out.lines(&format!(
        "  always @(posedge clk_i) begin
    going_0 <= ~rst_i & goes_on;
    state_0 <= goes_on ? next_{end} : start_i;"
    ));
    if let Some(playout) = playout {
        pipe.out.line(format!("    played_0 <= {playout};"));
    }
    pipe.out.line("  end");
    tally(shape, pipe);
    if shape.config.first_moves {
        let code = pipe.at("code", end);
        pipe.out.line(format!("  always @(posedge clk_i) first_0 <= {code};"));
    }
    pipe.out.line("");
}

/// The number of steps: set with the state, or a clock behind it.
fn tally(shape: &EngineShape, pipe: &mut Pipe) {
    if !shape.counts_steps() {
        return;
    }
    let tallied = shape.timing.tallied();
    // What is high where the number is 0 again is the flip-flops' own reset, without an inverter.
    let ended = if tallied == 0 {
        "(~goes_on)"
    } else {
        pipe.out.line("  reg over_q;\n  always @(posedge clk_i) over_q <= ~goes_on;");
        "over_q"
    };
    pipe.out.line(format!(
        "  always @(posedge clk_i) steps_{tallied} <= {ended} ? {{{}{{1'b0}}}} : {} + 1'b1;",
        shape.step(),
        steps_round(shape),
    ));
}

fn events(shape: &EngineShape, pipe: &mut Pipe) {
    let end = shape.timing.end();
    let (busy, stuck) = (pipe.at("busy", end), pipe.at("stuck", end));
    let mut bits =
        vec![format!("{busy} & ~{stuck}"), "finished".into(), "truncated".into(), format!("{busy} & {stuck}")];
    let values = value_events(shape, &mut pipe.out, &format!("goal_{end}"), "");
    bits.extend(values.iter().map(|value| format!("finished & {value}")));
    pipe.out.line("  always @(posedge clk_i) begin");
    for (bit, event) in bits.iter().enumerate() {
        // What follows from other counters is not counted.
        let event = if shape.derived.is_counted(bit) { format!("~rst_i & {event}") } else { "1'b0".to_owned() };
        pipe.out.line(format!("    events_o[{bit}] <= {event};"));
    }
    pipe.out.line("  end");
    let mut finishing = std::iter::once(FINISHED).chain(COMMON.len()..bits.len());
    if !finishing.any(|bit| shape.derived.is_counted(bit)) {
        pipe.out.line("  wire unused_finished = finished;");
    }
    if shape.config.first_moves {
        let (code, steps) = (pipe.at("code", end), pipe.at("steps", end));
        pipe.out.lines(&format!(
            "  always @(posedge clk_i) begin
    first_o <= ~rst_i & ended_o & ~({stuck} & {steps} == 0);
    first_code_o <= {code};
    first_steps_o <= {stuck} ? {steps} : {steps} + 1'b1;
  end"
        ));
    }
    pipe.out.line("");
}

/// Declares what says whether a role has one goal value only, and gives for each counter of a goal value the
/// condition under which it counts.
pub(in crate::playout) fn value_events(shape: &EngineShape, out: &mut Text, goal: &str, suffix: &str) -> Vec<String> {
    let counted = &shape.counters.counted;
    if shape.num_goals() > 0 {
        // Of goals that always hold together one is looked at.
        out.line(format!("  wire unused_goals{suffix} = &{{1'b0, {goal}}};"));
    }
    for (role, goals) in shape.goals.iter().enumerate() {
        let used = counted.iter().any(|(goal, others)| goals.contains(goal) && !others.is_empty());
        if used {
            let (first, last) = (goals.start, goals.end - 1);
            out.line(format!("  wire {}of_{role}{suffix} = {goal}[{last}:{first}];", range(goals.len())));
            out.line(format!("  wire single_{role}{suffix} = ~|(of_{role}{suffix} & (of_{role}{suffix} - 1'b1));"));
        }
    }
    let condition = |(own, others): &(usize, Vec<usize>)| {
        let bit = format!("{goal}[{own}]");
        let role = shape.goals.iter().position(|goals| goals.contains(own)).unwrap_or(0);
        if others.is_empty() { bit } else { format!("{bit} & single_{role}{suffix}") }
    };
    counted.iter().map(condition).collect()
}
