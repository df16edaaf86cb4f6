//! A game as a net, and what can be made of it.

use crate::{Error, Player, Threads};
use gdl2hdl_emit::{self as emit, Absent, Manifest, Module};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::{Observer, Stage, Stopped, Unobserved};
use gdl2hdl_hdl::playout::{Config, Gateware, GatewareError, Playable};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, OwnedVerified, Verified};
use gdl2hdl_opt::{self as opt, Level, Optimised, ProofVerdict};
use gdl2hdl_play::engine::{Batch, Codec, Layout};
use gdl2hdl_play::playout::{GameShape, State};

/// A compiled game: its optimised net, and what is known of it.
#[derive(Clone, Debug)]
pub struct Compiled {
    optimised: OwnedVerified<Optimised>,
    choices: Choices,
    level: Level,
    of_play: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A Verilog module, and what its bits mean.
#[derive(Clone, Debug)]
pub struct Verilog {
    /// The module, named like the game with `_propnet` behind it.
    pub module: Module,
    /// The sentence of every bit of its ports.
    pub manifest: Manifest,
}

impl Verilog {
    /// The text of the module.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.module.text
    }
}

impl Compiled {
    /// A game whose net was optimised elsewhere, with this level. The net is verified here, once.
    ///
    /// # Errors
    /// [`Error::Broken`] when the net is not sound.
    pub fn of(optimised: Optimised, level: Level) -> Result<Self, Error> {
        let optimised = OwnedVerified::new(optimised)?;
        let choices = optimised.owner().choices();
        Ok(Self { optimised, choices, level, of_play: false, diagnostics: Vec::new() })
    }

    /// The same game with what grounding said of it.
    pub(crate) fn grounded(self, of_play: bool, diagnostics: Vec<Diagnostic>) -> Self {
        Self { of_play, diagnostics, ..self }
    }

    /// The same game with an equal net in the place of its own, as another optimiser makes it. What is known of the game
    /// stays known, so that the same playouts are played.
    ///
    /// # Errors
    /// [`Error::Broken`] when the net is not sound.
    pub fn with_net(self, net: Net) -> Result<Self, Error> {
        let optimised = OwnedVerified::new(self.optimised.into_owner().with_net(net))?;
        Ok(Self { optimised, ..self })
    }

