//! States written down as sentences: one fact a line or several, `;` comments, states separated by blank lines or by
//! lines `---`. Facts may stand inside of `true(...)` or `init(...)`; both syntaxes of games are read.

use super::{GameShape, Literal, StartState, Whole};
use crate::engine::{Codec, EngineError, listed};
use gdl2hdl_gdl::diagnostics::{Lines, Severity};
use gdl2hdl_gdl::syntax::{self, Language, Rule, Sheet, Span, Symbol, Symbols, Term, print};
use thiserror::Error;

/// A text that is no list of states of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {reason}; {help}")]
pub struct StateError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, with the sentence.
    pub reason: String,
    /// What to do.
    pub help: String,
    /// It is a state of the game, but none that play can reach: a net that rests on those does not have it.
    pub unreachable: bool,
}

/// Reads the states of a text. Facts nothing depends on are accepted; registers do not hold them.
///
/// # Errors
/// The first thing that is wrong: the text, a sentence the game does not have or that never holds, one that always
/// holds and is missing, sentences that never hold together.
pub fn read_states(text: &str, codec: &Codec, shape: &GameShape) -> Result<Vec<StartState>, StateError> {
    let lines = Lines::of(text);
    let place = |wrong: Wrong| {
        let position = lines.position(wrong.span.start as usize);
        StateError {
            line: position.line,
            column: position.column,
            reason: wrong.reason,
            help: wrong.help,
            unreachable: wrong.unreachable,
        }
    };
    let states = blocks(text).map_err(place)?;
    states.iter().map(|facts| state(facts, codec, shape).map_err(place)).collect()
}

/// A fact as it was written.
struct Fact {
    text: String,
    span: Span,
}

/// What is wrong, and where.
struct Wrong {
    span: Span,
    reason: String,
    help: String,
    unreachable: bool,
}

impl Wrong {
    fn new(span: Span, reason: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, reason: reason.into(), help: help.into(), unreachable: false }
    }
}

/// The facts of each state; no state is without facts.
fn blocks(text: &str) -> Result<Vec<Vec<Fact>>, Wrong> {
    let (facts, separators) = without_separators(text);
    let parsed = syntax::parse(&facts, None);
    if let Some(found) = parsed.diagnostics.into_iter().find(|found| found.severity == Severity::Error) {
        let span = found.labels.first().map(|label| label.span).unwrap_or_default();
        let empty = parsed.sheet.rules.is_empty() && found.labels.is_empty();
        let help = if empty { "write the facts of at least one state".to_owned() } else { found.help };
        return Err(Wrong::new(span, if empty { "no state".to_owned() } else { found.message }, help));
    }
    let mut states: Vec<Vec<Fact>> = Vec::new();
    let mut last_block = None;
    for rule in &parsed.sheet.rules {
        let fact = fact(&parsed.sheet, rule)?;
        let block = |at: u32| separators.partition_point(|&separator| separator < at as usize);
        match states.last_mut() {
            Some(state) if last_block == Some(block(fact.span.start)) => state.push(fact),
            _ => states.push(vec![fact]),
        }
        // A blank line inside of a fact separates nothing.
        last_block = Some(block(rule.span.end));
    }
    Ok(states)
}

/// The text with blanks in place of lines `---`, and where lines begin that separate states.
fn without_separators(text: &str) -> (String, Vec<usize>) {
    let (mut facts, mut separators) = (String::with_capacity(text.len()), Vec::new());
    for line in Lines::of(text).with_ends() {
        let dashes = line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == b'-');
        if dashes || line.trim().is_empty() {
            separators.push(facts.len());
        }
        facts.push_str(&if dashes { line.replace('-', " ") } else { line.to_owned() });
    }
    (facts, separators)
}

