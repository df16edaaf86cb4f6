//! Engines made from the rules, as players of the net's playouts: what the net is judged by.

use super::{Machine, StartState, Whole};
use crate::engine::{Codec, Engine, EngineError, Layout, LayoutError};
use bitvec::prelude::BitSlice;

/// An [`Engine`] that plays by itself: its states are its own, complete, from its own initial state on. The layout of the
/// net says only which of its sentences is which bit for the others; nothing is ever read back from registers the net keeps.
pub struct Reference<E> {
    engine: E,
    codec: Codec,
}

impl<E: Engine> Reference<E> {
    /// Joins an engine and the layout of the net that it judges.
    ///
    /// # Errors
    /// When the layout contradicts itself.
    pub fn new(engine: E, layout: Layout) -> Result<Self, LayoutError> {
        Ok(Self::with(engine, Codec::new(layout)?))
    }

    /// Joins an engine and what is known of the net that it judges.
    #[must_use]
    pub fn with(engine: E, codec: Codec) -> Self {
        Self { engine, codec }
    }
}

impl<E: Engine> Machine for Reference<E> {
    /// All facts that hold.
    type Position = Vec<String>;

    /// # Errors
    /// [`EngineError::Incomplete`] for a state that is known by registers only, where these do not say all of it.
    fn begin(&mut self, start: &StartState) -> Result<(), EngineError> {
        match &start.whole {
            Whole::Initial => self.engine.reset(),
            Whole::Facts(facts) => self.engine.load(facts),
            Whole::Registers => match self.codec.dropped() {
                Some(fact) => Err(EngineError::Incomplete(fact.to_owned())),
                None => self.engine.load(&self.codec.decode(&start.registers)),
            },
        }
    }

    fn position(&mut self) -> Result<Vec<String>, EngineError> {
        self.engine.state()
    }

    fn go(&mut self, position: &Vec<String>) -> Result<(), EngineError> {
        self.engine.load(position)
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

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        let roles = 0..self.codec.layout().roles.len();
        let joint: Vec<String> = roles.flat_map(|role| self.codec.moves(role, does)).collect();
        self.engine.step(&joint)
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;
    use crate::engine::{self, BaseBit, Wire};
    use bitvec::prelude::BitVec;
    use gdl2hdl_gdl::interpret;
    use gdl2hdl_gdl::syntax;

    /// The end asks what `hidden` was, of which a net may keep nothing but `over`.
    const GAME: &str = "(role a) (init hidden) (legal a go) (<= (next over) (true hidden) (does a go))
        (<= terminal (true over)) (<= (goal a 100) (true over))";

    fn reference(hidden: Wire) -> Reference<engine::Interpreted> {
        let sheet = syntax::kif::parse(GAME).sheet;
        let bases = [("hidden", hidden), ("over", Wire::Register { index: 0, inverted: false })];
        let layout = Layout {
            roles: vec!["a".into()],
            registers: 1,
            bases: bases.map(|(sentence, wire)| BaseBit { sentence: sentence.to_owned(), wire }).into(),
            moves: vec![vec!["go".into()]],
            goals: vec![vec![100]],
            sees: vec![Vec::new()],
        };
        Reference::new(engine::interpreter(&sheet, interpret::InterpreterLimits::default()).unwrap(), layout).unwrap()
    }

    fn registers(reference: &mut Reference<engine::Interpreted>) -> State {
        let mut out = State::repeat(false, 1);
        reference.registers(&mut out).unwrap();
        out
    }

    #[test]
    fn what_the_net_does_not_keep_is_not_lost() {
        let mut reference = reference(Wire::Dropped);
        let go: BitVec = BitVec::repeat(true, 1);
        reference.begin(&StartState::initial(State::repeat(false, 1))).unwrap();
        let before = reference.position().unwrap();
        let mut legal: BitVec = BitVec::repeat(false, 1);
        reference.legal(&mut legal).unwrap();
        assert!(legal[0]);
        reference.step(&go).unwrap();
        assert!(reference.terminal().unwrap() && registers(&mut reference)[0]);
        reference.goals(&mut legal).unwrap();
        assert!(legal[0]);
        reference.go(&before).unwrap();
        assert!(!registers(&mut reference)[0]);
        reference.step(&go).unwrap();
        assert!(reference.terminal().unwrap(), "`hidden` was there again");
    }

    #[test]
    fn a_state_may_be_given_by_its_facts_and_by_registers_that_say_all() {
        let whole = Whole::Facts(vec!["hidden".into(), "over".into()]);
        let mut reference = reference(Wire::Dropped);
        reference.begin(&StartState { registers: State::repeat(false, 1), whole }).unwrap();
        assert_eq!(reference.position().unwrap(), ["hidden", "over"]);
        let bare = StartState::from(State::repeat(true, 1));
        assert_eq!(reference.begin(&bare), Err(EngineError::Incomplete("hidden".into())));
        let mut reference = self::reference(Wire::Constant(true));
        reference.begin(&bare).unwrap();
        assert_eq!(reference.position().unwrap(), ["hidden", "over"]);
    }

    #[test]
    fn what_the_net_does_not_have_is_told() {
        let mut reference = reference(Wire::Constant(false));
        reference.begin(&StartState::initial(State::repeat(false, 1))).unwrap();
        let mut out = State::repeat(false, 1);
        let error = reference.registers(&mut out).unwrap_err();
        assert!(error == EngineError::NeverFact("hidden".into()) && error.is_of_the_net());
    }
}
