//! What a caller can do while a job is played: watch it, and stop it.

/// The caller's side of a running job. Engines ask often enough that no answer takes effect late, from any thread.
pub trait Control: Sync {
    /// Whether to stop. Once true it stays true.
    ///
    /// A stopped engine reports whole rounds only: it drops or completes what it has begun, so that every lane has
    /// played the same number of playouts. See [`super::Report::complete`].
    fn stopped(&self) -> bool;

    /// So many more playouts have been played.
    fn played(&self, playouts: u64) {
        let _ = playouts;
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
