//! Bits of a bitstream's text, as `iceunpack` writes it, that mean something: those of tiles that the design uses.

use gdl2hdl_gdl::random::SplitMix64;
use std::collections::BTreeSet;

/// What a bit belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// A LUT, its flip-flop and carry, of a cell that is used.
    Logic,
    /// All else in the tiles of such cells: switches of wires, clocks, networks.
    Routing,
    /// The tiles of a multiplier that is used.
    Multiplier,
    /// The tiles and the contents of a block RAM that is used.
    Ram,
}

impl Class {
    pub(crate) const ALL: [Self; 4] = [Self::Logic, Self::Routing, Self::Multiplier, Self::Ram];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Logic => "logic",
            Self::Routing => "routing",
            Self::Multiplier => "multiplier",
            Self::Ram => "block RAM",
        }
    }
}

/// A bit of the text: its place in it, and what is flipped there. Contents of RAMs are hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Site {
    pub(crate) class: Class,
    /// `logic_tile 4 14`.
    pub(crate) tile: String,
    /// Line and column in the tile.
    pub(crate) at: [usize; 2],
    /// Place in the text, in bytes.
    place: usize,
    /// What is flipped of the digit there.
    mask: u8,
}

impl Site {
    /// The text with this bit flipped.
    pub(crate) fn flipped(&self, text: &str) -> Option<String> {
        let digit = text.get(self.place..=self.place)?;
        let value = u32::from_str_radix(digit, 16).ok()? ^ u32::from(self.mask);
        Some(format!("{}{value:x}{}", &text[..self.place], &text[self.place + 1..]))
    }
}

/// A tile of the text: its header, and where its lines begin.
struct Tile<'t> {
    kind: &'t str,
    at: [u8; 2],
    lines: Vec<(usize, &'t str)>,
}

fn tiles(text: &str) -> Vec<Tile<'_>> {
    let mut tiles: Vec<Tile<'_>> = Vec::new();
    let mut place = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [kind, column, row] if kind.starts_with('.') => {
                let at = [column, row].map(|number| number.parse().unwrap_or_default());
                tiles.push(Tile { kind, at, lines: Vec::new() });
            }
            _ if line.starts_with('.') => tiles.push(Tile { kind: words[0], at: [0, 0], lines: Vec::new() }),
            [bits] if !bits.is_empty() => {
                tiles.last_mut().into_iter().for_each(|tile| tile.lines.push((place, bits)));
            }
            _ => {}
        }
        place += line.len() + 1;
    }
    tiles
}

/// The columns of a tile with its logic cells, each of which has two lines.
const CELLS: std::ops::Range<usize> = 36..46;
/// Where a tile's first configuration bit of a block stands. **Source:** `CBIT_0` and `PowerUp` of Project IceStorm.
const FIRST: [usize; 2] = [1, 7];

impl Tile<'_> {
    fn is_set(&self, [line, column]: [usize; 2]) -> bool {
        self.lines.get(line).is_some_and(|(_, bits)| bits.as_bytes().get(column) == Some(&b'1'))
    }

    fn uses_cell(&self, cell: usize) -> bool {
        [2 * cell, 2 * cell + 1].into_iter().any(|line| CELLS.clone().any(|column| self.is_set([line, column])))
    }

    /// Sites where `is` holds of line and column.
    fn sites(&self, class: Class, is: impl Fn(usize, usize) -> bool) -> Vec<Site> {
        let tile = format!("{} {} {}", self.kind.trim_start_matches('.'), self.at[0], self.at[1]);
        let places = self
            .lines
            .iter()
            .enumerate()
            .flat_map(|(line, (place, bits))| (0..bits.len()).map(move |column| ([line, column], place + column)));
        let site = |(at, place)| Site { class, tile: tile.clone(), at, place, mask: 1 };
        places.filter(|([line, column], _)| is(*line, *column)).map(site).collect()
    }
}

/// `count` bits of each class, the same for the same text and seed.
pub(crate) fn chosen(text: &str, count: usize, seed: u64) -> Vec<Site> {
    let tiles = tiles(text);
    let mut random = SplitMix64(seed);
    let mut chosen = Vec::new();
    for class in Class::ALL {
        let all = of(&tiles, class);
        let mut taken: BTreeSet<Site> = BTreeSet::new();
        while taken.len() < count.min(all.len()) {
            let below = u64::try_from(all.len()).unwrap_or(u64::MAX);
            let Some(site) = usize::try_from(random.below(below)).ok().and_then(|at| all.get(at)) else { continue };
            let digit = site.tile.starts_with("ram_data");
            let mask = if digit { 1 << random.below(4) } else { 1 };
            taken.insert(Site { mask, ..site.clone() });
        }
        chosen.extend(taken);
    }
    chosen
}

