//! A graph as the bytes of a file.

use super::{Aiger, Symbols, variable};
use crate::propnet::Lit;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The two forms of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// `aag`: one gate a line.
    Ascii,
    /// `aig`: gates as differences, two bytes or a few more for each.
    Binary,
}

/// The bytes of a file. Line ends in names would end them, so they become spaces.
#[must_use]
pub fn write(graph: &Aiger, encoding: Encoding) -> Vec<u8> {
    let mut text = String::new();
    let kind = if encoding == Encoding::Ascii { "aag" } else { "aig" };
    let [inputs, latches] = [graph.num_inputs as usize, graph.latches.len()];
    let [outputs, gates] = [graph.outputs.len(), graph.gates.len()];
    line(&mut text, format_args!("{kind} {} {inputs} {latches} {outputs} {gates}", inputs + latches + gates));
    if encoding == Encoding::Ascii {
        (0..inputs).for_each(|input| line(&mut text, format_args!("{}", graph.input(input).code())));
    }
    for (i, latch) in graph.latches.iter().enumerate() {
        let own = graph.latch(i).code();
        if encoding == Encoding::Ascii {
            text.push_str(&format!("{own} "));
        }
        match latch.reset {
            Some(false) => line(&mut text, format_args!("{}", latch.next.code())),
            Some(true) => line(&mut text, format_args!("{} 1", latch.next.code())),
            None => line(&mut text, format_args!("{} {own}", latch.next.code())),
        }
    }
    graph.outputs.iter().for_each(|output| line(&mut text, format_args!("{}", output.code())));
    let mut bytes = text.into_bytes();
    match encoding {
        Encoding::Ascii => bytes.extend(ascii_gates(graph).into_bytes()),
        Encoding::Binary => binary_gates(graph, &mut bytes),
    }
    bytes.extend(ending(graph).into_bytes());
    bytes
}

/// Writing to a string can't fail.
fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(text, "{content}").unwrap_or_default();
}

/// The gates with their own edges.
fn gates(graph: &Aiger) -> impl Iterator<Item = (Lit, [Lit; 2])> + '_ {
    let first = graph.first_gate();
    graph.gates.iter().enumerate().map(move |(i, &fanin)| (variable(first + i), fanin))
}

fn ascii_gates(graph: &Aiger) -> String {
    let mut text = String::new();
    for (gate, [a, b]) in gates(graph) {
        line(&mut text, format_args!("{} {} {}", gate.code(), a.code(), b.code()));
    }
    text
}

fn binary_gates(graph: &Aiger, bytes: &mut Vec<u8>) {
    for (gate, [a, b]) in gates(graph) {
        number(gate.code().saturating_sub(a.code()), bytes);
        number(a.code().saturating_sub(b.code()), bytes);
    }
}

/// Seven bits a byte, lowest first; all but the last have the highest bit set.
fn number(mut number: u32, bytes: &mut Vec<u8>) {
    loop {
        let low = number.to_le_bytes()[0] & 0x7f;
        number >>= 7;
        if number == 0 {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}

/// Names and comment.
fn ending(graph: &Aiger) -> String {
    let mut text = String::new();
    let Symbols { inputs, latches, outputs } = &graph.symbols;
    let mut names = |kind: char, names: &BTreeMap<u32, String>| {
        for (position, name) in names {
            line(&mut text, format_args!("{kind}{position} {}", name.replace(['\n', '\r'], " ")));
        }
    };
    names('i', inputs);
    names('l', latches);
    names('o', outputs);
    if !graph.comment.is_empty() {
        text.push_str("c\n");
        text.push_str(&graph.comment);
    }
    text
}
