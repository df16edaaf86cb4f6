//! Faults planted in pipelines: the verifier finds each, and says what it is.

use super::*;
use crate::propnet::{Goal, Input, Lit, Ports, View};
use crate::{Builder, node};
use gdl2hdl_gdl::observer::Unobserved;
use std::mem;

/// Two state bits and two moves; two levels of LUTs in the next state, and a register that is handed on.
fn step() -> StepNet {
    let base = |fact: &str| crate::propnet::Base { fact: fact.into(), init: false, next: Lit::FALSE };
    let input = |action: &str| Input { role: 0, action: action.into(), legal: Lit::FALSE };
    let mut builder = Builder::new(Ports {
        roles: vec!["r".into()],
        bases: ["a", "b", "c"].map(base).into(),
        inputs: ["go", "stay"].map(input).into(),
        goals: vec![Goal { role: 0, value: 1, holds: Lit::FALSE }],
        ..Ports::default()
    });
    let ports = builder.net().ports.clone();
    let [a, b, c, go, stay] = [ports.base(0), ports.base(1), ports.base(2), ports.input(0), ports.input(1)];
    let both = builder.and(a, b);
    let made = builder.and(go, c);
    let end = builder.and(both, stay);
    let out = builder.ports();
    out.inputs[0].legal = both;
    out.inputs[1].legal = !a;
    for (base, next) in out.bases.iter_mut().zip([made, both, stay]) {
        base.next = next;
    }
    out.goals[0].holds = end;
    out.terminal = made;
    out.views = vec![View { sentence: "(both)".into(), holds: both }];
    StepNet::of(builder.finish(), &Unobserved).unwrap()
}

const CUTS: Cuts = Cuts { legal: 1, pick: 1, next: 2 };

/// A sound pipeline, and what the verifier says when something in it has been changed.
fn said(change: impl FnOnce(&mut Pipeline, &mut Staged)) -> Result<(), BrokenStages> {
    let step = step();
    let mut staged = step.stage(CUTS, Around::default(), &Unobserved).unwrap();
    staged = step.repeated(staged, 2);
    let mut pipeline = Pipeline::new(&step, &staged, &Unobserved).unwrap();
    change(&mut pipeline, &mut staged);
    verify(&step, &staged, &pipeline).map(drop)
}

/// The register of a stage that holds a node of the step.
fn register(pipeline: &Pipeline, stage: u32, of: usize) -> usize {
    let is = |register: &pipeline::Register| register.stage == stage && register.of.node() == node(of);
    pipeline.registers.iter().position(is).unwrap()
}

/// The same pipeline with other gates.
fn with_gates(pipeline: &mut Pipeline, change: impl FnOnce(&mut Vec<[Lit; 2]>)) {
    let net = mem::take(&mut pipeline.net);
    let mut gates: Vec<[Lit; 2]> = net.gates().map(|(_, fanin)| fanin).collect();
    change(&mut gates);
    pipeline.net = Net::from_parts(net.ports, gates);
}

#[test]
fn without_a_fault_there_is_none() {
    assert_eq!(said(|_, _| {}), Ok(()));
}

#[test]
fn values_read_too_late_or_too_early_are_found() {
    // The state itself in the place of what was handed on, and the other way round.
    let late = said(|pipeline, _| {
        let third = pipeline.bases + register(pipeline, 2, 3);
        pipeline.net.ports.bases[third].next = pipeline.net.ports.base(2);
    });
    assert!(matches!(late, Err(BrokenStages::Clock { found: 0, due: 1, .. })), "{late:?}");
    let early = said(|pipeline, _| {
        let [first, second] = [1, 2].map(|stage| pipeline.bases + register(pipeline, stage, 3));
        pipeline.net.ports.bases[first].next = pipeline.net.ports.base(second);
    });
    assert!(matches!(early, Err(BrokenStages::Early { due: 0, .. })), "{early:?}");
    // A gate that reads what its stage has not.
    let gate = said(|pipeline, _| {
        let a = pipeline.net.ports.base(0);
        with_gates(pipeline, |gates| gates.last_mut().unwrap()[0] = a);
    });
    assert!(matches!(gate, Err(BrokenStages::Clock { found: 0, .. })), "{gate:?}");
}

#[test]
fn outputs_at_another_clock_are_found() {
    for out in 0..4 {
        let found = said(|pipeline, _| {
            let a = pipeline.net.ports.base(0);
            let ports = &mut pipeline.net.ports;
            match out {
                0 => ports.inputs[1].legal = !a,
                1 => ports.bases[1].next = a,
                2 => ports.goals[0].holds = a,
                _ => ports.terminal = a,
            }
        });
        assert!(matches!(found, Err(BrokenStages::Clock { found: 0, .. })), "{found:?}");
    }
    let again = said(|pipeline, _| pipeline.again[1] = pipeline.net.ports.inputs[1].legal);
    assert!(matches!(again, Err(BrokenStages::Clock { found: 1, due: 2, .. })), "{again:?}");
}

