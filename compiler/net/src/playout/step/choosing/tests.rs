//! The net of a step does what the game's net does, whatever lies over one another in it.

use super::*;
use crate::Builder;
use crate::playout::RoleChoice;
use crate::propnet::{Base, Input, Ports};
use gdl2hdl_gdl::observer::Unobserved;
use proptest::prelude::*;

/// For each role its moves: a letter as name, and the codes of edges of which its legality is the AND.
type Moves = Vec<Vec<(u8, Vec<u32>)>>;

/// A game in which the first bases are the roles' turns. Edges are named by codes, taken round the nodes there are.
fn game(roles: usize, others: usize, gates: &[[u32; 2]], moves: &Moves, next: &[u32]) -> Net {
    let base = |i: usize| Base { fact: format!("{i:04}").into(), init: i == 0, next: Lit::FALSE };
    let mut ports = Ports { bases: (0..roles + others).map(base).collect(), ..Ports::default() };
    for (role, moves) in (0..).zip(moves) {
        ports.roles.push(format!("r{role}").into());
        ports.inputs.extend(moves.iter().map(|(name, _)| {
            let action = char::from(b'a' + name % 26).to_string().into();
            Input { role, action, legal: Lit::FALSE }
        }));
    }
    let mut builder = Builder::new(ports);
    let ports = builder.net().ports.clone();
    let bases: Vec<Lit> = (0..ports.bases.len()).map(|i| ports.base(i)).collect();
    let mut edges = bases.clone();
    let pick = |edges: &[Lit], code: u32| {
        let edge = edges[(code >> 1) as usize % edges.len()];
        if code & 1 == 1 { !edge } else { edge }
    };
    for [a, b] in gates {
        let gate = builder.and(pick(&edges, *a), pick(&edges, *b));
        edges.push(gate);
    }
    for (mv, (_, codes)) in moves.iter().flatten().enumerate() {
        let turn = bases[ports.inputs[mv].role as usize];
        let factors: Vec<Lit> = codes.iter().map(|&code| pick(&edges, code)).chain([turn]).collect();
        builder.ports().inputs[mv].legal = builder.and_all(factors);
    }
    edges.extend((0..ports.inputs.len()).map(|input| ports.input(input)));
    for [a, b] in gates {
        let gate = builder.and(pick(&edges, a.rotate_left(7)), pick(&edges, b.rotate_left(9)));
        edges.push(gate);
    }
    for (base, (odd, code)) in (1..).step_by(2).zip(next.iter().cycle()).take(ports.bases.len()).enumerate() {
        builder.ports().bases[base].next = pick(&edges, code.wrapping_mul(odd));
    }
    builder.finish()
}

/// Roles that take turns, as their names say.
fn choices(roles: usize, net: &Net) -> Choices {
    let choice = |role: usize| RoleChoice { alone: None, guards: vec![net.ports.base(role)], group: 0 };
    Choices { roles: (0..roles).map(choice).collect(), ..Choices::default() }
}

fn value(values: &[u64], edge: Lit, lane: usize) -> bool {
    (values[edge.node().index()] >> lane & 1 == 1) != edge.is_complement()
}

