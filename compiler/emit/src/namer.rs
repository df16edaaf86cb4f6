//! Sentences to Verilog identifiers: readable, unique, safe.

use super::keywords::is_reserved;
use gdl2hdl_net::propnet::BaseFact;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longest identifier before it is cut: tools print them, people read them.
const MAX_LENGTH: usize = 60;

/// Hands out identifiers, never the same twice. Equal calls in equal order give equal names.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    used: FxHashSet<String>,
    /// For names that were wanted again: the next number to try. Without it, n equal wishes would take n² steps.
    numbers: FxHashMap<String, u64>,
}

impl Namer {
    /// Takes a name exactly as it is: for ports.
    pub fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// An identifier for what a flip-flop says.
    pub fn fact(&mut self, fact: &BaseFact) -> String {
        match fact.facts() {
            // A bit of a code stands for many facts: one of them must do.
            Some(facts) => self.name(&format!("{} or others", facts.first().map_or("", |fact| fact))),
            None => self.name(fact),
        }
    }

    /// An identifier `[a-z][a-z0-9_]*` for a sentence: its words joined by `_`, with a number when it is taken.
    pub fn name(&mut self, sentence: &str) -> String {
        let base = identifier(sentence);
        if !is_reserved(&base) && self.used.insert(base.clone()) {
            return base;
        }
        let number = self.numbers.entry(base.clone()).or_insert(2);
        loop {
            let name = format!("{base}_{number}");
            *number += 1;
            if !is_reserved(&name) && self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Words of letters and digits joined by single underscores; everything else separates words.
fn identifier(sentence: &str) -> String {
    let mut name = String::new();
    for c in sentence.chars() {
        if name.len() >= MAX_LENGTH {
            break;
        }
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    match name.chars().next() {
        None => "p".to_owned(),
        Some(c) if c.is_ascii_digit() => format!("p_{name}"),
        Some(_) => name.to_owned(),
    }
}

/// A sentence made safe for a `//` comment: printable ASCII only, so that no tool sees a line end, a directive or a
/// control sequence; long ones are cut.
#[must_use]
pub fn comment(sentence: &str) -> String {
    let mut out = String::new();
    for c in sentence.chars() {
        if out.len() > 100 {
            out.push_str("...");
            break;
        }
        match c {
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(c),
            _ => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sentences: &[&str]) -> Vec<String> {
        let mut namer = Namer::default();
        namer.reserve("clk_i");
        sentences.iter().map(|sentence| namer.name(sentence)).collect()
    }

    #[test]
    fn names_are_readable() {
        assert_eq!(names(&["(cell 1 11 X)", "noop", "7", "_"]), ["cell_1_11_x", "noop", "p_7", "p"]);
        let bits = [BaseFact::any_of(["(step 1)", "(step 2)"]), BaseFact::any_of(["a", "b"]), "a".into()];
        let mut namer = Namer::default();
        assert_eq!(bits.map(|bit| namer.fact(&bit)), ["step_1_or_others", "a_or_others", "a"]);
    }

    #[test]
    fn names_that_are_taken_get_a_number() {
        let given = names(&["a-b", "a_b_2", "a.b", "a_b", "(a b 2)", "always", "clk-i", "always_2", "always"]);
        let expected = ["a_b", "a_b_2", "a_b_3", "a_b_4", "a_b_2_2", "always_2", "clk_i_2", "always_2_2", "always_3"];
        assert_eq!(given, expected);
    }

    /// Words in other scripts all have the same letters in ASCII: none.
    #[test]
    fn many_equal_wishes_take_no_time() {
        let mut namer = Namer::default();
        let last = (0..200_000).map(|_| namer.name("\u{65e5}")).last();
        assert_eq!(last.as_deref(), Some("p_200000"));
    }
}