#[test]
fn edges_out_of_range_or_order_are_found() {
    let nowhere = Lit::new(node(1000), false);
    let found = [
        said(|pipeline, _| pipeline.net.ports.terminal = nowhere),
        said(|pipeline, _| pipeline.net.ports.bases[pipeline.bases].next = nowhere),
        said(|pipeline, _| pipeline.again[0] = nowhere),
        said(|pipeline, _| pipeline.net.ports.views.push(View { sentence: "v".into(), holds: nowhere })),
    ];
    assert!(found.iter().all(|found| matches!(found, Err(BrokenStages::Dangling { node: 1000, .. }))), "{found:?}");
    for later in [nowhere, Lit::new(node(0), false)] {
        let found = said(|pipeline, _| {
            let first = pipeline.net.ports.first_gate();
            let later = if later == nowhere { nowhere } else { Lit::new(node(first), false) };
            with_gates(pipeline, |gates| gates[0][1] = later);
        });
        assert!(matches!(found, Err(BrokenStages::Order(_))), "{found:?}");
    }
}

#[test]
fn parts_that_do_not_fit_are_found() {
    let shape = |found: Result<(), BrokenStages>| matches!(found, Err(BrokenStages::Shape(_)));
    assert!(shape(said(|pipeline, _| pipeline.parts.truncate(1))));
    assert!(shape(said(|pipeline, _| pipeline.registers.truncate(1))));
    assert!(shape(said(|pipeline, _| pipeline.again.truncate(1))));
    assert!(shape(said(|pipeline, _| pipeline.net.ports.goals.clear())));
    assert!(shape(said(|pipeline, _| pipeline.bases -= 1)));
    assert!(shape(said(|pipeline, _| pipeline.registers[0].stage = 2)));
    assert!(shape(said(|pipeline, _| pipeline.parts[0].gates.end += 1)));
    assert!(shape(said(|pipeline, _| pipeline.parts[1].registers.start += 1)));
    assert!(shape(said(|_, staged| staged.cuts.next += 1)));
    assert!(shape(said(|_, staged| staged.again = None)));
}

#[test]
fn wrong_values_at_the_right_time_are_found() {
    // Two registers of a boundary change places.
    let swapped = said(|pipeline, _| {
        let [a, c] = [1, 3].map(|of| pipeline.bases + register(pipeline, 1, of));
        let bases = &mut pipeline.net.ports.bases;
        (bases[a].next, bases[c].next) = (bases[c].next, bases[a].next);
    });
    assert!(matches!(swapped, Err(BrokenStages::Register(_) | BrokenStages::Differs(_))), "{swapped:?}");
    let said_otherwise = said(|pipeline, _| {
        let held = register(pipeline, 1, 3);
        pipeline.registers[held].of = Lit::new(node(1), false);
    });
    assert!(matches!(said_otherwise, Err(BrokenStages::Register(_))), "{said_otherwise:?}");
    let complement = said(|pipeline, _| pipeline.net.ports.terminal = !pipeline.net.ports.terminal);
    assert_eq!(complement, Err(BrokenStages::Differs("terminal".into())));
    let gate = said(|pipeline, _| with_gates(pipeline, |gates| gates[0][0] = !gates[0][0]));
    assert!(matches!(gate, Err(BrokenStages::Register(_) | BrokenStages::Differs(_))), "{gate:?}");
}

/// The picker would wait for itself.
#[test]
fn legal_moves_that_wait_for_moves_are_found() {
    let mut net = step().net().clone();
    net.ports.inputs[0].legal = net.ports.input(1);
    let step = StepNet::of(net, &Unobserved).unwrap();
    let staged = step.stage(Cuts::default(), Around::default(), &Unobserved).unwrap();
    let pipeline = Pipeline::new(&step, &staged, &Unobserved).unwrap();
    assert_eq!(verify(&step, &staged, &pipeline).err(), Some(BrokenStages::DependsOnMoves(0)));
}

#[test]
fn tables_before_what_they_read_make_no_pipeline() {
    let step = step();
    let sound = step.stage(CUTS, Around::default(), &Unobserved).unwrap();
    let mut found = Vec::new();
    for table in 0..sound.stages.len() {
        for stage in 0..=CUTS.last() + 1 {
            let mut staged = sound.clone();
            staged.stages[table] = stage;
            found.push(
                Pipeline::new(&step, &staged, &Unobserved).map(|pipeline| verify(&step, &staged, &pipeline).map(drop)),
            );
        }
    }
    assert!(
        found.iter().any(|found| matches!(found, Err(NotStaged::Broken(BrokenStages::Missing { .. })))),
        "{found:?}"
    );
    assert!(
        found.iter().any(|found| matches!(found, Err(NotStaged::Broken(BrokenStages::Shape("stages"))))),
        "{found:?}"
    );
    let foreign = Staged { stages: Vec::new(), ..sound };
    assert_eq!(
        Pipeline::new(&step, &foreign, &Unobserved).map(drop),
        Err(NotStaged::Broken(BrokenStages::Shape("stages")))
    );
}
