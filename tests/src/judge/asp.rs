//! Rules and states as a program for gringo, in which every sentence says in which of several states it holds. Negation is
//! stratified, so gringo finds out by itself all that holds.

use super::sexp::Sexp;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A state, and the joint move that is made in it.
pub struct World {
    /// Canonical texts.
    pub facts: Vec<String>,
    /// Pairs of role and move; none where nothing is done.
    pub does: Vec<(String, String)>,
}

/// Most alternatives of a body.
const MAX_CASES: usize = 4096;

/// The text of a program, and the names of its relations.
pub(super) struct Program {
    pub(super) text: String,
    relations: BTreeMap<(String, usize), usize>,
    helpers: usize,
}

/// A part of a body.
enum Literal<'s> {
    Atom(bool, &'s Sexp),
    Same(bool, &'s Sexp, &'s Sexp),
}

impl Program {
    /// Translates rules and states.
    ///
    /// # Errors
    /// Texts that are no rules, and rules with more alternatives than anybody writes.
    pub(super) fn new(rules: &[Sexp], worlds: &[World]) -> Result<Self, String> {
        let mut program = Self { text: String::new(), relations: BTreeMap::new(), helpers: 0 };
        rules.iter().try_for_each(|rule| program.rule(rule))?;
        for (number, world) in worlds.iter().enumerate() {
            program.line(&format!("w({number})."));
            for fact in &world.facts {
                let fact = sentence(fact)?;
                let name = program.relation("true", 1);
                program.line(&format!("{name}({number},{fact})."));
            }
            for (role, mv) in &world.does {
                let (role, mv) = (sentence(role)?, sentence(mv)?);
                let name = program.relation("does", 2);
                program.line(&format!("{name}({number},{role},{mv})."));
            }
        }
        Ok(program)
    }

