//! What a device answers to a job, and everything that must be so of it, whatever was played. A device is not trusted: what
//! can't be is refused, and why is said.

use super::error::HardwareError;
use bitvec::prelude::BitSlice;
use gdl2hdl_gdl::id::id;
use gdl2hdl_hdl::playout::{COMMON, Gateware, ReportLayout};
use gdl2hdl_play::playout::Start;
use gdl2hdl_play::playout::{GameShape, Job, JointMove, PlayError, StartReport, Tally, Then};
use std::collections::BTreeMap;
use std::ops::Range;

/// A job of the device, as far as its report depends on it.
pub(super) struct Asked<'a> {
    pub(super) shape: &'a GameShape,
    pub(super) gateware: &'a Gateware,
    pub(super) job: &'a Job,
    pub(super) start: &'a Start,
    pub(super) tag: u32,
    pub(super) playouts: u64,
}

impl Asked<'_> {
    /// The playouts of a start state, as the device reports them.
    ///
    /// # Errors
    /// [`HardwareError::Device`]: no device that does what it must gives this report.
    pub(super) fn report(&self, words: ReportLayout) -> Result<StartReport, PlayError> {
        self.read(words).map_err(|what| HardwareError::Device(what).into())
    }

    fn read(&self, mut words: ReportLayout) -> Result<StartReport, String> {
        match () {
            () if words.tag != self.tag => return Err("a report of another job".to_owned()),
            () if words.refused => return Err("the job was refused".to_owned()),
            () if words.overflow => return Err("a counter ran over".to_owned()),
            () if words.counters.len() != self.gateware.counters => return Err("a report of other counters".to_owned()),
            () => {}
        }
        self.counts_only_what_it_has(&words)?;
        if let Some(end @ Then::Finished(goals)) = &self.start.end {
            return self.closed(&words, end, goals);
        }
        if !self.gateware.derived.fill(&mut words.counters, self.playouts) {
            return Err(format!("more playouts than the {} that were asked for", self.playouts));
        }
        let all = self.tally(&words.counters)?;
        self.is_possible(&all, self.playouts)?;
        let cores = u128::from(self.gateware.config.cores);
        if u128::from(all.steps) > u128::from(words.cycles) * cores {
            return Err(format!("{} steps in {} cycles of {cores} cores", all.steps, words.cycles));
        }
        let first_moves = self.gateware.config.first_moves.then(|| self.first_moves(&words, &all)).transpose()?;
        self.start.end.iter().try_for_each(|end| self.ends_at_once(&all, end))?;
        Ok(StartReport { all, first_moves: first_moves.filter(|_| self.job.first_moves) })
    }

    /// Counters that follow from others the device does not have.
    fn counts_only_what_it_has(&self, words: &ReportLayout) -> Result<(), String> {
        let counted = |number: u64| format!("a count of {number} by a counter that the engine does not have");
        let rows = words.first.iter().map(|(_, row)| row.iter().copied().map(u64::from).collect());
        for counters in std::iter::once(words.counters.clone()).chain(rows) {
            let mut left = counters.clone();
            self.gateware.derived.leave(&mut left);
            if let Some((number, _)) = counters.iter().zip(&left).find(|(had, left)| had != left) {
                return Err(counted(*number));
            }
        }
        Ok(())
    }

    /// Playouts from a state that is terminal. All that a device can say of them is known, also where play can't come to the
    /// state: counters that are made for ends that it comes to then say what is not so, and are not asked.
    fn closed(&self, words: &ReportLayout, end: &Then, goals: &BitSlice) -> Result<StartReport, String> {
        let expected = self.gateware.closed_counters(|goal| goals[goal], self.playouts);
        if words.counters != expected {
            let (said, playouts) = (&words.counters, self.playouts);
            return Err(format!("counters {said:?} of {playouts} playouts from a terminal state, not {expected:?}"));
        }
        if !words.first.is_empty() {
            return Err("first moves of playouts from a terminal state".to_owned());
        }
        let first_moves = self.gateware.config.first_moves && self.job.first_moves;
        Ok(StartReport { all: self.shape.all_end(end, self.playouts), first_moves: first_moves.then(BTreeMap::new) })
    }

    /// The tally that counters of the device stand for. Playouts that finished without a goal value are not counted there.
    fn tally(&self, counters: &[u64]) -> Result<Tally, String> {
        let [steps, finished, truncated, stuck] = std::array::from_fn::<u64, { COMMON.len() }, _>(|i| counters[i]);
        let of_role = |goals: &Range<usize>| -> Vec<u64> {
            self.gateware.counter_of_goal[goals.clone()].iter().map(|&counter| counters[counter]).collect()
        };
        let goals: Vec<Vec<u64>> = self.shape.goals.iter().map(of_role).collect();
        let undefined = goals.iter().map(|counts| finished.checked_sub(sum(counts)?)).collect::<Option<_>>();
        let undefined =
            undefined.ok_or_else(|| format!("more goals of a role than the {finished} finished playouts"))?;
        Ok(Tally { goals, undefined, finished, truncated, stuck, steps })
    }

    /// Whether so many playouts can end like this.
    fn is_possible(&self, tally: &Tally, playouts: u64) -> Result<(), String> {
        let ends = [tally.finished, tally.truncated, tally.stuck];
        if sum(&ends) != Some(playouts) {
            let [finished, truncated, stuck] = ends;
            return Err(format!(
                "{finished} finished, {truncated} truncated and {stuck} stuck playouts where {playouts} were asked for"
            ));
        }
        let (least, most) = self.steps(tally);
        let steps = u128::from(tally.steps);
        if (least..=most).contains(&steps) {
            return Ok(());
        }
        let ends = format!(
            "{} finished, {} truncated and {} stuck playouts of at most {} steps each",
            tally.finished, tally.truncated, tally.stuck, self.job.max_steps
        );
        Err(format!("{steps} steps of {ends}, which take {least} to {most}"))
    }

    /// The fewest and the most steps that playouts with these ends take. From a state that ends none of them each makes one
    /// step or more; those that were cut off made all; and who is stuck would have had one more.
    fn steps(&self, tally: &Tally) -> (u128, u128) {
        if self.start.end.is_some() {
            return (0, 0);
        }
        let limit = u128::from(self.job.max_steps);
        let [finished, truncated, stuck] = [tally.finished, tally.truncated, tally.stuck].map(u128::from);
        let cut = truncated.saturating_mul(limit);
        let most = [finished.saturating_mul(limit), cut, stuck.saturating_mul(limit.saturating_sub(1))];
        let most = most.into_iter().fold(0, u128::saturating_add);
        (cut.saturating_add(finished).saturating_add(stuck), most)
    }

    /// The rows of a report by the joint moves that their codes stand for. Every playout that makes a step is in one.
    fn first_moves(&self, words: &ReportLayout, all: &Tally) -> Result<BTreeMap<JointMove, Tally>, String> {
        let legal: Vec<bool> = self.start.first_moves(self.shape).iter().map(|bit| *bit).collect();
        let mut moves = BTreeMap::new();
        let mut total = Tally::new(self.shape.goals.iter().map(Range::len));
        for (code, row) in &words.first {
            let unknown = || format!("first moves of code {code}, which are not legal");
            let joint = self.gateware.joint(&legal, *code).ok_or_else(unknown)?;
            let numbers = joint.iter().zip(&self.shape.moves);
            let joint: JointMove = numbers.map(|(mv, range)| id(mv - range.start)).collect();
            let row: Vec<u64> = row.iter().copied().map(u64::from).collect();
            let tally = self.tally(&row)?;
            match tally.finished.saturating_add(tally.truncated).saturating_add(tally.stuck) {
                0 => return Err(format!("first moves of code {code}, which no playout began with")),
                playouts => self.is_possible(&tally, playouts)?,
            }
            total += &tally;
            if moves.insert(joint, tally).is_some() {
                return Err(format!("first moves of code {code} twice"));
            }
        }
        if self.start.end.is_none() && total != *all {
            return Err(format!(
                "first moves of {} playouts, of {} in all, that add up to others",
                total.playouts(),
                { self.playouts }
            ));
        }
        Ok(moves)
    }

    /// Checks playouts that all are cut off or stuck before their first step.
    fn ends_at_once(&self, all: &Tally, end: &Then) -> Result<(), String> {
        let known = self.shape.all_end(end, self.playouts);
        if known == *all {
            return Ok(());
        }
        Err(format!("{all:?} of playouts from a state that ends each of them with {known:?}"))
    }
}

fn sum(numbers: &[u64]) -> Option<u64> {
    numbers.iter().try_fold(0_u64, |sum, &number| sum.checked_add(number))
}

#[cfg(test)]
mod tests;
