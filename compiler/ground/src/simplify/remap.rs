//! Drops atoms nothing asks about and numbers the rest anew.

use super::ASK_EVERY;
use super::collect::Flat;
use super::decide::Status;
use crate::Stop;
use crate::program::{AtomId, GroundLit, Rules, Truth};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::Observer;

/// No number.
const NONE: u32 = u32::MAX;

/// What is left of the rules that can fire, for all atoms: the literals that are not decided. Copied in the order of the
/// heads, because looking rules up one by one, all over the memory, takes longer.
fn firing(flat: &Flat, status: &[Status]) -> Rules {
    let dead =
        |lit: &GroundLit| status[lit.atom().index()] == if lit.is_negative() { Status::True } else { Status::False };
    let open = |lit: &&GroundLit| status[lit.atom().index()] == Status::Open;
    let fires = || (0..flat.heads.len()).filter(|&rule| !flat.body(rule).iter().any(dead));
    let (mut starts, mut at) = (vec![0_u32; status.len() + 1], vec![0_u32; status.len() + 1]);
    for rule in fires() {
        let head = flat.heads[rule] as usize;
        starts[head + 1] += 1;
        at[head + 1] += number(flat.body(rule).iter().filter(open).count());
    }
    for atom in 0..status.len() {
        starts[atom + 1] += starts[atom];
        at[atom + 1] += at[atom];
    }
    let mut literals = vec![GroundLit(0); at[status.len()] as usize];
    let mut ends = vec![0; starts[status.len()] as usize];
    let mut next = starts.clone();
    for rule in fires() {
        let head = flat.heads[rule] as usize;
        for &lit in flat.body(rule).iter().filter(open) {
            literals[at[head] as usize] = lit;
            at[head] += 1;
        }
        ends[next[head] as usize] = at[head];
        next[head] += 1;
    }
    Rules { starts, ends, literals }
}

fn number(count: usize) -> u32 {
    id(count)
}

/// Bodies of one head, one after the other: each is sorted, and stands once when they are written.
#[derive(Default)]
struct Bodies {
    literals: Vec<GroundLit>,
    places: Vec<RowPlace>,
}

/// A body within [`Bodies`].
struct RowPlace {
    /// Its first two literals: they decide most comparisons. No second literal is 0.
    key: u64,
    start: u32,
    end: u32,
}

impl Bodies {
    fn add(&mut self, body: impl Iterator<Item = GroundLit>) {
        let start = self.literals.len();
        self.literals.extend(body);
        let body = &mut self.literals[start..];
        body.sort_unstable();
        let key = body.iter().take(2).fold((0, 32), |(key, shift), lit| (key | u64::from(lit.0) << shift, 0)).0;
        self.places.push(RowPlace { key, start: number(start), end: number(self.literals.len()) });
    }

    /// Appends the different bodies in order, and forgets them.
    fn write(&mut self, rules: &mut Rules) {
        let Self { literals, places } = self;
        let body = |place: &RowPlace| &literals[place.start as usize..place.end as usize];
        places.sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| body(a).cmp(body(b))));
        places.dedup_by(|a, b| a.key == b.key && body(a) == body(b));
        for place in places.drain(..) {
            rules.literals.extend_from_slice(body(&place));
            rules.ends.push(number(rules.literals.len()));
        }
        literals.clear();
    }
}

/// Renumbers what is left: inputs first, then derived atoms the roots depend on.
pub(super) struct Remap {
    firing: Rules,
    new: Vec<u32>,
    num_inputs: u32,
    wanted: Vec<bool>,
    queue: Vec<u32>,
}

impl Remap {
    pub(super) fn new(flat: &Flat, status: &[Status]) -> Self {
        let (new, wanted) = (vec![NONE; status.len()], vec![false; status.len()]);
        Self { firing: firing(flat, status), new, num_inputs: 0, wanted, queue: Vec::new() }
    }

    /// The next base or move; its atom, if anything asks about it.
    pub(super) fn input(&mut self, atom: Option<AtomId>) {
        if let Some(atom) = atom {
            self.new[atom.index()] = self.num_inputs;
        }
        self.num_inputs += 1;
    }

    /// Something outside asks for the truth.
    pub(super) fn root(&mut self, truth: Truth) {
        if let Truth::Atom(atom) = truth {
            self.want(atom);
        }
    }

    fn want(&mut self, atom: AtomId) {
        want(&self.new, &mut self.wanted, &mut self.queue, atom);
    }

    fn close(&mut self, observer: &dyn Observer) -> Result<(), Stop> {
        let Self { firing, new, wanted, queue, .. } = self;
        let mut closed = 0_usize;
        while let Some(atom) = queue.pop() {
            if closed.is_multiple_of(ASK_EVERY) {
                observer.go_on()?;
            }
            closed += 1;
            let literals = firing.of(atom as usize).flat_map(|rule| firing.body(rule));
            literals.for_each(|lit| want(new, wanted, queue, lit.atom()));
        }
        Ok(())
    }

    /// Numbers the wanted atoms and renames their rules; returns the old atoms in their new order, and the rules.
    ///
    /// # Errors
    /// [`Stop::Asked`].
    pub(super) fn finish(&mut self, observer: &dyn Observer) -> Result<(Vec<AtomId>, Rules), Stop> {
        self.close(observer)?;
        let wanted = (0..self.wanted.len()).filter(|&atom| self.wanted[atom]);
        let order: Vec<AtomId> = wanted.map(|atom| AtomId(number(atom))).collect();
        for (new, atom) in order.iter().enumerate() {
            self.new[atom.index()] = self.num_inputs + number(new);
        }
        let (mut rules, mut bodies) = (Rules::default(), Bodies::default());
        rules.starts.push(0);
        for (at, atom) in order.iter().enumerate() {
            if at.is_multiple_of(ASK_EVERY) {
                observer.go_on()?;
            }
            for rule in self.firing.of(atom.index()) {
                let rename = |lit: &GroundLit| GroundLit::new(AtomId(self.new[lit.atom().index()]), lit.is_negative());
                bodies.add(self.firing.body(rule).iter().map(rename));
            }
            bodies.write(&mut rules);
            rules.starts.push(number(rules.ends.len()));
        }
        Ok((order, rules))
    }

    /// The new number of a root.
    pub(super) fn rename(&self, truth: &mut Truth) {
        if let Truth::Atom(atom) = truth {
            *atom = AtomId(self.new[atom.index()]);
        }
    }
}

/// Asks for an atom that was not asked for before, and is no base or move.
fn want(new: &[u32], wanted: &mut [bool], queue: &mut Vec<u32>, atom: AtomId) {
    if new[atom.index()] == NONE && !wanted[atom.index()] {
        wanted[atom.index()] = true;
        queue.push(atom.0);
    }
}