    /// The net, with the proof that it was verified.
    #[must_use]
    pub fn net(&self) -> Verified<'_> {
        self.optimised.as_verified()
    }

    /// The net with what optimisation knows of it.
    #[must_use]
    pub fn optimised(&self) -> &Optimised {
        self.optimised.owner()
    }

    /// The net with what optimisation knows of it, to be kept.
    #[must_use]
    pub fn into_optimised(self) -> Optimised {
        self.optimised.into_owner()
    }

    /// Which choices roles have, for playout engines.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Whether the facts were found by visiting the states of play. Of other states such a net may say too little.
    #[must_use]
    pub fn of_play(&self) -> bool {
        self.of_play
    }

    /// Warnings and notes of grounding.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Looks by SAT whether the net behaves as the one that was `built`, in every state that play can reach.
    #[must_use]
    pub fn prove(&self, built: &Net, observer: &dyn Observer) -> ProofVerdict {
        opt::prove(built, self.optimised(), observer)
    }

    /// Which sentence is which bit of a state, of the moves and of the goals.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of_ports(&self.optimised().net.ports, &self.optimised().dropped)
    }

    /// Translates sentences to bits and back. It refuses states that play can't reach where the net is not right for them.
    ///
    /// # Errors
    /// [`Error::Layout`]: a bug.
    pub fn codec(&self) -> Result<Codec, Error> {
        Ok(Codec::new(self.layout())?.assuming(self.optimised().known.clone()))
    }

    /// Which bits belong to which role, as playout engines see them.
    #[must_use]
    pub fn shape(&self) -> GameShape {
        GameShape::new(&self.optimised().net, &self.choices)
    }

    /// The initial state, a bit for each fact.
    #[must_use]
    pub fn initial(&self) -> State {
        self.optimised().net.ports.bases.iter().map(|base| base.init).collect()
    }

    /// The roles, in the order of the rules.
    #[must_use]
    pub fn roles(&self) -> Vec<&str> {
        self.optimised().net.ports.roles.iter().map(AsRef::as_ref).collect()
    }

    /// The facts of a state, as texts in prefix syntax, in the order of its bits.
    #[must_use]
    pub fn facts(&self) -> Vec<&str> {
        self.optimised().net.ports.bases.iter().map(|base| base.fact.as_ref()).collect()
    }

    /// The moves of a role, as texts in prefix syntax, in the order of their numbers.
    #[must_use]
    pub fn moves(&self, role: usize) -> Vec<&str> {
        let inputs = self.optimised().net.ports.inputs.iter();
        inputs.filter(|input| input.role as usize == role).map(|input| input.action.as_ref()).collect()
    }

    /// The net as Verilog: a flip-flop for each fact, logic for legal moves, goals and the end.
    ///
    /// # Panics
    /// Never: nobody stops it.
    #[must_use]
    pub fn verilog(&self, name: &str) -> Verilog {
        self.verilog_observed(name, &Unobserved).expect("nobody stops it")
    }

    /// The same where somebody may stop it.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn verilog_observed(&self, name: &str, observer: &dyn Observer) -> Result<Verilog, Stopped> {
        observer.stage(Stage::begin("writing Verilog"));
        let module = emit::verilog(self.net(), name, self.level.into(), observer)?;
        let manifest = Manifest::new(name, &module.name, self.net(), self.optimised(), &module.registers, observer)?;
        Ok(Verilog { module, manifest })
    }

    /// What playout engines in Verilog are made of.
    ///
    /// **Cost:** see [`Playable::new`].
    ///
    /// # Errors
    /// [`GatewareError`]: the observer stopped the work, or a pass was found broken.
    pub fn playable<'c>(&'c self, observer: &'c dyn Observer) -> Result<Playable<'c>, GatewareError> {
        Playable::new(self.net(), &self.choices, observer)
    }

    /// A random playout engine in Verilog around the net.
    ///
    /// # Errors
    /// [`Error::Gateware`] when no engine has these sizes, when the observer stops the work, or when a pass is found broken.
    pub fn gateware(&self, name: &str, config: Config, observer: &dyn Observer) -> Result<Gateware, Error> {
        Ok(self.gateware_named(name, name, config, observer)?)
    }

    /// The same of a game, with another name for its modules.
    ///
    /// # Errors
    /// As [`Compiled::gateware`].
    pub fn gateware_named(
        &self,
        game: &str,
        name: &str,
        config: Config,
        observer: &dyn Observer,
    ) -> Result<Gateware, GatewareError> {
        // Sizes that no engine has are told before the game is looked at, which may take long.
        config.check()?;
        let mut gateware = self.playable(observer)?.named(game, name, config)?;
        gateware.manifest.absent = Absent::new(&self.optimised().net.ports, &self.optimised().dropped);
        Ok(gateware)
    }

    /// A random playout engine on this processor, billions of states/s for small games.
    #[must_use]
    pub fn cpu(&self, threads: Threads) -> Player<'_> {
        Player::new(self, threads)
    }

    /// Many states that are stepped together, all in the initial state at first.
    ///
    /// # Errors
    /// [`Error::Machine`] when this processor can't run the net.
    pub fn batch(&self, rows: usize) -> Result<Batch, Error> {
        self.batch_observed(rows, &Unobserved)
    }

    /// The same where somebody may stop its making.
    ///
    /// # Errors
    /// [`Error::Machine`] when this processor can't run the net, or when the observer stopped the work.
    pub fn batch_observed(&self, rows: usize, observer: &dyn Observer) -> Result<Batch, Error> {
        Ok(Batch::new(self.net(), rows, observer)?)
    }
}
