//! SDL read directly: a program with all its steps is a logic program, and its meaning at some step follows from the
//! moves of all steps before, from scratch. Nothing is shared with the compiler but the sheets of the readers.
//!
//! The model is that of the alternating fixpoint (Van Gelder, 1989), which needs no order of rules or steps: facts that
//! hold for sure are found with all that may hold taken as true under negation, and the other way round, until both agree.

use gdl2hdl_gdl::syntax::{Atom, Formula, Sheet, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A ground term, or a variable's value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Value {
    Name(String),
    Function(String, Vec<Value>),
}

impl Value {
    /// As the engines write it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Function(name, args) => {
                let args: Vec<String> = args.iter().map(Self::text).collect();
                format!("({name} {})", args.join(" "))
            }
        }
    }
}

type Row = Vec<Value>;
type Bindings = BTreeMap<Symbol, Value>;

/// Facts by relation and number of arguments, and then by the last argument, which most often is the step.
#[derive(Clone, PartialEq, Eq, Default)]
struct Facts(BTreeMap<(String, usize), BTreeMap<Option<Value>, BTreeSet<Row>>>);

impl Facts {
    fn insert(&mut self, name: &str, row: Row) -> bool {
        let by_last = self.0.entry((name.to_owned(), row.len())).or_default();
        by_last.entry(row.last().cloned()).or_default().insert(row)
    }

    fn holds(&self, name: &str, row: &Row) -> bool {
        let by_last = self.0.get(&(name.to_owned(), row.len()));
        by_last.and_then(|rows| rows.get(&row.last().cloned())).is_some_and(|rows| rows.contains(row))
    }

    fn rows(&self, name: &str, count: usize, last: Option<&Value>) -> Vec<&Row> {
        let Some(by_last) = self.0.get(&(name.to_owned(), count)) else { return Vec::new() };
        match last {
            Some(value) => by_last.get(&Some(value.clone())).into_iter().flatten().collect(),
            None => by_last.values().flatten().collect(),
        }
    }
}

/// A game in SDL and the moves so far.
pub(crate) struct Oracle<'s> {
    sheet: &'s Sheet,
    /// The steps in order.
    pub(crate) steps: Vec<String>,
    moves: Vec<(String, Value, String)>,
    model: Facts,
}

impl<'s> Oracle<'s> {
    /// The game at its first step.
    pub(crate) fn new(sheet: &'s Sheet, steps: &[String]) -> Self {
        let mut oracle = Self { sheet, steps: steps.to_vec(), moves: Vec::new(), model: Facts::default() };
        oracle.evaluate();
        oracle
    }

    /// Adds a joint move at a step.
    pub(crate) fn play(&mut self, step: usize, joint: &[(String, Value)]) {
        let step = self.steps[step].clone();
        self.moves.extend(joint.iter().map(|(role, action)| (role.clone(), action.clone(), step.clone())));
        self.evaluate();
    }

    /// What holds of a relation at a step: the other arguments.
    pub(crate) fn at(&self, relation: &str, count: usize, step: usize) -> BTreeSet<Row> {
        let last = Value::Name(self.steps[step].clone());
        self.model.rows(relation, count, Some(&last)).into_iter().map(|row| row[..count - 1].to_vec()).collect()
    }

    fn evaluate(&mut self) {
        let mut sure = Facts::default();
        loop {
            let possible = self.least(&sure);
            let next = self.least(&possible);
            if next == sure {
                assert!(sure == possible, "the program has no total model");
                self.model = sure;
                return;
            }
            sure = next;
        }
    }

