//! Seats whose choosers do what none should, and games that can't be played well.

use super::*;
use crate::StartStage;
use gdl2hdl_ggp::message::News;
use gdl2hdl_ggp::player::{Cut, Setup, Task, Thought, What, think};
use gdl2hdl_search::{ChooseError, Chooser, Question};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Two roles count together: who says `a` moves on by one, who says `b` by two.
const RULES: &str =
    "(role one) (role two) (init (at 0)) (plus 0 1) (plus 1 2) (plus 2 3) (plus 3 4) (plus 4 5) (plus 5 6)
    (plus 6 7) (plus 7 8) (<= (legal one a) (true (at ?x))) (<= (legal one b) (true (at ?x))) (legal two noop)
    (<= (legal one (only ?x)) (true (at ?x)))
    (<= (next (at ?y)) (does one a) (true (at ?x)) (plus ?x ?y))
    (<= (next (at ?z)) (does one b) (true (at ?x)) (plus ?x ?y) (plus ?y ?z))
    (<= terminal (true (at 8))) (<= (goal ?r 50) (role ?r))";

type Choice = Box<dyn FnMut(Question<'_>) -> Result<String, ChooseError> + Send>;

/// Chooses as a test says.
struct Told(Choice, Arc<Mutex<Vec<Vec<String>>>>);

impl Chooser for Told {
    fn name(&self) -> &str {
        "told"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        (self.0)(question)
    }

    fn made(&mut self, joint: &[String]) {
        self.1.lock().unwrap().push(joint.to_vec());
    }
}

/// A seat, what it says, and what its chooser is told.
struct World {
    seat: Seat,
    log: Arc<Mutex<Vec<String>>>,
    made: Arc<Mutex<Vec<Vec<String>>>>,
    tasks: u64,
}

impl World {
    fn new(choice: impl FnMut(Question<'_>) -> Result<String, ChooseError> + Send + 'static) -> Self {
        Self::from(StartStage::Rules, Box::new(choice))
    }

    fn from(enough: StartStage, choice: Choice) -> Self {
        let (log, made) = (Arc::<Mutex<Vec<String>>>::default(), Arc::default());
        let chooser = Box::new(Told(choice, Arc::clone(&made)));
        let lines = Arc::clone(&log);
        let tell: Log = Arc::new(move |_, line: &str| lines.lock().unwrap().push(line.to_owned()));
        let seat = Seat::new(Chosen { chooser, enough }, SeatOptions::default(), Clock::start(), tell);
        Self { seat, log, made, tasks: 0 }
    }

    /// **Returns:** the moves in hand one after the other, and the answer.
    fn does(&mut self, what: What) -> (Vec<String>, Option<String>) {
        self.tasks += 1;
        let task = Task { number: self.tasks, what, until: None, cut: Cut::default() };
        let (mut hands, mut answer) = (Vec::new(), None);
        think(&mut self.seat, &task, &mut |thought| match thought {
            Thought::Hand { mv, .. } => hands.push(mv),
            Thought::Done { mv, .. } => answer = mv,
        });
        (hands, answer)
    }

    fn start(&mut self, role: &str, rules: &str) {
        let clock = Duration::from_secs(300);
        let (id, role, rules) = ("m".to_owned(), role.to_owned(), Arc::from(rules));
        let setup = Setup { id, role, rules, start_clock: clock, play_clock: clock, more: Vec::new() };
        self.does(What::Start(setup));
    }

    fn play(&mut self, joint: &[&str]) -> (Vec<String>, Option<String>) {
        self.does(What::Play(News::Listed(joint.iter().map(|&mv| mv.to_owned()).collect())))
    }

    fn said(&self, part: &str) -> bool {
        self.log.lock().unwrap().iter().any(|line| line.contains(part))
    }
}

fn answers(world: &mut World, joint: &[&str], expected: &str) {
    assert_eq!(world.play(joint).1.as_deref(), Some(expected), "{:?}", world.log);
}

#[test]
fn a_legal_move_is_in_hand_before_anybody_is_asked() {
    let mut world = World::new(|question| {
        (question.better)("(only 0)");
        (question.better)("(only 7)");
        Ok("b".to_owned())
    });
    world.start("one", RULES);
    let (hands, answer) = world.play(&[]);
    assert_eq!(hands, ["(only 0)", "(only 0)"]);
    assert_eq!(answer.as_deref(), Some("b"));
    world.play(&["a", "noop"]);
    assert_eq!(*world.made.lock().unwrap(), [["a", "noop"]]);
}

#[test]
fn the_best_move_so_far_is_played_where_somebody_fails() {
    let mut world = World::new(|question| {
        (question.better)("b");
        Err(ChooseError::NoMove(question.role))
    });
    world.start("one", RULES);
    answers(&mut world, &[], "b");
}

#[test]
fn who_chooses_what_is_not_legal_is_replaced() {
    let mut world = World::new(|_| Ok("(only 7)".to_owned()));
    world.start("one", RULES);
    answers(&mut world, &[], "(only 0)");
    assert!(world.said("`told` chose `(only 7)`, which is not legal"));
    let mut world = World::new(|question| Err(ChooseError::NoMove(question.role)));
    world.start("one", RULES);
    answers(&mut world, &[], "(only 0)");
    assert!(world.said("role 0 has no legal move"));
    let mut world = World::new(|_| panic!("as a test"));
    world.start("one", RULES);
    answers(&mut world, &[], "(only 0)");
    answers(&mut world, &["b", "noop"], "(only 2)");
    assert!(world.said("which is a bug"));
}

#[test]
fn an_engine_that_was_left_elsewhere_comes_back() {
    let wanders = |question: Question<'_>| {
        question.engine.step(&["b".to_owned(), "noop".to_owned()])?;
        Ok("a".to_owned())
    };
    for enough in [StartStage::Rules, StartStage::FinalNet] {
        let mut world = World::from(enough, Box::new(wanders));
        world.start("one", RULES);
        answers(&mut world, &[], "a");
        let (hands, _) = world.play(&["a", "noop"]);
        assert_eq!(hands, ["(only 1)"]);
        let (hands, _) = world.play(&["b", "noop"]);
        assert_eq!(hands, ["(only 3)"]);
    }
}

/// Who thinks until time is over is interrupted when a better engine is ready, and asked again with that one.
#[test]
fn thinking_goes_on_with_a_better_engine() {
    let names = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&names);
    let mut world = World::new(move |question| {
        let name = question.engine.name().to_owned();
        told.lock().unwrap().push(name.clone());
        while name == "interpreter" && !question.observer.stopped() {
            thread::yield_now();
        }
        Ok("a".to_owned())
    });
    world.start("one", RULES);
    answers(&mut world, &[], "a");
    let names = names.lock().unwrap();
    // The interpreter may be gone before anybody asks it.
    assert_ne!(names.last().map(String::as_str), Some("interpreter"), "{names:?}");
}

