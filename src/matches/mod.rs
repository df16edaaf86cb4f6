//! Matches between players, wherever they are: whole matches, and what came of many of them.
//!
//! [`play`] has one match played between [`Partner`]s: players in this program, or at the other end of a network. The
//! manager of `gdl2hdl_ggp` decides, and the record of the match is the result. [`Standings`] counts records for each
//! player.

mod partner;
mod play;
mod seats;
mod standings;

pub use partner::Partner;
pub use play::{MatchError, play};
pub use seats::{Seats, SeatsError};
pub use standings::{Interval, Standing, Standings};
