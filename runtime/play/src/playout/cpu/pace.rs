//! When a job that is going to be stopped must begin to end, so that its lanes come out equally far.

use super::super::PlayError;
use super::block::Block;
use super::play::Play;
use std::time::Duration;

/// Between two looks at how far lanes are: a part of the time so far, within bounds.
const LOOKS: u32 = 16;
const PAUSE: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];
/// Lanes that are looked at.
const SAMPLE: usize = 4096;
/// Playing until all lanes are equally far may take so many times as long as is thought.
const MARGIN: f64 = 1.3;
/// A whole job is waited for when it seems to take this much longer than there is time: it may be faster.
const HOPE: f64 = 1.25;
/// The first report is made on the way after so long, the next after twice the time, and so on, as far as each takes no
/// more than a part of the time so far.
const FIRST: Duration = Duration::from_secs(2);
const PART: f64 = 0.05;
/// A report on the way is given up after so many times what it was thought to take, and a moment.
const PATIENCE: f64 = 2.0;
const MOMENT: Duration = Duration::from_millis(50);

/// How far lanes are, of some of them: playouts that they have completed.
pub(super) struct Lead {
    /// Of the lane that is ahead.
    most: u64,
    /// Of the lane that is behind.
    least: u64,
    mean: f64,
    /// The job's.
    per_lane: u64,
}

impl Lead {
    pub(super) fn of(play: &Play<'_>, blocks: &[Block]) -> Self {
        let share = (SAMPLE / blocks.len().max(1)).max(1);
        let every = blocks.len().div_ceil(SAMPLE).max(1);
        let done = blocks.iter().step_by(every).flat_map(|block| block.rounds(play.layout(), play.job).take(share));
        let (mut lead, mut lanes) = (Self { most: 0, least: u64::MAX, mean: 0.0, per_lane: play.job.per_lane }, 0_u64);
        for done in done {
            lead =
                Self { most: lead.most.max(done), least: lead.least.min(done), mean: lead.mean + done as f64, ..lead };
            lanes += 1;
        }
        Self { least: lead.least.min(lead.most), mean: lead.mean / lanes.max(1) as f64, ..lead }
    }

    /// What so many playouts of a lane take. Lanes are half-way through a playout, in the mean: that counts most when few
    /// of them have completed one.
    fn time(&self, playouts: u64, elapsed: Duration) -> Duration {
        let seconds = elapsed.as_secs_f64() * playouts as f64 / (self.mean + 0.5);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// What it takes until all lanes are equally far; `None` when none has a playout to keep.
    fn levelling(&self, elapsed: Duration) -> Option<Duration> {
        (self.most > 0).then(|| self.time(self.most - self.least + 1, elapsed))
    }
}

/// When to look how far lanes are, and what then.
pub(super) struct PacePlan {
    may_copy: bool,
    /// When the next report is to be made on the way.
    next: Duration,
}

impl PacePlan {
    pub(super) fn new(may_copy: bool) -> Self {
        Self { may_copy, next: FIRST }
    }

    /// When to look next.
    pub(super) fn pause(&self, elapsed: Duration) -> Duration {
        elapsed + (elapsed / LOOKS).clamp(PAUSE[0], PAUSE[1])
    }

    /// Whether the job must begin to end now, with so much time left.
    pub(super) fn ends(&self, lead: &Lead, elapsed: Duration, left: Duration) -> bool {
        let Some(levelling) = lead.levelling(elapsed) else { return false };
        let whole = lead.time(lead.per_lane - lead.least, elapsed);
        // Whoever looks comes that late.
        let needed = levelling.as_secs_f64() * MARGIN + (self.pause(elapsed) - elapsed).as_secs_f64();
        needed >= left.as_secs_f64() && whole.as_secs_f64() > left.as_secs_f64() * HOPE
    }

