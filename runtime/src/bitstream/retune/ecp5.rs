//! An ECP5's routed design with another clock: words of its PLL, and one of a memory.

use super::only;
use gdl2hdl_boards::pll::Ecp5Pll;

/// Says that a tile holds the PLL.
const IS_PLL: &str = "enum: MODE EHXPLLL";
/// What stands in the memory behind the number for the serial line, in bytes of nine bits.
const IS_LINE: &str = "047 032 044 04c 050 041";

/// The text of a routed design, as `nextpnr-ecp5 --textcfg` writes it, with another PLL and another step of the line.
/// `None` when the text is not understood: then it has not one PLL and one memory of a serial line with the old ones.
/// **Source:** words of `EHXPLLL` as Project Trellis' database names them: dividers less one, in seven bits; memories as
/// nextpnr writes them, eight bytes of nine bits a line.
pub(super) fn retuned(text: &str, plls: [Ecp5Pll; 2], steps: [u16; 2]) -> Option<String> {
    let mut text = text.to_owned();
    // Tiles are separated by empty lines.
    let place = only(&text, IS_PLL)?;
    let begin = text[..place].rfind("\n\n")?;
    let end = text[place..].find("\n\n").map_or(text.len(), |length| place + length + 1);
    let mut tile = text[begin..end].to_owned();
    for (old, new) in words(plls[0])?.into_iter().zip(words(plls[1])?) {
        let place = only(&tile, &old)?;
        tile.replace_range(place..place + old.len(), &new);
    }
    text.replace_range(begin..end, &tile);
    let [old, new] = steps.map(line);
    let place = only(&text, &old)?;
    text.replace_range(place..place + old.len(), &new);
    Some(text)
}

/// How the memory of the serial line begins.
fn line(step: u16) -> String {
    format!("\n{:03x} {:03x} {IS_LINE}\n", step & 0x1ff, step >> 9)
}

/// The lines of the words that differ between settings.
fn words(pll: Ecp5Pll) -> Option<[String; 5]> {
    let line = |name: &str, value: u8| format!("\nword: {name} {value:07b}\n");
    Some([
        line("CLKI_DIV", pll.clki_div.checked_sub(1)?),
        line("CLKOP_DIV", pll.clkop_div.checked_sub(1)?),
        line("CLKOP_CPHASE", pll.clkop_cphase()),
        line("CLKOS_DIV", pll.clkos_div.checked_sub(1)?),
        line("CLKOS_CPHASE", pll.clkos_cphase()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLLS: [Ecp5Pll; 2] =
        [Ecp5Pll { clki_div: 2, clkop_div: 48, clkos_div: 7 }, Ecp5Pll { clki_div: 1, clkop_div: 25, clkos_div: 6 }];
    const STEPS: [u16; 2] = [0x348, 0x1f0];
    const OLD: [&str; 6] = ["0000001", "0101111", "0011000", "0000110", "0000011", "148 001"];
    const NEW: [&str; 6] = ["0000000", "0011000", "0001100", "0000101", "0000011", "1f0 000"];

    fn text(before: &str, words: [&str; 6], after: &str) -> String {
        let [input, feedback, feedback_phase, output, phase, step] = words;
        format!(
            ".tile A\nword: CLKI_DIV 0000001\n{before}\n\n.tile_group B\nword: CLKI_DIV {input}\nword: CLKOP_DIV {feedback}\n\
             word: CLKOP_CPHASE {feedback_phase}\nword: CLKOS_DIV {output}\nword: CLKOS_CPHASE {phase}\n{IS_PLL}\n{after}\n\
             .tile C\nword: CLKI_DIV 0000001\n\n.bram_init 3\n{step} {IS_LINE}\n000 000 000 000 000 000 000 000\n"
        )
    }

    #[test]
    fn only_the_words_of_the_clock_change() {
        let old = text("", OLD, "");
        let new = text("", NEW, "");
        assert_eq!(retuned(&old, PLLS, STEPS), Some(new.clone()));
        let back = |[from, to]: [Ecp5Pll; 2], [step, other]: [u16; 2]| retuned(&new, [to, from], [other, step]);
        assert_eq!(back(PLLS, STEPS), Some(old));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let other = |place: usize, word: &'static str| {
            let mut words = OLD;
            words[place] = word;
            text("", words, "")
        };
        let refused = [
            text(IS_PLL, OLD, ""),
            other(0, "0000110"),
            other(5, "149 001"),
            text("", OLD, "word: CLKI_DIV 0000001\n"),
            text("", OLD, "").replace(IS_PLL, ""),
            text("", OLD, "").replace(IS_LINE, "000 000 000 000 000 000"),
            text("", OLD, &format!(".bram_init 4\n{} {IS_LINE}\n", OLD[5])),
        ];
        assert!(refused.iter().all(|text| retuned(text, PLLS, STEPS).is_none()));
    }
}
