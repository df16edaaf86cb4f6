//! The multipliers of an iCE40 UltraPlus (SB_MAC16), out of their configuration bits and the nets at their ports.
//!
//! `icebox_vlog` writes but what leads into their tiles. Each lies in four tiles at the edge, `DSP0` to `DSP3`, and takes
//! its carry out in the tile above. **Source:** Project IceStorm, "UltraPlus Features Documentation", and its data bases
//! `dsp_config_db` and `get_dsp_nets_db`; what is not connected is 0, but for the clock enable, which then is 1: so
//! nextpnr leaves constants away.

use super::explained::{Explained, Tile, TilePlace};
use super::nets::Nets;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

/// Where they lie: column and row of `DSP0`.
const PLACES: [TilePlace; 8] = [[0, 5], [0, 10], [0, 15], [0, 23], [25, 5], [25, 10], [25, 15], [25, 23]];
/// The tiles of each.
const TILES: u8 = 4;
/// What was a logic cell in a tile of that kind.
const CELLS: u8 = 8;

/// Parameters of more than one bit count from the lowest: name, width.
const PARAMETERS: [(&str, usize); 19] = [
    ("C_REG", 1),
    ("A_REG", 1),
    ("B_REG", 1),
    ("D_REG", 1),
    ("TOP_8x8_MULT_REG", 1),
    ("BOT_8x8_MULT_REG", 1),
    ("PIPELINE_16x16_MULT_REG1", 1),
    ("PIPELINE_16x16_MULT_REG2", 1),
    ("TOPOUTPUT_SELECT", 2),
    ("TOPADDSUB_LOWERINPUT", 2),
    ("TOPADDSUB_UPPERINPUT", 1),
    ("TOPADDSUB_CARRYSELECT", 2),
    ("BOTOUTPUT_SELECT", 2),
    ("BOTADDSUB_LOWERINPUT", 2),
    ("BOTADDSUB_UPPERINPUT", 1),
    ("BOTADDSUB_CARRYSELECT", 2),
    ("MODE_8x8", 1),
    ("A_SIGNED", 1),
    ("B_SIGNED", 1),
];
/// All their bits.
const BITS: u8 = 25;
/// The bits of [`MOVED_AT`] that lie elsewhere, as its tile has others in their places: in the tile above the block, from
/// this `CBIT` on. Of the bit behind them the sources say two things, so its places have no meaning here.
const MOVED: Range<u8> = 9..13;
const MOVED_TO: u8 = 3;
const UNSURE: u8 = 13;
const MOVED_AT: TilePlace = [0, 15];

/// What passes an input of a former logic cell on: its third one, with no register. Nothing else is known to work.
const PASSED_ON: &str = "0000111100001111 0000";

/// A port: its name and width; for each bit the tile, counted from `DSP0`, and the wire.
struct Port {
    name: &'static str,
    /// What it is where nothing leads to it.
    open: &'static str,
    wires: Vec<(u8, String)>,
}

/// Inputs of one bit.
const SINGLE: [(&str, u8, &str); 17] = [
    ("CLK", 2, "lutff_global/clk"),
    ("CE", 2, "lutff_global/cen"),
    ("IRSTTOP", 1, "lutff_global/s_r"),
    ("IRSTBOT", 0, "lutff_global/s_r"),
    ("ORSTTOP", 3, "lutff_global/s_r"),
    ("ORSTBOT", 2, "lutff_global/s_r"),
    ("AHOLD", 2, "lutff_0/in_0"),
    ("BHOLD", 1, "lutff_0/in_0"),
    ("CHOLD", 3, "lutff_0/in_0"),
    ("DHOLD", 0, "lutff_0/in_0"),
    ("OHOLDTOP", 3, "lutff_1/in_0"),
    ("OHOLDBOT", 0, "lutff_1/in_0"),
    ("OLOADTOP", 3, "lutff_2/in_0"),
    ("OLOADBOT", 0, "lutff_2/in_0"),
    ("ADDSUBTOP", 3, "lutff_3/in_0"),
    ("ADDSUBBOT", 0, "lutff_3/in_0"),
    ("CI", 0, "lutff_4/in_0"),
];
/// Operands: of each the eight low bits, then the eight high ones.
const OPERANDS: [(&str, u8); 4] = [("A", 2), ("B", 1), ("C", 3), ("D", 0)];

