//! Action rules to GDL: who may do what, views, the first state. Bodies are in `body`, operations in `operations`.
//!
//! The role in control chooses among `legal(action)`; every other role has just `noop`. A view becomes a relation, a
//! fact of the state becomes `true(fact)`. Where it matters which arguments of a view are known when it is asked
//! (`modes`), the view gets a version for each way it is asked.

use super::game::{Game, Key};
use super::modes::{Bound, bind_term, is_bound, sensitive};
use super::needs::{Argument, Needs};
use super::positive::positive;
use super::terms::{atom, compound};
use crate::syntax::collector::Diagnostics;
use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Symbols, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most arguments of a view: which of them are known is a set of bits.
const MAX_ARGUMENTS: usize = 64;

/// The state of the translation.
pub(super) struct Lower<'g> {
    pub game: &'g Game<'g>,
    pub symbols: Symbols,
    pub diagnostics: &'g mut Diagnostics,
    pub rules: Vec<Rule>,
    pub needs: Needs,
    sensitive: FxHashSet<Key>,
    /// The relation of each version of a view: known arguments as bits.
    versions: FxHashMap<(Key, u64), Symbol>,
    queue: Vec<(Key, u64, Symbol)>,
    /// The arguments that are known when a version is asked.
    pub known_of: FxHashMap<Symbol, u64>,
    /// Names of versions given away.
    taken: FxHashSet<Key>,
    /// The view `legal`, whose name GDL takes for something else.
    pub legal: Symbol,
    /// Where rules stand that no rule of the text is to blame for.
    pub start: Span,
    pub control: Symbol,
    pub noop: Symbol,
}

impl<'g> Lower<'g> {
    pub(super) fn new(game: &'g Game<'g>, diagnostics: &'g mut Diagnostics) -> Self {
        let mut symbols = game.text.symbols.clone();
        let (control, noop) = (symbols.intern("control"), symbols.intern("noop"));
        let legal = symbols.fresh("legal_action");
        let rule = game.text.rules.first().map(|rule| rule.span);
        let start = rule.or(game.text.operations.first().map(|rule| rule.span)).unwrap_or_default();
        Self {
            game,
            symbols,
            diagnostics,
            rules: Vec::new(),
            needs: Needs::default(),
            sensitive: sensitive(game),
            versions: FxHashMap::default(),
            known_of: FxHashMap::default(),
            queue: Vec::new(),
            taken: FxHashSet::default(),
            legal,
            start,
            control,
            noop,
        }
    }

    /// Translates everything but the facts that `needs` lists.
    pub(super) fn game(&mut self) {
        self.given(Symbol::ROLE);
        self.given(Symbol::INIT);
        self.moves();
        let open = self.operations();
        self.goals();
        self.ends();
        self.finish_views();
        if let Some(effects) = open {
            self.unoperated(effects);
        }
    }

    /// Translates the views that were asked for, and those they ask for.
    pub(super) fn finish_views(&mut self) {
        while let Some((view, known, relation)) = self.queue.pop() {
            self.view(view, known, relation);
        }
        self.guard();
    }

    /// A name that the game does not hold.
    pub(super) fn fresh(&mut self, base: &str) -> Symbol {
        self.symbols.fresh(base)
    }

    pub(super) fn push(&mut self, head: Atom, body: Vec<Formula>, span: Span) {
        self.rules.push(Rule { head, body, span });
    }

    /// Goals are what views say, or facts of the state; `reward` is the older name of `goal`.
    fn goals(&mut self) {
        let names = [Some(Symbol::GOAL), self.game.symbol("reward")];
        let Some(name) = names.into_iter().flatten().find(|&name| self.game.is_told((name, 2))) else { return };
        if self.game.views.contains(&name) {
            self.version((name, 2), 1);
            return;
        }
        let span = self.start;
        let (role, value) = (self.variable("Role", span), self.variable("Value", span));
        let is_role = Formula::Atom(atom(Symbol::ROLE, vec![role.clone()], span));
        let stored =
            Formula::Atom(atom(Symbol::TRUE, vec![compound(name, &[role.clone(), value.clone()], span)], span));
        self.push(atom(Symbol::GOAL, vec![role, value], span), vec![is_role, stored], span);
    }

