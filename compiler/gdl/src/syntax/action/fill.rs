//! The facts of a lowered game that depend on which values can stand where: values of arguments, rows of predefined
//! relations, instances to count.

use super::analysis::{Analysis, Endless, MANY_VALUES, MAX_INSTANCES, MAX_VALUES, Results, product, rows};
use super::lower::Lower;
use super::modes::Bound;
use super::needs::{Argument, Counting, Needs, Rule as TableRule};
use super::positive::positive;
use super::terms::atom;
use super::values::Values;
use crate::syntax::reach::reached;
use crate::syntax::{Formula, Rule, Span, Symbol, Term};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Most facts that list the values of an argument.
const MAX_LISTED: usize = 1 << 16;

impl Lower<'_> {
    /// Adds all facts that `needs` asks for.
    pub(super) fn fill(&mut self) {
        let needs = std::mem::take(&mut self.needs);
        if needs.is_empty() {
            return;
        }
        // Without `base` there is nothing to fall back on.
        let most = if self.views(Symbol::BASE).is_empty() { MAX_VALUES } else { MANY_VALUES };
        match self.facts(&needs, None, most) {
            Ok(facts) => self.rules.extend(facts),
            Err(Endless::Large(span)) => self.too_large(span),
            Err(Endless::Grows(span)) => {
                self.needs = needs;
                self.fill_within_declared(span);
            }
        }
    }

    /// The same, when arithmetic would go on for ever: what it brings into the state is taken within what `base` says.
    fn fill_within_declared(&mut self, span: Span) {
        let declared = self.declarations();
        let needs = std::mem::take(&mut self.needs);
        match self.facts(&needs, Some(declared), MAX_VALUES) {
            Ok(facts) => {
                let message = "arithmetic can go on from here without end; values that `base` does not declare are not \
                               computed with";
                let help = "let `base` declare every value that can be reached before the end of the game";
                self.diagnostics.warning("G316", message, span, help);
                self.rules.extend(facts);
                self.forget(declared);
            }
            Err(Endless::Large(span)) => self.too_large(span),
            Err(Endless::Grows(span)) => {
                let help = "declare the facts it makes in `base`, for example `base(step(N)) :- number(N)`";
                let message = "arithmetic makes numbers without end, and `base` sets no bound";
                self.diagnostics.error("G317", message, span, help);
            }
        }
    }

    fn too_large(&mut self, span: Span) {
        let message = "too many values to list what is computed or counted here";
        let help =
            format!("give every variable its values by facts or views; at most {MAX_INSTANCES} instances are counted");
        self.diagnostics.error("G318", message, span, &help);
    }

    /// The facts that `base` declares, as a relation.
    fn declarations(&mut self) -> Symbol {
        let declared = self.fresh("declared");
        for rule in self.views(Symbol::BASE) {
            if let Some(mut rule) = self.closed_body(rule) {
                rule.head.relation = declared;
                self.rules.push(rule);
            }
        }
        self.finish_views();
        declared
    }

    /// Drops what is declared once it has bounded the values, with what only that asks for: no rule of the game does.
    fn forget(&mut self, declared: Symbol) {
        self.rules.retain(|rule| rule.head.relation != declared);
        let asked = reached(&self.rules, |(name, _)| name.is_reserved());
        self.rules.retain(|rule| asked.contains(&rule.head.key()));
    }

    /// The facts, and the rules of [`free`](Self::free) where they do not go on for ever.
    fn facts(&mut self, needs: &Needs, declared: Option<Symbol>, most: usize) -> Result<Vec<Rule>, Endless> {
        let free = self.free(needs);
        let mut rules = std::mem::take(&mut self.rules);
        let given = rules.len();
        rules.extend(free);
        let mut found = self.facts_of(&rules, needs, declared, most);
        let free = rules.split_off(given);
        match &mut found {
            Ok(facts) => facts.extend(free),
            Err(_) if !free.is_empty() => found = self.facts_of(&rules, needs, declared, most),
            Err(_) => {}
        }
        self.rules = rules;
        found
    }

    /// Rules that take arguments as known which nobody knows when he asks, once more without: what they ask may give the
    /// arguments their values. Of `v(X,X) :- flag` and `v(Y,Z) :- ~flag`, asked for `v(2,A)`, the first one does.
    fn free(&self, needs: &Needs) -> Vec<Rule> {
        let guarded: FxHashMap<Symbol, Argument> = needs.guards.iter().map(|(&at, &guard)| (guard, at)).collect();
        let mut free = Vec::new();
        for rule in &self.rules {
            let known = self.known_of.get(&rule.head.relation).copied().unwrap_or(0);
            let needless = |part: &Formula| {
                let Formula::Atom(atom) = part else { return false };
                let of_head = guarded.get(&atom.relation).filter(|at| at.relation == rule.head.relation);
                of_head.is_some_and(|at| known >> at.position.min(63) & 1 == 0)
            };
            let body: Vec<Formula> = rule.body.iter().filter(|part| !needless(part)).cloned().collect();
            let (mut bound, mut all) = (Bound::default(), true);
            positive(&body, &BTreeMap::new(), &mut bound);
            rule.each_variable(&mut |name, _| all &= bound.contains(&name));
            if all && body.len() < rule.body.len() {
                free.push(Rule { body, ..rule.clone() });
            }
        }
        free
    }

    fn facts_of(
        &mut self,
        rules: &[Rule],
        needs: &Needs,
        declared: Option<Symbol>,
        most: usize,
    ) -> Result<Vec<Rule>, Endless> {
        let mut facts = Vec::new();
        let mut analysis = Analysis::of(&mut self.symbols, needs, rules, declared);
        analysis.run(most)?;
        for (argument, &guard) in &needs.guards {
            let values = analysis.asked(*argument).terms(MAX_LISTED, self.start);
            let values = values.ok_or(Endless::Large(self.start))?;
            facts.extend(values.into_iter().map(|value| fact(guard, vec![value], self.start)));
        }
        let inputs = analysis.inputs()?;
        let instances: Vec<Values> =
            needs.counts.iter().map(|c| analysis.column((c.holds, c.keys.len() + 1), c.keys.len())).collect();
        let mut known = Results::default();
        for (&relation, table) in &needs.tables {
            let mut all: BTreeSet<Vec<Symbol>> = BTreeSet::new();
            for columns in inputs.get(&relation).into_iter().flatten() {
                let found = match table.rule {
                    TableRule::Compute(function) => {
                        rows(&mut self.symbols, function, &columns[..table.arity - 1], &mut known)
                    }
                    TableRule::Compare(order) => product(columns).map(|mut rows| {
                        rows.retain(|row| order.holds(self.symbols.name(row[0]), self.symbols.name(row[1])));
                        rows
                    }),
                };
                all.extend(found.ok_or(Endless::Large(table.span))?);
            }
            let constant = |name: &Symbol| Term::Constant(*name, table.span);
            facts.extend(all.iter().map(|row| fact(relation, row.iter().map(constant).collect(), table.span)));
        }
        for (counting, instances) in needs.counts.iter().zip(&instances) {
            facts.extend(self.counter(counting, instances)?);
        }
        Ok(facts)
    }

    /// Counts instances: they stand in a row, and `upto(keys..., i, k)` says that `k` of the first `i` hold.
    fn counter(&mut self, counting: &Counting, instances: &Values) -> Result<Vec<Rule>, Endless> {
        let span = counting.span;
        // Instances of a template stand nowhere in the text.
        let instances = instances.terms(MAX_INSTANCES, Span::NOWHERE).ok_or(Endless::Large(span))?;
        let [upto, row, after] = ["counted", "instance_after", "one_more"].map(|name| self.fresh(name));
        let number = |lower: &mut Self, n: usize| Term::Constant(lower.symbols.intern(&n.to_string()), span);
        let var = |lower: &mut Self, name: &str| lower.variable(name, span);
        let with = |more: Vec<Term>| counting.keys.iter().cloned().chain(more).collect::<Vec<_>>();
        let asked = || {
            let listed = counting.keys.iter().zip(&counting.guards);
            listed.map(|(key, &guard)| Formula::Atom(atom(guard, vec![key.clone()], span))).collect::<Vec<_>>()
        };
        let (zero, last) = (number(self, 0), number(self, instances.len()));
        let mut rules = vec![rule(atom(upto, with(vec![zero.clone(), zero]), span), asked())];
        for (i, instance) in instances.iter().enumerate() {
            let (here, next) = (number(self, i), number(self, i + 1));
            rules.push(fact(row, vec![here.clone(), next.clone(), instance.clone()], span));
            rules.push(fact(after, vec![here, next], span));
        }
        // No text can spell these variables, so they are none of the keys.
        let [i, j, k, l, t] = ["I#", "J#", "K#", "L#", "T#"].map(|name| var(self, name));
        let so_far = Formula::Atom(atom(upto, with(vec![i.clone(), k.clone()]), span));
        let step = Formula::Atom(atom(row, vec![i, j.clone(), t.clone()], span));
        let holds = Formula::Atom(atom(counting.holds, with(vec![t]), span));
        let more = Formula::Atom(atom(after, vec![k.clone(), l.clone()], span));
        let absent = Formula::Not(Box::new(holds.clone()), span);
        let counts = |k: Term| atom(upto, with(vec![j.clone(), k]), span);
        rules.push(rule(counts(l), vec![so_far.clone(), step.clone(), holds, more]));
        rules.push(rule(counts(k.clone()), vec![so_far, step, absent]));
        let all = Formula::Atom(atom(upto, with(vec![last, k.clone()]), span));
        rules.push(rule(atom(counting.count, with(vec![k]), span), vec![all]));
        Ok(rules)
    }
}

fn fact(relation: Symbol, args: Vec<Term>, span: Span) -> Rule {
    rule(atom(relation, args, span), Vec::new())
}

fn rule(head: crate::syntax::Atom, body: Vec<Formula>) -> Rule {
    let span = head.span;
    Rule { head, body, span }
}
