//! The bits of an emitted module by name: a Verilog header to include in a module that uses it.
//!
//! Each fact, move, goal value and percept is a `localparam` with the number of its bit, as wide as that number needs;
//! facts without a bit of their own are functions of the state. All names begin with the game's, so that headers of two
//! games can be in one module.

use super::manifest::{Literal, Manifest};
use super::namer::{Namer, comment};
use std::collections::HashMap;
use std::fmt::{Result, Write};

/// Operands on a line of an expression, so that lines stay short.
const PER_LINE: usize = 4;

/// A list of bits: the word before its names, the port, and the sentence of each bit with its comment.
struct List {
    word: &'static str,
    port: &'static str,
    bits: Vec<(String, String)>,
}

impl List {
    fn new<'b>(word: &'static str, port: &'static str, bits: impl Iterator<Item = (Option<&'b str>, String)>) -> Self {
        let bit = |(role, sentence): (Option<&str>, String)| match role {
            Some(role) => (format!("{role} {sentence}"), format!("{}: {}", comment(role), comment(&sentence))),
            None => (sentence.clone(), comment(&sentence)),
        };
        Self { word, port, bits: bits.map(bit).collect() }
    }

    fn all(manifest: &Manifest) -> [Self; 4] {
        let role = |role: usize| manifest.roles.get(role).map(|role| role.name.as_str());
        // A sign is no letter: without a word for it the values 5 and -5 would differ by a number only.
        let value = |value: i32| if value < 0 { format!("minus {}", value.unsigned_abs()) } else { value.to_string() };
        [
            Self::new("true", "state_o and state_i", manifest.bases.iter().map(|bit| (None, bit.fact.clone()))),
            Self::new("does", "does_i and legal_o", manifest.moves.iter().map(|m| (role(m.role), m.action.clone()))),
            Self::new("goal", "goal_o", manifest.goals.iter().map(|goal| (role(goal.role), value(goal.value)))),
            Self::new("sees", "sees_o", manifest.sees.iter().map(|seen| (role(seen.role), seen.percept.clone()))),
        ]
    }
}

/// Bits that number so many things, at least one.
fn number_bits(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros().max(1)
}

/// Writes the header of the module that a manifest describes.
///
/// It has, with `GAME` for the game's name, `GAME_TRUE_BITS`, `GAME_DOES_BITS`, `GAME_GOAL_BITS` and `GAME_SEES_BITS`, the
/// widths of vectors; for each bit `GAME_TRUE_<fact>`, `GAME_DOES_<role>_<move>`, `GAME_GOAL_<role>_<value>` and
/// `GAME_SEES_<role>_<percept>`; the function `game_does`, from the number of a move to `does_i` with that bit alone; and for
/// each fact without a bit that follows from others a function `game_true_<fact>` of the state.
#[must_use]
pub fn header(manifest: &Manifest) -> String {
    let mut header = Header { game: Namer::default().name(&manifest.game), ..Header::default() };
    header.text(manifest).unwrap_or_default(); // Writing to a string can't fail.
    header.out
}

#[derive(Default)]
struct Header {
    out: String,
    /// What all names begin with.
    game: String,
    namer: Namer,
}

impl Header {
    fn text(&mut self, manifest: &Manifest) -> Result {
        writeln!(
            self.out,
            "// Game: {}. Names for the bits of {}, made by gdl2hdl {}.\n// Include it in the body of a module.\n\n\
             /* verilator lint_off UNUSED */",
            comment(&manifest.game),
            manifest.module,
            env!("CARGO_PKG_VERSION")
        )?;
        let lists = List::all(manifest);
        lists.iter().for_each(|list| self.namer.reserve(&format!("{}_bits", list.word)));
        lists.iter().try_for_each(|list| self.list(list))?;
        self.one_move(manifest.moves.len())?;
        self.facts(manifest)?;
        writeln!(self.out, "/* verilator lint_on UNUSED */")
    }

    fn list(&mut self, List { word, port, bits }: &List) -> Result {
        let upper = self.game.to_ascii_uppercase();
        writeln!(self.out, "localparam {upper}_{}_BITS = {};  // {port}", word.to_ascii_uppercase(), bits.len())?;
        let width = number_bits(bits.len());
        for (number, (sentence, shown)) in bits.iter().enumerate() {
            let name = self.namer.name(&format!("{word} {sentence}")).to_ascii_uppercase();
            writeln!(self.out, "localparam [{}:0] {upper}_{name} = {width}'d{number};  // {shown}", width - 1)?;
        }
        writeln!(self.out)
    }

    /// The function from the number of a move to the joint move with it alone: those of several roles are joined by `|`.
    fn one_move(&mut self, moves: usize) -> Result {
        if moves == 0 {
            return Ok(());
        }
        let (name, top, bit) = (format!("{}_does", self.game), moves - 1, number_bits(moves) - 1);
        writeln!(
            self.out,
            "function [{top}:0] {name};\n  input [{bit}:0] move;\n  begin\n    {name} = {{{moves}{{1'b0}}}};\n    \
             {name}[move] = 1'b1;\n  end\nendfunction\n"
        )
    }

    /// Functions for facts that have no bit, but follow from others or are always so. Of unobserved ones nothing is known.
    fn facts(&mut self, manifest: &Manifest) -> Result {
        let place: HashMap<&str, usize> =
            manifest.bases.iter().enumerate().map(|(i, b)| (b.fact.as_str(), i)).collect();
        let bit = |fact: &str, inverted: bool| match place.get(fact) {
            Some(place) => format!("{}state[{place}]", if inverted { "~" } else { "" }),
            // No manifest of ours names a fact that is not there.
            None => "1'bx".to_owned(),
        };
        let absent = &manifest.absent;
        let constants = [(&absent.always_true, "1'b1"), (&absent.always_false, "1'b0")];
        let constants = constants.into_iter().flat_map(|(facts, value)| facts.iter().map(move |fact| (fact, value)));
        for (fact, value) in constants {
            self.fact(manifest, fact, value)?;
        }
        for same in &absent.same {
            self.fact(manifest, &same.fact, &bit(&same.other, same.inverted))?;
        }
        for rest in &absent.none_of {
            let of: Vec<String> = rest.of.iter().map(|Literal { fact, inverted }| bit(fact, *inverted)).collect();
            let lines: Vec<String> = of.chunks(PER_LINE).map(|of| of.join(" | ")).collect();
            let any = if of.is_empty() { "1'b0".to_owned() } else { lines.join("\n      | ") };
            self.fact(manifest, &rest.fact, &format!("{}({any})", if rest.inverted { "" } else { "~" }))?;
        }
        Ok(())
    }

    fn fact(&mut self, manifest: &Manifest, fact: &str, value: &str) -> Result {
        // Without registers a fact is a constant; a function must have an argument all the same.
        let top = manifest.bases.len().max(1) - 1;
        let name = format!("{}_{}", self.game, self.namer.name(&format!("true {fact}")));
        writeln!(
            self.out,
            "function {name};  // {}\n  input [{top}:0] state;\n  {name} = {value};\nendfunction\n",
            comment(fact)
        )
    }
}
