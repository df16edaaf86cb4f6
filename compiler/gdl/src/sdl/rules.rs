//! One rule of SDL to rules of GDL.
//!
//! A rule for `true` at a step becomes one for `next`, evaluated at the step before; all others are evaluated at their own
//! step. Atoms of that step lose it, those of steps before it are asked of [`super::history`].

use super::case::Case;
use super::counter::Counter;
use super::history::History;
use super::literals::{Literals, out_of_order};
use super::names::Names;
use super::steps::{Node, Steps, step_of};
use super::structure::{atom, each_positive, substituted};
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Term, each_atom};
use std::collections::{BTreeMap, BTreeSet};

/// What comes of rules beside themselves.
pub(super) struct Made {
    pub names: Names,
    pub history: History,
    pub counter: Counter,
}

impl Case<'_> {
    /// Lowers a rule, the outer conjunction of whose body is `parts`.
    pub(super) fn lower(
        &self,
        head: &Atom,
        parts: &[Formula],
        span: Span,
        made: &mut Made,
    ) -> Result<Vec<Rule>, Vec<Diagnostic>> {
        let one = |fault: Diagnostic| vec![fault];
        let node = self.head(head, parts).map_err(one)?;
        if self.chain.len() == 0 && self.fixes_a_step(head, parts) {
            // Without an order, which is a fault of its own, nothing can be said of such rules.
            return Ok(Vec::new());
        }
        let order = |node| Steps::of((node, head.span), parts, self.vocabulary, self.relations, self.chain);
        let mut steps = order(node).map_err(|fault| one(out_of_order(fault, self.spelling)))?;
        if node != Node::Unnamed && self.relations.find(head).is_none_or(|relation| relation.place.is_none()) {
            // A head that leaves its step out speaks of the last one.
            let last = steps.offsets.iter().max_by_key(|(_, offset)| **offset).map_or(node, |(last, _)| *last);
            steps = order(last).map_err(|fault| one(out_of_order(fault, self.spelling)))?;
        }
        let literals = Literals { case: self, steps: &steps };
        let faults = literals.faults(parts, head, self.max_history);
        if !faults.is_empty() {
            return Err(faults);
        }
        self.within(&steps, head).map_err(one)?;
        let uses = uses(head, parts);
        Ok(Lowering { case: self, literals, steps: &steps, head, parts, span, uses, made }.rules())
    }

    fn fixes_a_step(&self, head: &Atom, parts: &[Formula]) -> bool {
        let is_fixed = |atom: &Atom| {
            let step = step_of(atom, self.vocabulary, self.relations);
            let is_link = self.vocabulary.is_successor(atom);
            step.into_iter().chain(atom.args.iter().filter(|_| is_link)).any(|step| matches!(step, Term::Constant(..)))
        };
        let mut found = is_fixed(head);
        each_atom(parts, &mut |atom| found |= is_fixed(atom));
        found
    }

    /// The step of the head, or one to begin with where it leaves it out.
    fn head(&self, head: &Atom, parts: &[Formula]) -> Result<Node, Diagnostic> {
        let relation = self.relations.find(head);
        if let Some(step) = relation.and_then(|relation| relation.parted(head).0) {
            return match self.unknown(step) {
                Some(fault) => Err(fault),
                None => Ok(Node::of(step).unwrap_or(Node::Unnamed)),
            };
        }
        let mut first = None;
        each_atom(parts, &mut |atom| {
            let step = self.relations.find(atom).and_then(|relation| relation.parted(atom).0);
            first = first.or(step.and_then(Node::of));
        });
        let is_fact = head.relation == Symbol::TRUE;
        if is_fact || first.is_some() && !relation.is_some_and(|relation| relation.is_slip) {
            let message = format!("{} does not say of which step it speaks", self.spelling.atom(head));
            let help = self.spelling.example("add the step as the last argument", "add the step as the last argument");
            return Err(Diagnostic::error("G514", message, head.span, help));
        }
        Ok(first.unwrap_or(Node::Unnamed))
    }

    /// That all steps of a rule that fixes them are there.
    fn within(&self, steps: &Steps, head: &Atom) -> Result<(), Diagnostic> {
        let Some(at) = steps.head else { return Ok(()) };
        let first = steps.offsets.values().min().map_or(0, |offset| at + offset);
        let last = steps.offsets.values().max().map_or(0, |offset| at + offset);
        let length = i64::try_from(self.chain.len()).unwrap_or(i64::MAX);
        let (side, step) = match (first < 0, last >= length) {
            (true, _) => ("before the first", self.chain.step(0)),
            (_, true) => ("after the last", self.chain.len().checked_sub(1).and_then(|last| self.chain.step(last))),
            _ => return Ok(()),
        };
        let step = step.map_or_else(String::new, |step| self.spelling.name(step));
        let message = format!("this rule never holds: it asks for a step {side}, {step}");
        Err(Diagnostic::error("G507", message, head.span, "remove the rule, or correct its steps"))
    }
}

