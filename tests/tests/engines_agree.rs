//! Every engine plays random games as the interpreter of the rules does. `GDL2HDL_FUZZ_SECONDS` sets for how long,
//! after the usual number of games.

use gdl2hdl::{Compiled, Game, Level, Limits};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::syntax::Sheet;
use gdl2hdl_ground::{MagicSets, Split};
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_play::engine::{self, Codec, Engine};
use gdl2hdl_play::playout::{
    self, Cpu, CpuOptions, GameShape, PlayoutEngine, Reference, Scalar, StartState, State, StepRecord, Unobserved,
    Whole, compare, scalar,
};
use gdl2hdl_play::record::{Job, record};
use gdl2hdl_play::replay::{self, replay};
use gdl2hdl_play::trace::TraceReader;
use gdl2hdl_tests::nets::as_written;
use gdl2hdl_tests::random;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{TestCaseError, TestRunner};
use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;

type Agreed = Result<(), Box<dyn Error>>;

/// Gates of random games are few: what needs more is an explosion.
const LIMITS: Limits = Limits { max_bytes: 256 << 20, max_depth: 20, max_gates: 1_000_000 };

pub(crate) fn read(text: &str) -> Result<Checked, Box<dyn Error>> {
    Ok(as_written(text, None)?.sheet().clone())
}

/// What the interpreter says of some playouts.
pub(crate) fn recorded(sheet: &Sheet) -> Result<Vec<u8>, Box<dyn Error>> {
    let job = Job { game: "random".into(), file: String::new(), playouts: 4, max_steps: 6, seed: 1, percepts: true };
    let limits =
        interpret::InterpreterLimits { max_facts: 100_000, max_depth: 20, ..interpret::InterpreterLimits::default() };
    let mut trace = Vec::new();
    record(&mut engine::interpreter(sheet, limits)?, &job, &mut trace, &|| false)?;
    Ok(trace)
}

fn agrees(engine: &mut dyn Engine, what: &str, trace: &[u8]) -> Agreed {
    let report = replay(engine, TraceReader::new(trace)?, &replay::Options::default())?;
    match report.differences.first() {
        Some(difference) => Err(format!("{what}: {difference}").into()),
        None => Ok(()),
    }
}

fn all_agree(text: &str) -> Agreed {
    let game = as_written(text, None)?;
    let trace = recorded(game.sheet())?;
    let options = gdl2hdl::Options::default().limits(LIMITS);
    let program = game.ground(&options.clone().magic_sets(MagicSets::Always), &Unobserved)?.into_program();
    agrees(&mut engine::ground(program)?, "ground, all by magic sets", &trace)?;
    let program = game.ground(&options.clone().split(Split::Always), &Unobserved)?.into_program();
    agrees(&mut engine::ground(program)?, "ground, all split", &trace)?;
    for split in [Split::WhenItPays, Split::Never] {
        let ground = game.ground(&options.clone().split(split), &Unobserved)?;
        let propnet = ground.propnet(&Unobserved)?;
        let built = ground.net_of(&propnet, &Unobserved).unwrap();
        agrees(&mut engine::ground(ground.into_program())?, "ground", &trace)?;
        if propnet::text::parse(&propnet::text::print(&propnet))? != propnet {
            return Err("the text form of the propnet does not parse back".into());
        }
        for level in [Level::O0, Level::O1, Level::O2, Level::O3] {
            let options = options.clone().level(level);
            for keep_state in [false, true] {
                let compiled = built.clone().optimise(&options.clone().keep_state(keep_state), &Unobserved)?;
                let _ = compiled.verilog("random");
                let (what, dropped) = (format!("{level:?} keep {keep_state}"), &compiled.optimised().dropped);
                agrees(&mut engine::cpu(compiled.net(), dropped, None)?, &format!("cpu {what}"), &trace)?;
                playouts_agree(&compiled).map_err(|error| format!("playouts {what}: {error}"))?;
                references_agree(game.sheet(), &propnet, &compiled, split == Split::Never)
                    .map_err(|error| format!("references {what}: {error}"))?;
                agrees(&mut engine::net(compiled.into_optimised())?, &what, &trace)?;
            }
            let compiled = built.clone().optimise(&options.any_state(true), &Unobserved)?;
            from_any_state(game.sheet(), &compiled, false).map_err(|error| format!("{level:?} anywhere: {error}"))?;
            agrees(&mut engine::net(compiled.into_optimised())?, &format!("{level:?} anywhere"), &trace)?;
        }
        agrees(&mut engine::propnet(propnet)?, "propnet", &trace)?;
    }
    Ok(())
}

