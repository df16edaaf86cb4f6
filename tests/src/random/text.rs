//! Random texts: from noise to games with a few faults.

use super::sheet::sheets;
use gdl2hdl_gdl::syntax::{Language, print};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Texts to frighten readers with.
pub fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => vec(any::<char>(), 0..60).prop_map(String::from_iter),
        1 => vec(any::<u8>(), 0..200).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        4 => vec(pieces(), 0..60).prop_map(|pieces| pieces.concat()),
        3 => damaged_games(),
    ]
}

/// A piece of either syntax, or of none.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "(",
        ")",
        " ",
        "\n",
        "\n",
        "\r\n",
        "\t",
        "(<= ",
        ":-",
        " :- ",
        "⇐",
        "<=",
        "&",
        " & ",
        ",",
        "∧",
        "|",
        "∨",
        "~",
        "¬",
        "-",
        "=",
        "!=",
        "≠",
        ".",
        "'",
        "\\",
        "\\'",
        "\"",
        "%",
        ";",
        "?",
        "?x",
        "?X",
        "_",
        "_x",
        "X",
        "Row",
        "row",
        "ROW",
        "p",
        "q(",
        "a",
        "'a b'",
        "'+'",
        "''",
        "not",
        "and",
        "or",
        "distinct",
        "true",
        "does",
        "next",
        "legal",
        "role",
        "terminal",
        "(not ",
        "(or ",
        "(and ",
        "(distinct ",
        "1",
        "01",
        "é",
        "\u{fffd}",
        "\0",
        "\u{feff}",
        "\u{a0}",
        "\u{c}",
        "::",
        "==>",
        "@",
        "$",
        "💥",
    ];
    prop_oneof![
        30 => select(PIECES).prop_map(str::to_owned),
        1 => (select(PIECES), 1_usize..300).prop_map(|(piece, n)| piece.repeat(n)),
    ]
}

/// Games with some characters lost, doubled, or replaced by a piece.
fn damaged_games() -> impl Strategy<Value = String> {
    let games = (sheets(), select(&Language::WRITTEN[..])).prop_map(|(sheet, language)| print::sheet(&sheet, language));
    (games, vec((any::<Index>(), 0_u8..3, pieces()), 0..4)).prop_map(|(text, faults)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (index, kind, piece) in faults {
            if chars.is_empty() {
                continue;
            }
            let at = index.index(chars.len());
            match kind {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, chars[at]),
                _ => drop(chars.splice(at..=at, piece.chars())),
            }
        }
        chars.into_iter().collect()
    })
}
