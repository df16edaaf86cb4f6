//! Nets: folding, the text form, the verifier, optimisation, recursion, names, Verilog.

use crate::common::{net, propnet as built};
use gdl2hdl_emit::{self as emit, Clocking, Manifest, Namer};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_ground::Split;
use gdl2hdl_net::propnet::{self, Base, BaseFact, Input, Lit, NodeId, Ports, value};
use gdl2hdl_net::{Broken, Builder, Net, text, verify};
use gdl2hdl_opt::{self as opt, Eliminated, Level, Optimised, Options, optimise};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A game with a register that is constant, one that is the complement of another, one nothing observes, and a move that
/// never becomes legal. What becomes of it is in `compiler/opt/tests/passes/waste.net`.
const WASTE: &str = "(role r) (init (step 1)) (init on) (next (lost b)) (<= (next on) (true on))
    (<= (next (step 2)) (true (step 1)) (does r go)) (<= (next (step 1)) (does r wait))
    (<= (next (log ?m)) (does r ?m)) (<= (next (log 3)) (true (log go)))
    (legal r go) (<= (legal r wait) (true on)) (<= (legal r jump) (not (true on)) (true (step 1)))
    (<= terminal (true (step 2))) (<= (goal r 100) terminal) (<= (goal r 0) (not terminal))";

/// Two cells, each `x`, `o` or `b`, and somebody who marks them.
const CELLS: &str = "(role r) (piece x) (piece o) (init (cell 1 b)) (init (cell 2 b))
    (<= (next (cell ?n ?w)) (does r (mark ?n ?w)))
    (<= (next (cell ?n ?w)) (true (cell ?n ?w)) (distinct ?w b))
    (<= (next (cell ?n b)) (true (cell ?n b)) (not (marked ?n))) (<= (marked ?n) (does r (mark ?n ?w)))
    (<= (legal r (mark ?n ?w)) (piece ?w) (true (cell ?n b)))
    (<= terminal (not open)) (<= open (true (cell ?n b)))
    (<= (goal r 100) (true (cell 1 ?w)) (true (cell 2 ?w))) (<= (goal r 0) (not open))";

#[test]
fn the_rest_of_an_exact_group_needs_no_register() {
    let before = net(CELLS);
    let optimised = optimise(
        before.clone(),
        Options { level: Level::O2, keep_state: true, anywhere: false, ..Options::default() },
        &Unobserved,
    )
    .unwrap();
    let rests: Vec<&Eliminated> = optimised.dropped.bases.iter().map(|(_, gone)| gone).collect();
    // One for each cell, which follows from the two others of it.
    assert_eq!(rests.len(), 2);
    assert!(
        rests.iter().all(|gone| matches!(gone, Eliminated::NoneOf { of, inverted: false } if of.len() == 2)),
        "{rests:?}"
    );
    same_play(&before, &optimised, 1).unwrap();
    assert!(matches!(opt::prove(&before, &optimised, &Unobserved), opt::ProofVerdict::Equal(_)));
    // What is said of them is proven too, not only what was used.
    let told = |optimised: &Optimised, change: fn(&mut Eliminated)| {
        let mut wrong = optimised.clone();
        change(&mut wrong.dropped.bases[0].1);
        let fact = wrong.dropped.bases[0].0.to_string();
        (opt::prove(&before, &wrong, &Unobserved), opt::ProofVerdict::NotShown(fact))
    };
    for change in [
        |gone: &mut Eliminated| {
            if let Eliminated::NoneOf { inverted, .. } = gone {
                *inverted = true
            }
        },
        |gone: &mut Eliminated| {
            if let Eliminated::NoneOf { of, .. } = gone {
                of.truncate(1)
            }
        },
        |gone: &mut Eliminated| {
            if let Eliminated::NoneOf { of, .. } = gone {
                of[0].1 = true
            }
        },
    ] {
        let (verdict, expected) = told(&optimised, change);
        assert_eq!(verdict, expected);
    }
}

