//! Another clock for a design that is routed already: only the words of its PLL change, and what the serial line counts.
//!
//! Placement and routes do not depend on them, so what was met stays met, and a clock that was missed need not be placed
//! anew. What passes of a bit in a clock stands in a memory of its own (`hdl/rtl/link_step.v`), not in the logic.

use gdl2hdl_boards::pll::{Ecp5Pll, Pll};

/// Says that a tile holds the PLL.
const IS_PLL: &str = "enum: MODE EHXPLLL";
/// What stands in the memory behind the number for the serial line, in bytes of nine bits.
const IS_LINE: &str = "047 032 044 04c 050 041";

/// What makes the clock, and what the serial line makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// The settings of the PLL.
    pub pll: Pll,
    /// What passes of a bit in a clock: `gdl2hdl_hdl::board::Link::step`.
    pub step: u16,
}

/// The text of a routed design for an ECP5, as `nextpnr-ecp5 --textcfg` writes it, with another clock. `None` when the
/// text is not understood: then it has not one PLL and one memory of a serial line with the settings `from`.
/// **Source:** words of `EHXPLLL` as Project Trellis' database names them: dividers less one, in seven bits; memories as
/// nextpnr writes them, eight bytes of nine bits a line.
#[must_use]
pub fn retuned(text: &str, from: Tuning, to: Tuning) -> Option<String> {
    let (Pll::Ecp5(old), Pll::Ecp5(new)) = (from.pll, to.pll) else { return None };
    let mut text = text.to_owned();
    // Tiles are separated by empty lines.
    let place = only(&text, IS_PLL)?;
    let begin = text[..place].rfind("\n\n")?;
    let end = text[place..].find("\n\n").map_or(text.len(), |length| place + length + 1);
    let mut tile = text[begin..end].to_owned();
    for (old, new) in words(old)?.into_iter().zip(words(new)?) {
        let place = only(&tile, &old)?;
        tile.replace_range(place..place + old.len(), &new);
    }
    text.replace_range(begin..end, &tile);
    let (old, new) = (line(from.step), line(to.step));
    let place = only(&text, &old)?;
    text.replace_range(place..place + old.len(), &new);
    Some(text)
}

/// Where something stands that stands there once.
fn only(text: &str, what: &str) -> Option<usize> {
    let mut found = text.match_indices(what).map(|(place, _)| place);
    found.next().filter(|_| found.next().is_none())
}

/// How the memory of the serial line begins.
fn line(step: u16) -> String {
    format!("\n{:03x} {:03x} {IS_LINE}\n", step & 0x1ff, step >> 9)
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

    const FROM: Tuning = Tuning { pll: Pll::Ecp5(Ecp5Pll { clki_div: 8, clkfb_div: 29, clkop_div: 7 }), step: 0x348 };
    const TO: Tuning = Tuning { pll: Pll::Ecp5(Ecp5Pll { clki_div: 7, clkfb_div: 25, clkop_div: 6 }), step: 0x1f0 };
    const OLD: [&str; 5] = ["0000111", "0011100", "0000110", "0000011", "148 001"];

    fn text(before: &str, words: [&str; 5], after: &str) -> String {
        let [input, feedback, output, phase, step] = words;
        format!(
            ".tile A\nword: CLKI_DIV 0000111\n{before}\n\n.tile_group B\nword: CLKI_DIV {input}\nword: CLKFB_DIV {feedback}\n\
             word: CLKOP_DIV {output}\nword: CLKOP_CPHASE {phase}\n{IS_PLL}\n{after}\n.tile C\nword: CLKI_DIV 0000111\n\n\
             .bram_init 3\n{step} {IS_LINE}\n000 000 000 000 000 000 000 000\n"
        )
    }

    #[test]
    fn only_the_words_of_the_clock_change() {
        let old = text("", OLD, "");
        let new = text("", ["0000110", "0011000", "0000101", "0000011", "1f0 000"], "");
        assert_eq!(retuned(&old, FROM, TO), Some(new.clone()));
        assert_eq!(retuned(&new, TO, FROM), Some(old));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let [_, feedback, output, phase, step] = OLD;
        let refused = [
            text(IS_PLL, OLD, ""),
            text("", ["0000110", feedback, output, phase, step], ""),
            text("", ["0000111", feedback, output, phase, "149 001"], ""),
            text("", OLD, "word: CLKI_DIV 0000111\n"),
            text("", OLD, "").replace(IS_PLL, ""),
            text("", OLD, "").replace(IS_LINE, "000 000 000 000 000 000"),
            text("", OLD, &format!(".bram_init 4\n{step} {IS_LINE}\n")),
        ];
        assert!(refused.iter().all(|text| retuned(text, FROM, TO).is_none()));
    }
}
