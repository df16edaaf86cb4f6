//! What the configuration bits of an iCE40 say, tile by tile: the text of `icebox_explain` of Project IceStorm.
//!
//! ```text
//! .dsp2_tile 0 17
//! IpConfig CBIT_0
//! LC_0 0000111100001111 0000
//! buffer local_g0_1 lutff_6/in_1
//! ```
//! Tiles in which nothing is set stand there with what every design sets in them, or not at all.

use std::collections::{BTreeMap, BTreeSet};

/// A tile, by its column and row.
pub(super) type TilePlace = [u8; 2];

/// A tile of the device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tile {
    /// `logic_tile`, `dsp0_tile`, ...
    pub(super) kind: String,
    /// What is set, as words: `IpConfig CBIT_0`, `buffer mult/O_3 sp4_v_b_22`.
    pub(super) settings: BTreeSet<String>,
}

impl Tile {
    /// Whether something is set.
    pub(super) fn has(&self, setting: &str) -> bool {
        self.settings.contains(setting)
    }

    /// The switches that are on: from which wire to which.
    pub(super) fn switches(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().filter_map(|setting| {
            let ends = setting.strip_prefix("buffer ").or_else(|| setting.strip_prefix("routing "))?;
            ends.split_once(' ')
        })
    }
}

/// All tiles that are set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Explained {
    pub(super) tiles: BTreeMap<TilePlace, Tile>,
}

/// What `icebox_explain` writes above the bits that its data base has no meaning of.
const UNKNOWN: &str = "Warning:";

impl Explained {
    /// Reads the text.
    ///
    /// # Errors
    /// In words: a bit without a meaning, and its tile; a line that is none of the tool's.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut tiles: BTreeMap<TilePlace, Tile> = BTreeMap::new();
        for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
            let mut lines = block.lines().filter(|line| !line.trim().is_empty()).peekable();
            let Some(header) = lines.next_if(|line| line.starts_with('.')) else {
                // What file it is, and how large the device.
                match block.starts_with("Reading file") {
                    true => continue,
                    false => return Err(format!("`icebox_explain` says {:?}", first(block))),
                }
            };
            let Some((kind, place)) = place(header) else { continue };
            if lines.peek().is_some_and(|line| line.starts_with(UNKNOWN)) {
                return Err(unknown(header, lines));
            }
            let settings = lines.map(str::to_owned).collect();
            if tiles.insert(place, Tile { kind: kind.to_owned(), settings }).is_some() {
                return Err(format!("`icebox_explain` names two tiles `{header}`"));
            }
        }
        match tiles.is_empty() {
            true => Err("no tile of the device is configured".to_owned()),
            false => Ok(Self { tiles }),
        }
    }
}

/// Settings that change what a design does and that `icebox_vlog` does not look at: addresses that block RAMs hand on,
/// inputs that can be held, pairs of pins. No build of ours has them.
const WITHOUT_MODEL: [&str; 3] = ["RamCascade", "Icegate", "IoCtrl LVDS"];

impl Explained {
    /// Whether all that is set has a model, but for the blocks at the edges of an UltraPlus.
    ///
    /// # Errors
    /// In words: the tile and the setting.
    pub(super) fn has_models(&self) -> Result<(), String> {
        let without = |set: &&String| WITHOUT_MODEL.iter().any(|begin| set.starts_with(begin));
        let found =
            self.tiles.iter().find_map(|(place, tile)| Some((place, tile, tile.settings.iter().find(without)?)));
        found.map_or(Ok(()), |([column, row], tile, setting)| {
            Err(format!("{} {column} {row} has `{setting}`, of which there is no model", tile.kind))
        })
    }
}

/// The kind and the place of a tile, out of `.dsp2_tile 0 17`. Bits beside the tiles (`.extra_bit`) have three numbers;
/// of these `icebox_vlog` knows all, or fails.
fn place(header: &str) -> Option<(&str, TilePlace)> {
    let words: Vec<&str> = header.split_whitespace().collect();
    let [kind, column, row] = words[..] else { return None };
    Some((kind.strip_prefix('.')?, [column.parse().ok()?, row.parse().ok()?]))
}

/// The bits of a tile that have no meaning: they stand at the ends of the lines that draw it.
fn unknown<'l>(header: &str, lines: impl Iterator<Item = &'l str>) -> String {
    let bits = |line: &'l str| line.split_whitespace().skip(2).filter(|word| word.starts_with('B'));
    let drawn = lines.skip(1).take_while(|line| line.trim_start().starts_with('B') && line.starts_with(' '));
    let bits: Vec<&str> = drawn.flat_map(bits).collect();
    format!("bits without a meaning are set in {}: {}", header.trim_start_matches('.'), bits.join(", "))
}

fn first(block: &str) -> String {
    block.lines().next().unwrap_or_default().chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Reading file 'unpacked.asc'..\nFabric size (without IO tiles): 24 x 30\n\n.logic_tile 1 2\n\
        LC_0 0000111100001111 0100 DffEnable\nbuffer local_g0_1 lutff_6/in_1\n\n.dsp1_tile 0 16\nIpConfig CBIT_0\n\
        routing sp4_h_l_1 sp4_v_b_2\n\n.extra_bit 0 691 335\npadin_glb_netwk 1\n\n";

    #[test]
    fn tiles_have_settings() {
        let explained = Explained::parse(TEXT).unwrap();
        let places: Vec<_> = explained.tiles.keys().copied().collect();
        assert_eq!(places, [[0, 16], [1, 2]]);
        let tile = &explained.tiles[&[0, 16]];
        assert!(tile.kind == "dsp1_tile" && tile.has("IpConfig CBIT_0") && !tile.has("IpConfig CBIT_1"));
        assert_eq!(tile.switches().collect::<Vec<_>>(), [("sp4_h_l_1", "sp4_v_b_2")]);
    }

    #[test]
    fn settings_without_a_model_are_refused() {
        let of = |setting: &str| Explained::parse(&TEXT.replace("IpConfig CBIT_0", setting)).unwrap().has_models();
        assert_eq!(of("NegClk"), Ok(()));
        assert_eq!(
            of("RamCascade CBIT_4").unwrap_err(),
            "dsp1_tile 0 16 has `RamCascade CBIT_4`, of which there is no model"
        );
    }

    #[test]
    fn bits_without_a_meaning_are_refused() {
        let drawn = "Warning: No DB entries for some bits:\n  B0 ---?-+ B0[3]\n  B1 ------\n B15 ?---?- B15[0] B15[4]\nCarryInSet\n";
        let text = TEXT.replace(".logic_tile 1 2\n", &format!(".logic_tile 1 2\n{drawn}"));
        let refused = Explained::parse(&text).unwrap_err();
        assert_eq!(refused, "bits without a meaning are set in logic_tile 1 2: B0[3], B15[0], B15[4]");
    }

    #[test]
    fn what_is_no_text_of_the_tool_is_refused() {
        assert!(Explained::parse("").is_err() && Explained::parse("Reading file 'a'..\n").is_err());
        assert!(Explained::parse("Traceback\n\n.logic_tile 1 2\nNegClk\n").unwrap_err().contains("Traceback"));
        assert!(Explained::parse(&format!("{TEXT}.logic_tile 1 2\nNegClk\n")).unwrap_err().contains("two"));
    }
}
