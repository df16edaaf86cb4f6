//! A game text that was read and checked.

use crate::{Built, Compiled, Error, GroundGame};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::read::{ReadOptions, Settled, read};
use gdl2hdl_gdl::syntax::Language;
use gdl2hdl_ground::{self as ground, Limits, MagicSets, Split};
use gdl2hdl_net::propnet::PropNet;
use gdl2hdl_opt::{Level, WorkUnits};

/// A game whose rules were read and checked.
#[derive(Debug)]
pub struct Game {
    text: String,
    sheet: Checked,
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
    /// The work that optimisation may do: some 40 s of one processor by default. The same input and options give the same
    /// net on every machine.
    pub work: WorkUnits,
    /// Bounds of grounding and of the net.
    pub limits: Limits,
    /// Which rules are split before they are grounded.
    pub split: Split,
    /// Which relations are computed with magic sets.
    pub magic_sets: MagicSets,
}

impl Default for Options {
    fn default() -> Self {
        let ground::Options { limits, split, magic_sets } = ground::Options::default();
        let work = WorkUnits::default();
        Self { level: Level::O2, keep_state: false, any_state: false, work, limits, split, magic_sets }
    }
}

impl Options {
    /// The same with another level.
    #[must_use]
    pub fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The same with or without facts that have no influence, see [`Options::keep_state`].
    #[must_use]
    pub fn keep_state(self, keep_state: bool) -> Self {
        Self { keep_state, ..self }
    }

    /// The same for any state, see [`Options::any_state`].
    #[must_use]
    pub fn any_state(self, any_state: bool) -> Self {
        Self { any_state, ..self }
    }

    /// The same with other work that optimisation may do, see [`Options::work`].
    #[must_use]
    pub fn work(self, work: WorkUnits) -> Self {
        Self { work, ..self }
    }

    /// The same with other bounds.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with other rules split, see [`Options::split`].
    #[must_use]
    pub fn split(self, split: Split) -> Self {
        Self { split, ..self }
    }

    /// The same with magic sets for other relations, see [`Options::magic_sets`].
    #[must_use]
    pub fn magic_sets(self, magic_sets: MagicSets) -> Self {
        Self { magic_sets, ..self }
    }

    fn of_grounding(&self) -> ground::Options {
        ground::Options { limits: self.limits, split: self.split, magic_sets: self.magic_sets }
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
        let Settled { sheet, diagnostics, language } = read(text, options);
        let Ok(sheet) = sheet else { return Err(Error::refused(text, diagnostics)) };
        Ok(Self { text: text.to_owned(), sheet, language, diagnostics })
    }

    /// Rules that passed the checks elsewhere: what [`read`] or a metagamer gave. They have no text, and errors about them
    /// no places.
    #[must_use]
    pub fn of_sheet(sheet: Checked) -> Self {
        Self { text: String::new(), sheet, language: Language::Kif, diagnostics: Vec::new() }
    }

    /// The text as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules, which passed the static checks.
    #[must_use]
    pub fn sheet(&self) -> &Checked {
        &self.sheet
    }

    /// The language of the text; prefix syntax where there is none.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Warnings and notes of the reader and of the checks.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The rules without variables.
    ///
    /// # Errors
    /// [`Error::Refused`] when a limit was reached, or when `observer` stopped the work.
    pub fn ground(&self, options: &Options, observer: &dyn Observer) -> Result<GroundGame, Error> {
        let grounding = ground::ground(&self.sheet, &options.of_grounding(), observer);
        let grounding = grounding.map_err(|diagnostic| Error::refused(&self.text, vec![*diagnostic]))?;
        Ok(GroundGame::new(options.limits, grounding))
    }

    /// The propnet, with the sentences of the rules as names.
    ///
    /// # Errors
    /// As [`Game::ground`] and [`GroundGame::propnet`].
    pub fn propnet(&self, options: &Options, observer: &dyn Observer) -> Result<PropNet, Error> {
        self.ground(options, observer)?.propnet(observer)
    }

    /// The net as it is built, before it is optimised.
    ///
    /// # Errors
    /// As [`Game::propnet`].
    pub fn net(&self, options: &Options, observer: &dyn Observer) -> Result<Built, Error> {
        self.ground(options, observer)?.net(observer)
    }

    /// Grounds the rules, builds the net and optimises it.
    ///
    /// **Cost:** milliseconds for small games, minutes for the largest ones; `observer` can stop it.
    ///
    /// # Errors
    /// As [`Game::net`] and [`Built::optimise`].
    pub fn compile(&self, options: &Options, observer: &dyn Observer) -> Result<Compiled, Error> {
        self.net(options, observer)?.optimise(options, observer)
    }
}
