//! The recursion restriction: a recursive literal takes its arguments from its head or from outside of the recursion.
//! It keeps the facts of a game finitely many.

use super::binding::{Binder, Budget, Leaf, TooInvolved};
use super::collector::Diagnostics;
use super::graph::{Components, Graph, Node, Relation};
use super::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Symbol, Term};
use rustc_hash::FxHashSet;

/// Warns of each rule with a literal that breaks the restriction, once a rule.
pub(super) fn check(
    graph: &Graph<'_>,
    components: &Components,
    spelling: Spelling<'_>,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) {
    let recursive = |node: &Node<'_>, atom: &Atom| {
        let relation = Relation::of(atom);
        graph.find(relation.name, relation.arity).is_some_and(|body| components.on_cycle(node.head, body))
    };
    for node in graph.rules.iter().filter(|node| components.is_cyclic(node.head)) {
        let mut literals = graph.literals[node.literals.clone()].iter();
        if !literals.any(|literal| !literal.negative && components.on_cycle(node.head, literal.relation)) {
            continue;
        }
        // Rules that are too involved have their error from the check of safety.
        if let Ok(Some((atom, arg))) = offender(node, &|atom| recursive(node, atom), budget) {
            diagnostics.push(diagnostic(spelling, &node.rule.head, atom, arg));
        }
    }
}

/// The first recursive literal with an argument that comes from nowhere else, and the argument.
fn offender<'s>(
    node: &Node<'s>,
    recursive: &dyn Fn(&Atom) -> bool,
    budget: &mut Budget,
) -> Result<Option<(&'s Atom, &'s Term)>, TooInvolved> {
    let head = &node.rule.head;
    let from_head: FxHashSet<Symbol> =
        head.args.iter().filter_map(|arg| if let Term::Variable(name, _) = arg { Some(*name) } else { None }).collect();
    let binds = |atom: &Atom| !recursive(atom);
    let mut binder = Binder::new(&binds, budget);
    let Some(body) = binder.body(&node.rule.body)? else { return Ok(None) };
    let mut found = None;
    binder.walk(&body, &mut |binder, leaf| {
        let Leaf::Positive(atom) = leaf else { return };
        if found.is_some() || !recursive(atom) {
            return;
        }
        let fits = |arg: &&Term| {
            let mut all = true;
            arg.each_variable(&mut |v, _| all &= from_head.contains(&v) || binder.is_bound(v));
            all || head.args.iter().any(|other| same(arg, other))
        };
        found = atom.args.iter().find(|arg| !fits(arg)).map(|arg| (atom, arg));
    })?;
    Ok(found)
}

fn same(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable(x, _), Term::Variable(y, _)) | (Term::Constant(x, _), Term::Constant(y, _)) => x == y,
        (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| same(x, y))
        }
        _ => false,
    }
}

fn diagnostic(spelling: Spelling<'_>, head: &Atom, atom: &Atom, arg: &Term) -> Diagnostic {
    Diagnostic::warning(
        "G104",
        format!(
            "{} of the recursive literal {} is neither an argument of the head nor bound outside of the recursion",
            spelling.term(arg),
            spelling.atom(atom)
        ),
        arg.span(),
        "bind it by a literal that does not depend on the head, for example a relation that lists the possible values",
    )
    .with_label(head.span, "the head that the literal depends on")
}
