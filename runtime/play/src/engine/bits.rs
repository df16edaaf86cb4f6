//! Engines over bit vectors: sentences on one side, registers and inputs on the other.

use super::{Codec, Engine, EngineError, Layout, LayoutError, Wire};
use bitvec::prelude::{BitSlice, BitVec};
use gdl2hdl_opt::Invariants;

/// A machine over bits. All widths are those of the [`Layout`]: `registers`, all moves, all goals.
pub trait BitCore {
    /// Short name of the kind of engine.
    fn name(&self) -> &str;

    /// Goes to the initial state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn reset(&mut self) -> Result<(), EngineError>;

    /// Sets all registers.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError>;

    /// Copies the registers out.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each move: whether it is legal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each role and goal value: whether it holds.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Whether the state is terminal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn terminal(&mut self) -> Result<bool, EngineError>;

    /// Writes one bit for each role and percept: whether the role sees it of the joint move with one set bit for each
    /// role. The state stays.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Makes the joint move with one set bit for each role.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError>;
}

/// A [`BitCore`] as an [`Engine`].
pub struct BitEngine<C> {
    core: C,
    codec: Codec,
    registers: BitVec,
    moves: BitVec,
    goals: BitVec,
    sees: BitVec,
}

impl<C: BitCore> BitEngine<C> {
    /// Joins a machine and its layout. The machine must be in its initial state.
    ///
    /// # Errors
    /// When the layout contradicts itself.
    pub fn new(core: C, layout: Layout) -> Result<Self, LayoutError> {
        let codec = Codec::new(layout)?;
        let zeros = |bits| BitVec::repeat(false, bits);
        let (registers, moves) = (zeros(codec.layout().registers), zeros(codec.num_moves()));
        let (goals, sees) = (zeros(codec.num_goals()), zeros(codec.num_percepts()));
        Ok(Self { core, codec, registers, moves, goals, sees })
    }

    /// The same of a net that takes something for granted of the states it is in: others are not loaded.
    #[must_use]
    pub fn assuming(self, assumed: Invariants) -> Self {
        Self { codec: self.codec.assuming(assumed), ..self }
    }

    /// Sets the bits of a joint move.
    fn encode(&mut self, joint: &[String]) -> Result<(), EngineError> {
        let roles = self.codec.layout().roles.len();
        if joint.len() != roles {
            return Err(EngineError::JointLength { roles, got: joint.len() });
        }
        self.moves.fill(false);
        for (role, mv) in joint.iter().enumerate() {
            self.moves.set(self.codec.move_bit(role, mv)?, true);
        }
        Ok(())
    }
}

impl<C: BitCore> Engine for BitEngine<C> {
    fn name(&self) -> &str {
        self.core.name()
    }

    fn roles(&self) -> &[String] {
        &self.codec.layout().roles
    }

    fn keeps(&self, fact: &str) -> bool {
        self.codec.wire(fact) != Some(&Wire::Dropped)
    }

