//! The core: a state register and what it takes to make a step of a playout in every clock.
//!
//! ```text
//!          ┌────────────────────────────────────────────────────────────────────────┐
//!          ▼                                                                        │
//!   state register ─► legal ─┊─► generators, pickers ─┊─► next ─┊─► end ─► start or next state
//! ```
//! The dotted cuts are registers when a core has several playouts in flight. Whether a playout ends is seen before its
//! last state is stored: the next playout's first state takes its place, and no clock is lost.

use super::picks::{Member, Picker};
use super::shape::Shape;
use super::text::{BIT, Text, pin, port, range};
use std::fmt::Write;

/// A value that travels with a playout from stage to stage.
#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    bits: usize,
    /// Whether reset clears it.
    reset: bool,
}

fn field(name: &'static str, bits: usize) -> Field {
    Field { name, bits, reset: false }
}

/// The text of `<game>_core`.
pub(super) fn text(shape: &Shape) -> String {
    let mut out = Text::default();
    header(shape, &mut out);
    let cuts = shape.config.cuts();
    registers(shape, &mut out);
    legal(shape, &mut out);
    let mut fields = context(shape);
    fields.extend([field("state", shape.state())]);
    fields.extend((shape.moves > 0).then(|| field("legal", shape.moves)));
    cut(&mut out, "the legal moves", 0, cuts.legal, &fields);
    picks(shape, &mut out);
    let mut fields = context(shape);
    fields.retain(|field| !["generators", "first"].contains(&field.name));
    fields.extend((shape.generators() > 0).then(|| field("drawn", shape.generators())));
    fields.extend(shape.config.first_moves.then(|| field("code", shape.code())));
    fields.extend([field("stuck", BIT), field("last", BIT)]);
    let mut picked = vec![field("state", shape.state())];
    picked.extend((shape.moves > 0).then(|| field("does", shape.moves)));
    picked.extend(&fields);
    cut(&mut out, "the picks", 1, cuts.pick, &picked);
    next(shape, &mut out);
    let mut ended = vec![field("next", shape.state())];
    ended.extend(fields);
    cut(&mut out, "the next state", 2, cuts.next, &ended);
    end(shape, &mut out);
    debug(shape, &mut out);
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

/// What every stage carries, beside its own results.
fn context(shape: &Shape) -> Vec<Field> {
    let mut fields = vec![
        Field { name: "busy", bits: BIT, reset: true },
        field("lane", shape.lane()),
        field("played", shape.quota()),
        field("steps", shape.step()),
    ];
    fields.extend((shape.generators() > 0).then(|| field("generators", shape.generators())));
    fields.extend(shape.config.first_moves.then(|| field("first", shape.code())));
    fields
}

fn header(shape: &Shape, out: &mut Text) {
    let config = &shape.config;
    out.lines(&format!(
        "// One core of the playout engine: a step of a playout in every clock, {} in flight.\n\
         //\n\
         // {} pickers, {} random bits a step.\n\
         // Ports are described in INTERFACE.md. The debug ports may stay open: then nothing of them is built.\n\
         \n`default_nettype none\n",
        if config.lanes_per_core == 1 {
            "one playout".to_owned()
        } else {
            format!("{} playouts", config.lanes_per_core)
        },
        shape.picks.pickers.len(),
        shape.picks.draws.generators.iter().sum::<u32>(),
    ));
    let mut ports = vec![
        port("input  wire", BIT, "clk_i"),
        port("input  wire", BIT, "rst_i"),
        port("input  wire", shape.state(), "start_i  // the job's start state"),
        port("input  wire", shape.quota(), "quota_last_i  // playouts per lane - 1"),
        port("input  wire", shape.step(), "step_last_i  // step limit - 1"),
        port("input  wire", BIT, "show_i  // a lane is there to be taken"),
        port("input  wire", shape.lane(), "lane_i  // its number"),
    ];
    ports.extend((shape.generators() > 0).then(|| port("input  wire", shape.generators(), "seed_i  // its seed")));
    ports.extend([
        port("output wire", BIT, "took_o  // the lane is taken"),
        port("output wire", BIT, "idle_o  // the place that has its turn in the next clock is free"),
        port("output wire", BIT, "last_o  // it plays the last playout of a lane"),
        port("output wire", BIT, "busy_o  // a lane is played"),
        port("output reg ", shape.counters.len(), "events_o  // what counts in this clock"),
    ]);
    if shape.config.first_moves {
        ports.push(port("output reg ", BIT, "first_o  // a playout with moves ended, with the events"));
        ports.push(port("output reg ", shape.code(), "first_code_o  // its first joint move"));
        ports.push(port("output reg ", shape.step(), "first_steps_o  // its steps"));
    }
    ports.extend(
        shape
            .debug_ports()
            .into_iter()
            .map(|(name, bits, meaning)| port("output wire", bits, &format!("{name}  // {meaning}"))),
    );
    out.list(&format!("module {}", shape.module("core")), &ports);
}

/// The registers at the beginning of the ring; they are set at its end.
fn registers(shape: &Shape, out: &mut Text) {
    out.line("  // The playout whose turn it is.");
    out.line(format!("  reg {}state_0;", range(shape.state())));
    for Field { name, bits, .. } in context(shape) {
        out.line(format!("  reg {}{name}_0;", range(bits)));
    }
    out.line("");
}

fn legal(shape: &Shape, out: &mut Text) {
    if shape.moves == 0 {
        return;
    }
    out.line(format!("  wire [{}:0] legal_0;", shape.moves - 1));
    let mut pins = Vec::new();
    pins.extend((shape.bases > 0).then(|| pin("state_i", "state_0")));
    pins.push(pin("legal_o", "legal_0"));
    instance(out, &shape.module("legal"), "legal", &pins);
}

/// Hands fields on from stage `from` to the next, through registers or straight.
fn cut(out: &mut Text, what: &str, from: usize, registered: bool, fields: &[Field]) {
    let to = from + 1;
    if !registered {
        out.line(format!("  // No registers behind {what}."));
        for Field { name, bits, .. } in fields {
            out.line(format!("  wire {}{name}_{to} = {name}_{from};", range(*bits)));
        }
        out.line("");
        return;
    }
    out.line(format!("  // Registers behind {what}."));
    for Field { name, bits, .. } in fields {
        out.line(format!("  reg {}{name}_{to};", range(*bits)));
    }
    out.line("  always @(posedge clk_i) begin");
    for Field { name, reset, .. } in fields {
        let value = if *reset { format!("{name}_{from} & ~rst_i") } else { format!("{name}_{from}") };
        out.line(format!("    {name}_{to} <= {value};"));
    }
    out.line("  end\n");
}

fn picks(shape: &Shape, out: &mut Text) {
    let draws = &shape.picks.draws;
    if shape.generators() > 0 {
        out.line("  // Random bits.");
        out.line(format!("  wire [{}:0] drawn_1;", shape.generators() - 1));
    }
    for (g, bits) in draws.generators.iter().enumerate() {
        out.line(format!("  wire [{}:0] draw_{g};", bits - 1));
        let part = |signal: &str| format!("{signal}[{}:{}]", 64 * g + 63, 64 * g);
        let pins = [
            pin("state_i", &part("generators_1")),
            pin("state_o", &part("drawn_1")),
            pin("draw_o", &format!("draw_{g}")),
        ];
        instance(out, &format!("playout_generator #(.BITS({bits}))"), &format!("generator_{g}"), &pins);
    }
    if shape.moves > 0 {
        out.line("  // The joint move.");
        out.line(format!("  wire [{}:0] does_1;", shape.moves - 1));
    }
    for &mv in &shape.picks.forced {
        out.line(format!("  assign does_1[{mv}] = legal_1[{mv}];"));
    }
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        pick(shape, p, picker, out);
    }
    stuck(shape, out);
    out.line("  // The playout is the last one of its lane.");
    out.line("  wire last_1 = played_1 == quota_last_i;");
    if shape.config.first_moves {
        let codes: Vec<String> = (0..shape.picks.pickers.len()).rev().map(|p| format!("number_{p}")).collect();
        let codes = if codes.is_empty() { "1'b0".to_owned() } else { format!("{{{}}}", codes.join(", ")) };
        out.line(format!("  wire {}code_1 = (steps_1 == 0) ? {codes} : first_1;", range(shape.code())));
    }
    out.line("");
}

