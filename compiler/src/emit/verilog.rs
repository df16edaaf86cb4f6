//! A net as a Verilog-2005 module: a flip-flop for each base, combinational logic for the rest.
//!
//! Ports and their timing are described in `hdl/INTERFACE.md`. Lines and blocks have bounded size whatever the net's.

use super::expression::{Expression, Wires};
use super::namer::{Namer, comment};
use crate::net::{Net, Verified};
use crate::propnet::{Lit, NodeId};
use std::fmt::Write;

/// Registers in one `always` block.
const BLOCK: usize = 64;
/// Columns after which an expression goes on in the next line.
const LINE: usize = 100;

/// Emitted Verilog.
#[derive(Clone, Debug)]
pub struct Module {
    /// Module name.
    pub name: String,
    /// The text: printable ASCII and line ends.
    pub text: String,
    /// The register of each base.
    pub registers: Vec<String>,
}

/// Emits a net. `game` names the module `<game>_propnet`.
#[must_use]
pub fn verilog(net: Verified<'_>, game: &str) -> Module {
    let net = net.net();
    let name = format!("{}_propnet", Namer::default().name(game));
    let mut namer = Namer::default();
    for port in ["clk_i", "rst_i", "load_i", "step_i", "state_i", "does_i", "state_o", "legal_o", "goal_o"] {
        namer.reserve(port);
    }
    ["terminal_o", "sees_o", "unused_moves"].iter().for_each(|name| namer.reserve(name));
    namer.reserve(&name);
    let mut emitter = Emitter::new(net, namer);
    let text = emitter.module(&name, game).unwrap_or_default(); // Writing to a string can't fail.
    let registers = (0..net.ports.bases.len()).map(|i| emitter.names[1 + i].clone()).collect();
    Module { name, text, registers }
}

struct Emitter<'n> {
    net: &'n Net,
    out: String,
    wires: Wires,
    /// Identifier of each node that has one.
    names: Vec<String>,
}

impl<'n> Emitter<'n> {
    fn new(net: &'n Net, mut namer: Namer) -> Self {
        let mut names = vec![String::new(); net.num_nodes()];
        let ports = &net.ports;
        for (i, base) in ports.bases.iter().enumerate() {
            names[1 + i] = namer.name(&base.fact);
        }
        for (i, input) in ports.inputs.iter().enumerate() {
            let role = &ports.roles[input.role as usize];
            names[ports.input(i).node().index()] = namer.name(&format!("does {role} {}", input.action));
        }
        let mut named = vec![None; net.num_nodes()];
        for view in &ports.views {
            let node = view.holds.node();
            if net.fanin(node).is_some() && named[node.index()].is_none() {
                named[node.index()] = Some(view.holds.is_complement());
                names[node.index()] = namer.name(&view.sentence);
            }
        }
        let wires = Wires::of(net, &named);
        for (gate, (id, _)) in net.gates().enumerate() {
            if wires.own[id.index()] && names[id.index()].is_empty() {
                names[id.index()] = namer.name(&format!("n{gate}"));
            }
        }
        Self { net, out: String::new(), wires, names }
    }

    fn module(&mut self, name: &str, game: &str) -> Result<String, std::fmt::Error> {
        self.header(name, game)?;
        self.declarations()?;
        self.logic()?;
        self.registers()?;
        self.outputs()?;
        self.unused_moves()?;
        writeln!(self.out, "endmodule\n\n`default_nettype wire")?;
        Ok(std::mem::take(&mut self.out))
    }

