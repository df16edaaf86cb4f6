//! The random bits of a step, and the joint move they pick.

use super::choosing::Choosing;
use super::layout::Layout;
use super::lower::Lowering;
use super::pick::{Number, Pick, pick};
use crate::playout::generator::LAGS;
use crate::playout::{Draw, Draws};
use crate::program::{Builder, Edge, table};
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// All new random bits, by generator.
pub(super) fn random_bits(builder: &mut Builder, layout: &Layout) -> Vec<Vec<Edge>> {
    let bits = |generator: usize| {
        let new = |bit: i64| {
            let [a, b, c, d] = LAGS.map(|lag| builder.input(layout.random(generator, bit - i64::from(lag))));
            let three = builder.op(table::SUM, [a, b, c]);
            let edge = builder.xor(three, d);
            builder.output(layout.random(generator, bit), edge);
            edge
        };
        (0..layout.bits_of(generator)).map(new).collect()
    };
    (0..layout.generators()).map(bits).collect()
}

/// Lets every picker choose among the legal moves, which must have been computed, and tells the net; returns the
/// numbers they picked.
pub(super) fn choose(
    builder: &mut Builder,
    lowering: &mut Lowering,
    choosing: &Choosing,
    draws: &Draws,
    random: &[Vec<Edge>],
    observer: &dyn Observer,
) -> Result<Vec<Number>, Stopped> {
    let mut indices = Vec::new();
    for (number, picker) in choosing.pickers.iter().enumerate() {
        observer.go_on()?;
        let legal: Vec<Edge> = picker.legal.iter().map(|&lit| lowering.edge(lit)).collect();
        let role = choosing.picker_of.iter().position(|&of_role| of_role == Some(number));
        let draw = role.map_or(&[][..], |role| bits_of(draws.roles[role], random));
        let Pick { any, index, chosen } = pick(builder, &legal, draw);
        for (input, edge) in (picker.any..).zip([any].into_iter().chain(chosen)) {
            lowering.set_move(input, edge);
        }
        indices.push(index);
    }
    Ok(indices)
}

/// The bits of a draw, highest first.
fn bits_of(draw: Draw, random: &[Vec<Edge>]) -> &[Edge] {
    let (offset, bits) = (draw.offset as usize, draw.bits as usize);
    random.get(draw.generator as usize).and_then(|new| new.get(offset..offset + bits)).unwrap_or(&[])
}
