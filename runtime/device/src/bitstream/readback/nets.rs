//! Which net a wire of the device is a part of: what `icebox_vlog` of Project IceStorm says in its comments.
//!
//! ```text
//! wire n31;
//! // (0, 17, 'mult/O_16')
//! // (1, 2, 'lutff_0/in_1')
//! ```

use super::explained::TilePlace;
use std::collections::BTreeMap;

/// Nets by the wires of tiles.
pub(super) struct Nets<'t>(BTreeMap<(TilePlace, &'t str), &'t str>);

impl<'t> Nets<'t> {
    /// Reads the comments of a text.
    ///
    /// # Errors
    /// In words: a text in which no net has wires, or a wire has two nets.
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let mut nets = BTreeMap::new();
        let mut net = None;
        for line in text.lines() {
            if let Some(wire) = line.strip_prefix("// (").and_then(wire) {
                let net = net.ok_or_else(|| format!("`icebox_vlog` names no net of {line:?}"))?;
                // A PLL that sits at a pad has two nets there: what comes in, and what goes out.
                let is_pad = wire.1.ends_with("/PAD");
                match nets.insert(wire, net) {
                    Some(other) if other != net && !is_pad => {
                        return Err(format!("`icebox_vlog` has two nets of {line:?}"));
                    }
                    _ => {}
                }
            } else if line.is_empty() {
                net = None;
            } else {
                net = declared(line).or(net);
            }
        }
        if nets.is_empty() { Err("`icebox_vlog` does not say where its nets lie".to_owned()) } else { Ok(Self(nets)) }
    }

    /// The net of a wire, as Verilog names it.
    pub(super) fn of(&self, place: TilePlace, wire: &str) -> Option<&'t str> {
        self.0.get(&(place, wire)).copied()
    }

    /// Where a net begins and ends, for messages: at most four places.
    pub(super) fn ends(&self, net: &str) -> Vec<String> {
        let wires = self.0.iter().filter(|((_, wire), of)| **of == net && is_end(wire));
        wires.take(4).map(|(([column, row], wire), _)| format!("{wire} of {column} {row}")).collect()
    }
}

/// Whether a wire is a port of a cell, rather than one of many in between.
fn is_end(wire: &str) -> bool {
    wire.contains('/') || wire.starts_with("slf_op_")
}

/// The text with nets named by what drives them, `t9_4_lutff_1_out`, in place of numbers, which one wire more or less
/// changes for all that follow. Ports keep their names.
pub(super) fn named(text: &str) -> String {
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let mut net: Option<&str> = None;
    for line in text.lines() {
        if let Some(([column, row], wire)) = line.strip_prefix("// (").and_then(wire) {
            if let Some(net) = net.filter(|net| is_numbered(net) && is_driver(wire)) {
                names.entry(net).or_insert_with(|| format!("t{column}_{row}_{}", wire.replace('/', "_")));
            }
        } else if line.is_empty() {
            net = None;
        } else {
            net = declared(line).or(net);
        }
    }
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut named = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some(from) = rest.find(in_word) {
        let (before, tail) = rest.split_at(from);
        let (word, after) = tail.split_at(tail.find(|c| !in_word(c)).unwrap_or(tail.len()));
        named.extend([before, names.get(word).map_or(word, String::as_str)]);
        rest = after;
    }
    named + rest
}

/// `n31`, as `icebox_vlog` names nets.
fn is_numbered(net: &str) -> bool {
    net.strip_prefix('n').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether a wire is the output of a cell.
fn is_driver(wire: &str) -> bool {
    let ends = ["/out", "/lout", "/cout"].iter().any(|end| wire.ends_with(end));
    let begins =
        ["ram/RDATA", "mult/O_", "slf_op_", "io_0/D_IN", "io_1/D_IN"].iter().any(|begin| wire.starts_with(begin));
    ends || begins || wire == "carry_in_mux"
}

/// `n31` out of `wire n31;` or `reg n31 = 0;`, `\led_o[0] ` out of `wire \led_o[0] ;`.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("wire ").or_else(|| line.strip_prefix("reg "))?;
    let end = rest.find([';', ' '])?;
    // An escaped name ends with its blank.
    let end = if rest.starts_with('\\') { end + 1 } else { end };
    rest.get(..end)
}

/// `0, 17, 'mult/O_16')` as a wire of a tile.
fn wire(text: &str) -> Option<(TilePlace, &str)> {
    let (column, rest) = text.split_once(", ")?;
    let (row, rest) = rest.split_once(", '")?;
    Some(([column.parse().ok()?, row.parse().ok()?], rest.strip_suffix("')")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_are_found_by_their_wires() {
        let text = "module a (output \\led_o[0] );\n\nreg n1 = 0;\n// (0, 0, 'glb_netwk_0')\n// (9, 4, 'lutff_1/out')\n\n\
            wire n31;\n// (0, 17, 'mult/O_16')\n\nwire \\led_o[0] ;\n// (17, 0, 'io_0/PAD')\n\n// RAM TILE 6 1\n";
        let nets = Nets::parse(text).unwrap();
        assert_eq!(nets.of([9, 4], "lutff_1/out"), Some("n1"));
        assert_eq!(nets.of([0, 17], "mult/O_16"), Some("n31"));
        assert_eq!(nets.of([17, 0], "io_0/PAD"), Some("\\led_o[0] "));
        assert_eq!(nets.of([0, 17], "mult/O_17"), None);
        assert_eq!(nets.ends("n1"), ["lutff_1/out of 9 4"]);
    }

    #[test]
    fn nets_are_named_by_their_drivers() {
        let text = "reg n1 = 0;\n// (0, 0, 'glb_netwk_0')\n// (9, 4, 'lutff_1/out')\n\nwire n31;\n// (0, 17, 'mult/O_16')\n\n\
            wire n3;\n// (0, 17, 'lutff_0/in_1')\n\nwire tx_o;\n// (9, 5, 'lutff_1/out')\n\nassign n1 = (n31 ? n3 : tx_o);\n";
        let named = named(text);
        assert!(named.ends_with("assign t9_4_lutff_1_out = (t0_17_mult_O_16 ? n3 : tx_o);\n"), "{named}");
        assert!(named.starts_with("reg t9_4_lutff_1_out = 0;\n// (0, 0, 'glb_netwk_0')\n"), "{named}");
        assert_eq!(Nets::parse(&named).unwrap().of([0, 17], "mult/O_16"), Some("t0_17_mult_O_16"));
    }

    #[test]
    fn other_texts_are_refused() {
        assert!(Nets::parse("wire n1;\n").is_err());
        assert!(Nets::parse("// (9, 4, 'lutff_1/out')\n").is_err());
        let twice = "wire n1;\n// (9, 4, 'lutff_1/out')\n\nwire n2;\n// (9, 4, 'lutff_1/out')\n";
        assert!(Nets::parse(twice).is_err());
        assert!(Nets::parse(&twice.replace("lutff_1/out", "io_1/PAD")).is_ok());
    }
}
