//! What a goal value is.

use super::{Atom, Formula, Rule, Sheet, Span, Symbol, Symbols, Term};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Goal values are this far from zero at most.
const FAR: i32 = 1_000_000_000;

/// The goal value that a word stands for, when it is an integer as it is commonly written. GDL has 0 to 100; what rules
/// compute, of action rules most of all, may be less or more, and is what it is.
#[must_use]
pub fn goal_value(word: &str) -> Option<i32> {
    let value = word.parse::<i32>().ok()?;
    ((-FAR..=FAR).contains(&value) && value.to_string() == word).then_some(value)
}

/// Whether GDL has the goal value.
pub(crate) fn is_of_gdl(value: i32) -> bool {
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
            head: of(relation, Term::Constant(constant, Span::default())),
            body: Vec::new(),
            span: Span::default(),
        });
    }
    for rule in &mut sheet.rules {
        let Some((value, _)) = far_value(&sheet.symbols, &rule.head) else { continue };
        let taken = of(relations[&value], Term::Variable(variable, Span::default()));
        rule.head.args[1].clone_from(&taken.args[0]);
        rule.body.push(Formula::Atom(taken));
    }
    Cow::Owned(sheet)
}

fn of(relation: Symbol, arg: Term) -> Atom {
    Atom { relation, args: vec![arg], span: Span::default() }
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
        }
        for word in ["", "win", "007", "+5", "-0", "1.5", "1000000001", "99999999999999999999", "5 "] {
            assert_eq!(goal_value(word), None, "{word}");
        }
        assert!(is_of_gdl(0) && is_of_gdl(100) && !is_of_gdl(101) && !is_of_gdl(-1));
    }
}
