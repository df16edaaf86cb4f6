//! What a player says, and when.

use super::*;
use crate::message::{MAX_MESSAGE_BYTES, News};
use proptest::prelude::*;
use std::time::Duration;

const RULES: &str = "(ROLE White) (role black) (<= (legal ?r (MARK ?x)) (role ?r) (free ?x)) (free A)";

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A player, and what it said and wants thought about.
struct World {
    player: Player,
    answers: Vec<(Ticket, String)>,
    tasks: Vec<Task>,
    notes: Vec<String>,
    tickets: Ticket,
}

impl World {
    fn new() -> Self {
        let player = Player::new(Options::default());
        Self { player, answers: Vec::new(), tasks: Vec::new(), notes: Vec::new(), tickets: 0 }
    }

    fn take(&mut self) {
        while let Some(action) = self.player.action() {
            match action {
                Action::Answer { ticket, answer } => self.answers.push((ticket, answer.to_string())),
                Action::Task(task) => self.tasks.push(task),
                Action::Note(note) => self.notes.push(note),
            }
        }
    }

    fn say(&mut self, text: &str, now: u64) -> Ticket {
        self.tickets += 1;
        self.player.message(self.tickets, text, seconds(now));
        self.take();
        self.tickets
    }

    /// Says something that is answered at once.
    fn asked(&mut self, text: &str, now: u64) -> String {
        let before = self.answers.len();
        let ticket = self.say(text, now);
        assert_eq!(self.answers.len(), before + 1, "{text}: {:?}", &self.answers[before..]);
        assert_eq!(self.answers[before].0, ticket);
        self.answers[before].1.clone()
    }

    fn start(&mut self, id: &str, rules: &str, now: u64) -> Ticket {
        self.say(&format!("(START {id} white ({rules}) 30 10)"), now)
    }

    fn tick(&mut self, now: Duration) {
        self.player.tick(now);
        self.take();
    }

    fn task(&self) -> Task {
        self.tasks.last().unwrap().clone()
    }

    fn hand(&mut self, task: u64, mv: &str, now: u64) {
        self.player.thought(Thought::Hand { task, mv: mv.into() }, seconds(now));
        self.take();
    }

    fn done(&mut self, task: u64, mv: Option<&str>, now: u64) {
        self.player.thought(Thought::Done { task, mv: mv.map(str::to_owned) }, seconds(now));
        self.take();
    }

    fn last(&self) -> (Ticket, &str) {
        let (ticket, answer) = self.answers.last().unwrap();
        (*ticket, answer)
    }

    /// A match that has begun, and waits for PLAY.
    fn begun(rules: &str) -> Self {
        let mut world = Self::new();
        let ticket = world.start("m", rules, 0);
        world.done(world.task().number, None, 1);
        assert_eq!(world.last(), (ticket, "ready"));
        world
    }
}

#[test]
fn a_match_goes_its_way() {
    let mut world = World::new();
    assert_eq!(world.asked("(INFO)", 0), "( ( name gdl2hdl ) ( status available ) ( species alien ) )");
    let ticket = world.start("m", RULES, 1);
    let What::Start(setup) = world.task().what else { panic!() };
    assert_eq!((setup.role.as_str(), &*setup.rules, setup.play_clock), ("white", RULES, seconds(10)));
    assert!(world.asked("( INFO )", 2).contains("busy"), "INFO is answered while the mind thinks");
    world.done(world.task().number, None, 3);
    assert_eq!(world.last(), (ticket, "ready"));
    let pondering = world.task();
    assert!(pondering.what == What::Ponder && !pondering.cut.is_cut());
    let ticket = world.say("(PLAY M NIL)", 30);
    assert!(pondering.cut.is_cut());
    let task = world.task();
    assert_eq!((&task.what, task.until), (&What::Play(News::Listed(vec![])), Some(Duration::from_millis(39_500))));
    world.done(task.number, Some("(mark a)"), 33);
    assert_eq!(world.last(), (ticket, "(MARK A)"), "words are those that came");
    world.say("(PLAY m ((MARK a) noop))", 40);
    assert_eq!(world.task().what, What::Play(News::Listed(vec!["(mark a)".into(), "noop".into()])));
    world.done(world.task().number, Some("noop"), 41);
    assert_eq!(world.asked("(STOP m ((MARK a) noop))", 50), "done");
    assert!(matches!(world.task().what, What::Stop(_)));
    assert_eq!(world.asked("(STOP m ((MARK a) noop))", 51), "done", "a second STOP does no harm");
    assert!(!world.player.is_busy() && world.asked("(ping)", 52).contains("available"));
    assert_eq!(world.notes, [""; 0]);
}

