//! The text form of nets: one line a base, input, gate and output. It parses back; passes are tested on it.
//!
//! ```text
//! propnet
//! role x
//! base b0 init 1 next !n1 (cell 1 1 b)
//! input i0 role 0 legal b0 (mark 1 1)
//! gate n0 and b0 !i0
//! gate n1 or n0 b1 i0
//! goal role 0 value 100 n1
//! terminal 0
//! sees role 0 n1 (seen 1)
//! view n1 (row 1 x)
//! ```
//! Edges are `0`, `1`, `bN`, `iN`, `nN` (gate number), complemented by `!`. Sentences run to the end of the line.
//! The and-inverter net shares all of it but the gates, see [`crate::text`].

use super::{Base, BaseFact, Goal, Input, Lit, NodeId, Op, Percept, Ports, PropNet, View};
use gdl2hdl_gdl::id::id;
use std::fmt::Write;
use std::str::FromStr;

/// A line that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// The text form of a propnet.
#[must_use]
pub fn print(net: &PropNet) -> String {
    let gate = |i| {
        let (op, fanin) = net.gate(i);
        let op = if op == Op::And { "and" } else { "or" };
        fanin.iter().fold(op.to_owned(), |line, &lit| line + " " + &edge(&net.ports, lit))
    };
    print_with("propnet", &net.ports, (0..net.num_gates()).map(gate))
}

/// Reads the text form of a propnet back.
///
/// # Errors
/// The first line that can't be read, or that holds what no propnet holds: a gate with fewer than two fan-ins, with
/// unsorted ones, or with one that does not stand before it.
pub fn parse(text: &str) -> Result<PropNet, TextError> {
    let mut net = PropNet::default();
    let ports = parse_with("propnet", text, |reader, operands| {
        let op = match operands.first() {
            Some(&"and") => Op::And,
            Some(&"or") => Op::Or,
            _ => return reader.error("a gate is `and` or `or`"),
        };
        let fanin = operands[1..].iter().map(|word| reader.edge(word)).collect::<Result<Vec<_>, _>>()?;
        let own = reader.node_of_gate(net.ops.len());
        if fanin.len() < 2 || !fanin.is_sorted_by(|a, b| a < b) || fanin.iter().any(|lit| lit.node().index() >= own) {
            return reader.error("a gate has two fan-ins or more, sorted, all of them before it");
        }
        net.ops.push(op);
        net.pool.extend(fanin);
        net.ends.push(id(net.pool.len()));
        Ok(())
    })?;
    Ok(PropNet { ports, ..net })
}

/// An edge as text.
#[must_use]
pub fn edge(ports: &Ports, edge: Lit) -> String {
    if edge.is_constant() {
        return if edge == Lit::TRUE { "1" } else { "0" }.to_owned();
    }
    let mark = if edge.is_complement() { "!" } else { "" };
    let position = edge.node().index() - 1;
    let bases = ports.bases.len();
    if position < bases {
        return format!("{mark}b{position}");
    }
    match (position - bases).checked_sub(ports.inputs.len()) {
        None => format!("{mark}i{}", position - bases),
        Some(gate) => format!("{mark}n{gate}"),
    }
}

/// The text form of any net; `gates` are what stands after the number of each gate.
pub(crate) fn print_with(head: &str, ports: &Ports, gates: impl Iterator<Item = String>) -> String {
    let mut out = format!("{head}\n");
    print_ports(ports, gates, &mut out).unwrap_or_default(); // Writing to a string can't fail.
    out
}

fn print_ports(ports: &Ports, gates: impl Iterator<Item = String>, out: &mut String) -> std::fmt::Result {
    let e = |lit| edge(ports, lit);
    for role in &ports.roles {
        writeln!(out, "role {role}")?;
    }
    for (i, base) in ports.bases.iter().enumerate() {
        writeln!(out, "base b{i} init {} next {} {}", u8::from(base.init), e(base.next), base.fact)?;
    }
    for (i, input) in ports.inputs.iter().enumerate() {
        writeln!(out, "input i{i} role {} legal {} {}", input.role, e(input.legal), input.action)?;
    }
    for (i, gate) in gates.enumerate() {
        writeln!(out, "gate n{i} {gate}")?;
    }
    for goal in &ports.goals {
        writeln!(out, "goal role {} value {} {}", goal.role, goal.value, e(goal.holds))?;
    }
    writeln!(out, "terminal {}", e(ports.terminal))?;
    for percept in &ports.sees {
        writeln!(out, "sees role {} {} {}", percept.role, e(percept.holds), percept.percept)?;
    }
    for view in &ports.views {
        writeln!(out, "view {} {}", e(view.holds), view.sentence)?;
    }
    Ok(())
}