    /// The least model when what is in `negated` counts as true under negation.
    fn least(&self, negated: &Facts) -> Facts {
        let mut facts = Facts::default();
        for (role, action, step) in &self.moves {
            facts.insert("does", vec![Value::Name(role.clone()), action.clone(), Value::Name(step.clone())]);
        }
        loop {
            let mut new = Vec::new();
            for rule in &self.sheet.rules {
                // Negation and comparison come last: then their variables have values.
                let is_test = |part: &&Formula| !matches!(part, Formula::Atom(_));
                let mut body: Vec<&Formula> = rule.body.iter().filter(|part| !is_test(part)).collect();
                body.extend(rule.body.iter().filter(is_test));
                self.solve(&body, &mut Bindings::new(), &facts, negated, &mut |bindings| {
                    let row: Row = rule.head.args.iter().map(|arg| self.value(arg, bindings)).collect();
                    let name = self.sheet.symbols.name(rule.head.relation);
                    if !facts.holds(name, &row) {
                        new.push((name, row));
                    }
                });
            }
            let mut is_new = false;
            for (name, row) in new {
                is_new |= facts.insert(name, row);
            }
            if !is_new {
                return facts;
            }
        }
    }

    fn solve(
        &self,
        body: &[&Formula],
        bindings: &mut Bindings,
        facts: &Facts,
        negated: &Facts,
        found: &mut dyn FnMut(&Bindings),
    ) {
        let Some((part, rest)) = body.split_first() else {
            found(bindings);
            return;
        };
        let holds = match part {
            Formula::Atom(atom) => {
                let name = self.sheet.symbols.name(atom.relation);
                let last = atom.args.last().filter(|arg| self.is_ground(arg, bindings));
                let last = last.map(|arg| self.value(arg, bindings));
                for row in facts.rows(name, atom.args.len(), last.as_ref()) {
                    let mut more = bindings.clone();
                    if atom.args.iter().zip(row).all(|(arg, value)| self.matches(arg, value, &mut more)) {
                        self.solve(rest, &mut more, facts, negated, found);
                    }
                }
                return;
            }
            Formula::Or(parts, _) => {
                for part in parts {
                    let body: Vec<&Formula> = std::iter::once(part).chain(rest.iter().copied()).collect();
                    self.solve(&body, &mut bindings.clone(), facts, negated, found);
                }
                return;
            }
            Formula::Not(inner, _) => match &**inner {
                Formula::Atom(atom) => !self.holds(atom, bindings, negated),
                other => panic!("the oracle reads plain rules, not {other:?}"),
            },
            Formula::Distinct(one, other, _) => self.value(one, bindings) != self.value(other, bindings),
            other => panic!("the oracle reads plain rules, not {other:?}"),
        };
        if holds {
            self.solve(rest, bindings, facts, negated, found);
        }
    }

    fn holds(&self, atom: &Atom, bindings: &Bindings, facts: &Facts) -> bool {
        let row: Row = atom.args.iter().map(|arg| self.value(arg, bindings)).collect();
        facts.holds(self.sheet.symbols.name(atom.relation), &row)
    }

    fn is_ground(&self, term: &Term, bindings: &Bindings) -> bool {
        let mut ground = true;
        term.each_variable(&mut |name, _| ground &= bindings.contains_key(&name));
        ground
    }

    fn matches(&self, term: &Term, value: &Value, bindings: &mut Bindings) -> bool {
        match (term, value) {
            (Term::Variable(name, _), _) => bindings.entry(*name).or_insert_with(|| value.clone()) == value,
            (Term::Constant(name, _), Value::Name(text)) => self.sheet.symbols.name(*name) == text,
            (Term::Compound(name, args, _), Value::Function(text, values)) => {
                self.sheet.symbols.name(*name) == text
                    && args.len() == values.len()
                    && args.iter().zip(values).all(|(arg, value)| self.matches(arg, value, bindings))
            }
            _ => false,
        }
    }

    fn value(&self, term: &Term, bindings: &Bindings) -> Value {
        match term {
            Term::Variable(name, _) => bindings.get(name).cloned().expect("rules of these tests are safe"),
            Term::Constant(name, _) => Value::Name(self.sheet.symbols.name(*name).to_owned()),
            Term::Compound(name, args, _) => {
                let args = args.iter().map(|arg| self.value(arg, bindings)).collect();
                Value::Function(self.sheet.symbols.name(*name).to_owned(), args)
            }
        }
    }
}
