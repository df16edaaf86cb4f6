//! Which values can stand at which argument of the lowered game, whatever the state: an over-approximation, argument
//! by argument, computed to its fixpoint. `legal` feeds `does`, `init` and `next` feed `true`.
//!
//! Arithmetic may let it grow without end. Then what it brings into the state is taken within what `base` declares.

use super::builtin::Function;
use super::needs::{Argument, Needs, Rule as TableRule};
use super::values::Values;
use super::variables::{Variables, either, largest, narrow, values_by, values_of};
use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Symbols, Term, each_atom};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most constants at one place before it counts as growing without end: where `base` may bound it, and at all.
pub(super) const MANY_VALUES: usize = 256;
pub(super) const MAX_VALUES: usize = 1024;
/// Most combinations of inputs of one use of arithmetic.
const MAX_COMBINATIONS: usize = 1 << 20;
/// Most instances that are counted.
pub(super) const MAX_INSTANCES: usize = 2048;

type Key = (Symbol, usize);

/// Why there is no fixpoint.
pub(super) enum Endless {
    /// Arithmetic makes ever more values; this rule is part of it.
    Grows(Span),
    /// More combinations or instances than are listed.
    Large(Span),
}

/// The sets found.
pub(super) struct Analysis<'a> {
    symbols: &'a mut Symbols,
    needs: &'a Needs,
    rules: &'a [Rule],
    /// The relation of facts that `base` declares; their arguments bound what arithmetic brings into the state.
    declared: Option<Symbol>,
    columns: FxHashMap<Key, Vec<Values>>,
    /// Values of arguments at the places where they are asked.
    asked: FxHashMap<Argument, Values>,
    guard_of: FxHashMap<Symbol, Argument>,
    /// Relations whose rows depend on arithmetic.
    computed: FxHashSet<Key>,
    /// Results of arithmetic computed before.
    results: Results,
    /// Kinds of sentences with more values since the last round.
    grown: FxHashSet<ArgumentKind>,
    /// Most constants at a place that depends on arithmetic.
    most: usize,
    /// Facts of one argument with which the game is over: no move is made from there.
    last: FxHashSet<(Symbol, Symbol)>,
}

/// A kind of sentences: a relation, for facts and moves with their function; without it all of them.
type ArgumentKind = (Key, Option<Key>);

fn kind_of(atom: &Atom) -> ArgumentKind {
    let key = column_key(atom);
    let inner = match (key, atom.args.last()) {
        ((Symbol::TRUE, 1) | (Symbol::DOES, 2), Some(Term::Compound(name, args, _))) => Some((*name, args.len())),
        ((Symbol::TRUE, 1) | (Symbol::DOES, 2), Some(Term::Constant(name, _))) => Some((*name, 0)),
        _ => None,
    };
    (key, inner)
}

/// Results of functions, by name.
#[derive(Default)]
pub(super) struct Results(FxHashMap<(Function, Vec<Symbol>), Option<Symbol>>);

fn column_key(atom: &Atom) -> Key {
    match (atom.relation, atom.args.len()) {
        (Symbol::INIT | Symbol::NEXT, 1) => (Symbol::TRUE, 1),
        (Symbol::LEGAL, 2) => (Symbol::DOES, 2),
        other => other,
    }
}

impl<'a> Analysis<'a> {
    pub(super) fn of(symbols: &'a mut Symbols, needs: &'a Needs, rules: &'a [Rule], declared: Option<Symbol>) -> Self {
        let guard_of = needs.guards.iter().map(|(argument, &guard)| (guard, *argument)).collect();
        let mut analysis = Self {
            symbols,
            needs,
            rules,
            declared,
            columns: FxHashMap::default(),
            asked: FxHashMap::default(),
            guard_of,
            computed: FxHashSet::default(),
            results: Results::default(),
            grown: FxHashSet::default(),
            most: MANY_VALUES,
            last: rules.iter().filter_map(last_fact).collect(),
        };
        analysis.computed = analysis.computed_relations();
        analysis
    }

