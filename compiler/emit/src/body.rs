//! What emitted modules consist of, over the part of a net that one computes: names, inputs, wires, outputs.

use super::asking::Asking;
use super::expression::Wires;
use super::namer::{Namer, comment};
use super::selection::Selection;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_net::node;
use gdl2hdl_net::propnet::{Lit, NodeId};
use rustc_hash::FxHashMap;
use std::fmt::{Result, Write};
use std::ops::Range;

/// Up to so many bits of an output are assigned one by one. The time of Icarus Verilog grows with the square of the
/// number of assignments to one vector: 14.6 s of 8,000 moves, 2.9 s in parts.
const WIDE: usize = 1024;
/// Names between two questions to the observer.
const NAMES: u32 = 1 << 8;
/// Bits of a wide output that are assigned together.
const PART: usize = 64;

/// A module that is being written.
pub(super) struct Body<'n> {
    pub out: String,
    pub selection: Selection<'n>,
    pub wires: Wires,
    /// Identifier of each node that has one.
    pub names: Vec<String>,
    asking: Asking<'n>,
}

impl<'n> Body<'n> {
    /// Names are given to all inputs and views of the net, so that modules of one net call the same thing the same.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn new(
        selection: Selection<'n>,
        mut namer: Namer,
        observer: &'n dyn Observer,
    ) -> std::result::Result<Self, Stopped> {
        let (net, mut pace) = (selection.net, Pace::new(observer, NAMES));
        let mut names = vec![String::new(); net.num_nodes()];
        let ports = &net.ports;
        for (node, base) in selection.state().zip(&ports.bases) {
            pace.step()?;
            names[node.index()] = namer.fact(&base.fact);
        }
        for (node, input) in selection.moves().zip(&ports.inputs) {
            pace.step()?;
            let role = &ports.roles[input.role as usize];
            names[node.index()] = namer.name(&format!("does {role} {}", input.action));
        }
        let mut named = vec![None; net.num_nodes()];
        for view in &ports.views {
            pace.step()?;
            let node = view.holds.node();
            if net.fanin(node).is_some() && named[node.index()].is_none() {
                named[node.index()] = Some(view.holds.is_complement());
                names[node.index()] = namer.name(&view.sentence);
            }
        }
        observer.go_on()?;
        let wires = Wires::of(&selection, &named);
        for (gate, (id, _)) in net.gates().enumerate().filter(|(_, (id, _))| selection.has(*id)) {
            pace.step()?;
            if wires.own[id.index()] && names[id.index()].is_empty() {
                names[id.index()] = namer.name(&format!("n{gate}"));
            }
        }
        Ok(Self::named(selection, wires, names, observer))
    }

    /// A body whose wires and names are there.
    pub(super) fn named(
        selection: Selection<'n>,
        wires: Wires,
        names: Vec<String>,
        observer: &'n dyn Observer,
    ) -> Self {
        Self { out: String::new(), selection, wires, names, asking: Asking::new(observer) }
    }

    /// Another line begins: an error where it is not to.
    pub(super) fn line(&mut self) -> Result {
        self.asking.line()
    }

    /// The text, once its writer is done.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn text(&mut self) -> std::result::Result<String, Stopped> {
        let text = std::mem::take(&mut self.out);
        self.asking.written(text)
    }

    /// A wire for each state bit of `state_i` that is read.
    pub(super) fn state(&mut self) -> Result {
        for (i, (node, base)) in self.selection.state().zip(&self.selection.net.ports.bases).enumerate() {
            if self.selection.has(node) {
                self.line()?;
                let name = &self.names[node.index()];
                writeln!(self.out, "  wire {name} = state_i[{i}];  // base {i}: {}", comment(&base.fact))?;
            }
        }
        Ok(())
    }

    /// A wire for each move of `does_i` that is read.
    pub(super) fn moves(&mut self) -> Result {
        let ports = &self.selection.net.ports;
        for (i, (node, input)) in self.selection.moves().zip(&ports.inputs).enumerate() {
            if self.selection.has(node) {
                self.line()?;
                let (name, role) = (&self.names[node.index()], comment(&ports.roles[input.role as usize]));
                writeln!(self.out, "  wire {name} = does_i[{i}];  // move of {role}: {}", comment(&input.action))?;
            }
        }
        Ok(())
    }

    /// The wires of gates.
    pub(super) fn logic(&mut self) -> Result {
        self.gates(0..self.selection.net.num_nodes())
    }

    /// The wires of those gates whose nodes lie in a range.
    pub(super) fn gates(&mut self, nodes: Range<usize>) -> Result {
        let net = self.selection.net;
        let mut views = FxHashMap::default();
        for view in net.ports.views.iter().rev() {
            views.insert(view.holds.node(), &view.sentence);
        }
        let first = net.ports.first_gate();
        for id in (nodes.start.max(first)..nodes.end).map(node) {
            if self.selection.has(id) && self.wires.own[id.index()] {
                self.line()?;
                let start = format!("  wire {} = ", self.names[id.index()]);
                let expression = self.wires.expression(net, id, self.wires.inverted[id.index()]);
                self.assignment(start, &expression)?;
                match views.get(&id) {
                    Some(sentence) => writeln!(self.out, "  // {}", comment(sentence))?,
                    None => writeln!(self.out)?,
                }
            }
        }
        Ok(())
    }

    /// Which moves are legal.
    pub(super) fn legal(&mut self) -> Result {
        let ports = &self.selection.net.ports;
        let role = |role: u32| comment(&ports.roles[role as usize]);
        let bits =
            ports.inputs.iter().map(|input| (input.legal, format!("{}: {}", role(input.role), comment(&input.action))));
        self.outputs("legal_o", &bits.collect::<Vec<_>>())
    }

    /// The next state.
    pub(super) fn next(&mut self) -> Result {
        let bits = self.selection.net.ports.bases.iter().map(|base| (base.next, comment(&base.fact)));
        self.outputs("next_o", &bits.collect::<Vec<_>>())
    }

    /// The goal values.
    pub(super) fn goals(&mut self) -> Result {
        let ports = &self.selection.net.ports;
        let role = |role: u32| comment(&ports.roles[role as usize]);
        let bits = ports.goals.iter().map(|goal| (goal.holds, format!("{}: {}", role(goal.role), goal.value)));
        self.outputs("goal_o", &bits.collect::<Vec<_>>())
    }

    /// The end of the game.
    pub(super) fn terminal(&mut self) -> Result {
        self.assign("  assign terminal_o = ".to_owned(), self.selection.net.ports.terminal)?;
        writeln!(self.out)
    }

    /// The bits of an output, each with a comment.
    pub(super) fn outputs(&mut self, port: &str, bits: &[(Lit, String)]) -> Result {
        if bits.len() <= WIDE {
            for (i, (edge, comment)) in bits.iter().enumerate() {
                self.line()?;
                self.assign(format!("  assign {port}[{i}] = "), *edge)?;
                if comment.is_empty() { writeln!(self.out)? } else { writeln!(self.out, "  // {comment}")? }
            }
            return Ok(());
        }
        for (number, part) in bits.chunks(PART).enumerate() {
            let first = number * PART;
            writeln!(self.out, "  assign {port}[{}:{first}] = {{", first + part.len() - 1)?;
            for (i, (edge, comment)) in part.iter().enumerate().rev() {
                self.line()?;
                let end = if i > 0 { "," } else { "" };
                let comment = if comment.is_empty() { String::new() } else { format!(" {comment}") };
                self.operand("      ".to_owned(), *edge, &format!("{end}  // {port}[{}]{comment}", first + i))?;
            }
            writeln!(self.out, "  }};")?;
        }
        Ok(())
    }

    /// State bits that nothing here depends on.
    pub(super) fn unused_state(&mut self) -> Result {
        let unused = self.unused(self.selection.state());
        self.read("State bits without influence.", "unused_state", "state_i", &unused)
    }

    /// Moves that nothing here depends on.
    pub(super) fn unused_moves(&mut self) -> Result {
        let unused = self.unused(self.selection.moves());
        self.read("Moves without influence.", "unused_moves", "does_i", &unused)
    }

    fn unused(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
        nodes.enumerate().filter(|(_, node)| !self.selection.has(*node)).map(|(i, _)| i).collect()
    }

    /// Reads bits of a port into a wire named `unused`, which linters know.
    pub(super) fn read(&mut self, why: &str, wire: &str, port: &str, bits: &[usize]) -> Result {
        if bits.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n  // {why}\n  wire [{}:0] {wire};", bits.len() - 1)?;
        for (bit, i) in bits.iter().enumerate() {
            writeln!(self.out, "  assign {wire}[{bit}] = {port}[{i}];")?;
        }
        Ok(())
    }
}
