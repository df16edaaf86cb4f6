use super::*;
use crate::board::tests::memory::Memory;
use crate::hardware::Twin;
use gdl2hdl_net::{text, verify};
use gdl2hdl_play::playout::{Reason, State, Unobserved, scalar};

/// A coin is thrown twice; tails have no goal value. With `d_lame` no move is legal.
const COIN: &str = "net
role thrower
base b0 init 0 next i0 (a_heads)
base b1 init 0 next !0 (b_one)
base b2 init 0 next b1 (c_two)
base b3 init 0 next b3 (d_lame)
input i0 role 0 legal !b3 (heads)
input i1 role 0 legal !b3 (tails)
goal role 0 value 100 b0
terminal b2
";

fn board(config: Config, on_board: Config) -> Result<Board<Memory<Twin>>, PlayError> {
    let net = text::parse(COIN).unwrap();
    let (verified, choices) = (verify(&net).unwrap(), Choices::new(&net, &Unobserved).unwrap());
    let twin = Twin::new(verified, &choices, "coin", on_board, &Unobserved).unwrap();
    let identity = Identity::of(twin.gateware(), 1_000_000, 3).unwrap();
    let options = LinkOptions { session: 9, ..LinkOptions::default() };
    Board::open(verified, &choices, "coin", config, Memory::new(identity, twin), options, &Unobserved)
}

fn job(first_moves: bool) -> Job {
    let starts = [[false; 4], [true, true, true, false], [false, false, false, true]];
    let starts = starts.iter().map(|bits| bits.iter().collect::<State>().into()).collect();
    Job { starts, lanes: 50_000, per_lane: 3, slots: 1, seed: 11, max_steps: 9, first_moves }
}

fn expected(job: &Job) -> Report {
    let net = text::parse(COIN).unwrap();
    scalar(verify(&net).unwrap(), &Choices::new(&net, &Unobserved).unwrap()).play(job, &Unobserved).unwrap()
}

#[test]
fn a_board_reports_what_the_definition_does() {
    for first_moves in [false, true] {
        let config = Config { first_moves, cores: 2, ..Config::default() };
        let mut board = board(config, config).unwrap();
        for job in [job(first_moves), Job { seed: 12, lanes: 7, ..job(first_moves) }] {
            assert_eq!(board.play(&job, &Unobserved).unwrap(), expected(&job));
        }
        // Counters of first moves may be there without being asked for.
        assert_eq!(board.play(&job(false), &Unobserved).unwrap(), expected(&job(false)));
        assert!(board.link().reports > 10 && board.link().faults().count() == 0, "{:?}", board.link());
        assert_eq!((board.name(), board.cycles().map(|cycles| cycles.cores)), ("board", Some(2)));
    }
}

#[test]
fn another_configuration_is_refused() {
    let other = Config { step_bits: 12, ..Config::default() };
    let refused = board(other, Config::default()).err().unwrap().to_string();
    assert!(refused.contains("bits of the step limit 16 on the board, 12 in the build"), "{refused}");
}

#[test]
fn jobs_that_do_not_fit_are_refused_with_a_cure() {
    let config = Config { quota_bits: 4, step_bits: 6, ..Config::default() };
    let mut board = board(config, config).unwrap();
    let mut refused = |job: Job| board.prepare(&job, &Unobserved).unwrap_err();
    assert_eq!(refused(job(true)), DeviceError::FirstMoves.into());
    let long = refused(Job { max_steps: 64, ..job(false) }).to_string();
    assert_eq!(
        long,
        "this board takes at most 63 steps of a playout, not 64; ask for fewer, or build it with more bits for the step limit"
    );
    let many = refused(Job { per_lane: 16, ..job(false) }).to_string();
    assert!(
        many.contains("at most 15 playouts per lane, not 16") && many.ends_with(&Remedy::QuotaBits.to_string()),
        "{many}"
    );
    let steps = board.trace(&job(false), &Unobserved, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(steps, DeviceError::Steps.into());
}

/// Stops at once, or after some playouts.
struct Stop(std::sync::atomic::AtomicU64);

impl Observer for Stop {
    fn reason(&self) -> Option<Reason> {
        (self.0.load(std::sync::atomic::Ordering::Relaxed) > 20_000).then_some(Reason::Deadline)
    }

    fn played(&self, playouts: u64) {
        self.0.fetch_add(playouts, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn a_stopped_job_leaves_an_empty_board() {
    let mut board = board(Config::default(), Config::default()).unwrap();
    let stopped = board.play(&job(false), &Stop(0.into())).unwrap();
    assert!(!stopped.complete);
    assert_eq!(board.play(&job(false), &Unobserved).unwrap(), expected(&job(false)));
}

#[test]
fn counters_bound_the_lanes_of_a_job() {
    let with = |counter_bits, first_moves| Config { counter_bits, first_moves, lane_bits: 20, ..Config::default() };
    let job = Job { max_steps: 100, per_lane: 10, ..job(false) };
    assert_eq!(most_lanes(&with(16, false), &job), 65);
    assert_eq!(most_lanes(&with(48, false), &job), (1 << 20) - 1);
    assert_eq!(most_lanes(&with(64, true), &Job { per_lane: 10_000, ..job.clone() }), 4294);
    assert_eq!(most_lanes(&with(16, false), &Job { per_lane: 10_000, ..job }), 1);
    assert_eq!((largest(64), largest(1), largest(16)), (u64::MAX, 1, 65_535));
}
