//! Conditions, from left to right.

use super::builtin::{self, Builtin};
use super::lower::Lower;
use super::modes::{Bound, after_any, bind_term, is_bound};
use super::needs::{Counting, RelationTable, Rule as TableRule};
use super::terms::{atom, fact};
use super::tree::{Count, Expression};
use crate::syntax::name::shown;
use crate::syntax::{Atom, Formula, Span, Symbol, Term};

impl Lower<'_> {
    /// Translates a conjunction. `bound` holds the variables that have values before it, and after it. False when it
    /// can never hold.
    pub(super) fn body(&mut self, parts: &[Expression], bound: &mut Bound, out: &mut Vec<Formula>) -> bool {
        parts.iter().all(|part| self.part(part, bound, out))
    }

    fn part(&mut self, part: &Expression, bound: &mut Bound, out: &mut Vec<Formula>) -> bool {
        match part {
            Expression::Atom(atom) => self.atom(atom, bound, out),
            Expression::Variable(name, span) => {
                let message =
                    format!("the variable {} stands where a literal must stand", shown(self.symbols.name(*name)));
                let help = "a condition that is a variable never holds; write the literal that was meant";
                self.diagnostics.warning("G306", message, *span, help);
                false
            }
            Expression::Not(inner, span) => {
                self.negation(inner, bound, *span, out);
                true
            }
            Expression::And(parts, _) => self.body(parts, bound, out),
            Expression::Or(parts, span) => self.any(parts, bound, *span, out),
            Expression::When(_, _, span) => {
                let help = "in a condition, join literals with `&`; `==>` stands in operations only";
                self.diagnostics.error("G307", "`==>` inside a condition", *span, help);
                false
            }
            Expression::Count(count) => self.count(count, bound, out),
        }
    }

    fn atom(&mut self, literal: &Atom, bound: &mut Bound, out: &mut Vec<Formula>) -> bool {
        let name = self.game.name(literal.relation);
        if let Some(builtin) = builtin::find(name) {
            return self.builtin(builtin, literal, bound, out);
        }
        if builtin::is_unsupported(name) || name == "countofall" {
            let message = format!("the predefined relation {} is not supported as it stands here", shown(name));
            let help = "say it with relations: facts and rules; `countofall(template,condition,number)` counts";
            self.diagnostics.error("G302", message, literal.span, help);
            return false;
        }
        let formula = if self.game.views.contains(&literal.relation) {
            let known = self.known(literal, bound);
            let relation = self.version(literal.key(), known);
            Atom { relation, ..literal.clone() }
        } else {
            atom(Symbol::TRUE, vec![fact(literal)], literal.span)
        };
        out.push(Formula::Atom(formula));
        literal.args.iter().for_each(|arg| bind_term(arg, bound));
        true
    }

    fn builtin(&mut self, builtin: Builtin, literal: &Atom, bound: &mut Bound, out: &mut Vec<Formula>) -> bool {
        let Atom { args, span, .. } = literal;
        if !builtin.takes(args.len()) {
            let name = shown(self.game.name(literal.relation));
            let message = format!("{name} with {} arguments", args.len());
            let help =
                "`distinct`, `same`, `leq`, `less` take two arguments; `plus` and the like take numbers and the result";
            self.diagnostics.error("G308", message, *span, help);
            return false;
        }
        let inputs = if matches!(builtin, Builtin::Compute(_)) { &args[..args.len() - 1] } else { &args[..] };
        let known = inputs.iter().filter(|arg| is_bound(arg, bound)).count();
        // One side of `same` may be what gives the other one its value.
        let enough = if builtin == Builtin::Same { known > 0 } else { known == inputs.len() };
        if !enough {
            let name = shown(self.game.name(literal.relation));
            let message = format!("an argument of {name} has no value here: the condition never holds");
            let help = "conditions are tried from left to right; put what gives the variable its value before this";
            self.diagnostics.warning("G309", message, *span, help);
            return false;
        }
        out.push(match builtin {
            Builtin::Distinct => Formula::Distinct(args[0].clone(), args[1].clone(), *span),
            Builtin::Same => Formula::Equal(args[0].clone(), args[1].clone(), *span),
            Builtin::Compute(function) => self.table(TableRule::Compute(function), literal),
            Builtin::Compare(order) => self.table(TableRule::Compare(order), literal),
        });
        args.iter().for_each(|arg| bind_term(arg, bound));
        true
    }

    /// A predefined relation as a list of facts.
    fn table(&mut self, rule: TableRule, literal: &Atom) -> Formula {
        let arity = literal.args.len();
        let same = |(_, table): &(&Symbol, &RelationTable)| table.rule == rule && table.arity == arity;
        let relation = match self.needs.tables.iter().find(same) {
            Some((&relation, _)) => relation,
            None => {
                let name = format!("{}_table", self.game.name(literal.relation));
                let relation = self.fresh(&name);
                self.needs.tables.insert(relation, RelationTable { rule, arity, span: literal.span });
                relation
            }
        };
        Formula::Atom(Atom { relation, ..literal.clone() })
    }

    /// `~inner`: variables without a value mean "for no value" inside it.
    fn negation(&mut self, inner: &Expression, bound: &Bound, span: Span, out: &mut Vec<Formula>) {
        let mut known: Vec<Symbol> = Vec::new();
        let mut local = false;
        inner.each_variable(&mut |name| match bound.contains(&name) {
            true if !known.contains(&name) => known.push(name),
            true => {}
            false => local = true,
        });
        let (mut body, mut within) = (Vec::new(), bound.clone());
        if !self.part(inner, &mut within, &mut body) {
            return;
        }
        if !local {
            let inner = if body.len() == 1 { body.remove(0) } else { Formula::And(body, span) };
            out.push(Formula::Not(Box::new(inner), span));
            return;
        }
        let relation = self.fresh("any");
        let args = known.into_iter().map(|name| Term::Variable(name, span)).collect();
        let head = atom(relation, args, span);
        self.push(head.clone(), body, span);
        out.push(Formula::Not(Box::new(Formula::Atom(head)), span));
    }

    fn any(&mut self, parts: &[Expression], bound: &mut Bound, span: Span, out: &mut Vec<Formula>) -> bool {
        let (mut choices, mut after) = (Vec::new(), Vec::new());
        for part in parts {
            let (mut within, mut body) = (bound.clone(), Vec::new());
            if self.part(part, &mut within, &mut body) {
                choices.push(Formula::And(body, part.span()));
                after.push(within);
            }
        }
        bound.extend(after_any(after));
        let possible = !choices.is_empty();
        out.push(Formula::Or(choices, span));
        possible
    }

    /// `countofall(template, condition, number)`: the instances are put in a row and counted one after the other.
    fn count(&mut self, count: &Count, bound: &mut Bound, out: &mut Vec<Formula>) -> bool {
        let span = count.span;
        let mut keys: Vec<Symbol> = Vec::new();
        let mut take = |name: Symbol| {
            if bound.contains(&name) && !keys.contains(&name) {
                keys.push(name);
            }
        };
        count.template.each_variable(&mut |name, _| take(name));
        count.condition.each_variable(&mut take);
        let keys: Vec<Term> = keys.into_iter().map(|name| Term::Variable(name, span)).collect();
        let (holds, counted) = (self.fresh("instance"), self.fresh("count"));
        let head = atom(counted, keys.iter().cloned().chain([count.number.clone()]).collect(), span);
        let guards: Vec<Symbol> = (0..keys.len()).map(|position| self.guard_of(&head, position)).collect();
        let (mut body, mut within) = (Vec::new(), bound.clone());
        if self.part(&count.condition, &mut within, &mut body) {
            if !is_bound(&count.template, &within) {
                let help = "use only variables of the condition in the template";
                self.diagnostics.error(
                    "G310",
                    "the template holds a variable that the condition gives no value",
                    span,
                    help,
                );
                return false;
            }
            let listed = keys.iter().zip(&guards);
            let listed = listed.map(|(key, &guard)| Formula::Atom(atom(guard, vec![key.clone()], span)));
            let body = listed.chain(body).collect();
            // A template is no fact and no action: how many arguments it has says nothing of what has its name.
            let args = keys.iter().cloned().chain([nowhere(&count.template)]).collect();
            self.push(atom(holds, args, span), body, span);
        }
        self.needs.counts.push(Counting { holds, count: counted, keys, guards, span });
        out.push(Formula::Atom(head));
        bind_term(&count.number, bound);
        true
    }
}

/// A term that stands nowhere in the text.
fn nowhere(term: &Term) -> Term {
    let span = Span::NOWHERE;
    match term {
        Term::Variable(name, _) => Term::Variable(*name, span),
        Term::Constant(name, _) => Term::Constant(*name, span),
        Term::Compound(name, args, _) => Term::Compound(*name, args.iter().map(nowhere).collect(), span),
    }
}
