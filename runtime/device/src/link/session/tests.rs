use super::super::message::{PIECE, VERSION};
use super::super::report::pieces;
use super::*;

fn identity() -> Identity {
    Identity {
        net_hash: 1,
        clock_hz: 1,
        cores: 1,
        slots: 1,
        window: 2,
        job_words: 2,
        counters: 1,
        state_bits: 1,
        lane_bits: 25,
        quota_bits: 16,
        step_bits: 16,
        counter_bits: 48,
        code_bits: 6,
        first_moves: true,
        unlimited: false,
        host_seeds: false,
    }
}

fn setup() -> Setup {
    Setup { expected: Some(identity()), timing: Timing::of_baud(115_200), session: 7 }
}

/// A session, the time, and the last request.
struct Talk {
    session: Session,
    now: Duration,
    asked: Vec<(Header, Request)>,
}

impl Talk {
    fn new() -> Self {
        Self { session: Session::new(setup()), now: Duration::ZERO, asked: Vec::new() }
    }

    fn open() -> Self {
        let mut talk = Self::new();
        assert_eq!(talk.ask(), Some(Request::Hello));
        talk.answer(&Answer::Hello(identity().words().to_vec())).unwrap();
        assert_eq!(talk.session.event(), Some(Event::Opened(identity())));
        talk
    }

    /// What the host sends now.
    fn ask(&mut self) -> Option<Request> {
        let bytes = self.session.send(self.now).unwrap()?;
        let mut unframer = Unframer::new(260);
        let words = bytes.iter().find_map(|&byte| unframer.push(byte)).unwrap();
        let (header, request) = Request::read(&words).unwrap();
        self.asked.push((header, request.clone()));
        Some(request)
    }

    fn say(&mut self, answer: &Answer, sequence: u8, session: u16) -> Result<(), LinkError> {
        self.session.received(&frame(&answer.words(sequence, session)), self.now)
    }

    /// Answers the last request.
    fn answer(&mut self, answer: &Answer) -> Result<(), LinkError> {
        let (header, _) = self.asked.last().unwrap();
        let (sequence, session) = (header.sequence, header.session);
        self.say(answer, sequence, session)
    }

    fn report(&mut self, number: u16, words: &[u32]) -> Result<(), LinkError> {
        let session = self.asked.last().unwrap().0.session;
        pieces(number, words).into_iter().try_for_each(|piece| self.say(&Answer::Report(piece), 0, session))
    }

    fn wait(&mut self) {
        self.now = self.now.max(self.session.due().expect("something is due"));
    }
}

/// A report of the least length.
fn report(tag: u32) -> Vec<u32> {
    vec![tag, 5, 0, u32::MAX, 0, 9, 0]
}

#[test]
fn a_job_is_sent_accepted_and_reported() {
    let mut talk = Talk::open();
    assert_eq!((talk.session.room(), talk.session.due()), (2, None));
    talk.session.submit(vec![42, 8]).unwrap();
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    assert_eq!(talk.ask(), None);
    talk.answer(&Answer::Accepted).unwrap();
    assert_eq!((talk.ask(), talk.session.room(), talk.session.unreported()), (None, 1, 1));
    talk.report(0, &report(0)).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Report { tag: 42, words: report(42) }));
    assert_eq!((talk.session.event(), talk.session.due(), talk.session.room()), (None, None, 2));
    assert_eq!(talk.session.stats().faults().count(), 0);
}

#[test]
fn the_window_bounds_jobs_and_reports() {
    let mut talk = Talk::new();
    assert_eq!(talk.session.submit(vec![0, 0]), Err(SubmitError::Full));
    talk = Talk::open();
    assert_eq!(talk.session.submit(vec![0]), Err(SubmitError::Words { got: 1, expected: 2 }));
    (0..2).for_each(|tag| talk.session.submit(vec![tag, 0]).unwrap());
    assert_eq!(talk.session.submit(vec![2, 0]), Err(SubmitError::Full));
    for tag in 0..2 {
        talk.ask();
        talk.answer(&Answer::Accepted).unwrap();
        talk.report(0, &report(tag)).unwrap();
    }
    // Nobody took the reports.
    assert_eq!(talk.session.submit(vec![2, 0]), Err(SubmitError::Full));
    talk.session.event();
    assert_eq!(talk.session.submit(vec![2, 0]), Ok(()));
}

