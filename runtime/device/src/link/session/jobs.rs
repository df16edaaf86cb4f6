//! The jobs of a session: which wait, which the device has, which are to be sent again.

use std::collections::VecDeque;

/// Where a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JobPlace {
    /// Not sent, or to be sent again.
    Here,
    /// Sent, and not answered.
    Between,
    /// The device has accepted it.
    There,
}

/// A job without report.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Its tag on the line, not used again.
    pub(super) tag: u32,
    /// Its tag for the caller.
    pub(super) callers: u32,
    /// Words, with the tag of the line.
    pub(super) words: Vec<u32>,
    place: JobPlace,
    /// When it was sent first and last, as a count of sent jobs.
    sent: Option<(u64, u64)>,
    /// Times it was accepted and not reported.
    pub(super) lost: u32,
}

/// All jobs without report.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    pending: VecDeque<Pending>,
    next_tag: u32,
    sent: u64,
}

impl Jobs {
    pub(super) fn len(&self) -> usize {
        self.pending.len()
    }

    /// Whether the device has any.
    pub(super) fn under_way(&self) -> bool {
        self.pending.iter().any(|job| job.place == JobPlace::There)
    }

    /// Adds a job. Tags are counted up: one comes again after 2³² jobs, when nobody remembers it.
    pub(super) fn add(&mut self, mut words: Vec<u32>) {
        let (tag, mut callers) = (self.next_tag, 0);
        if let Some(first) = words.first_mut() {
            callers = std::mem::replace(first, tag);
        }
        self.next_tag = tag.wrapping_add(1);
        self.pending.push_back(Pending { tag, callers, words, place: JobPlace::Here, sent: None, lost: 0 });
    }

    /// The job to send next.
    pub(super) fn next(&self) -> Option<&Pending> {
        self.pending.iter().find(|job| job.place == JobPlace::Here)
    }

    fn find(&mut self, tag: u32) -> Option<&mut Pending> {
        self.pending.iter_mut().find(|job| job.tag == tag)
    }

    /// The job is being sent: its words.
    pub(super) fn sending(&mut self, tag: u32) -> Vec<u32> {
        self.sent += 1;
        let now = self.sent;
        let Some(job) = self.find(tag) else { return Vec::new() };
        job.place = JobPlace::Between;
        job.sent = Some((job.sent.map_or(now, |(first, _)| first), now));
        job.words.clone()
    }

    /// The job has no answer, or was refused: it is to be sent again.
    pub(super) fn unanswered(&mut self, tag: u32) {
        if let Some(job) = self.find(tag).filter(|job| job.place == JobPlace::Between) {
            job.place = JobPlace::Here;
        }
    }

    /// The device has the job.
    pub(super) fn accepted(&mut self, tag: u32) {
        if let Some(job) = self.find(tag) {
            job.place = JobPlace::There;
        }
    }

    /// The report of a job has come: the job as it was. `None` when it was none of ours, or had come before.
    pub(super) fn reported(&mut self, tag: u32) -> Option<Pending> {
        let position = self.pending.iter().position(|job| job.tag == tag)?;
        self.pending.remove(position)
    }

    /// The report of one job was lost; whether the job must be sent again.
    pub(super) fn lost(&mut self, tag: u32) -> u64 {
        self.repeat(|job| job.tag == tag)
    }

    /// Reports come in the order in which jobs were accepted: those of jobs that were last sent before `reported` was
    /// sent first are lost.
    pub(super) fn overtaken(&mut self, reported: &Pending) -> u64 {
        let Some((first, _)) = reported.sent else { return 0 };
        self.repeat(|job| job.sent.is_some_and(|(_, last)| last < first))
    }

    /// The reports of all jobs that the device had are lost.
    pub(super) fn all_lost(&mut self) -> u64 {
        self.repeat(|_| true)
    }

    /// The device has forgotten all jobs; that is not their fault.
    pub(super) fn forgotten(&mut self) -> u64 {
        let mut count = 0;
        for job in &mut self.pending {
            count += u64::from(job.place == JobPlace::There);
            (job.place, job.sent) = (JobPlace::Here, None);
        }
        count
    }

    /// The job that was lost most often.
    pub(super) fn worst(&self) -> Option<&Pending> {
        self.pending.iter().max_by_key(|job| job.lost)
    }

    /// Forgets all jobs.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Jobs that the device had are to be sent again; how many these are.
    fn repeat(&mut self, which: impl Fn(&Pending) -> bool) -> u64 {
        let mut count = 0;
        for job in self.pending.iter_mut().filter(|job| job.place == JobPlace::There && which(job)) {
            job.place = JobPlace::Here;
            job.lost += 1;
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(count: u32) -> Jobs {
        let mut jobs = Jobs::default();
        (0..count).for_each(|callers| jobs.add(vec![callers + 100, 7]));
        jobs
    }

    fn send(jobs: &mut Jobs) -> u32 {
        let tag = jobs.next().map(|job| job.tag).unwrap();
        jobs.sending(tag);
        assert!(jobs.next().is_none_or(|job| job.tag != tag));
        jobs.accepted(tag);
        tag
    }

    #[test]
    fn tags_are_our_own() {
        let mut jobs = some(2);
        let job = jobs.next().unwrap();
        assert_eq!((job.tag, job.callers, &job.words), (0, 100, &vec![0, 7]));
        assert_eq!((send(&mut jobs), send(&mut jobs)), (0, 1));
        assert!(jobs.next().is_none() && jobs.under_way());
        assert_eq!(jobs.reported(1).map(|job| job.callers), Some(101));
        assert!(jobs.reported(1).is_none() && jobs.reported(9).is_none());
        jobs.add(vec![5]);
        assert_eq!(jobs.next().unwrap().words, [2]);
    }

    #[test]
    fn a_later_report_says_that_earlier_ones_are_lost() {
        let mut jobs = some(3);
        (0..3).for_each(|_| _ = send(&mut jobs));
        let second = jobs.reported(1).unwrap();
        assert_eq!(jobs.overtaken(&second), 1);
        assert_eq!((jobs.next().map(|job| (job.tag, job.lost)), send(&mut jobs)), (Some((0, 1)), 0));
        // Now 2 was sent before 0, and the report of 0 may be that of its first time.
        let third = jobs.reported(2).unwrap();
        assert_eq!(jobs.overtaken(&third), 0);
        let first = jobs.reported(0).unwrap();
        assert_eq!((jobs.overtaken(&first), jobs.len()), (0, 0));
    }

    #[test]
    fn what_the_device_forgot_is_sent_again() {
        let mut jobs = some(3);
        (0..2).for_each(|_| _ = send(&mut jobs));
        assert_eq!(jobs.forgotten(), 2);
        assert_eq!((jobs.worst().map(|job| job.lost), jobs.all_lost()), (Some(0), 0));
        (0..3).for_each(|_| _ = send(&mut jobs));
        assert_eq!((jobs.lost(1), jobs.lost(1), jobs.all_lost(), jobs.under_way()), (1, 0, 2, false));
    }
}
