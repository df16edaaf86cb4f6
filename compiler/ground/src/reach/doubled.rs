//! Rules about what may hold and what must hold, where only some facts of a state are known.
//!
//! Facts of the kinds that are *tracked* are known exactly: such a fact stands in the state as `(is F)`. Of the others it
//! is known only that they may hold: `(may F)`. Every relation that depends on the state or the moves has two copies.
//! What may hold is derived from what may hold and from the absence of what must hold; what must hold from what must
//! hold and from the absence of what may hold. By induction over the strata: in every state with just these tracked
//! facts, and no others but those that may hold, what must hold holds, and what holds may hold.

use gdl2hdl_gdl::syntax::reach::{Relation, depending};
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Symbols, Term};
use rustc_hash::FxHashSet;
use std::collections::HashMap;

/// What is asked of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    May,
    Must,
}

impl Mode {
    fn flipped(self) -> Self {
        if self == Self::May { Self::Must } else { Self::May }
    }
}

/// The rules of both copies.
pub(super) struct Doubled {
    /// `legal` lists what may be legal, `terminal` holds where the state must be terminal, `next` has facts of both
    /// kinds, `init` is as it was.
    ///
    /// Nobody checks these rules, and nobody but the interpreter takes them, which looks for itself whether they have a
    /// meaning. They are stratified as those of the game are: a copy depends on copies of the same relations, under
    /// negation where the other did.
    pub sheet: Sheet,
    /// The function around facts that hold.
    pub is: String,
    /// The function around facts that may hold.
    pub may: String,
}

/// Doubles the rules of a game. Cost: linear in the text.
pub(super) fn doubled(sheet: &Sheet) -> Doubled {
    let mut symbols = sheet.symbols.clone();
    let (is, may) = (symbols.fresh("is!"), symbols.fresh("may!"));
    let names = (symbols.name(is).to_owned(), symbols.name(may).to_owned());
    let mut writer = Writer { symbols, changing: changing(&sheet.rules), is, may, copies: HashMap::new() };
    let rules = sheet.rules.iter().flat_map(|rule| writer.rules(rule)).collect();
    Doubled { sheet: Sheet { symbols: writer.symbols, rules }, is: names.0, may: names.1 }
}

/// Relations that depend on the state or the moves.
fn changing(rules: &[Rule]) -> FxHashSet<Relation> {
    // The last three are always written in two copies, so that what reads them knows where to look.
    let roots = [(Symbol::TRUE, 1), (Symbol::DOES, 2), (Symbol::NEXT, 1), (Symbol::LEGAL, 2), (Symbol::TERMINAL, 0)];
    let mut changing = depending(rules.iter(), roots);
    changing.extend(roots);
    changing
}

struct Writer {
    symbols: Symbols,
    changing: FxHashSet<Relation>,
    is: Symbol,
    may: Symbol,
    copies: HashMap<(Symbol, Mode), Symbol>,
}

impl Writer {
    /// Both copies of a rule; the rule itself where nothing in it changes.
    fn rules(&mut self, rule: &Rule) -> Vec<Rule> {
        if !self.changing.contains(&rule.head.key()) {
            return vec![rule.clone()];
        }
        let copy = |mode| {
            let head = match rule.head.relation {
                Symbol::NEXT => wrapped(&rule.head, self.wrapper(mode)),
                _ => self.atom(&rule.head, mode),
            };
            Rule { head, body: rule.body.iter().map(|part| self.formula(part, mode)).collect(), span: rule.span }
        };
        [Mode::May, Mode::Must].map(copy).into()
    }

    fn wrapper(&self, mode: Mode) -> Symbol {
        if mode == Mode::May { self.may } else { self.is }
    }

    fn formula(&mut self, formula: &Formula, mode: Mode) -> Formula {
        match formula {
            Formula::Atom(atom) if atom.key() == (Symbol::TRUE, 1) => {
                let is = Formula::Atom(wrapped(atom, self.is));
                match mode {
                    Mode::Must => is,
                    Mode::May => Formula::Or(vec![is, Formula::Atom(wrapped(atom, self.may))], atom.span),
                }
            }
            Formula::Atom(atom) => Formula::Atom(self.atom(atom, mode)),
            Formula::Not(inner, span) => Formula::Not(Box::new(self.formula(inner, mode.flipped())), *span),
            Formula::And(parts, span) => {
                Formula::And(parts.iter().map(|part| self.formula(part, mode)).collect(), *span)
            }
            Formula::Or(parts, span) => Formula::Or(parts.iter().map(|part| self.formula(part, mode)).collect(), *span),
            Formula::Distinct(..) | Formula::Equal(..) => formula.clone(),
        }
    }

    /// An atom over the copy of its relation. The copies that are read keep their names; a move is known.
    fn atom(&mut self, atom: &Atom, mode: Mode) -> Atom {
        let kept = matches!(
            (atom.key(), mode),
            ((Symbol::DOES, 2), _) | ((Symbol::LEGAL, 2), Mode::May) | ((Symbol::TERMINAL, 0), Mode::Must)
        );
        if kept || !self.changing.contains(&atom.key()) {
            return atom.clone();
        }
        let stem = format!("{}!{mode:?}", self.symbols.name(atom.relation)).to_ascii_lowercase();
        let symbols = &mut self.symbols;
        let relation = *self.copies.entry((atom.relation, mode)).or_insert_with(|| symbols.fresh(&stem));
        Atom { relation, ..atom.clone() }
    }
}

/// The same about the fact inside a function.
fn wrapped(atom: &Atom, function: Symbol) -> Atom {
    let inside = |arg: &Term| Term::Compound(function, vec![arg.clone()], atom.span);
    Atom { args: atom.args.iter().map(inside).collect(), ..atom.clone() }
}
