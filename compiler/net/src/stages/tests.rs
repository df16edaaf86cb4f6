//! Stages compute what the net does, at the right times, and are no longer than they must be.

use super::pipeline::Pipeline;
use super::*;
use crate::Builder;
use crate::propnet::{Base, Goal, Input, Lit, Ports, value};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use proptest::prelude::*;

fn ports(bases: usize, inputs: usize) -> Ports {
    let base = |i: usize| Base { fact: format!("{i:04}").into(), init: false, next: Lit::FALSE };
    let input = |i: usize| Input { role: 0, action: format!("{i:04}").into(), legal: Lit::FALSE };
    Ports {
        roles: vec!["r".into()],
        bases: (0..bases).map(base).collect(),
        inputs: (0..inputs).map(input).collect(),
        ..Ports::default()
    }
}

fn cuts(legal: u32, pick: u32, next: u32) -> Cuts {
    Cuts { legal, pick, next }
}

/// Exclusive or, which no LUT can shorten.
fn xor(builder: &mut Builder, a: Lit, b: Lit) -> Lit {
    let (both, none) = (builder.and(a, b), builder.and(!a, !b));
    builder.and(!both, !none)
}

/// The exclusive or of edges in the order they have: each LUT takes three more.
fn chain(builder: &mut Builder, edges: impl IntoIterator<Item = Lit>) -> Lit {
    edges.into_iter().reduce(|a, b| xor(builder, a, b)).unwrap()
}

/// Bits of a chain of `levels` LUTs.
fn bits(levels: usize) -> usize {
    3 * levels + 1
}

#[test]
fn a_chain_is_cut_into_equal_parts() {
    let mut builder = Builder::new(ports(bits(9), 0));
    let bases: Vec<Lit> = (0..bits(9)).map(|base| builder.net().ports.base(base)).collect();
    let end = chain(&mut builder, bases);
    builder.ports().bases[0].next = end;
    let step = StepNet::of(builder.finish(), &Unobserved).unwrap();
    // A balanced cover would need fewer, so the chain is what the mapper made of it.
    let depth = step.cover.levels;
    let staged = step.stage(cuts(0, 0, 2), Around::default(), &Unobserved).unwrap();
    assert_eq!(staged.most_levels(), depth.div_ceil(3));
    assert_eq!(staged.levels.iter().sum::<u32>(), depth);
    // What lies outside counts.
    let around = Around { behind_next: 2, ..Around::default() };
    let shorter = step.stage(cuts(0, 0, 2), around, &Unobserved).unwrap();
    assert_eq!(shorter.most_levels(), (depth + 2).div_ceil(3));
    assert_eq!(step.stage(Cuts::default(), around, &Unobserved).unwrap().levels, [depth + 2]);
}

#[test]
fn registers_are_where_few_values_cross() {
    // Thirteen bits to one, which all outputs are made of, with two bits more each.
    let mut builder = Builder::new(ports(32, 0));
    let bases: Vec<Lit> = (0..32).map(|base| builder.net().ports.base(base)).collect();
    let waist = chain(&mut builder, bases[..13].iter().copied());
    for i in 0..16 {
        let next = chain(&mut builder, [waist, bases[i + 4], bases[i + 8]]);
        builder.ports().bases[i].next = next;
    }
    let step = StepNet::of(builder.finish(), &Unobserved).unwrap();
    let staged = step.stage(cuts(0, 0, 1), Around::default(), &Unobserved).unwrap();
    let read_late = 20;
    assert_eq!(staged.registers, [1 + read_late]);
}

#[test]
fn what_needs_no_table_is_delayed() {
    let mut builder = Builder::new(ports(3, 1));
    let [a, b, mv] = [builder.net().ports.base(0), builder.net().ports.base(1), builder.net().ports.input(0)];
    builder.ports().bases[0].next = !b;
    builder.ports().bases[1].next = mv;
    builder.ports().bases[2].next = Lit::TRUE;
    builder.ports().inputs[0].legal = a;
    builder.ports().terminal = mv;
    let step = StepNet::of(builder.finish(), &Unobserved).unwrap();
    assert!(step.cover.luts.is_empty());
    let staged = step.stage(cuts(1, 1, 1), Around::default(), &Unobserved).unwrap();
    // The legal move and the state bit, the state bit, the state bit and the move.
    assert_eq!((staged.registers.as_slice(), staged.most_levels()), ([2, 1, 2].as_slice(), 0));
    plays(&step, &staged, 1);
    // With nothing to make, only what is outside counts.
    let around = Around { behind_legal: 2, before_does: 3, behind_next: 1, behind_end: 4 };
    assert_eq!(step.stage(cuts(1, 1, 1), around, &Unobserved).unwrap().levels, [0, 2, 3, 4]);
    assert_eq!(step.stage(cuts(0, 0, 0), around, &Unobserved).unwrap().levels, [9]);
}