#[test]
fn the_same_game_keeps_its_engines() {
    let mut world = World::from(StartStage::FinalNet, Box::new(|_| Ok("a".to_owned())));
    for _ in 0..3 {
        world.start("one", RULES);
        answers(&mut world, &[], "a");
        answers(&mut world, &["a", "noop"], "a");
        world.does(What::Stop(News::Listed(vec!["a".to_owned(), "noop".to_owned()])));
    }
    let ready = |log: &Vec<String>| log.iter().filter(|line| *line == "ready: final net").count();
    assert_eq!(ready(&world.log.lock().unwrap()), 1);
    world.does(What::Abort);
    world.start("one", RULES);
    answers(&mut world, &[], "a");
    assert_eq!(ready(&world.log.lock().unwrap()), 2);
    // What is told of before a match is made before it.
    world.does(What::Abort);
    world.does(What::Preview(RULES.into()));
    world.start("one", RULES);
    assert_eq!(ready(&world.log.lock().unwrap()), 3);
}

#[test]
fn moves_that_the_rules_do_not_know_are_left_out() {
    let mut world = World::from(StartStage::FinalNet, Box::new(|_| Ok("a".to_owned())));
    world.start("one", RULES);
    answers(&mut world, &[], "a");
    let (hands, answer) = world.play(&["jump", "noop"]);
    assert_eq!((hands.as_slice(), answer.as_deref()), (&["(only 0)".to_owned()][..], Some("a")));
    assert!(world.said("no move `jump noop` is made"));
}

/// A door is opened in secret. Later it can be entered, or not: the first guess may be wrong.
#[test]
fn what_was_seen_later_tells_what_happened_before() {
    let rules = "(role me) (role you) (init (step 1)) (next_step 1 2) (next_step 2 3) (next_step 3 3) (side l) (side r)
        (<= (legal you (open ?s)) (true (step 1)) (side ?s)) (<= (legal you noop) (not (true (step 1))))
        (<= (legal me wait) (true (step ?n)) (not (true (step 3)))) (<= (legal me (enter ?s)) (true (step 3)) (true (door ?s)))
        (<= (next (door ?s)) (does you (open ?s))) (<= (next (door ?s)) (true (door ?s)))
        (<= (next (step ?m)) (true (step ?n)) (next_step ?n ?m))
        (<= (sees me (door_is ?s)) (true (step 2)) (true (door ?s))) (<= terminal (true over)) (<= (goal ?r 50) (role ?r))";
    for side in ["l", "r"] {
        let mut world = World::new(|question| Ok(question.engine.legal(question.role)?.swap_remove(0)));
        world.start("me", rules);
        answers(&mut world, &[], "wait");
        answers(&mut world, &[], "wait");
        let (_, answer) = world.play(&[&format!("(door_is {side})")]);
        assert_eq!(answer, Some(format!("(enter {side})")), "{:?}", world.log);
        // What can't be, there is no state for.
        let (_, answer) = world.play(&["(door_is q)"]);
        assert!(answer.is_some() && world.said("no state was found"), "{:?}", world.log);
    }
}
