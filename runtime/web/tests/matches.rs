//! Whole matches over sockets: a manager, two players, each on a thread of its own.

use crate::world::PATIENCE;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::interpret::InterpreterLimits;
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_ggp::manager::{self, Disguise, Manager, Outcome, Plan};
use gdl2hdl_ggp::message::{Name, News};
use gdl2hdl_ggp::player::{self, Desk, Mind, Player, Setup, Task, Thought, think};
use gdl2hdl_ggp::record::{Dialect, End, GameOf, MatchRecord, write_trace};
use gdl2hdl_play::engine::{Engine, Interpreted, interpreter};
use gdl2hdl_play::replay::{self, replay};
use gdl2hdl_play::trace::TraceReader;
use gdl2hdl_web::{Asked, Client, Options, Peer, PostError, Server};
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

/// Two roles take turns in taking one or two of five; who takes the last one wins.
const GAME: &str = "
(role first) (role second) (other first second) (other second first) (minus 5 1 4) (minus 5 2 3) (minus 4 1 3)
(minus 4 2 2) (minus 3 1 2) (minus 3 2 1) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
(init (heap 5)) (init (control first))
(<= (legal ?p (take ?n)) (true (control ?p)) (true (heap ?h)) (minus ?h ?n ?r))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (heap ?r)) (does ?p (take ?n)) (true (heap ?h)) (minus ?h ?n ?r))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))";

fn game() -> Checked {
    read(GAME, &ReadOptions::default()).game().unwrap()
}

fn engine() -> Interpreted {
    interpreter(&game(), InterpreterLimits::default()).unwrap()
}

/// Plays its first legal move; one that ponders until it is cut.
#[derive(Default)]
struct First(Option<(Interpreted, usize)>);

impl Mind for First {
    fn start(&mut self, setup: &Setup, _: &mut Desk<'_>) {
        let game = read(&setup.rules, &ReadOptions::default()).game().unwrap();
        let engine = interpreter(&game, InterpreterLimits::default()).unwrap();
        let role = engine.roles().iter().position(|role| *role == setup.role).unwrap();
        self.0 = Some((engine, role));
    }

    fn play(&mut self, news: &News, _: &mut Desk<'_>) -> Option<String> {
        let (engine, role) = self.0.as_mut().unwrap();
        match news {
            News::Listed(joint) if !joint.is_empty() => engine.step(joint).unwrap(),
            _ => {}
        }
        engine.legal(*role).unwrap().into_iter().next()
    }

    fn ponder(&mut self, desk: &mut Desk<'_>) {
        while desk.goes_on() {
            thread::yield_now();
        }
    }
}

enum Heard {
    Asked(Asked),
    Thought(Thought),
}

/// A player's process: a server that hears, a thread that decides, and one that thinks.
fn process() -> Server {
    let (sender, receiver) = mpsc::channel();
    let (tasks, to_do) = mpsc::channel::<Task>();
    let thoughts = sender.clone();
    thread::spawn(move || {
        let mut mind = First::default();
        for task in to_do {
            // The process may have ended.
            think(&mut mind, &task, &mut |thought| drop(thoughts.send(Heard::Thought(thought))));
        }
    });
    thread::spawn(move || decide(&receiver, &tasks));
    Server::start(Options::default(), move |asked| drop(sender.send(Heard::Asked(asked)))).unwrap()
}

fn decide(heard: &Receiver<Heard>, tasks: &Sender<Task>) {
    let (begin, mut player) = (Instant::now(), Player::new(player::Options::default()));
    let (mut waiting, mut tickets) = (HashMap::new(), 0);
    loop {
        let now = begin.elapsed();
        let wake = player.wake().map_or(PATIENCE, |wake| wake.saturating_sub(now));
        match heard.recv_timeout(wake) {
            Ok(Heard::Asked(asked)) => {
                tickets += 1;
                waiting.insert(tickets, asked.reply);
                player.message(tickets, &asked.text, begin.elapsed());
            }
            Ok(Heard::Thought(thought)) => player.thought(thought, begin.elapsed()),
            Err(RecvTimeoutError::Timeout) => player.tick(begin.elapsed()),
            Err(RecvTimeoutError::Disconnected) => return,
        }
        while let Some(action) = player.action() {
            match action {
                player::Action::Answer { ticket, answer } => {
                    waiting.remove(&ticket).unwrap().send(answer.to_string());
                }
                player::Action::Task(task) => tasks.send(task).unwrap(),
                player::Action::Note(note) => panic!("{note}"),
            }
        }
    }
}