/// Random edges; legal moves depend on the state alone, and many outputs are no LUTs.
fn random(seed: u64, gates: usize) -> Net {
    let mut random = SplitMix64(seed);
    let mut builder = Builder::new(Ports { goals: vec![Goal { role: 0, value: 1, holds: Lit::FALSE }], ..ports(6, 4) });
    let bases: Vec<Lit> = (0..6).map(|base| builder.net().ports.base(base)).collect();
    let moves: Vec<Lit> = (0..4).map(|input| builder.net().ports.input(input)).collect();
    let (mut state, mut all) = (bases.clone(), [bases, moves].concat());
    fn pick(random: &mut SplitMix64, from: &[Lit]) -> Lit {
        // Rather what was made last, for long paths.
        let near = if random.below(4) > 0 { from.len().saturating_sub(12) } else { 0 };
        let below = random.below((from.len() - near) as u64);
        from[near + usize::try_from(below).unwrap()].flip_if(random.below(2) == 0)
    }
    for i in 0..gates {
        let of_state = i % 3 == 0;
        let from = if of_state { &state } else { &all };
        let [a, b] = [0; 2].map(|_| pick(&mut random, from));
        // Of ANDs alone little would be left: most become constant.
        let edge = if random.below(3) > 0 { xor(&mut builder, a, b) } else { builder.and(a, b) };
        all.push(edge);
        if of_state {
            state.push(edge);
        }
    }
    let mut net = builder.finish();
    net.ports.bases.iter_mut().for_each(|base| base.next = pick(&mut random, &all));
    net.ports.inputs.iter_mut().for_each(|input| input.legal = pick(&mut random, &state));
    net.ports.goals[0].holds = pick(&mut random, &state);
    net.ports.terminal = pick(&mut random, &state);
    net
}

/// Plays a new state in every cycle; outputs must be those of the state that they belong to.
fn plays(step: &StepNet, staged: &Staged, seed: u64) {
    let pipeline = Pipeline::new(step, staged, &Unobserved).unwrap();
    verify(step, staged, &pipeline).unwrap();
    let (net, cuts) = (&pipeline.net, staged.cuts);
    let (bases, inputs) = (pipeline.bases, net.ports.inputs.len());
    assert_eq!(pipeline.again.len(), staged.again.map_or(0, |_| inputs));
    assert_eq!(pipeline.registers.len(), staged.total_registers());
    let mut random = SplitMix64(seed);
    let mut words = |count: usize| (0..count).map(|_| random.word()).collect::<Vec<u64>>();
    let clocks = 3 + 2 * cuts.last() as usize;
    let states: Vec<Vec<u64>> = (0..clocks).map(|_| words(bases)).collect();
    let does: Vec<Vec<u64>> = (0..clocks).map(|_| words(inputs)).collect();
    let nothing = vec![0; inputs];
    let mut registers = words(pipeline.registers.len());
    for clock in 0..clocks {
        let back = |time: u32| clock.checked_sub(time as usize);
        let now = [states[clock].clone(), registers].concat();
        let values = net.evaluate(&now, back(cuts.does()).map_or(&nothing, |first| &does[first]));
        if let Some(first) = back(cuts.legal) {
            let expected = step.net.evaluate(&states[first], &does[first]);
            for (own, input) in net.ports.inputs.iter().zip(&step.net.ports.inputs) {
                assert_eq!(value(&values, own.legal), value(&expected, input.legal));
            }
        }
        if let Some(first) = staged.again.and_then(back) {
            let expected = step.net.evaluate(&states[first], &does[first]);
            for (own, input) in pipeline.again.iter().zip(&step.net.ports.inputs) {
                assert_eq!(value(&values, *own), value(&expected, input.legal));
            }
        }
        if let Some(first) = back(cuts.last()) {
            let expected = step.net.evaluate(&states[first], &does[first]);
            for (own, base) in net.ports.bases.iter().zip(&step.net.ports.bases) {
                assert_eq!(value(&values, own.next), value(&expected, base.next));
            }
            for (own, goal) in net.ports.goals.iter().zip(&step.net.ports.goals) {
                assert_eq!(value(&values, own.holds), value(&expected, goal.holds));
            }
            assert_eq!(value(&values, net.ports.terminal), value(&expected, step.net.ports.terminal));
        }
        registers = net.ports.bases[bases..].iter().map(|base| value(&values, base.next)).collect();
    }
}