/// One rule on its way.
struct Lowering<'c> {
    case: &'c Case<'c>,
    literals: Literals<'c>,
    steps: &'c Steps,
    head: &'c Atom,
    parts: &'c [Formula],
    span: Span,
    /// How often each variable stands in the rule.
    uses: BTreeMap<Symbol, usize>,
    made: &'c mut Made,
}

impl Lowering<'_> {
    fn rules(mut self) -> Vec<Rule> {
        if self.head.relation != Symbol::TRUE {
            return vec![self.rule(0, None)];
        }
        let earliest = self.steps.offsets.values().min().copied().unwrap_or(0);
        match self.steps.head {
            Some(0) => vec![self.rule(0, Some(Symbol::INIT))],
            Some(_) => vec![self.rule(-1, Some(Symbol::NEXT))],
            None if earliest < 0 => vec![self.rule(-1, Some(Symbol::NEXT))],
            // It holds at every step, also at the first.
            None => vec![self.first(), self.rule(-1, Some(Symbol::NEXT))],
        }
    }

    /// The rule at the first step.
    fn first(&mut self) -> Rule {
        let body = self.body(0, self.is_valued());
        let rule = Rule { head: self.written(Some(Symbol::INIT)), body, span: self.span };
        let step = self.case.relations.find(self.head).and_then(|relation| relation.parted(self.head).0);
        match (step, self.case.chain.step(0)) {
            (Some(Term::Variable(name, _)), Some(first)) => substituted(&rule, *name, first),
            _ => rule,
        }
    }

    /// The rule, evaluated so many steps from its head's.
    fn rule(&mut self, frame: i64, keyword: Option<Symbol>) -> Rule {
        let is_valued = self.is_valued();
        let mut body = self.body(frame, is_valued);
        let at = self.steps.head.and_then(|head| usize::try_from(head + frame).ok());
        let is_first = keyword == Some(Symbol::INIT);
        if is_valued && !is_first {
            body.extend(self.valued(frame));
        } else if let Some(step) = at.and_then(|at| self.case.chain.step(at)).filter(|_| !is_first) {
            body.push(self.made.counter.at(Term::Constant(step, self.head.span), at, &mut self.made.names));
        } else if !is_first {
            body.extend(self.begun(frame));
        }
        Rule { head: self.written(keyword), body, span: self.span }
    }

    /// The head without its step.
    fn written(&self, keyword: Option<Symbol>) -> Atom {
        let Some(relation) = self.case.relations.find(self.head) else { return self.head.clone() };
        let args = relation.parted(self.head).1.into_iter().cloned().collect();
        atom(keyword.unwrap_or(relation.name), args, self.head.span)
    }

    /// Whether a part only says that a step of the rule is one.
    fn is_empty(&self, part: &Formula) -> bool {
        let Formula::Atom(atom) = part else { return false };
        let node = atom.args.first().and_then(Node::of);
        self.case.vocabulary.is_step(atom)
            && node.and_then(|node| self.steps.offsets.get(&node)).is_some_and(|&offset| offset <= 0)
    }

    /// The parts that stay, and whether each says how steps follow each other.
    fn kept(&self) -> impl Iterator<Item = (&Formula, bool)> {
        let links: BTreeSet<usize> = self.steps.links.iter().copied().collect();
        let parts = self.parts.iter().enumerate().map(move |(number, part)| (part, links.contains(&number)));
        parts.filter(|(part, _)| !self.is_empty(part))
    }

    /// Whether the rule uses a step as a value: elsewhere than where steps stand, or one that may not come any more.
    fn is_valued(&self) -> bool {
        let is_step = |name: Symbol| self.steps.offsets.contains_key(&Node::Variable(name));
        let mut found = self.steps.offsets.values().any(|&offset| offset > 0);
        let mut look = |term: &Term| term.each_variable(&mut |name, _| found |= is_step(name));
        let others = |atom: &Atom, look: &mut dyn FnMut(&Term)| match self.case.relations.find(atom) {
            Some(relation) => relation.parted(atom).1.into_iter().for_each(look),
            None => atom.args.iter().for_each(look),
        };
        others(self.head, &mut look);
        for (part, _) in self.kept().filter(|(_, is_link)| !is_link) {
            each_term(part, &others, &mut look);
        }
        found
    }

    /// The body without steps; with the parts that relate them when they are values.
    fn body(&mut self, frame: i64, is_valued: bool) -> Vec<Formula> {
        let kept: Vec<Formula> =
            self.kept().filter(|(_, is_link)| is_valued || !is_link).map(|(part, _)| part.clone()).collect();
        kept.iter().map(|part| self.formula(part, frame, true)).collect()
    }

    fn formula(&mut self, formula: &Formula, frame: i64, is_positive: bool) -> Formula {
        let mut all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part, frame, is_positive)).collect();
        match formula {
            Formula::And(parts, span) => Formula::And(all(parts), *span),
            Formula::Or(parts, span) => Formula::Or(all(parts), *span),
            Formula::Atom(atom) => Formula::Atom(self.atom(atom, frame, is_positive)),
            Formula::Not(inner, span) => Formula::Not(Box::new(self.formula(inner, frame, false)), *span),
            Formula::Distinct(..) | Formula::Equal(..) => formula.clone(),
        }
    }

    fn atom(&mut self, asked: &Atom, frame: i64, is_positive: bool) -> Atom {
        let Some(relation) = self.case.relations.find(asked) else { return asked.clone() };
        let args = relation.parted(asked).1.into_iter().cloned().collect();
        let offset = self.literals.offset(asked, relation).unwrap_or(0);
        let back = usize::try_from(frame - offset).unwrap_or(0);
        // Under a negation a variable that stands nowhere else is a fault of safety, and has to stay one.
        let is_local = |name: Symbol| is_positive && self.uses.get(&name).is_none_or(|&uses| uses < 2);
        self.made.history.literal(atom(relation.name, args, asked.span), back, &is_local, &mut self.made.names)
    }

    /// What gives steps their values: the step of evaluation, and how the head's follows it where nothing says so yet.
    fn valued(&mut self, frame: i64) -> Vec<Formula> {
        let span = self.head.span;
        let term = |node: &Node| match node {
            Node::Variable(name) => Some(Term::Variable(*name, span)),
            Node::Constant(name) => Some(Term::Constant(*name, span)),
            Node::Unnamed => None,
        };
        let at = |offset: i64| self.steps.offsets.iter().filter(move |(_, at)| **at == offset);
        if let Some(step) = at(frame).find_map(|(node, _)| term(node)) {
            let number = match &step {
                Term::Constant(name, _) => self.case.chain.index(*name),
                _ => None,
            };
            return vec![self.made.counter.at(step, number, &mut self.made.names)];
        }
        let step = Term::Variable(self.made.names.variable(), span);
        let follows = at(frame + 1).find_map(|(node, _)| term(node)).map(|next| {
            let successor = self.made.names.symbols.intern("successor");
            Formula::Atom(atom(successor, vec![step.clone(), next], span))
        });
        let here = self.made.counter.at(step, None, &mut self.made.names);
        std::iter::once(here).chain(follows).collect()
    }

    /// That there were so many steps as the rule looks back, where no other part of it tells.
    fn begun(&mut self, frame: i64) -> Option<Formula> {
        let earliest = self.steps.offsets.values().min().copied().unwrap_or(0);
        let back = usize::try_from(frame - earliest).ok().filter(|&back| back > 0)?;
        let tells = |part: &Formula| match part {
            Formula::Atom(atom) => self
                .case
                .relations
                .find(atom)
                .is_some_and(|relation| self.literals.offset(atom, relation) == Some(earliest)),
            _ => false,
        };
        if self.parts.iter().any(tells) {
            return None;
        }
        Some(Formula::Atom(self.made.history.past(back, self.head.span, &mut self.made.names)))
    }
}

