//! Whole matches between a manager and players, without a line between them and with a clock of the test's own.

use super::*;
use crate::message::{self, Message, Name, News};
use crate::player::{self, Desk, Mind, Options, Player, Setup, Thought, think};
use crate::record::{Dialect, End, FaultKind, GameOf, MatchRecord, write_trace};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::interpret::InterpreterLimits;
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_play::engine::{Engine, Interpreted, interpreter};
use gdl2hdl_play::replay::{self, replay};
use gdl2hdl_play::trace::TraceReader;
use proptest::prelude::*;
use std::time::Duration;

/// Two players count up together, and a die decides who sees it. Whoever says `most` in the end has the points.
const GAME: &str = "
(role a) (role b) (role random) (succ 0 1) (succ 1 2) (succ 2 3) (init (at 0))
(<= (legal ?p (add ?n)) (player ?p) (succ ?m ?n)) (legal random low) (legal random high) (player a) (player b)
(<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (last ?p ?n)) (does ?p (add ?n)))
(<= (sees a (die ?d)) (does random ?d)) (<= (sees b (other ?n)) (does a (add ?n)))
(<= terminal (true (at 3)))
(<= (goal ?p 100) (true (last ?p 3))) (<= (goal ?p 0) (player ?p) (not (true (last ?p 3)))) (goal random 50)";

fn game() -> Checked {
    read(GAME, &ReadOptions::default()).game().unwrap()
}

fn engine() -> Interpreted {
    interpreter(&game(), InterpreterLimits::default()).unwrap()
}

fn plan(dialect: Dialect) -> Plan {
    Plan {
        id: Name::new("m.1").unwrap(),
        game: GameOf::new("count", GAME),
        disguise: Disguise::none(&game()),
        players: ["first", "second", "die"].map(str::to_owned).to_vec(),
        start_clock: Duration::from_secs(20),
        play_clock: Duration::from_secs(5),
        dialect,
        seed: 7,
        max_steps: 50,
    }
}

/// Plays the last of its legal moves, by the rules it was sent.
#[derive(Default)]
struct Last {
    engine: Option<(Interpreted, usize)>,
    told: Vec<News>,
}

impl Mind for Last {
    fn start(&mut self, setup: &Setup, _: &mut Desk<'_>) {
        let game = read(&setup.rules, &ReadOptions::default()).game().unwrap();
        let engine = interpreter(&game, InterpreterLimits::default()).unwrap();
        let role = engine.roles().iter().position(|role| *role == setup.role).unwrap();
        self.engine = Some((engine, role));
    }

    fn play(&mut self, news: &News, desk: &mut Desk<'_>) -> Option<String> {
        self.told.push(news.clone());
        let (engine, role) = self.engine.as_mut().unwrap();
        if let News::Listed(joint) = news
            && joint.len() == engine.roles().len()
        {
            engine.step(joint).unwrap();
        }
        let moves = engine.legal(*role).unwrap();
        desk.hand(&moves[0]);
        moves.last().cloned()
    }

    fn stop(&mut self, news: &News) {
        self.told.push(news.clone());
    }
}

/// A player's process: what it hears it answers at once, in upper case if it likes.
struct Process {
    player: Player,
    mind: Last,
    shouts: bool,
}

impl Process {
    fn new(shouts: bool) -> Self {
        Self { player: Player::new(Options::default()), mind: Last::default(), shouts }
    }

    fn answer(&mut self, text: &str, now: Duration) -> String {
        let mut answers = Vec::new();
        let text = if self.shouts { text.to_uppercase() } else { text.to_owned() };
        self.player.message(1, &text, now);
        while let Some(action) = self.player.action() {
            match action {
                player::Action::Answer { answer, .. } => answers.push(answer.to_string()),
                // Nobody else would cut it.
                player::Action::Task(task) if task.what == player::What::Ponder => {}
                player::Action::Task(task) => {
                    let mut thoughts: Vec<Thought> = Vec::new();
                    think(&mut self.mind, &task, &mut |thought| thoughts.push(thought));
                    thoughts.into_iter().for_each(|thought| self.player.thought(thought, now));
                }
                player::Action::Note(note) => panic!("{note}"),
            }
        }
        assert_eq!(answers.len(), 1, "{text}");
        answers.remove(0)
    }
}

/// Plays a match; `answer` says what comes of the message to a role.
fn played(plan: Plan, answer: &mut dyn FnMut(usize, &str, Duration) -> Outcome) -> MatchRecord {
    let mut manager = Manager::new(plan, engine()).unwrap();
    let mut now = Duration::from_secs(1000);
    let mut is_over = false;
    while let Some(wake) = manager.wake() {
        now = now.max(wake);
        manager.tick(now);
        while let Some(action) = manager.action() {
            match action {
                Action::Send { role, message, text, until } => {
                    assert!(until > now);
                    match answer(role, &text, now) {
                        Outcome::Late => {}
                        outcome => manager.outcome(role, message, outcome, now + Duration::from_millis(250)),
                    }
                }
                Action::Over => is_over = true,
            }
        }
    }
    assert!(is_over && manager.is_over());
    manager.record().clone()
}

