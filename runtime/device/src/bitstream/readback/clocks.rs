//! What `icebox_vlog` says nothing of, or nobody else looks at: whether the global networks reach the tiles that take
//! them, and the settings of the PLL.

use super::explained::{Explained, TilePlace};
use gdl2hdl_boards::pll::Pll;

/// A network reaches the tiles of a column through buffers, each of which serves some rows: the last of them, and the row
/// of the tile that has the switch. **Source:** `colbuf_db` of Project IceStorm.
const fn rows(device: &str) -> &'static [[u8; 2]] {
    match device.as_bytes() {
        b"1k" => &[[4, 4], [8, 5], [12, 12], [17, 13]],
        b"8k" => &[[8, 8], [16, 9], [24, 24], [33, 25]],
        b"5k" => &[[4, 4], [10, 5], [14, 14], [20, 15], [26, 26], [31, 27]],
        _ => &[],
    }
}

/// The tile with the buffers of another tile.
fn buffers(device: &str, [column, row]: TilePlace) -> Option<TilePlace> {
    let [_, from] = rows(device).iter().find(|[last, _]| row <= *last)?;
    // The columns of block RAMs of this device: where two tiles make one RAM the buffers are in the lower of them.
    let lower = device == "1k" && matches!(column, 3 | 10) && matches!(from, 4 | 12);
    Some([column, from - u8::from(lower)])
}

/// Whether all global networks reach the tiles that take them.
///
/// # Errors
/// In words: the tile, and the network that is cut off.
pub(super) fn reach(unpacked: &str, explained: &Explained) -> Result<(), String> {
    let device = unpacked.lines().find_map(|line| line.strip_prefix(".device ")).unwrap_or_default().trim();
    if rows(device).is_empty() {
        return Err(format!("of the device {device:?} it is not known how clocks reach its tiles"));
    }
    let on = |[column, row]: TilePlace, network: &str| {
        let buffers = buffers(device, [column, row]).and_then(|place| explained.tiles.get(&place));
        buffers.is_some_and(|tile| tile.has(&format!("ColBufCtrl {network}")))
    };
    for (place, tile) in &explained.tiles {
        let mut networks = tile.switches().map(|(from, _)| from).filter(|from| from.starts_with("glb_netwk_"));
        if let Some(network) = networks.find(|network| !on(*place, network)) {
            let ([column, row], kind) = (place, &tile.kind);
            return Err(format!("{network} does not reach {kind} {column} {row}: its buffer is off"));
        }
    }
    Ok(())
}

/// What a PLL of ours has beside what its clock asks for. **Source:** the iCE Technology Library.
const PLAIN: [(&str, &str); 8] = [
    ("DELAY_ADJUSTMENT_MODE_FEEDBACK", "\"FIXED\""),
    ("DELAY_ADJUSTMENT_MODE_RELATIVE", "\"FIXED\""),
    ("PLLOUT_SELECT", "\"GENCLK\""),
    ("SHIFTREG_DIV_MODE", "0"),
    ("FDA_FEEDBACK", "0"),
    ("FDA_RELATIVE", "0"),
    ("ENABLE_ICEGATE", "0"),
    ("TEST_MODE", "0"),
];

/// Whether the PLL of a design, as `icebox_vlog` writes it, is the given one.
///
/// # Errors
/// In words: what is different.
pub(super) fn are_made(raw: &str, pll: Option<Pll>) -> Result<(), String> {
    let mut lines = raw.lines().skip_while(|line| !line.starts_with("SB_PLL40_"));
    let (cell, pll) = match (lines.next(), pll) {
        (None, None) => return Ok(()),
        (Some(_), None) => return Err("it has a PLL, and the board's clock needs none".to_owned()),
        (None, Some(_)) => return Err("it has no PLL, which makes the board's clock".to_owned()),
        (Some(line), Some(pll)) => (line.split(' ').next().unwrap_or_default(), pll),
    };
    if cell != pll.cell() {
        return Err(format!("its PLL is a {cell}, not a {}", pll.cell()));
    }
    let expected = pll.parameters();
    let expected = expected.iter().map(|(name, value)| (*name, value.as_str())).chain(PLAIN);
    let found: Vec<(&str, &str)> = lines.map_while(parameter).collect();
    for (name, value) in expected {
        let is = found.iter().find(|(other, _)| *other == name).map_or("nothing", |(_, value)| *value);
        if number(is) != number(value) {
            return Err(format!("its PLL has {name}={is}, the clock is made with {value}"));
        }
    }
    Ok(())
}

