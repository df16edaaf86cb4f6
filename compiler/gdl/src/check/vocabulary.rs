//! The reserved words: where they may stand, with how many arguments, and on what they may depend.

use super::collector::Diagnostics;
use super::graph::Graph;
use super::paths::shortest;
use super::spelling::{Spelling, arguments};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::{
    Atom, Language, Rule, Symbol, Term, goal_value, is_common, is_of_gdl, read_as_integer, reserved_arity,
};

/// Most steps of a dependence that a message shows.
const MAX_SHOWN: usize = 8;

/// Checks all uses of reserved words.
pub(super) fn check(graph: &Graph<'_>, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    for node in &graph.rules {
        head(node.rule, spelling, diagnostics);
        for literal in &graph.literals[node.literals.clone()] {
            count(literal.atom, spelling, diagnostics);
            body(literal.atom, diagnostics);
        }
    }
    graph.odd_distincts.iter().for_each(|atom| count(atom, spelling, diagnostics));
    dependences(graph, spelling, diagnostics);
}

fn head(rule: &Rule, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let atom = &rule.head;
    match atom.relation {
        Symbol::DISTINCT => {
            diagnostics.push(Diagnostic::error(
                "G112",
                "`distinct` is built in and cannot be defined",
                atom.span,
                "remove the rule: `distinct` holds of any two terms that differ; or choose another name for the relation",
            ));
            return;
        }
        Symbol::TRUE => diagnostics.push(Diagnostic::error(
            "G107",
            "`true` cannot be a head: the state is given",
            atom.span,
            "use `init` for the first state, `next` for the states after it",
        )),
        Symbol::DOES => diagnostics.push(Diagnostic::error(
            "G107",
            "`does` cannot be a head: the players choose their moves",
            atom.span,
            "use `legal` for the moves a player may choose",
        )),
        Symbol::ROLE => role(rule, diagnostics),
        Symbol::GOAL => goal(atom, spelling, diagnostics),
        _ => {}
    }
    count(atom, spelling, diagnostics);
}

fn role(rule: &Rule, diagnostics: &mut Diagnostics) {
    let mut variable = None;
    rule.head.each_variable(&mut |_, span| variable = variable.or(Some(span)));
    let (message, span) = match (variable, rule.body.first()) {
        (_, Some(part)) => ("roles are facts, this one has a condition", part.span()),
        (Some(span), None) => ("roles are facts without variables", span),
        (None, None) => return,
    };
    diagnostics.push(Diagnostic::error("G105", message, span, "write one fact for each role"));
}

fn goal(atom: &Atom, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let Some(value) = atom.args.get(1) else { return };
    let number = match value {
        Term::Variable(..) => return,
        Term::Constant(name, span) => {
            let word = spelling.symbols.name(*name);
            let number = goal_value(word);
            if let Some(number) = number.filter(|&number| !is_common(word, number)) {
                diagnostics.push(read_as_integer(word, number, *span));
            }
            number
        }
        Term::Compound(..) => None,
    };
    if number.is_some_and(is_of_gdl) {
        return;
    }
    let message = format!("goal value {} is not an integer from 0 to 100", spelling.term(value));
    let (span, help) = (value.span(), "map the values of the game to 0..100");
    // Players of action rules take any number.
    diagnostics.push(match spelling.language {
        Language::Action if number.is_some() => Diagnostic::warning("G113", message, span, help),
        _ => Diagnostic::error("G113", message, span, help),
    });
}

fn body(atom: &Atom, diagnostics: &mut Diagnostics) {
    match atom.relation {
        Symbol::INIT => diagnostics.push(Diagnostic::error(
            "G106",
            "`init` cannot stand in a body",
            atom.span,
            "give the condition a relation of its own, and use that for `init` too",
        )),
        Symbol::NEXT => diagnostics.push(Diagnostic::error(
            "G107",
            "`next` cannot stand in a body: the next state is not known yet",
            atom.span,
            "give the condition a relation of its own, and use that for `next` too",
        )),
        Symbol::SEES => diagnostics.push(Diagnostic::error(
            "G107",
            "`sees` cannot stand in a body: percepts are what players are told, not what rules know",
            atom.span,
            "give the condition a relation of its own, and use that for `sees` too",
        )),
        _ => {}
    }
}

