//! Which registers are clocked alike: the choice that saves the most LUTs is made first.

use super::area::Area;
use super::options::{ClockingChoice, Form, Key};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How a register is clocked.
pub(super) type Chosen = Option<(Key, Form)>;

/// The choice so far.
pub(super) struct Chooser<'n> {
    area: Area<'n>,
    /// What the LUT in front of each register reads, besides the state to load.
    reads: Vec<Vec<NodeId>>,
    /// For each key the registers it may have.
    candidates: BTreeMap<Key, Vec<(usize, Vec<Form>)>>,
    chosen: Vec<Chosen>,
    /// Holds that have an enable.
    holds: BTreeMap<Lit, usize>,
    resets: BTreeMap<Lit, usize>,
    /// Registers that have the enable of all.
    common: usize,
    max_enables: usize,
}

/// A change of the area, for undoing.
enum Change {
    Need(NodeId),
    Drop(NodeId),
}

impl<'n> Chooser<'n> {
    /// Nothing is chosen yet.
    pub(super) fn new(net: &'n Net, area: Area<'n>, choices: Vec<Vec<ClockingChoice>>) -> Self {
        let registers = choices.len();
        let reads = net.ports.bases.iter().map(|base| area.inputs(base.next.node())).collect();
        let mut candidates: BTreeMap<Key, Vec<_>> = BTreeMap::new();
        for (base, choices) in choices.into_iter().enumerate() {
            for choice in choices {
                candidates.entry(choice.key).or_default().push((base, choice.forms));
            }
        }
        Self {
            area,
            reads,
            candidates,
            chosen: vec![None; registers],
            holds: BTreeMap::new(),
            resets: BTreeMap::new(),
            common: registers,
            max_enables: registers / 3 + 1,
        }
    }

    /// Chooses until nothing is saved.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn run(&mut self, observer: &dyn Observer) -> Result<Vec<Chosen>, Stopped> {
        let keys: Vec<Key> = self.candidates.keys().copied().collect();
        let mut heap = BinaryHeap::new();
        for key in keys {
            observer.go_on()?;
            let saved = self.attempt(key, false);
            if saved > 0 {
                heap.push((saved, Reverse(key)));
            }
        }
        while let Some((_, Reverse(key))) = heap.pop() {
            observer.go_on()?;
            let saved = self.attempt(key, false);
            let best = heap.peek().is_none_or(|(other, _)| saved >= *other);
            if saved > 0 && best {
                self.attempt(key, true);
            } else if saved > 0 {
                heap.push((saved, Reverse(key)));
            }
        }
        Ok(self.chosen.clone())
    }

    /// How many LUTs a key saves with all registers it is good for; takes it when asked to.
    fn attempt(&mut self, key: Key, take: bool) -> i32 {
        let mut changes = Vec::new();
        let Some(mut cost) = self.open(key, &mut changes) else { return 0 };
        let members = self.candidates.remove(&key).unwrap_or_default();
        let mut taken = Vec::new();
        for (base, forms) in &members {
            if self.chosen[*base].is_none()
                && let Some((change, form)) = self.member(*base, forms, &mut changes)
            {
                cost += change;
                taken.push((*base, form));
            }
        }
        self.candidates.insert(key, members);
        if key.hold != Lit::FALSE && taken.len() == self.common {
            cost -= 1;
        }
        if take {
            self.take(key, &taken);
        } else {
            self.undo(changes);
        }
        -cost
    }

    fn take(&mut self, key: Key, taken: &[(usize, Form)]) {
        for &(base, form) in taken {
            self.chosen[base] = Some((key, form));
        }
        if key.hold != Lit::FALSE {
            *self.holds.entry(key.hold).or_default() += taken.len();
            self.common -= taken.len();
        }
        *self.resets.entry(key.reset).or_default() += taken.len();
    }

    /// The LUTs of an enable and a reset, when there is room for them.
    fn open(&mut self, key: Key, changes: &mut Vec<Change>) -> Option<i32> {
        let mut cost = 0;
        if key.hold != Lit::FALSE && !self.holds.contains_key(&key.hold) {
            if self.holds.len() + self.resets.len() >= self.max_enables {
                return None;
            }
            cost += 1 + self.need(key.hold.node(), changes);
        }
        if key.reset != Lit::FALSE && !self.resets.contains_key(&key.reset) {
            cost += 1 + self.need(key.reset.node(), changes);
        }
        Some(cost)
    }

    /// Clocks a register in the best way of some, when that saves LUTs.
    fn member(&mut self, base: usize, forms: &[Form], changes: &mut Vec<Change>) -> Option<(i32, Form)> {
        let reads = self.reads[base].clone();
        let mut dropped = Vec::new();
        let mut freed = 1;
        for id in reads {
            freed += self.area.drop(id);
            dropped.push(Change::Drop(id));
        }
        let costs: Vec<i32> = forms.iter().map(|&form| self.cost_of(form)).collect();
        let best = (0..forms.len()).min_by_key(|&i| costs[i]).filter(|&best| costs[best] < freed);
        let Some(best) = best else {
            self.undo(dropped);
            return None;
        };
        changes.append(&mut dropped);
        for id in self.area.form_inputs(forms[best]) {
            self.need(id, changes);
        }
        Some((costs[best] - freed, forms[best]))
    }

    /// The LUTs of a form, which is not kept.
    fn cost_of(&mut self, form: Form) -> i32 {
        let mut changes = Vec::new();
        let mut cost = i32::from(form != Form::Any);
        for id in self.area.form_inputs(form) {
            cost += self.need(id, &mut changes);
        }
        self.undo(changes);
        cost
    }

    fn need(&mut self, id: NodeId, changes: &mut Vec<Change>) -> i32 {
        changes.push(Change::Need(id));
        self.area.need(id)
    }

    fn undo(&mut self, changes: Vec<Change>) {
        for change in changes.into_iter().rev() {
            match change {
                Change::Need(id) => self.area.drop(id),
                Change::Drop(id) => self.area.need(id),
            };
        }
    }
}