fn of(tiles: &[Tile<'_>], class: Class) -> Vec<Site> {
    let uses = |tile: &Tile<'_>| tile.kind == ".logic_tile" && (0..8).any(|cell| tile.uses_cell(cell));
    let powered = |kind: &str, [column, row]: [u8; 2]| {
        tiles.iter().any(|tile| tile.kind == kind && tile.at == [column, row] && tile.is_set(FIRST))
    };
    let above = |[column, row]: [u8; 2], rows: u8| row.checked_sub(rows).map(|row| [column, row]);
    let sites = |tile: &Tile<'_>| match class {
        Class::Logic if uses(tile) => {
            tile.sites(class, |line, column| CELLS.contains(&column) && tile.uses_cell(line / 2))
        }
        Class::Routing if uses(tile) => tile.sites(class, |_, column| !CELLS.contains(&column)),
        Class::Multiplier => {
            let number = tile.kind.strip_prefix(".dsp").and_then(|rest| rest.strip_suffix("_tile")?.parse::<u8>().ok());
            // A product leads out: the first bit of what is chosen for the upper half.
            let used = number
                .and_then(|number| above(tile.at, number))
                .is_some_and(|[column, row]| powered(".dsp1_tile", [column, row + 1]));
            if used { tile.sites(class, |_, _| true) } else { Vec::new() }
        }
        Class::Ram => {
            let rows = if tile.kind == ".ramt_tile" { 1 } else { 0 };
            let is_ram = tile.kind.starts_with(".ram");
            let used = is_ram && above(tile.at, rows).is_some_and(|at| powered(".ramb_tile", at));
            if used { tile.sites(class, |_, _| true) } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    tiles.iter().flat_map(sites).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let tile = |header: &str, width: usize, set: &[[usize; 2]]| {
            let line = |line| {
                (0..width).map(|column| if set.contains(&[line, column]) { '1' } else { '0' }).collect::<String>()
            };
            format!("{header}\n{}\n", (0..16).map(|number| line(number) + "\n").collect::<String>())
        };
        format!(
            ".comment a b\n.device 5k\n{}{}{}{}{}{}{}.ram_data 6 1\n{}\n\n.ram_data 6 3\n{}\n",
            tile(".logic_tile 1 1", 54, &[[3, 40]]),
            tile(".logic_tile 2 1", 54, &[[3, 7]]),
            tile(".ramb_tile 6 1", 42, &[FIRST]),
            tile(".ramt_tile 6 2", 42, &[]),
            tile(".ramb_tile 6 3", 42, &[]),
            tile(".dsp1_tile 0 6", 54, &[FIRST]),
            tile(".dsp2_tile 0 7", 54, &[]),
            "0af3".repeat(16),
            "0000".repeat(16)
        )
    }

    #[test]
    fn only_bits_of_what_is_used_are_chosen() {
        let text = text();
        let count = |class| of(&tiles(&text), class).len();
        assert_eq!(count(Class::Logic), 20, "one cell");
        assert_eq!(count(Class::Routing), 16 * 44);
        assert_eq!(count(Class::Multiplier), 2 * 16 * 54);
        assert_eq!(count(Class::Ram), 2 * 16 * 42 + 64);
        let sites = chosen(&text, 10, 1);
        assert_eq!((sites.len(), &sites), (40, &chosen(&text, 10, 1)));
        assert_ne!(sites, chosen(&text, 10, 2));
    }

    #[test]
    fn one_bit_is_flipped() {
        let text = text();
        for site in chosen(&text, 20, 3) {
            let flipped = site.flipped(&text).unwrap();
            let differ: Vec<_> = text.bytes().zip(flipped.bytes()).filter(|(old, new)| old != new).collect();
            let [(old, new)] = differ[..] else { panic!("{site:?}") };
            let value = |digit: u8| char::from(digit).to_digit(16).unwrap();
            assert_eq!((value(old) ^ value(new)).count_ones(), 1, "{site:?}");
            assert_eq!(text.len(), flipped.len());
        }
    }
}
