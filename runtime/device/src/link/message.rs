//! Frames as values: what hosts ask, what devices answer.

/// Version of the protocol.
pub const VERSION: u32 = 1;
/// Most words of an echo.
pub const MAX_ECHO: usize = 64;
/// Words of a report in a piece; only the last piece may hold fewer.
pub const PIECE: usize = 64;

/// The first word of every frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What it is.
    pub kind: u8,
    /// An answer has the number of what it answers; in reports 0.
    pub sequence: u8,
    /// From a host: the session it speaks in. From a device: the session it is in.
    pub session: u16,
}

impl Header {
    fn word(self) -> u32 {
        let [low, high] = self.session.to_le_bytes();
        u32::from_le_bytes([self.kind, self.sequence, low, high])
    }

    fn of(word: u32) -> Self {
        let [kind, sequence, low, high] = word.to_le_bytes();
        Self { kind, sequence, session: u16::from_le_bytes([low, high]) }
    }
}

/// What a host asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Begins a session: who are you?
    Hello,
    /// Play this. **Shape:** words as in `hdl/INTERFACE.md`.
    Job(Vec<u32>),
    /// How are you?
    Status,
    /// Drop everything.
    Cancel,
    /// Say this. At most [`MAX_ECHO`] words.
    Echo(Vec<u32>),
}

/// What a device says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Who it is, in words: another version may have others than [`super::Identity`].
    Hello(Vec<u32>),
    /// The job will be played.
    Accepted,
    /// How it is.
    Status(Status),
    /// Everything was dropped.
    Cancelled,
    /// What it was told to say.
    Echo(Vec<u32>),
    /// It is in another session.
    Stranger,
    /// It does not know the kind, or the number of words is wrong.
    Malformed,
    /// Its window is full.
    Busy,
    /// A part of a report. Answers nothing.
    Report(Piece),
}

/// How a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Something is played, waits, or is still to be reported.
    pub busy: bool,
    /// Jobs accepted, modulo 2³².
    pub accepted: u32,
    /// Reports sent, modulo 2³².
    pub reported: u32,
    /// Frames dropped, modulo 2³².
    pub dropped: u32,
}

/// A part of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Which piece of the report, from 0, modulo 2¹⁶.
    pub number: u16,
    /// Which report, modulo 2¹⁵.
    pub report: u16,
    /// Whether the report ends with it.
    pub last: bool,
    /// Its words: [`PIECE`], or fewer in the last.
    pub words: Vec<u32>,
}

/// A valid frame that is not one of this protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreign(pub Header);

mod kind {
    pub(super) const HELLO: u8 = 0x01;
    pub(super) const JOB: u8 = 0x02;
    pub(super) const STATUS: u8 = 0x03;
    pub(super) const CANCEL: u8 = 0x04;
    pub(super) const ECHO: u8 = 0x05;
    pub(super) const HELLO_HERE: u8 = 0x81;
    pub(super) const ACCEPTED: u8 = 0x82;
    pub(super) const STATUS_HERE: u8 = 0x83;
    pub(super) const CANCELLED: u8 = 0x84;
    pub(super) const ECHO_HERE: u8 = 0x85;
    pub(super) const STRANGER: u8 = 0x8d;
    pub(super) const MALFORMED: u8 = 0x8e;
    pub(super) const BUSY: u8 = 0x8f;
    pub(super) const REPORT: u8 = 0x90;
}

fn words(kind: u8, sequence: u8, session: u16, payload: &[u32]) -> Vec<u32> {
    [&[Header { kind, sequence, session }.word()], payload].concat()
}

impl Request {
    /// Header and payload.
    #[must_use]
    pub fn words(&self, sequence: u8, session: u16) -> Vec<u32> {
        let (kind, payload): (u8, &[u32]) = match self {
            Self::Hello => (kind::HELLO, &[VERSION]),
            Self::Job(job) => (kind::JOB, job),
            Self::Status => (kind::STATUS, &[]),
            Self::Cancel => (kind::CANCEL, &[]),
            Self::Echo(payload) => (kind::ECHO, payload),
        };
        words(kind, sequence, session, payload)
    }

    /// What header and payload ask. The number of a job's words is not checked.
    ///
    /// # Errors
    /// [`Foreign`]: an unknown kind, or a wrong number of words.
    pub fn read(frame: &[u32]) -> Result<(Header, Self), Foreign> {
        let (header, payload) = split(frame);
        let request = match (header.kind, payload) {
            (kind::HELLO, [_version]) => Self::Hello,
            (kind::JOB, job) => Self::Job(job.to_vec()),
            (kind::STATUS, []) => Self::Status,
            (kind::CANCEL, []) => Self::Cancel,
            (kind::ECHO, words) if words.len() <= MAX_ECHO => Self::Echo(words.to_vec()),
            _ => return Err(Foreign(header)),
        };
        Ok((header, request))
    }
}

impl Answer {
    /// Header and payload.
    #[must_use]
    pub fn words(&self, sequence: u8, session: u16) -> Vec<u32> {
        let bare = |kind| words(kind, sequence, session, &[]);
        match self {
            Self::Hello(who) => words(kind::HELLO_HERE, sequence, session, who),
            Self::Accepted => bare(kind::ACCEPTED),
            Self::Status(status) => words(kind::STATUS_HERE, sequence, session, &status.words()),
            Self::Cancelled => bare(kind::CANCELLED),
            Self::Echo(payload) => words(kind::ECHO_HERE, sequence, session, payload),
            Self::Stranger => bare(kind::STRANGER),
            Self::Malformed => bare(kind::MALFORMED),
            Self::Busy => bare(kind::BUSY),
            Self::Report(piece) => {
                words(kind::REPORT, sequence, session, &[&[piece.word()], piece.words.as_slice()].concat())
            }
        }
    }