    fn header(&mut self, name: &str, game: &str) -> std::fmt::Result {
        let ports = &self.net.ports;
        let version = env!("CARGO_PKG_VERSION");
        writeln!(self.out, "// Game: {}. Propositional net, made by gdl2hdl {version}.", comment(game))?;
        writeln!(
            self.out,
            "// {} registers, {} moves, {} goal values, {} two-input gates.",
            ports.bases.len(),
            ports.inputs.len(),
            ports.goals.len(),
            self.net.num_gates()
        )?;
        writeln!(self.out, "// The manifest (.json) gives the sentence of every bit.\n\n`default_nettype none\n")?;
        // The user names the file, the game names the module.
        writeln!(self.out, "/* verilator lint_off DECLFILENAME */")?;
        writeln!(self.out, "module {name} (")?;
        let mut list = Vec::new();
        if !ports.bases.is_empty() {
            list.push("    input  wire clk_i,".to_owned());
            list.push("    input  wire rst_i,   // state := initial state".to_owned());
            list.push("    input  wire load_i,  // state := state_i".to_owned());
            list.push("    input  wire step_i,  // state := next state under does_i".to_owned());
            list.push(vector("input  wire", ports.bases.len(), "state_i,"));
        }
        let widths = [("input  wire", ports.inputs.len(), "does_i,"), ("output wire", ports.bases.len(), "state_o,")];
        list.extend(widths.iter().filter(|w| w.1 > 0).map(|w| vector(w.0, w.1, w.2)));
        let widths = [(ports.inputs.len(), "legal_o,"), (ports.goals.len(), "goal_o,"), (ports.sees.len(), "sees_o,")];
        list.extend(widths.iter().filter(|w| w.0 > 0).map(|w| vector("output wire", w.0, w.1)));
        list.push("    output wire terminal_o".to_owned());
        writeln!(self.out, "{}\n);\n/* verilator lint_on DECLFILENAME */", list.join("\n"))
    }

    fn declarations(&mut self) -> std::fmt::Result {
        let ports = &self.net.ports;
        for (i, base) in ports.bases.iter().enumerate() {
            let init = if base.init { ", initially true" } else { "" };
            writeln!(self.out, "  reg {};  // base {i}{init}: {}", self.names[1 + i], comment(&base.fact))?;
        }
        let used = self.used_inputs();
        for (i, input) in ports.inputs.iter().enumerate().filter(|(i, _)| used[*i]) {
            let name = &self.names[ports.input(i).node().index()];
            let role = comment(&ports.roles[input.role as usize]);
            writeln!(self.out, "  wire {name} = does_i[{i}];  // move of {role}: {}", comment(&input.action))?;
        }
        Ok(())
    }

    fn logic(&mut self) -> std::fmt::Result {
        let mut views = vec![None; self.net.num_nodes()];
        for view in self.net.ports.views.iter().rev() {
            views[view.holds.node().index()] = Some(&view.sentence);
        }
        for (id, _) in self.net.gates() {
            if self.wires.own[id.index()] {
                let start = format!("  wire {} = ", self.names[id.index()]);
                let expression = self.wires.expression(self.net, id, self.wires.inverted[id.index()]);
                self.assignment(start, &expression)?;
                match views[id.index()] {
                    Some(sentence) => writeln!(self.out, "  // {}", comment(sentence))?,
                    None => writeln!(self.out)?,
                }
            }
        }
        Ok(())
    }

    fn registers(&mut self) -> std::fmt::Result {
        let bases: Vec<_> = self.net.ports.bases.iter().enumerate().collect();
        for block in bases.chunks(BLOCK) {
            writeln!(self.out, "\n  always @(posedge clk_i) begin\n    if (rst_i) begin")?;
            for (i, base) in block {
                writeln!(self.out, "      {} <= 1'b{};", self.names[1 + i], u8::from(base.init))?;
            }
            writeln!(self.out, "    end else if (load_i) begin")?;
            for (i, _) in block {
                writeln!(self.out, "      {} <= state_i[{i}];", self.names[1 + i])?;
            }
            writeln!(self.out, "    end else if (step_i) begin")?;
            for (i, base) in block {
                self.assign(format!("      {} <= ", self.names[1 + i]), base.next)?;
                writeln!(self.out)?;
            }
            writeln!(self.out, "    end\n  end")?;
        }
        Ok(())
    }

