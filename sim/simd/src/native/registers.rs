//! Which value is in which register, and where else it lies.
//!
//! **Source:** the register whose value is used again last is taken, the rule of Belady: A study of replacement algorithms
//! for a virtual-storage computer (IBM Systems Journal 5, 1966).

use super::uses::NEVER;
use gdl2hdl_net::program::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No value, no register.
const NONE: u32 = u32::MAX;
const NOWHERE: u8 = u8::MAX;
/// A value that lies only in a register gives it up rather than one that need not be written if its next use is more
/// than this many times as far off. Factors from 1 to 8 make code of equal speed.
const PREFER_CLEAN: u32 = 2;

/// Where a value lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// Nowhere: only in its register.
    None,
    /// In the cell of an input or of a result.
    Cell(Cell),
    /// In a slot of the scratch room.
    Slot(u32),
}

#[derive(Clone, Copy, Debug)]
struct ValuePlace {
    register: u8,
    home: Home,
}

/// The registers, and the places of all values.
pub(super) struct Registers {
    places: Vec<ValuePlace>,
    held: [u32; 32],
    /// For each register the next use of its value.
    next: [u32; 32],
    /// Registers without a value, as a set of bits.
    free: u32,
    /// The lowest is taken first: low slots have short addresses, and stay in the caches.
    free_slots: BinaryHeap<Reverse<u32>>,
    most_slots: u32,
    count: u8,
}

impl Registers {
    /// `count` empty registers; inputs lie in their cells.
    pub(super) fn new(count: u8, inputs: &[Cell], num_values: u32) -> Self {
        let mut places = vec![ValuePlace { register: NOWHERE, home: Home::None }; num_values as usize];
        inputs.iter().zip(&mut places).for_each(|(cell, place)| place.home = Home::Cell(*cell));
        let free = u32::MAX >> (32 - u32::from(count));
        Self { places, held: [NONE; 32], next: [0; 32], free, free_slots: BinaryHeap::new(), most_slots: 0, count }
    }

    /// The register of a value, if it is in one.
    pub(super) fn of(&self, value: u32) -> Option<u8> {
        Some(self.places[value as usize].register).filter(|&register| register != NOWHERE)
    }

    /// Where a value lies in memory.
    pub(super) fn home(&self, value: u32) -> Home {
        self.places[value as usize].home
    }

    /// Whether a value also lies in memory.
    pub(super) fn is_clean(&self, value: u32) -> bool {
        self.home(value) != Home::None
    }

    /// A register without a value, none of `pinned`.
    pub(super) fn empty(&self, pinned: u32) -> Option<u8> {
        let free = self.free & !pinned;
        (free != 0).then(|| low_byte(free.trailing_zeros()))
    }

    /// The register to be emptied, none of `pinned`, and its value: the next use is farthest off, but for a preference
    /// for values that need not be written. Nothing when all are pinned.
    pub(super) fn victim(&self, pinned: u32, now: u32) -> Option<(u8, u32)> {
        let (mut clean, mut dirty) = (None, None);
        for register in (0..self.count).filter(|register| (pinned | self.free) >> register & 1 == 0) {
            let [next, value] = [self.next, self.held].map(|of| of[usize::from(register)]);
            let best = if self.is_clean(value) { &mut clean } else { &mut dirty };
            *best = (*best).max(Some((next.saturating_sub(now), register, value)));
        }
        let (_, register, value) = match (clean, dirty) {
            (Some(clean), Some(dirty)) if dirty.0 <= clean.0.saturating_mul(PREFER_CLEAN) => clean,
            _ => dirty.or(clean)?,
        };
        Some((register, value))
    }

    /// Puts a value into a register.
    pub(super) fn put(&mut self, value: u32, register: u8, next: u32) {
        self.held[usize::from(register)] = value;
        self.next[usize::from(register)] = next;
        self.free &= !(1 << register);
        self.places[value as usize].register = register;
    }

    /// Takes a value out of its register, if it is in one.
    pub(super) fn take(&mut self, value: u32) -> Option<u8> {
        let register = self.of(value)?;
        self.places[value as usize].register = NOWHERE;
        self.held[usize::from(register)] = NONE;
        self.free |= 1 << register;
        Some(register)
    }

    /// A slot for a value that lies nowhere else.
    pub(super) fn spill(&mut self, value: u32) -> u32 {
        let slot = self.free_slots.pop().map(|Reverse(slot)| slot).unwrap_or_else(|| {
            self.most_slots += 1;
            self.most_slots - 1
        });
        self.places[value as usize].home = Home::Slot(slot);
        slot
    }

    /// A value has been stored as a result: it can be read again from there.
    pub(super) fn stored(&mut self, value: u32, cell: Cell) {
        if let Home::None | Home::Slot(_) = self.home(value) {
            self.free_slot(value);
            self.places[value as usize].home = Home::Cell(cell);
        }
    }

    /// A value has been used, and will be used `next`.
    pub(super) fn used(&mut self, value: u32, next: u32) {
        if next == NEVER {
            self.take(value);
            self.free_slot(value);
        } else if let Some(register) = self.of(value) {
            self.next[usize::from(register)] = next;
        }
    }

    /// The values in registers.
    pub(super) fn held(&self) -> impl Iterator<Item = (u8, u32)> + use<> {
        let held = self.held;
        (0..self.count).map(move |register| (register, held[usize::from(register)])).filter(|(_, value)| *value != NONE)
    }

    /// The most slots ever used.
    pub(super) fn most_slots(&self) -> u32 {
        self.most_slots
    }

    fn free_slot(&mut self, value: u32) {
        if let Home::Slot(slot) = self.home(value) {
            self.free_slots.push(Reverse(slot));
            self.places[value as usize].home = Home::None;
        }
    }
}

/// A small number.
fn low_byte(number: u32) -> u8 {
    number.to_le_bytes()[0]
}
