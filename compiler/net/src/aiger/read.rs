//! The bytes of a file as a graph. Memory is bounded by the length of the file, whatever its first line promises.

use super::cursor::{Cursor, Header, digits};
use super::{Aiger, AigerError, FilePlace, Latch, Problem, Symbols, ascii, edge, variable};
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
            _ => return Err(AigerError { place: FilePlace::Byte(at), problem: Problem::Fanin(own.code()) }),
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