/// Reads the text form of any net; `gate` gets what stands after the number of each gate, in order.
pub(crate) fn parse_with(
    head: &str,
    text: &str,
    mut gate: impl FnMut(&Reader, &[&str]) -> Result<(), TextError>,
) -> Result<Ports, TextError> {
    let count = |word: &str| text.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    let mut reader = Reader { bases: count("base"), inputs: count("input"), gates: count("gate"), line: 0 };
    let mut ports = Ports::default();
    for (number, line) in text.lines().enumerate() {
        reader.line = number + 1;
        if number == 0 && line == head || line.is_empty() {
            continue;
        }
        if line.starts_with("gate ") {
            let operands: Vec<&str> = line.split(' ').skip(2).collect();
            gate(&reader, &operands)?;
        } else {
            reader.statement(line, &mut ports)?;
        }
    }
    Ok(ports)
}

/// Where the reading is, and what numbers there are.
pub(crate) struct Reader {
    bases: usize,
    inputs: usize,
    gates: usize,
    line: usize,
}

impl Reader {
    /// Refuses the line.
    pub(crate) fn error<T>(&self, reason: impl Into<String>) -> Result<T, TextError> {
        Err(TextError { line: self.line, reason: reason.into() })
    }

    /// The node of a gate.
    fn node_of_gate(&self, gate: usize) -> usize {
        1 + self.bases + self.inputs + gate
    }

    fn statement(&self, line: &str, ports: &mut Ports) -> Result<(), TextError> {
        let words = |n: usize| line.splitn(n, ' ').collect::<Vec<_>>();
        match words(7)[..] {
            ["role", ..] => ports.roles.push(line["role ".len().min(line.len())..].into()),
            ["base", _, "init", init, "next", next, ..] => {
                let fact = BaseFact::read(words(7).get(6).copied().unwrap_or_default());
                ports.bases.push(Base { fact, init: init == "1", next: self.edge(next)? });
            }
            ["input", _, "role", role, "legal", legal, ..] => {
                let action = words(7).get(6).copied().unwrap_or_default().into();
                ports.inputs.push(Input { role: self.number(role)?, action, legal: self.edge(legal)? });
            }
            ["goal", "role", role, "value", value, holds] => {
                let (role, value) = (self.number(role)?, self.number(value)?);
                ports.goals.push(Goal { role, value, holds: self.edge(holds)? });
            }
            ["terminal", holds] => ports.terminal = self.edge(holds)?,
            ["sees", "role", role, holds, ..] => {
                let percept = words(5).get(4).copied().unwrap_or_default().into();
                ports.sees.push(Percept { role: self.number(role)?, percept, holds: self.edge(holds)? });
            }
            ["view", holds, ..] => {
                let sentence = words(3).get(2).copied().unwrap_or_default().into();
                ports.views.push(View { sentence, holds: self.edge(holds)? });
            }
            _ => return self.error(format!("`{line}` is no statement of a net")),
        }
        Ok(())
    }

    fn number<T: FromStr>(&self, word: &str) -> Result<T, TextError> {
        word.parse().or_else(|_| self.error(format!("`{word}` is no number")))
    }

    /// An edge from its text.
    pub(crate) fn edge(&self, word: &str) -> Result<Lit, TextError> {
        let (complement, name) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let position = match name.split_at_checked(1) {
            Some(("0", "")) => 0,
            Some(("1", "")) => return Ok(Lit::TRUE.flip_if(complement)),
            Some(("b", n)) => 1 + self.below(n, self.bases)?,
            Some(("i", n)) => 1 + self.bases + self.below(n, self.inputs)?,
            Some(("n", n)) => self.node_of_gate(self.below(n, self.gates)?),
            _ => return self.error(format!("`{word}` is no edge")),
        };
        Ok(Lit::new(NodeId(id(position)), complement))
    }

    fn below(&self, word: &str, bound: usize) -> Result<usize, TextError> {
        match word.parse::<usize>() {
            Ok(number) if number < bound => Ok(number),
            _ => self.error(format!("`{word}` is not a number below {bound}")),
        }
    }
}