/// How often each variable stands in a rule.
fn uses(head: &Atom, parts: &[Formula]) -> BTreeMap<Symbol, usize> {
    let mut uses = BTreeMap::new();
    let mut count = |name: Symbol, _: Span| *uses.entry(name).or_insert(0) += 1;
    head.each_variable(&mut count);
    parts.iter().for_each(|part| part.each_variable(&mut count));
    uses
}

type Others<'o> = &'o dyn Fn(&Atom, &mut dyn FnMut(&Term));

/// Calls `look` on every term of a formula that is not the step of an atom.
fn each_term(formula: &Formula, others: Others<'_>, look: &mut dyn FnMut(&Term)) {
    match formula {
        Formula::Atom(atom) => others(atom, look),
        Formula::Not(inner, _) => each_term(inner, others, look),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter().for_each(|part| each_term(part, others, look)),
        Formula::Distinct(one, other, _) | Formula::Equal(one, other, _) => {
            look(one);
            look(other);
        }
    }
}

/// Whether nothing binds the step of a head, as safety wants it.
pub(super) fn is_unbound(step: &Term, body: &[Formula]) -> bool {
    let Term::Variable(name, _) = step else { return false };
    let mut bound = body.iter().any(|part| match part {
        Formula::Equal(one, other, _) => one.mentions(*name) || other.mentions(*name),
        _ => false,
    });
    each_positive(body, &mut |atom| bound |= atom.mentions(*name));
    !bound
}
