//! Facts and moves that rules ask for though no state holds the one and nobody may make the other: mostly slips of the
//! pen, since nothing else would show them.

use super::collector::Diagnostics;
use super::graph::{Graph, Literal};
use super::spelling::{Spelling, arguments};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::spelling::meant;
use crate::syntax::{Formula, Language, Rule, Symbol, Term, reserved_arity};
use rustc_hash::{FxHashMap, FxHashSet};

/// A name with a number of arguments: what all facts, or all moves, of a kind have in common.
type Signature = (Symbol, usize);

/// Warns of each kind of fact and of move, where it is asked for first.
pub(super) fn check(graph: &Graph<'_>, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let facts = Asked {
        keyword: Symbol::TRUE,
        code: "G119",
        problem: match spelling.language {
            Language::Kif | Language::Hrf => "no `init` and no `next` makes",
            Language::Action => "no `init` and no effect makes",
            Language::Sdl => "no rule for `true` makes",
        },
        effect: "this never holds",
        what: "the fact",
    };
    if let Some(made) = made(graph) {
        facts.check(graph, &made, spelling, diagnostics);
    }
    let moves = Asked {
        keyword: Symbol::DOES,
        code: "G120",
        problem: "no `legal` allows",
        effect: "nobody ever does this",
        what: "the move",
    };
    if let Some(allowed) = kinds_of_heads(graph, Symbol::LEGAL, 1) {
        moves.check(graph, &allowed, spelling, diagnostics);
    }
}

/// What is asked for in which way, and what is said of it when there is no such thing.
struct Asked {
    /// The relation; what is asked for is its last argument.
    keyword: Symbol,
    code: &'static str,
    problem: &'static str,
    effect: &'static str,
    what: &'static str,
}

impl Asked {
    fn check(
        &self,
        graph: &Graph<'_>,
        known: &FxHashSet<Signature>,
        spelling: Spelling<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut reported = FxHashSet::default();
        let asked = |literal: &&Literal<'_>| {
            literal.atom.relation == self.keyword && reserved_arity(self.keyword) == Some(literal.atom.args.len())
        };
        for literal in graph.literals.iter().filter(asked) {
            let Some((kind, span)) = literal.atom.args.last().and_then(|term| Some((term.kind()?, term.span()))) else {
                continue;
            };
            if known.contains(&kind) || !reported.insert(kind) || is_control(kind, spelling) {
                continue;
            }
            if diagnostics.is_one_too_many() {
                return;
            }
            let Self { code, problem, effect, what, .. } = self;
            let name = spelling.name(kind.0);
            let message = format!("{problem} {name} with {}: {effect}", arguments(kind.1));
            let same_name = known.iter().filter(|other| other.0 == kind.0).map(|other| other.1).min();
            let help = match (same_name, meant(spelling.symbols.name(kind.0), names(known, spelling))) {
                (Some(arity), _) => format!("{what} {name} has {}", arguments(arity)),
                (None, Some(word)) => format!("write `{word}` if that is meant, or remove the literal"),
                (None, None) => format!("correct the spelling, make {what} possible, or remove the literal"),
            };
            diagnostics.push(Diagnostic::warning(code, message, span, help));
        }
    }
}

/// Of action rules the reader has said already that nobody is to move.
fn is_control((name, arity): Signature, spelling: Spelling<'_>) -> bool {
    spelling.language == Language::Action && arity == 1 && spelling.symbols.name(name) == "control"
}

fn names<'w>(kinds: &FxHashSet<Signature>, spelling: Spelling<'w>) -> impl Iterator<Item = &'w str> {
    kinds.iter().map(move |kind| spelling.symbols.name(kind.0))
}

/// The kinds of facts that some state may hold; `None` where a rule may make any.
fn made(graph: &Graph<'_>) -> Option<FxHashSet<Signature>> {
    let mut made = FxHashSet::default();
    let mut fresh: Vec<Signature> = kinds_of_heads(graph, Symbol::INIT, 0)?.into_iter().collect();
    let mut makers = Vec::new();
    let mut waiting: FxHashMap<Signature, Vec<usize>> = FxHashMap::default();
    for rule in graph.rules.iter().map(|node| node.rule).filter(|rule| rule.head.relation == Symbol::NEXT) {
        let Some(fact) = rule.head.args.first() else { continue };
        match fact.kind() {
            Some(kind) => {
                let needs: Vec<Signature> = needed(rule).filter_map(Term::kind).collect();
                needs.iter().for_each(|&need| waiting.entry(need).or_default().push(makers.len()));
                fresh.extend(needs.is_empty().then_some(kind));
                makers.push((kind, needs.len()));
            }
            // What holds already and is kept is nothing new.
            None if keeps(rule, fact) => {}
            None => return None,
        }
    }
    while let Some(kind) = fresh.pop() {
        let waiting = if made.insert(kind) { waiting.remove(&kind) } else { None };
        for maker in waiting.into_iter().flatten() {
            let (kind, missing) = &mut makers[maker];
            *missing -= 1;
            fresh.extend((*missing == 0).then_some(*kind));
        }
    }
    Some(made)
}

/// Whether the variable that a head makes a fact of is one that holds.
fn keeps(rule: &Rule, fact: &Term) -> bool {
    let Term::Variable(name, _) = fact else { return false };
    needed(rule).any(|held| matches!(held, Term::Variable(other, _) if other == name))
}

/// The facts without which there is no head: those of literals `true` that stand alone in the body.
fn needed(rule: &Rule) -> impl Iterator<Item = &Term> {
    rule.body.iter().filter_map(|part| match part {
        Formula::Atom(atom) if atom.relation == Symbol::TRUE => atom.args.first(),
        _ => None,
    })
}

/// The kinds that an argument of a keyword's heads has; `None` where it is a variable.
fn kinds_of_heads(graph: &Graph<'_>, keyword: Symbol, argument: usize) -> Option<FxHashSet<Signature>> {
    let heads = graph.rules.iter().map(|node| &node.rule.head).filter(|head| head.relation == keyword);
    heads.filter_map(|head| head.args.get(argument)).map(Term::kind).collect()
}
