//! What a literal is asked with when arithmetic stands before it.

use super::super::needs::RelationTable;
use super::*;
use crate::syntax::kif;

/// The analysis of a rule over so many numbers: `above` is asked with their sums. What stands behind leaves few of them.
/// Gives the number of values that `above` is asked with, or the text of what is too large.
fn asked_with(numbers: usize) -> Result<usize, String> {
    let listed: String = (0..numbers).map(|number| format!("(n {number}) ")).collect();
    let text = format!("{listed}(few 0) (few 1) (<= q (n ?a) (n ?b) (plus ?a ?b ?s) (above ?s) (few ?a) (few ?b))");
    let sheet = kif::parse(&text).sheet;
    let mut symbols = sheet.symbols.clone();
    let [plus, above] = ["plus", "above"].map(|name| symbols.intern(name));
    let asked = Argument { relation: above, arity: 1, position: 0 };
    let mut needs = Needs::default();
    needs.guards.insert(asked, symbols.fresh("asked"));
    let table = RelationTable { rule: TableRule::Compute(Function::Plus), arity: 3, span: Span::NOWHERE };
    needs.tables.insert(plus, table);
    let mut analysis = Analysis::of(&mut symbols, &needs, &sheet.rules, None);
    match analysis.run(MAX_VALUES) {
        Ok(()) => Ok(analysis.asked(asked).constants.len()),
        Err(Endless::Large(span) | Endless::Grows(span)) => Err(span.of(&text).to_owned()),
    }
}

#[test]
fn literals_are_asked_with_the_sums_of_all_that_stands_before() {
    assert_eq!(asked_with(11), Ok(21));
}

/// Without the sums `above` would be asked with too few values, and nobody would know.
#[test]
fn too_many_sums_to_ask_with_are_told() {
    assert_eq!(asked_with(1101), Err("(plus ?a ?b ?s)".to_owned()));
}
