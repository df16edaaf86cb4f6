//! Steps to instructions: which arguments are in registers, which one gives up its register to the result.
//!
//! An argument in memory costs next to nothing, but an instruction takes only one from there. So values are loaded
//! into registers only where an instruction needs a second one, and stay there while nobody needs the register more.

use super::super::logic::Logic;
use super::super::table;
use super::address::{Address, Frame};
use super::assembler::Assembler;
use super::isa::{COUNTING, Isa, Operand};
use super::registers::{Home, Registers};
use super::uses::{NEVER, Use};
use gdl2hdl_net::program::Cell;

/// The state of a compilation.
pub(super) struct Selector<I> {
    pub(super) isa: I,
    pub(super) asm: Assembler,
    pub(super) frame: Frame,
    pub(super) registers: Registers,
    /// Position of the step.
    pub(super) now: u32,
}

impl<I: Isa> Selector<I> {
    /// Begins a block.
    pub(super) fn enter(&mut self) {
        self.frame.enter(&mut self.asm);
        self.isa.enter(&mut self.asm);
    }

    /// Ends a block.
    pub(super) fn leave(&mut self) {
        self.frame.leave(&mut self.asm);
    }

    /// Computes a value that is used `first`.
    pub(super) fn logic(&mut self, logic: &Logic, uses: &[Use], first: u32) {
        let to = match *uses {
            [a] => self.one(logic.table, a),
            [a, b] => self.two(logic.table, [a, b]),
            [a, b, c] => self.three(logic, [a, b, c]),
            _ => {
                let to = self.room(0);
                self.isa.constant(&mut self.asm, to, logic.table != 0);
                to
            }
        };
        uses.iter().for_each(|used| self.registers.used(used.value, used.next));
        self.registers.put(logic.value, to, first);
    }

    /// Writes a value to a cell.
    pub(super) fn store(&mut self, cell: Cell, used: Use) {
        let from = self.registers.of(used.value).unwrap_or_else(|| self.load(used, &[]));
        let to = self.frame.cell(&mut self.asm, cell);
        self.isa.store(&mut self.asm, to, from);
        self.registers.stored(used.value, cell);
        self.registers.used(used.value, used.next);
    }

    /// Adds the set bits of a value to a cell.
    pub(super) fn count(&mut self, cell: Cell, used: Use) {
        let mut pinned = self.pins(&[used]);
        let registers = [(); 3].map(|()| {
            let register = self.room(pinned);
            pinned |= 1 << register;
            register
        });
        self.fetch(registers[0], self.registers.of(used.value), used.value);
        let tables = self.frame.constant(&mut self.asm, COUNTING.0.as_ptr().cast());
        self.isa.count(&mut self.asm, registers, tables);
        let to = self.frame.cell(&mut self.asm, cell);
        self.isa.add(&mut self.asm, registers[0], to);
        self.isa.store(&mut self.asm, to, registers[0]);
        self.registers.used(used.value, used.next);
    }

    /// Writes all values to memory that are only in registers, and empties the registers.
    pub(super) fn spill_all(&mut self) {
        for (register, value) in self.registers.held() {
            self.evict(register, value);
        }
    }

    fn one(&mut self, table: u8, a: Use) -> u8 {
        let from = self.registers.of(a.value);
        let to = self.successor(&[a]);
        if table == table::A {
            self.fetch(to, from, a.value);
        } else {
            let from = self.operand(from, a.value);
            self.isa.invert(&mut self.asm, to, from);
        }
        to
    }

    fn two(&mut self, table: u8, [a, b]: [Use; 2]) -> u8 {
        let may = |position, used| lies_out(&self.registers, used) && self.isa.takes_memory(table, position);
        let (a_may, b_may) = (may(0, a), may(1, b));
        // The second argument may stay in memory. If both could, the one that is needed again first is loaded.
        let exchange = a_may && (!b_may || a.next > b.next);
        let (table, a, b, stays) = if exchange { (table::exchanged(table), b, a, a_may) } else { (table, a, b, b_may) };
        let first = self.registers.of(a.value).unwrap_or_else(|| self.load(a, &[b]));
        if lies_out(&self.registers, b) && !stays {
            self.load(b, &[a]);
        }
        let second = self.registers.of(b.value);
        let to = self.successor(&[a, b]);
        let second = self.operand(second, b.value);
        self.isa.two(&mut self.asm, table, to, (first, second));
        to
    }

