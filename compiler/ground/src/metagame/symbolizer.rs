//! The symbolizer: ground rules to rules over propositions, `row(1,x)` to `row1x`, one to one.
//!
//! Roles that are single words, goal values and reserved words stay, so that the result is a game like any other:
//! `true(cell11x)`, `does(white,mark11)`, `row1x`.

use super::grounder::{Grounded, ground_sheet};
use super::{Bounds, Made, NameTable, NamingKind, Pace, Refused, judged};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Symbols, Term, is_name};
use std::collections::{BTreeMap, BTreeSet};

/// What the symbolizer made.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Symbolized {
    /// The ground game.
    #[serde(flatten)]
    pub ground: Grounded,
    /// Sentences with a new name.
    pub renamed: usize,
    /// Those whose words written together would have stood for two sentences.
    pub collisions: usize,
    /// The way back.
    #[serde(skip)]
    pub table: NameTable,
}

/// Grounds a game and makes a proposition of each sentence.
///
/// # Errors
/// When a bound is met.
pub fn symbolize(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<Symbolized>, Refused> {
    let grounded = ground_sheet(sheet, bounds)?;
    let mut pace = Pace::new(bounds, "symbolizing");
    let old = &grounded.sheet;
    let mut sentences = BTreeSet::new();
    for (done, rule) in old.rules.iter().enumerate() {
        pace.spend(rule.body.len(), done, old.rules.len())?;
        each_sentence(old, rule, &mut |text| {
            sentences.insert(text);
        });
    }
    let (names, collisions) = named(&sentences);
    let mut writer = Writer { old: &old.symbols, names: &names, symbols: Symbols::new() };
    let mut rules = Vec::with_capacity(old.rules.len());
    for (done, rule) in old.rules.iter().enumerate() {
        pace.spend(rule.body.len(), done, old.rules.len())?;
        let body = rule.body.iter().map(|part| writer.formula(part)).collect();
        rules.push(Rule { head: writer.atom(&rule.head), body, span: rule.span });
    }
    let made = Sheet { symbols: writer.symbols, rules };
    let mut table = NameTable::new(NamingKind::Sentences);
    table.names = names.into_iter().filter(|(text, name)| text != name).map(|(text, name)| (name, text)).collect();
    let gain = Symbolized { ground: grounded.gain, renamed: table.names.len(), collisions, table };
    Ok(Made { sheet: judged(sheet, made)?, gain, diagnostics: grounded.diagnostics })
}

/// Which arguments of a relation are sentences of the game; `None` where the whole atom is one.
fn places(relation: Symbol) -> Option<&'static [usize]> {
    match relation {
        Symbol::ROLE | Symbol::BASE | Symbol::INIT | Symbol::TRUE | Symbol::NEXT | Symbol::GOAL => Some(&[0]),
        Symbol::DOES | Symbol::LEGAL | Symbol::INPUT | Symbol::SEES => Some(&[0, 1]),
        Symbol::TERMINAL => Some(&[]),
        _ => None,
    }
}

fn each_sentence(sheet: &Sheet, rule: &Rule, visit: &mut impl FnMut(String)) {
    let mut of_atom = |atom: &Atom| match places(atom.relation) {
        Some(places) => {
            for place in places.iter().filter_map(|&place| atom.args.get(place)) {
                visit(text(&sheet.symbols, place));
            }
        }
        None => visit(sentence(&sheet.symbols, atom)),
    };
    of_atom(&rule.head);
    gdl2hdl_gdl::syntax::each_atom(&rule.body, &mut of_atom);
}

/// The canonical prefix text of a term.
fn text(symbols: &Symbols, term: &Term) -> String {
    let mut out = String::new();
    write(symbols, term, &mut out);
    out
}

fn write(symbols: &Symbols, term: &Term, out: &mut String) {
    match term {
        Term::Variable(name, _) | Term::Constant(name, _) => out.push_str(symbols.name(*name)),
        Term::Compound(name, args, _) => write_list(symbols, *name, args, out),
    }
}

fn write_list(symbols: &Symbols, name: Symbol, args: &[Term], out: &mut String) {
    out.push('(');
    out.push_str(symbols.name(name));
    for arg in args {
        out.push(' ');
        write(symbols, arg, out);
    }
    out.push(')');
}

fn sentence(symbols: &Symbols, atom: &Atom) -> String {
    let mut out = String::new();
    match atom.args.as_slice() {
        [] => out.push_str(symbols.name(atom.relation)),
        args => write_list(symbols, atom.relation, args, &mut out),
    }
    out
}

