//! What emitted modules consist of, over the part of a net that one computes: names, inputs, wires, outputs.

use super::expression::Wires;
use super::namer::{Namer, comment};
use super::selection::Selection;
use crate::net::node;
use crate::propnet::{Lit, NodeId};
use rustc_hash::FxHashMap;
use std::fmt::{Result, Write};
use std::ops::Range;

/// A module that is being written.
#[derive(Debug)]
pub(super) struct Body<'n> {
    pub out: String,
    pub selection: Selection<'n>,
    pub wires: Wires,
    /// Identifier of each node that has one.
    pub names: Vec<String>,
}

impl<'n> Body<'n> {
    /// Names are given to all inputs and views of the net, so that modules of one net call the same thing the same.
    pub(super) fn new(selection: Selection<'n>, mut namer: Namer) -> Self {
        let net = selection.net;
        let mut names = vec![String::new(); net.num_nodes()];
        let ports = &net.ports;
        for (node, base) in selection.state().zip(&ports.bases) {
            names[node.index()] = namer.name(&base.fact);
        }
        for (node, input) in selection.moves().zip(&ports.inputs) {
            let role = &ports.roles[input.role as usize];
            names[node.index()] = namer.name(&format!("does {role} {}", input.action));
        }
        let mut named = vec![None; net.num_nodes()];
        for view in &ports.views {
            let node = view.holds.node();
            if net.fanin(node).is_some() && named[node.index()].is_none() {
                named[node.index()] = Some(view.holds.is_complement());
                names[node.index()] = namer.name(&view.sentence);
            }
        }
        let wires = Wires::of(&selection, &named);
        for (gate, (id, _)) in net.gates().enumerate().filter(|(_, (id, _))| selection.has(*id)) {
            if wires.own[id.index()] && names[id.index()].is_empty() {
                names[id.index()] = namer.name(&format!("n{gate}"));
            }
        }
        Self { out: String::new(), selection, wires, names }
    }

    /// A wire for each state bit of `state_i` that is read.
    pub(super) fn state(&mut self) -> Result {
        for (i, (node, base)) in self.selection.state().zip(&self.selection.net.ports.bases).enumerate() {
            if self.selection.has(node) {
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
        for (i, input) in ports.inputs.iter().enumerate() {
            let role = comment(&ports.roles[input.role as usize]);
            self.output(&format!("legal_o[{i}]"), input.legal, &format!("{role}: {}", comment(&input.action)))?;
        }
        Ok(())
    }

    /// The next state.
    pub(super) fn next(&mut self) -> Result {
        for (i, base) in self.selection.net.ports.bases.iter().enumerate() {
            self.output(&format!("next_o[{i}]"), base.next, &comment(&base.fact))?;
        }
        Ok(())
    }

    /// The goal values.
    pub(super) fn goals(&mut self) -> Result {
        let ports = &self.selection.net.ports;
        for (i, goal) in ports.goals.iter().enumerate() {
            let role = comment(&ports.roles[goal.role as usize]);
            self.output(&format!("goal_o[{i}]"), goal.holds, &format!("{role}: {}", goal.value))?;
        }
        Ok(())
    }

    /// The end of the game.
    pub(super) fn terminal(&mut self) -> Result {
        self.assign("  assign terminal_o = ".to_owned(), self.selection.net.ports.terminal)?;
        writeln!(self.out)
    }

    /// An output with a comment.
    pub(super) fn output(&mut self, port: &str, edge: Lit, comment: &str) -> Result {
        self.assign(format!("  assign {port} = "), edge)?;
        writeln!(self.out, "  // {comment}")
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