    /// The game is over where a view says so, or a fact of the state.
    fn ends(&mut self) {
        let over = (Symbol::TERMINAL, 0);
        if self.game.views.contains(&Symbol::TERMINAL) || !self.game.is_told(over) {
            self.version(over, 0);
            return;
        }
        let stored = atom(Symbol::TRUE, vec![compound(Symbol::TERMINAL, &[], self.start)], self.start);
        self.push(atom(Symbol::TERMINAL, Vec::new(), self.start), vec![Formula::Atom(stored)], self.start);
    }

    /// Whether `reward` stands for `goal`.
    fn is_reward(&self, (name, arity): Key) -> bool {
        arity == 2 && self.game.symbol("reward") == Some(name) && !self.game.is_told((Symbol::GOAL, 2))
    }

    /// The rules of a keyword of one argument as they stand.
    fn given(&mut self, keyword: Symbol) {
        for rule in self.views(keyword) {
            let rule = self.closed_body(rule);
            self.rules.extend(rule);
        }
    }

    /// Rules of a keyword of one argument that nobody calls.
    pub(super) fn views(&self, name: Symbol) -> Vec<usize> {
        self.game.rules.get(&(name, 1)).cloned().unwrap_or_default()
    }

    /// A rule as it stands, with no argument known.
    pub(super) fn closed_body(&mut self, number: usize) -> Option<Rule> {
        let rule = &self.game.text.rules[number];
        let mut body = Vec::new();
        let holds = self.body(&rule.body, &mut Bound::default(), &mut body);
        holds.then(|| Rule { head: rule.head.clone(), body, span: rule.span })
    }

    /// What each role may do.
    fn moves(&mut self) {
        let span = self.views(Symbol::LEGAL).first().map_or(self.start, |&at| self.game.text.rules[at].span);
        let (role, action) = (self.variable("Role", span), self.variable("Action", span));
        let may = self.asked((Symbol::LEGAL, 1), &action, span);
        let in_control = self.in_control(&role, span);
        let is_role = Formula::Atom(atom(Symbol::ROLE, vec![role.clone()], span));
        let head = atom(Symbol::LEGAL, vec![role.clone(), action], span);
        self.push(head, vec![is_role.clone(), in_control.clone(), may], span);
        let head = atom(Symbol::LEGAL, vec![role, Term::Constant(self.noop, span)], span);
        self.push(head, vec![is_role, Formula::Not(Box::new(in_control), span)], span);
    }

    /// Whoever satisfies `control` by the rules is to move: it may be a fact of the state, a fact of the text, or a view.
    pub(super) fn in_control(&mut self, role: &Term, span: Span) -> Formula {
        self.asked((self.control, 1), role, span)
    }

    /// A condition with one argument that has no value, of a view or of the state.
    fn asked(&mut self, key: Key, arg: &Term, span: Span) -> Formula {
        Formula::Atom(if self.game.views.contains(&key.0) {
            atom(self.version(key, 0), vec![arg.clone()], span)
        } else {
            atom(Symbol::TRUE, vec![Term::Compound(key.0, vec![arg.clone()], span)], span)
        })
    }