/// `DIVF` and `7'b1001010` out of `  .DIVF(7'b1001010),`.
fn parameter(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('.')?.split_once('(')?;
    Some((name, value.trim_end_matches(',').strip_suffix(')')?))
}

/// The value of a number in Verilog; other words as they are.
fn number(text: &str) -> Result<u64, &str> {
    let (digits, radix) = match text.split_once('\'') {
        Some((_, digits)) => match digits.strip_prefix('b') {
            Some(digits) => (digits, 2),
            None => (digits.trim_start_matches('d'), 10),
        },
        None => (text, 10),
    };
    u64::from_str_radix(digits, radix).map_err(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_boards::PllCell;
    use gdl2hdl_boards::pll::Ice40Pll;

    #[test]
    fn a_network_that_is_cut_off_is_found() {
        let text = |on: &str| {
            format!(
                "Reading file 'a'..\n\n.logic_tile 3 12\nbuffer glb_netwk_1 lutff_global/clk\n\n\
                 .logic_tile 3 14\nColBufCtrl glb_netwk_{on}\n"
            )
        };
        let of = |device: &str, on: &str| {
            reach(&format!(".comment\n.device {device}\n"), &Explained::parse(&text(on)).unwrap())
        };
        assert_eq!(of("5k", "1"), Ok(()));
        assert_eq!(of("5k", "2").unwrap_err(), "glb_netwk_1 does not reach logic_tile 3 12: its buffer is off");
        assert!(of("8k", "1").is_err() && of("9k", "1").unwrap_err().contains("9k"));
    }

    #[test]
    fn buffers_lie_where_the_device_has_them() {
        let rows = |device: &str, column, rows: &[u8]| {
            rows.iter().map(|row| buffers(device, [column, *row]).map(|[_, row]| row)).collect::<Vec<_>>()
        };
        assert_eq!(rows("1k", 2, &[0, 4, 5, 12, 17]), [4, 4, 5, 12, 13].map(Some));
        assert_eq!(rows("1k", 3, &[0, 8, 9]), [3, 5, 11].map(Some));
        assert_eq!(rows("8k", 8, &[8, 9, 33]), [8, 9, 25].map(Some));
        assert_eq!(rows("5k", 0, &[15, 26, 31, 32]), [Some(15), Some(26), Some(27), None]);
    }

    #[test]
    fn another_pll_is_found() {
        let pll = Pll::Ice40(PllCell::Pad, Ice40Pll { divr: 0, divf: 74, divq: 5, filter_range: 1 });
        let plain = PLAIN.map(|(name, value)| format!("  .{name}({}),\n", value.replace('0', "4'b0000"))).concat();
        let raw = format!(
            "wire n1;\nSB_PLL40_PAD #(\n  .FEEDBACK_PATH(\"SIMPLE\"),\n{plain}  .DIVR(4'b0000),\n  .DIVF(7'b1001010),\n  \
             .DIVQ(3'b101),\n  .FILTER_RANGE(3'b001)\n) PLL_12_31 (\n  .LOCK(n1)\n);\n"
        );
        assert_eq!(are_made(&raw, Some(pll)), Ok(()));
        let refused = |from: &str, to: &str| are_made(&raw.replace(from, to), Some(pll)).unwrap_err();
        assert_eq!(refused("1001010", "1001011"), "its PLL has DIVF=7'b1001011, the clock is made with 7'd74");
        assert!(refused("SIMPLE", "DELAY").contains("FEEDBACK_PATH"));
        assert!(refused("  .DIVQ(3'b101),\n", "").contains("DIVQ=nothing"));
        assert!(refused("SB_PLL40_PAD", "SB_PLL40_CORE").contains("SB_PLL40_CORE"));
        assert!(are_made(&raw, None).is_err() && are_made("wire n1;\n", Some(pll)).is_err());
        assert_eq!(are_made("wire n1;\n", None), Ok(()));
    }
}
