//! Another clock for a design that is routed already: only the words of its PLL change.
//!
//! Placement and routes do not depend on them, so what was met stays met, and a clock that was missed by little need
//! not be placed anew. The serial line keeps its divider and so runs a little slower or faster with the clock: it bears
//! the few percent that [`super::clock`] allows.

use gdl2hdl_boards::pll::{Ecp5Pll, Pll};

/// Says that a tile holds the PLL.
const IS_PLL: &str = "enum: MODE EHXPLLL";

/// The text of a routed design for an ECP5, as `nextpnr-ecp5 --textcfg` writes it, with other settings of its PLL.
/// `None` when the text is not understood: then it has not one PLL with the settings `from`.
/// **Source:** words of `EHXPLLL` as Project Trellis' database names them: dividers less one, in seven bits.
#[must_use]
pub fn retuned(text: &str, from: Pll, to: Pll) -> Option<String> {
    let (Pll::Ecp5(from), Pll::Ecp5(to)) = (from, to) else { return None };
    let mut places = text.match_indices(IS_PLL).map(|(place, _)| place);
    let (Some(place), None) = (places.next(), places.next()) else { return None };
    // Tiles are separated by empty lines.
    let begin = text[..place].rfind("\n\n")?;
    let end = text[place..].find("\n\n").map_or(text.len(), |length| place + length + 1);
    let mut tile = text[begin..end].to_owned();
    for (old, new) in words(from)?.into_iter().zip(words(to)?) {
        let mut found = tile.match_indices(&old).map(|(place, _)| place);
        let (Some(place), None) = (found.next(), found.next()) else { return None };
        tile.replace_range(place..place + old.len(), &new);
    }
    Some([&text[..begin], &tile, &text[end..]].concat())
}

/// The lines of the words that differ between settings.
fn words(pll: Ecp5Pll) -> Option<[String; 4]> {
    let line = |name: &str, value: u8| format!("\nword: {name} {value:07b}\n");
    Some([
        line("CLKI_DIV", pll.clki_div.checked_sub(1)?),
        line("CLKFB_DIV", pll.clkfb_div.checked_sub(1)?),
        line("CLKOP_DIV", pll.clkop_div.checked_sub(1)?),
        line("CLKOP_CPHASE", pll.clkop_cphase()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: Pll = Pll::Ecp5(Ecp5Pll { clki_div: 8, clkfb_div: 29, clkop_div: 7 });
    const TO: Pll = Pll::Ecp5(Ecp5Pll { clki_div: 7, clkfb_div: 25, clkop_div: 6 });

    fn text(before: &str, words: [&str; 4], after: &str) -> String {
        let [input, feedback, output, phase] = words;
        format!(
            ".tile A\nword: CLKI_DIV 0000111\n{before}\n\n.tile_group B\nword: CLKI_DIV {input}\nword: CLKFB_DIV {feedback}\n\
             word: CLKOP_DIV {output}\nword: CLKOP_CPHASE {phase}\n{IS_PLL}\n{after}\n.tile C\nword: CLKI_DIV 0000111\n"
        )
    }

    #[test]
    fn only_the_words_of_the_pll_change() {
        let old = text("", ["0000111", "0011100", "0000110", "0000011"], "");
        let new = text("", ["0000110", "0011000", "0000101", "0000011"], "");
        assert_eq!(retuned(&old, FROM, TO), Some(new.clone()));
        assert_eq!(retuned(&new, TO, FROM), Some(old));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let words = ["0000111", "0011100", "0000110", "0000011"];
        let refused = [
            text(IS_PLL, words, ""),
            text("", ["0000110", "0011100", "0000110", "0000011"], ""),
            text("", words, "word: CLKI_DIV 0000111\n"),
            text("", words, "").replace(IS_PLL, ""),
        ];
        assert!(refused.iter().all(|text| retuned(text, FROM, TO).is_none()));
    }
}
