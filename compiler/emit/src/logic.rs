//! The logic of a net without its registers: three combinational modules, for designs that keep the state themselves
//! and look at different states at a time.
//!
//! Ports are described in `hdl/INTERFACE.md`. Percepts are in none of the three.

use super::body::Body;
use super::head::{END, comments, module_name, vector};
use super::selection::Selection;
use super::verilog::namer;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::propnet::Ports;
use gdl2hdl_net::{Net, Verified};
use std::fmt::{Result, Write};

/// A Verilog-2005 file of one module, to be saved as `<name>.v`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Module name.
    pub name: String,
    /// The whole file: printable ASCII and line ends.
    pub text: String,
}

/// A net's logic. Vectors have the bits of the module with registers, in the same order; a port of width 0 does not
/// exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logic {
    /// `<game>_legal`: `state_i` to `legal_o`.
    pub legal: Part,
    /// `<game>_next`: `state_i` and `does_i` to `next_o`.
    pub next: Part,
    /// `<game>_end`: `state_i` to `goal_o` and `terminal_o`.
    pub end: Part,
}

impl Logic {
    /// All parts.
    #[must_use]
    pub fn parts(&self) -> [&Part; 3] {
        [&self.legal, &self.next, &self.end]
    }
}

/// Which part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PartKind {
    Legal,
    Next,
    End,
}

/// Emits the logic of a net. `game` names the modules. **Cost:** linear in the net.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn logic(net: Verified<'_>, game: &str, observer: &dyn Observer) -> std::result::Result<Logic, Stopped> {
    let part = |kind| part(net.net(), kind, game, observer);
    Ok(Logic { legal: part(PartKind::Legal)?, next: part(PartKind::Next)?, end: part(PartKind::End)? })
}

fn part(net: &Net, kind: PartKind, game: &str, observer: &dyn Observer) -> std::result::Result<Part, Stopped> {
    let name = module_name(game, kind.suffix());
    let mut namer = namer(&name);
    ["next_o", "unused_state"].iter().for_each(|name| namer.reserve(name));
    let mut body = Body::new(kind.selection(net), namer, observer)?;
    module(&mut body, kind, &name, game).unwrap_or_default(); // Whether it was stopped is known below.
    Ok(Part { name, text: body.text()? })
}

fn module(body: &mut Body<'_>, kind: PartKind, name: &str, game: &str) -> Result {
    body.out = header(&body.selection, kind, name, game);
    body.state()?;
    body.moves()?;
    body.logic()?;
    writeln!(body.out)?;
    match kind {
        PartKind::Legal => body.legal()?,
        PartKind::Next => body.next()?,
        PartKind::End => {
            body.goals()?;
            body.terminal()?;
        }
    }
    body.unused_state()?;
    if kind == PartKind::Next {
        body.unused_moves()?;
    }
    body.out.push_str(END);
    Ok(())
}

fn header(selection: &Selection<'_>, kind: PartKind, name: &str, game: &str) -> String {
    let net = selection.net;
    let counts = format!(
        "Combinational. {} of {} state bits, {} of {} two-input gates",
        selection.state().filter(|node| selection.has(*node)).count(),
        net.ports.bases.len(),
        selection.gates().count(),
        net.num_gates()
    );
    let ports = kind.ports(&net.ports);
    let list = if ports.is_empty() { String::new() } else { format!(" (\n{}\n)", ports.join(",\n")) };
    format!("{}module {name}{list};\n", comments(game, kind.purpose(), &counts))
}

impl PartKind {
    fn suffix(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Next => "next",
            Self::End => "end",
        }
    }

    fn purpose(self) -> &'static str {
        match self {
            Self::Legal => "Legal moves of a state",
            Self::Next => "State after a joint move",
            Self::End => "Goals and end of the game in a state",
        }
    }

    fn selection(self, net: &Net) -> Selection<'_> {
        let ports = &net.ports;
        let goals = || ports.goals.iter().map(|goal| goal.holds);
        let outputs = match self {
            Self::Legal => ports.inputs.iter().map(|input| input.legal).collect(),
            Self::Next => ports.bases.iter().map(|base| base.next).collect(),
            Self::End => goals().chain([ports.terminal]).collect(),
        };
        Selection::of(net, outputs)
    }

    /// The lines of the ports, without commas.
    fn ports(self, ports: &Ports) -> Vec<String> {
        let [bases, moves] = [ports.bases.len(), ports.inputs.len()];
        let widths = match self {
            Self::Legal => [("input  wire", bases, "state_i"), ("output wire", moves, "legal_o")].to_vec(),
            Self::Next => [("input  wire", bases, "state_i"), ("input  wire", moves, "does_i")]
                .into_iter()
                .chain([("output wire", bases, "next_o")])
                .collect(),
            Self::End => [("input  wire", bases, "state_i"), ("output wire", ports.goals.len(), "goal_o")].to_vec(),
        };
        let mut list: Vec<String> = widths.iter().filter(|w| w.1 > 0).map(|w| vector(w.0, w.1, w.2)).collect();
        if self == Self::End {
            list.push("    output wire terminal_o".to_owned());
        }
        list
    }
}
