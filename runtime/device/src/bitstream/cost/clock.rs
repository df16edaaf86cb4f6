//! How fast a routed engine will be, before any tool runs.

use gdl2hdl_boards::{Family, Fpga};

/// Constants of a kind of FPGA: a stage of some levels of LUTs takes `base + level * levels` with its routes,
/// but what is there once takes `least`, however short stages are. All is slower in a device that is full.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// **Units:** picoseconds.
    pub base: f64,
    /// Of each level. **Units:** picoseconds.
    pub level: f64,
    /// The shortest period. **Units:** picoseconds.
    pub least: f64,
    /// The shortest period of cores with multipliers, which lie where the device has some. **Units:** picoseconds.
    pub product: f64,
    /// What a device that is full adds, as a share; it grows with the square of what is used.
    pub crowd: f64,
}

/// HX, by routed engines: 24 levels 27.9 ns, 13 levels 16.2 ns, and in devices that are full to 94 and to 98 % 8 levels 11.6
/// to 12.2 ns, 6 levels 10.1 to 11.2 ns.
const HX: Speed = Speed { base: 3600.0, level: 1000.0, least: 10_300.0, product: 0.0, crowd: 0.04 };
/// The slowest grade, by routed engines: what is there once takes 6.7 ns in a device that is full to 88 % with two button
/// lights, 6.9 in one that is full to 97 % with buttons and lights, 7.0 in one that is full to 92 % with tic-tac-toe; four
/// cores of connect four with multipliers take 8.1 ns; 20 of pentago, in a device that is full to 84 %, 9.8 with ten levels.
/// Longer stages by older engines of tic-tac-toe: 13 levels 15.6 ns, less a tenth since the placer weighs time more.
const ECP5: Speed = Speed { base: 2900.0, level: 800.0, least: 6300.0, product: 8000.0, crowd: 0.1 };
/// How many times as slow as HX: LP is a guess, UltraPlus by an engine of 32 ns where an HX took 13.5 ns.
const LP: f64 = 1.45;
const ULTRA_PLUS: f64 = 2.35;
/// How many times as slow as the slowest ECP5 the next grades are: a guess until an engine is routed for one.
const FASTER: f64 = 0.9;
const FASTEST: f64 = 0.8;

impl Speed {
    /// The constants of a device.
    #[must_use]
    pub fn of(fpga: &Fpga) -> Self {
        match (fpga.family, fpga.device.as_bytes().first(), fpga.speed) {
            (Family::Ice40, Some(b'u'), _) => HX.times(ULTRA_PLUS),
            (Family::Ice40, Some(b'l'), _) => HX.times(LP),
            (Family::Ice40, ..) => HX,
            (Family::Ecp5, _, Some(8..)) => ECP5.times(FASTEST),
            (Family::Ecp5, _, Some(7)) => ECP5.times(FASTER),
            (Family::Ecp5, ..) => ECP5,
        }
    }

    fn times(self, factor: f64) -> Self {
        let Self { base, level, least, product, crowd } = self;
        Self { base: base * factor, level: level * factor, least: least * factor, product: product * factor, crowd }
    }

    /// The same for cores with multipliers.
    #[must_use]
    pub fn multiplied(self) -> Self {
        Self { least: self.least.max(self.product), ..self }
    }
}

/// The shortest period of an engine whose longest stage has so many levels, in a device of which a share is used.
/// **Units:** picoseconds.
#[must_use]
pub fn period_ps(speed: Speed, levels: u32, used: f64) -> f64 {
    (speed.base + speed.level * f64::from(levels)).max(speed.least) * (1.0 + speed.crowd * used * used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_fuller_is_slower() {
        let speed = Speed { base: 1000.0, level: 500.0, least: 2600.0, product: 4000.0, crowd: 0.2 };
        assert!((period_ps(speed, 4, 0.0) - 3000.0).abs() < 1e-6);
        assert!((period_ps(speed, 4, 1.0) - 3600.0).abs() < 1e-6);
        assert!((period_ps(speed, 1, 0.0) - 2600.0).abs() < 1e-6);
        assert!(period_ps(speed, 5, 0.5) > period_ps(speed, 4, 0.5));
        assert!((period_ps(speed.multiplied(), 4, 0.0) - 4000.0).abs() < 1e-6);
    }
}
