//! The weights of the model, as `make calibrate` prints them.

use gdl2hdl_boards::Family;

/// Terms of the LUTs of a core: one, LUTs of the net, moves, bits of the state, random bits, products,
/// counters, words of memories, its part of a lane.
pub const CORE_TERMS: usize = 9;
/// Terms of its flip-flops: one, those that can be counted, those of the picks.
pub const FF_TERMS: usize = 3;
/// Terms of flip-flops without LUTs: one, those that pass something on, registers of cuts, those of the picks.
pub const LONE_TERMS: usize = 4;
/// Terms of what is there once: one, bits of the state, counters, random bits.
pub const FIXED_TERMS: usize = 4;

/// The weights of a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// LUTs of a core.
    pub core_luts: [f64; CORE_TERMS],
    /// Flip-flops of a core.
    pub core_ffs: [f64; FF_TERMS],
    /// Those without LUTs.
    pub core_lone: [f64; LONE_TERMS],
    /// LUTs of what is there once.
    pub fixed_luts: [f64; FIXED_TERMS],
    /// Flip-flops of it.
    pub fixed_ffs: [f64; FIXED_TERMS],
    /// Those without LUTs.
    pub fixed_lone: [f64; FIXED_TERMS],
    /// Block RAMs of it.
    pub fixed_brams: f64,
}

impl Weights {
    /// Those of a family.
    #[must_use]
    pub const fn of(family: Family) -> Self {
        match family {
            Family::Ice40 => ICE40,
            Family::Ecp5 => ECP5,
        }
    }
}

const ICE40: Weights = Weights {
    core_luts: [32.0, 1.0, 4.95, 1.5, 3.55, 0.91, 0.0, 0.0, 44.2],
    core_ffs: [11.9, 0.97, 0.83],
    core_lone: [4.3, 0.92, 0.69, 0.78],
    fixed_luts: [1275.0, 2.4, 4.0, 0.0],
    fixed_ffs: [1035.0, 0.86, 7.5, 3.65],
    fixed_lone: [430.0, 0.9, 0.0, 2.5],
    fixed_brams: 12.0,
};

/// What is there once: as fitted, and what resets that are logic and block RAMs with output registers made of it since, by
/// 80 cores of two button lights.
const ECP5: Weights = Weights {
    core_luts: [54.0, 1.14, 6.2, 1.2, 0.0, 1.3, 2.5, 6.5, 40.0],
    core_ffs: [11.9, 0.97, 0.83],
    core_lone: [0.0; LONE_TERMS],
    fixed_luts: [1734.0, 1.7, 24.2, 3.7],
    fixed_ffs: [928.0, 1.0, 12.5, 7.2],
    fixed_lone: [0.0; FIXED_TERMS],
    fixed_brams: 7.0,
};
