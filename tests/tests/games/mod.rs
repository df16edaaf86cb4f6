//! The games of the folder `games/`: each compiles without a diagnostic and is what is known about it (`facts.rs`).

mod count;
mod facts;
mod models;
mod readme;
mod stages;

use count::{Game, Played, count, legal, play_both};
use facts::{ALL, Facts};
use gdl2hdl_ground::GroundProgram;
use models::*;
use stages::{files, game, grounded, interpreter, net};
use std::collections::BTreeSet;

/// Whole games of each that the net and the model play.
const PLAYOUTS: u64 = 10;

#[test]
fn every_game_has_known_facts_and_is_there() {
    let known: BTreeSet<String> = ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(known.len(), ALL.len(), "a game has two entries");
    assert_eq!(files().into_keys().collect::<BTreeSet<_>>(), known);
}

#[test]
fn both_syntaxes_of_a_game_ground_to_the_same_text() {
    for (name, paths) in files() {
        // SDL and action rules say the same in other rules.
        let both =
            paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "kif" || ending == "hrf"));
        let mut texts = both.map(|path| grounded(&game(path)).program().listing());
        let Some(first) = texts.next() else { continue };
        assert!(texts.all(|text| text == first), "{name}");
    }
}

/// What grounding finds: roles, bases, moves.
fn has_the_known_sizes(program: &GroundProgram, facts: &Facts) {
    let moves = |role| program.moves_of(role).len();
    let roles: Vec<_> = program.roles.iter().enumerate().map(|(i, &role)| (program.text(role), moves(i))).collect();
    let known: Vec<_> = facts.roles.iter().map(|&(role, moves, _)| (role.to_owned(), moves)).collect();
    assert_eq!(roles, known);
    assert_eq!(program.bases.len(), facts.bases);
}

/// What the interpreter of the rules, the optimised net and a model say of the first steps of a game, and the latter two
/// of whole games.
fn is_as_known(name: &str, mut model: impl Game) {
    let (_, facts) = ALL.iter().find(|(known, _)| *known == name).unwrap();
    let game = game(&files()[name][0]);
    let ground = grounded(&game);
    has_the_known_sizes(ground.program(), facts);
    let mut net = net(ground);
    let first: Vec<usize> = legal(&mut net).iter().map(Vec::len).collect();
    assert_eq!(first, facts.roles.iter().map(|&(_, _, first)| first).collect::<Vec<_>>());
    let depth = facts.sequences.len();
    let mut net = Played(net);
    let compiled = count(&mut net, depth);
    let ends: Vec<_> = compiled.ends.iter().map(|(goals, &ways)| (&goals[..], ways)).collect();
    assert_eq!(compiled.sequences, facts.sequences);
    assert_eq!(compiled.positions, facts.positions);
    assert_eq!(ends, facts.ends);
    assert_eq!(count(&mut model, depth), compiled, "the model counts otherwise");
    assert_eq!(count(&mut Played(interpreter(&game)), depth), compiled, "the interpreter counts otherwise");
    play_both(&mut model, &mut net, PLAYOUTS);
}

/// Published: 1728 tours of the 5x5 board, of which 304 begin in a given corner; then the model of walks is right.
#[test]
fn a_knight_has_304_tours_from_a_corner() {
    assert_eq!(count(&mut KnightsTour, 24).ends[&vec![100]], 304);
}

/// One test for each game, so that they run at the same time.
macro_rules! games {
    ($($name:ident: $model:expr,)*) => {
        $(#[test]
        fn $name() {
            is_as_known(stringify!($name), $model);
        })*

        #[test]
        fn every_game_is_tested() {
            let tested = BTreeSet::from([$(stringify!($name).to_owned()),*]);
            assert_eq!(files().into_keys().collect::<BTreeSet<_>>(), tested);
        }
    };
}

games! {
    breakthrough_6x6: Breakthrough(6),
    breakthrough_8x8: Breakthrough(8),
    buttons_and_lights: ButtonsAndLights,
    connect_four: ConnectFour,
    dice_race: DiceRace,
    eight_puzzle: EightPuzzle,
    hex_5x5: HEX,
    knights_tour: KnightsTour,
    kriegtictactoe: KriegTicTacToe,
    lights_out: LightsOut,
    monty_hall: MontyHall,
    little_chess: LittleChess,
    nim: Nim,
    nine_board_tic_tac_toe: NineBoards,
    one_card_poker: OneCardPoker,
    pentago: Pentago,
    reversi: Reversi,
    rock_paper_scissors: RockPaperScissors,
    three_way_tic_tac_toe: THREE_WAY,
    tic_tac_toe: TIC_TAC_TOE,
    treasures: Treasures,
    tron: Tron,
    two_button_lights: TwoButtonLights,
}
