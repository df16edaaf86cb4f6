//! Relations of a game's own that have the name of a reserved word: `(next 1 2)`, say, for numbers in a row. With another
//! number of arguments, defined and asked for, they can mean nothing else; they get a name of their own.

use super::name::shown;
use super::{Atom, Rule, Sheet, Symbol, each_atom, each_atom_mut};
use crate::diagnostics::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of arguments of a reserved relation; `None` for the game's own relations.
pub(crate) fn reserved_arity(name: Symbol) -> Option<usize> {
    match name {
        Symbol::TERMINAL => Some(0),
        Symbol::ROLE | Symbol::BASE | Symbol::INIT | Symbol::TRUE | Symbol::NEXT => Some(1),
        Symbol::INPUT | Symbol::DOES | Symbol::LEGAL | Symbol::GOAL | Symbol::DISTINCT | Symbol::SEES => Some(2),
        _ => None,
    }
}

/// Renames the relations of the game's own that have the name of a reserved word and another number of arguments. One
/// that nothing defines or nothing asks for is a slip, and stays as it is. **Cost:** a look at each head; two passes over
/// the sheet where one has such a name.
///
/// # Returns
/// A warning for each.
pub fn rename_own_words(sheet: &mut Sheet) -> Vec<Diagnostic> {
    let Sheet { symbols, rules } = sheet;
    let own: Vec<&Atom> = rules.iter().map(|rule| &rule.head).filter(|head| may_be_own(head)).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let asked = asked_by_others(rules);
    let mut names: FxHashMap<(Symbol, usize), Symbol> = FxHashMap::default();
    let mut found = Vec::new();
    for head in own {
        let key = head.key();
        if !asked.contains(&key) || names.contains_key(&key) {
            continue;
        }
        let word = symbols.name(key.0).to_owned();
        let name = symbols.fresh(&format!("{word}_{}", key.1));
        names.insert(key, name);
        let message = format!(
            "{} with {} is taken for a relation of the game's own, named {} from here on",
            shown(&word),
            if key.1 == 1 { "1 argument".to_owned() } else { format!("{} arguments", key.1) },
            shown(symbols.name(name)),
        );
        let help = "nothing needs to change here; other readers may refuse it: give the relation another name";
        found.push(Diagnostic::warning("G036", message, head.span, help));
    }
    if !names.is_empty() {
        let mut rename = |atom: &mut Atom| {
            if let Some(&name) = names.get(&atom.key()) {
                atom.relation = name;
            }
        };
        for rule in rules {
            rename(&mut rule.head);
            each_atom_mut(&mut rule.body, &mut rename);
        }
    }
    found
}

/// Whether a head has the name of a reserved word and another number of arguments. What `true` and `does` hold comes from
/// outside, and `distinct` is built in: nobody defines them.
fn may_be_own(head: &Atom) -> bool {
    !matches!(head.relation, Symbol::TRUE | Symbol::DOES | Symbol::DISTINCT)
        && reserved_arity(head.relation).is_some_and(|arity| arity != head.args.len())
}

/// The relations that rules other than their own ask for.
fn asked_by_others(rules: &[Rule]) -> FxHashSet<(Symbol, usize)> {
    let mut asked = FxHashSet::default();
    for rule in rules {
        each_atom(&rule.body, &mut |atom| {
            if atom.key() != rule.head.key() {
                asked.insert(atom.key());
            }
        });
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Language, parse, print};

    fn renamed(text: &str) -> (String, Vec<&'static str>) {
        let mut sheet = parse(text, Some(Language::Kif)).sheet;
        let found = rename_own_words(&mut sheet);
        let texts: Vec<String> =
            sheet.rules.iter().map(|rule| print::rule(&sheet.symbols, rule, Language::Kif)).collect();
        (texts.join(" "), found.into_iter().map(|found| found.code).collect())
    }

    #[test]
    fn what_is_defined_and_asked_for_is_the_games_own() {
        let text = "(next 1 2) (<= (next (n ?y)) (true (n ?x)) (next ?x ?y)) (<= terminal (not (goal a)) (or (goal a) p)) (goal a)";
        let (own, codes) = renamed(text);
        assert_eq!(codes, ["G036", "G036"]);
        assert_eq!(
            own,
            "(next_2 1 2) (<= (next (n ?y)) (true (n ?x)) (next_2 ?x ?y)) (<= terminal (not (goal_1 a)) (or (goal_1 a) p)) (goal_1 a)"
        );
    }

    #[test]
    fn slips_stay() {
        for text in [
            "(init cell 1 b)",
            "(<= (p ?x) (true cell ?x))",
            "(<= (next ?x ?y) (next ?y ?x))",
            "(distinct a) (<= p (distinct a))",
            "(<= p (terminal a))",
            "(next (n 1)) (<= q (next (n 1)))",
        ] {
            assert_eq!(renamed(text), (text.to_owned(), Vec::new()));
        }
    }
}