fn count(atom: &Atom, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let Some(arity) = reserved_arity(atom.relation).filter(|&arity| arity != atom.args.len()) else { return };
    let name = spelling.name(atom.relation);
    let message = format!("{name} takes {}, here it has {}", arguments(arity), arguments(atom.args.len()));
    let help = match atom.relation {
        Symbol::TERMINAL => spelling.example("write `terminal`", "write `terminal`"),
        Symbol::ROLE => spelling.example("write `(role name)`", "write `role(name)`"),
        Symbol::DISTINCT => {
            spelling.example("write `(distinct a b)`, one for each pair", "write `distinct(a,b)`, one for each pair")
        }
        Symbol::GOAL => spelling.example("write `(goal role value)`", "write `goal(role,value)`"),
        Symbol::SEES => spelling.example("write `(sees role percept)`", "write `sees(role,percept)`"),
        Symbol::DOES | Symbol::LEGAL | Symbol::INPUT => "name the role first, then the move as one term",
        _ => spelling.example(
            "put the fact into one term, for example `(true (cell 1 1 b))`",
            "put the fact into one term, for example `true(cell(1,1,b))`",
        ),
    };
    diagnostics.push(Diagnostic::error("G111", message, atom.span, help));
}

/// Who must not depend on whom, and what the rule is good for.
const FORBIDDEN: &[(&[Symbol], &[Symbol], &str, &str)] = &[
    (
        &[Symbol::INIT],
        &[Symbol::TRUE, Symbol::DOES, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL],
        "G106",
        "the first state can depend on facts only; use relations that speak of no state",
    ),
    (
        &[Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL],
        &[Symbol::DOES],
        "G108",
        "moves show in the state after them: let `next` store what is needed, and ask for that",
    ),
    (
        &[Symbol::ROLE, Symbol::BASE, Symbol::INPUT],
        &[Symbol::TRUE, Symbol::DOES],
        "G108",
        "this is the same in all states: use relations that speak of no state",
    ),
];

fn dependences(graph: &Graph<'_>, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    for &(sources, targets, code, help) in FORBIDDEN {
        for &source in sources {
            let Some(from) = reserved_arity(source).and_then(|arity| graph.find(source, arity)) else { continue };
            for &target in targets {
                let Some(to) = reserved_arity(target).and_then(|arity| graph.find(target, arity)) else { continue };
                let next = |node: usize| graph.edges[node].iter().copied();
                if let Some(path) = shortest(from, next, |node| node == to) {
                    diagnostics.push(dependence(graph, spelling, code, help, &path));
                }
            }
        }
    }
}

/// `path` is made of literals, each in a rule for the relation of the literal before it.
fn dependence(graph: &Graph<'_>, spelling: Spelling<'_>, code: &'static str, help: &str, path: &[usize]) -> Diagnostic {
    let name = |relation: usize| spelling.relation(&graph.relations[relation]);
    let literals: Vec<_> = path.iter().map(|&number| &graph.literals[number]).collect();
    let head = |i: usize| literals.get(i).map_or_else(String::new, |l| name(graph.rules[l.rule].head));
    let mut names = vec![head(0)];
    names.extend(literals.iter().map(|literal| name(literal.relation)));
    let (first, last) = (names.first().cloned().unwrap_or_default(), names.last().cloned().unwrap_or_default());
    let mut message = format!("{first} must not depend on {last}");
    if literals.len() > 1 {
        let hidden = names.len().saturating_sub(2 + MAX_SHOWN);
        if hidden > 0 {
            names.splice(MAX_SHOWN..MAX_SHOWN + hidden, [format!("… ({hidden} more)")]);
        }
        message = format!("{message}: {}", names.join(" -> "));
    }
    let mut diagnostic = Diagnostic::new(Severity::Error, code, message, None, help.to_owned());
    for (i, literal) in literals.iter().enumerate().take(MAX_SHOWN) {
        let text = format!("{} depends on {}", head(i), name(literal.relation));
        diagnostic = diagnostic.with_label(literal.atom.span, text);
    }
    diagnostic
}