fn pick(shape: &Shape, p: usize, picker: &Picker, out: &mut Text) {
    let slots = picker.slots();
    let roles: Vec<&str> = picker.members.iter().map(|member| shape.roles[member.role].as_str()).collect();
    out.line(format!("\n  // {}", gdl2hdl_compiler::emit::comment(&roles.join(", "))));
    out.line(format!("  wire [{}:0] open_{p};", slots - 1));
    for slot in 0..slots {
        let moves: Vec<String> =
            picker.members.iter().filter_map(|m| m.open.get(slot)).map(|mv| format!("legal_1[{mv}]")).collect();
        out.line(format!("  assign open_{p}[{slot}] = {};", moves.join(" | ")));
    }
    let draw = picker.draw;
    let high = shape.picks.draws.generators[draw.generator as usize] - 1 - draw.offset;
    let number = if shape.config.first_moves { format!("number_{p}") } else { format!("unused_number_{p}") };
    out.line(format!("  wire any_{p};"));
    out.line(format!("  wire {}{number};", range(picker.number_bits() as usize)));
    out.line(format!("  wire [{}:0] pick_{p};", slots - 1));
    let pins = [
        pin("legal_i", &format!("open_{p}")),
        pin("draw_i", &format!("draw_{}[{high}:{}]", draw.generator, high + 1 - draw.bits)),
        pin("any_o", &format!("any_{p}")),
        pin("number_o", &number),
        pin("pick_o", &format!("pick_{p}")),
    ];
    let multiply = if shape.config.multipliers { ", .MULTIPLY(1)" } else { "" };
    let module = format!("playout_picker #(.MOVES({slots}), .DRAW({}){multiply})", draw.bits);
    instance(out, &module, &format!("picker_{p}"), &pins);
    for member in &picker.members {
        for (slot, mv) in member.open.iter().enumerate() {
            let whose = if picker.members.len() > 1 { format!(" & legal_1[{mv}]") } else { String::new() };
            out.line(format!("  assign does_1[{mv}] = pick_{p}[{slot}]{whose};"));
        }
    }
}