/// Engines made from the rules, which play by themselves, see what the net does, whatever it holds of a state; and a net is
/// right in all states that it takes, whether play can reach them or not.
fn references_agree(sheet: &Sheet, built: &PropNet, compiled: &Compiled, from_others: bool) -> Agreed {
    let (codec, shape) = (compiled.codec()?, compiled.shape());
    let start = compiled.initial();
    let mut players: Vec<Box<dyn PlayoutEngine>> = vec![by_rules(sheet, &codec, &shape)?];
    let propnet = Reference::with(engine::propnet(built.clone())?, codec.clone());
    players.push(Box::new(Scalar::new("propnet", propnet, shape)));
    let mut scalar = scalar(compiled.net(), compiled.choices());
    for player in &mut players {
        for slots in [1, 2] {
            let starts = vec![StartState::initial(State::clone(&start))];
            let job = playout::Job { starts, lanes: 2, per_lane: 3, slots, seed: 5, max_steps: 6, first_moves: false };
            same(&mut scalar, &mut **player, &job, &codec)?;
        }
    }
    if from_others { from_any_state(sheet, compiled, true) } else { Ok(()) }
}

fn by_rules(sheet: &Sheet, codec: &Codec, shape: &GameShape) -> Result<Box<dyn PlayoutEngine>, Box<dyn Error>> {
    let limits =
        interpret::InterpreterLimits { max_facts: 100_000, max_depth: 20, ..interpret::InterpreterLimits::default() };
    let reference = Reference::with(engine::interpreter(sheet, limits)?, codec.clone());
    Ok(Box::new(Scalar::new("interpreter", reference, shape.clone())))
}

/// Both engines see the same in every state, and the net can hold what the other one sees.
fn same(net: &mut dyn PlayoutEngine, other: &mut dyn PlayoutEngine, job: &playout::Job, codec: &Codec) -> Agreed {
    match compare::traces([net, other], job, codec, &Unobserved)? {
        Some(difference) => Err(difference.into()),
        None => Ok(()),
    }
}

/// Sets of facts of a game, most of them no state that play reaches: a net plays them as the rules do, or `may_refuse` them.
fn from_any_state(sheet: &Sheet, compiled: &Compiled, may_refuse: bool) -> Agreed {
    let (codec, shape) = (compiled.codec()?, compiled.shape());
    let known: Vec<&String> = codec.layout().bases.iter().map(|base| &base.sentence).collect();
    let mut starts = Vec::new();
    for set in 1..9_u64 {
        let in_set = |i: &usize| set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (7 * i % 61) & 3 == 0;
        let mut facts: Vec<String> = (0..known.len()).filter(in_set).map(|i| known[i].clone()).collect();
        facts.sort_unstable();
        match codec.encode(&facts) {
            Ok(registers) if shape.contradiction(&registers).is_none() => {
                starts.push(StartState { registers, whole: Whole::Facts(facts) });
            }
            Ok(_) if may_refuse => {}
            Err(error) if may_refuse && error.refused_fact().is_some() => {}
            other => return Err(format!("{facts:?} refused: {other:?}").into()),
        }
    }
    if starts.is_empty() && may_refuse {
        return Ok(());
    }
    let job = playout::Job { starts, lanes: 2, per_lane: 1, slots: 1, seed: 5, max_steps: 4, first_moves: false };
    let mut scalar = scalar(compiled.net(), compiled.choices());
    same(&mut scalar, &mut *by_rules(sheet, &codec, &shape)?, &job, &codec)
}

/// The fast engine sees what the definition says, with one playout of a lane in flight and with more, some of them more
/// than a lane has.
fn playouts_agree(compiled: &Compiled) -> Agreed {
    let (net, choices, start) = (compiled.net(), compiled.choices(), compiled.initial());
    let (mut scalar, mut cpu) = (scalar(net, choices), Cpu::new(net, choices, CpuOptions::default()));
    for (slots, per_lane, max_steps) in [(1, 2, 6), (2, 5, 6), (3, 7, 2), (5, 3, 6)] {
        let starts = vec![StartState::initial(start.clone())];
        let job = playout::Job { starts, lanes: 5, per_lane, slots, seed: 3, max_steps, first_moves: true };
        job_agrees(&mut scalar, &mut cpu, &job).map_err(|error| format!("{slots} slots: {error}"))?;
    }
    Ok(())
}

