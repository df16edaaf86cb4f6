//! A machine of one register for tests: a lamp that `push` switches; the game ends when it is on. Who pushes sees when
//! it was off.

use super::{BaseBit, BitCore, BitEngine, EngineError, Layout, Wire};
use bitvec::prelude::BitSlice;

#[derive(Default)]
pub(crate) struct Lamps {
    on: bool,
    /// Makes `wait` switch the lamp too, for tests that must find a difference.
    pub(crate) faulty: bool,
}

impl BitCore for Lamps {
    fn name(&self) -> &str {
        "lamps"
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.on = false;
        Ok(())
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.on = registers[0];
        Ok(())
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.set(0, self.on);
        Ok(())
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.fill(true);
        Ok(())
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.set(0, self.on);
        Ok(())
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        Ok(self.on)
    }

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        out.set(0, does[1] && !self.on);
        Ok(())
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        self.on ^= does[1] || self.faulty;
        Ok(())
    }
}

pub(crate) fn layout() -> Layout {
    let lamp =
        |sentence: &str, inverted| BaseBit { sentence: sentence.into(), wire: Wire::Register { index: 0, inverted } };
    Layout {
        roles: vec!["you".into()],
        registers: 1,
        bases: vec![lamp("on", false), lamp("off", true)],
        moves: vec![vec!["wait".into(), "push".into()]],
        goals: vec![vec![100]],
        sees: vec![vec!["(was off)".into()]],
    }
}

pub(crate) fn lamps() -> BitEngine<Lamps> {
    BitEngine::new(Lamps::default(), layout()).expect("the layout is sound")
}

pub(crate) fn faulty_lamps() -> BitEngine<Lamps> {
    BitEngine::new(Lamps { faulty: true, ..Lamps::default() }, layout()).expect("the layout is sound")
}
