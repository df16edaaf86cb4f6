//! What play can come to, where what may hold taken by itself has no end.
//!
//! The grounder takes facts one by one: a fact may hold when some rule may give it, whatever else holds. A counter that
//! a legality stops, or a list that the end of the game stops, grows without end that way. Here states are visited
//! instead. Some kinds of facts are *tracked*: states in which the same ones of them hold are one class. All others may
//! hold or not (`doubled`). A class leads to all classes that any of its states may lead to, so every state that play
//! comes to is in a class that is visited, every fact of it is found, and every move that is legal in it.
//!
//! First all kinds are tracked: then a class is a state, and what is found is exact. Where states are too many the facts
//! that grow are tracked alone, then one more kind with them, and last all kinds again, with more patience.

mod doubled;
mod explore;

pub(super) use explore::Reached;

use super::Limits;
use super::growth::Signature;
use doubled::doubled;
use explore::{Failed, Game, explore};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::{Sheet, Symbols};
use std::collections::BTreeSet;

/// Kinds of facts that are tried one by one beside those that grow.
const MAX_TRIED: usize = 24;
/// Classes of states that are visited before a way of telling them apart is given up.
const MAX_STATES: usize = 5_000;
/// The same where all states are told apart, at first: of many games there are too many.
const FEW_STATES: usize = 1_000;
/// Looks at the bounds by the interpreter, in all ways: its work, counted so that it is the same on every machine.
const WORK: u64 = 1_500_000;
/// The same in one way.
const WORK_OF_ONE: u64 = 300_000;

/// Kinds of facts that tell states apart.
pub(super) struct Tracked {
    /// Function and number of arguments; all kinds where there are none.
    kinds: Option<BTreeSet<(String, usize)>>,
}

impl Tracked {
    /// Whether a fact, a canonical text, is of such a kind.
    fn has(&self, fact: &str) -> bool {
        let Some(kinds) = &self.kinds else { return true };
        let kind = kind(fact);
        kinds.iter().any(|(name, arity)| (name.as_str(), *arity) == kind)
    }
}

/// The function of a canonical text, and the number of its arguments.
fn kind(fact: &str) -> (&str, usize) {
    let Some(inner) = fact.strip_prefix('(') else { return (fact, 0) };
    let name = inner.split([' ', ')']).next().unwrap_or(inner);
    let (mut depth, mut arguments) = (0_usize, 0);
    for byte in inner.bytes() {
        match byte {
            b' ' if depth == 0 => arguments += 1,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (name, arguments)
}

/// Looks for what play can come to. `growing` are the kinds of facts without an end, `all` the kinds there are. `None`
/// when each way met its bound, or the caller said stop.
pub(super) fn reach(
    sheet: &Sheet,
    symbols: &Symbols,
    growing: &BTreeSet<Signature>,
    all: &BTreeSet<Signature>,
    limits: Limits,
    observer: &dyn Observer,
) -> Option<Reached> {
    let doubled = doubled(sheet);
    let named = |kinds: &BTreeSet<Signature>| {
        kinds.iter().map(|&(name, arity)| (symbols.name(name).to_owned(), arity)).collect::<BTreeSet<_>>()
    };
    let growing = named(growing);
    let others: Vec<(String, usize)> = named(all).difference(&growing).cloned().collect();
    let with = |more: &[(String, usize)]| {
        let kinds = growing.iter().chain(more).cloned().collect();
        Tracked { kinds: Some(kinds) }
    };
    let exact = || Tracked { kinds: None };
    let mut ways = vec![(exact(), FEW_STATES), (with(&[]), MAX_STATES)];
    ways.extend(others.iter().take(MAX_TRIED).map(|kind| (with(std::slice::from_ref(kind)), MAX_STATES)));
    ways.push((exact(), MAX_STATES));
    let mut game = Game::new(&doubled, limits)?;
    let mut left = WORK;
    for (tracked, states) in ways {
        let mut work = left.min(WORK_OF_ONE);
        left -= work;
        match explore(&mut game, &tracked, (states, &mut work), observer) {
            Ok(reached) => return Some(reached),
            Err(Failed::Stopped) => return None,
            Err(Failed::Unbounded) => left += work,
        }
    }
    None
}
