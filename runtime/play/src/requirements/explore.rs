//! Visits states breadth first, as many at once as there are lanes.

use super::lines::{Names, joint_of};
use super::machine::{Look, Machine};
use super::space::Space;
use super::{Options, RequirementsError, Stop, Timer};

/// A visit of all states, or of as many as the bounds allow.
pub(super) struct Explorer<'a> {
    machine: Machine,
    names: &'a Names,
    options: &'a Options,
    space: Space,
}

/// Joint moves waiting for a lane: the state, and the moves.
type Waiting = Vec<(usize, Vec<u32>)>;

impl<'a> Explorer<'a> {
    pub(super) fn new(machine: Machine, names: &'a Names, options: &'a Options) -> Self {
        let space = Space::new(machine.words(), names.roles.len());
        Self { machine, names, options, space }
    }

    /// Visits what can be reached from a state.
    pub(super) fn run(&mut self, start: &[u64], clock: &Timer<'_>) -> Result<(), RequirementsError> {
        self.space.meet(start, 0);
        while self.space.num_visited() < self.space.num_states() && self.space.stopped.is_none() {
            let first = self.space.num_visited();
            let states = first..self.space.num_states().min(first + self.machine.lanes());
            let room = self.options.max_states.saturating_sub(first);
            if room < states.len() {
                self.space.stopped = Some(Stop::States);
            }
            let states = first..states.end.min(first + room);
            let looks = self.machine.look(states.clone().map(|state| self.space.state(state)))?;
            self.visit(first, &looks, clock)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> (Space, Machine) {
        (self.space, self.machine)
    }

    /// Makes all joint moves of states that were looked at. A state is visited when all its moves were made.
    fn visit(&mut self, first: usize, looks: &[Look], clock: &Timer<'_>) -> Result<(), RequirementsError> {
        let mut waiting = Waiting::new();
        for (number, look) in looks.iter().enumerate() {
            let choices = self.names.choices(look);
            let values = self.names.values(look);
            self.space.seen(look.terminal, choices.iter().map(|moves| moves.len()), &values);
            let joints = choices.iter().fold(1_usize, |joints, moves| joints.saturating_mul(moves.len()));
            let joints = if look.terminal { 0 } else { joints };
            for joint in 0..joints {
                if waiting.len() == self.machine.lanes() {
                    self.make(&mut waiting, first + number)?;
                    if self.must_stop(clock) {
                        return Ok(());
                    }
                }
                waiting.push((first + number, joint_of(&choices, joint)));
            }
        }
        self.make(&mut waiting, first + looks.len())?;
        self.must_stop(clock);
        Ok(())
    }

    /// Makes the moves that wait. All states before `done` have no more of them.
    fn make(&mut self, waiting: &mut Waiting, done: usize) -> Result<(), RequirementsError> {
        let (machine, space) = (&mut self.machine, &mut self.space);
        let steps = waiting.iter().map(|(state, joint)| (space.state(*state), &joint[..]));
        let after = if waiting.is_empty() { Vec::new() } else { machine.step(steps)? };
        for ((from, _), state) in waiting.drain(..).zip(after.chunks(machine.words())) {
            // Moves come in the order of their states.
            while space.num_visited() < from {
                space.visited();
            }
            let target = space.meet(state, from);
            space.leads_to(target);
        }
        while space.num_visited() < done {
            space.visited();
        }
        Ok(())
    }

    fn must_stop(&mut self, clock: &Timer<'_>) -> bool {
        clock.observer.progress("states", self.space.num_visited() as u64, self.options.max_states as u64);
        let stop = if (clock.visited)() || (clock.over)() {
            Some(Stop::Time)
        } else if self.space.bytes() > self.options.max_bytes {
            Some(Stop::Memory)
        } else {
            None
        };
        self.space.stopped = stop.or(self.space.stopped);
        stop.is_some()
    }
}