/// Thirty steps, in some of which there is a choice. What is won depends on the step too.
const STEPS: &str = "(role r) (init (step 1)) (init (at 1)) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
    (<= (next (at ?n)) (true (at ?m)) (does r (go ?m ?n)))
    (<= (legal r (go ?m ?n)) (true (at ?m)) (place ?n)) (place 1) (place 2) (place 3)
    (<= terminal (true (step 30))) (<= (goal r 100) (true (at 3)) (true (step 30)))
    (<= (goal r 50) (true (at 2)) (late ?n) (true (step ?n))) (late 17) (late 20) (late 22)
    (<= (goal r 0) (not terminal) (true (at 1)))";

#[test]
fn steps_are_held_as_a_code() {
    let after = (1..30).map(|n| format!("(after {n} {})", n + 1)).collect::<String>();
    let before = net(&(STEPS.to_owned() + &after));
    let optimised = optimise(
        before.clone(),
        Options { level: Level::O2, keep_state: true, anywhere: false, ..Options::default() },
        &Unobserved,
    )
    .unwrap();
    let bits =
        |optimised: &Optimised| optimised.net.ports.bases.iter().filter(|base| base.fact.facts().is_some()).count();
    // 31 words of five bits.
    assert_eq!(bits(&optimised), 5);
    let steps = optimised.dropped.bases.iter().filter(|(fact, _)| fact.starts_with("(step "));
    assert!(steps.clone().all(|(_, gone)| matches!(gone, Eliminated::NoneOf { of, inverted: false } if of.len() == 5)));
    assert_eq!(steps.count(), 30);
    same_play(&before, &optimised, 1).unwrap();
    assert!(matches!(opt::prove(&before, &optimised, &Unobserved), opt::ProofVerdict::Equal(_)));
    // A bit that goes on in another way, begins as another, or stands for other facts is none.
    let bit = optimised.net.ports.bases.iter().position(|base| base.fact.facts().is_some()).unwrap();
    for change in [
        |base: &mut Base| base.next = !base.next,
        |base: &mut Base| base.init = !base.init,
        |base: &mut Base| {
            base.fact = BaseFact::any_of(base.fact.clone().facts().unwrap().iter().skip(1).map(|fact| &**fact))
        },
    ] {
        let mut wrong = optimised.clone();
        change(&mut wrong.net.ports.bases[bit]);
        assert!(matches!(opt::prove(&before, &wrong, &Unobserved), opt::ProofVerdict::NotShown(_)));
    }
    // Logic alone keeps its registers; nets that have codes can be optimised again.
    let optimise_logic = opt::optimise_logic(optimised.net.clone(), &optimised.groups, Level::O3, &Unobserved).unwrap();
    assert_eq!(optimise_logic.ports.bases.len(), optimised.net.ports.bases.len());
}

/// The optimised game with some of it changed.
fn verdict(change: impl FnOnce(&mut Optimised)) -> opt::ProofVerdict {
    let before = net(WASTE);
    let mut optimised = optimise(before.clone(), Level::O3.into(), &Unobserved).expect("all passes are right");
    change(&mut optimised);
    opt::prove(&before, &optimised, &Unobserved)
}

#[test]
fn what_is_wrong_is_not_proven() {
    assert!(matches!(verdict(|_| ()), opt::ProofVerdict::Equal(_)));
    let wrong = |output: &str| opt::ProofVerdict::NotShown(output.to_owned());
    assert_eq!(verdict(|o| o.net.ports.terminal = !o.net.ports.terminal), wrong("terminal"));
    assert_eq!(verdict(|o| o.net.ports.inputs[0].legal = Lit::FALSE), wrong("legal go"));
    assert_eq!(verdict(|o| o.net.ports.bases[0].next = Lit::FALSE), wrong("next (step 1)"));
    assert_eq!(verdict(|o| o.net.ports.bases[0].init = false), wrong("(step 1)"));
    let on = |o: &mut Optimised, gone: Eliminated| {
        o.dropped.bases.iter_mut().find(|(f, _)| &**f == "on").expect("it is dropped").1 = gone
    };
    assert_eq!(verdict(|o| on(o, Eliminated::Constant(false))), wrong("on"));
    // Right at first, and only then.
    let same = Eliminated::Same { fact: "(step 1)".into(), inverted: false };
    assert!(matches!(verdict(|o| on(o, same)), opt::ProofVerdict::NotShown(_)));
    // A move that is legal is said not to be.
    let never = |o: &mut Optimised| o.dropped.moves.push((0, "wait".into()));
    assert!(matches!(verdict(never), opt::ProofVerdict::NotShown(_)));
}

