//! Names as each syntax can write them: constants quoted where needed, variables renamed where needed.

use crate::syntax::name::{MAX_NAME_BYTES, ends_word, is_plain, is_plain_constant, is_plain_variable};
use crate::syntax::{Language, Span, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// A constant in infix syntax: as first spelled, else in lower case, else in quotes.
pub(super) fn hrf_constant(symbols: &Symbols, symbol: Symbol) -> Cow<'_, str> {
    let (spelling, name) = (symbols.spelling(symbol), symbols.name(symbol));
    // Without quotes these may be read as connectives.
    let is_word = matches!(symbol, Symbol::NOT | Symbol::AND | Symbol::OR);
    if is_word {
        Cow::Owned(format!("'{name}'"))
    } else if is_plain_constant(spelling) {
        Cow::Borrowed(spelling)
    } else if is_plain_constant(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("'{}'", spelling.replace('\\', "\\\\").replace('\'', "\\'")))
    }
}

/// How the variables of one rule are written, without the mark: different variables differently.
#[derive(Default)]
pub(super) struct VariableNames {
    written: FxHashMap<Symbol, String>,
    /// Names in use; in lower case where the syntax ignores case.
    taken: FxHashSet<String>,
    /// The next number to try behind a name that is in use.
    next_number: FxHashMap<String, usize>,
}

impl VariableNames {
    pub(super) fn get(&self, variable: Symbol) -> &str {
        self.written.get(&variable).map_or("_", String::as_str)
    }

    /// Chooses names for all variables that `visit_all` meets.
    pub(super) fn assign(
        &mut self,
        symbols: &Symbols,
        language: Language,
        visit_all: impl FnOnce(&mut dyn FnMut(Symbol, Span)),
    ) {
        self.written.clear();
        self.taken.clear();
        self.next_number.clear();
        let mut met: FxHashMap<Symbol, usize> = FxHashMap::default();
        let mut order = Vec::new();
        visit_all(&mut |variable, _| {
            let count = met.entry(variable).or_insert(0);
            if *count == 0 {
                order.push(variable);
            }
            *count += 1;
        });
        match language {
            Language::Kif => {
                for variable in order {
                    self.write(variable, kif_candidate(symbols, variable), str::to_lowercase);
                }
            }
            Language::Hrf | Language::Action | Language::Sdl => {
                let (plain, other): (Vec<_>, Vec<_>) =
                    order.into_iter().partition(|&v| is_plain_variable(symbols.variable_spelling(v)));
                // Names that need no change come first, so that they stay as they are.
                for variable in plain.into_iter().chain(other) {
                    let spelling = symbols.variable_spelling(variable);
                    if spelling.starts_with("_#") && met.get(&variable) == Some(&1) {
                        self.written.insert(variable, "_".to_owned());
                    } else {
                        self.write(variable, hrf_candidate(spelling), str::to_owned);
                    }
                }
            }
        }
    }

    /// Writes a variable as `wish`, with a number behind it when that is taken.
    fn write(&mut self, variable: Symbol, wish: String, key: fn(&str) -> String) {
        let mut name = wish;
        if !self.taken.insert(key(&name)) {
            let number = self.next_number.entry(key(&name)).or_insert(2);
            let numbered = loop {
                let numbered = format!("{name}_{number}");
                *number += 1;
                if self.taken.insert(key(&numbered)) {
                    break numbered;
                }
            };
            name = numbered;
        }
        self.written.insert(variable, name);
    }
}

/// The variable's own name, with the capital of infix syntax taken off where it comes back by itself.
fn kif_candidate(symbols: &Symbols, variable: Symbol) -> String {
    let name = symbols.variable_spelling(variable);
    if let Some(number) = name.strip_prefix("_#") {
        return format!("_{number}");
    }
    let legal = cut(name.chars().map(|c| if ends_word(c) || c.is_control() { '_' } else { c }).collect());
    let mut chars = legal.chars();
    let (first, second) = (chars.next(), chars.next());
    let is_exact = symbols.name(variable).chars().any(char::is_uppercase);
    match (first.and_then(lowered), second) {
        (Some(first), second) if is_exact && !second.is_some_and(char::is_uppercase) => {
            let length = legal.chars().next().map_or(0, char::len_utf8);
            format!("{first}{}", &legal[length..])
        }
        _ if legal.is_empty() => "_".to_owned(),
        _ => legal,
    }
}

/// The variable's name with a capital in front, and without what infix syntax takes only in quotes.
fn hrf_candidate(spelling: &str) -> String {
    if is_plain_variable(spelling) {
        return spelling.to_owned();
    }
    let plain = cut(spelling.chars().map(|c| if is_plain(c) { c } else { '_' }).collect());
    let mut chars = plain.chars();
    match chars.next() {
        Some('_') if plain.len() > 1 => plain,
        Some(first) if first.is_uppercase() => plain,
        Some(first) => match raised(first) {
            Some(capital) => format!("{capital}{}", chars.as_str()),
            None => format!("V{plain}"),
        },
        None => "V".to_owned(),
    }
}

/// Leaves room for a number behind a very long name.
fn cut(mut name: String) -> String {
    const LONGEST: usize = MAX_NAME_BYTES - 32;
    if name.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|&i| name.is_char_boundary(i));
        name.truncate(end.unwrap_or(0));
    }
    name
}

/// The capital of a letter, if it is a single one that reads as a capital and turns back.
fn raised(c: char) -> Option<char> {
    let mut upper = c.to_uppercase();
    let capital = upper.next().filter(|u| u.is_uppercase())?;
    (upper.next().is_none() && lowered(capital) == Some(c)).then_some(capital)
}

/// The small letter of a capital, if it is a single one.
fn lowered(c: char) -> Option<char> {
    let mut lower = c.to_lowercase();
    let small = lower.next().filter(|&l| l != c)?;
    lower.next().is_none().then_some(small)
}
