//! Sentences to Verilog identifiers: readable, unique, safe.

use super::keywords::is_reserved;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longest identifier before it is cut: tools print them, people read them.
const MAX_LENGTH: usize = 60;

/// Hands out identifiers, never the same twice. Equal calls in equal order give equal names.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    used: FxHashSet<String>,
    /// The number to try next for names that were taken.
    numbers: FxHashMap<String, u64>,
}

impl Namer {
    /// Takes a name exactly as it is: for ports.
    pub fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// An identifier `[a-z][a-z0-9_]*` for a sentence: its words joined by `_`, with a number when it is taken.
    pub fn name(&mut self, sentence: &str) -> String {
        let base = identifier(sentence);
        if !is_reserved(&base) && self.used.insert(base.clone()) {
            return base;
        }
        let number = self.numbers.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{base}_{number}");
            if self.used.insert(name.clone()) {
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
