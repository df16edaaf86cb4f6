use super::*;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::propnet::{Base, Input, Ports};
use gdl2hdl_net::{node, text};

/// Two marks of a cell, as in many games: the first move into a free cell stays.
const CELL: &str = "net
role r
base b0 init 0 next !n2 (cell o)
base b1 init 0 next !n4 (cell x)
base b2 init 1 next !b2 (turn)
input i0 role 0 legal 1 (mark o)
input i1 role 0 legal 1 (mark x)
gate n0 !b0 !b1
gate n1 n0 i0
gate n2 !n1 !b0
gate n3 n0 i1
gate n4 !n3 !b1
terminal 0
";

fn planned(text: &str) -> Option<ClockingPlan> {
    plan(&text::parse(text).unwrap(), &Unobserved).unwrap()
}

#[test]
fn marks_of_a_cell_share_an_enable() {
    let plan = planned(CELL).unwrap();
    let holds: Vec<String> = plan.clocks.iter().map(|clock| text::edge(&plan.net.ports, clock.hold)).collect();
    // Where there is `o` already both stay; else each takes one LUT with its loading.
    assert_eq!(holds, ["b0", "b0", "0"]);
    // Nobody else needs the enable of all.
    assert!(plan.clocks[2].free);
}

#[test]
fn what_steps_to_its_initial_value_is_reset() {
    let mut text = "net\nrole r\n".to_owned();
    (0..4).for_each(|i| text += &format!("base b{i} init {} next {} (b {i})\n", i / 2, i / 2));
    let plan = planned(&(text + "terminal b3\n")).unwrap();
    let reset = RegisterClocking { reset: Lit::TRUE, idle: true, ..RegisterClocking::default() };
    assert_eq!(plan.clocks, [reset; 4]);
}

#[test]
fn registers_that_fit_in_a_table_with_themselves_have_no_enable() {
    let plan = planned("net\nrole r\nbase b0 init 1 next 0 (p)\nbase b1 init 1 next !b1 (q)\nterminal b0\n").unwrap();
    assert_eq!(plan.clocks, [RegisterClocking { free: true, ..RegisterClocking::default() }; 2]);
    assert!(
        planned("net\nrole r\nbase b0 init 1 next n0 (p)\nbase b1 init 1 next b0 (q)\ngate n0 b0 b1\nterminal b0\n")
            .is_none()
    );
}

/// A net whose registers are held and reset by gates here and there.
fn random_net(seed: u64) -> Net {
    let mut random = SplitMix64(seed);
    let base = |i: usize| Base { fact: i.to_string().into(), init: i.is_multiple_of(2), next: Lit::FALSE };
    let input = |i: usize| Input { role: 0, action: i.to_string().into(), legal: Lit::TRUE };
    let ports = Ports {
        roles: vec!["r".into()],
        bases: (0..9).map(base).collect(),
        inputs: (0..5).map(input).collect(),
        ..Ports::default()
    };
    let mut builder = Builder::new(ports);
    let mut edges = builder.net().leaves();
    let mut any = |edges: &[Lit]| {
        let place = usize::try_from(random.below(edges.len() as u64)).unwrap();
        edges[place].flip_if(random.below(2) == 1)
    };
    for _ in 0..20 {
        let edge = builder.and(any(&edges), any(&edges));
        edges.push(edge);
    }
    let few = [any(&edges), any(&edges), any(&edges)];
    for base in 0..9 {
        let (hold, reset) = (any(&few), any(&few));
        let state = builder.net().ports.base(base);
        let both = builder.and(any(&edges), any(&edges));
        let stepped = [any(&edges), both, Lit::TRUE][base % 3];
        let init = Lit::FALSE.flip_if(builder.net().ports.bases[base].init);
        let other = mux(&mut builder, reset, init, stepped);
        let next = mux(&mut builder, hold, state, other);
        builder.ports().bases[base].next = [next, other, any(&edges)][base % 4 % 3];
    }
    builder.ports().terminal = few[0];
    builder.finish()
}

fn mux(builder: &mut Builder, select: Lit, one: Lit, other: Lit) -> Lit {
    let (one, other) = (builder.and(select, one), builder.and(!select, other));
    builder.or(one, other)
}

/// The next state of a plan in 64 positions.
fn stepped(plan: &ClockingPlan, values: &[u64], base: usize) -> u64 {
    let value = |edge: Lit| gdl2hdl_net::propnet::value(values, edge);
    let (clock, port) = (&plan.clocks[base], &plan.net.ports.bases[base]);
    let (hold, reset) = (value(clock.hold), value(clock.reset));
    assert!(!clock.idle || hold | reset == u64::MAX);
    let init = if port.init { u64::MAX } else { 0 };
    let state = value(Lit::new(node(1 + base), false));
    hold & state | !hold & (reset & init | !reset & value(port.next))
}

#[test]
fn plans_do_what_the_net_does_in_every_state() {
    let (mut held, mut reset, mut planned) = (0, 0, 0);
    for seed in 0..300 {
        let net = random_net(seed);
        let Some(plan) = plan(&net, &Unobserved).unwrap() else { continue };
        planned += 1;
        held += plan.clocks.iter().filter(|clock| clock.hold != Lit::FALSE).count();
        reset += plan.clocks.iter().filter(|clock| clock.reset != Lit::FALSE).count();
        let mut random = SplitMix64(seed);
        for _ in 0..4 {
            let bases: Vec<u64> = (0..9).map(|_| random.word()).collect();
            let inputs: Vec<u64> = (0..5).map(|_| random.word()).collect();
            let (before, after) = (net.evaluate(&bases, &inputs), plan.net.evaluate(&bases, &inputs));
            for base in 0..9 {
                let next = gdl2hdl_net::propnet::value(&before, net.ports.bases[base].next);
                assert_eq!(stepped(&plan, &after, base), next, "seed {seed}, base {base}");
            }
            let terminal = [(&net, &before), (&plan.net, &after)]
                .map(|(net, values)| gdl2hdl_net::propnet::value(values, net.ports.terminal));
            assert_eq!(terminal[0], terminal[1]);
        }
    }
    assert!(planned > 100 && held > 100 && reset > 100, "{planned} nets, {held} held, {reset} reset");
}
