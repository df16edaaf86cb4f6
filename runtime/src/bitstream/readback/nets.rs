//! Which net a wire of the device is a part of: what `icebox_vlog` of Project IceStorm says in its comments.
//!
//! ```text
//! wire n31;
//! // (0, 17, 'mult/O_16')
//! // (1, 2, 'lutff_0/in_1')
//! ```

use super::explained::Place;
use std::collections::BTreeMap;

/// Nets by the wires of tiles.
pub(super) struct Nets<'t>(BTreeMap<(Place, &'t str), &'t str>);

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
    pub(super) fn of(&self, place: Place, wire: &str) -> Option<&'t str> {
        self.0.get(&(place, wire)).copied()
    }

    /// Where a net lies, for messages: its first wires.
    pub(super) fn wires(&self, net: &str) -> Vec<String> {
        let mut wires: Vec<String> = self.0.iter().filter(|(_, of)| **of == net).map(|((place, wire), _)| {
            let [column, row] = place;
            format!("{wire} of {column} {row}")
        }).collect();
        wires.truncate(4);
        wires
    }
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
fn wire(text: &str) -> Option<(Place, &str)> {
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
        assert_eq!(nets.wires("n1"), ["glb_netwk_0 of 0 0", "lutff_1/out of 9 4"]);
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
