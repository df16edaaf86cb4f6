//! The configuration bits of an iCE40 as Verilog: what a bitstream says, not what it was made of.
//!
//! ```text
//! .bin ─► iceunpack ─► icebox_explain: what the bits of each tile mean ─► checked ─┐
//!                  └─► icebox_vlog: Verilog, and where its nets lie ──────────────┴─► multipliers added ─► Yosys: tidied
//! ```
//! Nothing is passed over: bits without a meaning, settings without a model, and nets that are read and driven by nothing
//! are errors.

mod clocks;
mod explained;
mod mac16;
mod nets;

use super::model_tools::ModelTools;
use explained::Explained;
use gdl2hdl_boards::pll::Pll;
use gdl2hdl_hdl::board::readback_models;
use gdl2hdl_verilate::spec::inert;
use gdl2hdl_verilate::tools::Process;
use gdl2hdl_verilate::{Family, KeyBuilder, Netlist, Observer, SimError, digest};
use nets::Nets;
use std::borrow::Cow;
use std::fs;
use std::path::Path;

/// The stage of a build in which this is done.
pub(super) const STAGE: &str = "read back";
/// Changes with what is made of the tools' text here.
const VERSION: &str = "read back 5";

/// What `icebox_vlog` makes of a bitstream.
const RAW: &str = "raw.v";
/// What `icebox_explain` says of it.
const EXPLAINED: &str = "explained.txt";
/// The bits as text.
const UNPACKED: &str = "unpacked.asc";

/// What every bitstream of an iCE40 begins with, behind a comment.
const PREAMBLE: [u8; 4] = [0x7e, 0xaa, 0x99, 0x7e];
/// A comment that says nothing.
const NO_COMMENT: [u8; 4] = [0xff, 0x00, 0x00, 0xff];

/// A bitstream of an iCE40, and what is known of the design in it.
pub struct Bitstream<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// Name that the top module is to have, a plain identifier.
    pub top: &'a str,
    /// The package, as nextpnr names it: `sg48`.
    pub package: &'a str,
    /// The pins, as nextpnr reads them (`.pcf`). The UART is at `rx_i` and `tx_o`, the clock comes from `clk_i`.
    pub pins: &'a str,
    /// The PLL and its settings, where it has one.
    pub pll: Option<Pll>,
}

/// The design of a bitstream. Of its outputs there is `tx_o` alone.
///
/// **Cost:** ten seconds, or none where the cache has it.
///
/// # Errors
/// [`SimError::NoDesign`] where something is set in it that has no meaning or no model, where nothing drives a net that
/// is read, or its PLL is another one; errors of the tools.
pub fn read_back(
    bitstream: &Bitstream<'_>,
    tools: &ModelTools<'_>,
    observer: &dyn Observer,
) -> Result<Netlist, SimError> {
    let yosys = tools.yosys()?;
    let (top, pins) = (bitstream.top, names(bitstream.pins));
    let refused = |reason: String| SimError::NoDesign { what: "the bitstream", reason };
    let bits = configuration(bitstream.bytes).ok_or_else(|| refused("it is none of an iCE40".to_owned()))?;
    let models: String = readback_models().iter().map(|(_, text)| *text).collect();
    let key = KeyBuilder::default().part(VERSION).part(yosys.version()).part(digest(&bits)).part(top).part(&pins);
    let key = key.part(bitstream.package).part(format!("{:?}", bitstream.pll)).part(&models).finish();
    let made = tools.cache.texts(&key, ["tidy.v", "cells.json"], observer, |work| {
        let file = |name: &str| work.join(name);
        let put = |name: &str, bytes: &[u8]| fs::write(file(name), bytes).map_err(SimError::io("write", file(name)));
        let text = |name: &str| fs::read_to_string(file(name)).map_err(SimError::io("read", file(name)));
        let tool = |name: &str| Process::new(Path::new(name), work).help("apt-get install fpga-icestorm");
        put("bits.bin", &bits)?;
        put("names.pcf", pins.as_bytes())?;
        put("models.v", models.as_bytes())?;
        tool("iceunpack").args(["bits.bin", UNPACKED]).observed(tools.limits, STAGE, observer)?;
        let explain = tool("icebox_explain").args([UNPACKED]);
        explain.stdout_to(&file(EXPLAINED)).observed(tools.limits, STAGE, observer)?;
        let explained = understood(&text(UNPACKED)?, &text(EXPLAINED)?).map_err(refused)?;
        let vlog = tool("icebox_vlog").args(["-n", top, "-d", bitstream.package, "-p", "names.pcf", UNPACKED]);
        vlog.stdout_to(&file(RAW)).observed(tools.limits, STAGE, observer)?;
        let raw = nets::named(&text(RAW)?);
        let whole = whole(&explained, &raw, bitstream.pll).map_err(refused)?;
        put(RAW, whole.as_bytes())?;
        let found = yosys.tidied(top, Family::Ice40, work, observer)?;
        match found.is_empty() {
            true => Ok(()),
            false => Err(refused(undriven(&found, &raw))),
        }
    });
    let [text, counts] = made?;
    inert(&text).and_then(|text| yosys.made(top, Family::Ice40, text, &counts))
}

