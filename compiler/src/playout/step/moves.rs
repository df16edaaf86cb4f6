//! The random bits of a step, and the joint move they pick.

use super::layout::Layout;
use super::lower::Lowering;
use super::pick::{Number, Pick, pick};
use crate::net::Net;
use crate::playout::generator::LAGS;
use crate::playout::{Choices, Draws};
use crate::program::{Builder, Edge, table};

/// The joint move of a step.
pub(super) struct Joint {
    /// Lanes in which some role has no legal move.
    pub stuck: Edge,
    /// For each picker the number it picked.
    pub indices: Vec<Number>,
}

/// Roles that share a picker, and for each of them its moves.
pub(super) struct Picker {
    roles: Vec<(usize, Vec<usize>)>,
}

/// One picker for each group of roles that have choices.
pub(super) fn pickers(net: &Net, choices: &Choices, draws: &Draws) -> Vec<Picker> {
    let groups = choices.roles.iter().map(|choice| choice.group + 1).max().unwrap_or(0);
    let of_group = |group| {
        let members = (0..choices.roles.len()).filter(|&role| choices.roles[role].group == group);
        let choosing = members.filter(|&role| draws.roles[role].bits > 0);
        let roles = choosing.map(|role| (role, choices.open(role, net.ports.inputs_of(role)).collect()));
        Picker { roles: roles.collect() }
    };
    (0..groups).map(of_group).filter(|picker| !picker.roles.is_empty()).collect()
}

impl Picker {
    /// Whether a role picks with it.
    pub(super) fn serves(&self, role: usize) -> bool {
        self.roles.iter().any(|(other, _)| *other == role)
    }

    /// Moves the picker chooses from: those of its roles lie over one another.
    pub(super) fn slots(&self) -> usize {
        self.roles.iter().map(|(_, moves)| moves.len()).max().unwrap_or(0)
    }
}

/// All new random bits, by generator.
pub(super) fn random_bits(builder: &mut Builder, layout: &Layout) -> Vec<Vec<Edge>> {
    let bits = |builder: &mut Builder, generator: usize| {
        let count = layout.bits_of(generator);
        let new = |bit: i64| {
            let [a, b, c, d] = LAGS.map(|lag| builder.input(layout.random(generator, bit - i64::from(lag))));
            let three = builder.op(table::SUM, [a, b, c]);
            let edge = builder.xor(three, d);
            builder.output(layout.random(generator, bit), edge);
            edge
        };
        (0..count).map(new).collect()
    };
    (0..layout.generators()).map(|generator| bits(builder, generator)).collect()
}

/// Picks a joint move and gives it to the net. The legal moves must have been computed.
pub(super) fn joint_move(
    builder: &mut Builder,
    lowering: &mut Lowering,
    net: &Net,
    choices: &Choices,
    draws: &Draws,
    random: &[Vec<Edge>],
) -> Joint {
    let ports = &net.ports;
    // What a picker does not choose is made whenever it is legal.
    for (input, port) in ports.inputs.iter().enumerate() {
        let legal = lowering.edge(port.legal);
        lowering.set_move(input, legal);
    }
    let mut can_move: Vec<Option<Edge>> = vec![None; ports.roles.len()];
    let mut indices = Vec::new();
    for picker in pickers(net, choices, draws) {
        let slot = |i: usize, builder: &mut Builder| {
            let of_roles = picker.roles.iter().filter_map(|(_, moves)| moves.get(i));
            builder.or_all(of_roles.map(|&input| lowering.edge(ports.inputs[input].legal)).collect::<Vec<_>>())
        };
        let slots: Vec<Edge> = (0..picker.slots()).map(|i| slot(i, builder)).collect();
        let draw = picker.roles.first().map(|&(role, _)| draws.roles[role]).unwrap_or_default();
        let Pick { any, index, chosen } = pick(builder, &slots, Layout::draw(draw, random));
        for (role, moves) in &picker.roles {
            // Whose turn it is, where several roles share the picker.
            let turn = if picker.roles.len() > 1 {
                let guards = choices.roles[*role].guards.iter().map(|&guard| lowering.edge(guard));
                builder.or_all(guards.collect::<Vec<_>>())
            } else {
                Edge::TRUE
            };
            for (&input, &chosen) in moves.iter().zip(&chosen) {
                let made = builder.and(chosen, turn);
                lowering.set_move(input, made);
            }
            let alone = choices.roles[*role].alone;
            let alone = alone.map_or(Edge::FALSE, |input| lowering.edge(ports.inputs[input].legal));
            can_move[*role] = Some(builder.op(table::A | table::B & table::C, [alone, any, turn]));
        }
        indices.push(index);
    }
    let stuck = (0..ports.roles.len()).map(|role| {
        let legal = ports.inputs[ports.inputs_of(role)].iter().map(|input| lowering.edge(input.legal));
        !can_move[role].unwrap_or_else(|| builder.or_all(legal))
    });
    let stuck: Vec<Edge> = stuck.collect();
    Joint { stuck: builder.or_all(stuck), indices }
}