/// A name for each sentence, no two alike, and how many could not be their words written together.
fn named(sentences: &BTreeSet<String>) -> (BTreeMap<String, String>, usize) {
    let is_word = |text: &&String| !text.starts_with('(');
    let reserved = Symbols::new();
    let words: BTreeSet<&String> = sentences.iter().filter(is_word).collect();
    let mut wishes: BTreeMap<String, usize> = BTreeMap::new();
    for text in sentences.iter().filter(|text| !is_word(text)) {
        *wishes.entry(joined(text, "")).or_default() += 1;
    }
    let mut names: BTreeMap<String, String> = words.iter().map(|&text| (text.clone(), text.clone())).collect();
    let mut taken: BTreeSet<String> = words.into_iter().cloned().collect();
    let mut collisions = 0;
    for text in sentences.iter().filter(|text| !is_word(text)) {
        let wish = joined(text, "");
        let free = |name: &String| is_name(name) && reserved.get(name).is_none() && !taken.contains(name);
        // Names that others wish for are left to them only when one sentence alone wishes for them.
        let unwished = |name: &String| free(name) && !wishes.contains_key(name);
        let name = if wishes[&wish] == 1 && free(&wish) {
            wish
        } else {
            collisions += 1;
            let apart = joined(text, "_");
            // Longest names are cut: a number tells them apart.
            let stem = if is_name(&apart) { apart.clone() } else { "sentence".to_owned() };
            let numbered = (2_usize..).map(|number| format!("{stem}_{number}"));
            [apart].into_iter().chain(numbered).find(unwished).unwrap_or_default()
        };
        taken.insert(name.clone());
        names.insert(text.clone(), name);
    }
    (names, collisions)
}

/// The words of a sentence, with something between.
fn joined(text: &str, between: &str) -> String {
    let words: Vec<&str> = text.split(['(', ')', ' ']).filter(|word| !word.is_empty()).collect();
    words.join(between)
}

struct Writer<'a> {
    old: &'a Symbols,
    names: &'a BTreeMap<String, String>,
    symbols: Symbols,
}

impl Writer<'_> {
    fn formula(&mut self, formula: &Formula) -> Formula {
        let all = |writer: &mut Self, parts: &[Formula]| parts.iter().map(|part| writer.formula(part)).collect();
        match formula {
            Formula::Atom(atom) => Formula::Atom(self.atom(atom)),
            Formula::Not(inner, span) => Formula::Not(Box::new(self.formula(inner)), *span),
            Formula::And(parts, span) => Formula::And(all(self, parts), *span),
            Formula::Or(parts, span) => Formula::Or(all(self, parts), *span),
            Formula::Distinct(a, b, span) => Formula::Distinct(self.constant(a), self.constant(b), *span),
            Formula::Equal(a, b, span) => Formula::Equal(self.constant(a), self.constant(b), *span),
        }
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        let Some(places) = places(atom.relation) else {
            let relation = self.name(&sentence(self.old, atom));
            return Atom { relation, args: Vec::new(), span: atom.span };
        };
        let args = atom.args.iter().enumerate().map(|(place, arg)| match places.contains(&place) {
            true => self.constant(arg),
            // A goal value.
            false => Term::Constant(self.symbols.intern(&text(self.old, arg)), arg.span()),
        });
        let args = args.collect();
        Atom { relation: atom.relation, args, span: atom.span }
    }

    fn constant(&mut self, term: &Term) -> Term {
        Term::Constant(self.name(&text(self.old, term)), term.span())
    }

    /// The name of a sentence; ground rules have no others than those that were named.
    fn name(&mut self, text: &str) -> Symbol {
        self.symbols.intern(self.names.get(text).map_or(text, String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sentences: &[&str]) -> (BTreeMap<String, String>, usize) {
        named(&sentences.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn words_are_written_together() {
        let (names, collisions) = names(&["(cell 1 1 x)", "(row 1 x)", "noop", "(f (g a))"]);
        let expected = [("(cell 1 1 x)", "cell11x"), ("(f (g a))", "fga"), ("(row 1 x)", "row1x"), ("noop", "noop")];
        assert_eq!(names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect::<Vec<_>>(), expected);
        assert_eq!(collisions, 0);
    }

    #[test]
    fn no_two_sentences_share_a_name() {
        let odd = [
            "(cell 1 11)",
            "(cell 11 1)",
            "(ro le)",
            "(tr ue)",
            "cell_1_11",
            "(cell_1 11)",
            "(f (g a b))",
            "(f (g a) b)",
            "fgab",
            "(a b_2)",
            "(a b)",
            "(ab)",
            "ab",
            "(a b 2)",
        ];
        let (names, collisions) = names(&odd);
        let different: BTreeSet<&String> = names.values().collect();
        assert_eq!((names.len(), different.len()), (odd.len(), odd.len()), "{names:?}");
        assert!(collisions >= 6 && names["fgab"] == "fgab", "{names:?}");
        assert!(names.values().all(|name| Symbols::new().get(name).is_none()), "{names:?}");
    }
}