fn replays(record: &MatchRecord) {
    let bytes = write_trace(std::slice::from_ref(record), Vec::new()).unwrap();
    let trace = TraceReader::new(&bytes[..]).unwrap();
    let report = replay(&mut engine(), trace, &replay::Options::default()).unwrap();
    assert_eq!((report.differences, report.transitions), (vec![], record.steps.len() as u64));
    assert_eq!(MatchRecord::read(&record.line().unwrap()).unwrap(), *record);
}

#[test]
fn a_match_is_played_recorded_and_replayed() {
    for scrambled in [false, true] {
        let mut plan = plan(Dialect::Moves);
        if scrambled {
            plan.disguise = Disguise::scrambled(&game(), 3).unwrap();
        }
        let mut players = [Process::new(false), Process::new(true)];
        let record = played(plan, &mut |role, text, now| {
            assert!(!scrambled || !text.contains("add"), "{text}");
            Outcome::Answer(players[role].answer(text, now))
        });
        assert_eq!((record.end.clone(), record.steps.len(), record.scrambled), (End::Terminal, 3, scrambled));
        let replies = record.steps.iter().flat_map(|step| &step.replies).chain(&record.start);
        assert!(replies.clone().all(|reply| reply.error.is_none()), "{record:?}");
        assert!(replies.clone().any(|reply| reply.millis == Some(250)));
        if !scrambled {
            assert_eq!(record.values, [Some(100), Some(100), Some(50)]);
            assert_eq!(record.steps[0].moves[..2], ["(add 3)", "(add 3)"]);
        }
        assert!(players.iter().all(|process| process.mind.told.len() == 4 && !process.player.is_busy()));
        replays(&record);
    }
}

#[test]
fn percepts_are_told_to_those_who_see() {
    for dialect in [Dialect::Percepts, Dialect::Numbered] {
        let mut players = [Process::new(false), Process::new(true)];
        let record = played(plan(dialect), &mut |role, text, now| Outcome::Answer(players[role].answer(text, now)));
        let die = record.steps[1].moves[2].clone();
        let percepts = [format!("(die {die})"), "(other 3)".to_owned()];
        for (process, percept) in players.iter().zip(percepts) {
            let expected = match dialect {
                Dialect::Numbered => {
                    News::Numbered { turn: 2, last: Some("(add 3)".into()), percepts: vec![percept.clone()] }
                }
                _ => News::Listed(vec![percept]),
            };
            assert_eq!(process.mind.told[2], expected);
            assert!(process.mind.told[0].is_first() && process.mind.told.len() == 4);
        }
        replays(&record);
    }
}

#[test]
fn the_clocks_are_those_of_the_protocol() {
    let mut manager = Manager::new(plan(Dialect::Moves), engine()).unwrap();
    manager.tick(Duration::from_secs(100));
    let mut untils = Vec::new();
    let mut now = Duration::from_secs(100);
    for _ in 0..3 {
        while let Some(Action::Send { until, .. }) = manager.action() {
            untils.push((until - now).as_secs());
        }
        now = manager.wake().unwrap();
        manager.tick(now);
        assert_eq!(manager.wake(), Some(Duration::ZERO), "what engines take is no player's time");
        manager.tick(now);
    }
    assert_eq!(untils, [20, 20, 6, 6, 6, 6]);
}

#[test]
fn late_illegal_and_broken_answers_are_replaced_and_recorded() {
    let record = played(plan(Dialect::Moves), &mut |role, text, _| match (role, message::read(text).unwrap()) {
        (0, Message::Start(_)) => Outcome::Answer("busy".into()),
        (_, Message::Start(_)) => Outcome::Late,
        (0, Message::Play(turn)) if turn.news.is_first() => Outcome::Answer("(ADD 9)".into()),
        (0, Message::Play(_)) => Outcome::Answer(" ( ADD 2 ) ".into()),
        (_, Message::Play(turn)) if turn.news.is_first() => Outcome::Failed("refused".into()),
        (_, Message::Play(_)) => Outcome::Late,
        _ => Outcome::Failed("gone".into()),
    });
    let errors = |replies: &[crate::record::Reply]| -> Vec<_> {
        let errors = replies.iter().map(|reply| reply.error.as_ref().map(|fault| (fault.kind, fault.got.clone())));
        errors.collect()
    };
    let (late, illegal) = ((FaultKind::Late, String::new()), |got: &str| (FaultKind::Illegal, got.to_owned()));
    assert_eq!(errors(&record.start), [Some(illegal("busy")), Some(late.clone()), None]);
    let first = [Some(illegal("(ADD 9)")), Some((FaultKind::Connection, "refused".to_owned())), None];
    assert_eq!(errors(&record.steps[0].replies), first);
    assert_eq!(errors(&record.steps[1].replies), [None, Some(late), None]);
    assert_eq!(record.steps[1].moves[0], "(add 2)");
    assert_eq!(record.end, End::Terminal);
    replays(&record);
}

