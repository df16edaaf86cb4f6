//! A verified net in BLIF, the text format of academic logic tools: gates as tables, registers as latches.
//!
//! Ports and order are those of [`super::aiger`].
//!
//! Source: Berkeley Logic Interchange Format (BLIF), University of California, Berkeley (1992).

use super::aiger::Form;
use super::asking::Asking;
use super::module_name;
use super::namer::comment;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::signals::{self, Signal};
use gdl2hdl_net::{Net, Verified};
use std::fmt::{Result, Write};

/// The text.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn blif(
    net: Verified<'_>,
    game: &str,
    form: Form,
    observer: &dyn Observer,
) -> std::result::Result<String, Stopped> {
    let net = net.net();
    let mut out = String::new();
    let text = Text { net, names: names(net) };
    let mut asking = Asking::new(observer);
    text.model(game, form, &mut out, &mut asking).unwrap_or_default(); // Whether it was stopped is known below.
    asking.written(out)
}

/// Names of nodes. Those of gates have no parenthesis, so none is also a sentence.
fn names(net: &Net) -> Vec<String> {
    let leaves = signals::names(&signals::state(net)).into_iter().chain(signals::names(&signals::moves(net)));
    let gates = net.gates().map(|(id, _)| format!("n{}", id.0));
    std::iter::once("n0".to_owned()).chain(leaves).chain(gates).collect()
}

struct Text<'n> {
    net: &'n Net,
    names: Vec<String>,
}

impl Text<'_> {
    fn model(&self, game: &str, form: Form, out: &mut String, asking: &mut Asking<'_>) -> Result {
        let (mut inputs, mut outputs) = (signals::moves(self.net), signals::observed(self.net));
        let (state, next) = (signals::state(self.net), signals::next(self.net));
        if form == Form::Combinational {
            inputs.extend(state.iter().cloned());
            outputs.extend(next.iter().cloned());
        }
        writeln!(out, "# {}, by gdl2hdl {}", comment(game), env!("CARGO_PKG_VERSION"))?;
        writeln!(out, ".model {}", module_name(game, "net"))?;
        list(".inputs", &signals::names(&inputs), out)?;
        list(".outputs", &signals::names(&outputs), out)?;
        if form == Form::Sequential {
            let names = signals::names(&next).into_iter().zip(signals::names(&state));
            for ((next, state), base) in names.zip(&self.net.ports.bases) {
                writeln!(out, ".latch {next} {state} {}", u8::from(base.init))?;
            }
            self.buffers(&next, out)?;
        }
        self.buffers(&outputs, out)?;
        self.gates(out, asking)?;
        writeln!(out, ".end")
    }

    fn name(&self, edge: Lit) -> &str {
        &self.names[edge.node().index()]
    }

    /// Outputs as tables of one input: a name can't stand for two signals.
    fn buffers(&self, outputs: &[Signal], out: &mut String) -> Result {
        for (output, name) in outputs.iter().zip(signals::names(outputs)) {
            match output.edge {
                Lit::FALSE => writeln!(out, ".names {name}")?,
                Lit::TRUE => writeln!(out, ".names {name}\n1")?,
                edge => writeln!(out, ".names {} {name}\n{} 1", self.name(edge), needed(edge))?,
            }
        }
        Ok(())
    }

    fn gates(&self, out: &mut String, asking: &mut Asking<'_>) -> Result {
        for (id, [a, b]) in self.net.gates() {
            asking.line()?;
            let (values, gate) = ([a, b].map(needed), &self.names[id.index()]);
            writeln!(out, ".names {} {} {gate}\n{}{} 1", self.name(a), self.name(b), values[0], values[1])?;
        }
        Ok(())
    }
}

/// The value of a node for which an edge to it is true.
fn needed(edge: Lit) -> u8 {
    u8::from(!edge.is_complement())
}

/// One name a line: no line is longer than readers take.
fn list(word: &str, names: &[String], out: &mut String) -> Result {
    write!(out, "{word}")?;
    names.iter().try_for_each(|name| write!(out, " \\\n {name}"))?;
    writeln!(out)
}
