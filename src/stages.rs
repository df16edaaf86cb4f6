//! The stages of compilation one by one, for those who look at what is between them.

use crate::{Compiled, Error, Options};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_ground::{GroundProgram, Grounding, Limits};
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_net::{Net, from_propnet};
use gdl2hdl_opt::{self as opt, optimise};

/// The rules of a game without variables.
#[derive(Debug)]
pub struct GroundGame {
    limits: Limits,
    grounding: Grounding,
}

impl GroundGame {
    /// Rules that were grounded within `limits`, which bound the net as well.
    pub(crate) fn new(limits: Limits, grounding: Grounding) -> Self {
        Self { limits, grounding }
    }

    /// What grounding gave: the rules, what each rule of the text cost, warnings and notes.
    #[must_use]
    pub fn grounding(&self) -> &Grounding {
        &self.grounding
    }

    /// The rules.
    #[must_use]
    pub fn program(&self) -> &GroundProgram {
        &self.grounding.program
    }

    /// The rules alone.
    #[must_use]
    pub fn into_program(self) -> GroundProgram {
        self.grounding.program
    }

    /// Warnings and notes of grounding.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.grounding.diagnostics
    }

    /// The propnet, with the sentences of the rules as names.
    ///
    /// # Errors
    /// [`Error::Propnet`] when the rules have no net within the limits, or when `observer` stopped the work.
    pub fn propnet(&self, observer: &dyn Observer) -> Result<PropNet, Error> {
        Ok(propnet::build(self.program(), &self.limits, observer)?)
    }

    /// The net, as it is built from the propnet. The rules are dropped before: both may be large.
    ///
    /// # Errors
    /// As [`GroundGame::propnet`].
    pub fn net(self, observer: &dyn Observer) -> Result<Built, Error> {
        let propnet = self.propnet(observer)?;
        let Grounding { program, diagnostics, .. } = self.grounding;
        let of_play = program.visited;
        drop(program);
        Ok(Built { net: made(&propnet, observer)?, of_play, diagnostics })
    }

    /// The net of a propnet that [`GroundGame::propnet`] gave, for those who need the rules and the propnet later on.
    ///
    /// # Errors
    /// [`Error::Propnet`] when `observer` stopped the work.
    pub fn net_of(&self, propnet: &PropNet, observer: &dyn Observer) -> Result<Built, Error> {
        let Grounding { program, diagnostics, .. } = &self.grounding;
        let (net, of_play) = (made(propnet, observer)?, program.visited);
        Ok(Built { net, of_play, diagnostics: diagnostics.clone() })
    }
}

/// The net of a propnet.
fn made(propnet: &PropNet, observer: &dyn Observer) -> Result<Net, Error> {
    Ok(from_propnet(propnet, observer).map_err(propnet::BuildError::from)?)
}

/// The net of a game as it was built, not yet optimised.
#[derive(Clone, Debug)]
pub struct Built {
    net: Net,
    of_play: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Built {
    /// The net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
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

    /// Optimises the net, in three quarters of the time that `observer` has left at most: [`opt::Optimised::skipped`] lists
    /// what could not be done until then.
    ///
    /// # Errors
    /// [`Error::Optimise`] when `observer` stopped the work, and not by a deadline. Other errors are bugs.
    pub fn optimise(self, options: &Options, observer: &dyn Observer) -> Result<Compiled, Error> {
        let Options { level, keep_state, any_state, work, .. } = *options;
        let how = opt::Options { level, keep_state, anywhere: any_state, most: work };
        let compiled = Compiled::of(optimise(self.net, how, observer)?, level)?;
        Ok(compiled.grounded(self.of_play, self.diagnostics))
    }
}
