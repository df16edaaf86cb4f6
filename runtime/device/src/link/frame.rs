//! Words to frames and back: flags, escapes and the check.

/// Begins and ends a frame.
const FLAG: u8 = 0x7e;
/// Announces a byte that is sent changed; before a flag it breaks the frame off.
const ESCAPE: u8 = 0x7d;
/// How an escaped byte is changed.
const FLIP: u8 = 0x20;
/// Bytes of a word.
const WORD: usize = 4;

/// Words of the longest frame a device sends, header and check included: a piece of a report.
pub const MAX_DEVICE_WORDS: usize = 67;

/// The bytes of a frame. **Shape:** header and payload in `words`; the check is added. Every frame has a flag on both
/// sides, so that what stood on the line before it does no harm.
#[must_use]
pub fn frame(words: &[u32]) -> Vec<u8> {
    let mut body: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    body.extend(crc32fast::hash(&body).to_le_bytes());
    let mut bytes = Vec::with_capacity(body.len() + body.len() / 16 + 2);
    bytes.push(FLAG);
    for byte in body {
        match byte {
            FLAG | ESCAPE => bytes.extend([ESCAPE, byte ^ FLIP]),
            _ => bytes.push(byte),
        }
    }
    bytes.push(FLAG);
    bytes
}

/// Bytes that a frame of so many words, header and check included, takes on the line at most.
#[must_use]
pub fn longest(words: usize) -> usize {
    2 * WORD * words + 2
}

/// Where a receiver is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FramePlace {
    /// No flag was seen yet.
    Outside,
    /// In a frame, or between two.
    Inside,
    /// Behind an escape.
    Escaped,
    /// In a frame that is too long.
    Beyond,
}

/// Finds frames in bytes. Finds the next one after whatever else there was, and never keeps more than the longest frame.
#[derive(Clone, Debug)]
pub struct Unframer {
    most: usize,
    place: FramePlace,
    body: Vec<u8>,
    damaged: u64,
    outside: u64,
}

impl Unframer {
    /// A receiver of frames of at most so many words, header and check included.
    #[must_use]
    pub fn new(most_words: usize) -> Self {
        Self { most: WORD * most_words, place: FramePlace::Outside, body: Vec::new(), damaged: 0, outside: 0 }
    }

    /// Takes a byte; gives header and payload of the frame that it ends.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u32>> {
        match (self.place, byte) {
            (FramePlace::Outside, FLAG) => self.place = FramePlace::Inside,
            (FramePlace::Outside, _) => self.outside += 1,
            (FramePlace::Inside, FLAG) => return self.end(),
            (_, FLAG) => self.drop_frame(),
            (FramePlace::Inside, ESCAPE) => self.place = FramePlace::Escaped,
            (FramePlace::Inside, _) => self.keep(byte),
            (FramePlace::Escaped, _) => {
                self.place = FramePlace::Inside;
                self.keep(byte ^ FLIP);
            }
            (FramePlace::Beyond, _) => {}
        }
        None
    }

    /// Frames that were dropped.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.damaged
    }

    /// Bytes before the first flag.
    #[must_use]
    pub fn outside(&self) -> u64 {
        self.outside
    }

    /// The line was interrupted: what comes is the middle of something.
    pub fn interrupt(&mut self) {
        self.place = FramePlace::Outside;
        self.body.clear();
    }

    fn keep(&mut self, byte: u8) {
        if self.body.len() == self.most {
            self.place = FramePlace::Beyond;
        } else {
            self.body.push(byte);
        }
    }

    fn drop_frame(&mut self) {
        self.damaged += 1;
        self.body.clear();
        self.place = FramePlace::Inside;
    }

    /// A flag was seen: the bytes before it, if any, are a frame or nothing.
    fn end(&mut self) -> Option<Vec<u32>> {
        if self.body.is_empty() {
            return None;
        }
        let words = checked(&self.body);
        self.damaged += u64::from(words.is_none());
        self.body.clear();
        words
    }
}

/// Header and payload of a body that is whole.
fn checked(body: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = body.as_chunks::<WORD>();
    let (check, words) = words.split_last()?;
    if !rest.is_empty() || words.is_empty() || crc32fast::hash(words.as_flattened()) != u32::from_le_bytes(*check) {
        return None;
    }
    Some(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(unframer: &mut Unframer, bytes: &[u8]) -> Vec<Vec<u32>> {
        bytes.iter().filter_map(|&byte| unframer.push(byte)).collect()
    }

    #[test]
    fn the_check_is_that_of_ethernet() {
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
        // STATUS in session 0x1234 with sequence 5; the check holds a byte that is escaped.
        assert_eq!(frame(&[0x1234_0503]), [0x7e, 3, 5, 0x34, 0x12, 0xa6, 0x30, 0xa9, 0x7d, 0x5d, 0x7e]);
    }

    #[test]
    fn flags_and_escapes_do_not_stand_in_a_body() {
        let words = [0x7d7e_7d7e, 0x5d5e_207e];
        let bytes = frame(&words);
        assert_eq!(&bytes[1..5], [0x7d, 0x5e, 0x7d, 0x5d]);
        assert!(bytes[1..bytes.len() - 1].iter().all(|&byte| byte != FLAG));
        let mut unframer = Unframer::new(3);
        assert_eq!(feed(&mut unframer, &bytes), [words.to_vec()]);
        assert_eq!((unframer.damaged(), unframer.outside()), (0, 0));
    }

    #[test]
    fn one_flag_may_end_a_frame_and_begin_the_next() {
        let (first, second) = (frame(&[1]), frame(&[2, 3]));
        let joined = [&first[..], &second[1..], &[FLAG, FLAG], &first].concat();
        let mut unframer = Unframer::new(4);
        assert_eq!(feed(&mut unframer, &joined), [vec![1], vec![2, 3], vec![1]]);
        assert_eq!(unframer.damaged(), 0);
    }

    #[test]
    fn what_is_no_frame_is_dropped_and_counted() {
        let good = frame(&[7, 8]);
        let wrong_check = [FLAG, 1, 2, 3, 4, 5, 6, 7, 8, FLAG];
        let not_words = [1, 2, 3, 4, 5, FLAG];
        let one_word = [0, 0, 0, 0, FLAG];
        let broken_off = [good[1], ESCAPE, FLAG];
        let too_long = frame(&[1, 2, 3]);
        let cases: [&[u8]; 5] = [&wrong_check, &not_words, &one_word, &broken_off, &too_long];
        for (number, case) in cases.into_iter().enumerate() {
            let mut unframer = Unframer::new(3);
            assert_eq!(feed(&mut unframer, &[&good, case, &good].concat()), [[7, 8], [7, 8]], "case {number}");
            assert_eq!(unframer.damaged(), 1, "case {number}");
        }
    }

    #[test]
    fn the_middle_of_a_frame_is_not_taken_for_one() {
        let mut unframer = Unframer::new(4);
        let bytes = frame(&[7, 8, 9]);
        let stream = [&bytes[5..], &bytes].concat();
        assert_eq!(feed(&mut unframer, &stream), [[7, 8, 9]]);
        assert_eq!((unframer.damaged(), unframer.outside()), (0, bytes.len() as u64 - 6));
        feed(&mut unframer, &bytes[..6]);
        unframer.interrupt();
        assert_eq!(feed(&mut unframer, &bytes), [[7, 8, 9]]);
        assert_eq!(unframer.damaged(), 0);
    }
}
