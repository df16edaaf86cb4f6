//! The picks: which move each role makes.

use super::{Pipe, instance};
use crate::playout::picks::{Member, Picker};
use crate::playout::shape::Shape;
use crate::playout::text::{BIT, pin};

pub(super) fn write(shape: &Shape, pipe: &mut Pipe) {
    let made = shape.timing.does();
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        pick(shape, p, picker, pipe);
    }
    if !shape.picks.forced.is_empty() {
        pipe.out.line("  // Moves without alternative.");
        let legal = pipe.at("legal", made);
        for &mv in &shape.picks.forced {
            pipe.out.line(format!("  assign does_{made}[{mv}] = {legal}[{mv}];"));
        }
    }
    stuck(shape, pipe);
    pipe.at("stuck", made);
    if shape.config.first_moves {
        let codes = (0..shape.picks.pickers.len()).rev().map(|p| pipe.at(&format!("number{p}_"), made));
        let codes: Vec<String> = codes.collect();
        let codes = if codes.is_empty() { "1'b0".to_owned() } else { format!("{{{}}}", codes.join(", ")) };
        pipe.assign("begun", BIT, 0, "steps_0 == 0");
        let (begun, first) = (pipe.at("begun", made), pipe.at("first", made));
        pipe.assign("code", shape.code(), made, &format!("{begun} ? {codes} : {first}"));
    }
    pipe.out.line("");
}

fn pick(shape: &Shape, p: usize, picker: &Picker, pipe: &mut Pipe) {
    let (timing, slots) = (shape.timing, picker.slots());
    let roles: Vec<&str> = picker.members.iter().map(|member| shape.roles[member.role].as_str()).collect();
    pipe.out.line(format!("  // {}", gdl2hdl_compiler::emit::comment(&roles.join(", "))));
    let legal = pipe.at("legal", timing.legal);
    let open = pipe.wire(&format!("open{p}_"), slots, timing.legal);
    for slot in 0..slots {
        let moves = picker.members.iter().filter_map(|member| member.open.get(slot));
        let moves: Vec<String> = moves.map(|mv| format!("{legal}[{mv}]")).collect();
        pipe.out.line(format!("  assign {open}[{slot}] = {};", moves.join(" | ")));
    }
    let draw = picker.draw;
    let high = shape.picks.draws.generators[draw.generator as usize] - 1 - draw.offset;
    let drawn = pipe.at(&format!("draw{}", draw.generator), timing.draw());
    let any = pipe.wire(&format!("any{p}_"), BIT, timing.draw());
    let bits = picker.number_bits() as usize;
    // Without counters for first moves nobody needs the number.
    let number = if shape.config.first_moves { format!("number{p}_") } else { format!("unused_number{p}_") };
    let number = pipe.wire(&number, bits, timing.number());
    let picked = pipe.wire(&format!("pick{p}_"), slots, timing.pick());
    let pins = [
        pin("clk_i", "clk_i"),
        pin("legal_i", &open),
        pin("draw_i", &format!("{drawn}[{high}:{}]", high + 1 - draw.bits)),
        pin("any_o", &any),
        pin("number_o", &number),
        pin("pick_o", &picked),
    ];
    let mut parameters = vec![format!(".MOVES({slots})"), format!(".DRAW({})", draw.bits)];
    parameters.extend(shape.config.multipliers.then(|| ".MULTIPLY(1)".to_owned()));
    let cuts = [("COUNTED", timing.counted), ("SCALED", timing.scaled), ("HALVED", timing.halved)];
    parameters.extend(cuts.iter().filter(|cut| cut.1 > 0).map(|(name, clocks)| format!(".{name}({clocks})")));
    let module = format!("playout_picker #({})", parameters.join(", "));
    instance(&mut pipe.out, &module, &format!("picker_{p}"), &pins);
    let made = timing.does();
    let picked = pipe.at(&format!("pick{p}_"), made);
    for member in &picker.members {
        let whose = if picker.members.len() > 1 { format!(" & {}", chooser(shape, member, pipe)) } else { String::new() };
        for (slot, mv) in member.open.iter().enumerate() {
            pipe.out.line(format!("  assign does_{made}[{mv}] = {picked}[{slot}]{whose};"));
        }
    }
}

/// Whether it is this role that chooses, of several that share a picker, when the joint move is made. Of these one has a
/// choice at most; who has the move without alternative has none.
fn chooser(shape: &Shape, member: &Member, pipe: &mut Pipe) -> String {
    let (first, made) = (shape.timing.legal, shape.timing.does());
    let name = format!("chooses{}_", member.role);
    let legal = pipe.at("legal", first);
    let value = match member.alone {
        Some(alone) => format!("~{legal}[{alone}]"),
        None => any_legal(&legal, &member.open),
    };
    pipe.assign(&name, BIT, first, &value);
    pipe.at(&name, made)
}

/// Some role has no legal move.
fn stuck(shape: &Shape, pipe: &mut Pipe) {
    let time = shape.timing.draw();
    let legal = if shape.moves > 0 { pipe.at("legal", time) } else { String::new() };
    let mut free: Vec<String> = shape.picks.without.iter().map(|(_, moves)| any_legal(&legal, moves)).collect();
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        let any = pipe.at(&format!("any{p}_"), time);
        free.extend(can_move(shape, &legal, &any, &picker.members));
    }
    pipe.out.line("  // Some role has no legal move.");
    pipe.assign("stuck", BIT, time, &format!("~({})", free.join("\n      & ")));
}

/// Conditions that all hold when each of the roles of a picker has a legal move.
fn can_move(shape: &Shape, legal: &str, any: &str, members: &[Member]) -> Vec<String> {
    let alone: Option<Vec<usize>> = members.iter().map(|member| member.alone).collect();
    match (members, alone) {
        ([_], None) => vec![any.to_owned()],
        ([_], Some(alone)) => vec![format!("({any} | {legal}[{}])", alone[0])],
        // At most one has a choice, and who has one does not have the move without alternative: so these are counted.
        (_, Some(alone)) => {
            let all_but = |left_out: usize| -> String {
                let others = alone.iter().enumerate().filter(|(i, _)| *i != left_out);
                let others: Vec<String> = others.map(|(_, mv)| format!("{legal}[{mv}]")).collect();
                others.join(" & ")
            };
            let others: Vec<String> = (0..alone.len()).map(all_but).collect();
            vec![format!("({any} ? ({}) : ({}))", others.join(" | "), all_but(usize::MAX))]
        }
        (_, None) => {
            let moves_of = |member: &Member| shape.moves_of[member.role].clone().collect::<Vec<_>>();
            members.iter().map(|member| any_legal(legal, &moves_of(member))).collect()
        }
    }
}

/// Whether any of some moves is legal.
fn any_legal(legal: &str, moves: &[usize]) -> String {
    match moves {
        [] => "1'b0".to_owned(),
        [first, .., last] if last - first + 1 == moves.len() => format!("(|{legal}[{last}:{first}])"),
        moves => {
            let moves: Vec<String> = moves.iter().map(|mv| format!("{legal}[{mv}]")).collect();
            format!("({})", moves.join(" | "))
        }
    }
}