    /// Relations that use arithmetic, or one that does; states are where it ends.
    fn computed_relations(&self) -> FxHashSet<Key> {
        let mut computed: FxHashSet<Key> = FxHashSet::default();
        let is_table =
            |key: &Key| self.needs.tables.get(&key.0).is_some_and(|t| matches!(t.rule, TableRule::Compute(_)));
        loop {
            let before = computed.len();
            for rule in self.rules {
                let mut uses = false;
                each_atom(&rule.body, &mut |atom| {
                    let key = atom.key();
                    uses |= is_table(&key) || computed.contains(&key);
                });
                if uses {
                    computed.insert(rule.head.key());
                }
            }
            if computed.len() == before {
                return computed;
            }
        }
    }

    /// Runs to the fixpoint, with at most so many constants at a place that depends on arithmetic.
    pub(super) fn run(&mut self, most: usize) -> Result<(), Endless> {
        self.most = most;
        let rules = self.rules;
        let used: Vec<Vec<ArgumentKind>> = rules.iter().map(|rule| used(rule, self.declared)).collect();
        let mut first = true;
        loop {
            self.numbers_of_counts()?;
            let grown = std::mem::take(&mut self.grown);
            if grown.is_empty() && !first {
                return Ok(());
            }
            for (rule, used) in rules.iter().zip(&used) {
                let more = |kind: &ArgumentKind| grown.contains(kind) || self.grown.contains(kind);
                if first || used.iter().any(|kind| more(kind) || more(&(kind.0, None))) {
                    self.rule(rule)?;
                }
            }
            first = false;
        }
    }

    /// The values of an argument where it is asked.
    pub(super) fn asked(&self, argument: Argument) -> Values {
        self.asked.get(&argument).cloned().unwrap_or_default()
    }

    /// The values of a column of a relation.
    pub(super) fn column(&self, key: Key, position: usize) -> Values {
        self.columns.get(&key).map_or_else(Values::default, |columns| columns[position].clone())
    }

