//! How fast a routed engine will be, before any tool runs.

use gdl2hdl_boards::{Family, Fpga};

/// Constants of a kind of FPGA: a stage of some levels of look-up tables takes `base + level * levels`, and longer the
/// fuller the device is. With the routes between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// **Units:** picoseconds.
    pub base: f64,
    /// Of each level. **Units:** picoseconds.
    pub level: f64,
    /// What a device that is full adds, as a share; it grows with the square of what is used.
    pub crowd: f64,
}

impl Speed {
    /// The constants of a device.
    #[must_use]
    pub fn of(fpga: &Fpga) -> Self {
        match (fpga.family, fpga.device.as_bytes().first(), fpga.speed) {
            // UltraPlus.
            (Family::Ice40, Some(b'u'), _) => Self { base: 6000.0, level: 4100.0, crowd: 0.15 },
            // LP, then HX.
            (Family::Ice40, Some(b'l'), _) => Self { base: 3600.0, level: 2300.0, crowd: 0.15 },
            (Family::Ice40, ..) => Self { base: 2600.0, level: 1650.0, crowd: 0.15 },
            (Family::Ecp5, _, Some(8..)) => Self { base: 2300.0, level: 1150.0, crowd: 0.20 },
            (Family::Ecp5, _, Some(7)) => Self { base: 2600.0, level: 1300.0, crowd: 0.20 },
            (Family::Ecp5, ..) => Self { base: 2900.0, level: 1450.0, crowd: 0.20 },
        }
    }
}

/// The shortest period of an engine whose longest stage has so many levels, in a device of which a share is used.
/// **Units:** picoseconds.
#[must_use]
pub fn period_ps(speed: Speed, levels: u32, used: f64) -> f64 {
    (speed.base + speed.level * f64::from(levels)) * (1.0 + speed.crowd * used * used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_fuller_is_slower() {
        let speed = Speed { base: 1000.0, level: 500.0, crowd: 0.2 };
        assert!((period_ps(speed, 4, 0.0) - 3000.0).abs() < 1e-6);
        assert!((period_ps(speed, 4, 1.0) - 3600.0).abs() < 1e-6);
        assert!(period_ps(speed, 5, 0.5) > period_ps(speed, 4, 0.5));
    }
}
