//! Moves that do the same: one relation stands for all of them, so that `next` does not depend on which of them was made.

use crate::metagame::walk::ground_all;
use crate::metagame::{Pace, Refused};
use crate::{TermId, Terms};
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, each_atom, print};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A role and a move.
type Move = Vec<TermId>;

/// What moves do: the rules in which each stands, told by what else stands there.
struct Effects {
    terms: Terms,
    /// By move: the places where it stands. In the order in which they were met.
    of: FxHashMap<Move, Vec<usize>>,
    order: Vec<Move>,
    /// For each rule its move, and the number of the place.
    rules: BTreeMap<usize, (Move, usize)>,
    /// Literals of each place beside the move.
    literals: Vec<usize>,
}

/// Lets moves that do the same share their rules; the number of groups, and of moves in them. Only where no rule has a
/// variable for a move or stands in another way between moves and effects.
pub(super) fn collapse(sheet: &mut Sheet, pace: &mut Pace<'_>) -> Result<(usize, usize), Refused> {
    let Some(effects) = effects(sheet, pace)? else { return Ok((0, 0)) };
    let mut groups: FxHashMap<Vec<usize>, Vec<Move>> = FxHashMap::default();
    let mut order = Vec::new();
    for action in &effects.order {
        let Some(places) = effects.of.get(action) else { continue };
        let mut places = places.clone();
        places.sort_unstable();
        places.dedup();
        let group = groups.entry(places.clone()).or_default();
        if group.is_empty() {
            order.push(places);
        }
        group.push(action.clone());
    }
    let mut names: FxHashMap<Move, Symbol> = FxHashMap::default();
    let (mut number, mut grouped) = (0, 0);
    for places in order {
        let group = &groups[&places];
        let together: usize = places.iter().map(|&place| effects.literals[place] + 1).sum();
        // Shared rules, and one more for each move, must be less than all rules for each move.
        if group.len() < 2 || together + group.len() >= together * group.len() {
            continue;
        }
        number += 1;
        grouped += group.len();
        let name = sheet.symbols.fresh(&format!("moves{number}"));
        group.iter().for_each(|action| {
            names.insert(action.clone(), name);
        });
    }
    if number > 0 {
        rewrite(sheet, &effects, &names);
    }
    Ok((number, grouped))
}

/// What each move does; `None` where some rule is not of the simple form.
fn effects(sheet: &Sheet, pace: &mut Pace<'_>) -> Result<Option<Effects>, Refused> {
    let (terms, of, order) = (Terms::default(), FxHashMap::default(), Vec::new());
    let mut effects = Effects { terms, of, order, rules: BTreeMap::new(), literals: Vec::new() };
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for (number, rule) in sheet.rules.iter().enumerate() {
        pace.spend(rule.body.len(), number, sheet.rules.len())?;
        let mut moves = 0;
        each_atom(&rule.body, &mut |atom| moves += usize::from(atom.relation == Symbol::DOES));
        if moves == 0 {
            continue;
        }
        let Some((at, action)) = the_move(&mut effects.terms, rule, moves) else { return Ok(None) };
        let mut rest = rule.clone();
        rest.body.remove(at);
        // The role is part of the place: moves of different roles never share one.
        let place =
            format!("{:?} {}", action[0], print::rule(&sheet.symbols, &rest, gdl2hdl_gdl::syntax::Language::Kif));
        let next = places.len();
        let place = *places.entry(place).or_insert(next);
        if place == next {
            effects.literals.push(rest.body.len() + 1);
        }
        if !effects.of.contains_key(&action) {
            effects.order.push(action.clone());
        }
        effects.of.entry(action.clone()).or_default().push(place);
        effects.rules.insert(number, (action, place));
    }
    Ok(Some(effects))
}

/// The only move in a body, a conjunct without variables.
fn the_move(terms: &mut Terms, rule: &Rule, moves: usize) -> Option<(usize, Move)> {
    let is_move = |part: &Formula| matches!(part, Formula::Atom(atom) if atom.relation == Symbol::DOES);
    let at = rule.body.iter().position(is_move).filter(|_| moves == 1)?;
    let Formula::Atom(atom) = &rule.body[at] else { return None };
    Some((at, ground_all(terms, &atom.args)?))
}

/// Puts the shared relations in place of the moves; each rule is written once.
fn rewrite(sheet: &mut Sheet, effects: &Effects, names: &FxHashMap<Move, Symbol>) {
    let mut written: FxHashSet<(Symbol, usize)> = FxHashSet::default();
    let mut defined: FxHashSet<Move> = FxHashSet::default();
    let mut rules = Vec::with_capacity(sheet.rules.len());
    for (number, mut rule) in std::mem::take(&mut sheet.rules).into_iter().enumerate() {
        let shared = effects.rules.get(&number).and_then(|(action, place)| Some((action, *place, *names.get(action)?)));
        let Some((action, place, name)) = shared else {
            rules.push(rule);
            continue;
        };
        let is_move = |part: &Formula| matches!(part, Formula::Atom(atom) if atom.relation == Symbol::DOES);
        let Some(at) = rule.body.iter().position(is_move) else { continue };
        let span = rule.body[at].span();
        let stands_for = Formula::Atom(Atom { relation: name, args: Vec::new(), span });
        let made = std::mem::replace(&mut rule.body[at], stands_for);
        if defined.insert(action.clone()) {
            let head = Atom { relation: name, args: Vec::new(), span };
            rules.push(Rule { head, body: vec![made], span: rule.span });
        }
        if written.insert((name, place)) {
            rules.push(rule);
        }
    }
    sheet.rules = rules;
}
