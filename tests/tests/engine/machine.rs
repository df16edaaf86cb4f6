//! Engines of some games in several sizes, as Verilator models, and what each must answer.

use crate::engine::game::{Game, WALK};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::playout::{COMMON, Config, Gateware, JobLayout, ReportLayout, gateware};
use gdl2hdl_net::playout::generator::origin;
use gdl2hdl_play::playout::{Job, StartReport, StartState, State, Tally};
use gdl2hdl_tests::parallel;
use gdl2hdl_verilate::{BuildOptions, Cache, Model, Port, Source, Spec, Toolchain};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Models that are built at a time.
const BUILDERS: usize = 2;

/// An engine.
pub(crate) struct Machine {
    pub(crate) game: Game,
    pub(crate) gateware: Gateware,
    pub(crate) model: Model,
    /// The model is the engine itself; else it is the top, which has no debug ports.
    pub(crate) observed: bool,
}

/// A job and the report it must have, its clocks left out.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) words: Vec<u32>,
    pub(crate) answer: ReportLayout,
}

/// Engines of different games, sizes and widths.
fn plans() -> Vec<(Game, Config, bool)> {
    let lights = || Game::of("two_button_lights.kif");
    let noughts = || Game::of("tic_tac_toe.kif");
    let shapes = || Game::of("rock_paper_scissors.kif");
    let size = |cores, slots| Config { cores, slots, ..Config::default() };
    let narrow = Config { lane_bits: 9, quota_bits: 9, step_bits: 5, counter_bits: 16, ..size(1, 1) };
    let broad = Config { lane_bits: 32, quota_bits: 32, step_bits: 32, counter_bits: 64, ..size(3, 1) };
    let first_moves = true;
    vec![
        (lights(), Config { seeder_digit: 4, ..narrow }, true),
        (lights(), Config { cores: 8, cores_per_lane: 4, slots: 8, ..narrow }, true),
        (noughts(), Config { first_moves, ..size(1, 1) }, true),
        (noughts(), Config { first_moves, ..size(3, 4) }, false),
        (noughts(), size(2, 2), true),
        (noughts(), Config { cores_per_lane: 2, first_moves, ..size(4, 6) }, true),
        (noughts(), Config { cores_per_lane: 2, carrying_cores: 2, block_bits: 8, ..size(4, 8) }, true),
        // More bits in a cycle than are only moved on: 60, 45, and once as the pieces of a seed are for other flip-flops.
        (noughts(), Config { cores_per_lane: 4, ..size(8, 16) }, true),
        (noughts(), Config { cores_per_lane: 3, ..size(9, 9) }, false),
        (noughts(), Config { cores_per_lane: 4, few_resets: true, ..size(4, 8) }, true),
        (shapes(), broad, true),
        (shapes(), size(1, 4), true),
        (shapes(), Config { first_moves, seeder_digit: 1, ..size(2, 3) }, false),
        (Game::new("walk", WALK), Config { first_moves, ..size(3, 2) }, false),
    ]
}

/// All engines, built once.
pub(crate) fn machines() -> &'static [Machine] {
    static MACHINES: OnceLock<Vec<Machine>> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        let toolchain = Toolchain::find().unwrap();
        let build = |(game, config, observed): &(Game, Config, bool)| {
            let gateware = gateware(game.verified(), game.choices(), &game.name, *config, &Unobserved).unwrap();
            let model = toolchain.build(&spec(&gateware, *observed), &cache).unwrap();
            Ok((gateware, model))
        };
        let plans = plans();
        let built = parallel::map(&plans, BUILDERS, build).unwrap();
        let machine = |((game, _, observed), (gateware, model))| Machine { game, gateware, model, observed };
        plans.into_iter().zip(built).map(machine).collect()
    })
}

/// The engines with debug ports.
pub(crate) fn observed() -> impl Iterator<Item = &'static Machine> {
    machines().iter().filter(|machine| machine.observed)
}

fn spec(gateware: &Gateware, observed: bool) -> Spec {
    let mut ports = vec![
        Port::input("clk_i", 1),
        Port::input("rst_i", 1),
        Port::input("job_valid_i", 1),
        Port::output("job_ready_o", 1),
        Port::input("job_data_i", 32),
        Port::output("report_valid_o", 1),
        Port::input("report_ready_i", 1),
        Port::output("report_data_o", 32),
        Port::output("report_last_o", 1),
        Port::output("busy_o", 1),
    ];
    let debug = gateware.debug.iter().filter(|_| observed);
    ports.extend(debug.map(|port| Port::output(port.name, u32::try_from(port.width).unwrap())));
    let left_out = if observed { format!("{}.v", gateware.top) } else { String::new() };
    let files = gateware.files.iter().filter(|file| file.name != left_out);
    Spec {
        top: if observed { gateware.engine.clone() } else { gateware.top.clone() },
        sources: files.map(|file| Source { name: file.name.clone(), text: file.text.clone() }).collect(),
        ports,
        clock: Some("clk_i".to_owned()),
        options: BuildOptions::default(),
    }
}

