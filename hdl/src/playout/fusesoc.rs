//! Core files for FuseSoC, so that engines can be parts of other people's designs: one for each engine, and one for the
//! parts that all engines share, which is in a design once, however many engines there are.

use super::Gateware;
use super::shared::Parts;
use crate::source::SourceFile;
use gdl2hdl_emit::{digest, module_name};
use std::fmt::Write;

/// The flag of a design on an ECP5, and the one of a simulator or linter of such a design.
const FLAGS: &str = "gdl2hdl_ecp5";
const MODELS: &str = "gdl2hdl_models";

/// The lines of a list of files in a core file.
fn lines(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut list = String::new();
    for name in names {
        let _ok = writeln!(list, "      - {}", name.as_ref()); // Writing to a string can't fail.
    }
    list
}

/// The version of the parts: that of the program, and a number of their texts. Cores with equal versions hold equal parts.
fn version_of(parts: &Parts) -> String {
    let text: String = parts.all().flat_map(|part| [part.name.as_str(), "\n", &part.text]).collect();
    let number = u32::from_str_radix(&digest(&text)[..8], 16).unwrap_or_default();
    format!("{}.{number}", env!("CARGO_PKG_VERSION"))
}

/// The file `gdl2hdl_parts.core` (CAPI 2) of all parts. The texts of an ECP5 and the plain ones have the same modules: a
/// flag, which holds for a whole design, says which of the two it has.
pub(super) fn parts(parts: &Parts) -> SourceFile {
    let (plain, common): (Vec<_>, Vec<_>) = parts.plain.iter().partition(|part| parts.has_text_for_ecp5(part));
    let list = |files: &mut dyn Iterator<Item = &SourceFile>| lines(files.map(|file| &file.name));
    let text = format!(
        "CAPI=2:
name: gdl2hdl:playouts:parts:{version}
description: Parts that the playout engines of all games share

filesets:
  common:
    files:
{common}    file_type: verilogSource
  plain:
    files:
{plain}    file_type: verilogSource
  ecp5:
    files:
{ecp5}    file_type: verilogSource
  models:
    files:
{models}    file_type: verilogSource

targets:
  default:
    description: Plain texts; with the flag {FLAGS} those for an ECP5, with {MODELS} also models of its cells
    filesets: [common, \"!{FLAGS} ? (plain)\", \"{FLAGS} ? (ecp5)\", \"{MODELS} ? (models)\"]
",
        version = version_of(parts),
        common = list(&mut common.into_iter()),
        plain = list(&mut plain.into_iter()),
        ecp5 = list(&mut parts.ecp5.iter()),
        models = list(&mut parts.models.iter()),
    );
    SourceFile { name: "gdl2hdl_parts.core".to_owned(), text }
}

/// The file `<game>_playouts.core` (CAPI 2). All names in it are identifiers that this crate made.
pub(super) fn engine(gateware: &Gateware, own: &[String], parts: &Parts) -> SourceFile {
    let (name, top, engine) = (module_name(&gateware.manifest.name, "playouts"), &gateware.top, &gateware.engine);
    let (list, parts, version) = (lines(own), version_of(parts), env!("CARGO_PKG_VERSION"));
    // Synthesis for ECP5 uses multipliers unless told not to.
    let dsp = if gateware.config.multipliers { "\n      yosys_synth_options: [-dsp]" } else { "" };
    let text = format!(
        "CAPI=2:
name: gdl2hdl:playouts:{name}:{version}
description: Random playouts of a game in hardware

filesets:
  rtl:
    files:
{list}    file_type: verilogSource
    depend:
      - gdl2hdl:playouts:parts:{parts}
  example:
    files:
      - {top}.v
    file_type: verilogSource

targets:
  default:
    description: What other designs need; run by itself, the engine is linted
    filesets: [rtl]
    toplevel: {engine}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
  lint:
    description: The example of a top is linted with Verilator
    filesets: [rtl, example]
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
  lint_ecp5:
    description: The same with the texts for an ECP5 and models of its cells
    filesets: [rtl, example]
    flags: {{{FLAGS}: true, {MODELS}: true}}
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
  ice40:
    description: The example of a top is mapped to an iCE40 with Yosys
    filesets: [rtl, example]
    toplevel: {top}
    flow: generic
    flow_options:
      tool: yosys
      arch: ice40{dsp}
      output_format: json
  ecp5:
    description: The example of a top is mapped to an ECP5 with Yosys
    filesets: [rtl, example]
    flags: {{{FLAGS}: true}}
    toplevel: {top}
    flow: generic
    flow_options:
      tool: yosys
      arch: ecp5
      output_format: json
"
    );
    SourceFile { name: format!("{name}.core"), text }
}