#[test]
fn a_job_without_answer_is_repeated_with_its_tag() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    let first = talk.asked.last().cloned();
    talk.now += Duration::from_millis(1);
    assert_eq!(talk.ask(), None);
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    assert_ne!(talk.asked.last().map(|(header, _)| header.sequence), first.map(|(header, _)| header.sequence));
    assert_eq!(talk.session.stats().unanswered, 1);
    // The report may come before any answer; a second one does not count.
    talk.report(0, &report(0)).unwrap();
    talk.report(1, &report(0)).unwrap();
    assert!(matches!(talk.session.event(), Some(Event::Report { tag: 42, .. })));
    assert_eq!((talk.session.event(), talk.session.stats().reports_doubled), (None, 1));
}

/// A session with a device that takes many jobs, all of which were submitted.
fn many(jobs: u32, words: u16) -> Talk {
    let mut talk = Talk::new();
    let board = Identity { window: 40, job_words: words, ..identity() };
    talk.session = Session::new(Setup { expected: None, ..setup() });
    talk.ask();
    talk.answer(&Answer::Hello(board.words().to_vec())).unwrap();
    (0..jobs).for_each(|tag| talk.session.submit(vec![tag; usize::from(words)]).unwrap());
    talk
}

/// The tags of the jobs that are sent until the session waits.
fn sent(talk: &mut Talk) -> Vec<u32> {
    let job = |request| if let Request::Job(words) = request { words[0] } else { panic!("{request:?}") };
    std::iter::from_fn(|| talk.ask().map(job)).collect()
}

#[test]
fn jobs_are_sent_ahead_as_far_as_a_device_has_room() {
    // A frame of a job of 7 words takes 37 bytes.
    for (words, ahead) in [(7, 13), (40, 2), (250, 2)] {
        let mut talk = many(20, words);
        assert_eq!(sent(&mut talk), (0..ahead).collect::<Vec<u32>>());
        let sequence = talk.asked[1].0.sequence;
        talk.say(&Answer::Accepted, sequence, 7).unwrap();
        assert_eq!(sent(&mut talk), [ahead]);
        assert_eq!(talk.session.stats().faults().count(), 0);
    }
}

#[test]
fn what_has_no_answer_before_another_is_sent_again() {
    let mut talk = many(3, 7);
    assert_eq!(sent(&mut talk), [0, 1, 2]);
    talk.answer(&Answer::Accepted).unwrap();
    assert_eq!(sent(&mut talk), [0, 1]);
    assert_eq!(talk.session.stats().unanswered, 2);
    // The report of the last one says nothing of the others.
    talk.report(0, &report(2)).unwrap();
    assert_eq!((talk.session.stats().jobs_repeated, sent(&mut talk)), (0, vec![]));
}

#[test]
fn in_trouble_jobs_are_sent_one_at_a_time() {
    let mut talk = many(3, 7);
    assert_eq!(sent(&mut talk), [0, 1, 2]);
    talk.wait();
    assert_eq!(sent(&mut talk), [0]);
    assert_eq!(talk.session.stats().unanswered, 3);
    talk.answer(&Answer::Accepted).unwrap();
    assert_eq!(sent(&mut talk), [1, 2]);
    // One that is refused stops those behind it.
    let sequence = talk.asked[talk.asked.len() - 2].0.sequence;
    talk.say(&Answer::Busy, sequence, 7).unwrap();
    talk.answer(&Answer::Accepted).unwrap();
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Status));
    talk.answer(&Answer::Status(Status { busy: true, ..Status::default() })).unwrap();
    assert_eq!(sent(&mut talk), [1]);
}

#[test]
fn a_cancel_waits_for_the_jobs_before_it() {
    let mut talk = many(2, 7);
    assert_eq!(sent(&mut talk), [0, 1]);
    talk.session.cancel();
    assert_eq!(talk.ask(), None);
    talk.answer(&Answer::Accepted).unwrap();
    assert_eq!(talk.ask(), Some(Request::Cancel));
}

#[test]
fn an_idle_device_has_lost_what_is_unreported() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    talk.answer(&Answer::Accepted).unwrap();
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Status));
    talk.answer(&Answer::Status(Status { busy: true, ..Status::default() })).unwrap();
    assert_eq!(talk.ask(), None);
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Status));
    talk.answer(&Answer::Status(Status { dropped: 3, ..Status::default() })).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Repeated { jobs: 1 }));
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    assert_eq!((talk.session.stats().jobs_repeated, talk.session.stats().device_dropped), (1, 3));
}

