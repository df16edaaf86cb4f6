//! What a goal value is.

use super::collector::Diagnostics;
use super::name::shown;
use super::{Atom, Formula, Rule, Sheet, Span, Symbol, Symbols, Term, each_atom_mut};
use crate::diagnostics::Diagnostic;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Goal values are this far from zero at most.
const FAR: i32 = 1_000_000_000;

/// The goal value that a word stands for, when it is an integer; zeros may stand before it. GDL has 0 to 100; what rules
/// compute, of action rules most of all, may be less or more, and is what it is.
#[must_use]
pub fn goal_value(word: &str) -> Option<i32> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = is_integer.then(|| word.parse::<i32>().ok()).flatten()?;
    (-FAR..=FAR).contains(&value).then_some(value)
}

/// Whether a word is the goal value as it is commonly written.
pub fn is_common(word: &str, value: i32) -> bool {
    value.to_string() == word
}

/// Writes constant goal values without zeros in front, in heads and bodies alike, with a warning for each: goal values
/// are integers, though names elsewhere differ when they are written differently.
pub(super) fn settle(sheet: &mut Sheet, diagnostics: &mut Diagnostics) {
    let Sheet { symbols, rules } = sheet;
    let mut common = |atom: &mut Atom| {
        let (Symbol::GOAL, [_, Term::Constant(name, span)]) = (atom.relation, &mut *atom.args) else { return };
        let Some(value) = goal_value(symbols.name(*name)) else { return };
        if !is_common(symbols.name(*name), value) {
            diagnostics.push(read_as_integer(symbols.name(*name), value, *span));
            *name = symbols.intern(&value.to_string());
        }
    };
    for rule in rules {
        common(&mut rule.head);
        each_atom_mut(&mut rule.body, &mut common);
    }
}

/// The warning that a goal value is read as the integer it stands for.
pub fn read_as_integer(word: &str, value: i32, span: Span) -> Diagnostic {
    let message = format!("goal value {} is read as the integer {value}", shown(word));
    Diagnostic::warning("G035", message, span, format!("write {value}: other readers take the two for different names"))
}

/// Whether GDL has the goal value.
pub fn is_of_gdl(value: i32) -> bool {
    (0..=100).contains(&value)
}

/// The game with no head that gives a goal value which GDL does not have, for its readers refuse that. A rule takes such
/// a value from a fact: `(goal white 150)` becomes `(<= (goal white ?value) (goal_150 ?value))`.
#[must_use]
pub fn with_lawful_goals(sheet: &Sheet) -> Cow<'_, Sheet> {
    let far = |rule: &Rule| far_value(&sheet.symbols, &rule.head);
    let values: BTreeMap<i32, Symbol> = sheet.rules.iter().filter_map(far).collect();
    if values.is_empty() {
        return Cow::Borrowed(sheet);
    }
    let mut sheet = sheet.clone();
    // No text can spell it, so no rule has it.
    let variable = sheet.symbols.intern_exact("_#value");
    let mut relations = BTreeMap::new();
    for (value, constant) in values {
        let sign = if value < 0 { "minus_" } else { "" };
        let relation = sheet.symbols.fresh(&format!("goal_{sign}{}", value.unsigned_abs()));
        relations.insert(value, relation);
        sheet.rules.push(Rule {
            head: of(relation, Term::Constant(constant, Span::NOWHERE)),
            body: Vec::new(),
            span: Span::NOWHERE,
        });
    }
    for rule in &mut sheet.rules {
        let Some((value, _)) = far_value(&sheet.symbols, &rule.head) else { continue };
        let taken = of(relations[&value], Term::Variable(variable, Span::NOWHERE));
        rule.head.args[1].clone_from(&taken.args[0]);
        rule.body.push(Formula::Atom(taken));
    }
    Cow::Owned(sheet)
}

fn of(relation: Symbol, arg: Term) -> Atom {
    Atom { relation, args: vec![arg], span: Span::NOWHERE }
}

/// The value in a head, and its constant, where GDL does not have it.
fn far_value(symbols: &Symbols, head: &Atom) -> Option<(i32, Symbol)> {
    let (Symbol::GOAL, [_, Term::Constant(name, _)]) = (head.relation, &*head.args) else { return None };
    let value = goal_value(symbols.name(*name)).filter(|value| !is_of_gdl(*value))?;
    Some((value, *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_values() {
        for (word, value) in [("0", 0), ("100", 100), ("-5", -5), ("1000000000", FAR), ("-1000000000", -FAR)] {
            assert_eq!(goal_value(word), Some(value));
            assert!(is_common(word, value));
        }
        for (word, value) in
            [("007", 7), ("00", 0), ("-0", 0), ("0100", 100), ("-05", -5), ("00000000000000000050", 50)]
        {
            assert_eq!(goal_value(word), Some(value));
            assert!(!is_common(word, value));
        }
        for word in ["", "-", "win", "+5", "1.5", "--5", "1000000001", "99999999999999999999", "5 "] {
            assert_eq!(goal_value(word), None, "{word}");
        }
        assert!(is_of_gdl(0) && is_of_gdl(100) && !is_of_gdl(101) && !is_of_gdl(-1));
    }
}
