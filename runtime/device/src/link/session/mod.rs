//! The host's side of a link as a state machine: jobs and received bytes in, bytes to send and events out. It has no
//! clock and does no I/O: every call says what time it is, as a duration since some moment that the caller chose.
//!
//! Jobs are sent ahead: as many frames may be without answer as every device has room for. So short jobs need not wait
//! for an adapter that keeps each answer for a while. All else is asked alone. Answers come in order, which tells what
//! was lost.

mod jobs;
mod trouble;
mod values;

use super::frame::{MAX_DEVICE_WORDS, Unframer, frame, longest};
use super::message::{Answer, Header, MAX_ECHO, Piece, Request, Status};
use super::report::{Assembled, Assembler};
use super::{Identity, LinkError, LinkStats, SubmitError};
use jobs::Jobs;
use std::collections::VecDeque;
use std::time::Duration;
use trouble::Trouble;
pub use values::{Event, Setup, Timing};

/// Notices that are kept for a caller who does not ask for them.
const MAX_NOTICES: usize = 64;
/// A time-out is doubled at most so often.
const MAX_DOUBLINGS: u32 = 3;
/// A device has room for jobs of so many bytes together, each counted with its header, its check and a byte more.
const AHEAD_BYTES: usize = 500;
/// It has room for so many jobs, however long they are.
const AHEAD_JOBS: usize = 2;

/// What was asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Hello,
    Job(u32),
    Status,
    Cancel,
    Echo,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Hello => "HELLO",
            Self::Job(_) => "a job",
            Self::Status => "STATUS",
            Self::Cancel => "CANCEL",
            Self::Echo => "ECHO",
        }
    }
}

/// A frame without answer.
#[derive(Clone, Copy, Debug)]
struct Asked {
    what: What,
    sequence: u8,
    until: Duration,
}

/// What is to be sent besides jobs, and when.
#[derive(Clone, Debug, Default)]
struct Due {
    hello: bool,
    cancel: bool,
    echo: Option<Vec<u32>>,
    /// The device refused a job: it is asked how it is before the next one.
    refused: bool,
    /// When the device is asked how it is.
    poll: Duration,
    /// No job is sent before.
    jobs: Duration,
}

/// The host's side of a link. Bounded in memory whatever comes: one frame, one report, the jobs of a window and their
/// reports.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    number: u16,
    sequence: u8,
    unframer: Unframer,
    assembler: Assembler,
    /// Who the device is; its report's length with it.
    board: Option<Identity>,
    open: bool,
    /// What has no answer, in order. More than one only where all are jobs.
    asked: VecDeque<Asked>,
    due: Due,
    jobs: Jobs,
    events: VecDeque<Event>,
    reports: usize,
    trouble: Trouble,
    failed: Option<LinkError>,
    stats: LinkStats,
}

