//! What is known about each game, with the reason where there is one shorter than playing it.
//!
//! Published counts: tic-tac-toe has 255168 games; connect four's positions are OEIS A212693.
//! Where nothing is said, the count is that of `models`, which knows the games but not their rule texts.

/// What is known about a game.
pub(crate) struct Facts {
    /// Roles in order: name, moves in all, moves at the start.
    pub(crate) roles: &'static [(&'static str, usize, usize)],
    /// Base propositions.
    pub(crate) bases: usize,
    /// Sequences of 1, 2, ... joint moves; a game that is over is not continued.
    pub(crate) sequences: &'static [u64],
    /// Different positions after 1, 2, ... joint moves.
    pub(crate) positions: &'static [usize],
    /// Goal values by role with which a game can be over so soon, ascending, and in how many sequences.
    pub(crate) ends: &'static [(&'static [i64], u64)],
}

/// All games, by name.
pub(crate) const ALL: &[(&str, Facts)] = &[
    // The front row goes 6 ways straight and 10 aslant, the back row is blocked by it: 16. Black's answers are as many,
    // since the sides do not meet yet. Bases: 36 squares for each colour, and the turn. Moves: 5 rows of 16, and noop.
    (
        "breakthrough_6x6",
        Facts {
            roles: &[("white", 81, 16), ("black", 81, 1)],
            bases: 74,
            sequences: &[16, 256, 4_308, 71_478],
            positions: &[16, 256, 2_160, 18_621],
            ends: &[],
        },
    ),
    // 8 ways straight and 14 aslant: 22, then 22 * 22.
    // Bases: 64 squares for each colour, and the turn. Moves: 7 rows of 22, and noop.
    (
        "breakthrough_8x8",
        Facts {
            roles: &[("white", 155, 22), ("black", 155, 1)],
            bases: 130,
            sequences: &[22, 484, 11_132],
            positions: &[22, 484, 5_544],
            ends: &[],
        },
    ),
    // Six presses of three buttons, 3^6 = 729, as in the literature: no shorter way lights all. Two do in
    // six: a b a c b a and a b c a b a, for lights come from a, and the first must go on to r by b and c.
    // Positions: three lights have 8 states.
    (
        "buttons_and_lights",
        Facts {
            roles: &[("robot", 3, 3)],
            bases: 10,
            sequences: &[3, 9, 27, 81, 243, 729],
            positions: &[2, 3, 5, 6, 7, 8],
            ends: &[(&[0], 727), (&[100], 2)],
        },
    ),
    // Seven columns with room for six: 7^n up to n = 6.
    (
        "connect_four",
        Facts {
            roles: &[("red", 8, 7), ("yellow", 8, 1)],
            bases: 86,
            sequences: &[7, 49, 343, 2_401, 16_807, 117_649],
            positions: &[7, 49, 238, 1_120, 4_263, 16_422],
            ends: &[],
        },
    ),
    // Three faces and two ways to go: 6^n, until somebody is home. Ann is after two turns by leaping 6 both times, with
    // 6 ways for bob's turn between: 6 of 216 sequences. Bases: squares 0 to 12 for both, and the turn.
    (
        "dice_race",
        Facts {
            roles: &[("random", 3, 3), ("ann", 3, 2), ("bob", 3, 1)],
            bases: 28,
            sequences: &[6, 36, 216, 1_260, 7_350, 38_010, 196_566, 832_962],
            positions: &[6, 36, 72, 132, 143, 156, 156, 156],
            ends: &[(&[50, 0, 100], 249_957), (&[50, 100, 0], 58_760)],
        },
    ),
    // The gap goes from an edge to 2 corners or the centre, and from there by 2, 2 or 4 ways to an edge: 8 in two steps.
    // So 3 * 8^n and 8^n; the tiles are in order after 25 steps at the earliest.
    // Bases: nine things on nine squares, and steps 0 to 31.
    (
        "eight_puzzle",
        Facts {
            roles: &[("player", 9, 3)],
            bases: 113,
            sequences: &[
                3, 8, 24, 64, 192, 512, 1_536, 4_096, 12_288, 32_768, 98_304, 262_144, 786_432, 2_097_152, 6_291_456,
            ],
            positions: &[3, 6, 13, 20, 41, 62, 121, 170, 323, 448, 847, 1_174, 2_195, 2_978, 5_478],
            ends: &[],
        },
    ),
    // Any free cell: 25 * 24 * 23. The third stone may have come before the first: half as many positions.
    (
        "hex_5x5",
        Facts {
            roles: &[("red", 26, 25), ("blue", 26, 1)],
            bases: 52,
            sequences: &[25, 600, 13_800],
            positions: &[25, 600, 6_900],
            ends: &[],
        },
    ),
    // Paths of a knight that do not cross themselves, counted by `models`.
    // Stuck after four jumps: back beside the corner, by the only two ways round.
    (
        "knights_tour",
        Facts {
            roles: &[("knight", 25, 2)],
            bases: 75,
            sequences: &[2, 10, 26, 80, 256, 648, 1_784, 4_472, 10_576],
            positions: &[2, 10, 26, 80, 256, 638, 1_728, 4_232, 9_400],
            ends: &[(&[20], 2), (&[28], 34), (&[32], 24), (&[36], 354), (&[40], 558)],
        },
    ),
    // Nine cells; then the cells the other may try are as many, of which one is taken: 9 * 9. Of these 72 leave 8 cells
    // for x, of which 7 are free, and 9 leave the turn with o, who knows one taken cell: 72 * 8 + 9 * 8 = 648.
    // Bases: nine marks and nine meetings for each, and the turn.
    (
        "kriegtictactoe",
        Facts {
            roles: &[("x", 10, 9), ("o", 10, 1)],
            bases: 38,
            sequences: &[9, 81, 648, 5_112, 36_288],
            positions: &[9, 81, 396, 1_584, 5_040],
            ends: &[(&[100, 0], 1_440)],
        },
    ),
    // Any of nine lamps nine times: 9^n. The lamps that are lit at the start are those with an odd number of
    // neighbours and themselves, so pressing each once puts all out, and nothing else of nine presses does: 9!.
    // Positions: subsets of nine with at most n members, as many as n or 2, 4, ... fewer.
    (
        "lights_out",
        Facts {
            roles: &[("player", 9, 9)],
            bases: 19,
            sequences: &[9, 81, 729, 6_561, 59_049, 531_441, 4_782_969, 43_046_721, 387_420_489],
            positions: &[9, 37, 93, 163, 219, 247, 255, 256, 256],
            ends: &[(&[0], 387_057_609), (&[100], 362_880)],
        },
    ),
    // Ten ways for pawns, two for the king, one for each rook, two castlings: 16. Black has as many, but one fewer after each
    // of five single steps, which stop a double step, and after a4 and e4, which stop two ways and open one: 256 - 7.
    // Bases for each role: 30 squares for the king, as many for rooks, five ranks for pawns. The turn; six squares that may
    // be touched, ten that a pawn may have run past, six digits for forty steps.
    (
        "little_chess",
        Facts {
            roles: &[("white", 353, 16), ("black", 353, 1)],
            bases: 194,
            sequences: &[16, 249, 3_707],
            positions: &[16, 249, 3_013],
            ends: &[],
        },
    ),
    // Three doors for the car, three to choose; the host has a choice when they are the same: 3 * (1 * 2 + 2 * 1) = 12.
    // Keeping or switching wins, one in each case; how probable that is, is another question.
    (
        "monty_hall",
        Facts {
            roles: &[("random", 7, 3), ("candidate", 6, 1)],
            bases: 14,
            sequences: &[3, 9, 12, 24],
            positions: &[3, 9, 12, 12],
            ends: &[(&[0], 12), (&[100], 12)],
        },
    ),
    // 1 + 3 + 4 + 5 ways to begin. Longest: one at a time, 13! / (3! 4! 5!) = 360360 sequences.
    (
        "nim",
        Facts {
            roles: &[("first", 14, 13), ("second", 14, 1)],
            bases: 19,
            sequences: &[
                13, 137, 1_149, 7_578, 39_186, 158_418, 497_322, 1_197_294, 2_165_478, 2_844_870, 2_561_790, 1_413_720,
                360_360,
            ],
            positions: &[13, 68, 166, 210, 186, 155, 120, 85, 54, 30, 14, 5, 1],
            ends: &[(&[0, 100], 2_280_960), (&[100, 0], 2_291_430)],
        },
    ),
    // 81 ways to begin. Then nine cells of a board, or eight where the first mark named its own board (9 of 81):
    // 72 * 9 + 9 * 8 = 720. Bases: 162 marks, 9 boards, anywhere, and the turn.
    (
        "nine_board_tic_tac_toe",
        Facts {
            roles: &[("x", 82, 81), ("o", 82, 1)],
            bases: 174,
            sequences: &[81, 720, 6_336],
            positions: &[81, 720, 6_336],
            ends: &[],
        },
    ),
    // Six deals. Then check check, bet call, bet fold; check bet call, check bet fold. Of each pair of hands half are won.
    // Ends of big pots: 6 * 2 / 2 for each; of small ones 6 / 2 shown, and 6 folded.
    (
        "one_card_poker",
        Facts {
            roles: &[("random", 7, 6), ("ann", 5, 1), ("bob", 5, 1)],
            bases: 13,
            sequences: &[6, 12, 24, 12],
            positions: &[6, 12, 24, 12],
            ends: &[(&[0, 100], 6), (&[25, 75], 9), (&[75, 25], 9), (&[100, 0], 6)],
        },
    ),
    // 36 cells, then 8 ways to turn a quarter, then 35 cells and 8 ways again: 36, 288, 10080, 80640.
    // Bases: 36 cells for each colour, the turn, and whether to place or to turn.
    (
        "pentago",
        Facts {
            roles: &[("white", 45, 36), ("black", 45, 1)],
            bases: 76,
            sequences: &[36, 288, 10_080],
            positions: &[36, 36, 1_260],
            ends: &[],
        },
    ),
    // Published: 4, 12, 56, 244, 1396, 8200. Moves: 64 squares, pass and noop.
    (
        "reversi",
        Facts {
            roles: &[("black", 66, 4), ("white", 66, 1)],
            bases: 130,
            sequences: &[4, 12, 56, 244],
            positions: &[4, 12, 54, 236],
            ends: &[],
        },
    ),
    // Nine ways a round, for five rounds. Each round is a win, a draw or a loss in 3 ways: as many wins as losses in
    // 3^5 * (1 + 5 * 4 + 5 * 4 * 3 * 2 / 4) = 243 * 51 = 12393 ways. Scores a + b <= n: 3, 6, 10, 15, 21.
    (
        "rock_paper_scissors",
        Facts {
            roles: &[("left", 3, 3), ("right", 3, 3)],
            bases: 18,
            sequences: &[9, 81, 729, 6_561, 59_049],
            positions: &[3, 6, 10, 15, 21],
            ends: &[(&[0, 100], 23_328), (&[50, 50], 12_393), (&[100, 0], 23_328)],
        },
    ),
    // Any free cell: 16 * 15 * 14 * 13; the first player has two marks then, in either order.
    (
        "three_way_tic_tac_toe",
        Facts {
            roles: &[("ann", 17, 16), ("bob", 17, 1), ("cid", 17, 1)],
            bases: 51,
            sequences: &[16, 240, 3_360, 43_680],
            positions: &[16, 240, 3_360, 21_840],
            ends: &[],
        },
    ),
    // The whole game, published: 131184 + 77904 + 46080 = 255168 games, and 5478 positions with the empty board.
    (
        "tic_tac_toe",
        Facts {
            roles: &[("x", 10, 9), ("o", 10, 1)],
            bases: 29,
            sequences: &[9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872],
            positions: &[9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78],
            ends: &[(&[0, 100], 77_904), (&[50, 50], 46_080), (&[100, 0], 131_184)],
        },
    ),
    // Two rocks are next to a corner, and later there is the way back too. Bases: 25 rocks for each diver, 7 pearls, sums
    // of their worths for each, 31 turns, and whose turn it is.
    (
        "treasures",
        Facts {
            roles: &[("red", 26, 2), ("blue", 26, 1)],
            bases: 152,
            sequences: &[2, 4, 12, 36, 108, 324, 1_080],
            positions: &[2, 4, 8, 16, 32, 64, 104],
            ends: &[],
        },
    ),
    // Four directions each: 16. Of 16 second steps 6 are fatal (4 back, 2 off the board), and the players are
    // too far apart to meet: 10 * 10 go on, 60 end for either alone, 36 for both. Bases: 36 walls, 72 heads, 2 crashes.
    (
        "tron",
        Facts {
            roles: &[("red", 4, 4), ("blue", 4, 4)],
            bases: 110,
            sequences: &[16, 256, 1_600, 7_424],
            positions: &[16, 196, 1_004, 3_654],
            ends: &[(&[0, 100], 2_344), (&[50, 50], 2_212), (&[100, 0], 2_344)],
        },
    ),
    // Four states. With z, p, q the ways to no light, p alone, q alone: z' = z + p, p' = z + q, q' = p, and q ways end.
    (
        "two_button_lights",
        Facts {
            roles: &[("robot", 2, 2)],
            bases: 2,
            sequences: &[2, 4, 8, 14, 26, 46, 84, 150, 272, 488, 882, 1_586],
            positions: &[2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
            ends: &[(&[100], 351)],
        },
    ),
];
