//! Engines over sentences as machines over bits: the opposite of [`super::BitEngine`].

use super::{BitCore, Codec, Engine, EngineError, Layout, LayoutError};
use bitvec::prelude::BitSlice;

/// An [`Engine`] seen through a layout of the same game. Facts the layout has no register for are lost when a state
/// is loaded; nothing that can be seen depends on them.
pub struct SentenceCore<E> {
    engine: E,
    codec: Codec,
}

impl<E: Engine> SentenceCore<E> {
    /// Joins an engine and a layout.
    ///
    /// # Errors
    /// When the layout contradicts itself.
    pub fn new(engine: E, layout: Layout) -> Result<Self, LayoutError> {
        Ok(Self { engine, codec: Codec::new(layout)? })
    }

    /// The joint move of which bits are set.
    fn joint(&self, does: &BitSlice) -> Vec<String> {
        (0..self.codec.layout().roles.len()).flat_map(|role| self.codec.moves(role, does)).collect()
    }
}

impl<E: Engine> BitCore for SentenceCore<E> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.engine.reset()
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.engine.load(&self.codec.decode(registers))
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.copy_from_bitslice(&self.codec.encode(&self.engine.state()?)?);
        Ok(())
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.fill(false);
        for role in 0..self.codec.layout().roles.len() {
            for mv in self.engine.legal(role)? {
                out.set(self.codec.move_bit(role, &mv)?, true);
            }
        }
        Ok(())
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.fill(false);
        for role in 0..self.codec.layout().roles.len() {
            for value in self.engine.goals(role)? {
                out.set(self.codec.goal_bit(role, value)?, true);
            }
        }
        Ok(())
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.engine.terminal()
    }

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        out.fill(false);
        for (role, percepts) in self.engine.sees(&self.joint(does))?.iter().enumerate() {
            for percept in percepts {
                out.set(self.codec.percept_bit(role, percept)?, true);
            }
        }
        Ok(())
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        let joint = self.joint(does);
        self.engine.step(&joint)
    }
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn roles(&self) -> &[String] {
        (**self).roles()
    }

    fn keeps(&self, fact: &str) -> bool {
        (**self).keeps(fact)
    }

    fn drops_facts(&self) -> bool {
        (**self).drops_facts()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        (**self).reset()
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        (**self).load(facts)
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        (**self).state()
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        (**self).legal(role)
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        (**self).goals(role)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        (**self).terminal()
    }

    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        (**self).sees(joint)
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        (**self).step(joint)
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use bitvec::prelude::BitVec;

    #[test]
    fn bits_go_through_sentences_and_back() {
        let mut core = SentenceCore::new(example::lamps(), example::layout()).unwrap();
        let mut two: BitVec = BitVec::repeat(false, 2);
        let mut one: BitVec = BitVec::repeat(false, 1);
        core.load(&BitVec::<usize>::repeat(false, 1)).unwrap();
        core.legal(&mut two).unwrap();
        assert!(two.all() && !core.terminal().unwrap());
        core.goals(&mut one).unwrap();
        assert!(one.not_any());
        two.set(0, false);
        core.sees(&two, &mut one).unwrap();
        assert!(one[0]);
        core.step(&two).unwrap();
        core.registers(&mut one).unwrap();
        assert!(one[0] && core.terminal().unwrap());
        one.fill(false);
        core.goals(&mut one).unwrap();
        assert!(one[0]);
    }
}
