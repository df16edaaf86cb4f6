//! Properties of an emitted module for formal tools: the duties of its user and what it guarantees, as
//! `hdl/INTERFACE.md` has them.
//!
//! Three files: a checker of both, the module with the checker at its ports, and a project of SymbiYosys.

use super::head::module_name;
use super::logic::Part;
use super::manifest::{Manifest, RoleInfo};
use super::namer::comment;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::Lit;
use std::fmt::{Result, Write};

/// Bits on a line of a vector's value, so that lines stay short.
const PER_LINE: usize = 64;

/// The files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formal {
    /// The checker: module `<game>_properties`.
    pub properties: Part,
    /// The module and its checker, all inputs free: module `<game>_formal`.
    pub top: Part,
    /// The project, to be saved as `<game>_formal.sby`.
    pub project: String,
}

/// Writes the properties of the module that a manifest describes, which is in the file `source`. `groups` are the groups of
/// its net: that at most one literal of each holds is what it guarantees of states of play.
///
/// `None` for games without state: there is no clock, and nothing that holds over time.
#[must_use]
pub fn formal(manifest: &Manifest, groups: &[Group], source: &str) -> Option<Formal> {
    if manifest.bases.is_empty() {
        return None;
    }
    let [checker, top] = ["properties", "formal"].map(|part| module_name(&manifest.game, part));
    let mut properties = Text { manifest, out: String::new() };
    properties.checker(&checker, groups).unwrap_or_default(); // Writing to a string can't fail.
    let mut above = Text { manifest, out: String::new() };
    above.top(&top, &checker).unwrap_or_default();
    let project = project(source, &checker, &top);
    let part = |name, text| Part { name, text };
    Some(Formal { properties: part(checker, properties.out), top: part(top, above.out), project })
}

/// The project: a bounded check of all, a proof of what holds in any state, and a search for an end of the game.
fn project(source: &str, checker: &str, top: &str) -> String {
    format!(
        "# Duties of the module's user as assumptions, its guarantees as assertions: `sby -f {top}.sby`.
[tasks]
bmc
prove
cover

[options]
bmc: mode bmc
bmc: depth 20
prove: mode prove
prove: depth 2
cover: mode cover
cover: depth 60

[engines]
smtbmc z3

[script]
read -formal {source}
read -formal {checker}.v
read -formal {top}.v
# Whether play comes to no other states is a question of many clocks: bmc asks it.
prove: chparam -set PLAY 0 {top}
prep -top {top}

[files]
{source}
{checker}.v
{top}.v
"
    )
}

struct Text<'m> {
    manifest: &'m Manifest,
    out: String,
}

