//! What goes in and out of a net, by name, in the order of exported files.
//!
//! A signal is named by its sentence, `(legal x (mark 1 1))`. In files it becomes a word that every tool takes and that
//! can be turned back: `(legal,x,(mark,1,1))`.

use crate::Net;
use crate::propnet::Lit;
use std::fmt::Write;

/// Longest name before it is cut: some readers have lines of a fixed length.
const MAX_NAME: usize = 400;

/// An edge and its sentence in prefix text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// What it means, as prefix text.
    pub sentence: String,
    /// Where it stands in the net.
    pub edge: Lit,
}

/// Inputs: the moves.
pub fn moves(net: &Net) -> Vec<Signal> {
    let ports = &net.ports;
    let each = ports.inputs.iter().enumerate().map(|(i, input)| Signal {
        sentence: format!("(does {} {})", ports.roles[input.role as usize], input.action),
        edge: ports.input(i),
    });
    each.collect()
}

/// Registers: what is true.
pub fn state(net: &Net) -> Vec<Signal> {
    let ports = &net.ports;
    let each = ports.bases.iter().enumerate();
    each.map(|(i, base)| Signal { sentence: format!("(true {})", base.fact), edge: ports.base(i) }).collect()
}

/// What the registers become.
pub fn next(net: &Net) -> Vec<Signal> {
    net.ports.bases.iter().map(|base| Signal { sentence: format!("(next {})", base.fact), edge: base.next }).collect()
}

/// Outputs: legal moves, goals, the end, percepts.
pub fn observed(net: &Net) -> Vec<Signal> {
    let ports = &net.ports;
    let role = |role: u32| &ports.roles[role as usize];
    let legal =
        ports.inputs.iter().map(|input| (format!("(legal {} {})", role(input.role), input.action), input.legal));
    let goals = ports.goals.iter().map(|goal| (format!("(goal {} {})", role(goal.role), goal.value), goal.holds));
    let terminal = std::iter::once(("terminal".to_owned(), ports.terminal));
    let sees = ports.sees.iter().map(|seen| (format!("(sees {} {})", role(seen.role), seen.percept), seen.holds));
    legal.chain(goals).chain(terminal).chain(sees).map(|(sentence, edge)| Signal { sentence, edge }).collect()
}

/// Names of signals as words without blanks and without characters that mean something to a format: spaces become
/// commas, others their bytes as `%xx`. Different sentences get different names: what is too long ends in its position.
pub fn names(signals: &[Signal]) -> Vec<String> {
    signals.iter().enumerate().map(|(i, signal)| name(&signal.sentence, i)).collect()
}

fn name(sentence: &str, position: usize) -> String {
    let mut name = String::new();
    for byte in sentence.bytes() {
        if name.len() > MAX_NAME {
            return format!("{name}~{position}");
        }
        match byte {
            b' ' => name.push(','),
            b'(' | b')' | b'_' | b'+' | b'-' => name.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => name.push(char::from(byte)),
            // Writing to a string can't fail.
            _ => write!(name, "%{byte:02x}").unwrap_or_default(),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(name("(legal x (mark 1 1))", 7), "(legal,x,(mark,1,1))");
        assert_eq!(name("(true #=[\\,%é)", 7), "(true,%23%3d%5b%5c%2c%25%c3%a9)");
        let long = "a".repeat(1000);
        assert_eq!(name(&long, 7).len(), MAX_NAME + 3);
        assert_ne!(name(&long, 7), name(&long, 8));
    }
}
