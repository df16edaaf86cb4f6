//! A game text that was read and checked.

use crate::{Compiled, Error};
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_gdl::syntax::{Language, Parsed, Sheet};
use gdl2hdl_ground::{self as ground, Limits};
use gdl2hdl_net::from_propnet;
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_opt::{self as opt, Level, optimise};

/// A game whose rules were read and checked.
#[derive(Debug)]
pub struct Game {
    text: String,
    sheet: Sheet,
    language: Language,
    diagnostics: Vec<Diagnostic>,
}

/// How to compile a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How much the net is optimised: [`Level::O2`] by default.
    pub level: Level,
    /// Keeps every fact of the rules, those without influence too.
    pub keep_state: bool,
    /// Supports states that play can't come to. The net is larger.
    pub any_state: bool,
    /// Bounds of grounding and of the net.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self { level: Level::O2, keep_state: false, any_state: false, limits: Limits::default() }
    }
}

impl Options {
    /// The same with another level.
    #[must_use]
    pub fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The same for any state, see [`Options::any_state`].
    #[must_use]
    pub fn any_state(self, any_state: bool) -> Self {
        Self { any_state, ..self }
    }
}

impl Game {
    /// Reads and checks a text in any of the languages: GDL, GDL-II, SDL or action rules, prefix or infix.
    ///
    /// # Errors
    /// [`Error::Refused`] when the text is no sound game.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_with(text, &ReadOptions::default())
    }

    /// The same with other options.
    ///
    /// # Errors
    /// As [`Game::parse`].
    pub fn parse_with(text: &str, options: &ReadOptions) -> Result<Self, Error> {
        let Parsed { sheet, diagnostics, language } = read(text, options);
        if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(Error::refused(text, diagnostics));
        }
        Ok(Self { text: text.to_owned(), sheet, language, diagnostics })
    }

    /// The rules.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The language of the text.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Warnings and notes of the reader and of the checks.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The propnet, with the sentences of the rules as names.
    ///
    /// # Errors
    /// [`Error::Refused`] when a limit was reached, or when `observer` stopped the work.
    pub fn propnet(&self, options: &Options, observer: &dyn Observer) -> Result<PropNet, Error> {
        let bounds = ground::Options { limits: options.limits, ..ground::Options::default() };
        let refused = |diagnostic| Error::refused(&self.text, vec![diagnostic]);
        let grounding = ground::ground(&self.sheet, &bounds, observer).map_err(|diagnostic| refused(*diagnostic))?;
        propnet::build(&grounding.program, &options.limits, observer).map_err(|error| refused(error.diagnostic()))
    }

    /// Grounds the rules, builds the net and optimises it.
    ///
    /// **Cost:** milliseconds for small games, minutes for the largest ones; `observer` can stop it.
    ///
    /// # Errors
    /// [`Error::Refused`] as for [`Game::propnet`], [`Error::Optimise`].
    pub fn compile(&self, options: &Options, observer: &dyn Observer) -> Result<Compiled, Error> {
        let net = from_propnet(&self.propnet(options, observer)?);
        let Options { level, keep_state, any_state, .. } = *options;
        let how = opt::Options { level, keep_state, anywhere: any_state };
        Compiled::new(optimise(net, how, observer)?, level)
    }
}
