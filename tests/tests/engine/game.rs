//! Games, and what the definition of playouts says of them.

use gdl2hdl::Compiled;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Verified, propnet};
use gdl2hdl_play::playout::{GameShape, Job, PlayoutEngine, StartReport, State, StepRecord, Then, Unobserved, scalar};
use gdl2hdl_tests::nets::compiled;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// A walk that ends in every way there is: `e` has no way out, at `f` it is over, where `observer` has two goal values.
pub(crate) const WALK: &str = "(role walker) (role observer)
(init (at a))
(way a b) (way a c) (way b a) (way b d) (way c a) (way c d) (way d a) (way d e) (way d f) (way d g)
(<= (legal walker (go ?to)) (true (at ?from)) (way ?from ?to))
(legal observer noop)
(<= (next (at ?to)) (does walker (go ?to)))
(<= terminal (true (at f)))
(<= terminal (true (at g)))
(<= (goal walker 100) (true (at f)))
(<= (goal walker 0) (not (true (at f))))
(goal observer 50)
(<= (goal observer 10) (true (at f)))
";

/// A compiled game.
pub(crate) struct Game {
    pub(crate) name: String,
    compiled: Compiled,
    pub(crate) shape: GameShape,
}

impl Game {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let compiled = compiled(text).unwrap();
        Self { name: name.to_owned(), shape: compiled.shape(), compiled }
    }

    /// A game of the folder `games/`.
    pub(crate) fn of(file: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(file);
        Self::new(&file.replace('.', "_"), &fs::read_to_string(path).unwrap())
    }

    pub(crate) fn verified(&self) -> Verified<'_> {
        self.compiled.net()
    }

    pub(crate) fn choices(&self) -> &Choices {
        self.compiled.choices()
    }

    pub(crate) fn initial(&self) -> State {
        self.compiled.initial()
    }

    /// A job from the initial state.
    pub(crate) fn job(&self, lanes: u64, per_lane: u64, max_steps: u64) -> Job {
        Job { starts: vec![self.initial().into()], lanes, per_lane, slots: 1, seed: 5, max_steps, first_moves: false }
    }

    /// What the definition of playouts says, for each start state.
    pub(crate) fn reports(&self, job: &Job) -> Vec<StartReport> {
        scalar(self.verified(), self.choices()).play(job, &Unobserved).unwrap().starts
    }

    /// All states of a few playouts, with what comes of them.
    pub(crate) fn states(&self) -> Vec<(State, Then)> {
        let mut states = Vec::new();
        let mut keep = |record: StepRecord| {
            states.push((record.state, record.then));
            ControlFlow::Continue(())
        };
        scalar(self.verified(), self.choices()).trace(&self.job(3, 3, 30), &Unobserved, &mut keep).unwrap();
        states
    }

    /// A state in which the game is over.
    pub(crate) fn terminal(&self) -> State {
        let over = |(_, then): &(State, Then)| matches!(then, Then::Finished(_));
        self.states().into_iter().find(over).unwrap().0
    }

    /// Which moves of all roles are legal in a state.
    pub(crate) fn legal(&self, state: &State) -> Vec<bool> {
        let bases: Vec<u64> = state.iter().map(|bit| u64::from(*bit)).collect();
        let net = self.verified().net();
        let values = net.evaluate(&bases, &vec![0; net.ports.inputs.len()]);
        net.ports.inputs.iter().map(|input| propnet::value(&values, input.legal) & 1 == 1).collect()
    }
}
