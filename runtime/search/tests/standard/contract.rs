//! What every player keeps, whatever happens: a legal move, and the engine where it was.

use crate::table::{After, asked, ground, interpreted, make, player, rules};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_play::engine::{Engine, EngineError};
use gdl2hdl_search::standard::NAMES;
use gdl2hdl_search::{ChooseError, Question};

/// Those that search without a bound of their own in games that are not small.
fn options(name: &str) -> &'static str {
    if ["legal", "random", "onestep", "twostep", "minimaxdepth"].contains(&name) { "" } else { "nodes=150" }
}

#[test]
fn the_state_stays_and_moves_are_legal() {
    for game in [
        "tic_tac_toe",
        "nim",
        "connect_four",
        "buttons_and_lights",
        "rock_paper_scissors",
        "monty_hall",
        "dice_race",
        "three_way_tic_tac_toe",
        "eight_puzzle",
        "tron",
    ] {
        let mut engine = ground(game);
        for name in NAMES {
            if name == "minimaxdepth" && game != "nim" {
                continue;
            }
            let mut player = player(name, options(name));
            for role in 0..engine.roles().len() {
                asked(&mut *player, &mut *engine, role, &Unobserved);
            }
        }
    }
}

#[test]
fn who_is_stopped_at_once_has_a_legal_move() {
    for game in ["tic_tac_toe", "rock_paper_scissors", "dice_race"] {
        let mut engine = interpreted(rules(game));
        for name in NAMES {
            let mut player = player(name, "");
            for role in 0..engine.roles().len() {
                asked(&mut *player, &mut *engine, role, &After::asked(0));
                assert_eq!(player.nodes(), 0, "{name}");
            }
        }
    }
}

#[test]
fn who_is_stopped_anywhere_has_a_legal_move() {
    for game in ["tic_tac_toe", "rock_paper_scissors", "monty_hall"] {
        let mut engine = ground(game);
        if game == "monty_hall" {
            make(&mut *engine, &["(hide 2), noop"]);
        }
        for name in NAMES {
            // The same player goes on: what it keeps is sound after a stop.
            let mut player = player(name, "");
            for times in 1..60 {
                asked(&mut *player, &mut *engine, 1, &After::asked(times));
                asked(&mut *player, &mut *engine, 0, &After::asked(times));
            }
        }
    }
}

#[test]
fn players_ask_at_every_node() {
    let mut engine = ground("connect_four");
    for name in NAMES {
        let mut player = player(name, "");
        asked(&mut *player, &mut *engine, 0, &After::asked(100));
        assert!(player.nodes() <= 100, "{name}");
    }
}

/// Fails at a step.
struct Failing(Box<dyn Engine>, u32);

impl Engine for Failing {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn roles(&self) -> &[String] {
        self.0.roles()
    }
    fn reset(&mut self) -> Result<(), EngineError> {
        self.0.reset()
    }
    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        self.0.load(facts)
    }
    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        self.0.state()
    }
    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        self.0.legal(role)
    }
    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        self.0.goals(role)
    }
    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.0.terminal()
    }
    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        self.0.sees(joint)
    }
    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.1 = self.1.saturating_sub(1);
        if self.1 == 0 { Err(EngineError::Failed("on purpose".to_owned())) } else { self.0.step(joint) }
    }
}

#[test]
fn after_an_error_the_state_is_as_before_and_a_move_was_said() {
    for name in NAMES.into_iter().filter(|name| !["legal", "random"].contains(name)) {
        let mut engine = Failing(ground("tic_tac_toe"), 5);
        let before = engine.state().unwrap();
        let mut said = Vec::new();
        let mut better = |mv: &str| said.push(mv.to_owned());
        let question = Question { engine: &mut engine, role: 0, observer: &Unobserved, better: &mut better };
        let chosen = player(name, "").choose(question);
        assert!(matches!(chosen, Err(ChooseError::Engine(EngineError::Failed(_)))), "{name}: {chosen:?}");
        assert_eq!(said[0], "(mark 1 1)");
        assert_eq!(engine.state().unwrap(), before);
    }
}

#[test]
fn a_role_without_moves_has_no_answer() {
    let mut engine = ground("tic_tac_toe");
    let marks = ["(mark 1 1), noop", "noop, (mark 2 1)", "(mark 1 2), noop", "noop, (mark 2 2)", "(mark 1 3), noop"];
    make(&mut *engine, &marks);
    assert!(engine.terminal().unwrap());
    // The one who would move next still has moves by the rules of this game, which no one asks for.
    for name in NAMES {
        asked(&mut *player(name, options(name)), &mut *engine, 1, &Unobserved);
    }
    let text = "(role a) (init p) (<= terminal q) (<= (legal a go) q) (<= (next p) (true p)) (<= (goal a 0) (true p))";
    let mut engine = interpreted(&text.replace("terminal q", "terminal (true q)").replace("go) q", "go) (true q)"));
    for name in NAMES {
        let mut said = |_: &str| panic!("there is no move");
        let question = Question { engine: &mut *engine, role: 0, observer: &Unobserved, better: &mut said };
        assert!(matches!(player(name, "").choose(question), Err(ChooseError::NoMove(0))), "{name}");
    }
}

/// A game without an end, in which all states come again.
#[test]
fn games_without_end_end_by_budget_or_memory() {
    let text = "(role a) (init (at 1)) (next-to 1 2) (next-to 2 3) (next-to 3 1) (legal a go) (legal a stay)
        (<= (next (at ?y)) (does a go) (true (at ?x)) (next-to ?x ?y)) (<= (next (at ?x)) (does a stay) (true (at ?x)))
        (<= terminal (true (at 4))) (goal a 10)";
    let mut engine = interpreted(text);
    for name in NAMES {
        let options = if options(name).is_empty() { "" } else { "nodes=3000" };
        asked(&mut *player(name, options), &mut *engine, 0, &Unobserved);
    }
    asked(&mut *player("pts", "memory=1"), &mut *engine, 0, &Unobserved);
    asked(&mut *player("minimax", ""), &mut *engine, 0, &Unobserved);
}