    fn outputs(&mut self) -> std::fmt::Result {
        let ports = &self.net.ports;
        writeln!(self.out)?;
        for i in 0..ports.bases.len() {
            writeln!(self.out, "  assign state_o[{i}] = {};", self.names[1 + i])?;
        }
        for (i, input) in ports.inputs.iter().enumerate() {
            self.assign(format!("  assign legal_o[{i}] = "), input.legal)?;
            let role = comment(&ports.roles[input.role as usize]);
            writeln!(self.out, "  // {role}: {}", comment(&input.action))?;
        }
        for (i, goal) in ports.goals.iter().enumerate() {
            self.assign(format!("  assign goal_o[{i}] = "), goal.holds)?;
            writeln!(self.out, "  // {}: {}", comment(&ports.roles[goal.role as usize]), goal.value)?;
        }
        for (i, percept) in ports.sees.iter().enumerate() {
            self.assign(format!("  assign sees_o[{i}] = "), percept.holds)?;
            let role = comment(&ports.roles[percept.role as usize]);
            writeln!(self.out, "  // {role}: {}", comment(&percept.percept))?;
        }
        self.assign("  assign terminal_o = ".to_owned(), ports.terminal)?;
        writeln!(self.out)
    }

    /// Moves nothing depends on are read into a wire named `unused`, which linters know.
    fn unused_moves(&mut self) -> std::fmt::Result {
        let used = self.used_inputs();
        let unused: Vec<usize> = (0..used.len()).filter(|&i| !used[i]).collect();
        if unused.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n  // Moves without influence.")?;
        writeln!(self.out, "  wire [{}:0] unused_moves;", unused.len() - 1)?;
        for (bit, i) in unused.iter().enumerate() {
            writeln!(self.out, "  assign unused_moves[{bit}] = does_i[{i}];")?;
        }
        Ok(())
    }

    fn used_inputs(&self) -> Vec<bool> {
        let first = 1 + self.net.ports.bases.len();
        let mut used = vec![false; self.net.ports.inputs.len()];
        let mut mark = |edge: Lit| {
            if let Some(flag) = edge.node().index().checked_sub(first).and_then(|i| used.get_mut(i)) {
                *flag = true;
            }
        };
        self.net.gates().for_each(|(_, fanin)| fanin.into_iter().for_each(&mut mark));
        self.net.ports.each_output(mark);
        used
    }

    /// Writes an assignment of an edge, folding in its gate when that has no wire.
    fn assign(&mut self, start: String, edge: Lit) -> std::fmt::Result {
        let gate = self.net.fanin(edge.node()).is_some() && !self.wires.own[edge.node().index()];
        let expression = if gate {
            self.wires.expression(self.net, edge.node(), edge.is_complement())
        } else {
            Expression::Edge(edge)
        };
        self.assignment(start, &expression)
    }

    fn assignment(&mut self, start: String, expression: &Expression) -> std::fmt::Result {
        let mut line = start;
        self.write(expression, true, &mut line)?;
        write!(self.out, "{line};")
    }

    fn write(&mut self, expression: &Expression, top: bool, line: &mut String) -> std::fmt::Result {
        let (operands, sign) = match expression {
            Expression::Edge(edge) => {
                line.push_str(&self.edge(*edge));
                return Ok(());
            }
            Expression::And(operands) => (operands, " &"),
            Expression::Or(operands) => (operands, " |"),
        };
        if !top {
            line.push('(');
        }
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                line.push_str(sign);
                if line.len() > LINE {
                    writeln!(self.out, "{line}")?;
                    *line = "       ".to_owned();
                }
                line.push(' ');
            }
            self.write(operand, false, line)?;
        }
        if !top {
            line.push(')');
        }
        Ok(())
    }

    fn edge(&self, edge: Lit) -> String {
        if edge.is_constant() {
            return if edge == Lit::TRUE { "1'b1" } else { "1'b0" }.to_owned();
        }
        let node: NodeId = edge.node();
        let inverted = self.net.fanin(node).is_some() && self.wires.inverted[node.index()];
        let mark = if edge.is_complement() != inverted { "~" } else { "" };
        format!("{mark}{}", self.names[node.index()])
    }
}

fn vector(kind: &str, width: usize, name: &str) -> String {
    format!("    {kind} [{}:0] {name}", width - 1)
}
