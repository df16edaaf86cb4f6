//! A net as a Verilog-2005 module: a flip-flop for each base, combinational logic for the rest.
//!
//! Ports and their timing are described in `hdl/INTERFACE.md`. Lines and blocks have bounded size whatever the net's.

use super::body::Body;
use super::head::{END, comments, module_name, vector};
use super::namer::{Namer, comment};
use super::selection::Selection;
use crate::net::{Net, Verified};
use std::fmt::{Result, Write};

/// Registers in one `always` block.
const BLOCK: usize = 64;

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
    let name = module_name(game, "propnet");
    let mut body = Body::new(Selection::all(net), namer(&name));
    module(&mut body, &name, game).unwrap_or_default(); // Writing to a string can't fail.
    let registers = body.selection.state().map(|node| body.names[node.index()].clone()).collect();
    Module { name, text: body.out, registers }
}

/// Gives no names of ports or of the module itself.
pub(super) fn namer(module: &str) -> Namer {
    let mut namer = Namer::default();
    for port in ["clk_i", "rst_i", "load_i", "step_i", "state_i", "does_i", "state_o", "legal_o", "goal_o"] {
        namer.reserve(port);
    }
    ["terminal_o", "sees_o", "unused_moves", module].iter().for_each(|name| namer.reserve(name));
    namer
}

fn module(body: &mut Body<'_>, name: &str, game: &str) -> Result {
    body.out = header(body.selection.net, name, game);
    declarations(body)?;
    body.moves()?;
    body.logic()?;
    registers(body)?;
    outputs(body)?;
    body.unused_moves()?;
    body.out.push_str(END);
    Ok(())
}

fn header(net: &Net, name: &str, game: &str) -> String {
    let ports = &net.ports;
    let counts = format!(
        "{} registers, {} moves, {} goal values, {} two-input gates",
        ports.bases.len(),
        ports.inputs.len(),
        ports.goals.len(),
        net.num_gates()
    );
    let comments = comments(game, "Propositional net", &counts);
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
    // The user names the file, the game names the module.
    let lint = |state| format!("/* verilator lint_{state} DECLFILENAME */");
    format!("{comments}{}\nmodule {name} (\n{}\n);\n{}\n", lint("off"), list.join("\n"), lint("on"))
}

fn declarations(body: &mut Body<'_>) -> Result {
    for (i, (node, base)) in body.selection.state().zip(&body.selection.net.ports.bases).enumerate() {
        let (name, init) = (&body.names[node.index()], if base.init { ", initially true" } else { "" });
        writeln!(body.out, "  reg {name};  // base {i}{init}: {}", comment(&base.fact))?;
    }
    Ok(())
}

fn registers(body: &mut Body<'_>) -> Result {
    let bases: Vec<_> = body.selection.net.ports.bases.iter().enumerate().collect();
    for block in bases.chunks(BLOCK) {
        writeln!(body.out, "\n  always @(posedge clk_i) begin\n    if (rst_i) begin")?;
        for (i, base) in block {
            writeln!(body.out, "      {} <= 1'b{};", body.names[1 + i], u8::from(base.init))?;
        }
        writeln!(body.out, "    end else if (load_i) begin")?;
        for (i, _) in block {
            writeln!(body.out, "      {} <= state_i[{i}];", body.names[1 + i])?;
        }
        writeln!(body.out, "    end else if (step_i) begin")?;
        for (i, base) in block {
            body.assign(format!("      {} <= ", body.names[1 + i]), base.next)?;
            writeln!(body.out)?;
        }
        writeln!(body.out, "    end\n  end")?;
    }
    Ok(())
}

fn outputs(body: &mut Body<'_>) -> Result {
    let ports = &body.selection.net.ports;
    writeln!(body.out)?;
    for i in 0..ports.bases.len() {
        writeln!(body.out, "  assign state_o[{i}] = {};", body.names[1 + i])?;
    }
    body.legal()?;
    body.goals()?;
    for (i, percept) in ports.sees.iter().enumerate() {
        let role = comment(&ports.roles[percept.role as usize]);
        body.output(&format!("sees_o[{i}]"), percept.holds, &format!("{role}: {}", comment(&percept.percept)))?;
    }
    body.terminal()
}
