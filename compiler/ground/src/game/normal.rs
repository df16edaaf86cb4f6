//! Bodies to conjunctions of simple literals, rules to raw clauses with numbered variables.

use super::{MAX_ALTERNATIVES, MAX_ARITY, Pattern, Refused};
use crate::Terms;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Span, Symbol, Term};
use rustc_hash::FxHashMap;

/// A literal before keywords are taken apart.
#[derive(Clone, Debug)]
pub(super) struct RawLiteral {
    pub relation: Symbol,
    pub args: Vec<Pattern>,
}

/// A clause before keywords are taken apart.
#[derive(Clone, Debug)]
pub(super) struct RawClause {
    pub head: RawLiteral,
    pub positive: Vec<RawLiteral>,
    pub negative: Vec<RawLiteral>,
    pub distinct: Vec<(Pattern, Pattern)>,
    pub num_vars: u32,
    pub span: Span,
}

#[derive(Clone, Copy)]
enum Simple<'s> {
    Atom(&'s Atom, bool),
    Distinct(&'s Term, &'s Term),
    Equal(&'s Term, &'s Term),
}

/// The clauses of one rule, none when the body can't hold.
pub(super) fn clauses(rule: &Rule, terms: &mut Terms) -> Result<Vec<RawClause>, Refused> {
    let mut clauses = Vec::new();
    for conjunction in all_of(&rule.body, true, rule.span)? {
        let mut builder = Builder { terms, vars: FxHashMap::default(), bindings: Vec::new(), span: rule.span };
        clauses.extend(builder.clause(&rule.head, &conjunction)?);
    }
    Ok(clauses)
}

fn too_many(span: Span) -> Refused {
    Box::new(Diagnostic::error(
        "G210",
        format!("the `or`s of this rule expand to more than {MAX_ALTERNATIVES} alternatives"),
        span,
        "give each `or` a relation of its own, with one rule for each alternative",
    ))
}

/// Disjunctive normal form of `formula` (of its negation when not `positive`).
fn alternatives<'s>(formula: &'s Formula, positive: bool, span: Span) -> Result<Vec<Vec<Simple<'s>>>, Refused> {
    let one = |simple| Ok(vec![vec![simple]]);
    match formula {
        Formula::Atom(atom) => one(Simple::Atom(atom, positive)),
        Formula::Distinct(a, b, _) => one(if positive { Simple::Distinct(a, b) } else { Simple::Equal(a, b) }),
        Formula::Equal(a, b, _) => one(if positive { Simple::Equal(a, b) } else { Simple::Distinct(a, b) }),
        Formula::Not(inner, _) => alternatives(inner, !positive, span),
        Formula::And(parts, _) if positive => all_of(parts, true, span),
        Formula::Or(parts, _) if !positive => all_of(parts, false, span),
        Formula::And(parts, _) | Formula::Or(parts, _) => any_of(parts, positive, span),
    }
}

fn any_of(parts: &[Formula], positive: bool, span: Span) -> Result<Vec<Vec<Simple<'_>>>, Refused> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(alternatives(part, positive, span)?);
        if all.len() > MAX_ALTERNATIVES {
            return Err(too_many(span));
        }
    }
    Ok(all)
}

fn all_of(parts: &[Formula], positive: bool, span: Span) -> Result<Vec<Vec<Simple<'_>>>, Refused> {
    let mut product: Vec<Vec<Simple<'_>>> = vec![Vec::new()];
    for part in parts {
        let choices = alternatives(part, positive, span)?;
        if product.len().saturating_mul(choices.len()) > MAX_ALTERNATIVES {
            return Err(too_many(span));
        }
        if let [only] = choices.as_slice() {
            product.iter_mut().for_each(|all| all.extend_from_slice(only));
            continue;
        }
        product =
            product.iter().flat_map(|left| choices.iter().map(move |right| [&left[..], &right[..]].concat())).collect();
    }
    Ok(product)
}

/// Numbers variables and resolves equalities.
struct Builder<'t> {
    terms: &'t mut Terms,
    vars: FxHashMap<Symbol, u32>,
    /// What a variable was found equal to.
    bindings: Vec<Option<Pattern>>,
    span: Span,
}