    /// A variable with a name that no rule of the text has to share.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Term {
        Term::Variable(self.symbols.intern_exact(name), span)
    }

    /// The relation of a view, asked with these arguments known.
    pub(super) fn version(&mut self, view: Key, known: u64) -> Symbol {
        let known = if self.sensitive.contains(&view) { known } else { 0 };
        if let Some(&relation) = self.versions.get(&(view, known)) {
            return relation;
        }
        let relation = self.name_of_version(view);
        self.versions.insert((view, known), relation);
        self.known_of.insert(relation, known);
        // Roles are always there.
        if view != (Symbol::ROLE, 1) {
            self.queue.push((view, known, relation));
        }
        relation
    }

    /// The first version keeps its name, where that means nothing in GDL.
    fn name_of_version(&mut self, view: Key) -> Symbol {
        let (name, arity) = view;
        let is_outside = match (name, arity) {
            (Symbol::ROLE, 1) | (Symbol::TERMINAL, 0) | (Symbol::GOAL, 2) => true,
            (Symbol::LEGAL, 1) => return self.legal,
            _ => name > Symbol::EQUAL,
        };
        let text = self.symbols.name(name).to_owned();
        let keyword = if self.is_reward(view) { Symbol::GOAL } else { name };
        if is_outside && self.taken.insert((keyword, arity)) {
            return keyword;
        }
        self.fresh(&format!("{text}_view"))
    }

    /// Arguments whose variables all have values, as bits.
    pub(super) fn known(&mut self, atom: &Atom, bound: &Bound) -> u64 {
        if atom.args.len() > MAX_ARGUMENTS {
            let message = format!("{} arguments, more than the {MAX_ARGUMENTS} supported", atom.args.len());
            self.diagnostics.error("G211", message, atom.span, "group arguments into function terms");
        }
        let args = atom.args.iter().take(MAX_ARGUMENTS).enumerate();
        args.filter(|(_, arg)| is_bound(arg, bound)).fold(0, |known, (i, _)| known | 1 << i)
    }

    /// The rules of one version of a view.
    fn view(&mut self, view: Key, known: u64, relation: Symbol) {
        for number in self.game.rules.get(&view).cloned().unwrap_or_default() {
            let rule = &self.game.text.rules[number];
            debug_assert_eq!(rule.head.key(), view);
            let mut bound = Bound::default();
            let args = rule.head.args.iter().enumerate();
            args.filter(|(i, _)| known >> i & 1 == 1).for_each(|(_, arg)| bind_term(arg, &mut bound));
            let mut body = Vec::new();
            if self.body(&rule.body, &mut bound, &mut body) {
                let head = Atom { relation, ..rule.head.clone() };
                self.push(head, body, rule.span);
            }
        }
    }

    /// Adds, for every argument of a head that a rule takes as known, the relation that lists its values. What is
    /// listed for one relation may be what another one is asked with, so this is repeated until nothing is missing.
    pub(super) fn guard(&mut self) {
        loop {
            let before = self.needs.guards.len();
            let mut rules = std::mem::take(&mut self.rules);
            for rule in rules.iter_mut().filter(|rule| !is_given(rule.head.relation)) {
                self.guard_rule(rule);
            }
            self.rules = rules;
            if self.needs.guards.len() == before {
                return;
            }
        }
    }

    fn guard_rule(&mut self, rule: &mut Rule) {
        let mut bound = Bound::default();
        positive(&rule.body, &self.needs.guards, &mut bound);
        // Arguments that are known when the relation is asked come first: they may settle the others.
        let known = self.known_of.get(&rule.head.relation).copied().unwrap_or(0);
        let mut args: Vec<(usize, &Term)> = rule.head.args.iter().enumerate().collect();
        args.sort_by_key(|(position, _)| known >> position.min(&63) & 1 == 0);
        for (position, arg) in args {
            if !is_bound(arg, &bound) {
                let guard = self.guard_of(&rule.head, position);
                rule.body.insert(0, Formula::Atom(atom(guard, vec![arg.clone()], arg.span())));
                bind_term(arg, &mut bound);
            }
        }
    }

    /// The relation that lists the values of an argument.
    pub(super) fn guard_of(&mut self, head: &Atom, position: usize) -> Symbol {
        if head.relation == Symbol::GOAL && position == 0 {
            return Symbol::ROLE;
        }
        let argument = Argument { relation: head.relation, arity: head.args.len(), position };
        if let Some(&guard) = self.needs.guards.get(&argument) {
            return guard;
        }
        let name = format!("{}_argument_{}", self.symbols.name(head.relation), position + 1);
        let guard = self.fresh(&name);
        self.needs.guards.insert(argument, guard);
        guard
    }
}

/// Relations that nobody asks with arguments known: what their rules don't give a value stays without.
fn is_given(relation: Symbol) -> bool {
    matches!(relation, Symbol::NEXT | Symbol::INIT | Symbol::LEGAL | Symbol::ROLE)
}
