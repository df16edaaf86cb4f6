//! Drops atoms nothing asks about and numbers the rest anew.

use super::collect::Flat;
use super::decide::Status;
use super::{ASK_EVERY, in_time};
use crate::ground::program::{AtomId, GroundLit, Rules, Truth};
use crate::ground::{Stop, Watch};

/// Renumbers what is left: inputs first, then derived atoms the roots depend on.
pub(super) struct Remap<'f> {
    flat: &'f Flat,
    status: &'f [Status],
    /// Rules of each atom.
    starts: Vec<u32>,
    by_head: Vec<u32>,
    new: Vec<u32>,
    num_inputs: u32,
    wanted: Vec<bool>,
    queue: Vec<u32>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl<'f> Remap<'f> {
    pub(super) fn new(flat: &'f Flat, status: &'f [Status]) -> Self {
        let mut starts = vec![0_u32; status.len() + 1];
        flat.heads.iter().for_each(|&head| starts[head as usize + 1] += 1);
        (0..status.len()).for_each(|i| starts[i + 1] += starts[i]);
        let mut at = starts.clone();
        let mut by_head = vec![0; flat.heads.len()];
        for (rule, &head) in flat.heads.iter().enumerate() {
            by_head[at[head as usize] as usize] = u32::try_from(rule).unwrap_or(NONE);
            at[head as usize] += 1;
        }
        let num = status.len();
        Self {
            flat,
            status,
            starts,
            by_head,
            new: vec![NONE; num],
            num_inputs: 0,
            wanted: vec![false; num],
            queue: Vec::new(),
        }
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
        if self.new[atom.index()] == NONE && !self.wanted[atom.index()] {
            self.wanted[atom.index()] = true;
            self.queue.push(atom.0);
        }
    }

    /// The rules of an atom that can fire.
    fn rules(&self, atom: u32) -> impl Iterator<Item = usize> + use<'_, 'f> {
        let range = self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize;
        let dead = |lit: &GroundLit| {
            self.status[lit.atom().index()] == if lit.is_negative() { Status::True } else { Status::False }
        };
        self.by_head[range]
            .iter()
            .map(|&rule| rule as usize)
            .filter(move |&rule| !self.flat.body(rule).iter().any(dead))
    }

    /// The literals of a rule that are not decided.
    fn open(&self, rule: usize) -> impl Iterator<Item = GroundLit> + use<'_, 'f> {
        self.flat.body(rule).iter().copied().filter(|lit| self.status[lit.atom().index()] == Status::Open)
    }

    fn close(&mut self, watch: &dyn Watch) -> Result<(), Stop> {
        let mut closed = 0_usize;
        while let Some(atom) = self.queue.pop() {
            if closed.is_multiple_of(ASK_EVERY) {
                in_time(watch)?;
            }
            closed += 1;
            let rules: Vec<usize> = self.rules(atom).collect();
            for rule in rules {
                let atoms: Vec<AtomId> = self.open(rule).map(GroundLit::atom).collect();
                atoms.into_iter().for_each(|atom| self.want(atom));
            }
        }
        Ok(())
    }

    /// Numbers the wanted atoms and renames their rules; returns the old atoms in their new order, and the rules.
    ///
    /// # Errors
    /// [`Stop::Deadline`].
    pub(super) fn finish(&mut self, watch: &dyn Watch) -> Result<(Vec<AtomId>, Rules), Stop> {
        self.close(watch)?;
        let wanted = (0..self.wanted.len()).filter(|&atom| self.wanted[atom]);
        let order: Vec<AtomId> = wanted.map(|atom| AtomId(u32::try_from(atom).unwrap_or(NONE))).collect();
        for (number, atom) in order.iter().enumerate() {
            self.new[atom.index()] = self.num_inputs + u32::try_from(number).unwrap_or(NONE);
        }
        let mut rules = Rules::default();
        rules.starts.push(0);
        for (at, atom) in order.iter().enumerate() {
            if at.is_multiple_of(ASK_EVERY) {
                in_time(watch)?;
            }
            let mut bodies: Vec<Vec<GroundLit>> = self
                .rules(atom.0)
                .map(|rule| {
                    let rename =
                        |lit: GroundLit| GroundLit::new(AtomId(self.new[lit.atom().index()]), lit.is_negative());
                    let mut body: Vec<_> = self.open(rule).map(rename).collect();
                    body.sort_unstable();
                    body
                })
                .collect();
            bodies.sort_unstable();
            bodies.dedup();
            for body in bodies {
                rules.literals.extend(body);
                rules.ends.push(u32::try_from(rules.literals.len()).unwrap_or(NONE));
            }
            rules.starts.push(u32::try_from(rules.ends.len()).unwrap_or(NONE));
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