#[test]
fn propnets_have_a_text_form() {
    let text = "propnet\nrole r\nbase b0 init 1 next n1 (lamp 1)\nbase b1 init 0 next !b0 off\n\
        input i0 role 0 legal b0 push\ngate n0 and b0 !b1 i0\ngate n1 or b1 n0\ngoal role 0 value 100 n1\n\
        terminal !b0\nsees role 0 0 (spot 1)\nview n0 (inner one)\n";
    let net = propnet::text::parse(text).unwrap();
    assert_eq!((net.num_gates(), net.ports.views.len()), (2, 1));
    assert_eq!(propnet::text::print(&net), text);
    for (broken, line, reason) in [
        (text.replace("and b0 !b1 i0", "and n1 b0"), 6, "before it"),
        (text.replace("and b0 !b1 i0", "and b0"), 6, "two fan-ins"),
        (text.replace("or b1 n0", "xor b1 n0"), 7, "`and` or `or`"),
        (text.replace("next n1", "next n2"), 3, "below 2"),
    ] {
        let error = propnet::text::parse(&broken).unwrap_err();
        assert!(error.line == line && error.reason.contains(reason), "{error}");
    }
}

#[test]
fn folding_finds_constants_and_equal_gates() {
    let mut builder = Builder::new(ports(3, 0));
    let (a, b) = (builder.net().ports.base(0), builder.net().ports.base(1));
    let both = builder.and(a, b);
    assert_eq!(builder.and(b, a), both);
    assert_eq!(builder.and(a, !a), Lit::FALSE);
    assert_eq!(builder.and(both, a), both);
    assert_eq!(builder.and(!a, both), Lit::FALSE);
    assert_eq!(builder.and(!both, !a), !a);
    let narrowed = builder.and(a, !both);
    assert_eq!(narrowed, builder.and(a, !b));
    assert_eq!(builder.and_all([]), Lit::TRUE);
}

#[test]
fn the_verifier_finds_what_is_broken() {
    let lit = |node, complement| Lit::new(NodeId(node), complement);
    let looped = Net::from_parts(ports(1, 0), vec![[lit(1, false), lit(2, false)]]);
    assert_eq!(verify(&looped).unwrap_err(), Broken::Order(2));
    let mut dangling = Net::from_parts(ports(1, 0), Vec::new());
    dangling.ports.terminal = lit(9, true);
    assert_eq!(verify(&dangling).unwrap_err(), Broken::Dangling(9));
    let mut depends = Net::from_parts(ports(1, 1), Vec::new());
    depends.ports.terminal = lit(2, false);
    assert_eq!(verify(&depends).unwrap_err(), Broken::DependsOnMoves("terminal".to_owned()));
    let mut twice = Net::from_parts(ports(2, 0), Vec::new());
    twice.ports.bases[1].fact = "b0".into();
    assert_eq!(verify(&twice).unwrap_err(), Broken::Duplicate("b0".to_owned()));
}

/// Ports with `bases` bases and `inputs` moves of one role that are always legal.
fn ports(bases: usize, inputs: usize) -> Ports {
    let base = |i| Base { fact: format!("b{i}").into(), init: i % 2 == 0, next: Lit::FALSE };
    let input = |i| Input { role: 0, action: format!("m{i}").into(), legal: Lit::TRUE };
    Ports {
        roles: vec!["r".into()],
        bases: (0..bases).map(base).collect(),
        inputs: (0..inputs).map(input).collect(),
        ..Ports::default()
    }
}