/// What the bits mean, where all of them have a meaning.
fn understood(unpacked: &str, text: &str) -> Result<Explained, String> {
    let explained = Explained::parse(text)?;
    explained.has_models()?;
    clocks::reach(unpacked, &explained)?;
    Ok(explained)
}

/// The Verilog of a whole design, out of what `icebox_vlog` made of it.
fn whole(explained: &Explained, raw: &str, pll: Option<Pll>) -> Result<String, String> {
    clocks::are_made(raw, pll)?;
    connected(raw)?;
    let nets = Nets::parse(raw)?;
    let multipliers = mac16::instances(explained, &nets)?;
    let fed = fed(raw);
    // Inputs of multipliers, as names that are declared nowhere.
    let lines = fed.lines().filter(|line| !(line.starts_with("/* DSP") && line.contains("*/ assign dsp")));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let end = text.rfind("endmodule").ok_or("`icebox_vlog` wrote no whole module")?;
    Ok(format!("{}{multipliers}{}", &text[..end], &text[end..]))
}

/// A bitstream without its comment, which would become a part of the text that is read back. `None` where it is none.
fn configuration(bytes: &[u8]) -> Option<Vec<u8>> {
    let at = bytes.windows(PREAMBLE.len()).position(|window| window == PREAMBLE)?;
    Some([&NO_COMMENT, &bytes[at..]].concat())
}

/// The pins without what `icebox_vlog` does not read: options, frequencies.
fn names(pins: &str) -> String {
    let pin = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, pin] = words.strip_prefix(&["set_io"])?.last_chunk::<2>()?;
        Some(format!("set_io {name} {pin}\n"))
    };
    pins.lines().filter_map(pin).collect()
}

/// Whether the design is at the pins of the UART.
fn connected(raw: &str) -> Result<(), String> {
    let lost = ["rx_i", "tx_o"].into_iter().find(|port| raw.contains(&unmatched(port)));
    lost.map_or(Ok(()), |port| Err(format!("nothing is at the pin of `{port}`")))
}

/// What `icebox_vlog` says of a pin without a wire.
fn unmatched(port: &str) -> String {
    format!("unmatched port '{port}'")
}

/// The Verilog with the clock pin at a PLL that sits at a pad. Bitstreams do not say where such a PLL takes its clock
/// from, as there is but one pad for each: `icebox_vlog` leaves both ends open. nextpnr has seen to it that the clock pin
/// is this pad.
fn fed(raw: &str) -> Cow<'_, str> {
    const PAD: &str = ".PACKAGEPIN(";
    let net = || {
        let from = raw.find(PAD)? + PAD.len();
        Some((from, from + raw[from..].find(')')?))
    };
    match net().filter(|_| raw.contains(&unmatched("clk_i"))) {
        Some((from, to)) => Cow::Owned(format!("{}clk_i{}", &raw[..from], &raw[to..])),
        None => Cow::Borrowed(raw),
    }
}