fn inputs() -> Vec<Port> {
    let open = |name: &str| if name == "CE" { "1'b1" } else { "1'b0" };
    let single = SINGLE.map(|(name, tile, wire)| Port { name, open: open(name), wires: vec![(tile, wire.to_owned())] });
    let operand = |(name, tile): (&'static str, u8)| {
        let wires = [3, 1].into_iter().flat_map(|input| (0..CELLS).map(move |cell| (tile, input_of(cell, input))));
        Port { name, open: open(name), wires: wires.collect() }
    };
    single.into_iter().chain(OPERANDS.map(operand)).collect()
}

fn input_of(cell: u8, input: u8) -> String {
    format!("lutff_{cell}/in_{input}")
}

/// The wires of the product, from the lowest.
fn outputs() -> Vec<(u8, String)> {
    (0..TILES * CELLS).map(|bit| (bit / CELLS, format!("mult/O_{bit}"))).collect()
}

/// The carry out, in the tile above.
const CARRY: &str = "slf_op_0";

/// Where a bit of the parameters lies, in the order of [`PARAMETERS`]; `None` where nobody is sure, and it is 0 in what
/// is read back.
fn bit_of(block: TilePlace, bit: u8) -> Option<(TilePlace, String)> {
    let moves = block == MOVED_AT;
    let (tile, cbit) = match bit {
        UNSURE if moves => return None,
        bit if moves && MOVED.contains(&bit) => (TILES, bit - MOVED.start + MOVED_TO),
        bit => (bit / CELLS, bit % CELLS),
    };
    Some((at(block, tile), format!("IpConfig CBIT_{cbit}")))
}

/// A tile of a block.
fn at([column, row]: TilePlace, tile: u8) -> TilePlace {
    [column, row + tile]
}

/// Verilog with the multipliers of a design: instances of the model `MAC16`.
///
/// # Errors
/// In words: what is set in the tiles of multipliers, or of the other blocks at the edges of an UltraPlus, and has no
/// meaning that is known, or no model.
pub(super) fn instances(explained: &Explained, nets: &Nets<'_>) -> Result<String, String> {
    let (inputs, outputs) = (inputs(), outputs());
    let mut meant = BTreeSet::new();
    let mut text = String::new();
    for block in PLACES {
        let mut known: BTreeSet<(TilePlace, String)> = (0..BITS).filter_map(|bit| bit_of(block, bit)).collect();
        let wires = inputs.iter().flat_map(|port| &port.wires).chain(&outputs);
        known.extend(wires.map(|(tile, wire)| (at(block, *tile), wire.clone())));
        known.extend([(at(block, TILES), CARRY.to_owned()), (at(block, 2), NEGATIVE.to_owned())]);
        let used = explained
            .tiles
            .range(at(block, 0)..=at(block, TILES))
            .any(|(place, tile)| uses(tile).any(|use_| known.contains(&(*place, use_.to_owned()))));
        meant.extend(known);
        if used {
            (0..TILES).try_for_each(|tile| passes_on(explained, at(block, tile), 0..CELLS))?;
            text += &instance(block, explained, nets, &inputs, &outputs)?;
        }
    }
    // Whatever else lies at the edges.
    for (place, tile) in explained.tiles.iter().filter(|(_, tile)| at_the_edge(&tile.kind)) {
        if let Some(unknown) = uses(tile).find(|use_| !meant.contains(&(*place, (*use_).to_owned()))) {
            let ([column, row], kind) = (place, &tile.kind);
            return Err(format!("{kind} {column} {row} has `{unknown}`, of a block without a model"));
        }
    }
    Ok(text)
}

fn at_the_edge(kind: &str) -> bool {
    kind.starts_with("dsp") || kind.starts_with("ipcon")
}

/// Registers that take their inputs at the clock's other edge.
const NEGATIVE: &str = "NegClk";

/// What a tile at the edge has to do with a block, rather than with wires that pass by: bits of its configuration, inputs
/// that something leads to, outputs that lead somewhere.
fn uses(tile: &Tile) -> impl Iterator<Item = &str> {
    let bits = tile.settings.iter().map(String::as_str).filter(|set| set.starts_with("IpConfig ") || *set == NEGATIVE);
    let outputs =
        tile.switches().map(|(from, _)| from).filter(|from| from.starts_with("mult/") || from.starts_with("slf_"));
    let inputs = tile.switches().map(|(_, to)| to).filter(|to| to.starts_with("lutff_") || to.starts_with("carry_in"));
    bits.chain(outputs).chain(inputs)
}