#[test]
fn late_thinking_is_cut_and_the_move_in_hand_is_said() {
    let mut world = World::begun(RULES);
    let ticket = world.say("(PLAY m NIL)", 30);
    let task = world.task();
    world.hand(task.number, "noop", 31);
    world.hand(task.number, "(mark a)", 32);
    let wake = world.player.wake().unwrap();
    world.tick(wake - Duration::from_millis(1));
    assert!(!task.cut.is_cut());
    world.tick(wake);
    assert_eq!(world.last(), (ticket, "(MARK A)"));
    assert!(task.cut.is_cut());
    let before = world.answers.len();
    world.done(task.number, Some("noop"), 41);
    assert_eq!(world.answers.len(), before, "what comes too late is left out");
}

#[test]
fn without_a_move_in_hand_something_is_said() {
    let mut world = World::begun(RULES);
    let ticket = world.say("(PLAY m NIL)", 30);
    world.tick(seconds(40));
    assert_eq!(world.last(), (ticket, "nil"));
}

#[test]
fn start_is_answered_in_time_whatever_the_mind_does() {
    let mut world = World::new();
    let ticket = world.start("m", RULES, 0);
    world.tick(seconds(30));
    assert_eq!(world.last(), (ticket, "ready"));
    assert!(world.tasks[0].cut.is_cut());
    // A clock shorter than the margin is used to its half.
    let mut world = World::new();
    world.say("(START m white ((role white)) 0 0)", 7);
    assert_eq!(world.player.wake(), Some(seconds(7)));
}

#[test]
fn one_match_at_a_time() {
    let mut world = World::begun(RULES);
    for message in
        ["(START n white ((role white)) 1 1)", "(START m black ((role white)) 1 1)", "(PREVIEW ((role r)) 1)"]
    {
        assert_eq!(world.asked(message, 2), "busy");
    }
    for message in ["(PLAY n NIL)", "(STOP n NIL)", "(ABORT n)"] {
        assert_eq!(world.asked(message, 2), "busy");
    }
    assert_eq!(world.asked("(ABORT M)", 3), "aborted");
    assert_eq!(world.asked("(ABORT m)", 3), "aborted");
    assert_eq!(world.asked("(PLAY m NIL)", 3), "busy");
    assert_eq!(world.asked("(PREVIEW ((role r)) 1)", 3), "ready");
    assert_eq!(world.task().what, What::Preview("(role r)".into()));
}

#[test]
fn a_message_that_comes_again_gets_the_same_answer() {
    let mut world = World::new();
    let first = world.start("m", RULES, 0);
    let second = world.start("m", RULES, 1);
    assert_eq!(world.tasks.len(), 1);
    world.done(world.task().number, None, 2);
    assert_eq!(world.answers, [(first, "ready".to_owned()), (second, "ready".to_owned())]);
    let start = format!("(START m white ({RULES}) 30 10)");
    assert_eq!(world.asked(&start, 3), "ready");
    world.say("(PLAY m NIL)", 4);
    let third = world.say("(PLAY m NIL)", 5);
    world.done(world.task().number, Some("noop"), 6);
    assert_eq!(world.last(), (third, "noop"));
    assert_eq!(world.asked("(PLAY m NIL)", 7), "noop");
}

#[test]
fn a_match_whose_manager_is_gone_gives_way() {
    let mut world = World::begun(RULES);
    assert_eq!(world.player.wake(), Some(seconds(90)));
    assert_eq!(world.asked("(START n white ((role white)) 1 1)", 89), "busy");
    let pondering = world.task();
    world.tick(seconds(90));
    assert!(pondering.cut.is_cut() && !world.player.is_busy(), "nobody thinks for ever");
    world.start("n", "(role white)", 91);
    assert_eq!(world.notes.len(), 1);
    let kinds: Vec<_> = world.tasks.iter().rev().take(2).map(|task| task.what.clone()).collect();
    assert!(matches!(kinds[..], [What::Start(_), What::Abort]), "{kinds:?}");
}

