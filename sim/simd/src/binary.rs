//! Functions of three values as operations of two, for processors without ternary logic.
//!
//! Values may be held inverted: whoever uses one takes that into account, so that inversions cost nothing. Afterwards
//! every operation is one of `a & b`, `!a & b`, `a | b`, `a ^ b`, constant, `!a` (for results only).

use super::STEPS;
use super::logic::{Logic, Logics};
use super::table::{self, A, B, Join, Split};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// The tables of two arguments that remain; `ANDN` has its first argument inverted, as the instruction has.
pub(super) const AND: u8 = A & B;
/// See [`AND`].
pub(super) const ANDN: u8 = !A & B;
/// See [`AND`].
pub(super) const OR: u8 = A | B;
/// See [`AND`].
pub(super) const XOR: u8 = A ^ B;

/// A value as it is held, or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    value: u32,
    inverted: bool,
}

/// Rewrites all operations.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn lower(logics: Logics, observer: &dyn Observer) -> Result<Logics, Stopped> {
    let mut pace = Pace::new(observer, STEPS);
    let Logics { inputs, num_values, ops, mut outputs, mut counts } = logics;
    let held = (0..num_values).map(|value| Held { value, inverted: false }).collect();
    let mut lowering = Lowering { held, num_values, ops: Vec::with_capacity(2 * ops.len()) };
    for logic in &ops {
        pace.step()?;
        lowering.held[logic.value as usize] = lowering.logic(logic);
    }
    for (_, value) in outputs.iter_mut().chain(&mut counts) {
        *value = lowering.upright(*value);
    }
    Ok(Logics { inputs, num_values: lowering.num_values, ops: lowering.ops, outputs, counts })
}

struct Lowering {
    /// For each original value, what stands for it.
    held: Vec<Held>,
    num_values: u32,
    ops: Vec<Logic>,
}

impl Lowering {
    fn logic(&mut self, logic: &Logic) -> Held {
        if logic.arity == 0 {
            return self.push(logic.table, 0, [0; 3]);
        }
        let args = logic.args.map(|arg| self.held[arg as usize]);
        if logic.arity < 3 {
            return self.two(table::rows(logic.table), args[0], args[1]).unwrap_or(args[0]);
        }
        let split = Split::of(logic.table);
        let (x, y, z) = match split.pivot {
            0 => (args[0], args[1], args[2]),
            1 => (args[1], args[0], args[2]),
            _ => (args[2], args[0], args[1]),
        };
        let x = Held { inverted: x.inverted != split.inverted, ..x };
        let product = self.two(split.factor, y, z).map_or(x, |factor| self.join(AND, x, factor));
        let base = self.two(split.base, y, z);
        match (base, split.join) {
            (Some(base), Join::Or) => self.join(OR, base, product),
            (Some(base), Join::Xor) => self.join(XOR, base, product),
            (None, _) => Held { inverted: product.inverted != (split.base == 0xf), ..product },
        }
    }

    /// A table of two arguments; nothing for constants.
    fn two(&mut self, rows: u8, y: Held, z: Held) -> Option<Held> {
        let inverse = |held: Held| Held { inverted: !held.inverted, ..held };
        Some(match rows {
            0b0000 | 0b1111 => return None,
            0b1100 => y,
            0b0011 => inverse(y),
            0b1010 => z,
            0b0101 => inverse(z),
            0b0110 => self.join(XOR, y, z),
            0b1001 => inverse(self.join(XOR, y, z)),
            0b1000 => self.join(AND, y, z),
            0b0111 => inverse(self.join(AND, y, z)),
            0b0100 => self.join(AND, y, inverse(z)),
            0b1011 => inverse(self.join(AND, y, inverse(z))),
            0b0010 => self.join(AND, inverse(y), z),
            0b1101 => inverse(self.join(AND, inverse(y), z)),
            0b1110 => self.join(OR, y, z),
            _ => inverse(self.join(OR, y, z)),
        })
    }

    /// One operation of the values as they are held, the result perhaps inverted.
    fn join(&mut self, table: u8, a: Held, b: Held) -> Held {
        let (a, b, args) = (a.inverted, b.inverted, [a.value, b.value, a.value]);
        let flipped = [args[1], args[0], args[1]];
        match table {
            XOR => Held { inverted: a != b, ..self.push(XOR, 2, args) },
            // `a | b` is the inverse of `!a & !b`.
            OR => {
                let held = match (a, b) {
                    (false, false) => return self.push(OR, 2, args),
                    (true, false) => self.push(ANDN, 2, flipped),
                    (false, true) => self.push(ANDN, 2, args),
                    (true, true) => self.push(AND, 2, args),
                };
                Held { inverted: true, ..held }
            }
            _ => match (a, b) {
                (false, false) => self.push(AND, 2, args),
                (true, false) => self.push(ANDN, 2, args),
                (false, true) => self.push(ANDN, 2, flipped),
                (true, true) => Held { inverted: true, ..self.push(OR, 2, args) },
            },
        }
    }

    /// The value itself, not its inverse.
    fn upright(&mut self, value: u32) -> u32 {
        let Held { value: held, inverted } = self.held[value as usize];
        if !inverted {
            return held;
        }
        let upright = self.push(!A, 1, [held; 3]);
        self.held[value as usize] = upright;
        upright.value
    }

    fn push(&mut self, table: u8, arity: u8, args: [u32; 3]) -> Held {
        let value = self.num_values;
        self.num_values += 1;
        self.ops.push(Logic { table, arity, args, value });
        Held { value, inverted: false }
    }
}
