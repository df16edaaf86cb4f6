//! Takes the fact inside `true`, `next`, ... and the move inside `does`, `legal`, ... apart.

use super::analysis::{Analysis, Shapes};
use super::normal::{self, RawClause, RawLiteral};
use super::shorten;
use super::unpack;
use super::{Clause, Form, Literal, MAX_ALTERNATIVES, Pattern, Pred, Program, Refused};
use crate::TermId;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::Symbol;

/// The clause form of a game.
///
/// # Errors
/// [`Refused`] when a rule expands beyond bounds.
pub fn program(sheet: &Checked) -> Result<Program, Refused> {
    let mut program = Program::new(sheet.symbols.clone());
    let mut raw = Vec::new();
    for rule in &sheet.rules {
        raw.extend(normal::clauses(rule, &mut program.terms)?);
    }
    let analysis = Analysis::of(&raw, &program.terms);
    for clause in &raw {
        flatten(&mut program, &analysis, clause)?;
    }
    list_constants(&mut program);
    unpack::unpack(&mut program);
    Ok(program)
}

/// The argument that is taken apart, for a keyword of the right arity.
fn opened(literal: &RawLiteral) -> Option<usize> {
    match (literal.relation, literal.args.len()) {
        (Symbol::TRUE | Symbol::NEXT | Symbol::INIT | Symbol::BASE, 1) => Some(0),
        (Symbol::DOES | Symbol::LEGAL | Symbol::INPUT | Symbol::SEES, 2) => Some(1),
        _ => None,
    }
}

fn opened_variable(literal: &RawLiteral) -> Option<u32> {
    match opened(literal).map(|index| &literal.args[index]) {
        Some(Pattern::Var(var)) => Some(*var),
        _ => None,
    }
}

/// Adds the clause once for every shape its whole-fact and whole-move variables can take.
fn flatten(program: &mut Program, analysis: &Analysis, raw: &RawClause) -> Result<(), Refused> {
    let mut open: Vec<u32> =
        raw.positive.iter().chain(&raw.negative).chain([&raw.head]).filter_map(opened_variable).collect();
    open.sort_unstable();
    open.dedup();
    let Some(shapes) = analysis.variables(raw) else { return Ok(()) };
    let choices: Vec<Vec<Option<(Symbol, usize)>>> = open.iter().map(|&var| choices(&shapes[var as usize])).collect();
    let count = choices.iter().fold(1_usize, |n, c| n.saturating_mul(c.len()));
    if count > MAX_ALTERNATIVES {
        return Err(Box::new(Diagnostic::error(
            "G210",
            format!("the variables for whole facts and moves in this rule stand for {count} combinations of functions"),
            raw.span,
            "write separate rules for the kinds of facts that matter",
        )));
    }
    for mut number in 0..count {
        let mut chosen = Vec::with_capacity(open.len());
        for (&var, choices) in open.iter().zip(&choices) {
            chosen.push((var, choices[number % choices.len()]));
            number /= choices.len();
        }
        add(program, raw, &chosen, &shapes)?;
    }
    Ok(())
}

fn choices(shapes: &Shapes) -> Vec<Option<(Symbol, usize)>> {
    shapes.constant.then_some(None).into_iter().chain(shapes.compounds.iter().map(|&f| Some(f))).collect()
}

fn add(
    program: &mut Program,
    raw: &RawClause,
    chosen: &[(u32, Option<(Symbol, usize)>)],
    shapes: &[Shapes],
) -> Result<(), Refused> {
    let mut opener = Opener { program, replaced: vec![None; raw.num_vars as usize], num_vars: raw.num_vars };
    for &(var, choice) in chosen {
        opener.choose(var, choice);
    }
    let head = opener.literal(&raw.head);
    let mut positive: Vec<_> = raw.positive.iter().map(|l| opener.literal(l)).collect();
    let negative: Vec<_> = raw.negative.iter().map(|l| opener.literal(l)).collect();
    let distinct = raw.distinct.iter().map(|(a, b)| (opener.pattern(a), opener.pattern(b))).collect();
    for &(var, choice) in chosen {
        let bound_by_keyword = raw.positive.iter().any(|l| opened_variable(l) == Some(var));
        if choice.is_none() && !bound_by_keyword && !shapes[var as usize].compounds.is_empty() {
            let pred = opener.program.pred(constants());
            positive.push(Literal { pred, args: vec![Pattern::Var(var)] });
        }
    }
    let num_vars = opener.num_vars;
    let ground: Option<Vec<TermId>> =
        head.args.iter().map(|arg| if let Pattern::Term(term) = arg { Some(*term) } else { None }).collect();
    match ground {
        Some(row) if positive.is_empty() && negative.is_empty() && raw.distinct.is_empty() => {
            program.facts.push((head.pred, row));
            Ok(())
        }
        _ => shorten::push(program, Clause { head, positive, negative, distinct, num_vars, span: raw.span }),
    }
}

/// The relation that holds every constant: a guard for variables that must not stand for function terms.
fn constants() -> Pred {
    Pred { name: Symbol::TRUE, form: Form::Auxiliary(u32::MAX), arity: 1 }
}

fn list_constants(program: &mut Program) {
    if let Some(pred) = program.find_pred(&constants()) {
        let ids = (0..id(program.terms.len())).map(TermId);
        let rows: Vec<_> = ids.filter(|&t| program.terms.args(t).is_empty()).map(|t| (pred, vec![t])).collect();
        program.facts.extend(rows);
    }
}

struct Opener<'p> {
    program: &'p mut Program,
    /// The function a variable was chosen to stand for, with fresh variables as arguments.
    replaced: Vec<Option<Pattern>>,
    num_vars: u32,
}

impl Opener<'_> {
    fn choose(&mut self, var: u32, choice: Option<(Symbol, usize)>) {
        if let Some((name, arity)) = choice {
            let first = self.num_vars;
            let args = (0..id(arity)).map(|i| Pattern::Var(first + i)).collect::<Vec<_>>();
            self.num_vars += id(args.len());
            self.replaced[var as usize] = Some(Pattern::Compound(name, args));
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Var(var) => self.replaced.get(*var as usize).cloned().flatten().unwrap_or(Pattern::Var(*var)),
            Pattern::Term(term) => Pattern::Term(*term),
            Pattern::Compound(name, args) => {
                let args = args.iter().map(|arg| self.pattern(arg)).collect();
                normal::compound(&mut self.program.terms, *name, args)
            }
        }
    }

    fn literal(&mut self, raw: &RawLiteral) -> Literal {
        let mut args: Vec<_> = raw.args.iter().map(|arg| self.pattern(arg)).collect();
        let mut form = Form::Plain;
        if let Some(index) = opened(raw)
            && let Some(last) = args.pop()
        {
            debug_assert_eq!(index, args.len(), "keywords are opened at their last argument");
            form = self.open(last, &mut args);
        }
        let pred = self.program.pred(Pred { name: raw.relation, form, arity: args.len() });
        Literal { pred, args }
    }

    /// Appends the columns of an opened argument and returns its form.
    fn open(&mut self, last: Pattern, args: &mut Vec<Pattern>) -> Form {
        match last {
            Pattern::Term(term) if !self.program.terms.args(term).is_empty() => {
                let inner = self.program.terms.args(term);
                args.extend(inner.iter().map(|&arg| Pattern::Term(arg)));
                Form::Compound(self.program.terms.functor(term), inner.len())
            }
            Pattern::Compound(name, inner) => {
                let form = Form::Compound(name, inner.len());
                args.extend(inner);
                form
            }
            constant => {
                args.push(constant);
                Form::Constant
            }
        }
    }
}