impl Session {
    /// A session that begins with HELLO.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            number: setup.session.max(1),
            sequence: 0,
            unframer: Unframer::new(MAX_DEVICE_WORDS),
            assembler: Assembler::default(),
            board: None,
            open: false,
            asked: VecDeque::new(),
            due: Due { hello: true, ..Due::default() },
            jobs: Jobs::default(),
            events: VecDeque::new(),
            reports: 0,
            trouble: Trouble::default(),
            failed: None,
            stats: LinkStats::default(),
        }
    }

    /// Who the device is, once it has said so.
    #[must_use]
    pub fn board(&self) -> Option<&Identity> {
        self.board.as_ref()
    }

    /// What happened so far.
    #[must_use]
    pub fn stats(&self) -> LinkStats {
        LinkStats { damaged: self.unframer.damaged(), outside: self.unframer.outside(), ..self.stats }
    }

    /// Jobs that may be submitted now: the window, without jobs that have no report, and reports nobody took.
    #[must_use]
    pub fn room(&self) -> usize {
        let window = self.board.map_or(0, |board| usize::from(board.window));
        window.saturating_sub(self.jobs.len() + self.reports)
    }

    /// Jobs without report.
    #[must_use]
    pub fn unreported(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is nothing to wait for: no answer, no report, nothing to send.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.asked.is_empty() && self.due().is_none() && self.jobs.len() == 0
    }

    /// Hands over a job. **Shape:** words as in `hdl/INTERFACE.md`; the first, the tag, comes back with the report and
    /// may be any number: on the line jobs have tags of the session's own.
    ///
    /// # Errors
    /// [`SubmitError`]; then the job is not taken.
    pub fn submit(&mut self, words: Vec<u32>) -> Result<(), SubmitError> {
        if self.room() == 0 {
            return Err(SubmitError::Full);
        }
        let expected = self.board.map_or(0, |board| usize::from(board.job_words));
        if words.len() != expected {
            return Err(SubmitError::Words { got: words.len(), expected });
        }
        self.jobs.add(words);
        Ok(())
    }

    /// Asks the device to say some words. One echo at a time: another one that was not answered is forgotten. Words
    /// beyond [`MAX_ECHO`] are left out.
    pub fn echo(&mut self, mut words: Vec<u32>) {
        words.truncate(MAX_ECHO);
        self.due.echo = Some(words);
    }

    /// Drops all jobs and reports that nobody took.
    pub fn cancel(&mut self) {
        self.jobs.clear();
        self.events.retain(|event| !matches!(event, Event::Report { .. }));
        self.reports = 0;
        // Where there is no session, HELLO does it.
        self.due.cancel = self.open;
    }

    /// The line was interrupted and is back: begins a new session, and sends all jobs again.
    pub fn restart(&mut self) {
        self.stats.interrupted += 1;
        self.unframer.interrupt();
        self.trouble.answered(self.unframer.damaged());
        self.begin();
    }

    /// What happened, in order.
    pub fn event(&mut self) -> Option<Event> {
        let event = self.events.pop_front();
        self.reports -= usize::from(matches!(event, Some(Event::Report { .. })));
        event
    }

    /// Bytes to send now, if any. Call it until there are none.
    ///
    /// # Errors
    /// [`LinkError`]: the link can't go on. It is given by every call from then on.
    pub fn send(&mut self, now: Duration) -> Result<Option<Vec<u8>>, LinkError> {
        self.alive()?;
        if self.asked.front().is_some_and(|asked| now >= asked.until) {
            while let Some(asked) = self.asked.pop_front() {
                self.unanswered(asked);
            }
            self.trouble.tries += 1;
            if self.trouble.tries >= self.setup.timing.tries {
                self.failed = Some(self.trouble.diagnosis(self.unframer.damaged()));
                self.alive()?;
            }
        }
        Ok(self.next(now).map(|what| self.ask(what, now)))
    }

    /// When [`Session::send`] should be called next, if nothing comes before. **Units:** as `now`; a time in the past
    /// means now, `None` never.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        if let Some(asked) = self.asked.front() {
            let job = self.job_ahead().map(|_| self.due.jobs);
            return job.into_iter().chain([asked.until]).min();
        }
        if self.due.hello || self.due.cancel || self.due.echo.is_some() {
            return Some(Duration::ZERO);
        }
        let job = (self.due.refused || self.jobs.next().is_some()).then_some(self.due.jobs);
        let poll = self.jobs.under_way().then_some(self.due.poll);
        job.into_iter().chain(poll).min()
    }

    /// Takes bytes that came.
    ///
    /// # Errors
    /// As for [`Session::send`].
    pub fn received(&mut self, bytes: &[u8], now: Duration) -> Result<(), LinkError> {
        self.alive()?;
        self.stats.bytes_received += bytes.len() as u64;
        self.trouble.bytes += bytes.len() as u64;
        for &byte in bytes {
            if let Some(words) = self.unframer.push(byte) {
                self.frame(&words, now);
                self.alive()?;
            }
        }
        Ok(())
    }

    fn alive(&self) -> Result<(), LinkError> {
        self.failed.clone().map_or(Ok(()), Err)
    }

    /// What to ask next.
    fn next(&self, now: Duration) -> Option<What> {
        let job = || self.jobs.next().map(|job| What::Job(job.tag));
        if !self.asked.is_empty() {
            return self.job_ahead().filter(|_| now >= self.due.jobs);
        }
        match &self.due {
            due if due.hello => Some(What::Hello),
            due if due.cancel => Some(What::Cancel),
            due if due.echo.is_some() => Some(What::Echo),
            due if due.refused && now >= due.jobs => Some(What::Status),
            due if now >= due.jobs && job().is_some() => job(),
            due if now >= due.poll && self.jobs.under_way() => Some(What::Status),
            _ => None,
        }
    }

    /// The job to send while others have no answer. There is none while anything is wrong, or something else is to be
    /// asked.
    fn job_ahead(&self) -> Option<What> {
        let Due { hello, cancel, echo, refused, .. } = &self.due;
        let alone = *hello || *cancel || *refused || echo.is_some();
        let wrong = self.trouble.tries > 0 || self.trouble.idle;
        let only_jobs = self.asked.iter().all(|asked| matches!(asked.what, What::Job(_)));
        let job = self.jobs.next().filter(|_| !alone && !wrong && only_jobs)?;
        let jobs = self.asked.len() + 1;
        let room = jobs <= AHEAD_JOBS || jobs * room_of(&job.words) <= AHEAD_BYTES;
        room.then_some(What::Job(job.tag))
    }

    /// A frame is given up: its job is to be sent again.
    fn unanswered(&mut self, asked: Asked) {
        self.stats.unanswered += 1;
        if let What::Job(tag) = asked.what {
            self.jobs.unanswered(tag);
        }
    }

    /// The bytes of a request, which from now on waits for its answer.
    fn ask(&mut self, what: What, now: Duration) -> Vec<u8> {
        self.sequence = self.sequence.wrapping_add(1);
        let request = match what {
            What::Hello => Request::Hello,
            What::Status => Request::Status,
            What::Cancel => Request::Cancel,
            What::Echo => Request::Echo(self.due.echo.clone().unwrap_or_default()),
            What::Job(tag) => Request::Job(self.jobs.sending(tag)),
        };
        self.stats.polls += u64::from(what == What::Status);
        self.due.refused &= what != What::Status;
        let bytes = frame(&request.words(self.sequence, self.number));
        let Timing { byte, latency, .. } = self.setup.timing;
        // A piece may be on its way before the answer, and before each of those that come first.
        let on_line = (self.asked.len() + 1) * (bytes.len() + 2 * longest(MAX_DEVICE_WORDS));
        let on_line = u32::try_from(on_line).unwrap_or(u32::MAX);
        let wait = latency * (1 << self.trouble.tries.min(MAX_DOUBLINGS)) + byte * on_line;
        self.asked.push_back(Asked { what, sequence: self.sequence, until: now + wait });
        self.stats.frames_sent += 1;
        self.stats.bytes_sent += bytes.len() as u64;
        bytes
    }

    fn frame(&mut self, words: &[u32], now: Duration) {
        match Answer::read(words) {
            Err(_) => {
                self.stats.foreign += 1;
                self.trouble.foreign += 1;
            }
            Ok((header, answer)) => {
                self.stats.frames_received += 1;
                self.trouble.ours += 1;
                match answer {
                    Answer::Report(piece) => self.piece(header, piece, now),
                    answer => self.answer(header, answer, now),
                }
            }
        }
    }

    fn answer(&mut self, header: Header, answer: Answer, now: Duration) {
        let Some(asked) = self.asked.iter().copied().find(|asked| asked.sequence == header.sequence) else {
            self.stats.stale += 1;
            return;
        };
        let here = header.session == self.number;
        match (asked.what, answer) {
            (What::Hello, Answer::Hello(words)) if here => self.opened(&words),
            (what, Answer::Malformed) if here || what == What::Hello => {
                self.failed = Some(LinkError::Malformed { request: what.name() });
            }
            (What::Status | What::Cancel | What::Echo | What::Job(_), _) if !here => self.was_reset(header.session),
            (what, Answer::Stranger) if what != What::Hello => self.was_reset(header.session),
            (What::Status, Answer::Status(status)) => self.status(status),
            (What::Job(tag), Answer::Accepted) => self.accepted(tag),
            (What::Job(tag), Answer::Busy) => self.refused(tag, now),
            (What::Cancel, Answer::Cancelled) => {
                self.due.cancel = false;
                self.notice(Event::Cancelled);
            }
            (What::Echo, Answer::Echo(words)) => {
                self.due.echo = None;
                self.trouble.progress();
                self.notice(Event::Echo(words));
            }
            _ => {
                self.stats.stale += 1;
                return;
            }
        }
        // Answers come in order: what was asked before gets none any more.
        while let Some(before) = self.asked.pop_front().filter(|first| first.sequence != header.sequence) {
            self.unanswered(before);
        }
        self.due.poll = now + self.setup.timing.poll;
        self.trouble.answered(self.unframer.damaged());
    }

    fn opened(&mut self, words: &[u32]) {
        let checked = Identity::read(words).and_then(|board| {
            self.setup.expected.map_or(Ok(()), |expected| board.check(&expected))?;
            Ok(board)
        });
        match checked {
            Ok(board) => {
                self.board = Some(board);
                (self.open, self.due.hello) = (true, false);
                self.notice(Event::Opened(board));
            }
            Err(error) => self.failed = Some(error),
        }
    }

    /// An answer came in a session that is not ours.
    fn was_reset(&mut self, session: u16) {
        self.stats.resets += 1;
        self.notice(Event::Reset { session });
        self.begin();
        self.failed = self.failed.take().or(self.trouble.was_reset());
    }

    /// Begins a new session.
    fn begin(&mut self) {
        self.number = self.number.wrapping_add(1).max(1);
        self.asked.clear();
        self.open = false;
        self.due = Due { hello: true, echo: self.due.echo.take(), ..Due::default() };
        self.assembler.clear();
        let forgotten = self.jobs.forgotten();
        self.repeated(forgotten);
    }

    fn status(&mut self, status: Status) {
        self.stats.device_dropped = status.dropped;
        self.trouble.idle = !status.busy;
        if !status.busy {
            // Every report was on the line before this answer.
            let lost = self.jobs.all_lost();
            self.repeated(lost);
        }
    }

    fn accepted(&mut self, tag: u32) {
        self.stats.jobs_accepted += 1;
        self.trouble.accepted();
        self.jobs.accepted(tag);
    }

    fn refused(&mut self, tag: u32, now: Duration) {
        self.stats.busy += 1;
        self.jobs.unanswered(tag);
        self.due.refused = true;
        self.due.jobs = now + self.setup.timing.busy;
        self.failed = self.trouble.refused();
    }

    fn piece(&mut self, header: Header, piece: Piece, now: Duration) {
        let Some(board) = self.board.filter(|_| self.open && header.session == self.number) else {
            self.stats.stale += 1;
            return;
        };
        self.due.poll = now + self.setup.timing.poll;
        let Assembled { lost, whole } = self.assembler.push(piece, board.report().most_words());
        if let Some(tag) = lost {
            self.broken(tag);
        }
        match whole {
            Some(words) if board.report().fits(words.len()) => self.reported(words, now),
            Some(words) => self.broken(words.first().copied()),
            None => {}
        }
    }

    /// A report did not come whole.
    fn broken(&mut self, tag: Option<u32>) {
        self.stats.reports_broken += 1;
        let lost = tag.map_or(0, |tag| self.jobs.lost(tag));
        self.repeated(lost);
    }

    /// A whole report came.
    fn reported(&mut self, mut words: Vec<u32>, now: Duration) {
        let Some(tag) = words.first_mut() else { return };
        let Some(job) = self.jobs.reported(*tag) else {
            self.stats.reports_doubled += 1;
            return;
        };
        *tag = job.callers;
        self.stats.reports += 1;
        self.trouble.progress();
        self.due.jobs = now;
        self.reports += 1;
        self.events.push_back(Event::Report { tag: job.callers, words });
        let overtaken = self.jobs.overtaken(&job);
        self.repeated(overtaken);
    }

    fn repeated(&mut self, jobs: u64) {
        if jobs > 0 {
            self.stats.jobs_repeated += jobs;
            self.notice(Event::Repeated { jobs });
            self.failed = self.failed.take().or(trouble::given_up(self.jobs.worst()));
        }
    }

    fn notice(&mut self, event: Event) {
        if self.events.len() - self.reports < MAX_NOTICES {
            self.events.push_back(event);
        }
    }
}

/// Bytes that the frame of a job takes in a device.
fn room_of(job: &[u32]) -> usize {
    const HEADER_AND_CHECK: usize = 2;
    size_of::<u32>() * (job.len() + HEADER_AND_CHECK) + 1
}

#[cfg(test)]
mod tests;
