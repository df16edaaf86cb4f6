//! The states that playouts begin in, and the net that is right for them.

use crate::args::{NetOptions, Player};
use crate::context::Context;
use crate::failure::Failure;
use crate::input::{self, Source};
use gdl2hdl_play::engine::Codec;
use gdl2hdl_play::playout::{GameShape, StartState, StateError, read_states};
use std::path::Path;

/// The start states that a command line names.
#[derive(Clone, Copy)]
pub(crate) struct Starts<'a> {
    /// Where they are written; the initial state where nothing is said.
    pub(crate) file: Option<&'a Path>,
    /// Whether the net is what it is: a board was built of it, or it is imported. Another one is compiled for states that play
    /// can't reach, as optimisation rests on those it can.
    pub(crate) fixed_net: bool,
}

impl<'a> Starts<'a> {
    /// The initial state alone.
    pub(crate) const INITIAL: Starts<'static> = Starts { file: None, fixed_net: false };

    /// Those of a file, for engines that play a net of these options.
    pub(crate) fn new(file: Option<&'a Path>, players: &[Player], options: &NetOptions) -> Self {
        let fixed_net = options.imported.is_some() || players.iter().any(|player| player.is_built());
        Self { file, fixed_net }
    }

    /// The text of the states; `game` is the text of the game.
    pub(crate) fn read(&self, context: &Context, game: &Source) -> Result<Option<Source>, Failure> {
        let Some(file) = self.file else { return Ok(None) };
        if file == Path::new("-") && game.path.is_none() {
            return Err(Failure::usage("game and states can't both come from standard input"));
        }
        input::read(file, context.common.max_input).map(Some)
    }
}

/// The states of a text on a net, or why it is not right for them.
pub(crate) enum Found {
    /// The net plays them as the rules do.
    States(Vec<StartState>),
    /// Play can't reach one of them, and the net was made for states that it can.
    Unreachable(StateError),
}

/// Looks up the states of a text.
pub(crate) fn find(source: &Source, codec: &Codec, shape: &GameShape) -> Result<Found, Failure> {
    match read_states(&source.text, codec, shape) {
        Ok(states) => Ok(Found::States(states)),
        Err(error) if error.unreachable => Ok(Found::Unreachable(error)),
        Err(error) => Err(refused(source, &error)),
    }
}

/// States that are given, where the net knows those of play alone.
pub(crate) fn not_of_play(source: &Source) -> Failure {
    Failure::usage(format!(
        "`{}`: states can't be given for this game: its facts have no end by themselves, so those of play were visited, \
         and of other states the net may say too little; leave out --state",
        source.shown
    ))
}

/// A text that is no list of states, or not of this net.
pub(crate) fn refused(source: &Source, error: &StateError) -> Failure {
    Failure::usage(format!("`{}`, {error}", source.shown))
}
