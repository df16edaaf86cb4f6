//! What is no group; the prover against trying everything out. Groups that are found are in `tests/passes/known.net`.

use super::{Prover, Samples, When, World, inductive};
use crate::meter::{Meter, WorkUnits};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Base, Input, Lit, Ports, value};
use gdl2hdl_net::{Builder, Net, node};
use proptest::prelude::*;

/// A walker on a ring of three places, whether it is day, once more as night, and a fact nobody can reach.
fn ring() -> Net {
    let base = |fact: &str, init| Base { fact: fact.into(), init, next: Lit::FALSE };
    let facts =
        [("(at 1)", true), ("(at 2)", false), ("(at 3)", false), ("(lost r)", false), ("day", true), ("night", false)];
    let input = |action: &str| Input { role: 0, action: action.into(), legal: Lit::TRUE };
    let ports = Ports {
        roles: vec!["r".into()],
        bases: facts.map(|(fact, init)| base(fact, init)).into(),
        inputs: ["left", "right"].map(input).into(),
        ..Ports::default()
    };
    let mut builder = Builder::new(ports);
    let at = [0, 1, 2].map(|base| builder.net().ports.base(base));
    let (left, right) = (builder.net().ports.input(0), builder.net().ports.input(1));
    let (lost, day) = (builder.net().ports.base(3), builder.net().ports.base(4));
    for place in 0..3 {
        let from_left = builder.and(at[(place + 2) % 3], right);
        let from_right = builder.and(at[(place + 1) % 3], left);
        let next = builder.or(from_left, from_right);
        builder.ports().bases[place].next = next;
    }
    let two = builder.and(at[0], at[1]);
    let never = builder.or(two, lost);
    builder.ports().bases[3].next = never;
    builder.ports().bases[4].next = !day;
    builder.ports().bases[5].next = day;
    builder.finish()
}

#[test]
fn what_is_no_invariant_is_not_believed() {
    // A step to the left leaves the walker at both places; few samples show it, as games begin anew often.
    let mut net = ring();
    net.ports.bases[1].next = net.ports.bases[1].next.flip_if(true);
    let found = inductive(&net, &Samples::default(), &Meter::new(&Unobserved, WorkUnits::default()));
    assert!(found.groups.is_empty(), "{found:?}");
    assert_eq!(found.same[3], net.ports.base(3));
}

/// A net of four bases and two moves of one role with random gates, not folded.
fn raw(codes: &[(u32, u32)]) -> Net {
    let base = |i: usize| Base { fact: i.to_string().into(), init: i == 0, next: Lit::FALSE };
    let input = |i: usize| Input { role: 0, action: i.to_string().into(), legal: Lit::TRUE };
    let ports = Ports {
        roles: vec!["r".into()],
        bases: (0..4).map(base).collect(),
        inputs: (0..2).map(input).collect(),
        ..Ports::default()
    };
    let edge = |code: u32, below: usize| Lit::new(node((code >> 1) as usize % below), code & 1 == 1);
    let gate = |(i, &(a, b)): (usize, &(u32, u32))| [a, b].map(|code| edge(code, 7 + i));
    Net::from_parts(ports, codes.iter().enumerate().map(gate).collect())
}

proptest! {
    #[test]
    fn proofs_are_right_and_found(
        codes in prop::collection::vec((any::<u32>(), any::<u32>()), 1..30),
        asked in prop::collection::vec(any::<u32>(), 1..4),
        legal in any::<u32>(),
    ) {
        let net = raw(&codes);
        let lit = |code: u32| Lit::new(node((code >> 1) as usize % net.num_nodes()), code & 1 == 1);
        let asked: Vec<Lit> = asked.into_iter().map(lit).collect();
        let groups = [Group { members: (0..3).map(|base| net.ports.base(base)).collect(), exact: true }];
        let legal = Lit::new(node(1 + (legal as usize >> 1) % 4), legal & 1 == 1);
        // All states in which one of the first three bases holds, with each of the two moves.
        let mut bases = vec![0_u64; 4];
        let mut inputs = vec![0_u64; 2];
        for case in 0..12_usize {
            bases[case % 3] |= 1 << case;
            bases[3] |= (case as u64 / 3 % 2) << case;
            inputs[case / 6] |= 1 << case;
        }
        let values = net.evaluate(&bases, &inputs);
        // The first move needs its legal edge.
        let allowed = 0xfff & !(inputs[0] & !value(&values, legal));
        let holds = asked.iter().fold(allowed, |all, &lit| all & value(&values, lit));
        let mut prover = Prover::new(&net, &groups);
        let known = [Some(legal), None];
        let world = World { net: &net, legal: &known, terminal: None };
        prop_assert_eq!(prover.impossible(world, &asked, When::Step, 10_000, 10_000), holds == 0);
        // With less room fewer proofs are found, and none that is wrong.
        prop_assert!(holds == 0 || !prover.impossible(world, &asked, When::Step, 10_000, 2));
        let ended = World { terminal: Some(asked[0]), ..world };
        prop_assert!(prover.impossible(ended, &asked, When::Step, 10, 10_000));
    }
}
