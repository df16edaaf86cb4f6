//! A net as a Verilog-2005 module: a flip-flop for each base, combinational logic for the rest.
//!
//! Ports and their timing are described in `hdl/INTERFACE.md`. Lines and blocks have bounded size whatever the net's.

use super::body::Body;
use super::clocking::{Clocking, RegisterClocking, conditions, plan};
use super::head::{END, comments, module_name, vector};
use super::namer::{Namer, comment};
use super::registers::registers;
use super::selection::Selection;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Net, Verified};
use std::fmt::{Result, Write};

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
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn verilog(
    net: Verified<'_>,
    game: &str,
    clocking: Clocking,
    observer: &dyn Observer,
) -> std::result::Result<Module, Stopped> {
    let net = net.net();
    let plan = match clocking {
        Clocking::Common => None,
        Clocking::Own => plan(net, observer)?,
    };
    let (clocked, clocks) = plan.as_ref().map_or((net, [].as_slice()), |plan| (&plan.net, &plan.clocks));
    let name = module_name(game, "propnet");
    let selection = Selection::all(clocked, conditions(clocks).collect());
    let mut body = Body::new(selection, namer(&name), observer)?;
    let header = header(net, &name, game);
    module(&mut body, header, clocks).unwrap_or_default(); // Whether it was stopped is known below.
    let registers = body.selection.state().map(|node| body.names[node.index()].clone()).collect();
    Ok(Module { name, text: body.text()?, registers })
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

fn module(body: &mut Body<'_>, header: String, clocks: &[RegisterClocking]) -> Result {
    body.out = header;
    declarations(body)?;
    body.moves()?;
    body.logic()?;
    registers(body, clocks)?;
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

fn outputs(body: &mut Body<'_>) -> Result {
    let ports = &body.selection.net.ports;
    writeln!(body.out)?;
    let state: Vec<_> = body.selection.state().map(|node| (Lit::new(node, false), String::new())).collect();
    body.outputs("state_o", &state)?;
    body.legal()?;
    body.goals()?;
    let role = |role: u32| comment(&ports.roles[role as usize]);
    let sees = ports.sees.iter().map(|of| (of.holds, format!("{}: {}", role(of.role), comment(&of.percept))));
    body.outputs("sees_o", &sees.collect::<Vec<_>>())?;
    body.terminal()
}
