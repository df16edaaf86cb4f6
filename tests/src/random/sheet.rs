//! Random rule sheets with odd names.

use gdl2hdl_gdl::syntax::{Atom, Formula, MAX_NAME_BYTES, Rule, Sheet, Span, Symbol, Symbols, Term, is_name};
use proptest::collection::vec;
use proptest::prelude::*;

/// A term whose names are not interned yet.
#[derive(Clone, Debug)]
enum Word {
    /// Of a syntax that ignores case.
    Variable(String),
    /// Of a syntax that does not.
    ExactVariable(String),
    Apply(String, Vec<Word>),
}

#[derive(Clone, Debug)]
enum Part {
    Atom(String, Vec<Word>),
    Distinct(Word, Word),
    Equal(Word, Word),
    Not(Box<Part>),
    And(Vec<Part>),
    Or(Vec<Part>),
}

/// Rules of every shape a reader can make.
pub fn sheets() -> impl Strategy<Value = Sheet> {
    let head = (constants(), vec(words(), 0..4));
    vec((head, vec(parts(), 0..4)), 0..6).prop_map(|rules| Builder::default().sheet(rules))
}

/// Names of constants: everyday ones, so that some meet, reserved ones, odd ones and long ones.
fn constants() -> impl Strategy<Value = String> {
    const EVERYDAY: &[&str] = &["a", "b", "cell", "x", "X", "rowIndex", "1", "01"];
    const ODD: &[&str] = &[
        "role",
        "true",
        "does",
        "not",
        "and",
        "or",
        "distinct",
        "=",
        "module",
        "endmodule",
        "wire",
        "+",
        "++",
        "map+",
        "<",
        ">",
        "..",
        ".",
        "a.b",
        "-5",
        "-",
        "~",
        "&",
        "|",
        "a|b",
        "!=",
        ":",
        "::",
        ",",
        "a,b",
        "'",
        "a'b",
        "''",
        "\\",
        "\\'",
        "'\\",
        "\"",
        "\"q\"",
        "*/",
        "/*",
        "//",
        "%",
        "a%b",
        "_",
        "_a",
        "_1",
        "_#1",
        "a?",
        "#",
        "$",
        "@",
        "`",
        "é",
        "É",
        "İ",
        "ΑΣ",
        "ας",
        "ß",
        "ǅ",
        "ǆ",
        "中",
        "½",
        "\u{301}",
        "🎲",
        "a\u{200b}b",
        "\u{feff}",
        "[",
        "]",
        "{",
        "}",
        "null",
        "==>",
        "=>",
        "<==",
    ];
    prop_oneof![
        4 => select(EVERYDAY),
        3 => select(ODD),
        1 => vec(any::<char>(), 1..6).prop_map(|chars| chars.into_iter().collect()),
        1 => (select(&["a", "É", "-", "é"]), 1_usize..MAX_NAME_BYTES).prop_map(|(unit, n)| unit.repeat(n / unit.len())),
    ]
    .prop_map(|name: String| if is_name(&name) { name } else { "p".to_owned() })
}

fn select(from: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(from).prop_map(str::to_owned)
}

fn variables() -> impl Strategy<Value = Word> {
    prop_oneof![
        3 => select(&["x", "y", "row", "rowIndex"]).prop_map(Word::Variable),
        2 => constants().prop_map(Word::Variable),
        3 => select(&["X", "Y", "Row", "RowIndex", "ROW", "_", "_x", "_#1", "_#2", "X_2", "Éa"]).prop_map(Word::ExactVariable),
    ]
}

fn words() -> impl Strategy<Value = Word> {
    let leaf = prop_oneof![variables(), constants().prop_map(|name| Word::Apply(name, Vec::new()))];
    leaf.prop_recursive(3, 12, 3, |inner| {
        (constants(), vec(inner, 1..4)).prop_map(|(name, args)| Word::Apply(name, args))
    })
}

fn parts() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        4 => (constants(), vec(words(), 0..4)).prop_map(|(name, args)| Part::Atom(name, args)),
        1 => (words(), words()).prop_map(|(left, right)| Part::Distinct(left, right)),
        1 => (words(), words()).prop_map(|(left, right)| Part::Equal(left, right)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|part| Part::Not(Box::new(part))),
            vec(inner.clone(), 0..4).prop_map(Part::And),
            vec(inner, 0..4).prop_map(Part::Or),
        ]
    })
}

/// Interns names, and sees to what every sheet promises.
#[derive(Default)]
struct Builder {
    symbols: Symbols,
    /// The game defines a relation `=/2`, so `=` is nothing special.
    defines_equality: bool,
}

type RawRule = ((String, Vec<Word>), Vec<Part>);

impl Builder {
    fn sheet(mut self, rules: Vec<RawRule>) -> Sheet {
        self.defines_equality = rules.iter().any(|((name, args), _)| name == "=" && args.len() == 2);
        let rules = rules.into_iter().map(|rule| self.rule(rule)).collect();
        Sheet { symbols: self.symbols, rules }
    }

    fn rule(&mut self, ((name, args), body): RawRule) -> Rule {
        let head = self.atom(&name, args);
        let body = body.into_iter().map(|part| self.formula(part)).collect();
        Rule { head, body, span: Span::default() }
    }

    fn atom(&mut self, name: &str, args: Vec<Word>) -> Atom {
        let relation = match self.symbols.intern(name) {
            Symbol::NOT | Symbol::AND | Symbol::OR => self.symbols.intern("p"),
            relation => relation,
        };
        Atom { relation, args: args.into_iter().map(|arg| self.term(arg)).collect(), span: Span::default() }
    }

    fn term(&mut self, word: Word) -> Term {
        let span = Span::default();
        match word {
            Word::Variable(name) => Term::Variable(self.symbols.intern_variable(&name), span),
            Word::ExactVariable(name) => Term::Variable(self.symbols.intern_exact(&name), span),
            Word::Apply(name, args) if args.is_empty() => Term::Constant(self.symbols.intern(&name), span),
            Word::Apply(name, args) => {
                let name = self.symbols.intern(&name);
                Term::Compound(name, args.into_iter().map(|arg| self.term(arg)).collect(), span)
            }
        }
    }

    fn formula(&mut self, part: Part) -> Formula {
        let span = Span::default();
        match part {
            Part::Atom(name, args) => {
                let atom = self.atom(&name, args);
                match (atom.relation, atom.args.as_slice()) {
                    (Symbol::DISTINCT, [left, right]) => Formula::Distinct(left.clone(), right.clone(), span),
                    (Symbol::EQUAL, [left, right]) if !self.defines_equality => {
                        Formula::Equal(left.clone(), right.clone(), span)
                    }
                    _ => Formula::Atom(atom),
                }
            }
            Part::Distinct(left, right) => Formula::Distinct(self.term(left), self.term(right), span),
            Part::Equal(left, right) if self.defines_equality => Formula::Atom(self.atom("=", vec![left, right])),
            Part::Equal(left, right) => Formula::Equal(self.term(left), self.term(right), span),
            Part::Not(inner) => Formula::Not(Box::new(self.formula(*inner)), span),
            Part::And(parts) => Formula::And(self.formulas(parts), span),
            Part::Or(parts) => Formula::Or(self.formulas(parts), span),
        }
    }

    fn formulas(&mut self, parts: Vec<Part>) -> Vec<Formula> {
        parts.into_iter().map(|part| self.formula(part)).collect()
    }
}
