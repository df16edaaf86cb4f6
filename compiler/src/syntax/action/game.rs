//! What a text says by its names: views, operations, facts of the state; and what is wrong with it as a whole.

use super::builtin;
use super::modes::Key;
use super::tree::{Expression, Operation, Text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::findings::Findings;
use crate::syntax::name::shown;
use crate::syntax::{Atom, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

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
            rules.entry(key(&rule.head)).or_insert_with(Vec::new).push(number);
        }
        for (number, rule) in text.operations.iter().enumerate() {
            operations.entry(key(&rule.head)).or_insert_with(Vec::new).push(number);
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

    /// Reports what the text as a whole lacks or must not hold.
    pub(super) fn check(&self, findings: &mut Findings) {
        self.built_in_heads(findings);
        self.control(findings);
        self.circles(findings);
    }

    fn built_in_heads(&self, findings: &mut Findings) {
        let heads = self.text.rules.iter().map(|rule| &rule.head);
        for head in heads.chain(self.text.operations.iter().map(|rule| &rule.head)) {
            let name = self.name(head.relation);
            if builtin::find(name).is_some() || builtin::is_unsupported(name) || name == "countofall" {
                let message = format!("{} is predefined and cannot be defined", shown(name));
                findings.error("G303", message, head.span, "choose another name for the relation");
            }
        }
    }

    /// Nobody can move without a fact `control(role)`.
    fn control(&self, findings: &mut Findings) {
        let control = self.symbol("control");
        let says_so = |rule: &&super::tree::View| match (rule.head.relation, rule.head.args.as_slice()) {
            (Symbol::INIT, [Term::Compound(name, args, _)]) => Some(*name) == control && args.len() == 1,
            _ => false,
        };
        if self.text.rules.iter().any(|rule| says_so(&rule)) || findings.has_errors() {
            return;
        }
        findings.push(Diagnostic::new(
            Severity::Warning,
            "G304",
            "no `init(control(role))`: nobody is to move in the first state".to_owned(),
            None,
            "say who moves first, for example `init(control(white))`; is this a game in another language?".to_owned(),
        ));
    }

    /// Operations that call each other in a circle have no result.
    fn circles(&self, findings: &mut Findings) {
        let mut state: FxHashMap<Key, bool> = FxHashMap::default();
        for &start in self.operations.keys() {
            self.visit(start, &mut state, findings);
        }
    }

    /// `state` is false while an operation is being followed, true afterwards.
    fn visit(&self, start: Key, state: &mut FxHashMap<Key, bool>, findings: &mut Findings) {
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
                    findings.error("G305", message, atom.span, help);
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
                if self.operations.contains_key(&self::key(atom)) {
                    calls.push((self::key(atom), atom));
                }
            });
        }
        calls
    }
}

/// Name and number of arguments of an atom.
pub(super) fn key(atom: &Atom) -> Key {
    (atom.relation, atom.args.len())
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