#[test]
fn a_reset_device_gets_everything_again() {
    for answer in [Answer::Stranger, Answer::Status(Status::default())] {
        let mut talk = Talk::open();
        (0..2).for_each(|tag| talk.session.submit(vec![tag, 8]).unwrap());
        talk.ask();
        talk.answer(&Answer::Accepted).unwrap();
        if answer != Answer::Stranger {
            talk.ask();
            talk.answer(&Answer::Accepted).unwrap();
            talk.wait();
        }
        talk.ask();
        let sequence = talk.asked.last().unwrap().0.sequence;
        talk.say(&answer, sequence, 0).unwrap();
        assert_eq!(talk.session.event(), Some(Event::Reset { session: 0 }));
        assert!(matches!(talk.session.event(), Some(Event::Repeated { .. })));
        assert_eq!(talk.ask(), Some(Request::Hello));
        assert_eq!(talk.asked.last().unwrap().0.session, 8);
        // What the device says of the old session is too late.
        let late = pieces(0, &report(0)).remove(0);
        talk.say(&Answer::Report(late), 0, 7).unwrap();
        talk.answer(&Answer::Hello(identity().words().to_vec())).unwrap();
        assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
        talk.answer(&Answer::Accepted).unwrap();
        assert_eq!(talk.ask(), Some(Request::Job(vec![1, 8])));
        assert_eq!((talk.session.stats().resets, talk.session.stats().stale), (1, 1));
    }
}

#[test]
fn a_missing_piece_sends_the_job_again() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    talk.answer(&Answer::Accepted).unwrap();
    let long = [&report(0)[..3], &[1, 2].repeat(PIECE), &[u32::MAX, 0, 0, 0]].concat();
    let mut all = pieces(0, &long);
    let last = all.remove(2);
    talk.say(&Answer::Report(all.remove(0)), 0, 7).unwrap();
    talk.say(&Answer::Report(last), 0, 7).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Repeated { jobs: 1 }));
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    talk.report(1, &long).unwrap();
    assert!(matches!(talk.session.event(), Some(Event::Report { words, .. }) if words.len() == long.len()));
    assert_eq!(talk.session.stats().reports_broken, 1);
}

#[test]
fn a_report_of_a_wrong_length_does_not_count() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    talk.answer(&Answer::Accepted).unwrap();
    talk.report(0, &report(0)[..6]).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Repeated { jobs: 1 }));
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
}

#[test]
fn a_full_device_is_asked_before_it_is_offered_more() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    talk.answer(&Answer::Busy).unwrap();
    assert_eq!(talk.ask(), None);
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Status));
    talk.answer(&Answer::Status(Status { busy: true, ..Status::default() })).unwrap();
    assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    // One that refuses although it has nothing is broken.
    let error = loop {
        match talk.answer(&Answer::Busy) {
            Ok(()) => {}
            Err(error) => break error,
        }
        talk.wait();
        talk.ask();
        talk.answer(&Answer::Status(Status::default())).unwrap();
        assert_eq!(talk.ask(), Some(Request::Job(vec![0, 8])));
    };
    assert_eq!(error, LinkError::Refuses { times: 8 });
    assert_eq!(talk.session.send(talk.now), Err(LinkError::Refuses { times: 8 }));
}

#[test]
fn cancelled_jobs_are_forgotten() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    talk.ask();
    talk.answer(&Answer::Accepted).unwrap();
    talk.session.cancel();
    talk.session.submit(vec![43, 9]).unwrap();
    assert_eq!(talk.ask(), Some(Request::Cancel));
    talk.report(0, &report(0)).unwrap();
    talk.wait();
    assert_eq!(talk.ask(), Some(Request::Cancel));
    talk.answer(&Answer::Cancelled).unwrap();
    assert_eq!(talk.ask(), Some(Request::Job(vec![1, 9])));
    talk.report(0, &report(1)).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Cancelled));
    assert!(matches!(talk.session.event(), Some(Event::Report { tag: 43, .. })));
    assert_eq!((talk.session.event(), talk.session.stats().reports_doubled), (None, 1));
}

#[test]
fn echoes_come_back() {
    let mut talk = Talk::open();
    talk.session.echo(vec![3; 100]);
    assert_eq!(talk.ask(), Some(Request::Echo(vec![3; MAX_ECHO])));
    talk.answer(&Answer::Echo(vec![3; MAX_ECHO])).unwrap();
    assert_eq!(talk.session.event(), Some(Event::Echo(vec![3; MAX_ECHO])));
    assert_eq!(talk.ask(), None);
}