#[test]
fn the_seed_decides_what_the_manager_chooses() {
    let of = |seed| {
        let record = played(Plan { seed, ..plan(Dialect::Moves) }, &mut |_, _, _| Outcome::Late);
        record.steps.into_iter().map(|step| step.moves).collect::<Vec<_>>()
    };
    assert_eq!(of(1), of(1));
    assert!((2..9).any(|seed| of(seed) != of(1)));
    // Who answers changes nothing for the others.
    let record = played(Plan { seed: 1, ..plan(Dialect::Moves) }, &mut |role, _, _| {
        if role == 0 { Outcome::Answer("(add 1)".into()) } else { Outcome::Late }
    });
    let others: Vec<_> = record.steps.iter().map(|step| step.moves[1..].to_vec()).collect();
    assert_eq!(others, of(1).iter().map(|moves| moves[1..].to_vec()).collect::<Vec<_>>());
}

#[test]
fn an_answer_to_an_older_message_is_left_out() {
    let mut manager = Manager::new(plan(Dialect::Moves), engine()).unwrap();
    manager.tick(Duration::ZERO);
    let starts: Vec<_> = std::iter::from_fn(|| manager.action()).collect();
    assert_eq!(starts.len(), 2);
    manager.tick(Duration::from_secs(20));
    manager.tick(Duration::from_secs(20));
    let now = Duration::from_secs(21);
    manager.outcome(0, 1, Outcome::Answer("ready".into()), now);
    manager.outcome(0, 2, Outcome::Answer("(add 1)".into()), now);
    manager.outcome(0, 2, Outcome::Answer("(add 2)".into()), now);
    manager.outcome(7, 2, Outcome::Late, now);
    manager.outcome(1, 2, Outcome::Answer("(add 3)".into()), now + Duration::from_secs(9));
    assert_eq!(manager.record().steps[0].moves[0], "(add 1)");
    assert_eq!(manager.record().steps[0].replies[1].error.as_ref().map(|fault| fault.kind), Some(FaultKind::Late));
}

#[test]
fn a_match_ends_before_its_end() {
    let mut messages = Vec::new();
    let limited = Plan { max_steps: 1, ..plan(Dialect::Moves) };
    let record = played(limited, &mut |_, text, _| {
        messages.push(text[..7].to_owned());
        Outcome::Late
    });
    assert_eq!((record.end.clone(), record.steps.len()), (End::StepLimit, 1));
    assert_eq!(messages.last().map(String::as_str), Some("( ABORT"));
    replays(&record);
    let mut manager = Manager::new(plan(Dialect::Moves), engine()).unwrap();
    manager.abort();
    assert_eq!((manager.action(), manager.wake()), (Some(Action::Over), None));
    let mut manager = Manager::new(plan(Dialect::Moves), engine()).unwrap();
    manager.tick(Duration::ZERO);
    while manager.action().is_some() {}
    manager.abort();
    manager.abort();
    manager.tick(Duration::ZERO);
    let Some(Action::Send { text, .. }) = manager.action() else { panic!() };
    assert_eq!(text, "( ABORT m.1 )");
}

#[test]
fn players_hear_ascii() {
    let read = |text: &str| read(text, &ReadOptions::default()).game().unwrap();
    assert!(!Disguise::audible(&game(), 1).unwrap().is_scrambled());
    let disguise = Disguise::audible(&read(&GAME.replace("add", "plüs")), 1).unwrap();
    assert!(disguise.is_scrambled() && disguise.rules().is_ascii());
    assert_eq!(disguise.back(&disguise.there("(plüs 1)")), "(plüs 1)");
}

fn anything() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Late),
        Just(Outcome::Failed("gone".into())),
        any::<String>().prop_map(Outcome::Answer),
        prop::sample::select(vec!["ready", "(add 1)", "( ADD 3 )", "(add 4)", "low", "((", ""])
            .prop_map(|text| Outcome::Answer(text.into())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever players say, and whenever, the match ends and its record replays.
    #[test]
    fn every_match_ends_and_replays(
        outcomes in prop::collection::vec((0_usize..4, 0_u64..8, anything(), 0_u64..9), 0..40), seed in any::<u64>(),
        numbered in any::<bool>(),
    ) {
        let dialect = if numbered { Dialect::Numbered } else { Dialect::Moves };
        let mut manager = Manager::new(Plan { seed, ..plan(dialect) }, engine()).unwrap();
        let mut now = Duration::ZERO;
        for (role, message, outcome, wait) in outcomes {
            manager.tick(now);
            manager.outcome(role, message, outcome, now);
            now += Duration::from_secs(wait);
        }
        while let Some(wake) = manager.wake() {
            now = now.max(wake);
            manager.tick(now);
        }
        prop_assert_eq!(&manager.record().end, &End::Terminal);
        replays(manager.record());
    }
}

#[test]
fn a_plan_that_does_not_fit_is_refused() {
    let few = Plan { players: vec!["one".into()], ..plan(Dialect::Moves) };
    assert_eq!(Manager::new(few, engine()).err(), Some(ManagerError::Players { players: 1, roles: 3 }));
}