/// Both engines see the same in every state and in the report.
fn job_agrees(scalar: &mut dyn PlayoutEngine, cpu: &mut dyn PlayoutEngine, job: &playout::Job) -> Agreed {
    let mut seen = [Vec::new(), Vec::new()];
    let [of_scalar, of_cpu] = &mut seen;
    scalar.trace(job, &Unobserved, &mut |record| keep(of_scalar, record))?;
    cpu.trace(job, &Unobserved, &mut |record| keep(of_cpu, record))?;
    if let Some(at) = (0..seen[0].len().max(seen[1].len())).find(|&i| seen[0].get(i) != seen[1].get(i)) {
        return Err(format!("record {at}: {:?} and {:?}", seen[0].get(at), seen[1].get(at)).into());
    }
    for first_moves in [false, true] {
        let job = playout::Job { first_moves, ..job.clone() };
        let reports = (scalar.play(&job, &Unobserved)?, cpu.play(&job, &Unobserved)?);
        if reports.0 != reports.1 {
            return Err(format!("reports {reports:?}").into());
        }
    }
    Ok(())
}

fn keep(records: &mut Vec<StepRecord>, record: StepRecord) -> ControlFlow<()> {
    records.push(record);
    ControlFlow::Continue(())
}

#[test]
fn on_random_games() {
    let test = |text: String| all_agree(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")));
    if let Err(error) = random::check(&random::game::games(), test) {
        panic!("{error}");
    }
}

/// The property above is worth something only if the games have something to compare.
#[test]
fn random_games_are_not_trivial() {
    let mut runner = TestRunner::deterministic();
    let (mut moving, mut choosing, mut gated, mut seeing) = (0, 0, 0, 0);
    for _ in 0..200 {
        let text = random::game::games().new_tree(&mut runner).map(|tree| tree.current()).unwrap_or_default();
        let Ok(sheet) = read(&text) else { continue };
        let trace = recorded(&sheet).unwrap_or_default();
        let records: Vec<_> = TraceReader::new(&trace[..]).into_iter().flatten().filter_map(Result::ok).collect();
        let states: BTreeSet<_> = records.iter().map(|record| format!("{:?}", record.state)).collect();
        let moves: BTreeSet<_> = records.iter().filter_map(|record| record.joint.clone()).collect();
        let percepts: BTreeSet<_> = records.iter().filter_map(|record| record.sees.clone()).collect();
        seeing += usize::from(percepts.len() > 2);
        moving += usize::from(states.len() > 3);
        choosing += usize::from(moves.len() > 2);
        let options = gdl2hdl::Options::default().limits(LIMITS);
        let built = Game::of_sheet(sheet).propnet(&options, &Unobserved).ok();
        gated += usize::from(built.is_some_and(|net| net.num_gates() > 20));
    }
    let text = format!("{moving} {choosing} {gated} {seeing} of 200");
    assert!(moving > 45 && choosing > 120 && gated > 40 && seeing > 40, "{text}");
}

/// Rules of sizes that random games do not reach.
#[test]
fn on_games_with_long_rules() {
    const FRAME: &str = "(role white) (d 1) (d 2) (d 3) (succ 1 2) (succ 2 3) (init (at 1)) (legal white noop)\n\
        (<= (legal white (go ?x)) (d ?x)) (<= (next (at ?x)) (does white (go ?x)))\n\
        (<= (next (at ?x)) (true (at ?x)) (true (at 2)))\n\
        (<= (goal white 100) win) (<= (goal white 0) (not win)) (<= terminal (true (at 3)) win)\n";
    let repeat = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(" ");
    let known =
        repeat(150, &|i| format!("(init (q 2 {i})) (<= (next (q 2 {i})) (true (q 2 {i})) (not (true (at 3))))"));
    let step = |i: usize| format!("(<= (v{} ?x) (v{i} ?x))", i + 1);
    let rules = [
        // Repeated, joined and negated literals, more of them than a clause keeps.
        format!("(<= win {})", repeat(300, &|_| "(true (at 2))".to_owned())),
        format!("{known}\n(<= win {})", repeat(150, &|i| format!("(true (q ?x {i}))"))),
        format!("{known}\n(<= win (true (at ?x)) {})", repeat(150, &|i| format!("(true (q ?y{} {i}))", i % 3))),
        format!("{known}\n(<= win (true (at ?x)) {})", repeat(150, &|i| format!("(not (true (q ?x {i})))"))),
        format!(
            "{known}\n(<= win {} (d ?z) (distinct ?z ?y1))",
            repeat(150, &|i| format!("(true (q ?y{} {i}))", i % 2))
        ),
        // A long chain of relations, depending on the state and not.
        format!("(<= (v0 ?x) (true (at ?x)))\n{}\n(<= win (v400 2))", repeat(400, &step)),
        format!("(v0 2)\n{}\n(<= win (v400 ?x) (true (at ?x)))", repeat(400, &step)),
    ];
    for rule in rules {
        let text = format!("{FRAME}{rule}\n");
        if let Err(error) = all_agree(&text) {
            panic!("{error}\n{text}");
        }
    }
}
