//! What a game must have, and what it mentions but does not have.

use super::CheckOptions;
use super::collector::Diagnostics;
use super::graph::Graph;
use super::spelling::{Spelling, arguments};
use crate::diagnostics::spelling::meant;
use crate::diagnostics::{Diagnostic, Severity};
use crate::remedy::Remedy;
use crate::syntax::{Symbol, reserved_arity};

/// Reports missing roles, missing rules for reserved words, and relations without a rule.
pub(super) fn check(graph: &Graph<'_>, options: &CheckOptions, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    if options.partial {
        return;
    }
    let has = |name: Symbol| graph.rules.iter().any(|node| node.rule.head.relation == name);
    if !has(Symbol::ROLE) {
        let help = spelling.example("name the players, for example `(role white)`", "name the players: `role(white)`");
        diagnostics.push(missing(Severity::Error, "G105", "the game has no role", help));
    }
    if !options.allow_incomplete {
        required(&has, spelling, diagnostics);
    }
    undefined(graph, spelling, diagnostics);
}

fn required(has: &dyn Fn(Symbol) -> bool, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let without = [
        (Symbol::LEGAL, "no rule for `legal`: nobody can ever move"),
        (Symbol::GOAL, "no rule for `goal`: nobody can ever win"),
        (Symbol::TERMINAL, "no rule for `terminal`: the game never ends"),
    ];
    let help = format!("add the rule, or {}", Remedy::Incomplete);
    for (_, message) in without.iter().filter(|(name, _)| !has(*name)) {
        diagnostics.push(missing(Severity::Error, "G114", message, &help).speaking_of(Remedy::Incomplete));
    }
    if !has(Symbol::NEXT) {
        let message = "no rule for `next`: no fact holds after the first move";
        let help = spelling.example(
            "say what holds next, for example `(<= (next ?p) (true ?p))`",
            "say what holds next, for example `next(P) :- true(P)`",
        );
        diagnostics.push(missing(Severity::Warning, "G115", message, help));
    }
}

fn missing(severity: Severity, code: &'static str, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(severity, code, message.to_owned(), None, help.to_owned())
}

/// Warns of each relation that bodies use and no head defines, where it is used first.
fn undefined(graph: &Graph<'_>, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let mut seen = vec![false; graph.relations.len()];
    for literal in &graph.literals {
        let relation = &graph.relations[literal.relation];
        let is_defined = !graph.heads[literal.relation].is_empty() || reserved_arity(relation.name).is_some();
        if is_defined || std::mem::replace(&mut seen[literal.relation], true) {
            continue;
        }
        if diagnostics.is_one_too_many() {
            return;
        }
        let name = spelling.relation(relation);
        let message = format!("no fact or rule defines {name} with {}: it never holds", arguments(relation.arity));
        let same_name = |head: &&super::graph::Node<'_>| head.rule.head.relation == relation.name;
        let help = match graph.rules.iter().find(same_name) {
            Some(node) => format!("{name} is defined with {}", arguments(node.rule.head.args.len())),
            None => match meant(spelling.symbols.name(relation.name), defined(graph, spelling)) {
                Some(word) => format!("write `{word}` if that is meant, define {name}, or remove the literal"),
                None => format!("correct the spelling, define {name}, or remove the literal"),
            },
        };
        diagnostics.push(Diagnostic::warning("G117", message, literal.atom.span, help));
    }
}

/// Names that a literal may hold.
fn defined<'g>(graph: &'g Graph<'_>, spelling: Spelling<'g>) -> impl Iterator<Item = &'g str> {
    let relations = graph.relations.iter().zip(&graph.heads).filter(|(_, heads)| !heads.is_empty());
    let own = relations.map(|(relation, _)| relation.name).filter(|&name| reserved_arity(name).is_none());
    [Symbol::TRUE, Symbol::DOES, Symbol::ROLE].into_iter().chain(own).map(move |name| spelling.symbols.name(name))
}