/// What Yosys found, with the places of nets that nothing drives.
fn undriven(found: &[String], raw: &str) -> String {
    const NO_DRIVER: &str = " is used but has no driver";
    let words = |line: &String| {
        let net = line.split_once(NO_DRIVER).and_then(|(wire, _)| wire.rsplit_once('\\')).map(|(_, net)| net.trim());
        let Some(net) = net else { return line.clone() };
        let ends = Nets::parse(raw).map(|nets| nets.ends(net)).unwrap_or_default();
        let places = if ends.is_empty() { String::new() } else { format!(" ({})", ends.join(", ")) };
        format!("`{net}` is read, and nothing drives it{places}")
    };
    let shown: Vec<String> = found.iter().take(3).map(words).collect();
    let more = found.len().saturating_sub(shown.len());
    format!("{}{}", shown.join("; "), if more > 0 { format!("; {more} more") } else { String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pll_at_a_pad_is_fed_by_the_clock_pin() {
        let open = "SB_PLL40_PAD pll (\n  .PACKAGEPIN(n27),\n  .LOCK(n3)\n);\n// Warning: unmatched port 'clk_i'\n";
        assert_eq!(fed(open), open.replace("n27", "clk_i"));
        let joined = "SB_PLL40_CORE pll (\n  .REFERENCECLK(n27)\n);\nassign n27 = clk_i;\n";
        assert_eq!(fed(joined), joined);
        assert_eq!(
            fed("// Warning: unmatched port 'clk_i'\n.PACKAGEPIN("),
            "// Warning: unmatched port 'clk_i'\n.PACKAGEPIN("
        );
    }

    #[test]
    fn a_serial_line_without_a_pin_is_refused() {
        assert_eq!(connected("// Warning: unmatched port 'clk_i'\n"), Ok(()));
        let refused = connected("// Warning: unmatched port 'tx_o'\n").unwrap_err();
        assert_eq!(refused, "nothing is at the pin of `tx_o`");
    }

    #[test]
    fn comments_are_no_part_of_a_configuration() {
        let bits = [&b"\xff\0made by\0.sym 1 $system\0\0\xff"[..], &PREAMBLE, b"bits"].concat();
        assert_eq!(configuration(&bits), Some([&NO_COMMENT[..], &PREAMBLE, b"bits"].concat()));
        assert_eq!((configuration(b"\x7e\xaa\x99"), configuration(b"")), (None, None));
    }

    #[test]
    fn pins_lose_their_options() {
        let pins =
            "# a board\nset_io clk_i J3\nset_io -pullup yes rx_i B10\nset_io led_o[0] B5\nset_frequency clk_i 12\n";
        assert_eq!(names(pins), "set_io clk_i J3\nset_io rx_i B10\nset_io led_o[0] B5\n");
    }

    #[test]
    fn nets_without_a_driver_are_named_with_their_places() {
        let raw = "wire n31;\n// (0, 17, 'mult/O_16')\n// (1, 2, 'lutff_0/in_1')\n";
        let found =
            ["Wire top.\\n31 is used but has no driver.".to_owned(), "found logic loop in module top:".to_owned()];
        let said = "`n31` is read, and nothing drives it (mult/O_16 of 0 17, lutff_0/in_1 of 1 2); found logic loop in module top:";
        assert_eq!(undriven(&found, raw), said);
        let many = vec!["Wire top.\\n9 is used but has no driver.".to_owned(); 5];
        assert!(undriven(&many, raw).ends_with("`n9` is read, and nothing drives it; 2 more"));
    }
}