/// The fact of a rule without a body, in canonical form.
fn fact(sheet: &Sheet, rule: &Rule) -> Result<Fact, Wrong> {
    let written = || print::rule(&sheet.symbols, rule, Language::Kif);
    if !rule.body.is_empty() {
        let reason = format!("`{}` is a rule", written());
        return Err(Wrong::new(rule.span, reason, "a state holds facts only"));
    }
    let relation = sheet.symbols.name(rule.head.relation);
    let mut text = String::new();
    let ground = match &rule.head.args[..] {
        [term] if matches!(relation, "true" | "init") => write_term(&sheet.symbols, term, &mut text),
        args => write_sentence(&sheet.symbols, rule.head.relation, args, &mut text),
    };
    if !ground {
        return Err(Wrong::new(
            rule.span,
            format!("`{}` holds a variable", written()),
            "write one fact for each value",
        ));
    }
    Ok(Fact { text, span: rule.span })
}

/// Writes the canonical text of a sentence; false when it holds a variable.
fn write_sentence(symbols: &Symbols, name: Symbol, args: &[Term], out: &mut String) -> bool {
    if args.is_empty() {
        out.push_str(symbols.name(name));
        return true;
    }
    out.push('(');
    out.push_str(symbols.name(name));
    let ground = args.iter().all(|arg| {
        out.push(' ');
        write_term(symbols, arg, out)
    });
    out.push(')');
    ground
}

/// The same for a term. The readers bound its nesting.
fn write_term(symbols: &Symbols, term: &Term, out: &mut String) -> bool {
    match term {
        Term::Variable(..) => false,
        Term::Constant(name, _) => write_sentence(symbols, *name, &[], out),
        Term::Compound(name, args, _) => write_sentence(symbols, *name, args, out),
    }
}

/// The registers of a state, of which all facts are known.
fn state(facts: &[Fact], codec: &Codec, shape: &GameShape) -> Result<StartState, Wrong> {
    let texts: Vec<String> = facts.iter().map(|fact| fact.text.clone()).collect();
    let registers = codec.encode(&texts).map_err(|error| refused(facts, &error))?;
    match shape.contradiction(&registers) {
        Some(literals) => Err(contradiction(facts, &literals)),
        None => Ok(StartState { registers, whole: Whole::Facts(texts) }),
    }
}

fn refused(facts: &[Fact], error: &EngineError) -> Wrong {
    let name = error.refused_fact().unwrap_or_default();
    let (reason, help) = match error {
        EngineError::UnknownFact(fact) => {
            (format!("the game has no fact `{fact}`"), "is this a state of another game, or of another version of it?")
        }
        EngineError::NeverFact(fact) => (format!("`{fact}` holds in no state that can be reached"), "remove it"),
        EngineError::MissingFact(fact) => {
            (format!("`{fact}` is missing, which holds in every state that can be reached"), "add it")
        }
        other => (other.to_string(), "change the state"),
    };
    let unreachable = !matches!(error, EngineError::UnknownFact(_));
    Wrong { unreachable, ..Wrong::new(span_of(facts, name), reason, help) }
}

/// Literals that can't hold together, in words.
fn contradiction(facts: &[Fact], literals: &[Literal]) -> Wrong {
    let reason = format!("{} never hold together in a state that can be reached", listed(literals.iter()));
    let named = literals.iter().rfind(|literal| literal.value).map_or("", |literal| &literal.fact);
    Wrong { unreachable: true, ..Wrong::new(span_of(facts, named), reason, "change one of them") }
}

