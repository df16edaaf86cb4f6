//! An ECP5's routed design with another clock: words of its PLL, and one of a memory.

use super::{Line, only};
use gdl2hdl_boards::pll::Ecp5Pll;

/// Says that a tile holds the PLL.
const IS_PLL: &str = "enum: MODE EHXPLLL";
/// What stands in the memory behind the number for the UART, in bytes of nine bits.
const IS_LINE: &str = "047 032 044 04c 050 041";

/// The text of a routed design, as `nextpnr-ecp5 --textcfg` writes it, with another PLL and other numbers of the line.
/// `None` when the text is not understood: then it has not one PLL and one memory of a UART with the old ones.
/// **Source:** words of `EHXPLLL` as Project Trellis' database names them: dividers less one, in seven bits; memories as
/// nextpnr writes them, eight bytes of nine bits a line.
pub(super) fn retuned(text: &str, plls: [Ecp5Pll; 2], lines: [Line; 2]) -> Option<String> {
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
    let [old, new] = lines.map(line);
    let place = only(&text, &old)?;
    text.replace_range(place..place + old.len(), &new);
    Some(text)
}

/// How the memory of the UART begins.
fn line((step, [a, b, c, d]): Line) -> String {
    let (low, high) = (step & 0x1ff, step >> 9);
    format!("\n{low:03x} {high:03x} {IS_LINE}\n{a:03x} 000 {b:03x} 000 {c:03x} 000 {d:03x} 000\n")
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
    const LINES: [Line; 2] = [(0x348, [0, 0x1b, 0xb7, 0]), (0x1f0, [0xff, 0, 2, 1])];
    const OLD: [&str; 6] = ["0000001", "0101111", "0011000", "0000110", "0000011", "148 001"];
    const CLOCKS: [&str; 2] = ["000 000 01b 000 0b7 000 000 000", "0ff 000 000 000 002 000 001 000"];
    const NEW: [&str; 6] = ["0000000", "0011000", "0001100", "0000101", "0000011", "1f0 000"];

    fn text(before: &str, words: [&str; 6], clock: &str, after: &str) -> String {
        let [input, feedback, feedback_phase, output, phase, step] = words;
        format!(
            ".tile A\nword: CLKI_DIV 0000001\n{before}\n\n.tile_group B\nword: CLKI_DIV {input}\nword: CLKOP_DIV {feedback}\n\
             word: CLKOP_CPHASE {feedback_phase}\nword: CLKOS_DIV {output}\nword: CLKOS_CPHASE {phase}\n{IS_PLL}\n{after}\n\
             .tile C\nword: CLKI_DIV 0000001\n\n.bram_init 3\n{step} {IS_LINE}\n{clock}\n"
        )
    }

    #[test]
    fn only_the_words_of_the_clock_change() {
        let old = text("", OLD, CLOCKS[0], "");
        let new = text("", NEW, CLOCKS[1], "");
        assert_eq!(retuned(&old, PLLS, LINES), Some(new.clone()));
        let back = |[from, to]: [Ecp5Pll; 2], [line, other]: [Line; 2]| retuned(&new, [to, from], [other, line]);
        assert_eq!(back(PLLS, LINES), Some(old));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let other = |place: usize, word: &'static str| {
            let mut words = OLD;
            words[place] = word;
            text("", words, CLOCKS[0], "")
        };
        let refused = [
            text(IS_PLL, OLD, CLOCKS[0], ""),
            other(0, "0000110"),
            other(5, "149 001"),
            text("", OLD, CLOCKS[0], "word: CLKI_DIV 0000001\n"),
            text("", OLD, CLOCKS[0], "").replace(IS_PLL, ""),
            text("", OLD, CLOCKS[0], "").replace(IS_LINE, "000 000 000 000 000 000"),
            text("", OLD, CLOCKS[1], ""),
            text("", OLD, CLOCKS[0], &format!(".bram_init 4\n{} {IS_LINE}\n{}\n", OLD[5], CLOCKS[0])),
        ];
        assert!(refused.iter().all(|text| retuned(text, PLLS, LINES).is_none()));
    }
}