    fn three(&mut self, logic: &Logic, mut uses: [Use; 3]) -> u8 {
        let giver = self.giver(&uses);
        let replaced = giver.unwrap_or_else(|| self.replaced(&uses));
        uses.swap(0, replaced);
        uses[1..].sort_by_key(|used| (lies_out(&self.registers, *used), used.next));
        let [a, b, c] = uses;
        let second = self.registers.of(b.value).unwrap_or_else(|| self.load(b, &uses));
        let to = match self.registers.of(a.value) {
            Some(register) if giver.is_some() => {
                self.registers.take(a.value);
                register
            }
            from => {
                let to = self.room(self.pins(&uses));
                self.fetch(to, from, a.value);
                to
            }
        };
        let third = self.operand(self.registers.of(c.value), c.value);
        let table = table::over(logic.table, logic.args, &[a.value, b.value, c.value]);
        self.isa.three(&mut self.asm, table, to, (second, third));
        to
    }

    /// The argument in a register that gives it up to the result: one that is not used any more, or one that lies in
    /// memory too, the one used last.
    fn giver(&self, uses: &[Use; 3]) -> Option<usize> {
        let can = |used: &Use| {
            !lies_out(&self.registers, *used) && (used.next == NEVER || self.registers.is_clean(used.value))
        };
        (0..3).filter(|&i| can(&uses[i])).max_by_key(|&i| uses[i].next)
    }

    /// The argument of which a copy is made for the result to replace: best one in memory, the one used last.
    fn replaced(&self, uses: &[Use; 3]) -> usize {
        let out = |i: usize| lies_out(&self.registers, uses[i]);
        (0..3).max_by_key(|&i| (out(i), uses[i].next)).unwrap_or(0)
    }

    /// The register for a result that does not replace an argument: that of one not used any more, or another.
    fn successor(&mut self, uses: &[Use]) -> u8 {
        let dying = uses.iter().filter(|used| used.next == NEVER).find_map(|used| self.registers.take(used.value));
        dying.unwrap_or_else(|| self.room(self.pins(uses)))
    }

    /// Brings a value to a register that is not its own, from its own or from memory.
    fn fetch(&mut self, to: u8, from: Option<u8>, value: u32) {
        match self.operand(from, value) {
            Operand::Register(from) => self.isa.copy(&mut self.asm, to, from),
            Operand::Memory(from) => self.isa.load(&mut self.asm, to, from),
        }
    }

    /// Loads a value into a register, while `others` keep theirs.
    fn load(&mut self, used: Use, others: &[Use]) -> u8 {
        let to = self.room(self.pins(others));
        let from = self.address(used.value);
        self.isa.load(&mut self.asm, to, from);
        self.registers.put(used.value, to, used.next);
        to
    }

    /// A register without a value that is none of `pinned`.
    fn room(&mut self, pinned: u32) -> u8 {
        if let Some(register) = self.registers.empty(pinned) {
            return register;
        }
        let Some((register, value)) = self.registers.victim(pinned, self.now) else {
            self.asm.fail("no register is left");
            return 0;
        };
        self.evict(register, value);
        register
    }

    fn evict(&mut self, register: u8, value: u32) {
        if !self.registers.is_clean(value) {
            let slot = self.registers.spill(value);
            self.isa.store(&mut self.asm, self.frame.slot(slot), register);
        }
        self.registers.take(value);
    }

    /// The registers of some values, as a set of bits.
    fn pins(&self, uses: &[Use]) -> u32 {
        uses.iter().filter_map(|used| self.registers.of(used.value)).fold(0, |pins, register| pins | 1 << register)
    }

    /// A value in the given register, or in memory.
    fn operand(&mut self, register: Option<u8>, value: u32) -> Operand {
        register.map_or_else(|| Operand::Memory(self.address(value)), Operand::Register)
    }

    /// Where a value lies in memory. It holds until the next address is asked for.
    fn address(&mut self, value: u32) -> Address {
        match self.registers.home(value) {
            Home::Cell(cell) => self.frame.cell(&mut self.asm, cell),
            Home::Slot(slot) => self.frame.slot(slot),
            Home::None => {
                self.asm.fail("a value lies nowhere");
                self.frame.slot(0)
            }
        }
    }
}

/// Whether a value is in no register.
fn lies_out(registers: &Registers, used: Use) -> bool {
    registers.of(used.value).is_none()
}