    fn numbers_of_counts(&mut self) -> Result<(), Endless> {
        let needs = self.needs;
        for counting in &needs.counts {
            let keys = counting.keys.len();
            let instances = self.column((counting.holds, keys + 1), keys).terms(MAX_INSTANCES, counting.span);
            let most = instances.ok_or(Endless::Large(counting.span))?.len();
            let mut numbers = Values::default();
            numbers.constants.extend((0..=most).map(|number| self.symbols.intern(&number.to_string())));
            let columns = self.columns.entry((counting.count, keys + 1)).or_insert_with(|| {
                let mut columns = vec![Values::anything(); keys];
                columns.push(Values::default());
                columns
            });
            if columns[keys].add(&numbers) {
                self.grown.insert(((counting.count, keys + 1), None));
            }
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule) -> Result<(), Endless> {
        let mut variables = Variables::default();
        let possible = self.body(&rule.body, &mut variables) && self.goes_on(rule, &mut variables);
        self.asks(&rule.body, &variables)?;
        if !possible || !self.arithmetic(&rule.body, &mut variables)? {
            return Ok(());
        }
        self.asks(&rule.body, &variables)?;
        let mut values: Vec<Values> = rule.head.args.iter().map(|arg| values_of(arg, &variables)).collect();
        if let (Some(declared), Symbol::NEXT, true) = (self.declared, rule.head.relation, self.uses_computed(rule)) {
            let declared = self.column((declared, 1), 0);
            values.iter_mut().for_each(|fact| within_declared(fact, &rule.head.args, &declared));
        }
        if values.iter().any(Values::is_empty) {
            return Ok(());
        }
        let is_computed = self.computed.contains(&rule.head.key());
        let kind = kind_of(&rule.head);
        let columns = self.columns.entry(kind.0).or_insert_with(|| {
            self.grown.insert(kind);
            vec![Values::default(); values.len()]
        });
        for (column, values) in columns.iter_mut().zip(&values) {
            if column.add(values) {
                self.grown.insert(kind);
            }
            if is_computed && largest(column) > self.most {
                return Err(Endless::Grows(rule.span));
            }
        }
        Ok(())
    }

    /// Leaves out what holds only when the game is over, in rules that say what a move does.
    fn goes_on(&self, rule: &Rule, variables: &mut Variables) -> bool {
        let is_transition = rule.head.relation == Symbol::NEXT || self.needs.transitions.contains(&rule.head.relation);
        !is_transition
            || rule.body.iter().all(|part| match part {
                Formula::Atom(Atom { relation: Symbol::TRUE, args, .. }) => match args.as_slice() {
                    [Term::Compound(name, inner, _)] => match inner.as_slice() {
                        [Term::Variable(variable, _)] => variables.get_mut(variable).is_none_or(|values| {
                            values.constants.retain(|value| !self.last.contains(&(*name, *value)));
                            !values.is_empty()
                        }),
                        [Term::Constant(value, _)] => !self.last.contains(&(*name, *value)),
                        _ => true,
                    },
                    _ => true,
                },
                _ => true,
            })
    }

    fn uses_computed(&self, rule: &Rule) -> bool {
        let mut uses = false;
        each_atom(&rule.body, &mut |atom| {
            let key = atom.key();
            uses |= self.needs.tables.contains_key(&key.0) || self.computed.contains(&key);
        });
        uses
    }

    /// Narrows variables by positive literals; false when some of them can't hold.
    fn body(&self, parts: &[Formula], variables: &mut Variables) -> bool {
        let possible =
            parts.iter().all(|part| self.part(part, variables)) && parts.iter().all(|part| self.part(part, variables));
        // What is asked with these values may be what makes it possible.
        parts.iter().all(|part| self.answers(part, variables)) && possible
    }

    /// A variable to which nothing else gives values has those of the answers, even where an argument is asked with values:
    /// some rule of the asked relation may give them by itself.
    fn answers(&self, part: &Formula, variables: &mut Variables) -> bool {
        let Formula::Atom(atom) = part else { return true };
        let Some(columns) = self.columns.get(&column_key(atom)) else { return true };
        atom.args.iter().zip(columns).all(|(arg, column)| {
            let mut known = true;
            arg.each_variable(&mut |name, _| known &= variables.contains_key(&name));
            known || narrow(arg, column, variables)
        })
    }

    fn part(&self, part: &Formula, variables: &mut Variables) -> bool {
        match part {
            Formula::Atom(atom) => self.atom(atom, variables),
            Formula::And(parts, _) => self.body(parts, variables),
            Formula::Or(parts, _) => {
                let mut all: Option<Variables> = None;
                for part in parts {
                    let mut within = variables.clone();
                    if self.part(part, &mut within) {
                        all = Some(match all {
                            None => within,
                            Some(so_far) => either(so_far, &within),
                        });
                    }
                }
                all.map(|all| *variables = all).is_some()
            }
            Formula::Equal(a, b, _) => {
                let (left, right) = (values_of(a, variables), values_of(b, variables));
                narrow(a, &right, variables) && narrow(b, &left, variables)
            }
            Formula::Not(..) | Formula::Distinct(..) => true,
        }
    }

    fn atom(&self, atom: &Atom, variables: &mut Variables) -> bool {
        if self.needs.tables.contains_key(&atom.relation) {
            return true;
        }
        if let Some(argument) = self.guard_of.get(&atom.relation) {
            return narrow(&atom.args[0], &self.asked(*argument), variables);
        }
        let Some(columns) = self.columns.get(&column_key(atom)) else { return false };
        atom.args.iter().zip(columns).enumerate().all(|(position, (arg, column))| {
            let argument = Argument { relation: atom.relation, arity: atom.args.len(), position };
            // What the asked one knows only from the asking tells nothing about it.
            self.needs.guards.contains_key(&argument) || narrow(arg, column, variables)
        })
    }

    /// Takes note of the values that the literals of a body are asked with, from left to right: what comes later has no say
    /// in it, as it may depend on the answer. A variable that has no value yet has one of all that it may get.
    fn asks(&mut self, parts: &[Formula], variables: &Variables) -> Result<(), Endless> {
        let asking = parts.iter().rposition(|part| self.asks_for_arguments(part));
        let mut before = Variables::default();
        // What stands behind the last literal that asks is nothing to anybody.
        for part in asking.map_or(&[][..], |last| &parts[..=last]) {
            let known = |name: Symbol| before.get(&name).or_else(|| variables.get(&name));
            each_atom(std::slice::from_ref(part), &mut |atom| self.ask(atom, &known));
            // What can't hold for a reason found so far may do so later.
            self.part(part, &mut before);
            if let Formula::Atom(atom) = part
                && self.knows_inputs(atom, &before)
            {
                // Without these results the literals behind it would be asked with too few values.
                self.compute(atom, &mut before)?;
            }
            before.retain(|_, values| !values.is_empty());
        }
        Ok(())
    }

    /// Whether some literal of a part asks with values that are listed.
    fn asks_for_arguments(&self, part: &Formula) -> bool {
        let mut asks = false;
        each_atom(std::slice::from_ref(part), &mut |atom| {
            let arity = atom.args.len();
            let mut arguments = (0..arity).map(|position| Argument { relation: atom.relation, arity, position });
            asks |= arguments.any(|argument| self.needs.guards.contains_key(&argument));
        });
        asks
    }

    /// Whether a literal computes from values that are known; where one of them is not, another literal gives it later.
    fn knows_inputs(&self, atom: &Atom, variables: &Variables) -> bool {
        let is_computed =
            self.needs.tables.get(&atom.relation).is_some_and(|t| matches!(t.rule, TableRule::Compute(_)));
        let mut known = is_computed;
        for input in atom.args.split_last().into_iter().flat_map(|(_, inputs)| inputs) {
            input.each_variable(&mut |name, _| known &= variables.get(&name).is_some_and(|values| !values.open));
        }
        known
    }

    /// Takes note of the values a literal is asked with.
    fn ask<'v>(&mut self, atom: &Atom, known: &dyn Fn(Symbol) -> Option<&'v Values>) {
        for (position, arg) in atom.args.iter().enumerate() {
            let argument = Argument { relation: atom.relation, arity: atom.args.len(), position };
            if let Some(&guard) = self.needs.guards.get(&argument) {
                let mut all = true;
                arg.each_variable(&mut |name, _| all &= known(name).is_some());
                if all && self.asked.entry(argument).or_default().add(&values_by(arg, known)) {
                    self.grown.insert(((guard, 1), None));
                }
            }
        }
    }

