//! An engine with its UART.

use super::error::DesignError;
use super::{BoardPort, Link, MAX_JOB_WORDS, MAX_WINDOW, Tunable, hello};
use crate::playout::text::{Text, pin, port, range};
use crate::playout::{Direction, Gateware, instance};
use gdl2hdl_emit::module_name;

/// Clocks of a bit on the UART, at least.
pub(super) const CLOCKS_PER_BIT: u64 = 4;
/// Bytes of two jobs, and of what comes while a piece of a report is sent, must find room in the inbox.
const PIECE_BYTES: usize = 280;
/// Least size of an inbox, as a power of two: less would not make its memory smaller on an iCE40.
const INBOX: u32 = 9;

/// The ports: direction, name, meaning.
const PORTS: [(Direction, &str, &str); 6] = [
    (Direction::In, "clk_i", ""),
    (Direction::In, "rst_i", "  // at least two cycles"),
    (Direction::In, "rx_i", "  // from the host"),
    (Direction::Out, "tx_o", "  // to the host"),
    (Direction::Out, "busy_o", "  // jobs are not yet reported"),
    (Direction::Out, "heard_o", "  // a good frame came"),
];

/// Numbers of a link.
pub(super) struct LinkPlan {
    pub(super) module: String,
    pub(super) window: usize,
    pub(super) hello: [u32; hello::WORDS],
    link: Link,
    tunable: Tunable,
    inbox: u32,
}

impl LinkPlan {
    pub(super) fn new(gateware: &Gateware, link: Link, tunable: Tunable) -> Result<Self, DesignError> {
        let Link { clock_hz, baud } = link;
        if baud == 0 || u64::from(clock_hz) < CLOCKS_PER_BIT * u64::from(baud) {
            return Err(DesignError::Baud { baud, clock_hz });
        }
        let words = gateware.job.words();
        if words > MAX_JOB_WORDS {
            return Err(DesignError::Job { words });
        }
        let window = gateware.waiting_jobs.min(MAX_WINDOW);
        // A frame has a header and a check, and takes a byte more than it has.
        let room = 2 * (4 * (words + 2) + 1) + PIECE_BYTES;
        Ok(Self {
            module: module_name(&gateware.manifest.name, "linked"),
            window,
            hello: hello::words(gateware, link, window),
            link,
            tunable,
            inbox: INBOX.max(room.next_power_of_two().trailing_zeros()),
        })
    }
}

pub(super) fn ports() -> Vec<BoardPort> {
    PORTS.iter().map(|&(direction, name, _)| BoardPort { name, width: 1, direction }).collect()
}

/// The text of `<game>_linked`.
pub(super) fn text(gateware: &Gateware, plan: &LinkPlan) -> String {
    let mut out = Text::default();
    out.lines(
        "// A playout engine with its UART.\n//\n\
         // docs/LINK.md describes what is said over the UART.\n\n`default_nettype none\n",
    );
    let kind = |direction| if direction == Direction::In { "input  wire" } else { "output wire" };
    let ports: Vec<String> =
        PORTS.iter().map(|(direction, name, meaning)| port(kind(*direction), 0, &format!("{name}{meaning}"))).collect();
    out.list(&format!("module {}", plan.module), &ports);
    out.lines("  wire engine_rst, job_valid, job_ready, report_valid, report_ready, report_last;");
    out.line(format!("  wire {}job_data, report_data;\n", range(gateware.stream_bits)));
    out.line("  // Who this is, the first word in the lowest bits.");
    let words: Vec<String> = plan.hello.iter().rev().map(|word| format!("32'h{word:08x}")).collect();
    out.line(format!(
        "  localparam [319:0] HELLO = {{\n      {},\n      {}\n  }};\n",
        words[..5].join(", "),
        words[5..].join(", ")
    ));
    link(gateware, plan, &mut out);
    engine(gateware, &mut out);
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

fn link(gateware: &Gateware, plan: &LinkPlan, out: &mut Text) {
    let LinkPlan { link: Link { clock_hz, baud }, window, inbox, .. } = plan;
    let words = gateware.job.words();
    let word = match gateware.stream_bits {
        32 => String::new(),
        bits => format!(", .WORD({bits})"),
    };
    let sizes = format!(".JOB_WORDS({words}), .WINDOW({window}), .INBOX({inbox}){word}, .HELLO(HELLO)");
    let tunable = match plan.tunable {
        Tunable::No => "",
        Tunable::Ecp5 => ", .TUNABLE(1)",
        Tunable::Ice40 => ", .TUNABLE(2)",
        Tunable::Small => ", .TUNABLE(3)",
    };
    let module = format!("link_port #(\n      .CLOCK_HZ({clock_hz}), .BAUD({baud}){tunable},\n      {sizes}\n  )");
    let same = ["clk_i", "rst_i", "rx_i", "tx_o"].map(|port| pin(port, port)).into_iter();
    let streams = [
        ("engine_rst_o", "engine_rst"),
        ("job_valid_o", "job_valid"),
        ("job_ready_i", "job_ready"),
        ("job_data_o", "job_data"),
        ("report_valid_i", "report_valid"),
        ("report_ready_o", "report_ready"),
        ("report_data_i", "report_data"),
        ("report_last_i", "report_last"),
        ("busy_o", "busy_o"),
        ("heard_o", "heard_o"),
    ];
    let pins: Vec<String> = same.chain(streams.map(|(port, signal)| pin(port, signal))).collect();
    instance(out, &module, "link", &pins);
}

fn engine(gateware: &Gateware, out: &mut Text) {
    let streams = [
        ("clk_i", "clk_i"),
        ("rst_i", "engine_rst"),
        ("job_valid_i", "job_valid"),
        ("job_ready_o", "job_ready"),
        ("job_data_i", "job_data"),
        ("report_valid_o", "report_valid"),
        ("report_ready_i", "report_ready"),
        ("report_data_o", "report_data"),
        ("report_last_o", "report_last"),
        ("busy_o", ""),
    ];
    let debug = gateware.debug.iter().map(|port| pin(port.name, ""));
    let pins: Vec<String> = streams.iter().map(|(port, signal)| pin(port, signal)).chain(debug).collect();
    out.line("  /* verilator lint_off PINCONNECTEMPTY */");
    instance(out, &gateware.engine, "engine", &pins);
    out.line("  /* verilator lint_on PINCONNECTEMPTY */");
}
