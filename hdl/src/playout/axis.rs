//! An engine with AXI-Stream ports, as IP of FPGA makers has them.

use super::Gateware;
use super::core::instance;
use super::text::BIT;
use super::text::{Text, pin, port};
use crate::source::SourceFile;
use gdl2hdl_emit::module_name;

/// The ports: kind, bits where they are not those of a stream, name, meaning.
const PORTS: [(&str, Option<usize>, &str, &str); 12] = [
    ("input  wire", Some(BIT), "aclk", ""),
    ("input  wire", Some(BIT), "aresetn", "  // synchronous, active low"),
    ("input  wire", Some(BIT), "s_axis_tvalid", "  // words of jobs"),
    ("output wire", Some(BIT), "s_axis_tready", ""),
    ("input  wire", None, "s_axis_tdata", ""),
    ("input  wire", Some(BIT), "s_axis_tlast", "  // only with the last word of a job"),
    ("output wire", Some(BIT), "m_axis_tvalid", "  // words of reports"),
    ("input  wire", Some(BIT), "m_axis_tready", ""),
    ("output wire", None, "m_axis_tdata", ""),
    ("output wire", Some(BIT), "m_axis_tlast", "  // with the last word of each report"),
    ("output wire", Some(BIT), "busy_o", "  // a job is played or reported"),
    ("output reg ", Some(BIT), "misframed_o", "  // a packet ended inside a job; until the next reset"),
];

/// The file `<game>_axis.v`.
pub(super) fn file(gateware: &Gateware) -> SourceFile {
    let module = module_name(&gateware.manifest.name, "axis");
    let stream = gateware.stream_bits;
    let words = gateware.job.words() * 32 / stream;
    let mut out = Text::default();
    out.lines(
        "// A playout engine with AXI-Stream ports: words of jobs come in, words of reports go out.\n//\n\
         // A packet of jobs holds whole jobs, one or more; each report is a packet. hdl/INTERFACE.md describes the words.\n\n\
         `default_nettype none\n",
    );
    let list =
        PORTS.map(|(kind, bits, name, meaning)| format!("{}{meaning}", port(kind, bits.unwrap_or(stream), name)));
    out.list(&format!("module {module}"), &list);
    out.lines(&format!(
        "  // Valid and ready are low in reset, whatever the engine says before its first clock.
  wire rst = ~aresetn;
  wire job_ready, report_valid;
  assign s_axis_tready = aresetn & job_ready;
  assign m_axis_tvalid = aresetn & report_valid;

  // The word of a job that comes next: packets must end with the last one.
  localparam [{bit}:0] LAST = {bits}'d{last};
  reg [{bit}:0] word_q;
  wire taken = s_axis_tvalid & s_axis_tready;
  always @(posedge aclk) begin
    if (rst) begin
      word_q <= {bits}'d0;
      misframed_o <= 1'b0;
    end else if (taken) begin
      word_q <= word_q == LAST ? {bits}'d0 : word_q + {bits}'d1;
      misframed_o <= misframed_o | (s_axis_tlast & (word_q != LAST));
    end
  end
",
        bits = bits(words),
        bit = bits(words) - 1,
        last = words - 1,
    ));
    let streams = [
        ("clk_i", "aclk"),
        ("rst_i", "rst"),
        ("job_valid_i", "s_axis_tvalid"),
        ("job_ready_o", "job_ready"),
        ("job_data_i", "s_axis_tdata"),
        ("report_valid_o", "report_valid"),
        ("report_ready_i", "m_axis_tready"),
        ("report_data_o", "m_axis_tdata"),
        ("report_last_o", "m_axis_tlast"),
        ("busy_o", "busy_o"),
    ];
    let debug = gateware.debug.iter().map(|port| pin(port.name, ""));
    let pins: Vec<String> = streams.iter().map(|(port, signal)| pin(port, signal)).chain(debug).collect();
    out.line("  /* verilator lint_off PINCONNECTEMPTY */");
    instance(&mut out, &gateware.engine, "engine", &pins);
    out.line("  /* verilator lint_on PINCONNECTEMPTY */");
    out.line("endmodule\n\n`default_nettype wire");
    SourceFile { name: format!("{module}.v"), text: out.finish() }
}

/// Bits of the number of a word.
fn bits(words: usize) -> u32 {
    words.next_power_of_two().trailing_zeros()
}
