//! What a caller can do while an engine gets ready and a job is played: watch it, and stop it.

use gdl2hdl_sim::{Stage, Watch};

/// The caller's side of a running job. Engines ask often enough that no answer takes effect late, from any thread.
pub trait Control: Sync {
    /// Whether to stop. Once true it stays true.
    ///
    /// A stopped engine drops or completes what it has begun, so that every lane it counts has played the same number
    /// of playouts. See [`super::Report::complete`].
    fn stopped(&self) -> bool;

    /// So many more playouts have been played.
    fn played(&self, playouts: u64) {
        let _ = playouts;
    }

    /// What an engine that gets ready is at: told when a stage begins, and many times a second while it lasts. Only
    /// engines that have something to build tell.
    fn stage(&self, stage: Stage) {
        let _ = stage;
    }
}

/// The caller, as those who build models see it.
pub(super) struct Builds<'c>(pub(super) &'c dyn Control);

impl Watch for Builds<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }

    fn stage(&self, stage: Stage) {
        self.0.stage(stage);
    }
}

/// Lets every job run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Control for Unattended {
    fn stopped(&self) -> bool {
        false
    }
}
