//! How fast the binary plays a game, and how fast the machine is at best.

use super::games::Game;
use gdl2hdl_bench::pace;
use gdl2hdl_bench::table::median;
use gdl2hdl_simd::{Backend, Limit, Machine};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Time for a look at the machine, before each measurement of a game.
const LOOK: Duration = Duration::from_millis(60);

/// A game and what came of it, or why nothing did.
pub(crate) struct Row {
    pub(crate) game: Game,
    pub(crate) timed: Result<Timed, String>,
}

/// Medians of the measurements of a game.
pub(crate) struct Timed {
    pub(crate) lanes: u64,
    pub(crate) playouts_per_s: f64,
    pub(crate) states_per_s: f64,
    pub(crate) mean_length: f64,
    pub(crate) setup_s: f64,
    /// Operations on words a step takes.
    pub(crate) ops_per_step: f64,
    /// The least part of a processor that a run got, setting up included: below 1 others used the machine.
    pub(crate) share: f64,
}

/// The most that the machine was seen to do.
#[derive(Default)]
pub(crate) struct Ceiling {
    pub(crate) best: Option<(Backend, Limit)>,
}

impl Ceiling {
    /// Looks once more: what others do on the machine can only make it seem slower.
    fn look(&mut self) {
        let native = |backend: &Backend| matches!(backend, Backend::NativeAvx2 | Backend::NativeAvx512);
        let Some(backend) = Machine::detect().backends().filter(native).last() else { return };
        let Ok(now) = Limit::measure(backend, LOOK) else { return };
        let (_, best) = self.best.get_or_insert((backend, now));
        best.registers = best.registers.max(now.registers);
        best.memory = best.memory.max(now.memory);
    }
}

/// How games are timed.
pub(crate) struct Timer<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) seconds: f64,
    pub(crate) runs: usize,
    /// Seconds.
    pub(crate) limit: u64,
}

impl Timer<'_> {
    /// Measures a game several times; `Err` inside says why it can't be played.
    pub(crate) fn time(&self, game: &Path, ceiling: &mut Ceiling) -> io::Result<Result<Timed, String>> {
        let mut runs = Vec::new();
        let mut share = f64::INFINITY;
        for _ in 0..self.runs.max(1) {
            ceiling.look();
            let seconds = self.seconds.to_string();
            let (outcome, figures) =
                pace::bench(self.binary, game, &["--engine", "cpu", "--seconds", &seconds], self.limit)?;
            if outcome.status != Some(0) {
                let reason = outcome.stderr.lines().next_back().unwrap_or("no result").to_owned();
                return Ok(Err(reason));
            }
            share = share.min(outcome.cpu.as_secs_f64() / outcome.wall.as_secs_f64());
            runs.push(figures);
        }
        let of = |field: &str| {
            let values: Vec<f64> = runs.iter().filter_map(|run| run[field].as_f64()).collect();
            median(&values).unwrap_or(f64::NAN)
        };
        Ok(Ok(Timed {
            lanes: runs[0]["lanes"].as_u64().unwrap_or(0),
            playouts_per_s: of("playouts_per_s"),
            states_per_s: of("states_per_s"),
            mean_length: of("mean_length"),
            setup_s: of("setup_s"),
            ops_per_step: of("ops_per_step"),
            share,
        }))
    }
}
