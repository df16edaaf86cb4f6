//! The words of SDL: with how many arguments they stand, and on which side of a rule.

use crate::check::collector::Diagnostics;
use crate::check::spelling::{Spelling, arguments};
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Rule, Symbol, each_atom};

/// The names that SDL knows beside those of GDL; `None` where the text has no such name.
#[derive(Clone, Copy)]
pub(super) struct Vocabulary {
    step: Option<Symbol>,
    successor: Option<Symbol>,
}

/// What a relation is to SDL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// `true does legal goal terminal sees`: arguments without the step.
    Sentence(usize),
    Step,
    Successor,
    /// `init next`: words of GDL only.
    Foreign,
    /// The game's own, or a word that is the same in GDL.
    Own,
}

impl Vocabulary {
    pub(super) fn of(spelling: Spelling<'_>) -> Self {
        Self { step: spelling.symbols.get("step"), successor: spelling.symbols.get("successor") }
    }

    pub(super) fn word(self, name: Symbol) -> Word {
        match name {
            Symbol::TERMINAL => Word::Sentence(0),
            Symbol::TRUE => Word::Sentence(1),
            Symbol::DOES | Symbol::LEGAL | Symbol::GOAL | Symbol::SEES => Word::Sentence(2),
            Symbol::INIT | Symbol::NEXT => Word::Foreign,
            name if Some(name) == self.step => Word::Step,
            name if Some(name) == self.successor => Word::Successor,
            _ => Word::Own,
        }
    }

    pub(super) fn is_step(self, atom: &Atom) -> bool {
        self.word(atom.relation) == Word::Step
    }

    pub(super) fn is_successor(self, atom: &Atom) -> bool {
        self.word(atom.relation) == Word::Successor
    }

    /// Reports what is wrong with the words of a rule; true when nothing is.
    pub(super) fn check(self, rule: &Rule, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) -> bool {
        let mut sound = self.head(&rule.head, spelling, diagnostics);
        each_atom(&rule.body, &mut |atom| {
            if atom.relation == Symbol::SEES {
                sound = false;
                diagnostics.push(Diagnostic::error(
                    "G513",
                    "`sees` cannot stand in a body: percepts are what players are told, not what rules know",
                    atom.span,
                    "give the condition a relation of its own, and use that for `sees` too",
                ));
            }
            sound &= self.atom(atom, spelling, diagnostics);
        });
        sound
    }

    fn head(self, atom: &Atom, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) -> bool {
        if atom.relation == Symbol::DOES {
            diagnostics.push(Diagnostic::error(
                "G513",
                "`does` cannot be a head: the players choose their moves",
                atom.span,
                "use `legal` for the moves a player may choose",
            ));
            return false;
        }
        self.atom(atom, spelling, diagnostics)
    }

    fn atom(self, atom: &Atom, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) -> bool {
        let count = atom.args.len();
        let wanted = match self.word(atom.relation) {
            Word::Own => return true,
            Word::Foreign => {
                diagnostics.push(foreign(atom, spelling));
                return false;
            }
            // Without its step it is accepted, with a warning elsewhere.
            Word::Sentence(others) if count == others => return true,
            Word::Sentence(others) => others + 1,
            Word::Step => 1,
            Word::Successor => 2,
        };
        if count != wanted {
            let (name, wanted) = (spelling.name(atom.relation), arguments(wanted));
            let message = format!("{name} takes {wanted} in SDL, here it has {}", arguments(count));
            diagnostics.push(Diagnostic::error("G501", message, atom.span, self.form(atom.relation, spelling)));
        }
        count == wanted
    }

    /// How a word is used.
    fn form(self, name: Symbol, spelling: Spelling<'_>) -> &'static str {
        match name {
            Symbol::TERMINAL => spelling.example("write `(terminal ?step)`", "write `terminal(Step)`"),
            Symbol::TRUE => spelling.example(
                "write `(true fact ?step)`, the fact as one term",
                "write `true(fact,Step)`, the fact as one term",
            ),
            Symbol::DOES => spelling.example("write `(does role move ?step)`", "write `does(role,move,Step)`"),
            Symbol::LEGAL => spelling.example("write `(legal role move ?step)`", "write `legal(role,move,Step)`"),
            Symbol::GOAL => spelling.example("write `(goal role value ?step)`", "write `goal(role,value,Step)`"),
            Symbol::SEES => spelling.example("write `(sees role percept ?step)`", "write `sees(role,percept,Step)`"),
            name if Some(name) == self.step => spelling.example("write `(step 1)`", "write `step(1)`"),
            _ => spelling.example("write `(successor 1 2)`", "write `successor(1,2)`"),
        }
    }
}

fn foreign(atom: &Atom, spelling: Spelling<'_>) -> Diagnostic {
    let message = format!("{} is a word of GDL, which SDL does not have", spelling.name(atom.relation));
    let help = match atom.relation {
        Symbol::INIT => spelling.example(
            "state the facts of the first step, for example `(true (cell 1 1 b) 1)`",
            "state the facts of the first step, for example `true(cell(1,1,b),1)`",
        ),
        _ => spelling.example(
            "say what is true at the step after: `(<= (true ?p ?n) ... (successor ?m ?n))`",
            "say what is true at the step after: `true(P,N) :- ... & successor(M,N)`",
        ),
    };
    Diagnostic::error("G503", message, atom.span, help)
}