/// A random sound net.
fn random_net(seed: u64, gates: usize) -> Net {
    let mut random = SplitMix64(seed);
    let mut builder = Builder::new(ports(6, 4));
    let mut state_only: Vec<Lit> = (0..6).map(|i| builder.net().ports.base(i)).collect();
    let mut all = state_only.clone();
    all.extend((0..4).map(|i| builder.net().ports.input(i)));
    for _ in 0..gates {
        let pool = if random.index(2) == 0 { &state_only } else { &all };
        let pick = |random: &mut SplitMix64| pool[random.index(pool.len())].flip_if(random.index(2) == 0);
        let (a, b) = (pick(&mut random), pick(&mut random));
        let gate = builder.and(a, b);
        if state_only.contains(&Lit::new(a.node(), false)) && state_only.contains(&Lit::new(b.node(), false)) {
            state_only.push(Lit::new(gate.node(), false));
        }
        all.push(Lit::new(gate.node(), false));
    }
    let mut net = builder.finish();
    let mut pick = |pool: &[Lit]| pool[random.index(pool.len())].flip_if(random.index(2) == 0);
    for base in &mut net.ports.bases {
        base.next = pick(&all);
    }
    for input in &mut net.ports.inputs {
        input.legal = pick(&state_only);
    }
    net.ports.terminal = pick(&state_only);
    net
}

/// A legal move in each of 64 games of a net with one role, and in which there is one.
fn legal_moves(net: &Net, state: &[u64], random: &mut SplitMix64) -> (Vec<u64>, u64) {
    let values = net.evaluate(state, &vec![0; net.ports.inputs.len()]);
    let legal: Vec<u64> = net.ports.inputs.iter().map(|input| value(&values, input.legal)).collect();
    let mut moves = vec![0; legal.len()];
    let mut live = !value(&values, net.ports.terminal);
    for game in 0..64 {
        let open: Vec<usize> = (0..legal.len()).filter(|&i| legal[i] >> game & 1 == 1).collect();
        match open.len() {
            0 => live &= !(1 << game),
            count => moves[open[random.index(count)]] |= 1 << game,
        }
    }
    moves.iter_mut().for_each(|bits| *bits &= live);
    (moves, live)
}

/// Plays 64 random games on both nets, and compares all that the optimised one has or tells of, by sentence.
fn same_play(before: &Net, optimised: &Optimised, seed: u64) -> Result<(), String> {
    let after = &optimised.net;
    let mut random = SplitMix64(seed);
    let init = |net: &Net| net.ports.bases.iter().map(|b| if b.init { u64::MAX } else { 0 }).collect::<Vec<_>>();
    let (first, first_after) = (init(before), init(after));
    let (mut left, mut right) = (first.clone(), first_after.clone());
    let place = |input: &Input| before.ports.inputs.iter().position(|i| i.action == input.action).unwrap_or(usize::MAX);
    let base = |net: &Net, fact: &str| net.ports.bases.iter().position(|b| *b.fact == *fact).unwrap_or(usize::MAX);
    for step in 0..20 {
        for (own, &bits) in after.ports.bases.iter().zip(&right) {
            let facts: Vec<&str> = own.fact.alternatives().collect();
            if facts.iter().fold(0, |any, fact| any | left[base(before, fact)]) != bits {
                return Err(format!("{} differs after step {step}", own.fact));
            }
        }
        for (fact, gone) in &optimised.dropped.bases {
            let expected = match gone {
                Eliminated::Constant(value) => {
                    if *value {
                        u64::MAX
                    } else {
                        0
                    }
                }
                Eliminated::Same { fact, inverted } => right[base(after, fact)] ^ if *inverted { u64::MAX } else { 0 },
                Eliminated::NoneOf { of, inverted } => {
                    let literal =
                        |(fact, not): &(BaseFact, bool)| right[base(after, fact)] ^ if *not { u64::MAX } else { 0 };
                    !of.iter().fold(0, |some, other| some | literal(other)) ^ if *inverted { u64::MAX } else { 0 }
                }
                Eliminated::Unobserved => continue,
            };
            if left[base(before, fact)] != expected {
                return Err(format!("{fact}, which is {gone:?}, differs after step {step}"));
            }
        }
        let (moves, live) = legal_moves(before, &left, &mut random);
        let kept: Vec<u64> = after.ports.inputs.iter().map(|input| moves[place(input)]).collect();
        let (values, others) = (before.evaluate(&left, &moves), after.evaluate(&right, &kept));
        if value(&values, before.ports.terminal) != value(&others, after.ports.terminal) {
            return Err(format!("terminal differs at step {step}"));
        }
        for input in &after.ports.inputs {
            if value(&values, before.ports.inputs[place(input)].legal) != value(&others, input.legal) {
                return Err(format!("legal {} differs at step {step}", input.action));
            }
        }
        // Games that are over, or stuck, begin again.
        let step = |net: &Net, values: &[u64], first: &[u64]| -> Vec<u64> {
            let next = net.ports.bases.iter().zip(first);
            next.map(|(b, first)| value(values, b.next) & live | first & !live).collect()
        };
        (left, right) = (step(before, &values, &first), step(after, &others, &first_after));
    }
    Ok(())
}

