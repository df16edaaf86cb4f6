//! Players in this program.

use crate::args::ChooserSpec;
use crate::context::Context;
use crate::failure::Failure;
use crate::pipeline;
use gdl2hdl::Options;
use gdl2hdl::seat::{Clock, Log, Process, Seat, SeatOptions};
use gdl2hdl_ggp::player;
use std::time::Duration;

/// How long before the end of a clock a player in this program answers a match in this program: no network is between them.
pub(crate) const MARGIN: Duration = Duration::from_millis(100);

/// A player's process. Its engines are made within the bounds of the command line.
pub(crate) fn process(
    context: &Context,
    spec: &ChooserSpec,
    seed: u64,
    options: player::Options,
    clock: Clock,
    log: &Log,
) -> Result<Process, Failure> {
    let chosen = spec.chosen(seed).map_err(|error| Failure::usage(error.to_string()))?;
    let seat_options = SeatOptions { compile: Options::default().limits(pipeline::limits(context)) };
    let seat = Seat::new(chosen, seat_options, clock, log.clone());
    Process::start(options, Box::new(seat), clock, log.clone())
        .map_err(|error| Failure::unavailable(format!("no threads for a player: {error}")))
}
