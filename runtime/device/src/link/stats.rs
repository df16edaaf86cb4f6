//! What happened on a link, as numbers.

use serde::Serialize;

/// Counts since the link was opened. On a good line all from [`LinkStats::outside`] on are 0, but for polls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LinkStats {
    /// Bytes sent.
    pub bytes_sent: u64,
    /// Bytes received.
    pub bytes_received: u64,
    /// Frames sent.
    pub frames_sent: u64,
    /// Whole frames of this protocol received.
    pub frames_received: u64,
    /// Jobs the device accepted, repeated ones too.
    pub jobs_accepted: u64,
    /// Reports that counted.
    pub reports: u64,
    /// Times the device was asked how it is.
    pub polls: u64,
    /// Bytes before the first frame, or after an interruption.
    pub outside: u64,
    /// Frames that came damaged.
    pub damaged: u64,
    /// Whole frames of another protocol.
    pub foreign: u64,
    /// Frames of an earlier session, or answers to nothing that was asked.
    pub stale: u64,
    /// Frames without an answer in time.
    pub unanswered: u64,
    /// Jobs refused because the device had too many.
    pub busy: u64,
    /// Jobs sent again: their report was lost, or the device was reset.
    pub jobs_repeated: u64,
    /// Reports that did not come whole.
    pub reports_broken: u64,
    /// Whole reports of jobs that had been reported, or were given up.
    pub reports_doubled: u64,
    /// Resets of the device that were seen.
    pub resets: u64,
    /// Times the line was interrupted and came back.
    pub interrupted: u64,
    /// Frames that the device dropped, as it last said. Since its reset; it may count what came before the session.
    pub device_dropped: u32,
}

impl LinkStats {
    /// Everything that went wrong, by name; what did not is left out.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [
            ("bytes outside of frames", self.outside),
            ("damaged frames", self.damaged),
            ("frames of another protocol", self.foreign),
            ("stale frames", self.stale),
            ("frames without answer", self.unanswered),
            ("jobs refused for want of room", self.busy),
            ("jobs repeated", self.jobs_repeated),
            ("broken reports", self.reports_broken),
            ("doubled reports", self.reports_doubled),
            ("resets of the board", self.resets),
            ("interruptions", self.interrupted),
            ("frames dropped by the board", u64::from(self.device_dropped)),
        ];
        all.into_iter().filter(|(_, count)| *count > 0)
    }
}
