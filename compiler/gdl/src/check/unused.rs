//! What is defined and has no effect, since no rule that counts asks for it.

use super::collector::Diagnostics;
use super::graph::{Components, Graph};
use super::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::spelling::meant;
use crate::syntax::{Language, Symbol, reserved_arity};

/// Words that a head may hold.
const HEADS: [Symbol; 9] = [
    Symbol::ROLE,
    Symbol::BASE,
    Symbol::INPUT,
    Symbol::INIT,
    Symbol::LEGAL,
    Symbol::NEXT,
    Symbol::GOAL,
    Symbol::TERMINAL,
    Symbol::SEES,
];

/// Warns of relations that only themselves ask for. What only those ask for is not reported: mending the one may be the
/// use of the other.
///
/// Of action rules the reader has translated only what is asked for, and says so itself.
pub(super) fn check(graph: &Graph<'_>, components: &Components, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    if spelling.language == Language::Action {
        return;
    }
    let mut asked = vec![false; components.len()];
    for (from, edges) in graph.edges.iter().enumerate() {
        for &(to, _) in edges {
            asked[components.component(to)] |= components.component(from) != components.component(to);
        }
    }
    let is_undefined = |relation: usize| graph.heads[relation].is_empty();
    let undefined: Vec<&str> = graph
        .relations
        .iter()
        .enumerate()
        .filter(|&(number, _)| is_undefined(number))
        .map(|(_, relation)| spelling.symbols.name(relation.name))
        .collect();
    for (number, relation) in graph.relations.iter().enumerate() {
        let component = components.component(number);
        let Some(&first) = graph.heads[number].first() else { continue };
        let is_reserved = reserved_arity(relation.name).is_some() || relation.name == Symbol::DISTINCT;
        // Of relations that ask for each other the first is named.
        if is_reserved || std::mem::replace(&mut asked[component], true) {
            continue;
        }
        if diagnostics.is_one_too_many() {
            return;
        }
        let (name, text) = (spelling.relation(relation), spelling.symbols.name(relation.name));
        // What is asked for by nearly this name and is not there has been reported.
        if meant(text, undefined.iter().copied()).is_some() {
            continue;
        }
        let help = match meant(text, HEADS.map(|word| spelling.symbols.name(word))) {
            Some(word) => format!("write `{word}` if that is meant, or remove {name}"),
            None => format!("correct the spelling, ask for {name}, or remove it"),
        };
        let span = graph.rules[first].rule.head.span;
        diagnostics.push(Diagnostic::warning("G118", format!("nothing asks for {name}: it has no effect"), span, help));
    }
}