    fn drops_facts(&self) -> bool {
        self.codec.dropped().is_some()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.core.reset()
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        let registers = self.codec.encode(facts)?;
        self.core.load(&registers)
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        self.core.registers(&mut self.registers)?;
        Ok(self.codec.decode(&self.registers))
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        self.core.legal(&mut self.moves)?;
        Ok(self.codec.moves(role, &self.moves))
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        self.core.goals(&mut self.goals)?;
        Ok(self.codec.goals(role, &self.goals))
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.core.terminal()
    }

    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        self.encode(joint)?;
        self.core.sees(&self.moves, &mut self.sees)?;
        let roles = 0..self.codec.layout().roles.len();
        Ok(roles.map(|role| self.codec.percepts(role, &self.sees)).collect())
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.encode(joint)?;
        self.core.step(&self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::super::BaseBit;
    use super::super::example::{self, Lamps};
    use super::*;

    fn facts(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    fn base(sentence: &str, wire: Wire) -> BaseBit {
        BaseBit { sentence: sentence.into(), wire }
    }

    #[test]
    fn the_lamps_step_and_show_sorted_sentences() {
        let mut engine = example::lamps();
        engine.reset().unwrap();
        assert_eq!(engine.state().unwrap(), ["off"]);
        assert_eq!(engine.legal(0).unwrap(), ["push", "wait"]);
        assert_eq!(engine.sees(&facts(&["push"])).unwrap(), [["(was off)"]]);
        assert_eq!(engine.sees(&facts(&["wait"])).unwrap(), [[""; 0]]);
        engine.step(&facts(&["push"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["on"]);
        assert_eq!((engine.terminal().unwrap(), engine.goals(0).unwrap()), (true, vec![100]));
        engine.load(&facts(&["off"])).unwrap();
        assert!(!engine.terminal().unwrap());
    }

    #[test]
    fn facts_without_a_place_are_errors() {
        let mut engine = example::lamps();
        assert_eq!(engine.load(&facts(&["strange"])), Err(EngineError::UnknownFact("strange".into())));
        // `on` and `off` share a register: they can't hold together, nor can neither hold.
        let contradiction = EngineError::Contradiction { fact: "off".into(), other: "on".into() };
        assert_eq!(engine.load(&facts(&["off", "on"])), Err(contradiction));
        let nothing = EngineError::NothingHolds { fact: "off".into(), other: "on".into() };
        assert_eq!(engine.load(&facts(&[])), Err(nothing));
        assert_eq!(
            engine.step(&facts(&["jump"])),
            Err(EngineError::UnknownMove { role: "you".into(), mv: "jump".into() })
        );
        assert_eq!(engine.step(&[]), Err(EngineError::JointLength { roles: 1, got: 0 }));
    }

    #[test]
    fn a_fact_that_is_missing_beside_another_is_named() {
        let mut layout = example::layout();
        let on = layout.bases.iter().find(|base| base.sentence == "on").unwrap().wire.clone();
        layout.bases.push(base("warm", on));
        let mut engine = BitEngine::new(Lamps::default(), layout).unwrap();
        let missing =
            |fact: &str, other: &str| Err(EngineError::MissingBeside { fact: fact.into(), other: other.into() });
        assert_eq!(engine.load(&facts(&["on"])), missing("warm", "on"));
        assert_eq!(engine.load(&facts(&["warm"])), missing("on", "warm"));
        assert_eq!(engine.load(&facts(&["warm", "on"])), Ok(()));
    }

    #[test]
    fn constants_and_dropped_facts() {
        let mut layout = example::layout();
        layout.bases.push(base("always", Wire::Constant(true)));
        layout.bases.push(base("never", Wire::Constant(false)));
        layout.bases.push(base("unseen", Wire::Dropped));
        let mut engine = BitEngine::new(Lamps::default(), layout).unwrap();
        assert!(engine.keeps("always") && engine.keeps("strange") && !engine.keeps("unseen"));
        assert!(engine.drops_facts());
        assert_eq!(engine.state().unwrap(), ["always", "off"]);
        engine.load(&facts(&["always", "on", "unseen"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["always", "on"]);
        assert_eq!(engine.load(&facts(&["on"])), Err(EngineError::MissingFact("always".into())));
        assert_eq!(engine.load(&facts(&["always", "never"])), Err(EngineError::NeverFact("never".into())));
    }

    #[test]
    fn a_fact_may_follow_from_others() {
        let mut layout = example::layout();
        let none_of = |inverted| Wire::NoneOf { literals: vec![(0, false)], inverted };
        layout.bases.push(base("dark", none_of(false)));
        layout.bases.push(base("light", none_of(true)));
        let mut engine = BitEngine::new(Lamps::default(), layout).unwrap();
        engine.reset().unwrap();
        assert_eq!(engine.state().unwrap(), ["dark", "off"]);
        engine.load(&facts(&["light", "on"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["light", "on"]);
        let refused = engine.load(&facts(&["dark", "light", "on"])).unwrap_err();
        assert_eq!(refused.refused_fact(), Some("dark"));
        assert_eq!(engine.load(&facts(&["on"])).unwrap_err().refused_fact(), Some("light"));
        let nothing = EngineError::NothingHolds { fact: "dark".into(), other: "off".into() };
        assert_eq!(engine.load(&facts(&["off"])), Err(nothing));
    }

    #[test]
    fn one_of_the_facts_of_a_code_holds() {
        let mut layout = example::layout();
        // The register of the lamp is the one bit of a code of two facts.
        let coded = |not| Wire::NoneOf { literals: vec![(0, not)], inverted: false };
        layout.bases = vec![base("dark", coded(false)), base("light", coded(true))];
        let mut engine = BitEngine::new(Lamps::default(), layout).unwrap();
        engine.load(&facts(&["light"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["light"]);
        engine.load(&facts(&["dark"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["dark"]);
        let nothing = EngineError::NothingHolds { fact: "dark".into(), other: "light".into() };
        assert_eq!(engine.load(&facts(&[])), Err(nothing));
        assert_eq!(engine.load(&facts(&["dark", "light"])).unwrap_err().refused_fact(), Some("dark"));
    }

    #[test]
    fn contradictory_layouts_are_refused() {
        let refuse = |change: fn(&mut Layout)| {
            let mut layout = example::layout();
            change(&mut layout);
            BitEngine::new(Lamps::default(), layout).err()
        };
        assert_eq!(refuse(|l| l.moves[0].push("push".into())), Some(LayoutError::Twice("push".into())));
        assert!(matches!(refuse(|l| l.registers = 0), Some(LayoutError::NoRegister { index: 0, .. })));
        assert!(matches!(refuse(|l| l.goals.clear()), Some(LayoutError::Roles { what: "goals", .. })));
        assert!(matches!(refuse(|l| l.sees.clear()), Some(LayoutError::Roles { what: "percepts", .. })));
    }
}