fn outcome(answer: Result<String, PostError>) -> Outcome {
    match answer {
        Ok(answer) => Outcome::Answer(answer),
        Err(PostError::Late) => Outcome::Late,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

fn played(plan: Plan, peers: &[Peer]) -> MatchRecord {
    let (begin, client) = (Instant::now(), Client::start().unwrap());
    let mut manager = Manager::new(plan, engine()).unwrap();
    let (sender, receiver) = mpsc::channel();
    while let Some(wake) = manager.wake() {
        match receiver.recv_timeout(wake.saturating_sub(begin.elapsed())) {
            Ok((role, message, answer)) => manager.outcome(role, message, outcome(answer), begin.elapsed()),
            Err(_) => manager.tick(begin.elapsed()),
        }
        while let Some(action) = manager.action() {
            if let manager::Action::Send { role, message, text, until } = action {
                let (sender, time) = (sender.clone(), until.saturating_sub(begin.elapsed()));
                client.post(&peers[role], text, time, move |answer| drop(sender.send((role, message, answer))));
            }
        }
    }
    manager.record().clone()
}

#[test]
fn matches_are_played_over_sockets_and_replay() {
    let servers = [process(), process()];
    let peers: Vec<Peer> = servers.iter().map(|server| server.address().to_string().parse().unwrap()).collect();
    let mut records = Vec::new();
    for (number, scrambled) in [(1, false), (2, true)] {
        let disguise = if scrambled { Disguise::scrambled(&game(), 5).unwrap() } else { Disguise::none(&game()) };
        let record = played(
            Plan {
                id: Name::new(&format!("take.{number}")).unwrap(),
                game: GameOf::new("take", GAME),
                disguise,
                players: vec!["one".into(), "two".into()],
                // Nobody is to be late, whatever else the machine does.
                start_clock: PATIENCE,
                play_clock: PATIENCE,
                dialect: Dialect::Moves,
                seed: 1,
                max_steps: 100,
            },
            &peers,
        );
        let replies = || record.steps.iter().flat_map(|step| &step.replies).chain(&record.start);
        assert!(replies().all(|reply| reply.error.is_none() && reply.millis.is_some()), "{record:?}");
        assert_eq!(record.end, End::Terminal);
        assert_eq!(record.values.iter().flatten().sum::<i64>(), 100);
        records.push(record);
    }
    let bytes = write_trace(&records, Vec::new()).unwrap();
    let report = replay(&mut engine(), TraceReader::new(&bytes[..]).unwrap(), &replay::Options::default()).unwrap();
    assert_eq!((report.differences, report.playouts), (vec![], 2));
}

#[test]
fn a_player_that_is_not_there_is_replaced() {
    let server = process();
    let here: Peer = server.address().to_string().parse().unwrap();
    let gone = process();
    let nobody: Peer = gone.address().to_string().parse().unwrap();
    drop(gone);
    let plan = Plan {
        id: Name::new("take.3").unwrap(),
        game: GameOf::new("take", GAME),
        disguise: Disguise::none(&game()),
        players: vec!["one".into(), "nobody".into()],
        start_clock: PATIENCE,
        play_clock: PATIENCE,
        dialect: Dialect::Moves,
        seed: 1,
        max_steps: 100,
    };
    let record = played(plan, &[here, nobody]);
    assert_eq!(record.end, End::Terminal);
    let kinds: Vec<_> =
        record.steps.iter().map(|step| step.replies[1].error.as_ref().map(|fault| fault.kind)).collect();
    assert!(kinds.iter().all(|kind| *kind == Some(gdl2hdl_ggp::record::FaultKind::Connection)), "{kinds:?}");
    assert!(record.steps.iter().all(|step| step.replies[0].error.is_none()));
}