/// Sends until the session gives up; `reply` makes what comes after each frame.
fn gives_up(mut talk: Talk, reply: impl Fn(&mut Talk) -> Result<(), LinkError>) -> LinkError {
    for _ in 0..100 {
        if let Err(error) = talk.session.send(talk.now) {
            assert!(talk.now > Duration::from_secs(5) && talk.now < Duration::from_secs(30), "after {:?}", talk.now);
            return error;
        }
        reply(&mut talk).unwrap();
        talk.wait();
    }
    panic!("never");
}

#[test]
fn without_answers_the_error_says_what_was_seen() {
    assert_eq!(gives_up(Talk::new(), |_| Ok(())), LinkError::Silence { tries: 8 });
    let noise = |talk: &mut Talk| talk.session.received(&[0x7e, 1, 2, 3, 0x7e], talk.now);
    assert_eq!(gives_up(Talk::new(), noise), LinkError::Noise { bytes: 40, damaged: 8 });
    let foreign = |talk: &mut Talk| talk.session.received(&frame(&[0x33, 1]), talk.now);
    assert_eq!(gives_up(Talk::new(), foreign), LinkError::Foreign { frames: 8 });
    let deaf = |talk: &mut Talk| talk.say(&Answer::Status(Status::default()), 99, 3);
    assert_eq!(gives_up(Talk::new(), deaf), LinkError::Deaf { tries: 8, frames: 8 });
}

#[test]
fn others_are_refused_at_hello() {
    let hello = |words: Vec<u32>| {
        let mut talk = Talk::new();
        talk.ask();
        talk.answer(&Answer::Hello(words)).unwrap_err()
    };
    let other = Identity { net_hash: 2, ..identity() };
    assert_eq!(hello(other.words().to_vec()), LinkError::Game { board: 2, expected: 1 });
    let other = Identity { cores: 3, ..identity() };
    let differs = LinkError::Configuration { field: "cores", board: 3, expected: 1 };
    assert_eq!(hello(other.words().to_vec()), differs);
    assert_eq!(hello(vec![identity().words()[0], VERSION + 1]), LinkError::Version { theirs: VERSION + 1 });
    assert_eq!(hello(vec![0, 0]), LinkError::Foreign { frames: 1 });
    let mut talk = Talk::new();
    talk.ask();
    assert_eq!(talk.answer(&Answer::Malformed), Err(LinkError::Malformed { request: "HELLO" }));
}

#[test]
fn a_board_that_keeps_resetting_is_given_up() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    let mut times = 0;
    let error = loop {
        talk.ask();
        let sequence = talk.asked.last().unwrap().0.sequence;
        times += 1;
        if let Err(error) = talk.say(&Answer::Stranger, sequence, 0) {
            break error;
        }
        assert_eq!(talk.ask(), Some(Request::Hello));
        talk.answer(&Answer::Hello(identity().words().to_vec())).unwrap();
    };
    assert_eq!((error, times), (LinkError::Resets { times: 8 }, 8));
}

#[test]
fn a_report_that_is_always_lost_is_given_up() {
    let mut talk = Talk::open();
    talk.session.submit(vec![42, 8]).unwrap();
    let error = loop {
        talk.ask();
        talk.answer(&Answer::Accepted).unwrap();
        talk.wait();
        assert_eq!(talk.ask(), Some(Request::Status));
        if let Err(error) = talk.answer(&Answer::Status(Status::default())) {
            break error;
        }
    };
    assert_eq!(error, LinkError::Unreported { tag: 42, times: 32 });
}

#[test]
fn session_numbers_are_never_zero() {
    let mut session = Session::new(Setup { session: u16::MAX, ..setup() });
    session.restart();
    let bytes = session.send(Duration::ZERO).unwrap().unwrap();
    assert_eq!(bytes[3..5], [1, 0]);
    assert_eq!(Session::new(Setup { session: 0, ..setup() }).number, 1);
}

#[test]
fn notices_nobody_takes_are_bounded() {
    let mut talk = Talk::open();
    for _ in 0..1000 {
        talk.session.restart();
        talk.ask();
        talk.answer(&Answer::Hello(identity().words().to_vec())).unwrap();
    }
    assert_eq!((talk.session.events.len(), talk.session.stats().interrupted), (MAX_NOTICES, 1000));
}
