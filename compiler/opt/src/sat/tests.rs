//! Answers of the solver against trying everything out.

use super::{Cones, Literal, Solver};
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_net::propnet::{Base, Lit, Ports, value};
use gdl2hdl_net::{Builder, Net, node};
use proptest::prelude::*;

/// More pigeons than holes: hard for such solvers.
fn pigeons(solver: &mut Solver<'_>, holes: usize) {
    let sits: Vec<Vec<Literal>> = (0..=holes).map(|_| (0..holes).map(|_| solver.new_var()).collect()).collect();
    for (i, pigeon) in sits.iter().enumerate() {
        solver.add(pigeon);
        for other in &sits[..i] {
            pigeon.iter().zip(other).for_each(|(&a, &b)| solver.add(&[!a, !b]));
        }
    }
}

#[test]
fn conflicts_are_limited() {
    let mut solver = Solver::new(&Unobserved);
    pigeons(&mut solver, 6);
    assert_eq!(solver.solve(&[], Some(5)), None);
    assert_eq!(solver.solve(&[], None), Some(false));
}

#[test]
fn time_is_limited() {
    struct Expired;
    impl Observer for Expired {
        fn reason(&self) -> Option<Reason> {
            Some(Reason::Deadline)
        }
    }
    let mut solver = Solver::new(&Expired);
    pigeons(&mut solver, 10);
    assert_eq!(solver.solve(&[], None), None);
}

#[test]
fn assumptions_serve_one_question() {
    let mut solver = Solver::new(&Unobserved);
    let (a, b, free) = (solver.new_var(), solver.new_var(), solver.new_var());
    solver.add(&[a, b]);
    assert_eq!(solver.solve(&[!a, !b], None), Some(false));
    assert_eq!(solver.solve(&[!a], None), Some(true));
    assert!(!solver.value(a) && solver.value(!a) && solver.value(b));
    assert!(solver.value(free) != solver.value(!free));
    solver.add(&[]);
    assert_eq!(solver.solve(&[], Some(0)), Some(false));
}

#[test]
fn nodes_can_be_bound() {
    let ports = Ports {
        bases: ["a", "b"].map(|fact| Base { fact: fact.into(), init: false, next: Lit::FALSE }).into(),
        ..Ports::default()
    };
    let mut builder = Builder::new(ports);
    let (a, b) = (builder.net().ports.base(0), builder.net().ports.base(1));
    let both = builder.and(a, b);
    let net = builder.finish();
    let mut solver = Solver::new(&Unobserved);
    let mut cones = Cones::new();
    assert_eq!(cones.get(both.node()), None);
    let other = solver.new_var();
    cones.bind(both.node(), other);
    assert_eq!(cones.literal(&net, &mut solver, !both), !other);
    assert_eq!((cones.get(a.node()), solver.num_vars()), (None, 1));
    let never = cones.literal(&net, &mut solver, Lit::FALSE);
    assert_eq!(solver.solve(&[never], None), Some(false));
}

/// Gates by fan-in codes over four bases, not folded.
fn raw(codes: &[(u32, u32)]) -> Net {
    let base = |i: usize| Base { fact: i.to_string().into(), init: false, next: Lit::FALSE };
    let ports = Ports { bases: (0..4).map(base).collect(), ..Ports::default() };
    let edge = |code: u32, below: usize| Lit::new(node((code >> 1) as usize % below), code & 1 == 1);
    let gate = |(i, &(a, b)): (usize, &(u32, u32))| [a, b].map(|code| edge(code, 5 + i));
    Net::from_parts(ports, codes.iter().enumerate().map(gate).collect())
}

/// Bit `i` is the value of a base in assignment `i` of 16.
const ALL: [u64; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

proptest! {
    #[test]
    fn clauses_mean_what_they_say(clauses in prop::collection::vec(prop::collection::vec((0_usize..4, any::<bool>()), 0..4), 0..20)) {
        let mut solver = Solver::new(&Unobserved);
        let variables: Vec<Literal> = (0..4).map(|_| solver.new_var()).collect();
        let mut truth = 0xffff;
        for clause in &clauses {
            solver.add(&clause.iter().map(|&(v, not)| variables[v].flip_if(not)).collect::<Vec<_>>());
            truth &= clause.iter().fold(0, |any, &(v, not)| any | ALL[v] ^ if not { 0xffff } else { 0 });
        }
        prop_assert_eq!(solver.solve(&[], None), Some(truth != 0));
        if truth != 0 {
            let model: usize = (0..4).map(|v| usize::from(solver.value(variables[v])) << v).sum();
            prop_assert!(truth >> model & 1 == 1);
        }
    }

    #[test]
    fn cones_compute_what_nets_compute(codes in prop::collection::vec((any::<u32>(), any::<u32>()), 1..40), asked in any::<u32>()) {
        let net = raw(&codes);
        let asked = Lit::new(node((asked >> 1) as usize % net.num_nodes()), asked & 1 == 1);
        let truth = value(&net.evaluate(&ALL, &[]), asked) & 0xffff;
        let (mut solver, mut cones) = (Solver::new(&Unobserved), Cones::new());
        let literal = cones.literal(&net, &mut solver, asked);
        let bases: Vec<Literal> = (0..4).map(|i| cones.literal(&net, &mut solver, net.ports.base(i))).collect();
        for assignment in 0..16_usize {
            let mut assumed: Vec<Literal> = (0..4).map(|v| bases[v].flip_if(assignment >> v & 1 == 0)).collect();
            assumed.push(literal);
            prop_assert_eq!(solver.solve(&assumed, None), Some(truth >> assignment & 1 == 1));
        }
    }
}
