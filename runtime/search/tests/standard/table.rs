//! Games on a table: engines, questions, matches.

use crate::common;
use gdl2hdl_gdl::interpret::InterpreterLimits;
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::kif;
use gdl2hdl_play::engine::{self, Engine};
use gdl2hdl_search::standard::named;
use gdl2hdl_search::{Chooser, Question};
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! games {
    ($($name:literal)*) => {
        /// The rules of a game in `games/`.
        pub(crate) fn rules(name: &str) -> &'static str {
            match name {
                $($name => include_str!(concat!("../../../../games/", $name, ".kif")),)*
                _ => panic!("{name} is not listed"),
            }
        }
    };
}

games! {
    "tic_tac_toe" "nim" "connect_four" "buttons_and_lights" "rock_paper_scissors" "monty_hall" "dice_race"
    "three_way_tic_tac_toe" "eight_puzzle" "tron"
}

/// An engine by ground rules.
pub(crate) fn ground(name: &str) -> Box<dyn Engine> {
    ground_text(rules(name))
}

/// An engine by ground rules.
pub(crate) fn ground_text(text: &str) -> Box<dyn Engine> {
    Box::new(engine::ground(common::grounded(text, true).program).unwrap())
}

/// An engine by the rules as they are written.
pub(crate) fn interpreted(text: &str) -> Box<dyn Engine> {
    Box::new(engine::interpreter(&kif::parse(text).sheet, InterpreterLimits::default()).unwrap())
}

/// Stops after it was asked so many times.
pub(crate) struct After(AtomicU64);

impl After {
    pub(crate) fn asked(times: u64) -> Self {
        Self(AtomicU64::new(times))
    }
}

impl Observer for After {
    fn reason(&self) -> Option<Reason> {
        let next = |left: u64| Some(left.saturating_sub(1));
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).unwrap();
        (left == 0).then_some(Reason::Deadline)
    }
}

/// A player by its name, its options written `key=value key=value`.
pub(crate) fn player(name: &str, options: &str) -> Box<dyn Chooser> {
    let options: Vec<_> = options.split_whitespace().map(|option| option.split_once('=').unwrap()).collect();
    named(name, &options).unwrap()
}

/// Asks a player, and checks what it has to keep: the move is legal and the last that it called better, the first of
/// those comes before anything else, the engine is in the same state.
pub(crate) fn asked(player: &mut dyn Chooser, engine: &mut dyn Engine, role: usize, observer: &dyn Observer) -> String {
    let (before, legal) = (engine.state().unwrap(), engine.legal(role).unwrap());
    let mut said = Vec::new();
    let mut better = |mv: &str| said.push(mv.to_owned());
    let chosen = player.choose(Question { engine, role, observer, better: &mut better }).unwrap();
    assert!(legal.contains(&chosen), "{} chose {chosen} of {legal:?}", player.name());
    assert!(said.iter().all(|mv| legal.contains(mv)), "{said:?}");
    assert_eq!(said.last(), Some(&chosen));
    assert_eq!(engine.state().unwrap(), before, "{}", player.name());
    assert_eq!(engine.legal(role).unwrap(), legal, "{}", player.name());
    chosen
}

/// What a player chooses when nobody stops it.
pub(crate) fn choice(player: &mut dyn Chooser, engine: &mut dyn Engine, role: usize) -> String {
    asked(player, engine, role, &Unobserved)
}

/// Makes joint moves, each written as moves with commas between them.
pub(crate) fn make(engine: &mut dyn Engine, joints: &[&str]) {
    for joint in joints {
        let joint: Vec<String> = joint.split(", ").map(str::to_owned).collect();
        for (role, mv) in joint.iter().enumerate() {
            assert!(engine.legal(role).unwrap().contains(mv), "{mv}");
        }
        engine.step(&joint).unwrap();
    }
}

/// Plays a match from the start and gives the goals. The others and nature play at random. What the player knows from
/// matches before is of the same game, and stays.
pub(crate) fn against_random(player: &mut dyn Chooser, engine: &mut dyn Engine, role: usize, seed: u64) -> Vec<i64> {
    let mut random = SplitMix64(seed);
    engine.reset().unwrap();
    while !engine.terminal().unwrap() {
        let mut joint = Vec::new();
        for other in 0..engine.roles().len() {
            let moves = engine.legal(other).unwrap();
            joint.push(moves[random.index(moves.len())].clone());
        }
        joint[role] = choice(player, engine, role);
        engine.step(&joint).unwrap();
        player.made(&joint);
    }
    (0..engine.roles().len()).flat_map(|role| engine.goals(role).unwrap()).collect()
}
