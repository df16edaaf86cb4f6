//! The gates of `aag` files: any variables, in any order. They are numbered anew, fan-ins first.

use super::cursor::{Cursor, Header};
use super::{Aiger, AigerError, FilePlace, Latch, Problem, edge, variable};
use crate::propnet::Lit;
use rustc_hash::FxHashMap;

/// What a variable of the file is.
#[derive(Clone, Copy)]
enum Definition {
    /// An input, a latch, or a gate that was numbered.
    Known(Lit),
    /// A gate, by its position in the file.
    Gate(usize),
    /// A gate whose fan-ins are being numbered.
    Open,
}

/// A gate as it stands in the file.
#[derive(Clone, Copy)]
struct Written {
    own: u32,
    fanin: [u32; 2],
    place: FilePlace,
}

/// The file's numbers and what became of them.
struct Renumbering {
    definitions: FxHashMap<u32, Definition>,
    written: Vec<Written>,
}

pub(super) fn read(cursor: &mut Cursor<'_>, header: &Header) -> Result<Aiger, AigerError> {
    let mut names = Renumbering { definitions: FxHashMap::default(), written: Vec::new() };
    names.definitions.insert(0, Definition::Known(Lit::FALSE));
    let mut graph = Aiger { num_inputs: header.inputs, ..Aiger::default() };
    for input in 0..header.inputs as usize {
        let own = cursor.numbers::<1>("an input", 1, header.max)?.0[0];
        names.define(cursor, own, Definition::Known(graph.input(input)))?;
    }
    let mut nexts = Vec::new();
    for latch in 0..header.latches as usize {
        let ([own, next, reset], count) = cursor.numbers::<3>("a latch", 2, header.max)?;
        names.define(cursor, own, Definition::Known(graph.latch(latch)))?;
        let reset = cursor.reset((count > 2).then_some(reset), own)?;
        graph.latches.push(Latch { next: Lit::FALSE, reset });
        nexts.push((next, cursor.place()));
    }
    let first_output = cursor.place();
    let outputs = cursor.outputs(header)?;
    for gate in 0..header.gates as usize {
        let ([own, a, b], _) = cursor.numbers::<3>("a gate", 3, header.max)?;
        names.define(cursor, own, Definition::Gate(gate))?;
        names.written.push(Written { own, fanin: [a, b], place: cursor.place() });
    }
    for gate in 0..names.written.len() {
        names.number(gate, &mut graph)?;
    }
    for (latch, (next, place)) in graph.latches.iter_mut().zip(nexts) {
        latch.next = names.edge(next, place)?;
    }
    graph.outputs = Vec::with_capacity(outputs.len());
    for (i, output) in outputs.into_iter().enumerate() {
        let FilePlace::Line(before) = first_output else { continue };
        graph.outputs.push(names.edge(output, FilePlace::Line(before + 1 + i))?);
    }
    Ok(graph)
}

impl Renumbering {
    fn define(&mut self, cursor: &Cursor<'_>, own: u32, definition: Definition) -> Result<(), AigerError> {
        if own & 1 == 1 {
            return cursor.fail(Problem::Expected("an even number"));
        }
        match self.definitions.insert(own >> 1, definition) {
            Some(_) => cursor.fail(Problem::Twice(own >> 1)),
            None => Ok(()),
        }
    }

    /// Numbers a gate, its fan-ins first. Works without recursion: files are deep.
    fn number(&mut self, gate: usize, graph: &mut Aiger) -> Result<(), AigerError> {
        let mut stack = vec![gate];
        while let Some(&gate) = stack.last() {
            let Written { own, fanin, place } = self.written[gate];
            let variable_of = own >> 1;
            if let Some(Definition::Known(_)) = self.definitions.get(&variable_of) {
                stack.pop();
                continue;
            }
            self.definitions.insert(variable_of, Definition::Open);
            let mut edges = [Lit::FALSE; 2];
            let mut ready = true;
            for (edge_to, code) in edges.iter_mut().zip(fanin) {
                match self.definitions.get(&(code >> 1)) {
                    Some(Definition::Known(known)) => *edge_to = known.flip_if(code & 1 == 1),
                    Some(Definition::Gate(below)) => {
                        stack.push(*below);
                        ready = false;
                    }
                    Some(Definition::Open) => return Err(AigerError { place, problem: Problem::Loop(own) }),
                    None => return Err(AigerError { place, problem: Problem::Undefined(code >> 1) }),
                }
            }
            if ready {
                let number = variable(graph.first_gate() + graph.gates.len());
                graph.gates.push(if edges[0] >= edges[1] { edges } else { [edges[1], edges[0]] });
                self.definitions.insert(variable_of, Definition::Known(number));
                stack.pop();
            }
        }
        Ok(())
    }

    fn edge(&self, code: u32, place: FilePlace) -> Result<Lit, AigerError> {
        match self.definitions.get(&(code >> 1)) {
            Some(Definition::Known(known)) => Ok(known.flip_if(edge(code).is_complement())),
            _ => Err(AigerError { place, problem: Problem::Undefined(code >> 1) }),
        }
    }
}
