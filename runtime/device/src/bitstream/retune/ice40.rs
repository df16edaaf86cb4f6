//! An iCE40's routed design with another clock: bits of its PLL, and a word of a memory.

use super::{Line, only};
use gdl2hdl_boards::pll::Ice40Pll;

/// A tile, by its column and row.
type Tile = [u8; 2];

/// The bits of a PLL in its first and second tile.
const FIRST: usize = 9;
const SECOND: usize = 8;
/// Where they stand in a tile: line and column. **Source:** `PLLCONFIG_1` to `_9` of Project IceStorm's database.
const PLACES: [[usize; 2]; FIRST] = [[0, 2], [0, 3], [3, 3], [2, 2], [2, 3], [5, 3], [4, 2], [4, 3], [7, 3]];
/// A line of a tile at the edge, with its end.
const LINE: usize = 18 + 1;
/// What stands in the memory between the clock and what the UART counts: "G2DLPA".
const IS_LINE: &str = "4732444c5041";

/// The two tiles of each PLL of a device, as nextpnr names it. **Source:** as of [`PLACES`].
const fn plls(device: &str) -> &'static [[Tile; 2]] {
    match device.as_bytes() {
        b"1k" => &[[[0, 1], [0, 2]]],
        b"8k" => &[[[14, 0], [15, 0]], [[14, 33], [15, 33]]],
        b"5k" => &[[[10, 31], [11, 31]]],
        b"u4k" => &[[[10, 21], [11, 21]]],
        _ => &[],
    }
}

/// The text of a routed design, as `nextpnr-ice40 --asc` writes it, with another PLL and other numbers of the line. `None`
/// when the text is not understood: then it has not one PLL and one memory of a UART with the old ones.
pub(super) fn retuned(text: &str, settings: [Ice40Pll; 2], lines: [Line; 2]) -> Option<String> {
    let [old, new] = settings.map(bits);
    let device = text.lines().find_map(|line| line.strip_prefix(".device "))?;
    let places = plls(device).iter().filter_map(|tiles| places(text, *tiles));
    let mut found = places.filter(|places| places.iter().zip(old).all(|(place, bit)| text.as_bytes()[*place] == bit));
    let places = found.next().filter(|_| found.next().is_none())?;
    let mut text = text.to_owned();
    for (place, bit) in places.into_iter().zip(new) {
        text.replace_range(place..=place, if bit == b'1' { "1" } else { "0" });
    }
    let [old, new] = lines.map(line);
    let place = only(&text, &old)?;
    text.replace_range(place..place + old.len(), &new);
    Some(text)
}

/// Where the bits of a PLL stand in the text.
fn places(text: &str, [first, second]: [Tile; 2]) -> Option<[usize; FIRST + SECOND]> {
    let begin = |[column, row]: Tile| {
        let header = format!("\n.io_tile {column} {row}\n");
        Some(only(text, &header)? + header.len())
    };
    let (first, second) = (begin(first)?, begin(second)?);
    let mut all = [0; FIRST + SECOND];
    let bits = PLACES.iter().map(|place| (first, place)).chain(PLACES[..SECOND].iter().map(|place| (second, place)));
    for (slot, (tile, [line, column])) in all.iter_mut().zip(bits) {
        *slot = tile + line * LINE + column;
    }
    all.iter().all(|place| matches!(text.as_bytes().get(*place), Some(b'0' | b'1'))).then_some(all)
}

/// The bits of a PLL, as digits: DIVR, DIVF, DIVQ and FILTER_RANGE, each from its lowest.
fn bits(pll: Ice40Pll) -> [u8; FIRST + SECOND] {
    let fields = [(pll.divr, 4), (pll.divf, 7), (pll.divq, 3), (pll.filter_range, 3)];
    let mut bits = [b'0'; FIRST + SECOND];
    let digits = fields.into_iter().flat_map(|(value, width)| (0..width).map(move |bit| b'0' + (value >> bit & 1)));
    bits.iter_mut().zip(digits).for_each(|(slot, digit)| *slot = digit);
    bits
}

/// The first line of the memory of the UART, its last word first.
fn line((step, [a, b, c, d]): Line) -> String {
    format!("\n{:032x}{d:04x}{c:04x}{b:04x}{a:04x}{IS_LINE}{step:04x}\n", 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: [Ice40Pll; 2] = [
        Ice40Pll { divr: 0, divf: 0x39, divq: 3, filter_range: 1 },
        Ice40Pll { divr: 9, divf: 0x46, divq: 4, filter_range: 6 },
    ];
    const LINES: [Line; 2] = [(0x292, [0, 0x1b, 0xb7, 0]), (0x1f0, [0xff, 0, 2, 1])];
    /// The memories with these.
    const MEMORIES: [&str; 2] = [
        "00000000000000000000000000000000000000b7001b00004732444c50410292",
        "0000000000000000000000000000000000010002000000ff4732444c504101f0",
    ];
    /// Lines of the tiles of these settings.
    const OLD: [[&str; 8]; 2] =
        [["00", "00", "01", "00", "01", "00", "00", "01"], ["10", "00", "10", "01", "00", "01", "00", "00"]];
    const NEW: [[&str; 8]; 2] =
        [["10", "00", "10", "00", "10", "01", "00", "00"], ["01", "00", "01", "00", "11", "00", "00", "00"]];

    fn tile(place: &str, lines: [&str; 8]) -> String {
        let lines: String = lines.iter().map(|bits| format!("01{bits}10000000000001\n")).collect();
        format!(".io_tile {place}\n{lines}000000000000000000\n\n")
    }

    fn text(device: &str, [first, second]: [[&str; 8]; 2], memory: &str) -> String {
        let (left, right) = (tile("14 33", [""; 8].map(|_| "00")), tile("15 33", OLD[1]));
        format!(
            ".comment\n.device {device}\n{}{}{left}{right}.ram_data 8 1\n{memory}\n{}\n",
            tile("14 0", first),
            tile("15 0", second),
            MEMORIES[0].replace(IS_LINE, "000000000000"),
        )
    }

    #[test]
    fn only_the_bits_of_the_clock_change() {
        let (old, new) = (text("8k", OLD, MEMORIES[0]), text("8k", NEW, MEMORIES[1]));
        assert_eq!(retuned(&old, SETTINGS, LINES), Some(new.clone()));
        let back = |[from, to]: [Ice40Pll; 2], [line, other]: [Line; 2]| retuned(&new, [to, from], [other, line]);
        assert_eq!(back(SETTINGS, LINES), Some(old));
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let memory = MEMORIES[0];
        let good = text("8k", OLD, memory);
        let other = tile("14 33", OLD[0]) + &tile("15 33", OLD[1]);
        let refused = [
            text("5k", OLD, memory),
            text("9k", OLD, memory),
            text("8k", NEW, memory),
            text("8k", OLD, &memory.replace("0292", "0293")),
            text("8k", OLD, &memory.replace("b7", "b8")),
            good.replace("14 0\n", "13 0\n"),
            good.replace(&good[good.find(".io_tile 14 33").unwrap()..good.find(".ram_data").unwrap()], &other),
            format!("{good}.ram_data 8 3\n{memory}\n"),
            good[..good.find(".io_tile 15 0").unwrap() + 30].to_owned(),
        ];
        for (number, text) in refused.iter().enumerate() {
            assert_eq!(retuned(text, SETTINGS, LINES), None, "{number}");
        }
    }
}