impl Builder<'_> {
    fn clause(&mut self, head: &Atom, body: &[Simple<'_>]) -> Result<Option<RawClause>, Refused> {
        for simple in body {
            if let Simple::Equal(a, b) = simple {
                let (a, b) = (self.pattern(a)?, self.pattern(b)?);
                if !self.unify(&a, &b) {
                    return Ok(None);
                }
            }
        }
        let head = self.literal(head)?;
        let (mut positive, mut negative, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
        for simple in body {
            match simple {
                Simple::Atom(atom, true) => positive.push(self.literal(atom)?),
                Simple::Atom(atom, false) => negative.push(self.literal(atom)?),
                Simple::Distinct(a, b) => {
                    let pair = (self.resolved(a)?, self.resolved(b)?);
                    match (&pair.0, &pair.1) {
                        (a, b) if a == b => return Ok(None),
                        (Pattern::Term(_), Pattern::Term(_)) => {}
                        _ => distinct.push(pair),
                    }
                }
                Simple::Equal(..) => {}
            }
        }
        let num_vars = id(self.bindings.len());
        let clause = RawClause { head, positive, negative, distinct, num_vars, span: self.span };
        self.safe(&clause)?;
        Ok(Some(clause))
    }

    /// The static checks say this better; here it guards the grounder against callers that skip them.
    fn safe(&self, clause: &RawClause) -> Result<(), Refused> {
        let mut bound = vec![false; clause.num_vars as usize];
        let args = clause.positive.iter().flat_map(|literal| &literal.args);
        args.for_each(|arg| arg.each_var(&mut |var| bound[var as usize] = true));
        let mut safe = true;
        let tested = clause.negative.iter().chain([&clause.head]).flat_map(|literal| &literal.args);
        let pairs = clause.distinct.iter().flat_map(|(a, b)| [a, b]);
        tested.chain(pairs).for_each(|arg| arg.each_var(&mut |var| safe &= bound[var as usize]));
        if safe {
            return Ok(());
        }
        Err(Box::new(Diagnostic::error(
            "G101",
            "a variable of this rule occurs in no positive literal of its body",
            self.span,
            "add a literal that lists the values the variable may take",
        )))
    }

    fn literal(&mut self, atom: &Atom) -> Result<RawLiteral, Refused> {
        self.bounded(atom.args.len(), atom.span)?;
        let args = atom.args.iter().map(|arg| self.resolved(arg)).collect::<Result<_, _>>()?;
        Ok(RawLiteral { relation: atom.relation, args })
    }

    fn bounded(&self, arity: usize, span: Span) -> Result<(), Refused> {
        if arity <= MAX_ARITY {
            return Ok(());
        }
        Err(Box::new(Diagnostic::error(
            "G211",
            format!("{arity} arguments, more than the {MAX_ARITY} supported"),
            span,
            "group arguments into function terms",
        )))
    }

    fn resolved(&mut self, term: &Term) -> Result<Pattern, Refused> {
        let pattern = self.pattern(term)?;
        Ok(self.resolve(&pattern))
    }

    fn pattern(&mut self, term: &Term) -> Result<Pattern, Refused> {
        Ok(match term {
            Term::Variable(name, _) => {
                let next = id(self.bindings.len());
                let var = *self.vars.entry(*name).or_insert(next);
                if var == next {
                    self.bindings.push(None);
                }
                Pattern::Var(var)
            }
            Term::Constant(name, _) => Pattern::Term(self.terms.constant(*name)),
            Term::Compound(name, args, span) => {
                self.bounded(args.len(), *span)?;
                let args = args.iter().map(|arg| self.pattern(arg)).collect::<Result<Vec<_>, _>>()?;
                compound(self.terms, *name, args)
            }
        })
    }

    /// Replaces variables by what they are equal to. Depth stays bounded: `unify` refuses cycles.
    fn resolve(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Var(var) => match self.bindings[*var as usize].clone() {
                Some(bound) => self.resolve(&bound),
                None => Pattern::Var(*var),
            },
            Pattern::Term(term) => Pattern::Term(*term),
            Pattern::Compound(name, args) => {
                let args = args.iter().map(|arg| self.resolve(arg)).collect();
                compound(self.terms, *name, args)
            }
        }
    }

    fn unify(&mut self, a: &Pattern, b: &Pattern) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            (a, b) if a == b => true,
            (Pattern::Var(var), other) | (other, Pattern::Var(var)) => {
                let mut occurs = false;
                other.each_var(&mut |v| occurs |= v == *var);
                if !occurs {
                    self.bindings[*var as usize] = Some(other.clone());
                }
                !occurs
            }
            (Pattern::Compound(f, xs), Pattern::Compound(g, ys)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.unify(x, y))
            }
            (Pattern::Compound(f, xs), Pattern::Term(term)) | (Pattern::Term(term), Pattern::Compound(f, xs)) => {
                let ys: Vec<_> = self.terms.args(*term).iter().map(|&arg| Pattern::Term(arg)).collect();
                self.terms.functor(*term) == *f
                    && xs.len() == ys.len()
                    && xs.iter().zip(&ys).all(|(x, y)| self.unify(x, y))
            }
            (Pattern::Term(_), Pattern::Term(_)) => false,
        }
    }
}

/// A compound pattern; a term when nothing in it varies.
pub(super) fn compound(terms: &mut Terms, name: Symbol, args: Vec<Pattern>) -> Pattern {
    let ground: Option<Vec<_>> =
        args.iter().map(|arg| if let Pattern::Term(t) = arg { Some(*t) } else { None }).collect();
    match ground {
        Some(args) => Pattern::Term(terms.compound(name, &args)),
        None => Pattern::Compound(name, args),
    }
}
