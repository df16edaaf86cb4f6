//! A game in stages: all that it can be played with gives the same answers, and one takes the place of the other during
//! play.

use gdl2hdl::gdl::interpret::InterpreterLimits;
use gdl2hdl::gdl::observer::Reason;
use gdl2hdl::gdl::random::SplitMix64;
use gdl2hdl::play::engine::{Engine, EngineError, Swappable, interpreter};
use gdl2hdl::{Blame, Game, Level, Limits, Observer, Options, Ready, StartStage, Unobserved};
use gdl2hdl_tests::examples;
use std::fs;
use std::sync::Mutex;

/// Every stage of a game, as engines, the best one last.
fn stages(game: &Game, options: &Options) -> Vec<(StartStage, Box<dyn Engine + Send>)> {
    let ready = Mutex::new(Vec::new());
    let failures = game.start(options, InterpreterLimits::default(), &Unobserved, &|made: Ready| {
        ready.lock().unwrap().push((made.stage(), made.engine(&Unobserved).unwrap()));
    });
    assert!(failures.is_empty(), "{failures:?}");
    let mut ready = ready.into_inner().unwrap();
    ready.sort_by_key(|(stage, _)| *stage);
    ready
}

/// What an engine says of its position. States are left out: nets drop facts.
type Said = (bool, Vec<(Vec<String>, Vec<i64>)>);

fn said(engine: &mut dyn Engine) -> Result<Said, EngineError> {
    let roles = 0..engine.roles().len();
    let terminal = engine.terminal()?;
    let of_role = |role| Ok((engine.legal(role)?, engine.goals(role)?));
    Ok((terminal, roles.map(of_role).collect::<Result<_, EngineError>>()?))
}

/// Plays at random by the interpreter and by engines that replace each other; both must say the same.
fn plays_alike(name: &str, game: &Game, options: &Options) {
    let mut rules = interpreter(game.sheet(), InterpreterLimits::default()).unwrap();
    let first = interpreter(game.sheet(), InterpreterLimits::default()).unwrap();
    let mut staged = Swappable::new(Box::new(first)).unwrap();
    let mut stages = stages(game, options).into_iter();
    let mut random = SplitMix64(7);
    let mut last = StartStage::Rules;
    for step in 0..200 {
        // Several games: a swap in the first state, and others in the middle.
        if step % 5 == 0
            && let Some((stage, engine)) = stages.next()
        {
            staged.swap(engine).unwrap();
            last = stage;
        }
        let now = said(&mut rules).unwrap();
        let legal: Vec<&Vec<String>> = now.1.iter().map(|(legal, _)| legal).collect();
        if now.0 || legal.iter().any(|legal| legal.is_empty()) {
            assert_eq!(staged.terminal().unwrap(), now.0, "{name}, step {step}, {last:?}");
            rules.reset().unwrap();
            staged.reset().unwrap();
            continue;
        }
        assert_eq!(said(&mut staged).unwrap(), now, "{name}, step {step}, {last:?}");
        let joint: Vec<String> = legal.iter().map(|legal| legal[random.index(legal.len())].clone()).collect();
        assert_eq!(staged.sees(&joint).unwrap(), rules.sees(&joint).unwrap(), "{name}, step {step}, {last:?}");
        rules.step(&joint).unwrap();
        staged.step(&joint).unwrap();
    }
    assert_eq!(last, StartStage::FinalNet, "{name}");
}

#[test]
fn all_stages_play_the_same_game() {
    let mut games = 0;
    for file in examples::files() {
        let text = fs::read_to_string(&file).unwrap();
        let game = Game::parse(&text).unwrap();
        plays_alike(&examples::name(&file), &game, &Options::default());
        games += 1;
    }
    assert!(games > 20);
}

#[test]
fn a_net_that_is_hardly_optimised_is_the_final_one() {
    let game = Game::parse(&fs::read_to_string(examples::path("tic_tac_toe")).unwrap()).unwrap();
    for level in [Level::O0, Level::O1] {
        let stages = stages(&game, &Options::default().level(level));
        let last = stages.last().map(|(stage, _)| *stage);
        assert!(stages.iter().all(|(stage, _)| *stage != StartStage::FirstNet));
        assert_eq!(last, Some(StartStage::FinalNet));
        plays_alike("tic_tac_toe", &game, &Options::default().level(level));
    }
}

/// What failed of a game, and what was ready.
fn failing(options: &Options, observer: &dyn Observer) -> (Vec<StartStage>, Vec<(StartStage, Blame)>) {
    let game = Game::parse(&fs::read_to_string(examples::path("connect_four")).unwrap()).unwrap();
    let ready = Mutex::new(Vec::new());
    let failures = game.start(options, InterpreterLimits::default(), observer, &|made: Ready| {
        ready.lock().unwrap().push(made.stage());
    });
    let failures = failures.iter().map(|failure| (failure.stage, failure.error.blame())).collect();
    (ready.into_inner().unwrap(), failures)
}

#[test]
fn rules_are_played_where_there_is_no_net() {
    let few = Limits { max_bytes: 1 << 12, ..Limits::default() };
    let (ready, failures) = failing(&Options::default().limits(few), &Unobserved);
    assert_eq!(ready, [StartStage::Rules]);
    assert_eq!(failures, [(StartStage::Ground, Blame::Limit)]);
}

#[test]
fn rules_are_played_after_a_stop() {
    struct Over;
    impl Observer for Over {
        fn reason(&self) -> Option<Reason> {
            Some(Reason::Signal)
        }
    }
    let (ready, failures) = failing(&Options::default(), &Over);
    assert_eq!(ready, [StartStage::Rules]);
    assert_eq!(failures.len(), 1);
}

#[test]
fn an_engine_that_does_not_know_the_moves_leaves_the_old_one() {
    let game = |name: &str| Game::parse(&fs::read_to_string(examples::path(name)).unwrap()).unwrap();
    let engine = |name: &str| interpreter(game(name).sheet(), InterpreterLimits::default()).unwrap();
    let mut staged = Swappable::new(Box::new(engine("tic_tac_toe"))).unwrap();
    let joint: Vec<String> = (0..2).map(|role| staged.legal(role).unwrap().swap_remove(0)).collect();
    staged.step(&joint).unwrap();
    let before = staged.state().unwrap();
    let net = stages(&game("lights_out"), &Options::default()).pop().unwrap().1;
    assert!(staged.swap(net).is_err());
    assert_eq!(staged.state().unwrap(), before);
    // From a state that was loaded, too.
    staged.load(&before).unwrap();
    let joint: Vec<String> = (0..2).map(|role| staged.legal(role).unwrap().swap_remove(0)).collect();
    staged.step(&joint).unwrap();
    let after = staged.state().unwrap();
    staged.swap(stages(&game("tic_tac_toe"), &Options::default().keep_state(true)).pop().unwrap().1).unwrap();
    assert_eq!(staged.state().unwrap(), after);
}