/// Whether the former logic cells of a tile pass on what the block gives them.
fn passes_on(explained: &Explained, place: TilePlace, mut cells: Range<u8>) -> Result<(), String> {
    let tile = explained.tiles.get(&place);
    let passes = |cell: u8| {
        tile.is_some_and(|tile| {
            let chained = |set: &&String| set.starts_with("Cascade ") && set.ends_with(&format!("LC0{cell}_inmux02_5"));
            tile.has(&format!("LC_{cell} {PASSED_ON}")) && tile.settings.iter().any(|set| chained(&set))
        })
    };
    match cells.find(|cell| !passes(*cell)) {
        None => Ok(()),
        Some(cell) => {
            let [column, row] = place;
            Err(format!("cell {cell} of the multiplier's tile {column} {row} does not pass its signal on"))
        }
    }
}

/// One multiplier.
fn instance(
    block: TilePlace,
    explained: &Explained,
    nets: &Nets<'_>,
    inputs: &[Port],
    outputs: &[(u8, String)],
) -> Result<String, String> {
    let [column, row] = block;
    let name = format!("mac16_{column}_{row}");
    let is_set = |place: TilePlace, setting: &str| explained.tiles.get(&place).is_some_and(|tile| tile.has(setting));
    let mut bit = 0;
    let mut next = || {
        let place = bit_of(block, bit);
        bit += 1;
        place.is_some_and(|(place, setting)| is_set(place, &setting))
    };
    let mut parameters = vec![format!(".NEG_TRIGGER(1'b{})", u8::from(is_set(at(block, 2), NEGATIVE)))];
    for (parameter, width) in PARAMETERS {
        let value = (0..width).fold(0, |value, place| value | u8::from(next()) << place);
        parameters.push(format!(".{parameter}({width}'b{value:0width$b})"));
    }
    let mut ports: Vec<String> = inputs
        .iter()
        .map(|port| {
            let bits = port.wires.iter().rev().map(|(tile, wire)| nets.of(at(block, *tile), wire).unwrap_or(port.open));
            format!(".{}({{{}}})", port.name, bits.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let mut text = format!("wire [31:0] {name}_o;\nwire {name}_co;\n");
    let mut lead_out = |net: &str, from: &str| writeln!(text, "assign {net} = {name}_{from};").unwrap_or_default();
    for (bit, (tile, wire)) in outputs.iter().enumerate() {
        nets.of(at(block, *tile), wire).into_iter().for_each(|net| lead_out(net, &format!("o[{bit}]")));
    }
    if let Some(net) = nets.of(at(block, TILES), CARRY) {
        passes_on(explained, at(block, TILES), 0..1)?;
        lead_out(net, "co");
    }
    ports.extend([format!(".O({name}_o)"), format!(".CO({name}_co)")]);
    writeln!(text, "MAC16 #(\n  {}\n) {name} (\n  {}\n);", parameters.join(",\n  "), ports.join(",\n  "))
        .unwrap_or_default();
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of a block that pass on what it gives them, with further settings: the tile, counted from the first, and
    /// what is set.
    fn tiles([column, row]: TilePlace, settings: &[(u8, &str)]) -> Explained {
        let cells = |kind: &str| {
            (0..CELLS)
                .map(|cell| format!("LC_{cell} {PASSED_ON}\nCascade {kind}_LC0{cell}_inmux02_5\n"))
                .collect::<String>()
        };
        let mut text = "Reading file 'a'..\n\n".to_owned();
        for tile in 0..=TILES {
            let (kind, name) = if tile == TILES {
                ("ipcon".to_owned(), "IPCON".to_owned())
            } else {
                (format!("dsp{tile}"), format!("MULT{tile}"))
            };
            let set: String =
                settings.iter().filter(|(of, _)| *of == tile).map(|(_, set)| format!("{set}\n")).collect();
            text += &format!(".{kind}_tile {column} {}\n{}{set}\n", row + tile, cells(&name));
        }
        Explained::parse(&text).unwrap()
    }

    const PLAIN: TilePlace = [25, 10];

    #[test]
    fn what_nobody_uses_is_no_multiplier() {
        let nets = Nets::parse("wire n1;\n// (1, 1, 'lutff_0/out')\n").unwrap();
        let passing =
            [(0, "routing sp4_h_l_1 sp4_v_b_2"), (1, "buffer sp4_v_b_2 local_g0_1"), (0, "ColBufCtrl glb_netwk_1")];
        assert_eq!(instances(&tiles(PLAIN, &passing), &nets), Ok(String::new()));
    }

    #[test]
    fn parameters_and_nets_are_found() {
        let text = "wire n7;\n// (25, 12, 'lutff_1/in_1')\n\nwire n8;\n// (25, 11, 'mult/O_9')\n\nwire n9;\n// (25, 14, 'slf_op_0')\n";
        let set = [
            (1, "IpConfig CBIT_0"),
            (1, "IpConfig CBIT_3"),
            (2, "IpConfig CBIT_0"),
            (2, "NegClk"),
            (3, "IpConfig CBIT_0"),
        ];
        let text = instances(&tiles(PLAIN, &set), &Nets::parse(text).unwrap()).unwrap();
        for part in [
            ".NEG_TRIGGER(1'b1)",
            ".A_REG(1'b0)",
            ".TOPOUTPUT_SELECT(2'b01)",
            ".TOPADDSUB_LOWERINPUT(2'b10)",
            ".BOTOUTPUT_SELECT(2'b10)",
            ".B_SIGNED(1'b1)",
            ".CLK({1'b0})",
            ".CE({1'b1})",
            ".A({1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, n7, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0})",
            "assign n8 = mac16_25_10_o[9];",
            "assign n9 = mac16_25_10_co;",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn one_block_has_bits_in_another_tile() {
        let nets = Nets::parse("wire n1;\n// (0, 17, 'lutff_0/in_1')\n").unwrap();
        let of = |tile, set| instances(&tiles(MOVED_AT, &[(tile, set)]), &nets);
        assert!(of(4, "IpConfig CBIT_3").unwrap().contains(".TOPOUTPUT_SELECT(2'b10)"));
        assert!(of(4, "IpConfig CBIT_6").unwrap().contains(".TOPADDSUB_UPPERINPUT(1'b1)"));
        assert!(of(1, "IpConfig CBIT_6").unwrap().contains(".TOPADDSUB_CARRYSELECT(2'b10)"));
        // Where others have theirs, and where the sources do not agree.
        for (tile, set) in
            [(1, "IpConfig CBIT_1"), (1, "IpConfig CBIT_4"), (1, "IpConfig CBIT_5"), (4, "IpConfig CBIT_7")]
        {
            let refused = of(tile, set).unwrap_err();
            assert!(refused.contains(set) && refused.contains("without a model"), "{refused}");
        }
        assert!(instances(&tiles(PLAIN, &[(4, "IpConfig CBIT_3")]), &nets).is_err());
    }

    #[test]
    fn what_has_no_model_is_refused() {
        let nets = Nets::parse("wire n1;\n// (1, 1, 'lutff_0/out')\n").unwrap();
        for (tile, set) in [
            (4, "buffer slf_op_1 sp4_v_b_2"),
            (4, "buffer local_g0_1 lutff_0/in_1"),
            (2, "buffer local_g0_1 lutff_0/in_2"),
            (3, "IpConfig CBIT_3"),
            (0, "NegClk"),
            (0, "buffer local_g0_1 lutff_global/clk"),
        ] {
            let refused = instances(&tiles(PLAIN, &[(tile, set)]), &nets).unwrap_err();
            assert!(refused.contains("without a model"), "{set}: {refused}");
        }
    }

    #[test]
    fn cells_of_a_multiplier_pass_its_signals_on() {
        let nets = Nets::parse("wire n1;\n// (25, 14, 'slf_op_0')\n").unwrap();
        let used = [(0, "IpConfig CBIT_1")];
        let change = |place: TilePlace, from: &str, to: &str| {
            let mut explained = tiles(PLAIN, &used);
            let tile = explained.tiles.get_mut(&place).unwrap();
            assert!(tile.settings.remove(from));
            tile.settings.insert(to.to_owned());
            instances(&explained, &nets)
        };
        assert!(instances(&tiles(PLAIN, &used), &nets).is_ok());
        let refused = change([25, 12], "LC_3 0000111100001111 0000", "LC_3 0000111100001110 0000").unwrap_err();
        assert_eq!(refused, "cell 3 of the multiplier's tile 25 12 does not pass its signal on");
        assert!(change([25, 10], "LC_0 0000111100001111 0000", "LC_0 0000111100001111 0100 DffEnable").is_err());
        assert!(change([25, 13], "Cascade MULT3_LC07_inmux02_5", "NegClk").is_err());
        // The carry out passes one of the tile above.
        assert!(change([25, 14], "Cascade IPCON_LC00_inmux02_5", "ColBufCtrl glb_netwk_1").is_err());
        assert!(change([25, 14], "Cascade IPCON_LC01_inmux02_5", "ColBufCtrl glb_netwk_1").is_ok());
    }
}