/// Some role has no legal move.
fn stuck(shape: &Shape, out: &mut Text) {
    let mut free: Vec<String> = shape.picks.without.iter().map(|(_, moves)| any_legal(moves)).collect();
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        free.extend(can_move(shape, p, &picker.members));
    }
    out.line("\n  // Some role has no legal move.");
    out.line(format!("  wire stuck_1 = ~({});", free.join("\n      & ")));
}

/// Conditions that all hold when each of the roles of a picker has a legal move.
fn can_move(shape: &Shape, p: usize, members: &[Member]) -> Vec<String> {
    let alone: Option<Vec<usize>> = members.iter().map(|member| member.alone).collect();
    match (members, alone) {
        ([_], None) => vec![format!("any_{p}")],
        ([_], Some(alone)) => vec![format!("(any_{p} | legal_1[{}])", alone[0])],
        // At most one has a choice, and who has one does not have the move without alternative: so these are counted.
        (_, Some(alone)) => {
            let all_but = |left_out: usize| -> String {
                let legal: Vec<String> = alone
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| *i != left_out)
                    .map(|(_, mv)| format!("legal_1[{mv}]"))
                    .collect();
                legal.join(" & ")
            };
            let others: Vec<String> = (0..alone.len()).map(all_but).collect();
            vec![format!("(any_{p} ? ({}) : ({}))", others.join(" | "), all_but(usize::MAX))]
        }
        (_, None) => {
            members.iter().map(|member| any_legal(&shape.moves_of[member.role].clone().collect::<Vec<_>>())).collect()
        }
    }
}

/// Whether any of a role's moves is legal. The moves of a role stand side by side.
fn any_legal(moves: &[usize]) -> String {
    match moves {
        [] => "1'b0".to_owned(),
        [only] => format!("legal_1[{only}]"),
        [first, .., last] => format!("(|legal_1[{last}:{first}])"),
    }
}

fn next(shape: &Shape, out: &mut Text) {
    if shape.bases == 0 {
        out.line("  wire next_2 = state_2;\n");
        return;
    }
    out.line(format!("  wire {}next_2;", range(shape.state())));
    let mut pins = vec![pin("state_i", "state_2")];
    pins.extend((shape.moves > 0).then(|| pin("does_i", "does_2")));
    pins.push(pin("next_o", "next_2"));
    instance(out, &shape.module("next"), "next", &pins);
}