proptest! {
    #[test]
    fn optimisation_keeps_every_reachable_behaviour(seed in any::<u64>(), gates in 0_usize..80, keep in any::<bool>()) {
        let before = random_net(seed, gates);
        verify(&before).unwrap();
        for level in [Level::O0, Level::O1, Level::O2, Level::O3] {
            let optimised = optimise(before.clone(), Options { level, keep_state: keep, anywhere: false, ..Options::default() }, &Unobserved).unwrap();
            verify(&optimised.net).unwrap();
            // Registers are spared for two gates each.
            let size = |net: &Net| net.num_gates() + 2 * net.ports.bases.len();
            prop_assert!(size(&optimised.net) <= size(&before));
            prop_assert_eq!(same_play(&before, &optimised, seed ^ 7), Ok(()));
            let verdict = opt::prove(&before, &optimised, &Unobserved);
            prop_assert!(matches!(verdict, opt::ProofVerdict::Equal(_)), "{level:?}: {verdict:?}");
        }
    }

    #[test]
    fn constants_hold_in_every_reachable_state(seed in any::<u64>()) {
        let net = random_net(seed, 40);
        let constants = opt::constants(&net);
        let mut random = SplitMix64(seed);
        let mut state: Vec<u64> = net.ports.bases.iter().map(|b| if b.init { u64::MAX } else { 0 }).collect();
        for _ in 0..20 {
            let values = net.evaluate(&state, &vec![0; net.ports.inputs.len()]);
            let moves: Vec<u64> = net.ports.inputs.iter().map(|i| value(&values, i.legal) & random.word()).collect();
            let values = net.evaluate(&state, &moves);
            for (bits, constant) in values.iter().zip(&constants) {
                let agrees = constant.is_none_or(|value| *bits == if value { u64::MAX } else { 0 });
                prop_assert!(agrees);
            }
            state = net.ports.bases.iter().map(|b| value(&values, b.next)).collect();
        }
    }

    #[test]
    fn the_text_form_parses_back(seed in any::<u64>(), gates in 0_usize..60) {
        let net = random_net(seed, gates);
        prop_assert_eq!(text::parse(&text::print(&net)).unwrap(), net);
    }

    #[test]
    fn identifiers_are_legal_and_never_the_same(sentences in prop::collection::vec("\\PC{0,70}|(cell|reg|end|int|n1|p)( [0-9a-z]){0,3}", 1..60)) {
        let mut namer = Namer::default();
        let names: Vec<String> = sentences.iter().map(|s| namer.name(s)).collect();
        prop_assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in names {
            prop_assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
            prop_assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{name}");
            prop_assert!(!["reg", "end", "cell", "int", "new", "class"].contains(&name.as_str()));
        }
    }
}