#[test]
fn a_match_that_is_on_may_begin_anew() {
    let mut world = World::begun(RULES);
    world.say("(PLAY m NIL)", 30);
    world.done(world.task().number, Some("noop"), 31);
    let ticket = world.start("m", RULES, 32);
    world.done(world.task().number, None, 33);
    assert_eq!(world.last(), (ticket, "ready"));
    world.say("(PLAY m NIL)", 34);
    assert_eq!(world.task().what, What::Play(News::Listed(vec![])));
    assert_eq!(world.notes.len(), 1);
}

#[test]
fn who_asks_too_often_is_refused() {
    let mut world = World::new();
    (0..8).for_each(|now| assert_eq!(world.start("m", RULES, now), now + 1));
    assert!(world.answers.is_empty());
    world.start("m", RULES, 9);
    assert_eq!(world.last(), (9, "busy"));
    world.done(world.task().number, None, 10);
    assert_eq!(world.answers.len(), 9);
}

#[test]
fn looking_at_rules_ends_with_its_clock() {
    let mut world = World::new();
    assert_eq!(world.asked("(PREVIEW ((role r)) 3)", 1), "ready");
    let task = world.task();
    assert_eq!((task.until, world.player.wake()), (Some(seconds(4)), Some(seconds(4))));
    world.tick(seconds(4));
    assert!(task.cut.is_cut() && world.player.wake().is_none());
}

#[test]
fn the_next_play_ends_the_thinking_about_the_one_before() {
    let mut world = World::begun(RULES);
    let first = world.say("(PLAY m NIL)", 30);
    let task = world.task();
    world.hand(task.number, "noop", 31);
    let second = world.say("(PLAY m (noop noop))", 35);
    assert!(task.cut.is_cut());
    assert_eq!(world.last(), (first, "noop"));
    world.done(world.task().number, Some("(mark a)"), 36);
    assert_eq!(world.last(), (second, "(MARK A)"));
}

#[test]
fn a_play_that_does_not_follow_is_noted_and_answered() {
    let mut world = World::begun(RULES);
    assert_eq!(world.asked("(PLAY m (noop noop))", 30), "nil");
    world.say("(PLAY m NIL)", 31);
    world.done(world.task().number, Some("noop"), 32);
    for message in ["(PLAY m (noop))", "(PLAY m (noop noop noop))", "(PLAY m 1 noop NIL)"] {
        assert_eq!(world.asked(message, 33), "noop", "{message}");
    }
    world.say("(PLAY m (noop noop))", 34);
    world.done(world.task().number, Some("noop"), 35);
    assert_eq!(world.asked("(PLAY m NIL)", 36), "noop");
    assert_eq!(world.notes.len(), 5);
    assert_eq!(world.asked("what is this", 37), "error");
}

#[test]
fn percepts_come_in_two_ways() {
    let rules = "(role white) (role black) (<= (sees ?r ok) (role ?r))";
    let mut world = World::begun(rules);
    for (message, percepts) in
        [("(PLAY m NIL)", vec![]), ("(PLAY m (OK))", vec!["ok".to_owned()]), ("(PLAY m ())", vec![])]
    {
        world.say(message, 30);
        assert_eq!(world.task().what, What::Play(News::Listed(percepts)));
        world.done(world.task().number, Some("noop"), 31);
    }
    assert_eq!(world.asked("(PLAY m 3 noop NIL)", 32), "noop");
    // A GDL-I game, too, may be told of in the new way.
    for rules in [rules, RULES] {
        let mut world = World::begun(rules);
        world.say("(PLAY m 0 NIL NIL)", 30);
        world.done(world.task().number, Some("noop"), 31);
        assert_eq!(world.asked("(PLAY m 0 NIL NIL)", 31), "noop");
        world.say("(PLAY m 1 NOOP ((ok 1)))", 32);
        let (last, percepts) = (Some("noop".to_owned()), vec!["(ok 1)".to_owned()]);
        assert_eq!(world.task().what, What::Play(News::Numbered { turn: 1, last, percepts }));
        world.done(world.task().number, Some("noop"), 33);
        assert_eq!(world.asked("(PLAY m (ok))", 34), "noop");
        assert_eq!(world.asked("(PLAY m 5 noop NIL)", 34), "noop");
        assert_eq!(world.asked("(STOP m 2 noop NIL)", 35), "done");
    }
}