fn end(shape: &Shape, out: &mut Text) {
    out.line("  // The end of a playout, seen in the state that comes next.");
    out.line("  wire terminal;");
    let mut pins = Vec::new();
    pins.extend((shape.bases > 0).then(|| pin("state_i", "next_3")));
    if shape.num_goals() > 0 {
        out.line(format!("  wire {}goal;", range(shape.num_goals())));
        pins.push(pin("goal_o", "goal"));
    }
    pins.push(pin("terminal_o", "terminal"));
    instance(out, &shape.module("end"), "end", &pins);
    out.lines(
        "  wire steps_done = steps_3 == step_last_i;
  wire ended = busy_3 & (stuck_3 | terminal | steps_done);
  wire finished = busy_3 & ~stuck_3 & terminal;
  wire truncated = busy_3 & ~stuck_3 & ~terminal & steps_done;
  wire free = ~busy_3 | (ended & last_3);
  assign took_o = show_i & free;
",
    );
    let busy: Vec<String> = busy_stages(shape).iter().map(|stage| format!("busy_{stage}")).collect();
    out.line(format!("  assign busy_o = {};", busy.join(" | ")));
    // A lane is shown one clock after it is asked for: to the place that then has its turn.
    let soon = if shape.config.cuts().next { 2 } else { 1 };
    out.line(format!("  assign idle_o = ~busy_{soon};"));
    out.line(format!("  assign last_o = busy_{soon} & last_{soon};\n"));
    restart(shape, out);
    events(shape, out);
}

/// The stages that begin with registers of their own.
fn busy_stages(shape: &Shape) -> Vec<usize> {
    let cuts = shape.config.cuts();
    let registered = [true, cuts.legal, cuts.pick, cuts.next];
    (0..registered.len()).filter(|&stage| registered[stage]).collect()
}

fn restart(shape: &Shape, out: &mut Text) {
    let one = "1'b1";
    out.lines(&format!(
        "  always @(posedge clk_i) begin
    busy_0 <= ~rst_i & (took_o | (busy_3 & ~(ended & last_3)));
    lane_0 <= took_o ? lane_i : lane_3;
    state_0 <= (ended | ~busy_3) ? start_i : next_3;
    steps_0 <= (ended | ~busy_3) ? {{{steps}{{1'b0}}}} : steps_3 + {one};
    played_0 <= free ? {{{quota}{{1'b0}}}} : ended ? played_3 + {one} : played_3;",
        steps = shape.step(),
        quota = shape.quota(),
    ));
    if shape.generators() > 0 {
        out.line("    generators_0 <= took_o ? seed_i : drawn_3;");
    }
    if shape.config.first_moves {
        out.line("    first_0 <= code_3;");
    }
    out.line("  end\n");
}

fn events(shape: &Shape, out: &mut Text) {
    let mut bits =
        vec!["busy_3 & ~stuck_3".to_owned(), "finished".into(), "truncated".into(), "busy_3 & stuck_3".into()];
    let values = value_events(shape, out, "goal", "");
    bits.extend(values.iter().map(|value| format!("finished & {value}")));
    out.line("  always @(posedge clk_i) begin");
    for (bit, event) in bits.iter().enumerate() {
        out.line(format!("    events_o[{bit}] <= ~rst_i & {event};"));
    }
    if shape.config.first_moves {
        out.line("    first_o <= ~rst_i & ended & ~(stuck_3 & steps_3 == 0);");
        out.line("    first_code_o <= code_3;");
        out.line("    first_steps_o <= stuck_3 ? steps_3 : steps_3 + 1'b1;");
    }
    out.line("  end\n");
}

/// Declares what says whether a role has one goal value only, and gives for each counter of a goal value the
/// condition under which it counts.
pub(super) fn value_events(shape: &Shape, out: &mut Text, goal: &str, suffix: &str) -> Vec<String> {
    let counted = &shape.counters.counted;
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

fn debug(shape: &Shape, out: &mut Text) {
    let signals = [
        ("debug_move_o", "busy_1"),
        ("debug_move_lane_o", "lane_1"),
        ("debug_move_playout_o", "played_1"),
        ("debug_move_step_o", "steps_1"),
        ("debug_state_o", "state_1"),
        ("debug_legal_o", "legal_1"),
        ("debug_does_o", "does_1"),
        ("debug_stuck_o", "stuck_1"),
        ("debug_end_o", "finished | truncated"),
        ("debug_end_lane_o", "lane_3"),
        ("debug_end_playout_o", "played_3"),
        ("debug_end_step_o", "steps_3 + 1'b1"),
        ("debug_end_state_o", "next_3"),
        ("debug_end_terminal_o", "terminal"),
        ("debug_end_goal_o", "goal"),
    ];
    let there = shape.debug_ports();
    for (name, signal) in signals.iter().filter(|(name, _)| there.iter().any(|port| port.0 == *name)) {
        out.line(format!("  assign {name} = {signal};"));
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
