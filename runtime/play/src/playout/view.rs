//! A report in the game's own words, and how fast it was made: what `--format json` prints. The fields are documented
//! in `docs/PLAYOUTS.md`.

use super::{Cycles, Job, JointMove, Report, StartReport, Tally};
use crate::engine::Layout;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// A report with its job. Counts at the top level are of all start states together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReportView {
    /// Name of the game.
    pub game: String,
    /// Kind of engine.
    pub engine: String,
    /// Versions of the programs that made the engine, in their own words.
    pub tools: Vec<String>,
    /// Threads it played on.
    pub threads: usize,
    /// Seed of the job.
    pub seed: u64,
    /// Lanes of each start state.
    pub lanes: u64,
    /// Playouts of each lane the job asked for.
    pub per_lane: u64,
    /// Playouts of a lane in flight at a time.
    pub slots: u32,
    /// Step limit.
    pub max_steps: u64,
    /// Playouts of each lane that were played.
    pub rounds: u64,
    /// Lanes of each start state that played them.
    pub lanes_played: u64,
    /// Whether these are all the job asked for.
    pub complete: bool,
    /// Seconds the playouts took.
    pub elapsed_s: f64,
    /// Seconds before the first playout.
    pub setup_s: f64,
    /// Playouts a second.
    pub playouts_per_s: f64,
    /// Joint moves a second.
    pub states_per_s: f64,
    /// Clocks that the job took, job and report included; engines without a clock have none.
    pub cycles: Option<u64>,
    /// Joint moves a clock and core.
    pub states_per_cycle: Option<f64>,
    /// Roles in declaration order.
    pub roles: Vec<String>,
    /// All start states together.
    #[serde(flatten)]
    pub all: TallyView,
    /// Each start state.
    pub starts: Vec<StartView>,
}

/// A start state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StartView {
    /// All its playouts.
    #[serde(flatten)]
    pub all: TallyView,
    /// By first moves, when the job asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<Vec<FirstView>>,
}

/// The playouts that began with some moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstView {
    /// For each role its move; one role only when the counts are by that role's move.
    pub moves: BTreeMap<String, String>,
    /// Their playouts.
    #[serde(flatten)]
    pub tally: TallyView,
}

/// Counts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TallyView {
    /// Playouts, however they ended.
    pub playouts: u64,
    /// Playouts that reached a terminal state.
    pub finished: u64,
    /// Playouts cut off at the step limit.
    pub truncated: u64,
    /// Playouts in which some role had no legal move.
    pub stuck: u64,
    /// Joint moves.
    pub steps: u64,
    /// Joint moves of a playout in the mean.
    pub mean_length: f64,
    /// For each role and goal value: finished playouts.
    pub goals: BTreeMap<String, BTreeMap<i64, u64>>,
    /// For each role: finished playouts without exactly one goal value.
    pub undefined: BTreeMap<String, u64>,
    /// For each role: the mean of its goal values; none without playouts that have one.
    pub mean_goal: BTreeMap<String, Option<f64>>,
}

/// What a report does not say about how it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Kind of engine.
    pub engine: &'a str,
    /// Threads it played on.
    pub threads: usize,
    /// Time before the first playout.
    pub setup: Duration,
    /// Time of the playouts.
    pub elapsed: Duration,
    /// Versions of the programs that made the engine.
    pub tools: Vec<String>,
    /// Clocks of the playouts, of engines that have a clock.
    pub cycles: Option<Cycles>,
}

/// By whose first moves playouts are counted, when they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMoves {
    /// The moves of all roles.
    Joint,
    /// The moves of one role, whatever the others do.
    Of(usize),
}

impl ReportView {
    /// The report in words.
    #[must_use]
    pub fn new(run: &Run<'_>, job: &Job, report: &Report, layout: &Layout, first_moves: FirstMoves) -> Self {
        let total = report.total().all;
        let per_second = |count: u64| rate(count, run.elapsed);
        Self {
            game: run.game.to_owned(),
            engine: run.engine.to_owned(),
            tools: run.tools.clone(),
            threads: run.threads,
            seed: job.seed,
            lanes: job.lanes,
            per_lane: job.per_lane,
            slots: job.slots,
            max_steps: job.max_steps,
            rounds: report.rounds,
            lanes_played: report.lanes,
            complete: report.complete,
            elapsed_s: run.elapsed.as_secs_f64(),
            setup_s: run.setup.as_secs_f64(),
            playouts_per_s: per_second(total.playouts()),
            states_per_s: per_second(total.steps),
            cycles: run.cycles.map(|cycles| cycles.clocks),
            states_per_cycle: run.cycles.map(|cycles| cycles.share(total.steps)),
            roles: layout.roles.clone(),
            all: TallyView::new(&total, layout),
            starts: report.starts.iter().map(|start| StartView::new(start, layout, first_moves)).collect(),
        }
    }
}

/// Events a second; 0 when no time has passed.
#[must_use]
pub fn rate(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

impl StartView {
    fn new(start: &StartReport, layout: &Layout, first_moves: FirstMoves) -> Self {
        let joint = |(joint, tally): (&JointMove, &Tally)| {
            let moves = (0..layout.roles.len()).zip(joint).map(|(role, &mv)| (role, mv));
            FirstView::new(moves, tally, layout)
        };
        let list = start.first_moves.as_ref().map(|moves| match first_moves {
            FirstMoves::Joint => moves.iter().map(joint).collect(),
            FirstMoves::Of(role) => {
                let of_role = start.first_moves_of(role);
                of_role.iter().map(|(&mv, tally)| FirstView::new([(role, mv)], tally, layout)).collect()
            }
        });
        Self { all: TallyView::new(&start.all, layout), first_moves: list }
    }
}

impl FirstView {
    fn new(moves: impl IntoIterator<Item = (usize, u32)>, tally: &Tally, layout: &Layout) -> Self {
        let text = |(role, mv): (usize, u32)| (layout.roles[role].clone(), layout.moves[role][mv as usize].clone());
        Self { moves: moves.into_iter().map(text).collect(), tally: TallyView::new(tally, layout) }
    }
}

impl TallyView {
    /// Counts in words.
    #[must_use]
    pub fn new(tally: &Tally, layout: &Layout) -> Self {
        let roles = || layout.roles.iter().cloned();
        let values = layout.goals.iter().zip(&tally.goals);
        let counts = values.map(|(values, counts)| values.iter().copied().zip(counts.iter().copied()).collect());
        let goals: BTreeMap<String, BTreeMap<i64, u64>> = roles().zip(counts).collect();
        Self {
            playouts: tally.playouts(),
            finished: tally.finished,
            truncated: tally.truncated,
            stuck: tally.stuck,
            steps: tally.steps,
            mean_length: tally.mean_length(),
            undefined: roles().zip(tally.undefined.iter().copied()).collect(),
            mean_goal: goals.iter().map(|(role, counts)| (role.clone(), mean(counts))).collect(),
            goals,
        }
    }
}

fn mean(counts: &BTreeMap<i64, u64>) -> Option<f64> {
    let total: u64 = counts.values().sum();
    let sum: f64 = counts.iter().map(|(&value, &count)| value as f64 * count as f64).sum();
    (total > 0).then(|| sum / total as f64)
}
