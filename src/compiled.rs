//! A game as a net, and what can be made of it.

use crate::{Error, Player, Threads};
use gdl2hdl_emit::{self as emit, Manifest};
use gdl2hdl_hdl::playout::{Config, Gateware, Playable};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Verified, verify};
use gdl2hdl_opt::{Level, Optimised};
use gdl2hdl_runtime::engine::Batch;

/// A compiled game: its optimised net, and what is known of it.
#[derive(Debug)]
pub struct Compiled {
    optimised: Optimised,
    choices: Choices,
    level: Level,
}

/// A Verilog module, and what its bits mean.
#[derive(Debug)]
pub struct Verilog {
    /// The text: one module, named like the game with `_propnet` behind it.
    pub text: String,
    /// The sentence of every bit of its ports.
    pub manifest: Manifest,
}

impl Compiled {
    /// Looks the net over, and for what play can leave out.
    pub(crate) fn new(optimised: Optimised, level: Level) -> Result<Self, Error> {
        verify(&optimised.net)?;
        let choices = optimised.choices();
        Ok(Self { optimised, choices, level })
    }

    /// The net, with proof that it was verified.
    ///
    /// # Errors
    /// None in practice: it was verified before.
    pub fn net(&self) -> Result<Verified<'_>, Error> {
        Ok(verify(&self.optimised.net)?)
    }

    /// The net with what optimisation knows of it.
    #[must_use]
    pub fn optimised(&self) -> &Optimised {
        &self.optimised
    }

    /// Which choices roles have, for playout engines.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The roles, in the order of the rules.
    #[must_use]
    pub fn roles(&self) -> Vec<&str> {
        self.optimised.net.ports.roles.iter().map(AsRef::as_ref).collect()
    }

    /// The facts of a state, as texts in prefix syntax, in the order of its bits.
    #[must_use]
    pub fn facts(&self) -> Vec<&str> {
        self.optimised.net.ports.bases.iter().map(|base| base.fact.as_ref()).collect()
    }

    /// The moves of a role, as texts in prefix syntax, in the order of their numbers.
    #[must_use]
    pub fn moves(&self, role: usize) -> Vec<&str> {
        let inputs = self.optimised.net.ports.inputs.iter();
        inputs.filter(|input| input.role as usize == role).map(|input| input.action.as_ref()).collect()
    }

    /// The net as Verilog: a flip-flop for each fact, logic for legal moves, goals and the end.
    ///
    /// # Errors
    /// As [`Compiled::net`].
    pub fn verilog(&self, name: &str) -> Result<Verilog, Error> {
        let net = self.net()?;
        let module = emit::verilog(net, name, self.level.into());
        let manifest = Manifest::new(name, &module.name, net, &self.optimised, &module.registers);
        Ok(Verilog { text: module.text, manifest })
    }

    /// A random playout engine in Verilog around the net.
    ///
    /// # Errors
    /// [`Error::Config`] when no engine has these sizes.
    pub fn gateware(&self, name: &str, config: Config) -> Result<Gateware, Error> {
        config.check()?;
        Ok(Playable::new(self.net()?, &self.choices).named(name, name, config)?)
    }

    /// A random playout engine on this processor, billions of states a second for small games.
    ///
    /// # Errors
    /// As [`Compiled::net`].
    pub fn cpu(&self, threads: Threads) -> Result<Player<'_>, Error> {
        Player::new(self, threads)
    }

    /// Many states that are stepped together, all in the initial state at first.
    ///
    /// # Errors
    /// [`Error::Machine`] when this processor can't run the net.
    pub fn batch(&self, rows: usize) -> Result<Batch, Error> {
        Ok(Batch::new(self.net()?, rows)?)
    }
}