    /// Results of arithmetic, once its inputs are narrowed by everything else.
    fn arithmetic(&mut self, parts: &[Formula], variables: &mut Variables) -> Result<bool, Endless> {
        for part in parts {
            let possible = match part {
                Formula::Atom(atom) => self.compute(atom, variables)?,
                Formula::And(parts, _) => self.arithmetic(parts, variables)?,
                // What only one alternative computes is left open.
                _ => true,
            };
            if !possible {
                return Ok(false);
            }
        }
        // A variable that arithmetic gave a value may narrow others.
        Ok(self.body(parts, variables))
    }

    fn compute(&mut self, atom: &Atom, variables: &mut Variables) -> Result<bool, Endless> {
        let rule = self.needs.tables.get(&atom.relation).map(|table| table.rule);
        let (Some(TableRule::Compute(function)), Some((result, inputs))) = (rule, atom.args.split_last()) else {
            return Ok(true);
        };
        let inputs: Vec<Values> = inputs.iter().map(|arg| values_of(arg, variables)).collect();
        let rows = rows(self.symbols, function, &inputs, &mut self.results).ok_or(Endless::Large(atom.span))?;
        let mut results = Values::default();
        results.constants.extend(rows.into_iter().filter_map(|row| row.last().copied()));
        Ok(narrow(result, &results, variables))
    }

