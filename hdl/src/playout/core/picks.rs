//! The picks: which candidates are picked.

use super::{Pipe, instance};
use crate::playout::picks::Picker;
use crate::playout::search::{FEW, largest};
use crate::playout::shape::EngineShape;
use crate::playout::text::{BIT, pin};

pub(super) fn write(shape: &EngineShape, pipe: &mut Pipe) {
    let (first, made) = (shape.timing.legal, shape.timing.does());
    for (p, picker) in shape.picks.pickers.iter().enumerate() {
        pick(shape, p, picker, pipe);
    }
    let free = shape.picker_net.free();
    pipe.out.line("  // Where some role has no legal move nothing is made of the picks.");
    pipe.out.line(format!("  assign made_{made}[{free}] = 1'b1;"));
    pipe.assign("stuck", BIT, first, &format!("~open_{first}[{free}]"));
    if shape.config.first_moves {
        let codes = (0..shape.picks.pickers.len()).rev().map(|p| pipe.at(&format!("number{p}_"), made));
        let codes: Vec<String> = codes.collect();
        let codes = if codes.is_empty() { "1'b0".to_owned() } else { format!("{{{}}}", codes.join(", ")) };
        let tallied = shape.timing.tallied();
        pipe.assign("begun", BIT, tallied, &format!("steps_{tallied} == 0"));
        let (begun, first) = (pipe.at("begun", made), pipe.at("first", made));
        pipe.assign("code", shape.code(), made, &format!("{begun} ? {codes} : {first}"));
    }
    pipe.out.line("");
}

fn pick(shape: &EngineShape, p: usize, picker: &Picker, pipe: &mut Pipe) {
    let timing = shape.timing;
    let candidates = shape.picker_net.of_picker[p].clone();
    let (low, high, none) = (candidates.start, candidates.end - 1, candidates.end);
    let roles: Vec<&str> = picker.members.iter().map(|member| shape.roles[member.role].as_str()).collect();
    pipe.out.line(format!("  // {}", gdl2hdl_emit::comment(&roles.join(", "))));
    let open = pipe.at("open", timing.legal);
    let draw = picker.draw;
    let top = shape.picks.draws.generators[draw.generator as usize] - 1 - draw.offset;
    let drawn = pipe.at(&format!("draw{}", draw.generator), timing.drawn());
    let any = pipe.wire(&format!("unused_any{p}_"), BIT, timing.counted());
    // Without counters for first moves nobody needs the number.
    let number = if shape.config.first_moves { format!("number{p}_") } else { format!("unused_number{p}_") };
    let number = pipe.wire(&number, picker.number_bits() as usize, timing.number());
    let cuts = timing.pick.cuts.of(candidates.len(), largest(shape.picks));
    let out = timing.number() + cuts.steps.count_ones() as usize;
    let picked = pipe.wire(&format!("pick{p}_"), candidates.len(), out);
    let again = match shape.again {
        true => format!("{}[{high}:{low}]", pipe.at("again", timing.number())),
        false => format!("{}'d0", candidates.len()),
    };
    let pins = [
        pin("clk_i", "clk_i"),
        pin("legal_i", &format!("{open}[{high}:{low}]")),
        pin("again_i", &again),
        pin("draw_i", &format!("{drawn}[{top}:{}]", top + 1 - draw.bits)),
        pin("any_o", &any),
        pin("number_o", &number),
        pin("pick_o", &picked),
    ];
    let mut parameters = vec![format!(".MOVES({})", candidates.len()), format!(".DRAW({})", draw.bits)];
    parameters.push(".MULTIPLY(MULTIPLY)".to_owned());
    // Flip-flops are scarce where all that goes round takes them.
    parameters.extend((candidates.len() <= FEW).then(|| ".WAIT(MEMORY == 0 ? 1 : 0)".to_owned()));
    parameters.extend(shape.again.then(|| ".AGAIN(1)".to_owned()));
    let cuts = [
        ("COUNTING", cuts.counting),
        ("COUNTED", cuts.counted),
        ("EARLY", u32::from(timing.early)),
        ("SCALING", cuts.scaling),
        ("SCALED", cuts.scaled),
        ("CUTS", cuts.steps),
    ];
    parameters.extend(cuts.iter().filter(|cut| cut.1 > 0).map(|(name, cuts)| format!(".{name}({cuts})")));
    let module = format!("playout_picker #({})", parameters.join(", "));
    instance(&mut pipe.out, &module, &format!("picker_{p}"), &pins);
    let made = timing.does();
    pipe.assign(&format!("none{p}_"), BIT, timing.legal, &format!("{open}[{none}]"));
    let (picked, none_later) = (pipe.at(&format!("pick{p}_"), made), pipe.at(&format!("none{p}_"), made));
    pipe.out.line(format!("  assign made_{made}[{none}:{low}] = {{{none_later}, {picked}}};"));
}
