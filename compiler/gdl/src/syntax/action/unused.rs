//! Views that nothing asks for and operations that nothing calls: they are not translated, so that nothing else would
//! tell of a name that is spelled wrong.

use super::game::Game;
use super::game::Key;
use super::tree::Expression;
use crate::diagnostics::spelling::meant;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::shown;
use crate::syntax::{Atom, Span, Symbol};
use rustc_hash::FxHashSet;

/// Names that mean something in the language.
const WORDS: [&str; 10] = ["role", "base", "action", "input", "init", "control", "legal", "goal", "reward", "terminal"];

impl Game<'_> {
    /// Warns of views and operations without effect.
    pub(super) fn unused(&self, diagnostics: &mut Diagnostics) {
        let asked = self.asked();
        let mut reported = FxHashSet::default();
        for rule in &self.text.rules {
            let key = rule.head.key();
            let is_word = WORDS.contains(&self.name(key.0));
            if !is_word && !asked.contains(&key) && !self.operations.contains_key(&key) && reported.insert(key) {
                self.without_effect(key.0, rule.head.span, "asks for", diagnostics);
            }
        }
        let Some(allowed) = self.allowed() else { return };
        for (key, rules) in self.operations.iter().filter(|(key, _)| !asked.contains(key) && !allowed.contains(key)) {
            if let Some(&first) = rules.first() {
                self.without_effect(key.0, self.text.operations[first].head.span, "allows or calls", diagnostics);
            }
        }
    }

    fn without_effect(&self, name: Symbol, span: Span, how: &str, diagnostics: &mut Diagnostics) {
        let (name, meant) = (shown(self.name(name)), meant(self.name(name), WORDS));
        let help = match meant {
            Some(word) => format!("write `{word}` if that is meant, or remove {name}"),
            None => format!("correct the spelling, or remove {name}"),
        };
        diagnostics.warning("G319", format!("nothing {how} {name}: it has no effect"), span, &help);
    }

    /// What conditions ask for and effects add, other than in the rules of the same name.
    fn asked(&self) -> FxHashSet<Key> {
        let mut asked = FxHashSet::default();
        for rule in &self.text.rules {
            let own = rule.head.key();
            let mut note = |atom: &Atom| {
                if atom.key() != own {
                    asked.insert(atom.key());
                }
            };
            rule.body.iter().for_each(|part| each_atom(part, &mut note));
        }
        for operation in &self.text.operations {
            each_atom(&operation.effects, &mut |atom| {
                asked.insert(atom.key());
            });
        }
        asked
    }

    /// The actions that `legal` names; `None` when it may name any.
    fn allowed(&self) -> Option<FxHashSet<Key>> {
        self.legal().map(|(action, _)| action.kind()).collect()
    }
}

/// Calls `visit` on every condition and effect.
fn each_atom(expression: &Expression, visit: &mut impl FnMut(&Atom)) {
    match expression {
        Expression::Atom(atom) => visit(atom),
        Expression::Variable(..) => {}
        Expression::Not(inner, _) => each_atom(inner, visit),
        Expression::And(parts, _) | Expression::Or(parts, _) => parts.iter().for_each(|part| each_atom(part, visit)),
        Expression::When(condition, effects, _) => {
            each_atom(condition, visit);
            each_atom(effects, visit);
        }
        Expression::Count(count) => each_atom(&count.condition, visit),
    }
}
