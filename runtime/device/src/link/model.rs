//! A board in software: answers like the gateware, with reports that a function makes. What tests of the host talk to.
//!
//! It stands at the other end of the bytes: no I/O, no clock, bounded memory.

use super::Identity;
use super::frame::{Unframer, frame};
use super::message::{Answer, Header, MAX_ECHO, Piece, Request, Status};
use super::report::pieces;
use std::collections::VecDeque;
use std::time::Duration;

/// Answers that wait for the line at most; frames that come meanwhile are dropped.
const MAX_ANSWERS: usize = 16;

/// What plays jobs.
pub trait Player {
    /// The report of a job. **Shape:** words as in `hdl/INTERFACE.md`; the first is the tag.
    fn report(&mut self, job: &[u32]) -> Vec<u32>;

    /// How long it takes.
    fn time(&self, job: &[u32]) -> Duration;
}

/// A device on a link.
#[derive(Clone, Debug)]
pub struct Model<P> {
    identity: Identity,
    player: P,
    session: u16,
    unframer: Unframer,
    /// Jobs that wait, the first one first.
    jobs: VecDeque<Vec<u32>>,
    /// The report of the job that is played, and when it is done.
    playing: Option<(Duration, Vec<u32>)>,
    pieces: VecDeque<Piece>,
    /// Answers that wait for the line, as bytes.
    answers: VecDeque<Vec<u8>>,
    status: Status,
    /// Number of the next report.
    report: u16,
    damaged_before: u64,
}

impl<P: Player> Model<P> {
    /// A device that was just switched on.
    pub fn new(identity: Identity, player: P) -> Self {
        let longest = usize::from(identity.job_words).max(MAX_ECHO) + 2;
        Self {
            identity,
            player,
            session: 0,
            unframer: Unframer::new(longest),
            jobs: VecDeque::new(),
            playing: None,
            pieces: VecDeque::new(),
            answers: VecDeque::new(),
            status: Status::default(),
            report: 0,
            damaged_before: 0,
        }
    }

    /// The reset button.
    pub fn reset(&mut self) {
        self.session = 0;
        self.unframer.interrupt();
        self.drop_all();
        self.answers.clear();
        self.status = Status::default();
        self.damaged_before = self.unframer.damaged();
    }

    /// What plays.
    pub fn player(&self) -> &P {
        &self.player
    }

    /// Takes bytes.
    pub fn receive(&mut self, bytes: &[u8], now: Duration) {
        for &byte in bytes {
            if let Some(words) = self.unframer.push(byte) {
                if self.answers.len() >= MAX_ANSWERS {
                    self.status.dropped = self.status.dropped.wrapping_add(1);
                    continue;
                }
                self.work(now);
                let (header, answer) = match Request::read(&words) {
                    Ok((header, request)) => (header, self.answer(header, request)),
                    Err(foreign) => (foreign.0, Answer::Malformed),
                };
                self.work(now);
                self.answers.push_back(frame(&answer.words(header.sequence, self.session)));
            }
        }
    }

    /// The next frame to send, if any; to be called when the line is free.
    pub fn send(&mut self, now: Duration) -> Option<Vec<u8>> {
        self.work(now);
        if let Some(bytes) = self.answers.pop_front() {
            return Some(bytes);
        }
        let piece = self.pieces.pop_front()?;
        self.status.reported = self.status.reported.wrapping_add(u32::from(piece.last));
        let bytes = frame(&Answer::Report(piece).words(0, self.session));
        self.work(now);
        Some(bytes)
    }

    /// When there may be something to send that is not there now.
    pub fn due(&self) -> Option<Duration> {
        self.playing.as_ref().map(|(done, _)| *done)
    }

    /// Whether something is played, waits, or is to be reported.
    pub fn busy(&self) -> bool {
        self.unreported() > 0
    }

    fn unreported(&self) -> usize {
        // Pieces are of one report: the next one waits until they are gone.
        self.jobs.len() + usize::from(self.playing.is_some()) + usize::from(!self.pieces.is_empty())
    }

    fn drop_all(&mut self) {
        self.jobs.clear();
        self.pieces.clear();
        (self.playing, self.report) = (None, 0);
    }

    fn answer(&mut self, header: Header, request: Request) -> Answer {
        let stranger = header.session != self.session;
        match request {
            Request::Hello => {
                self.drop_all();
                self.session = header.session;
                (self.status.accepted, self.status.reported) = (0, 0);
                Answer::Hello(self.identity.words().to_vec())
            }
            Request::Status => Answer::Status(Status { busy: self.busy(), dropped: self.dropped(), ..self.status }),
            Request::Echo(words) => Answer::Echo(words),
            Request::Job(_) | Request::Cancel if stranger => Answer::Stranger,
            Request::Cancel => {
                self.drop_all();
                Answer::Cancelled
            }
            Request::Job(job) if job.len() != usize::from(self.identity.job_words) => Answer::Malformed,
            Request::Job(_) if self.unreported() >= usize::from(self.identity.window) => Answer::Busy,
            Request::Job(job) => {
                self.status.accepted = self.status.accepted.wrapping_add(1);
                self.jobs.push_back(job);
                Answer::Accepted
            }
        }
    }

    fn dropped(&self) -> u32 {
        let damaged = self.unframer.damaged() - self.damaged_before;
        self.status.dropped.wrapping_add(u32::try_from(damaged).unwrap_or(u32::MAX))
    }

    /// Ends and begins jobs.
    fn work(&mut self, now: Duration) {
        let mut since = now;
        if let Some((done, report)) = self.playing.take_if(|(done, _)| *done <= now && self.pieces.is_empty()) {
            self.pieces = pieces(self.report, &report).into();
            self.report = self.report.wrapping_add(1);
            since = done;
        }
        if self.playing.is_none()
            && let Some(job) = self.jobs.pop_front()
        {
            self.playing = Some((since + self.player.time(&job), self.player.report(&job)));
        }
    }
}
