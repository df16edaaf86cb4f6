//! Sets of steps as logic over the bits of their code; words of no step may be in any set.

use super::super::logic::{Cube, Form, cover};
use super::code::Code;
use bitvec::prelude::BitVec;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::{Base, Lit, Ports};
use gdl2hdl_net::table::TruthTable;

/// Entries of tables that are made while the cheapest code is looked for.
const MOST_WORK: usize = 1 << 21;

/// The code with the least logic for some sets, and how many gates that has; `None` when there are too many steps.
pub(super) fn cheapest(steps: usize, sets: &[&BitVec]) -> Option<(usize, Code)> {
    let width = Code::all(steps).next()?.width;
    let codes = (MOST_WORK / (sets.len().max(1) << width)).max(1);
    let priced = Code::all(steps).take(codes).map(|code| (price(&code, sets), code));
    priced.min_by_key(|(price, _)| *price)
}

/// Gates of the sets when each step has a register: what a code saves beside the registers.
pub(super) fn listed(sets: &[&BitVec]) -> usize {
    sets.iter().map(|set| set.count_ones().min(set.count_zeros()).saturating_sub(1)).sum()
}

/// Gates for some sets.
fn price(code: &Code, sets: &[&BitVec]) -> usize {
    let base = |bit: u32| Base { fact: format!("{bit:02}").into(), init: false, next: Lit::FALSE };
    let mut builder = Builder::new(Ports { bases: (0..code.width).map(base).collect(), ..Ports::default() });
    let bits: Vec<Lit> = (0..code.width as usize).map(|bit| builder.net().ports.base(bit)).collect();
    sets.iter().for_each(|steps| {
        holds(code, steps, &bits, &mut builder);
    });
    builder.net().num_gates()
}

/// Whether a step of a set is the present one.
pub(super) fn holds(code: &Code, steps: &BitVec, bits: &[Lit], builder: &mut Builder) -> Lit {
    match code.width {
        ..=6 => shortest::<1>(code, steps, bits, builder),
        7 => shortest::<2>(code, steps, bits, builder),
        8..=9 => shortest::<8>(code, steps, bits, builder),
        _ => shortest::<32>(code, steps, bits, builder),
    }
}

/// The set or its complement, whichever has fewer products.
fn shortest<const W: usize>(code: &Code, steps: &BitVec, bits: &[Lit], builder: &mut Builder) -> Lit {
    let (mut used, mut held) = (TruthTable::<W>::FALSE, TruthTable::<W>::FALSE);
    for (word, holds) in code.words.iter().zip(steps.iter().by_vals()) {
        used.set(*word as usize);
        if holds {
            held.set(*word as usize);
        }
    }
    let [used, held] = [used, held].map(|table| table.spread_set(bits.len()));
    let covers = [false, true].map(|flip| {
        let own = held.flip_if(flip) & used;
        (cover(own, own | !used, bits.len(), usize::MAX).unwrap_or_default(), flip)
    });
    let literals = |cubes: &[Cube]| cubes.iter().map(|cube| cube.len() as usize + 1).sum::<usize>();
    let [(cubes, flip), other] = covers;
    let (cubes, flip) = if literals(&other.0) < literals(&cubes) { other } else { (cubes, flip) };
    Form::of(&cubes).build(bits, builder).flip_if(flip)
}