    /// The rows of each table that some rule can ask for, by the values of its inputs.
    pub(super) fn inputs(&mut self) -> Result<FxHashMap<Symbol, Vec<Vec<Values>>>, Endless> {
        let rules = self.rules;
        let mut found: FxHashMap<Symbol, Vec<Vec<Values>>> = FxHashMap::default();
        for rule in rules {
            let mut variables = Variables::default();
            let possible = self.body(&rule.body, &mut variables) && self.goes_on(rule, &mut variables);
            if possible && self.arithmetic(&rule.body, &mut variables)? {
                each_atom(&rule.body, &mut |atom| {
                    if self.needs.tables.contains_key(&atom.relation) {
                        let values = atom.args.iter().map(|arg| values_of(arg, &variables)).collect();
                        found.entry(atom.relation).or_default().push(values);
                    }
                });
            }
        }
        Ok(found)
    }
}

/// The rows of a function: inputs and result.
pub(super) fn rows(
    symbols: &mut Symbols,
    function: Function,
    inputs: &[Values],
    known: &mut Results,
) -> Option<Vec<Vec<Symbol>>> {
    let compute = |mut row: Vec<Symbol>| {
        let result = *known.0.entry((function, row.clone())).or_insert_with(|| {
            let names: Vec<&str> = row.iter().map(|&name| symbols.name(name)).collect();
            function.value(&names).map(|result| symbols.intern(&result))
        });
        row.push(result?);
        Some(row)
    };
    Some(product(inputs)?.into_iter().filter_map(compute).collect())
}

/// All combinations of constants; `None` when there are too many to list, or anything can stand somewhere.
pub(super) fn product(sets: &[Values]) -> Option<Vec<Vec<Symbol>>> {
    let mut rows: Vec<Vec<Symbol>> = vec![Vec::new()];
    for set in sets {
        if set.open || rows.len().saturating_mul(set.constants.len()) > MAX_COMBINATIONS {
            return None;
        }
        let extend = |row: &Vec<Symbol>| {
            let row = row.clone();
            set.constants.iter().map(move |&name| row.iter().copied().chain([name]).collect())
        };
        rows = rows.iter().flat_map(extend).collect();
    }
    Some(rows)
}

/// The fact of a rule `terminal :- p(c)`.
fn last_fact(rule: &Rule) -> Option<(Symbol, Symbol)> {
    match (rule.head.relation, rule.body.as_slice()) {
        (Symbol::TERMINAL, [Formula::Atom(Atom { relation: Symbol::TRUE, args, .. })]) => match args.as_slice() {
            [Term::Compound(name, inner, _)] => match inner.as_slice() {
                [Term::Constant(value, _)] => Some((*name, *value)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The kinds of sentences whose values a rule depends on.
fn used(rule: &Rule, declared: Option<Symbol>) -> Vec<ArgumentKind> {
    let declared = declared.filter(|_| rule.head.relation == Symbol::NEXT);
    let mut used: Vec<ArgumentKind> = declared.into_iter().map(|relation| ((relation, 1), None)).collect();
    each_atom(&rule.body, &mut |atom| used.push(kind_of(atom)));
    used
}

/// Takes the arguments of a fact within those that are declared for facts of its kind.
fn within_declared(fact: &mut Values, head: &[Term], declared: &Values) {
    let [Term::Compound(name, args, _)] = head else { return };
    if let Some(args) = declared.args(*name, args.len()) {
        fact.keep(&Values::function(*name, args.to_vec()));
    }
}

#[cfg(test)]
mod tests;
