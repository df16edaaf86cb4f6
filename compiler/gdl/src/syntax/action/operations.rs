//! Operations: what an action adds and deletes.
//!
//! Each operation becomes a relation that holds when it is carried out: because the action was chosen, or because
//! another operation calls it. All conditions are asked in the old state. A fact holds next when an operation adds it,
//! or when it holds now and none deletes it: addition wins.

use super::analysis::{Analysis, MAX_VALUES};
use super::game::Key;
use super::lower::Lower;
use super::modes::{Bound, bind_term, is_bound};
use super::terms::{atom, compound, fact};
use super::tree::Expression;
use crate::syntax::name::shown;
use crate::syntax::{Atom, Formula, Span, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What operations do to the state, so far.
#[derive(Default)]
pub(super) struct Effects {
    /// The relation that says an operation is carried out.
    doing: BTreeMap<Key, Symbol>,
    /// Kinds of facts that are ever added.
    added: BTreeSet<Key>,
    /// The relation that says a fact of a kind is deleted.
    deleted: BTreeMap<Key, Symbol>,
    /// Kinds of facts that stay unless they are deleted.
    kept: BTreeSet<Key>,
    /// Kinds of actions of which it is known what they do.
    chosen: BTreeSet<Key>,
}

impl Lower<'_> {
    /// The rules for `next`. Where `legal` names actions by a variable, some may have no operation: what is known of
    /// effects comes back then, for [`Self::unoperated`].
    pub(super) fn operations(&mut self) -> Option<Effects> {
        let mut effects = Effects::default();
        let (mut chosen, open) = self.chosen();
        if open {
            chosen.extend(self.game.operations.keys());
        }
        for &key in &chosen {
            self.chosen_action(key, &mut effects);
        }
        let mut queue: Vec<Key> = chosen.into_iter().filter(|key| self.game.operations.contains_key(key)).collect();
        let mut done = BTreeSet::new();
        while let Some(key) = queue.pop() {
            if done.insert(key) {
                self.operation(key, &mut effects, &mut queue);
            }
        }
        self.unmatched(&done, &mut effects);
        self.persistence(&mut effects);
        open.then_some(effects)
    }

    /// Actions that rules may allow by a variable and no operation has as its head: they become facts when they are
    /// chosen. Which there are is seen from the values that can stand there.
    pub(super) fn unoperated(&mut self, mut effects: Effects) {
        loop {
            let actions = self.allowed().into_iter();
            let is_new = |kind: &Key| !effects.chosen.contains(kind);
            let found: Vec<Key> = actions.filter(is_new).collect();
            if found.is_empty() {
                return;
            }
            for kind in found {
                self.chosen_action(kind, &mut effects);
                self.persist(kind, &mut effects);
            }
            self.finish_views();
        }
    }

    /// The kinds of actions that can be legal, as far as values show; those that `action` declares, where these have no
    /// end.
    fn allowed(&mut self) -> Vec<Key> {
        let version = (self.legal, 1);
        let is_view = self.game.views.contains(&Symbol::LEGAL);
        let mut analysis = Analysis::of(&mut self.symbols, &self.needs, &self.rules, None);
        if analysis.run(MAX_VALUES).is_ok() {
            if is_view {
                return analysis.column(version, 0).kinds();
            }
            let facts = analysis.column((Symbol::TRUE, 1), 0);
            return facts.args(Symbol::LEGAL, 1).map_or_else(Vec::new, |args| args[0].kinds());
        }
        let declared = self.game.symbol("action").into_iter().flat_map(|action| self.game.arguments(action));
        declared.filter_map(|(action, _)| action.kind()).collect()
    }

    /// The kinds of actions that `legal` names, and whether it may name others.
    fn chosen(&self) -> (BTreeSet<Key>, bool) {
        let (mut chosen, mut open) = (BTreeSet::new(), false);
        for (action, _) in self.game.legal() {
            match action.kind() {
                Some(kind) => {
                    chosen.insert(kind);
                }
                None => open = true,
            }
        }
        (chosen, open)
    }

    /// An action is carried out when it is chosen; without an operation of its own it becomes a fact.
    fn chosen_action(&mut self, action: Key, effects: &mut Effects) {
        effects.chosen.insert(action);
        let (name, arity) = action;
        let numbers = self.game.operations.get(&action);
        let span = numbers.map_or(self.start, |rules| self.game.text.operations[rules[0]].span);
        let known = numbers.is_some();
        let args = self.variables(arity, span);
        let role = self.variable("Role", span);
        let term = compound(name, &args, span);
        let mut body = vec![Formula::Atom(atom(Symbol::DOES, vec![role.clone(), term.clone()], span))];
        if action == (self.noop, 0) {
            // Roles that are not in control do nothing; this one is an action of the game.
            body.push(self.in_control(&role, span));
        }
        if known {
            let head = atom(self.doing(action, effects), args, span);
            self.push(head, body, span);
        } else {
            let span = self.game.legal().find(|(term, _)| term.kind() == Some(action)).map_or(span, |(_, span)| span);
            let message = format!("no operation says what {} does", shown(self.game.name(name)));
            let help = "the action is added to the state as a fact; write an operation: `action :: effects`";
            self.diagnostics.warning("G311", message, span, help);
            effects.added.insert(action);
            self.push(atom(Symbol::NEXT, vec![term], span), body, span);
        }
    }

    fn variables(&mut self, count: usize, span: Span) -> Vec<Term> {
        (1..=count).map(|i| self.variable(&format!("A{i}"), span)).collect()
    }

    /// The relation that says an operation is carried out.
    fn doing(&mut self, key: Key, effects: &mut Effects) -> Symbol {
        if let Some(&relation) = effects.doing.get(&key) {
            return relation;
        }
        let name = format!("do_{}", self.game.name(key.0));
        let relation = self.fresh(&name);
        self.needs.transitions.insert(relation);
        effects.doing.insert(key, relation);
        relation
    }

    fn operation(&mut self, key: Key, effects: &mut Effects, queue: &mut Vec<Key>) {
        let doing = self.doing(key, effects);
        for number in self.game.operations.get(&key).cloned().unwrap_or_default() {
            let rule = &self.game.text.operations[number];
            let head = Atom { relation: doing, ..rule.head.clone() };
            let mut walk = Walk { head, conditions: Vec::new(), span: rule.span, effects, queue };
            self.effects(&rule.effects, &mut walk);
        }
    }

    fn effects(&mut self, expression: &Expression, walk: &mut Walk<'_>) {
        match expression {
            Expression::And(parts, _) => parts.iter().for_each(|part| self.effects(part, walk)),
            Expression::When(condition, effects, _) => {
                walk.conditions.push((**condition).clone());
                self.effects(effects, walk);
                walk.conditions.pop();
            }
            Expression::Atom(atom) => self.add(atom, walk),
            Expression::Not(inner, span) => match &**inner {
                Expression::Atom(atom) => self.delete(atom, *span, walk),
                other => self.no_effect(other.span()),
            },
            other => self.no_effect(other.span()),
        }
    }

    fn no_effect(&mut self, span: Span) {
        let help = "an effect is a fact to add, `~` and a fact to delete, or an operation to carry out";
        self.diagnostics.error("G312", "this can't be an effect", span, help);
    }

    /// The body under which an effect takes place, and the variables that have values then.
    fn under(&mut self, walk: &Walk<'_>) -> Option<(Vec<Formula>, Bound)> {
        let mut bound = Bound::default();
        walk.head.args.iter().for_each(|arg| bind_term(arg, &mut bound));
        let mut body = vec![Formula::Atom(walk.head.clone())];
        self.body(&walk.conditions, &mut bound, &mut body).then_some((body, bound))
    }

    fn add(&mut self, effect: &Atom, walk: &mut Walk<'_>) {
        let Some((body, bound)) = self.under(walk) else { return };
        if !effect.args.iter().all(|arg| is_bound(arg, &bound)) {
            let help = "give every variable a value: by the action, or by a condition before `==>`";
            self.diagnostics.error("G313", "an effect with a variable that has no value", effect.span, help);
            return;
        }
        let kind = effect.key();
        if self.game.operations.contains_key(&kind) {
            walk.queue.push(kind);
            let head = Atom { relation: self.doing(kind, walk.effects), ..effect.clone() };
            self.push(head, body, walk.span);
            return;
        }
        walk.effects.added.insert(kind);
        self.push(atom(Symbol::NEXT, vec![fact(effect)], effect.span), body, walk.span);
    }

    fn delete(&mut self, effect: &Atom, span: Span, walk: &mut Walk<'_>) {
        let Some((body, bound)) = self.under(walk) else { return };
        if !effect.args.iter().all(|arg| is_bound(arg, &bound)) {
            let message = "a variable of the fact to delete has no value: nothing is deleted";
            let help = "give it a value by a condition: `p(X) ==> ~p(X)` deletes every `p`";
            self.diagnostics.warning("G314", message, span, help);
            return;
        }
        let kind = effect.key();
        let relation = match walk.effects.deleted.get(&kind) {
            Some(&relation) => relation,
            None => {
                let name = format!("deleted_{}", self.game.name(kind.0));
                let relation = self.fresh(&name);
                self.needs.transitions.insert(relation);
                walk.effects.deleted.insert(kind, relation);
                relation
            }
        };
        self.push(Atom { relation, ..effect.clone() }, body, walk.span);
    }

    /// What is called like an operation, but fits none of its heads, is added as a fact.
    fn unmatched(&mut self, operations: &BTreeSet<Key>, effects: &mut Effects) {
        for &operation in operations {
            let (name, arity) = operation;
            let numbers = self.game.operations.get(&operation).cloned().unwrap_or_default();
            let heads: Vec<Atom> = numbers.iter().map(|&at| self.game.text.operations[at].head.clone()).collect();
            if heads.iter().any(|head| fits_all(&head.args)) {
                continue;
            }
            let span = heads.first().map_or(self.start, |head| head.span);
            let doing = self.doing(operation, effects);
            let matched = self.fresh(&format!("fits_{}", self.game.name(name)));
            for head in heads {
                let body = vec![Formula::Atom(Atom { relation: doing, ..head.clone() })];
                let span = head.span;
                self.push(Atom { relation: matched, ..head }, body, span);
            }
            let args = self.variables(arity, span);
            let head = atom(Symbol::NEXT, vec![compound(name, &args, span)], span);
            let fits = Formula::Not(Box::new(Formula::Atom(atom(matched, args.clone(), span))), span);
            self.push(head, vec![Formula::Atom(atom(doing, args, span)), fits], span);
            effects.added.insert(operation);
        }
    }

    /// What holds and is not deleted holds again.
    fn persistence(&mut self, effects: &mut Effects) {
        let mut kinds = effects.added.clone();
        for (fact, span) in self.game.arguments(Symbol::INIT) {
            match fact.kind() {
                Some(kind) => {
                    kinds.insert(kind);
                }
                None => {
                    let help = "write the kind of fact: `init(cell(X,Y,b)) :- ...`";
                    self.diagnostics.error("G315", "`init` of a variable", span, help);
                }
            }
        }
        kinds.into_iter().for_each(|kind| self.persist(kind, effects));
    }

    /// The same for facts of one kind.
    fn persist(&mut self, kind: Key, effects: &mut Effects) {
        if !effects.kept.insert(kind) {
            return;
        }
        let span = self.start;
        let args = self.variables(kind.1, span);
        let fact = compound(kind.0, &args, span);
        let mut body = vec![Formula::Atom(atom(Symbol::TRUE, vec![fact.clone()], span))];
        if let Some(&deleted) = effects.deleted.get(&kind) {
            body.push(Formula::Not(Box::new(Formula::Atom(atom(deleted, args, span))), span));
        }
        self.push(atom(Symbol::NEXT, vec![fact], span), body, span);
    }
}

/// A rule of an operation while it is walked through.
struct Walk<'a> {
    /// The operation is carried out.
    head: Atom,
    /// The conditions around the effect at hand.
    conditions: Vec<Expression>,
    span: Span,
    effects: &'a mut Effects,
    queue: &'a mut Vec<Key>,
}

/// Whether arguments are different variables, so that everything fits them.
fn fits_all(args: &[Term]) -> bool {
    let mut seen = BTreeSet::new();
    args.iter().all(|arg| matches!(arg, Term::Variable(name, _) if seen.insert(*name)))
}
