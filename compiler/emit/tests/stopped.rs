//! Optimisation that a deadline or a signal ends: at every moment there is a net, and it is right.

use crate::common::net;
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_net::{Net, verify};
use gdl2hdl_opt::{self as opt, Level, OptimiseError, Optimised, ProofVerdict, optimise};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Three cells that are marked in turn, until a line is there.
const CELLS: &str =
    "(role x) (role o) (cell 1) (cell 2) (cell 3) (cell 4) (<= (init (at ?c b)) (cell ?c)) (init (control x))
    (line 1 2) (line 2 3) (line 3 4) (line 4 1) (line 1 3)
    (<= (legal ?r (mark ?c)) (true (control ?r)) (true (at ?c b)))
    (<= (legal x noop) (true (control o))) (<= (legal o noop) (true (control x)))
    (<= (next (at ?c ?r)) (does ?r (mark ?c)))
    (<= (next (at ?c ?w)) (true (at ?c ?w)) (distinct ?w b))
    (<= (next (at ?c b)) (true (at ?c b)) (not (marked ?c))) (<= (marked ?c) (does ?r (mark ?c)))
    (<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
    (<= (has ?r) (line ?a ?b) (true (at ?a ?r)) (true (at ?b ?r)) (role ?r))
    (<= open (true (at ?c b))) (<= terminal (has x)) (<= terminal (has o)) (<= terminal (not open))
    (<= (goal ?r 100) (has ?r)) (<= (goal ?r 0) (role ?r) (not (has ?r)))";

/// Gives a reason to stop when it was asked so many times. Its clock counts these questions as seconds.
struct After {
    asked: AtomicU32,
    most: u32,
    reason: Reason,
}

impl After {
    fn new(most: u32, reason: Reason) -> Self {
        Self { asked: AtomicU32::new(0), most, reason }
    }
}

impl Observer for After {
    fn reason(&self) -> Option<Reason> {
        (self.asked.fetch_add(1, Ordering::Relaxed) >= self.most).then_some(self.reason)
    }

    fn left(&self) -> Option<Duration> {
        let asked = self.asked.load(Ordering::Relaxed);
        (self.reason == Reason::Deadline).then(|| Duration::from_secs(self.most.saturating_sub(asked).into()))
    }

    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.asked.load(Ordering::Relaxed).into())
    }
}

fn at_deadline(before: &Net, most: u32) -> Optimised {
    optimise(before.clone(), Level::O3.into(), &After::new(most, Reason::Deadline)).expect("there is always a net")
}

#[test]
fn at_every_deadline_there_is_a_net_that_is_right() {
    let before = net(CELLS);
    let whole = optimise(before.clone(), Level::O3.into(), &Unobserved).unwrap();
    assert!(whole.skipped.is_empty());
    let (mut sizes, mut cut) = (Vec::new(), 0);
    for most in (0..).map(|step| step * 3) {
        let stopped = at_deadline(&before, most);
        verify(&stopped.net).unwrap();
        assert!(matches!(opt::prove(&before, &stopped, &Unobserved), ProofVerdict::Equal(_)), "after {most} questions");
        sizes.push(stopped.net.num_gates());
        if stopped.skipped.is_empty() {
            assert_eq!(stopped.net, whole.net);
            break;
        }
        cut += 1;
    }
    // Who is given no time has the net as it was built, who has more of it a smaller one.
    assert!(cut > 10 && sizes[0] > whole.net.num_gates(), "{sizes:?}");
    assert!(sizes.iter().any(|&size| whole.net.num_gates() < size && size < sizes[0]), "{sizes:?}");
}

#[test]
fn a_signal_leaves_no_net() {
    let before = net(CELLS);
    for most in [0, 5, 20] {
        let stopped = optimise(before.clone(), Level::O2.into(), &After::new(most, Reason::Signal));
        assert_eq!(stopped, Err(OptimiseError::Stopped(Reason::Signal)));
    }
}