    /// Whether a report is to be made on the way, and how long that may take.
    fn keeps(&self, lead: &Lead, elapsed: Duration) -> Option<Duration> {
        if !self.may_copy || elapsed < self.next {
            return None;
        }
        let levelling = lead.levelling(elapsed)?;
        let cheap = levelling.as_secs_f64() <= elapsed.as_secs_f64() * PART;
        cheap.then(|| levelling.mul_f64(PATIENCE) + MOMENT)
    }

    /// Makes a report on the way when it is time for one. `make` has so long; where that was too short the next try comes
    /// as late as the next report would: copies that come to nothing are not made at every look.
    pub(super) fn on_the_way<T>(
        &mut self,
        lead: &Lead,
        elapsed: Duration,
        make: impl FnOnce(Duration) -> Result<Option<T>, PlayError>,
    ) -> Result<Option<T>, PlayError> {
        let Some(patience) = self.keeps(lead, elapsed) else { return Ok(None) };
        self.next = elapsed * 2;
        make(patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn lead(least: u64, most: u64, per_lane: u64) -> Lead {
        Lead { most, least, mean: f64::midpoint(least as f64, most as f64), per_lane }
    }

    #[test]
    fn a_job_begins_to_end_when_the_time_left_is_needed() {
        let plan = PacePlan::new(true);
        // Ten playouts of a lane in ten seconds; five seconds until all have twelve.
        let slow = lead(8, 12, 1000);
        assert!(!plan.ends(&slow, SECOND * 10, SECOND * 8));
        assert!(plan.ends(&slow, SECOND * 10, SECOND * 6));
        // All of them may be over in time.
        assert!(!plan.ends(&lead(8, 12, 14), SECOND * 10, SECOND * 6));
        // Nothing to keep yet.
        assert!(!plan.ends(&lead(0, 0, 1000), SECOND * 10, SECOND));
        // One lane of thousands has completed a playout, which the others will soon, too.
        let first = Lead { most: 1, least: 0, mean: 0.0002, per_lane: 1000 };
        assert!(!plan.ends(&first, SECOND, SECOND * 10));
        // Fast playouts are level at once.
        assert!(!plan.ends(&lead(100_000, 100_400, 1 << 40), SECOND * 10, SECOND));
    }

    #[test]
    fn reports_on_the_way_are_rare_and_cheap() {
        let mut plan = PacePlan::new(true);
        let fast = lead(100_000, 100_400, 1 << 40);
        assert_eq!(plan.keeps(&fast, SECOND), None);
        assert!(plan.keeps(&fast, SECOND * 4).is_some_and(|patience| patience < SECOND / 4));
        assert_eq!(plan.keeps(&lead(8, 12, 1000), SECOND * 4), None);
        assert_eq!(plan.on_the_way(&fast, SECOND * 4, |_| Ok(Some(7))), Ok(Some(7)));
        assert_eq!(plan.keeps(&fast, SECOND * 7), None);
        assert!(plan.keeps(&fast, SECOND * 8).is_some());
        assert_eq!(PacePlan::new(false).keeps(&fast, SECOND * 8), None);
    }

    #[test]
    fn a_report_that_is_not_ready_in_time_is_not_tried_at_every_look() {
        let (mut plan, fast, mut tries) = (PacePlan::new(true), lead(100_000, 100_400, 1 << 40), Vec::new());
        for second in 0..=20 {
            let fail = |_| {
                tries.push(second);
                Ok(None::<()>)
            };
            assert_eq!(plan.on_the_way(&fast, SECOND * second, fail), Ok(None));
        }
        assert_eq!(tries, [2, 4, 8, 16]);
    }

    #[test]
    fn looks_are_as_rare_as_the_job_is_long() {
        let plan = PacePlan::new(true);
        assert_eq!(plan.pause(Duration::ZERO), PAUSE[0]);
        assert_eq!(plan.pause(SECOND * 1000), SECOND * 1000 + PAUSE[1]);
    }
}
