//! The bytes of a file, line by line, and its first line.

use super::{AigerError, FilePlace, MAX_VARIABLE, Problem};

/// The numbers of the first line.
pub(super) struct Header {
    pub(super) ascii: bool,
    pub(super) max: u32,
    pub(super) inputs: u32,
    pub(super) latches: u32,
    pub(super) outputs: u32,
    /// Whether all outputs are states that are bad.
    pub(super) bad: bool,
    pub(super) gates: u32,
}

impl Header {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, AigerError> {
        let line = cursor.line("the first line")?;
        let mut words = line.split(|&byte| byte == b' ');
        let ascii = match words.next() {
            Some(b"aag") => true,
            Some(b"aig") => false,
            _ => return cursor.fail(Problem::Header),
        };
        if !ascii && cursor.carried {
            return cursor.fail(Problem::Carried);
        }
        let numbers: Option<Vec<u64>> = words.map(digits).collect();
        let (max, counts, others) = match numbers.as_deref() {
            Some([max, i, l, o, a, others @ ..]) if others.len() <= 4 => (*max, [*i, *l, *o, *a], others),
            _ => return cursor.fail(Problem::Header),
        };
        // Some tools write outputs of nets with registers as states that are bad.
        let (plain, bad) = (counts[2], others.first().copied().unwrap_or(0));
        if others.iter().skip(1).any(|&count| count > 0) {
            return cursor.fail(Problem::Properties);
        }
        let counts = [counts[0], counts[1], plain.saturating_add(bad), counts[3]];
        if max.max(counts[2]) > MAX_VARIABLE {
            return cursor.fail(Problem::Large(MAX_VARIABLE));
        }
        let sum = counts[0].saturating_add(counts[1]).saturating_add(counts[3]);
        // Text may leave variables out.
        if sum > max || (!ascii && sum < max) {
            return cursor.fail(Problem::Sum { max, sum });
        }
        let [inputs, latches, outputs, gates] = counts.map(narrow);
        Ok(Self { ascii, max: narrow(max), inputs, latches, outputs, bad: bad > 0 && plain == 0, gates })
    }
}

/// Of numbers that were compared with [`MAX_VARIABLE`].
fn narrow(number: u64) -> u32 {
    u32::try_from(number).expect("it is below MAX_VARIABLE")
}

pub(super) fn digits(word: &[u8]) -> Option<u64> {
    let sound = !word.is_empty() && word.len() <= 18 && word.iter().all(u8::is_ascii_digit);
    sound.then(|| word.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// A place in the bytes.
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Lines that were read.
    pub(super) line: usize,
    /// Whether CR stood at the end of the last one.
    pub(super) carried: bool,
}

impl<'a> Cursor<'a> {
    /// The next line, without its end: LF, CR and LF, or CR.
    pub(super) fn line(&mut self, what: &'static str) -> Result<&'a [u8], AigerError> {
        self.line += 1;
        let rest = &self.bytes[self.at..];
        match rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')) {
            Some(end) => {
                self.carried = rest[end] == b'\r';
                self.at += end + if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
                Ok(&rest[..end])
            }
            None => self.fail(Problem::End(what)),
        }
    }

    /// What is wrong with the last line.
    pub(super) fn fail<T>(&self, problem: Problem) -> Result<T, AigerError> {
        Err(AigerError { place: self.place(), problem })
    }

    /// The last line.
    pub(super) fn place(&self) -> FilePlace {
        FilePlace::Line(self.line)
    }

    /// A line of numbers, `least` of them or one more.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        what: &'static str,
        least: usize,
        max: u32,
    ) -> Result<([u32; N], usize), AigerError> {
        let line = self.line(what)?;
        let mut numbers = [0; N];
        let mut count = 0;
        for word in line.split(|&byte| byte == b' ') {
            match (digits(word).and_then(|number| u32::try_from(number).ok()), numbers.get_mut(count)) {
                (Some(number), _) if number >> 1 > max => return self.fail(Problem::Beyond(number)),
                (Some(number), Some(place)) => *place = number,
                _ => return self.fail(Problem::Expected(what)),
            }
            count += 1;
        }
        if count < least { self.fail(Problem::Expected(what)) } else { Ok((numbers, count)) }
    }

    /// The outputs.
    pub(super) fn outputs(&mut self, header: &Header) -> Result<Vec<u32>, AigerError> {
        (0..header.outputs).map(|_| Ok(self.numbers::<1>("an output", 1, header.max)?.0[0])).collect()
    }

    /// The first value of a latch, when there is a number for it.
    pub(super) fn reset(&self, number: Option<u32>, own: u32) -> Result<Option<bool>, AigerError> {
        match number {
            None | Some(0) => Ok(Some(false)),
            Some(1) => Ok(Some(true)),
            Some(number) if number == own => Ok(None),
            Some(number) => self.fail(Problem::Reset(number)),
        }
    }

    /// A number of a binary gate.
    pub(super) fn packed(&mut self) -> Result<u32, AigerError> {
        let mut number = 0_u64;
        let wrong = |at, problem| Err(AigerError { place: FilePlace::Byte(at), problem });
        for shift in (0..).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else { return wrong(self.at, Problem::End("a gate")) };
            number |= u64::from(byte & 0x7f) << shift;
            if number > u64::from(u32::MAX) || shift > 28 {
                return wrong(self.at, Problem::Large(MAX_VARIABLE));
            }
            self.at += 1;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(narrow(number))
    }
}
