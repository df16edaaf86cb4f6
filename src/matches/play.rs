//! One match.

use super::partner::Partner;
use crate::seat::Clock;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_ggp::manager::{Action, Manager, ManagerError, Outcome, Plan};
use gdl2hdl_ggp::record::MatchRecord;
use gdl2hdl_play::engine::Engine;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use thiserror::Error;

/// Between two looks at the observer.
const LOOK: Duration = Duration::from_millis(50);
/// What players get to hear of the end of a match that was stopped.
const GOODBYE: Duration = Duration::from_millis(300);

/// Why there is no match.
#[derive(Debug, Error)]
pub enum MatchError {
    /// It can't begin.
    #[error(transparent)]
    Manager(#[from] ManagerError),
    /// A role has no player.
    #[error("role `{0}` has no player")]
    NoPlayer(String),
}

/// Has a match played. `partners` has one for each role; only the role `random` needs none. Where `observer` says stop the
/// match is aborted, and its record ends there.
///
/// # Errors
/// [`MatchError`].
pub fn play<E: Engine>(
    plan: Plan,
    engine: E,
    partners: &[Option<&dyn Partner>],
    observer: &dyn Observer,
) -> Result<MatchRecord, MatchError> {
    let roles = engine.roles().to_vec();
    let mut manager = Manager::new(plan, engine)?;
    let is_missing = |role: &usize| roles[*role] != "random" && partners.get(*role).copied().flatten().is_none();
    if let Some(role) = (0..roles.len()).find(is_missing) {
        return Err(MatchError::NoPlayer(roles[role].clone()));
    }
    let (sender, receiver) = mpsc::channel();
    let clock = Clock::start();
    let table = Table { partners, sender, receiver, clock };
    table.run(&mut manager, observer);
    Ok(manager.record().clone())
}

/// A role's answer to a message.
type Said = (usize, u64, Outcome);

struct Table<'p> {
    partners: &'p [Option<&'p dyn Partner>],
    sender: Sender<Said>,
    receiver: Receiver<Said>,
    clock: Clock,
}

impl Table<'_> {
    fn run<E: Engine>(&self, manager: &mut Manager<E>, observer: &dyn Observer) {
        let mut stopped = None;
        while let Some(wake) = manager.wake() {
            let now = self.clock.now();
            if stopped.is_none() && observer.stopped() {
                manager.abort();
                stopped = Some(now);
            }
            if stopped.is_some_and(|since| now >= since + GOODBYE) {
                return;
            }
            match self.receiver.recv_timeout(LOOK.min(wake.saturating_sub(now))) {
                Ok((role, message, outcome)) => manager.outcome(role, message, outcome, self.clock.now()),
                // The sender is here.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => manager.tick(self.clock.now()),
            }
            self.act(manager);
        }
    }

    fn act<E: Engine>(&self, manager: &mut Manager<E>) {
        while let Some(action) = manager.action() {
            let Action::Send { role, message, text, until } = action else { continue };
            let Some(partner) = self.partners.get(role).copied().flatten() else { continue };
            let (sender, time) = (self.sender.clone(), until.saturating_sub(self.clock.now()));
            // The match may be over.
            partner.tell(text, time, Box::new(move |outcome| drop(sender.send((role, message, outcome)))));
        }
    }
}
