//! A core file for FuseSoC, so that the engine can be a part of other people's designs.

use super::parts::SourceFile;
use super::shape::Shape;
use std::fmt::Write;

/// The file `<game>_playouts.core` (CAPI 2). All names in it are identifiers that this crate made.
pub(super) fn file(shape: &Shape, files: &[SourceFile]) -> SourceFile {
    let (name, top, engine) = (shape.module("playouts"), shape.module("top"), shape.module("engine"));
    let mut list = String::new();
    for file in files.iter().filter(|file| file.name != format!("{top}.v")) {
        let _ok = writeln!(list, "      - {}", file.name); // Writing to a string can't fail.
    }
    let version = env!("CARGO_PKG_VERSION");
    // Synthesis for ECP5 uses multipliers unless told not to.
    let dsp = if shape.config.multipliers { "\n      yosys_synth_options: [-dsp]" } else { "" };
    let text = format!(
        "CAPI=2:
name: gdl2hdl:playouts:{name}:{version}
description: Random playouts of a game in hardware

filesets:
  rtl:
    files:
{list}    file_type: verilogSource
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