#[test]
fn who_waits_is_answered_at_the_end() {
    let mut world = World::begun(RULES);
    let ticket = world.say("(PLAY m NIL)", 30);
    world.hand(world.task().number, "noop", 31);
    world.player.quit();
    world.take();
    assert_eq!(world.last(), (ticket, "noop"));
    assert!(!world.player.is_busy() && world.task().what == What::Abort);
}

/// Says the first of its moves at once, and notes what it was told.
#[derive(Default)]
struct Echo(Vec<String>);

impl Mind for Echo {
    fn start(&mut self, setup: &Setup, desk: &mut Desk<'_>) {
        assert!(desk.goes_on() && desk.until().is_some());
        self.0.push(format!("start {}", setup.id));
    }

    fn play(&mut self, news: &News, desk: &mut Desk<'_>) -> Option<String> {
        desk.hand("(mark a)");
        desk.cut().cut();
        assert!(!desk.goes_on());
        self.0.push(format!("play {}", news.is_first()));
        None
    }

    fn stop(&mut self, _: &News) {
        self.0.push("stop".into());
    }
}

#[test]
fn a_mind_does_tasks() {
    let (mut world, mut mind) = (World::new(), Echo::default());
    world.start("m", RULES, 0);
    for message in ["(PLAY m NIL)", "(STOP m (a b))"] {
        let mut thoughts = Vec::new();
        for task in std::mem::take(&mut world.tasks) {
            think(&mut mind, &task, &mut |thought| thoughts.push(thought));
        }
        thoughts.into_iter().for_each(|thought| world.player.thought(thought, seconds(1)));
        world.say(message, 2);
    }
    world.tasks.iter().for_each(|task| think(&mut mind, task, &mut |_| {}));
    assert_eq!(mind.0, ["start m", "play true", "stop"]);
}

#[test]
fn too_long_a_message_is_an_error() {
    assert_eq!(World::new().asked(&" ".repeat(MAX_MESSAGE_BYTES + 1), 0), "error");
}

proptest! {
    /// Every message gets exactly one answer, at the latest when all is over, and never before it came.
    #[test]
    fn every_message_is_answered_once(
        steps in prop::collection::vec(
            (
                prop::sample::select(vec![
                    "(INFO)", "(START m white ((role white)(role black)) 5 2)", "(START n white ((role white)) 5 2)",
                    "(PLAY m NIL)", "(PLAY m (a b))", "(PLAY m (a))", "(PLAY m 0 NIL NIL)", "(PLAY m 1 a (b))",
                    "(STOP m (a b))", "(ABORT m)", "(ABORT n)", "(PREVIEW ((role r)) 3)", "(PLAY n NIL)", "?",
                ]),
                0_u64..4,
                prop::option::of((0_u64..6, any::<bool>())),
            ),
            0..40,
        ),
    ) {
        let (mut world, mut now) = (World::new(), 0);
        for (message, wait, thought) in steps {
            now += wait * wait * wait * wait;
            world.say(message, now);
            if let Some((back, is_done)) = thought
                && let Some(task) = (world.tasks.len() as u64).checked_sub(back)
            {
                if is_done { world.done(task, Some("a"), now) } else { world.hand(task, "b", now) }
            }
        }
        world.player.quit();
        world.take();
        let mut tickets: Vec<_> = world.answers.iter().map(|(ticket, _)| *ticket).collect();
        tickets.sort_unstable();
        prop_assert_eq!(tickets, (1..=world.tickets).collect::<Vec<_>>());
        // Only the last task, if any, may still be thought about.
        let open = world.tasks.iter().filter(|task| task.until.is_some() && !task.cut.is_cut()).count();
        prop_assert!(open <= 1);
    }
}