    /// What header and payload say.
    ///
    /// # Errors
    /// [`Foreign`]: an unknown kind, or a wrong number of words.
    pub fn read(frame: &[u32]) -> Result<(Header, Self), Foreign> {
        let (header, payload) = split(frame);
        let answer = match (header.kind, payload) {
            (kind::HELLO_HERE, [_, _, ..]) => Self::Hello(payload.to_vec()),
            (kind::ACCEPTED, []) => Self::Accepted,
            (kind::STATUS_HERE, &[bits, accepted, reported, dropped]) => {
                Self::Status(Status { busy: bits & 1 == 1, accepted, reported, dropped })
            }
            (kind::CANCELLED, []) => Self::Cancelled,
            (kind::ECHO_HERE, words) if words.len() <= MAX_ECHO => Self::Echo(words.to_vec()),
            (kind::STRANGER, []) => Self::Stranger,
            (kind::MALFORMED, []) => Self::Malformed,
            (kind::BUSY, []) => Self::Busy,
            (kind::REPORT, [first, words @ ..]) => Self::Report(Piece::read(*first, words).ok_or(Foreign(header))?),
            _ => return Err(Foreign(header)),
        };
        Ok((header, answer))
    }
}

impl Status {
    fn words(self) -> [u32; 4] {
        [u32::from(self.busy), self.accepted, self.reported, self.dropped]
    }
}

impl Piece {
    fn word(&self) -> u32 {
        u32::from(self.number) | u32::from(self.report & 0x7fff) << 16 | u32::from(self.last) << 31
    }

    fn read(first: u32, words: &[u32]) -> Option<Self> {
        let [a, b, c, d] = first.to_le_bytes();
        let last = d & 0x80 != 0;
        let fits = if last { (1..=PIECE).contains(&words.len()) } else { words.len() == PIECE };
        fits.then(|| Self {
            number: u16::from_le_bytes([a, b]),
            report: u16::from_le_bytes([c, d & 0x7f]),
            last,
            words: words.to_vec(),
        })
    }
}

/// Header and payload. A frame has at least a header; one without would be of kind 0, which means nothing.
fn split(frame: &[u32]) -> (Header, &[u32]) {
    match frame {
        [header, payload @ ..] => (Header::of(*header), payload),
        [] => (Header::of(0), &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_those_of_the_page() {
        assert_eq!(Request::Hello.words(7, 0xabcd), [0xabcd_0701, 1]);
        assert_eq!(Request::Job(vec![5, 6]).words(8, 1), [0x0001_0802, 5, 6]);
        assert_eq!(Request::Status.words(9, 1), [0x0001_0903]);
        assert_eq!(Request::Cancel.words(10, 1), [0x0001_0a04]);
        assert_eq!(Request::Echo(vec![3]).words(255, 1), [0x0001_ff05, 3]);
        for request in [Request::Hello, Request::Job(vec![1]), Request::Status, Request::Echo(vec![])] {
            let header = |kind| Header { kind, sequence: 3, session: 9 };
            let (read, same) = Request::read(&request.words(3, 9)).unwrap();
            assert_eq!((read, same), (header(read.kind), request));
        }
    }

    #[test]
    fn answers_are_those_of_the_page() {
        let status = Status { busy: true, accepted: 3, reported: 2, dropped: 1 };
        assert_eq!(Answer::Status(status).words(4, 2), [0x0002_0483, 1, 3, 2, 1]);
        let piece = Piece { number: 0x1234, report: 0x5678, last: true, words: vec![9] };
        assert_eq!(Answer::Report(piece.clone()).words(0, 2), [0x0002_0090, 0xd678_1234, 9]);
        let all = [
            (0x81, Answer::Hello(vec![1, 2])),
            (0x82, Answer::Accepted),
            (0x83, Answer::Status(status)),
            (0x84, Answer::Cancelled),
            (0x85, Answer::Echo(vec![7; MAX_ECHO])),
            (0x8d, Answer::Stranger),
            (0x8e, Answer::Malformed),
            (0x8f, Answer::Busy),
            (0x90, Answer::Report(piece)),
        ];
        for (kind, answer) in all {
            let words = answer.words(1, 2);
            assert_eq!(Answer::read(&words), Ok((Header { kind, sequence: 1, session: 2 }, answer)));
        }
    }

    #[test]
    fn frames_of_another_protocol_are_told_apart() {
        let wrong: [&[u32]; 8] =
            [&[0x00], &[0x91], &[0x82, 1], &[0x83, 1, 2, 3], &[0x90], &[0x90, 1 << 31], &[0x90, 0, 1, 2], &[0x81, 1]];
        for frame in wrong {
            assert!(Answer::read(frame).is_err(), "{frame:x?}");
        }
        let longer = [&[0x90_u32, 1 << 31], [0; PIECE + 1].as_slice()].concat();
        assert!(Answer::read(&longer).is_err() && Answer::read(&longer[..PIECE + 2]).is_ok());
        assert!(Request::read(&[0x01]).is_err() && Request::read(&[0x03, 1]).is_err());
    }
}