impl Text<'_> {
    /// Ports of the module: whether it reads them, width, name. Width 0 is that of one wire.
    fn ports(&self) -> Vec<(bool, usize, &'static str)> {
        let Manifest { bases, moves, goals, .. } = self.manifest;
        let wires = [(true, 0, "clk_i"), (true, 0, "rst_i"), (true, 0, "load_i"), (true, 0, "step_i")];
        let vectors = [
            (true, bases.len(), "state_i"),
            (true, moves.len(), "does_i"),
            (false, bases.len(), "state_o"),
            (false, moves.len(), "legal_o"),
            (false, goals.len(), "goal_o"),
        ];
        let vectors = vectors.into_iter().filter(|(_, width, _)| *width > 0);
        wires.into_iter().chain(vectors).chain([(false, 0, "terminal_o")]).collect()
    }

    fn head(&mut self, what: &str, module: &str, parameters: &str, ports: &[(bool, usize, &str)]) -> Result {
        let (game, version) = (comment(&self.manifest.game), env!("CARGO_PKG_VERSION"));
        let range = |width: usize| if width == 0 { String::new() } else { format!(" [{}:0]", width - 1) };
        let ports: Vec<String> =
            ports.iter().map(|(_, width, name)| format!("    input wire{} {name}", range(*width))).collect();
        writeln!(
            self.out,
            "// Game: {game}. {what}, made by gdl2hdl {version}.\n\n`default_nettype none\n\nmodule {module} \
             #(\n{parameters}\n) (\n{}\n);",
            ports.join(",\n")
        )
    }

    fn checker(&mut self, name: &str, groups: &[Group]) -> Result {
        let parameters = "    // 1 where the user is checked, and what the module guarantees is taken for granted.\n    \
                          parameter OF_USER = 0,\n    // 0 without what holds of states of play alone.\n    \
                          parameter PLAY = 1";
        // The checker looks at all of them; goals tell nothing that is guaranteed.
        let ports: Vec<_> = self.ports().into_iter().filter(|(_, _, name)| *name != "goal_o").collect();
        self.head("Duties of the module's user and what it guarantees", name, parameters, &ports)?;
        self.history()?;
        self.duties()?;
        self.guarantees(groups)?;
        writeln!(
            self.out,
            "
  generate
    if (OF_USER != 0) begin : g_user
      always @* begin
        assert (begins);
        assert (steps);
        assume (keeps);
        assume (plays);
      end
    end else begin : g_module
      always @* begin
        assume (begins);
        assume (steps);
        assert (keeps);
        assert (plays);
        cover (played && terminal_o);
      end
    end
  endgenerate
endmodule

`default_nettype wire"
        )
    }

    /// What was so in the clock before.
    fn history(&mut self) -> Result {
        let bases = self.manifest.bases.len();
        let initial: Vec<bool> = self.manifest.bases.iter().map(|base| base.init).collect();
        writeln!(self.out, "  // The clock before; whether the state is one of play, come to by reset and steps.")?;
        writeln!(self.out, "  reg begun, reset, loaded, stepped, played;")?;
        writeln!(self.out, "  reg [{0}:0] state, given;\n  wire [{0}:0] first = {1};", bases - 1, value(&initial))?;
        writeln!(
            self.out,
            "  initial begun = 1'b0;
  initial played = 1'b0;
  always @(posedge clk_i) begin
    begun <= 1'b1;
    reset <= rst_i;
    loaded <= load_i;
    stepped <= step_i;
    state <= state_o;
    given <= state_i;
    if (rst_i) played <= 1'b1;
    else if (load_i) played <= 1'b0;
  end
"
        )
    }

    fn duties(&mut self) -> Result {
        writeln!(
            self.out,
            "  // Duties: a reset first; one legal move of each role with each step; none after the end."
        )?;
        writeln!(self.out, "  wire begins = begun | rst_i;")?;
        let mut duties = vec!["~terminal_o".to_owned()];
        if !self.manifest.moves.is_empty() {
            duties.push("(&(legal_o | ~does_i))".to_owned());
        }
        for (number, role) in self.manifest.roles.iter().enumerate() {
            let RoleInfo { first_move, num_moves, .. } = role;
            // Of a role without a bit there is no legal move, so no step.
            if *num_moves == 0 {
                duties.push("1'b0".to_owned());
                continue;
            }
            let (top, name) = (num_moves - 1, comment(&role.name));
            writeln!(
                self.out,
                "  wire [{top}:0] does_{number} = does_i[{}:{first_move}];  // {name}",
                first_move + top
            )?;
            duties.push(format!("{} & (|does_{number})", at_most_one(&format!("does_{number}"), *num_moves)));
        }
        let duties = duties.join("\n      & ");
        writeln!(self.out, "  wire steps = ~step_i | load_i | rst_i | (\n      {duties});\n")
    }

    fn guarantees(&mut self, groups: &[Group]) -> Result {
        writeln!(
            self.out,
            "  // Guarantees: reset goes before load, that before step, and with none the state stays.
  wire keeps = ~begun
      | (reset ? state_o == first : loaded ? state_o == given : stepped | state_o == state);"
        )?;
        let mut all = vec!["1'b1".to_owned()];
        for (number, group) in groups.iter().filter(|group| group.members.len() > 1).enumerate() {
            let (name, width) = (format!("group_{number}"), group.members.len());
            let one = if group.exact { "one" } else { "at most one" };
            writeln!(self.out, "  // In states of play {one} of these holds.\n  wire [{}:0] {name} = {{", width - 1)?;
            for (place, &member) in group.members.iter().enumerate().rev() {
                let (bit, fact) = self.literal(member);
                let comma = if place > 0 { "," } else { "" };
                writeln!(self.out, "      {bit}{comma}  // {fact}")?;
            }
            writeln!(self.out, "  }};")?;
            all.push(at_most_one(&name, width));
            all.extend(group.exact.then(|| format!("(|{name})")));
        }
        writeln!(self.out, "  wire plays = PLAY == 0 | ~played | (\n      {});", all.join("\n      & "))
    }

    /// A bit of the state, or its complement, and what it says.
    fn literal(&self, literal: Lit) -> (String, String) {
        // Node 0 is constant, behind it come the bases.
        let bit = literal.node().index() - 1;
        let not = literal.is_complement();
        let fact = comment(&self.manifest.bases[bit].fact);
        (format!("{}state_o[{bit}]", if not { "~" } else { "" }), format!("{}{fact}", if not { "not " } else { "" }))
    }

    fn top(&mut self, name: &str, checker: &str) -> Result {
        let ports = self.ports();
        let (inputs, outputs): (Vec<_>, Vec<_>) = ports.iter().copied().partition(|(is_input, ..)| *is_input);
        self.head("The module, all inputs free, and its checker", name, "    parameter PLAY = 1", &inputs)?;
        for (_, width, port) in &outputs {
            let range = if *width == 0 { String::new() } else { format!("[{}:0] ", width - 1) };
            writeln!(self.out, "  wire {range}{port};")?;
        }
        let pin = |(_, _, port): &(bool, usize, &str)| format!("      .{port}({port})");
        let sees = (!self.manifest.sees.is_empty()).then(|| "      .sees_o()".to_owned());
        let pins: Vec<String> = ports.iter().map(pin).chain(sees).collect();
        writeln!(self.out, "  {} u_module (\n{}\n  );", self.manifest.module, pins.join(",\n"))?;
        let pins: Vec<String> = ports.iter().filter(|(_, _, port)| *port != "goal_o").map(pin).collect();
        writeln!(self.out, "  {checker} #(.PLAY(PLAY)) u_properties (\n{}\n  );", pins.join(",\n"))?;
        writeln!(self.out, "endmodule\n\n`default_nettype wire")
    }
}

/// That one bit of a vector is set at most.
fn at_most_one(vector: &str, width: usize) -> String {
    match width {
        1 => "1'b1".to_owned(),
        _ => format!("~(|({vector} & ({vector} - {width}'d1)))"),
    }
}

/// A vector's value, bit 0 last.
fn value(bits: &[bool]) -> String {
    let digits: Vec<char> = bits.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect();
    let part = |digits: &[char]| format!("{}'b{}", digits.len(), digits.iter().collect::<String>());
    format!("{{\n      {}\n  }}", digits.chunks(PER_LINE).map(part).collect::<Vec<_>>().join(",\n      "))
}
