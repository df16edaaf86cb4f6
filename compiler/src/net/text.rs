//! The text form of a net: one line a base, input, gate and output. It parses back; passes are tested on it.
//!
//! ```text
//! net
//! role x
//! base b0 init 1 next !n1 (cell 1 1 b)
//! input i0 role 0 legal b0 (mark 1 1)
//! gate n0 b0 !i0
//! gate n1 n0 b1
//! goal role 0 value 100 n1
//! terminal 0
//! sees role 0 n1 (seen 1)
//! view n1 (row 1 x)
//! ```
//! Edges are `0`, `1`, `bN`, `iN`, `nN` (gate number), complemented by `!`. Sentences run to the end of the line.

use super::{Net, node};
use crate::propnet::{Base, Goal, Input, Lit, Percept, Ports, View};
use std::fmt::Write;

/// A line that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
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

/// The text form.
#[must_use]
pub fn print(net: &Net) -> String {
    let mut out = String::from("net\n");
    print_ports(net, &mut out).unwrap_or_default(); // Writing to a string can't fail.
    out
}

fn print_ports(net: &Net, out: &mut String) -> std::fmt::Result {
    let ports = &net.ports;
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
    for (i, (_, [a, b])) in net.gates().enumerate() {
        writeln!(out, "gate n{i} {} {}", e(a), e(b))?;
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

/// Reads the text form back. Soundness is for [`super::verify`] to say.
///
/// # Errors
/// The first line that can't be read.
pub fn parse(text: &str) -> Result<Net, TextError> {
    let count = |word: &str| text.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    let mut reader = Reader { bases: count("base"), inputs: count("input"), gates: count("gate"), line: 0 };
    let (mut ports, mut gates) = (Ports::default(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        reader.line = number + 1;
        if number == 0 && line == "net" || line.is_empty() {
            continue;
        }
        reader.statement(line, &mut ports, &mut gates)?;
    }
    Ok(Net::from_parts(ports, gates))
}

struct Reader {
    bases: usize,
    inputs: usize,
    gates: usize,
    line: usize,
}

impl Reader {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T, TextError> {
        Err(TextError { line: self.line, reason: reason.into() })
    }

    fn statement(&self, line: &str, ports: &mut Ports, gates: &mut Vec<[Lit; 2]>) -> Result<(), TextError> {
        let words = |n: usize| line.splitn(n, ' ').collect::<Vec<_>>();
        match words(7)[..] {
            ["role", ..] => ports.roles.push(line["role ".len().min(line.len())..].into()),
            ["base", _, "init", init, "next", next, ..] => {
                let fact = words(7).get(6).copied().unwrap_or_default().into();
                ports.bases.push(Base { fact, init: init == "1", next: self.edge(next)? });
            }
            ["input", _, "role", role, "legal", legal, ..] => {
                let action = words(7).get(6).copied().unwrap_or_default().into();
                ports.inputs.push(Input { role: self.number(role)?, action, legal: self.edge(legal)? });
            }
            ["gate", _, a, b] => gates.push([self.edge(a)?, self.edge(b)?]),
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

    fn number(&self, word: &str) -> Result<u32, TextError> {
        word.parse().or_else(|_| self.error(format!("`{word}` is no number")))
    }

    fn edge(&self, word: &str) -> Result<Lit, TextError> {
        let (complement, name) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let position = match name.split_at_checked(1) {
            Some(("0", "")) => 0,
            Some(("1", "")) => return Ok(Lit::TRUE.flip_if(complement)),
            Some(("b", n)) => 1 + self.below(n, self.bases)?,
            Some(("i", n)) => 1 + self.bases + self.below(n, self.inputs)?,
            Some(("n", n)) => 1 + self.bases + self.inputs + self.below(n, self.gates)?,
            _ => return self.error(format!("`{word}` is no edge")),
        };
        Ok(Lit::new(node(position), complement))
    }

    fn below(&self, word: &str, bound: usize) -> Result<usize, TextError> {
        match word.parse::<usize>() {
            Ok(number) if number < bound => Ok(number),
            _ => self.error(format!("`{word}` is not a number below {bound}")),
        }
    }
}
