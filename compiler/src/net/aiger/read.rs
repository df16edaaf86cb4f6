//! The bytes of a file as a graph. Memory is bounded by the length of the file, whatever its first line promises.

use super::{Aiger, AigerError, Latch, MAX_VARIABLE, Place, Problem, Symbols, ascii, edge, variable};
use crate::propnet::Lit;

/// Reads a file of either form. **Cost:** near linear.
///
/// # Errors
/// The first thing that is wrong, and where.
pub fn read(bytes: &[u8]) -> Result<Aiger, AigerError> {
    let mut cursor = Cursor { bytes, at: 0, line: 0, carried: false };
    let header = Header::read(&mut cursor)?;
    let mut graph = if header.ascii { ascii::read(&mut cursor, &header)? } else { binary(&mut cursor, &header)? };
    symbols(&mut cursor, header.bad, &mut graph)?;
    Ok(graph)
}

/// The numbers of the first line.
pub(super) struct Header {
    ascii: bool,
    pub(super) max: u32,
    pub(super) inputs: u32,
    pub(super) latches: u32,
    pub(super) outputs: u32,
    /// Whether all outputs are states that are bad.
    bad: bool,
    pub(super) gates: u32,
}

impl Header {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, AigerError> {
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
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn digits(word: &[u8]) -> Option<u64> {
    let sound = !word.is_empty() && word.len() <= 18 && word.iter().all(u8::is_ascii_digit);
    sound.then(|| word.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// A place in the bytes.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Lines that were read.
    line: usize,
    /// Whether CR stood at the end of the last one.
    carried: bool,
}

impl<'a> Cursor<'a> {
    /// The next line, without its end: LF, CR and LF, or CR.
    fn line(&mut self, what: &'static str) -> Result<&'a [u8], AigerError> {
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
    pub(super) fn place(&self) -> Place {
        Place::Line(self.line)
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
    fn packed(&mut self) -> Result<u32, AigerError> {
        let mut number = 0_u64;
        let wrong = |at, problem| Err(AigerError { place: Place::Byte(at), problem });
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

fn binary(cursor: &mut Cursor<'_>, header: &Header) -> Result<Aiger, AigerError> {
    let mut graph = Aiger { num_inputs: header.inputs, ..Aiger::default() };
    for _ in 0..header.latches {
        let own = graph.latch(graph.latches.len()).code();
        let (numbers, count) = cursor.numbers::<2>("a latch", 1, header.max)?;
        let reset = cursor.reset((count > 1).then_some(numbers[1]), own)?;
        graph.latches.push(Latch { next: edge(numbers[0]), reset });
    }
    graph.outputs = cursor.outputs(header)?.into_iter().map(edge).collect();
    for _ in 0..header.gates {
        let at = cursor.at;
        let own: Lit = variable(graph.first_gate() + graph.gates.len());
        let (first, second) = (cursor.packed()?, cursor.packed()?);
        let fanin = own.code().checked_sub(first).and_then(|a| Some([a, a.checked_sub(second)?]));
        match fanin {
            Some(fanin) if first > 0 => graph.gates.push(fanin.map(edge)),
            _ => return Err(AigerError { place: Place::Byte(at), problem: Problem::Fanin(own.code()) }),
        }
    }
    // What follows is told by line again, as editors count them: line ends among the gates are line ends.
    cursor.line = cursor.bytes[..cursor.at].iter().filter(|&&byte| byte == b'\n').count();
    Ok(graph)
}

/// Names, and the comment behind them.
fn symbols(cursor: &mut Cursor<'_>, bad: bool, graph: &mut Aiger) -> Result<(), AigerError> {
    while let Some(&first) = cursor.bytes.get(cursor.at) {
        if first == b'c' {
            // Some tools write their own sections behind the letter, without a line end.
            let rest = &cursor.bytes[cursor.at + 1..];
            let rest = [&b"\r\n"[..], b"\n", b"\r"].into_iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
            graph.comment = String::from_utf8_lossy(rest).into_owned();
            return Ok(());
        }
        let line = cursor.line("the end of a name's line")?;
        let space = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
        let position = line.get(1..space).and_then(digits).and_then(|number| u32::try_from(number).ok());
        let Some(position) = position else { return cursor.fail(Problem::Expected("a name or a comment")) };
        let counts = (graph.num_inputs, graph.latches.len(), graph.outputs.len());
        let Symbols { inputs, latches, outputs } = &mut graph.symbols;
        let (names, count) = match first {
            b'i' => (inputs, counts.0 as usize),
            b'l' => (latches, counts.1),
            b'o' if !bad => (outputs, counts.2),
            b'b' if bad => (outputs, counts.2),
            _ => return cursor.fail(Problem::Expected("a name or a comment")),
        };
        if position as usize >= count {
            return cursor.fail(Problem::Symbol { kind: char::from(first), position });
        }
        let name = String::from_utf8_lossy(line.get(space + 1..).unwrap_or_default()).into_owned();
        if names.insert(position, name).is_some() {
            return cursor.fail(Problem::Expected("a name that was not given yet"));
        }
    }
    Ok(())
}
