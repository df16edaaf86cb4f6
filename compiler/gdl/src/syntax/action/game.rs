//! What a text says by its names: views, operations, facts of the state; and what is wrong with it as a whole.

use super::builtin;
use super::tree::{Expression, Operation, Text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::shown;
use crate::syntax::{Atom, Span, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A relation: its name and number of arguments.
pub(super) type Key = (Symbol, usize);

/// A text with its names sorted out.
pub(super) struct Game<'t> {
    pub text: &'t Text,
    /// Names with a fact, rule or operation: only the text is asked about them, never the state.
    pub views: FxHashSet<Symbol>,
    /// The operation rules of each name and number of arguments.
    pub operations: BTreeMap<Key, Vec<usize>>,
    /// The rules of each view.
    pub rules: FxHashMap<Key, Vec<usize>>,
}

impl<'t> Game<'t> {
    pub(super) fn of(text: &'t Text) -> Self {
        let heads = text.rules.iter().map(|rule| &rule.head).chain(text.operations.iter().map(|rule| &rule.head));
        let views = heads.map(|head| head.relation).collect();
        let (mut rules, mut operations) = (FxHashMap::default(), BTreeMap::default());
        for (number, rule) in text.rules.iter().enumerate() {
            rules.entry(rule.head.key()).or_insert_with(Vec::new).push(number);
        }
        for (number, rule) in text.operations.iter().enumerate() {
            operations.entry(rule.head.key()).or_insert_with(Vec::new).push(number);
        }
        Self { text, views, operations, rules }
    }

    /// The name of a symbol as it is written.
    pub(super) fn name(&self, symbol: Symbol) -> &str {
        self.text.symbols.name(symbol)
    }

    /// The symbol of a name, when the text holds it.
    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.text.symbols.get(name)
    }

    /// The arguments of a keyword of one argument, in the heads of rules, with the place of the head.
    pub(super) fn arguments(&self, keyword: Symbol) -> impl Iterator<Item = (&'t Term, Span)> {
        let text = self.text;
        let numbers = self.rules.get(&(keyword, 1)).into_iter().flatten();
        let heads = numbers.map(|&number| &text.rules[number].head);
        heads.flat_map(|head| head.args.iter().map(|arg| (arg, head.span)))
    }

    /// The actions that may be legal: `legal` may be a view, or a fact of the state.
    pub(super) fn legal(&self) -> impl Iterator<Item = (&'t Term, Span)> {
        let stored = if self.views.contains(&Symbol::LEGAL) { Vec::new() } else { self.stored((Symbol::LEGAL, 1)) };
        let stored = stored.into_iter().flat_map(|(args, span)| args.iter().map(move |arg| (arg, span)));
        self.arguments(Symbol::LEGAL).chain(stored)
    }

    /// The facts of a kind that `init` and effects put into the state: their arguments, and where they stand.
    pub(super) fn stored(&self, kind: Key) -> Vec<(&'t [Term], Span)> {
        let mut stored = Vec::new();
        for (fact, _) in self.arguments(Symbol::INIT).filter(|(fact, _)| fact.kind() == Some(kind)) {
            stored.push(match fact {
                Term::Compound(_, args, span) => (args.as_slice(), *span),
                Term::Constant(_, span) | Term::Variable(_, span) => (&[][..], *span),
            });
        }
        for operation in &self.text.operations {
            each_added(&operation.effects, &mut |atom| {
                if atom.key() == kind {
                    stored.push((atom.args.as_slice(), atom.span));
                }
            });
        }
        stored
    }

    /// Whether the text says when a relation holds: by views, or else by facts of the state.
    pub(super) fn is_told(&self, kind: Key) -> bool {
        if self.views.contains(&kind.0) { self.rules.contains_key(&kind) } else { !self.stored(kind).is_empty() }
    }

    /// Reports what the text as a whole lacks or must not hold.
    pub(super) fn check(&self, diagnostics: &mut Diagnostics) {
        self.built_in_heads(diagnostics);
        self.control(diagnostics);
        self.actions(diagnostics);
        self.hidden(diagnostics);
        self.cycles(diagnostics);
    }

    fn built_in_heads(&self, diagnostics: &mut Diagnostics) {
        let heads = self.text.rules.iter().map(|rule| &rule.head);
        for head in heads.chain(self.text.operations.iter().map(|rule| &rule.head)) {
            let name = self.name(head.relation);
            if builtin::find(name).is_some() || builtin::is_unsupported(name) || name == "countofall" {
                let message = format!("{} is predefined and cannot be defined", shown(name));
                diagnostics.error("G303", message, head.span, "choose another name for the relation");
            }
        }
    }

    /// Nobody can move unless `control(role)` holds of somebody: by the state, or by a view.
    fn control(&self, diagnostics: &mut Diagnostics) {
        let Some(control) = self.symbol("control").map(|name| (name, 1)) else {
            return self.nobody_moves(
                "no `init(control(role))`: nobody is to move in the first state",
                None,
                diagnostics,
            );
        };
        let roles: Vec<Symbol> =
            self.arguments(Symbol::ROLE).filter_map(|(role, _)| role.kind()).map(|k| k.0).collect();
        let names_role = |role: &Term| match role {
            Term::Constant(name, _) => roles.contains(name),
            Term::Variable(..) => true,
            Term::Compound(..) => false,
        };
        if self.views.contains(&control.0) {
            let mut told = self.arguments(control.0).peekable();
            let span = told.peek().map(|&(_, span)| span);
            if !told.any(|(role, _)| names_role(role)) {
                self.nobody_moves("`control` names no role: nobody is ever to move", span, diagnostics);
            }
            return;
        }
        let first = |(fact, _): &(&Term, Span)| fact.kind() == Some(control);
        if !self.arguments(Symbol::INIT).any(|fact| first(&fact)) {
            self.nobody_moves("no `init(control(role))`: nobody is to move in the first state", None, diagnostics);
        }
    }

    fn nobody_moves(&self, message: &str, span: Option<Span>, diagnostics: &mut Diagnostics) {
        if !diagnostics.has_errors() {
            let help = "say who moves first, for example `init(control(white))`; is this a game in another language?";
            diagnostics.push(Diagnostic::new(Severity::Warning, "G304", message.to_owned(), span, help.to_owned()));
        }
    }

    /// A `legal` that names a role allows nothing: the game would be stuck.
    fn actions(&self, diagnostics: &mut Diagnostics) {
        let heads = self.text.rules.iter().map(|rule| &rule.head);
        let Some(other) = heads.into_iter().find(|head| head.relation == Symbol::LEGAL) else { return };
        if !self.is_told((Symbol::LEGAL, 1)) {
            let message = format!("`legal` takes 1 argument, the action, here it has {}", other.args.len());
            let help = "write `legal(action)`, without a role: the role in control is the one that moves";
            diagnostics.error("G321", message, other.span, help);
        }
    }

    /// Conditions never see a fact of the state that has the name of a view.
    fn hidden(&self, diagnostics: &mut Diagnostics) {
        let mut reported = FxHashSet::default();
        let mut report = |name: Symbol, span: Span| {
            if self.views.contains(&name) && reported.insert(name) {
                let name = shown(self.name(name));
                let message = format!("{name} is defined by rules: as a fact of the state it has no effect");
                let help = format!("give the fact of the state another name, or define {name} by no fact and no rule");
                diagnostics.warning("G320", message, span, &help);
            }
        };
        for (fact, span) in self.arguments(Symbol::INIT) {
            if let Some((name, _)) = fact.kind() {
                report(name, span);
            }
        }
        for operation in &self.text.operations {
            each_added(&operation.effects, &mut |atom| {
                if !self.operations.contains_key(&atom.key()) {
                    report(atom.relation, atom.span);
                }
            });
        }
    }

    /// Operations that call each other in a cycle have no result.
    fn cycles(&self, diagnostics: &mut Diagnostics) {
        let mut state: FxHashMap<Key, bool> = FxHashMap::default();
        for &start in self.operations.keys() {
            self.visit(start, &mut state, diagnostics);
        }
    }

    /// `state` is false while an operation is being followed, true afterwards.
    fn visit(&self, start: Key, state: &mut FxHashMap<Key, bool>, diagnostics: &mut Diagnostics) {
        let mut stack = vec![(start, self.calls(start), 0_usize)];
        if state.insert(start, false) == Some(true) {
            state.insert(start, true);
            return;
        }
        while let Some((key, calls, next)) = stack.last_mut() {
            let Some((called, atom)) = calls.get(*next).copied() else {
                state.insert(*key, true);
                stack.pop();
                continue;
            };
            *next += 1;
            match state.get(&called) {
                Some(true) => {}
                Some(false) => {
                    let message = format!("the operation {} calls itself in the end", shown(self.name(called.0)));
                    let help = "an operation is replaced by its effects; let the views do what has to be repeated";
                    diagnostics.error("G305", message, atom.span, help);
                    state.insert(called, true);
                }
                None => {
                    state.insert(called, false);
                    stack.push((called, self.calls(called), 0));
                }
            }
        }
    }

    /// Operations that an operation's rules call.
    fn calls(&self, key: Key) -> Vec<(Key, &'t Atom)> {
        let mut calls = Vec::new();
        for &number in self.operations.get(&key).into_iter().flatten() {
            let rule: &Operation = &self.text.operations[number];
            each_added(&rule.effects, &mut |atom| {
                if self.operations.contains_key(&atom.key()) {
                    calls.push((atom.key(), atom));
                }
            });
        }
        calls
    }
}

/// Calls `visit` on every effect that adds a fact or calls an operation.
fn each_added<'e>(effects: &'e Expression, visit: &mut impl FnMut(&'e Atom)) {
    match effects {
        Expression::Atom(atom) => visit(atom),
        Expression::And(parts, _) => parts.iter().for_each(|part| each_added(part, visit)),
        Expression::When(_, effects, _) => each_added(effects, visit),
        _ => {}
    }
}
