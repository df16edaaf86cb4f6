//! Which rules the outside of a game depends on, sentence by sentence where there are no variables.

use crate::metagame::walk::{can_match_all, ground_all};
use crate::metagame::{Pace, Refused};
use crate::{TermId, Terms};
use gdl2hdl_gdl::syntax::{Rule, Sheet, Symbol, Term, each_atom};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is asked for: a relation of the game, or facts of the state. A variable for a whole fact has no function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Relation(Symbol, usize),
    Fact(Option<(Symbol, usize)>),
}

/// Heads of one key.
#[derive(Default)]
struct Heads {
    ground: FxHashMap<Vec<TermId>, Vec<usize>>,
    open: Vec<usize>,
    /// Heads that are not kept yet; with none left nothing more can be asked for.
    left: usize,
}

struct Needs<'s> {
    sheet: &'s Sheet,
    terms: Terms,
    heads: FxHashMap<Key, Heads>,
    keep: Vec<bool>,
    queue: Vec<usize>,
    asked: FxHashSet<(Key, Vec<TermId>)>,
    /// Questions with variables, by where they stand in the text of rules that are the same up to constants.
    asked_open: FxHashSet<(Key, SentenceShape)>,
}

/// The functions and constants of a list of terms; variables are alike.
type SentenceShape = Vec<Option<(Symbol, usize)>>;

/// Whether each rule is needed.
pub(super) fn needed(sheet: &Sheet, pace: &mut Pace<'_>) -> Result<Vec<bool>, Refused> {
    let mut needs = Needs::of(sheet);
    for (number, rule) in sheet.rules.iter().enumerate() {
        if is_outside(rule.head.relation) {
            needs.keep(number);
        }
    }
    let mut done = 0;
    while let Some(number) = needs.queue.pop() {
        let rule = &sheet.rules[number];
        done += 1;
        let mut questions = Vec::new();
        each_atom(&rule.body, &mut |atom| questions.push((atom.relation, atom.args.as_slice())));
        for (relation, args) in questions {
            let work = needs.ask(relation, args);
            pace.spend(work, done, sheet.rules.len())?;
        }
    }
    Ok(needs.keep)
}

/// What the outside of a game sees. Declarations of moves stay with the moves.
fn is_outside(name: Symbol) -> bool {
    matches!(name, Symbol::ROLE | Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL | Symbol::SEES | Symbol::INPUT)
}

/// Under which key an atom is asked for, or defined.
fn key(relation: Symbol, args: &[Term]) -> Key {
    match (relation, args) {
        (Symbol::TRUE | Symbol::NEXT | Symbol::INIT | Symbol::BASE, [fact]) => Key::Fact(fact.kind()),
        _ => Key::Relation(relation, args.len()),
    }
}

impl<'s> Needs<'s> {
    fn of(sheet: &'s Sheet) -> Self {
        let mut needs = Self {
            sheet,
            terms: Terms::default(),
            heads: FxHashMap::default(),
            keep: vec![false; sheet.rules.len()],
            queue: Vec::new(),
            asked: FxHashSet::default(),
            asked_open: FxHashSet::default(),
        };
        for (number, rule) in sheet.rules.iter().enumerate() {
            let head = &rule.head;
            let heads = needs.heads.entry(key(head.relation, &head.args)).or_default();
            heads.left += 1;
            match ground_all(&mut needs.terms, &head.args) {
                Some(row) => heads.ground.entry(row).or_default().push(number),
                None => heads.open.push(number),
            }
        }
        needs
    }

    fn keep(&mut self, number: usize) {
        if !std::mem::replace(&mut self.keep[number], true) {
            let Rule { head, .. } = &self.sheet.rules[number];
            if let Some(heads) = self.heads.get_mut(&key(head.relation, &head.args)) {
                heads.left -= 1;
            }
            self.queue.push(number);
        }
    }

    /// Keeps the rules an atom may depend on; how much work that was.
    fn ask(&mut self, relation: Symbol, args: &[Term]) -> usize {
        if relation == Symbol::DOES {
            return 0;
        }
        let key = key(relation, args);
        let row = ground_all(&mut self.terms, args);
        let new = match &row {
            Some(row) => self.asked.insert((key, row.clone())),
            None => {
                let mut shape = SentenceShape::new();
                args.iter().for_each(|arg| describe(arg, &mut shape));
                self.asked_open.insert((key, shape))
            }
        };
        if !new {
            return 0;
        }
        match key {
            // A variable for a fact asks for all facts.
            Key::Fact(None) => {
                let keys: Vec<Key> = self.heads.keys().filter(|key| matches!(key, Key::Fact(_))).copied().collect();
                keys.into_iter().map(|key| self.ask_key(key, args, None)).sum()
            }
            Key::Fact(Some(_)) => self.ask_key(key, args, row.as_deref()) + self.ask_key(Key::Fact(None), args, None),
            Key::Relation(..) => self.ask_key(key, args, row.as_deref()),
        }
    }

    fn ask_key(&mut self, key: Key, args: &[Term], row: Option<&[TermId]>) -> usize {
        let Some(heads) = self.heads.get(&key).filter(|heads| heads.left > 0) else { return 0 };
        let mut found: Vec<usize> = match row {
            Some(row) => heads.ground.get(row).cloned().unwrap_or_default(),
            None => heads.ground.values().flatten().copied().collect(),
        };
        found.extend(&heads.open);
        let work = found.len();
        for number in found {
            if !self.keep[number] && can_match_all(&self.sheet.rules[number].head.args, args) {
                self.keep(number);
            }
        }
        work
    }
}

fn describe(term: &Term, shape: &mut SentenceShape) {
    shape.push(term.kind());
    if let Term::Compound(_, args, _) = term {
        args.iter().for_each(|arg| describe(arg, shape));
    }
}