impl Machine {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        let Config { cores, cores_per_lane, slots, .. } = self.gateware.config;
        format!("{} on {cores} cores, {cores_per_lane} a lane, with {slots} slots", self.game.name)
    }

    /// Words of a job with these numbers, from a state; random bits as from stream 0.
    pub(crate) fn words(&self, tag: u32, [lanes, per_lane, max_steps]: [u32; 3], start: &State) -> Vec<u32> {
        self.encode(tag, [lanes, per_lane, max_steps], start, 5, 0)
    }

    fn encode(&self, tag: u32, numbers: [u32; 3], start: &State, seed: u64, stream: u64) -> Vec<u32> {
        let [lanes, per_lane, max_steps] = numbers;
        let generators = u32::try_from(self.game.shape.draws.generators.len()).unwrap();
        let start = start.iter().map(|bit| *bit).collect();
        let origin = origin(seed, stream, generators);
        self.gateware.job.encode(&JobLayout { tag, lanes, per_lane, max_steps, origin, seeds: Vec::new(), start })
    }

    /// The jobs of the device for a job, one for each start state, and their reports as the definition has them. The
    /// tags count from `tag`.
    pub(crate) fn cases(&self, job: &Job, tag: u32) -> Vec<Case> {
        let Config { first_moves, slots, .. } = self.gateware.config;
        let job = Job { first_moves, slots, ..job.clone() };
        let numbers = [job.lanes, job.per_lane, job.max_steps].map(|number| u32::try_from(number).unwrap());
        let case = |(i, (start, report)): (u32, (&StartState, &StartReport))| Case {
            words: self.encode(tag + i, numbers, &start.registers, job.seed, u64::from(i) * job.lanes),
            answer: self.answer(tag + i, &start.registers, report),
        };
        (0..).zip(job.starts.iter().zip(&self.game.reports(&job))).map(case).collect()
    }

    /// A job from the initial state.
    pub(crate) fn case(&self, tag: u32, lanes: u64, per_lane: u64, max_steps: u64) -> Case {
        self.cases(&self.game.job(lanes, per_lane, max_steps), tag).remove(0)
    }

    /// A job that is refused: what it asks for, and its report.
    pub(crate) fn refused(&self, tag: u32, numbers: [u32; 3]) -> Case {
        let words = self.words(tag, numbers, &self.game.initial());
        let counters = vec![0; self.gateware.counters];
        Case { words, answer: ReportLayout { tag, refused: true, counters, ..ReportLayout::default() } }
    }

    fn answer(&self, tag: u32, start: &State, report: &StartReport) -> ReportLayout {
        ReportLayout {
            tag,
            counters: self.counters(&report.all),
            first: self.first(start, report.first_moves.clone().unwrap_or_default()),
            ..ReportLayout::default()
        }
    }

    fn counters(&self, tally: &Tally) -> Vec<u64> {
        let mut counters = vec![0; self.gateware.counters];
        let common = [tally.steps, tally.finished, tally.truncated, tally.stuck];
        counters[..COMMON.len()].copy_from_slice(&common);
        for (&counter, &playouts) in self.gateware.counter_of_goal.iter().zip(tally.goals.iter().flatten()) {
            counters[counter] = playouts;
        }
        self.gateware.derived.leave(&mut counters);
        counters
    }

    /// Rows of first moves by code. Of the codes of a joint move the lowest is used: numbers of picks that nobody makes
    /// are 0.
    fn first(&self, start: &State, mut moves: BTreeMap<Vec<u32>, Tally>) -> Vec<(u32, Vec<u32>)> {
        let legal = self.game.legal(start);
        let mut rows = Vec::new();
        for code in 0..1 << self.gateware.code_bits() {
            let Some(joint) = self.gateware.joint(&legal, code) else { continue };
            let of_role = joint.iter().zip(&self.game.shape.moves);
            let joint: Vec<u32> = of_role.map(|(mv, range)| u32::try_from(mv - range.start).unwrap()).collect();
            if let Some(tally) = moves.remove(&joint) {
                rows.push((code, self.counters(&tally).into_iter().map(|n| u32::try_from(n).unwrap()).collect()));
            }
        }
        assert!(moves.is_empty(), "joint moves without a code: {moves:?}");
        rows
    }
}
