//! Names that stand where a role must, and are none: mostly slips of the pen, since nothing else would show them.

use super::collector::Diagnostics;
use super::graph::Graph;
use super::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::spelling::meant_of_few;
use crate::syntax::{Atom, Span, Symbol, Term, reserved_arity};
use rustc_hash::FxHashSet;

/// Warns of each constant that is no role, where it first stands in the place of one.
pub(super) fn check(graph: &Graph<'_>, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let Some(roles) = roles(graph) else { return };
    let mut strangers = strangers(graph, &roles);
    strangers.sort_by_key(|(atom, ..)| atom.span.start);
    let mut reported = FxHashSet::default();
    for (_, name, span) in strangers {
        if !reported.insert(name) {
            continue;
        }
        if diagnostics.is_one_too_many() {
            return;
        }
        let role = spelling.name(name);
        let names = roles.iter().map(|&role| spelling.symbols.name(role));
        let help = match meant_of_few(spelling.symbols.name(name), names) {
            Some(word) => format!("write `{word}` if that role is meant"),
            None => format!("write the name of a role, or declare {role} as one"),
        };
        let message = format!("{role} is no role: nobody plays it, and rules for it change nothing");
        diagnostics.push(Diagnostic::warning("G125", message, span, help));
    }
}

/// Atoms with a constant that is no role in the place of one; mostly there are none.
fn strangers<'s>(graph: &Graph<'s>, roles: &FxHashSet<Symbol>) -> Vec<(&'s Atom, Symbol, Span)> {
    let heads = graph.rules.iter().map(|node| &node.rule.head);
    let atoms = heads.chain(graph.literals.iter().map(|literal| literal.atom));
    let stranger = |atom: &'s Atom| match atom.args.first() {
        Some(Term::Constant(name, span)) if !roles.contains(name) => Some((atom, *name, *span)),
        _ => None,
    };
    atoms.filter(|atom| names_a_role(atom)).filter_map(stranger).collect()
}

/// The roles of the game; `None` where they are not plain names, so that nothing can be said.
fn roles(graph: &Graph<'_>) -> Option<FxHashSet<Symbol>> {
    let facts = graph.rules.iter().map(|node| &node.rule.head).filter(|head| head.relation == Symbol::ROLE);
    let names = facts.map(|head| match head.args.as_slice() {
        [Term::Constant(name, _)] => Some(*name),
        _ => None,
    });
    names.collect::<Option<FxHashSet<_>>>().filter(|roles| !roles.is_empty())
}

fn names_a_role(atom: &Atom) -> bool {
    let of_roles = [Symbol::LEGAL, Symbol::DOES, Symbol::GOAL, Symbol::SEES, Symbol::INPUT];
    of_roles.contains(&atom.relation) && reserved_arity(atom.relation) == Some(atom.args.len())
}