/// Compares 64 states in which at most one role has its turn, with the move of number `lane` picked.
fn check(net: &Net, words: &[u64]) {
    let roles = net.ports.roles.len();
    let choices = choices(roles, net);
    let choosing = Choosing::new(net, &choices, &Draws::new(net, &choices), &Unobserved).unwrap();
    let turned = (0..).zip(words.iter().cycle()).map(|(i, word)| word.rotate_left(i));
    let mut bases: Vec<u64> = turned.take(net.ports.bases.len()).collect();
    (1..roles).for_each(|role| bases[role] &= !bases[..role].iter().fold(0, |any, turn| any | turn));
    let legal = net.evaluate(&bases, &vec![0; net.ports.inputs.len()]);
    let candidates = choosing.net.evaluate(&bases, &vec![0; choosing.net.ports.inputs.len()]);
    let mut does = vec![0; net.ports.inputs.len()];
    let mut picked = vec![0; choosing.net.ports.inputs.len()];
    for lane in 0..64 {
        let nth = |legal: Vec<usize>| (!legal.is_empty()).then(|| legal[lane % legal.len()]);
        for picker in &choosing.pickers {
            let open = (0..picker.legal.len()).filter(|&candidate| value(&candidates, picker.legal[candidate], lane));
            if let Some(candidate) = nth(open.collect()) {
                picked[picker.any] |= 1 << lane;
                picked[picker.any + 1 + candidate] |= 1 << lane;
            }
        }
        for role in 0..roles {
            let open = net.ports.inputs_of(role).filter(|&mv| value(&legal, net.ports.inputs[mv].legal, lane));
            nth(open.collect()).into_iter().for_each(|mv: usize| does[mv] |= 1 << lane);
        }
    }
    let expected = net.evaluate(&bases, &does);
    let got = choosing.net.evaluate(&bases, &picked);
    for lane in 0..64 {
        for (base, &next) in net.ports.bases.iter().zip(&choosing.next) {
            assert_eq!(value(&got, next, lane), value(&expected, base.next, lane), "next {}", base.fact);
        }
        for (mv, input) in net.ports.inputs.iter().enumerate() {
            assert_eq!(value(&got, choosing.legal[mv], lane), value(&expected, input.legal, lane), "legal {mv}");
            assert_eq!(value(&got, choosing.made[mv], lane), does[mv] >> lane & 1 == 1, "made {mv}");
        }
        let can_move = |role| net.ports.inputs_of(role).any(|mv| value(&legal, net.ports.inputs[mv].legal, lane));
        assert_eq!(value(&got, choosing.stuck, lane), !(0..roles).all(can_move));
    }
}

/// Moves of a role: mostly the same names as other roles', in order.
fn moves() -> impl Strategy<Value = Vec<(u8, Vec<u32>)>> {
    let one = (any::<u8>(), prop::collection::vec(any::<u32>(), 0..4));
    prop::collection::vec(one, 2..24).prop_map(|mut moves| {
        moves.sort();
        moves.dedup_by_key(|(name, _)| *name % 26);
        moves
    })
}

proptest! {
    #[test]
    fn steps_do_what_the_game_does(
        moves in prop::collection::vec(moves(), 2..4),
        alike in any::<bool>(),
        gates in prop::collection::vec(any::<[u32; 2]>(), 1..40),
        next in prop::collection::vec(any::<u32>(), 1..12),
        words in prop::collection::vec(any::<u64>(), 1..12),
    ) {
        let roles = moves.len();
        // Roles that are treated alike: their moves need the same, each its own turn.
        let moves = if alike { vec![moves[0].clone(); roles] } else { moves };
        check(&game(roles, 8, &gates, &moves, &next), &words);
    }
}

/// A board on which the roles' men do the same: columns are shared.
#[test]
fn moves_that_are_alike_are_folded() {
    let squares = 6;
    // Bases: two turns, white men, black men. A man moves to each square without a man of its own.
    let man = |role: u32, square: u32| 2 * (2 + 6 * role + square);
    let pairs = || (0..squares).flat_map(move |from| (0..squares).map(move |to| (from, to))).filter(|(a, b)| a != b);
    let of_role = |role: u32| {
        let name = |i: usize| u8::try_from(i % 26).unwrap_or(0);
        pairs()
            .take(26)
            .enumerate()
            .map(|(i, (from, to))| (name(i), vec![man(role, from), man(role, to) + 1]))
            .collect()
    };
    let net = game(2, 12, &[], &vec![of_role(0), of_role(1)], &[3, 17, 40, 71, 110]);
    check(&net, &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x5555_3333_0f0f_ff00]);
    let choices = choices(2, &net);
    let choosing = Choosing::new(&net, &choices, &Draws::new(&net, &choices), &Unobserved).unwrap();
    let needed = choosing.net.cone(choosing.pickers[0].legal.iter().map(|edge| edge.node()));
    let gates = needed[choosing.net.ports.first_gate()..].iter().filter(|needed| **needed).count();
    // One AND for each candidate, three for each square that is left or entered: not five for each candidate.
    assert!(gates <= 26 + 3 * 12, "{gates}");
}