/// LUTs come after what they read, in stages of as many levels as are said.
fn sound(step: &StepNet, staged: &Staged, around: Around) {
    let (graph, cuts) = (&step.graph, staged.cuts);
    let stage = |value: usize| match value.checked_sub(graph.first) {
        Some(table) => staged.stages[table],
        None if graph.is_move(value) => cuts.does(),
        None => 0,
    };
    let mut levels = vec![0; graph.len()];
    for table in graph.first..graph.len() {
        for &value in graph.fanins(table) {
            assert!(stage(value) <= stage(table));
            let before = if graph.is_move(value) { around.before_does } else { levels[value] };
            let level = 1 + if stage(value) == stage(table) { before } else { 0 };
            levels[table] = level.max(levels[table]);
        }
        assert!(levels[table] <= staged.levels[stage(table) as usize]);
        assert!(!graph.due(table).legal || stage(table) <= cuts.legal);
    }
    let most = staged.most_levels();
    assert!(most <= step.least_levels(cuts, around));
    // One level less and something would not fit: as many as the longest path needs, spread evenly.
    if around == Around::default() && cuts.pick > 0 {
        let late = [graph.depths().next[1], graph.depths().end[1]].into_iter().flatten().max().unwrap_or(0);
        let all = [graph.depths().next[0], graph.depths().end[0]].into_iter().flatten().max().unwrap_or(0);
        let parts = [(late, cuts.next), (all, cuts.last()), (graph.depths().legal, cuts.legal)];
        let least = parts.into_iter().map(|(path, cuts)| path.div_ceil(cuts + 1)).max().unwrap_or(0);
        assert_eq!(most, least);
    }
}

/// The fewest registers of all ways to divide LUTs into two stages of as many levels as are said.
fn fewest(step: &StepNet, levels: u32) -> usize {
    let (graph, luts) = (&step.graph, step.cover.luts.len());
    let registers = |late: usize| {
        let is_late = |value: usize| value.checked_sub(graph.first).is_some_and(|table| late >> table & 1 == 1);
        let mut own = vec![0; graph.len()];
        for table in graph.first..graph.len() {
            let fanins = graph.fanins(table);
            let here = fanins.iter().filter(|&&value| is_late(value) == is_late(table)).map(|&value| own[value]);
            own[table] = 1 + here.max().unwrap_or(0);
            let backward = !is_late(table) && fanins.iter().any(|&value| is_late(value));
            if own[table] > levels || backward || is_late(table) && graph.due(table).legal {
                return None;
            }
        }
        let crosses = |&value: &usize| {
            let due = graph.due(value);
            !is_late(value) && (due.next || due.end || graph.users(value).iter().any(|&user| is_late(user)))
        };
        Some((0..graph.len()).filter(crosses).count())
    };
    (0..1 << luts).filter_map(registers).min().unwrap()
}

proptest! {
    #[test]
    fn one_boundary_has_as_few_registers_as_can_be(seed in any::<u64>(), gates in 0_usize..60) {
        let mut net = random(seed, gates);
        // Moves come at once, not behind the legal ones.
        net.ports.inputs.iter_mut().for_each(|input| input.legal = Lit::TRUE);
        let step = StepNet::of(net, &Unobserved).unwrap();
        prop_assume!(step.cover.luts.len() <= 10);
        let staged = step.stage(cuts(0, 0, 1), Around::default(), &Unobserved).unwrap();
        prop_assert_eq!(staged.total_registers(), fewest(&step, step.least_levels(cuts(0, 0, 1), Around::default())));
    }

    #[test]
    fn stages_compute_what_the_net_does(seed in any::<u64>(), gates in 0_usize..500, around in 0_u32..4) {
        let net = random(seed, gates);
        let step = StepNet::new(crate::verify(&net).unwrap(), &Unobserved).unwrap();
        let around = Around { behind_legal: around, before_does: around / 2, behind_next: 1, behind_end: around / 3 };
        for (legal, pick, next) in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (2, 1, 3), (0, 2, 2), (3, 0, 4)] {
            for around in [Around::default(), around] {
                let staged = step.stage(cuts(legal, pick, next), around, &Unobserved).unwrap();
                if pick > 0 {
                    sound(&step, &staged, around);
                }
                plays(&step, &staged, seed);
                for time in 0..=staged.cuts.last() {
                    let repeated = step.repeated(staged.clone(), time);
                    prop_assert!(repeated.again.is_none_or(|again| again == time && time > legal));
                    plays(&step, &repeated, seed);
                }
            }
        }
    }

    /// The end and the goals are those of the next state.
    #[test]
    fn steps_look_one_state_ahead(seed in any::<u64>(), gates in 0_usize..100) {
        let net = random(seed, gates);
        let ahead = step_net(&net, &Unobserved).unwrap();
        let mut random = SplitMix64(seed);
        let [state, does]: [Vec<u64>; 2] = [6, 4].map(|count| (0..count).map(|_| random.word()).collect());
        let (now, both) = (net.evaluate(&state, &does), ahead.evaluate(&state, &does));
        let next: Vec<u64> = net.ports.bases.iter().map(|base| value(&now, base.next)).collect();
        let then = net.evaluate(&next, &[0; 4]);
        for (base, own) in next.iter().zip(&ahead.ports.bases) {
            prop_assert_eq!(*base, value(&both, own.next));
        }
        for (input, own) in net.ports.inputs.iter().zip(&ahead.ports.inputs) {
            prop_assert_eq!(value(&now, input.legal), value(&both, own.legal));
        }
        prop_assert_eq!(value(&then, net.ports.terminal), value(&both, ahead.ports.terminal));
        prop_assert_eq!(value(&then, net.ports.goals[0].holds), value(&both, ahead.ports.goals[0].holds));
    }
}