    /// The name of a relation in gringo.
    pub(super) fn relation(&mut self, name: &str, arity: usize) -> String {
        let next = self.relations.len();
        format!("r{}", self.relations.entry((name.to_owned(), arity)).or_insert(next))
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn rule(&mut self, rule: &Sexp) -> Result<(), String> {
        let (head, body) = match rule.parts() {
            ("<=", [head, body @ ..]) => (head, body),
            _ => (rule, &[][..]),
        };
        let all: Vec<&Sexp> = body.iter().collect();
        for case in product(&all, true)? {
            let body = self.body(head, &case)?;
            let head = self.atom(head, "W");
            self.line(&format!("{head} :- w(W){body}."));
        }
        Ok(())
    }

    /// The literals of one alternative, each behind a comma.
    fn body(&mut self, head: &Sexp, case: &[Literal<'_>]) -> Result<String, String> {
        let mut text = String::new();
        for (place, literal) in case.iter().enumerate() {
            let written = match literal {
                Literal::Same(same, a, b) => format!("{} {} {}", term(a), if *same { "=" } else { "!=" }, term(b)),
                Literal::Atom(true, atom) => self.atom(atom, "W"),
                Literal::Atom(false, atom) => {
                    let mut others = Vec::new();
                    head.variables(&mut others);
                    for (_, other) in case.iter().enumerate().filter(|(other, _)| *other != place) {
                        match other {
                            Literal::Atom(_, atom) => atom.variables(&mut others),
                            Literal::Same(_, a, b) => [a, b].iter().for_each(|part| part.variables(&mut others)),
                        }
                    }
                    format!("not {}", self.negated(atom, &others))
                }
            };
            write!(text, ", {written}").map_err(|error| error.to_string())?;
        }
        Ok(text)
    }

    /// An atom under negation. Of what stands in it alone there is none: a rule of its own says for which of the others
    /// there is some.
    fn negated(&mut self, atom: &Sexp, others: &[&str]) -> String {
        let mut own = Vec::new();
        atom.variables(&mut own);
        own.sort_unstable();
        own.dedup();
        let shared: Vec<String> = own.iter().filter(|name| others.contains(name)).map(|name| variable(name)).collect();
        let written = self.atom(atom, "W");
        if shared.len() == own.len() {
            return written;
        }
        self.helpers += 1;
        let args: String = shared.iter().map(|name| format!(",{name}")).collect();
        let helper = format!("h{}(W{args})", self.helpers);
        self.line(&format!("{helper} :- {written}."));
        helper
    }

    fn atom(&mut self, atom: &Sexp, world: &str) -> String {
        let (name, args) = atom.parts();
        let name = self.relation(name, args.len());
        let args: String = args.iter().map(|arg| format!(",{}", term(arg))).collect();
        format!("{name}({world}{args})")
    }
}

/// What a formula, or its negation, says: one of several conjunctions.
fn cases(formula: &Sexp, positive: bool) -> Result<Vec<Vec<Literal<'_>>>, String> {
    let (word, args) = formula.parts();
    let all: Vec<&Sexp> = args.iter().collect();
    match (word, args) {
        ("not", [inner]) => cases(inner, !positive),
        ("and", _) if positive => product(&all, true),
        ("or", _) if !positive => product(&all, false),
        ("and" | "or", _) => {
            let each = args.iter().map(|part| cases(part, positive)).collect::<Result<Vec<_>, _>>()?;
            Ok(each.into_iter().flatten().collect())
        }
        ("distinct", [a, b]) => Ok(vec![vec![Literal::Same(!positive, a, b)]]),
        _ => Ok(vec![vec![Literal::Atom(positive, formula)]]),
    }
}

/// The alternatives of formulas that all hold, or of which none does.
fn product<'s>(formulas: &[&'s Sexp], positive: bool) -> Result<Vec<Vec<Literal<'s>>>, String> {
    let mut all: Vec<Vec<Literal<'s>>> = vec![Vec::new()];
    for formula in formulas {
        let choices = cases(formula, positive)?;
        if all.len() * choices.len() > MAX_CASES {
            return Err("too many alternatives".to_owned());
        }
        let copy = |literal: &Literal<'s>| match literal {
            Literal::Atom(sign, atom) => Literal::Atom(*sign, atom),
            Literal::Same(same, a, b) => Literal::Same(*same, a, b),
        };
        let joined = |left: &Vec<Literal<'s>>, right: &Vec<Literal<'s>>| left.iter().chain(right).map(copy).collect();
        all = all.iter().flat_map(|left| choices.iter().map(|right| joined(left, right)).collect::<Vec<_>>()).collect();
    }
    Ok(all)
}

/// Words are strings, compounds are tuples that begin with their name.
fn term(term: &Sexp) -> String {
    match term {
        Sexp::Word(word) if term.is_variable() => variable(word),
        Sexp::Word(word) => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
        Sexp::List(list) => {
            let parts: Vec<String> = list.iter().map(self::term).collect();
            format!("({})", parts.join(","))
        }
    }
}

fn variable(name: &str) -> String {
    let letters = name.bytes().skip(1).map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' });
    format!("V{}", letters.collect::<String>())
}

/// The term of a canonical text.
fn sentence(text: &str) -> Result<String, String> {
    match &Sexp::read(text)?[..] {
        [one] => Ok(term(one)),
        _ => Err(format!("`{text}` is no sentence")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> String {
        Program::new(&Sexp::read(text).unwrap(), &[]).unwrap().text
    }

    #[test]
    fn alternatives_become_rules() {
        let text = translated("(<= (p ?x) (or (q ?x) (and (q ?x) (r ?x))) (not (or (s ?x) (distinct ?x a))))");
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.lines().all(|line| line.contains("not r") && line.contains("Vx = \"a\"")), "{text}");
    }

    #[test]
    fn what_stands_in_a_negation_alone_is_asked_of_all() {
        let text = translated("(<= (p ?x) (q ?x) (not (r ?x ?y)))");
        assert!(text.starts_with("h1(W,Vx) :- r1(W,Vx,Vy).") && text.contains("not h1(W,Vx)"), "{text}");
    }
}
