//! A game as its engines play it: what is the same in all of them, whatever their cores and stages.

use super::config::Config;
use super::counters::Counters;
use super::error::GatewareError;
use super::names::{Names, apart};
use super::picker_net::PickerNet;
use super::picks::Picks;
use super::{Gateware, write};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Group;
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::stages::{StepNet, step_net};
use gdl2hdl_opt::longest_play;
use std::sync::OnceLock;

/// A game that engines can be made of: its pickers, its logic as they see it, and what is counted.
pub struct Playable<'n> {
    pub(super) net: Verified<'n>,
    pub(super) picks: Picks,
    /// The game as its pickers see it.
    pub(super) picker_net: PickerNet,
    /// The logic of a step, which stages are cut from.
    pub(super) step: StepNet,
    pub(super) counters: Counters,
    groups: Vec<Group>,
    longest: OnceLock<Option<u64>>,
    pub(super) observer: &'n dyn Observer,
}

impl<'n> Playable<'n> {
    /// Looks at a game. `choices` are those of the net. The observer is that of all engines that are made of it, too.
    ///
    /// **Cost:** most of that of an engine: the net is optimised anew around its picks, and a SAT solver is asked what
    /// play excludes.
    ///
    /// # Errors
    /// [`GatewareError`]: the observer stops the work, or a pass is found broken.
    pub fn new(net: Verified<'n>, choices: &Choices, observer: &'n dyn Observer) -> Result<Self, GatewareError> {
        let picks = Picks::new(net.net(), choices);
        let picker_net = PickerNet::new(net.net(), &picks, &choices.groups, observer)?;
        let step = StepNet::of(step_net(&picker_net.net, observer)?, observer)?;
        let counters = Counters::new(net.net(), &choices.groups, observer)?;
        let (groups, longest) = (choices.groups.clone(), OnceLock::new());
        Ok(Self { net, picks, picker_net, step, counters, groups, longest, observer })
    }

    /// Steps after which each playout has ended by itself, if that can be shown: the least step limit of jobs for engines
    /// without one.
    ///
    /// **Cost:** as of [`longest_play`], once.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn longest(&self) -> Result<Option<u64>, Stopped> {
        let longest = match self.longest.get() {
            Some(longest) => *longest,
            None => {
                let longest = longest_play(self.net.net(), &self.groups, self.observer)?;
                *self.longest.get_or_init(|| longest)
            }
        };
        // A state without legal moves ends a playout only where one more step is allowed. A limit of none is none.
        let stuck = u64::from(self.picker_net.may_be_stuck());
        Ok(longest.map(|longest| (longest + stuck).max(1)))
    }

    /// The net of the game.
    #[must_use]
    pub fn net(&self) -> Verified<'n> {
        self.net
    }

    /// An engine of it; `game` names the modules.
    ///
    /// # Errors
    /// [`GatewareError`]: sizes that are not possible, or not for this game; the observer stops the work.
    pub fn engine(&self, game: &str, config: Config) -> Result<Gateware, GatewareError> {
        self.named(game, game, config)
    }

    /// An engine with another name, for designs with several of a game.
    ///
    /// # Errors
    /// As [`engine`](Self::engine).
    pub fn named(&self, game: &str, name: &str, config: Config) -> Result<Gateware, GatewareError> {
        write(self, Names { game, modules: &apart(name) }, config)
    }
}

#[cfg(test)]
mod tests;
