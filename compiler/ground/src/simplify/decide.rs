//! Which atoms always or never hold.

use super::ASK_EVERY;
use super::collect::Flat;
use crate::Stop;
use crate::game::{PredId, Program};
use crate::join::Store;
use crate::sentences::{Numbering, keyword};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::Symbol;

/// Atom decisions while simplifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Open,
    True,
    False,
}

/// Propagates facts and impossible atoms to a fixpoint.
///
/// # Errors
/// [`Stop::Asked`].
pub(super) fn decide(
    program: &Program,
    store: &Store<'_>,
    numbering: &Numbering,
    flat: &Flat,
) -> Result<Vec<Status>, Stop> {
    let mut decider = Decider::new(numbering.len, flat);
    for (pred, row) in &program.facts {
        let row = store.tables[pred.index()].find(row);
        if let Some(atom) = row.and_then(|row| numbering.atom(*pred, row)) {
            decider.set(atom.0, Status::True);
        }
    }
    for rule in 0..flat.heads.len() {
        if flat.body(rule).is_empty() {
            decider.set(flat.heads[rule], Status::True);
        }
    }
    // `true` and `does` atoms have no rules: they hold as long as `init`, `next` or `legal` lets them.
    for (from, to, init) in sources(program) {
        for row in 0..store.tables[to.index()].len() {
            let Some(atom) = numbering.atom(to, row) else { continue };
            decider.input[atom.index()] = true;
            let values = store.tables[to.index()].row(row);
            let held = init.is_some_and(|init| store.tables[init.index()].find(values).is_some());
            let source = from.and_then(|from| Some((from, store.tables[from.index()].find(values)?)));
            match source.map(|(pred, row)| numbering.atom(pred, row)) {
                _ if held => {}
                None => decider.set(atom.0, Status::False),
                // A static `next` or `legal` always holds: the atom can hold.
                Some(None) => {}
                Some(Some(source)) => decider.feeds.push((source.0, atom.0)),
            }
        }
    }
    decider.feeds.sort_unstable();
    for atom in 0..numbering.len {
        if decider.live[atom] == 0 && !decider.input[atom] {
            decider.set(id(atom), Status::False);
        }
    }
    decider.run(store.observer)?;
    Ok(decider.status)
}

/// For each `true` and `does` relation: its `next` or `legal`, itself, and its `init`.
fn sources(program: &Program) -> Vec<(Option<PredId>, PredId, Option<PredId>)> {
    let of = |name, from, init: Option<Symbol>| {
        let ids = keyword(program, name);
        let source = move |id| (program.sibling(id, from), id, init.and_then(|init| program.sibling(id, init)));
        ids.into_iter().map(source).collect::<Vec<_>>()
    };
    let mut all = of(Symbol::TRUE, Symbol::NEXT, Some(Symbol::INIT));
    all.extend(of(Symbol::DOES, Symbol::LEGAL, None));
    all
}

struct Decider<'f> {
    flat: &'f Flat,
    status: Vec<Status>,
    /// Rules of each atom that can still fire.
    live: Vec<u32>,
    /// Atoms without rules of their own.
    input: Vec<bool>,
    /// Undecided literals of each rule; `u32::MAX` when the rule can't fire.
    left: Vec<u32>,
    /// `(next or legal atom, true or does atom)`, sorted.
    feeds: Vec<(u32, u32)>,
    /// For each atom the rules it occurs in, as one list.
    starts: Vec<u32>,
    uses: Vec<u32>,
    queue: Vec<u32>,
}

impl<'f> Decider<'f> {
    fn new(num_atoms: usize, flat: &'f Flat) -> Self {
        let mut live = vec![0; num_atoms];
        flat.heads.iter().for_each(|&head| live[head as usize] += 1);
        let mut starts = vec![0_u32; num_atoms + 1];
        flat.literals.iter().for_each(|lit| starts[lit.atom().index() + 1] += 1);
        (0..num_atoms).for_each(|i| starts[i + 1] += starts[i]);
        let mut at = starts.clone();
        let mut uses = vec![0; flat.literals.len()];
        let mut left = Vec::with_capacity(flat.heads.len());
        for rule in 0..flat.heads.len() {
            let body = flat.body(rule);
            left.push(id(body.len()));
            for lit in body {
                let place = &mut at[lit.atom().index()];
                uses[*place as usize] = id(rule) << 1 | u32::from(lit.is_negative());
                *place += 1;
            }
        }
        let status = vec![Status::Open; num_atoms];
        let input = vec![false; num_atoms];
        Self { flat, status, live, input, left, feeds: Vec::new(), starts, uses, queue: Vec::new() }
    }

    fn set(&mut self, atom: u32, status: Status) {
        let slot = &mut self.status[atom as usize];
        if *slot == Status::Open {
            *slot = status;
            self.queue.push(atom);
        }
    }

    fn run(&mut self, observer: &dyn Observer) -> Result<(), Stop> {
        let mut decided = 0_usize;
        while let Some(atom) = self.queue.pop() {
            if decided.is_multiple_of(ASK_EVERY) {
                observer.go_on()?;
            }
            decided += 1;
            let holds = self.status[atom as usize] == Status::True;
            for at in self.starts[atom as usize]..self.starts[atom as usize + 1] {
                let use_ = self.uses[at as usize];
                let (rule, negative) = ((use_ >> 1) as usize, use_ & 1 == 1);
                if holds == negative { self.kill(rule) } else { self.satisfy(rule) }
            }
            if !holds {
                let first = self.feeds.partition_point(|feed| feed.0 < atom);
                let fed: Vec<u32> = self.feeds[first..].iter().take_while(|f| f.0 == atom).map(|f| f.1).collect();
                fed.into_iter().for_each(|fed| self.set(fed, Status::False));
            }
        }
        Ok(())
    }

    fn kill(&mut self, rule: usize) {
        if self.left[rule] == u32::MAX {
            return;
        }
        self.left[rule] = u32::MAX;
        let head = self.flat.heads[rule];
        self.live[head as usize] -= 1;
        if self.live[head as usize] == 0 {
            self.set(head, Status::False);
        }
    }

    fn satisfy(&mut self, rule: usize) {
        if self.left[rule] == u32::MAX {
            return;
        }
        self.left[rule] -= 1;
        if self.left[rule] == 0 {
            self.set(self.flat.heads[rule], Status::True);
        }
    }
}