/// Where a fact is written; the beginning of the state when it is not.
fn span_of(facts: &[Fact], name: &str) -> Span {
    facts.iter().find(|fact| fact.text == name).or(facts.first()).map(|fact| fact.span).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BaseBit, Layout, Wire};

    fn read_by(text: &str, grouped: bool) -> Result<Vec<String>, String> {
        let bases = [
            ("(cell 1 x)", Wire::Register { index: 0, inverted: false }),
            ("(cell 2 x)", Wire::Register { index: 1, inverted: false }),
            ("done", Wire::Register { index: 2, inverted: false }),
            ("always", Wire::Constant(true)),
            ("never", Wire::Constant(false)),
            ("(unseen 7)", Wire::Dropped),
        ];
        let bases = bases.map(|(sentence, wire)| BaseBit { sentence: sentence.to_owned(), wire }).to_vec();
        let codec = Codec::new(Layout { registers: 3, bases, ..Layout::default() }).unwrap();
        let literal = |register: usize, value, fact: &str| Literal { register, value, fact: fact.to_owned() };
        let both = [literal(0, true, "(cell 1 x)"), literal(2, true, "done")];
        let neither = [literal(0, false, "(cell 1 x)"), literal(1, false, "(cell 2 x)")];
        let excluded = vec![both, neither];
        let group = [literal(0, true, "(cell 1 x)"), literal(1, true, "(cell 2 x)"), literal(2, true, "done")];
        let groups = if grouped { vec![(group.to_vec(), true)] } else { Vec::new() };
        let excluded = if grouped { Vec::new() } else { excluded };
        let shape = GameShape { registers: 3, excluded, groups, ..GameShape::default() };
        let bits = |state: &StartState| state.registers.iter().map(|bit| if *bit { '1' } else { '0' }).collect();
        match read_states(text, &codec, &shape) {
            Ok(states) => Ok(states.iter().map(bits).collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn read(text: &str) -> Result<Vec<String>, String> {
        read_by(text, false)
    }

    fn reads(text: &str, states: &[&str]) {
        assert_eq!(read(text).unwrap(), states, "{text}");
    }

    fn refuses(text: &str, message: &str) {
        assert_eq!(read(text).unwrap_err(), message, "{text}");
    }

    #[test]
    fn facts_in_either_syntax_bare_or_wrapped() {
        reads("always (Cell 1 x) ; a comment\n(unseen 7)", &["100"]);
        reads("(true always) (init (cell\n\n2 x))\n(true done)", &["011"]);
        reads("always\ntrue(cell(2,x))\ndone", &["011"]);
    }

    #[test]
    fn states_are_separated_by_blank_lines_or_dashes() {
        let states = ["100", "011", "110"];
        reads(
            "always (cell 1 x)\n \n\n; second\nalways (cell 2 x)\ndone\n---\n\n(cell 1 x) (cell 2 x) always",
            &states,
        );
        reads("---\nalways\n(cell 1 x)\n-----\nalways (cell 2 x) done\n\nalways (cell 1 x) (cell 2 x)\n---\n", &states);
    }

    #[test]
    fn what_is_no_state_is_refused_with_its_place() {
        let another = "is this a state of another game, or of another version of it?";
        refuses("always\n (cell 3 x)", &format!("line 2, column 2: the game has no fact `(cell 3 x)`; {another}"));
        refuses(
            "always (cell 1 ?x)",
            "line 1, column 8: `(cell 1 ?x)` holds a variable; write one fact for each value",
        );
        refuses(
            "(cell 1 x)\n\n(cell 2 x)",
            "line 1, column 1: `always` is missing, which holds in every state that can be reached; add it",
        );
        refuses(
            "always (cell 1 x) never",
            "line 1, column 19: `never` holds in no state that can be reached; remove it",
        );
        refuses("(<= always done)", "line 1, column 1: `(<= always done)` is a rule; a state holds facts only");
        for nothing in ["", "; nothing\n---\n"] {
            refuses(nothing, "line 1, column 1: no state; write the facts of at least one state");
        }
        assert!(read("(cell 1 x").unwrap_err().starts_with("line 1, column "));
    }

    #[test]
    fn facts_that_never_hold_together_are_refused() {
        let never = "never hold together in a state that can be reached; change one of them";
        refuses("always (cell 1 x)\ndone", &format!("line 2, column 1: `(cell 1 x)` and `done` {never}"));
        refuses("always\n", &format!("line 1, column 1: `(not (cell 1 x))` and `(not (cell 2 x))` {never}"));
    }

    #[test]
    fn groups_of_alternatives_are_kept() {
        assert_eq!(read_by("always done", true).unwrap(), ["001"]);
        let never = "never hold together in a state that can be reached; change one of them";
        let two = read_by("always (cell 1 x)\n(cell 2 x)", true).unwrap_err();
        assert_eq!(two, format!("line 2, column 1: `(cell 1 x)` and `(cell 2 x)` {never}"));
        let none = read_by("always", true).unwrap_err();
        let all = "`(not (cell 1 x))` and `(not (cell 2 x))` and `(not done)`";
        assert_eq!(none, format!("line 1, column 1: {all} {never}"));
    }
}