/// Reachability in random graphs, by linear and by quadratic rules: elimination and unrolling must agree with a search.
#[test]
fn recursion_reaches_its_least_fixpoint() {
    for seed in 0..20 {
        let mut random = SplitMix64(seed);
        let edges: Vec<(usize, usize)> = (0..10).map(|_| (random.index(6), random.index(6))).collect();
        let list: String = edges.iter().map(|(a, b)| format!("(edge {a} {b}) ")).collect();
        let nodes: String = (0..6).map(|i| format!("(node {i}) (init (open {i})) ")).collect();
        let game = |recursion: &str| {
            format!(
                "(role r) {list} {nodes} (<= (link ?a ?b) (edge ?a ?b) (true (open ?a)) (true (open ?b)))
                 (<= (path ?a ?b) (link ?a ?b)) {recursion}
                 (<= (legal r (shut ?x)) (true (open ?x))) (<= (next (open ?x)) (true (open ?x)) (not (does r (shut ?x))))
                 (<= (legal r (go ?a ?b)) (path ?a ?b)) (<= terminal (path 0 5)) (goal r 0)"
            )
        };
        let linear = built(&game("(<= (path ?a ?c) (path ?a ?b) (link ?b ?c))"), Split::WhenItPays);
        let quadratic = built(&game("(<= (path ?a ?c) (path ?a ?b) (path ?b ?c))"), Split::WhenItPays);
        for net in [&linear, &quadratic] {
            let open: Vec<u64> = net.ports.bases.iter().map(|_| random.word()).collect();
            let values = net.evaluate(&open, &vec![0; net.ports.inputs.len()]);
            let is_open = |node: usize| {
                let fact = format!("(open {node})");
                net.ports.bases.iter().position(|b| *b.fact == *fact).map_or(u64::MAX, |i| open[i])
            };
            for input in net.ports.inputs.iter().filter(|input| input.action.starts_with("(go")) {
                let ends: Vec<usize> = input.action[4..7].split(' ').map(|n| n.parse().unwrap()).collect();
                let mut reach = [0_u64; 6];
                for _ in 0..8 {
                    for &(a, b) in &edges {
                        let from = if a == ends[0] { u64::MAX } else { reach[a] };
                        reach[b] |= from & is_open(a) & is_open(b);
                    }
                }
                assert_eq!(value(&values, input.legal), reach[ends[1]], "seed {seed} {}", input.action);
            }
        }
    }
}

#[test]
fn hostile_names_stay_in_comments_and_strings() {
    let game = "(role r) (init module) (init a\"b) (init */) (init \\x) (init `include) (init ünï) (init cell) (init $display)
        (<= (next ?x) (true ?x) (does r (* \"))) (legal r (* \")) (<= (legal r always) (true module)) (<= (legal r ..) (true cell))
        (<= terminal (not (true */))) (<= (goal r 7) (true \\x) (true `include) (true ünï) (true $display) (true a\"b))";
    let optimised = optimise(
        net(game),
        Options { level: Level::O0, keep_state: true, anywhere: false, ..Options::default() },
        &Unobserved,
    )
    .unwrap();
    let verified = verify(&optimised.net).unwrap();
    let module = emit::verilog(verified, "../../etc/passwd; `rm", Clocking::Own, &Unobserved).unwrap();
    assert_eq!(module.name, "etc_passwd_rm_propnet");
    assert!(module.text.is_ascii());
    for line in module.text.lines() {
        let code = line.split("//").next().unwrap();
        assert!(line.len() <= 240 && !code.contains(['"', '\\', '$']), "{line}");
        assert!(!code.contains('`') || code.starts_with("`default_nettype"), "{line}");
    }
    let manifest = Manifest::new("g", &module.name, verified, &optimised, &module.registers, &Unobserved).unwrap();
    assert!(manifest.bases.iter().any(|bit| bit.fact == "ünï"));
    let names: BTreeSet<&String> = manifest.bases.iter().map(|bit| &bit.name).collect();
    assert_eq!(names.len(), manifest.bases.len());
}

#[test]
fn every_gate_of_a_wide_or_fits_bounded_lines() {
    let cells: String = (0..3000).map(|i| format!("(init (c {i})) (d {i}) ")).collect();
    let game = format!(
        "(role r) {cells} (legal r a) (<= (next (c ?x)) (true (c ?x)) (does r a)) (<= (legal r b) (true (c ?x)))
         (<= some (true (c ?x))) (<= terminal (not some)) (<= (next (c 1)) (does r b)) (goal r 1)"
    );
    let net = net(&game);
    let module = emit::verilog(verify(&net).unwrap(), "wide", Clocking::Own, &Unobserved).unwrap();
    assert!(module.text.lines().all(|line| line.len() < 240));
}
