//! What is to be played.

use gdl2hdl_play::playout::{self, StartState, State};

/// Random playouts: how many, with which random numbers. Equal jobs on equal games have equal reports, on any engine.
///
/// The playouts of a job are divided among lanes, which have random numbers of their own: `lanes × per_lane` in all.
#[derive(Clone, Debug)]
pub struct Job {
    seed: u64,
    lanes: u64,
    per_lane: u64,
    max_steps: u64,
    first_moves: bool,
    starts: Vec<State>,
}

impl Job {
    /// A playout in each of 1024 lanes, cut off after 1000 steps, from the initial state.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, lanes: 1024, per_lane: 1, max_steps: 1000, first_moves: false, starts: Vec::new() }
    }

    /// The number of lanes, for each start state.
    #[must_use]
    pub fn lanes(self, lanes: u64) -> Self {
        Self { lanes, ..self }
    }

    /// The playouts of each lane.
    #[must_use]
    pub fn per_lane(self, per_lane: u64) -> Self {
        Self { per_lane, ..self }
    }

    /// The steps after which a playout is cut off.
    #[must_use]
    pub fn max_steps(self, max_steps: u64) -> Self {
        Self { max_steps, ..self }
    }

    /// Whether the report counts by first joint move, too.
    #[must_use]
    pub fn first_moves(self, first_moves: bool) -> Self {
        Self { first_moves, ..self }
    }

    /// A further state to begin in, a bit for each fact. Without any it is the initial state.
    #[must_use]
    pub fn start(mut self, facts: impl IntoIterator<Item = bool>) -> Self {
        self.starts.push(facts.into_iter().collect());
        self
    }

    /// The job of a game with this initial state.
    pub(crate) fn of(&self, initial: State) -> playout::Job {
        let starts = match self.starts.as_slice() {
            [] => vec![StartState::initial(initial)],
            starts => starts.iter().cloned().map(StartState::from).collect(),
        };
        let Self { seed, lanes, per_lane, max_steps, first_moves, .. } = *self;
        playout::Job { starts, lanes, per_lane, slots: 1, seed, max_steps, first_moves }
    }
}
