//! The engine whose seeds the host makes: a queue of jobs, each a lane, what takes them to the lane and its counters to
//! reports, the lane, the counters.
//!
//! A job and a report are bytes. A job goes through one shift register that ends up as generators and number of playouts of
//! the lane, as step limit and start state: nothing finds its place by a number.

use super::{counted, header, reset};
use crate::playout::core::instance;
use crate::playout::picks::clog2;
use crate::playout::shape::EngineShape;
use crate::playout::text::{Text, pin};

/// Least size of the queue of jobs, as a power of two: less would not make its memory smaller on an iCE40. **Units:** bytes.
const JOBS: u32 = 9;
/// Jobs that wait in the queue at least.
const LEAST: usize = 4;
/// Numbers of the tally behind the counters: one that is not looked at, in the place of the flags, and the clocks.
const BESIDE: usize = 2;

/// The text of `<game>_engine`.
pub(super) fn text(shape: &EngineShape) -> String {
    let mut out = Text::default();
    header(shape, &mut out);
    signals(shape, &mut out);
    reset(&mut out);
    jobs(shape, &mut out);
    solo(shape, &mut out);
    lane(shape, &mut out);
    tally(&mut out);
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

/// Two to the power of this is the number of bytes in the queue of jobs.
pub(super) fn job_depth(shape: &EngineShape) -> u32 {
    clog2(LEAST * 4 * shape.job().words()).max(JOBS)
}

fn signals(shape: &EngineShape, out: &mut Text) {
    let counters = shape.counters.len();
    let parameters = [
        ("CORES", shape.config.cores as usize),
        ("CLUSTERS", 1),
        ("STAGES", shape.config.stages() as usize),
        ("STATE", shape.state()),
        ("COUNTERS", counters),
        ("ALL", counters + BESIDE),
        ("WIDTH", shape.config.counter_bits as usize),
        ("ADDRESS", clog2(counters + BESIDE) as usize),
    ];
    for (name, value) in parameters {
        out.line(format!("  localparam {name} = {value};"));
    }
    out.line("");
}

fn jobs(shape: &EngineShape, out: &mut Text) {
    out.line("  // Bytes of jobs wait here.\n  wire job_valid, job_ready;\n  wire [7:0] job_data;");
    let pins = [
        ("clk_i", "clk_i"),
        ("rst_i", "rst_i"),
        ("valid_i", "job_valid_i"),
        ("ready_o", "job_ready_o"),
        ("data_i", "job_data_i"),
        ("valid_o", "job_valid"),
        ("ready_i", "job_ready"),
        ("data_o", "job_data"),
    ];
    let module = format!("playout_queue #(.WIDTH(8), .LOG_DEPTH({}))", job_depth(shape));
    instance(out, &module, "jobs", &pins.map(|(port, signal)| pin(port, signal)));
}

fn solo(shape: &EngineShape, out: &mut Text) {
    let limit = shape.job().host.map_or(0, |host| host.limit);
    out.lines(&format!(
        "  // The job that is played, and its report.
  wire take, offer, ended, active, clock, tally_ready, settled, take_counter, overflow, reported;
  wire [7:0] left;
  wire [STATE-1:0] start;
  wire [{}:0] step_last;
  wire [ADDRESS-1:0] number;
  wire [1:0] number_byte;
  wire [7:0] value;",
        (8 * limit).max(1) - 1
    ));
    let pins = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("job_valid_i", "job_valid"),
        ("job_ready_o", "job_ready"),
        ("job_data_i", "job_data"),
        ("take_o", "take"),
        ("byte_i", "left"),
        ("start_o", "start"),
        ("step_last_o", "step_last"),
        ("offer_o", "offer"),
        ("ended_i", "ended"),
        ("active_o", "active"),
        ("clock_o", "clock"),
        ("ready_i", "tally_ready"),
        ("settled_i", "settled"),
        ("take_counter_o", "take_counter"),
        ("address_o", "number"),
        ("byte_o", "number_byte"),
        ("value_i", "value"),
        ("overflow_i", "overflow"),
        ("clear_o", "reported"),
        ("report_valid_o", "report_valid_o"),
        ("report_ready_i", "report_ready_i"),
        ("report_data_o", "report_data_o"),
        ("report_last_o", "report_last_o"),
        ("busy_o", "busy_o"),
    ];
    let sizes = ".STATE(STATE), .COUNTERS(COUNTERS), .ADDRESS(ADDRESS)";
    let module = format!("playout_solo #(.BYTES({}), .LIMIT({limit}), {sizes})", 4 * shape.job().words());
    instance(out, &module, "solo", &pins.map(|(port, signal)| pin(port, signal)));
    match limit {
        0 => out.line("  wire unused_limit = &{1'b0, step_last};\n"),
        bytes if 8 * bytes > shape.step() => {
            out.line(format!("  wire unused_limit = &{{1'b0, step_last[{}:{}]}};\n", 8 * bytes - 1, shape.step()));
        }
        _ => {}
    }
}

fn lane(shape: &EngineShape, out: &mut Text) {
    let config = &shape.config;
    out.line("  // The lane.\n  wire unused_room;\n  wire [CORES*COUNTERS-1:0] events;");
    let mut pins: Vec<String> = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("start_i", "start"),
        ("offer_i", "offer"),
        ("take_i", "take"),
        ("byte_i", "job_data"),
        ("byte_o", "left"),
        ("room_o", "unused_room"),
        ("ended_o", "ended"),
        ("events_o", "events"),
    ]
    .map(|(port, signal)| pin(port, signal))
    .to_vec();
    pins.extend((!config.unlimited).then(|| pin("step_last_i", &format!("step_last[{}:0]", shape.step() - 1))));
    pins.extend(shape.debug_ports().into_iter().map(|(name, ..)| pin(name, name)));
    let (multiply, memory) = (u8::from(config.multipliers), u8::from(config.memories));
    let block = match config.carrying_cores {
        _ if !shape.step_carries() => String::new(),
        0 => ", .BLOCK(0)".to_owned(),
        _ => format!(", .BLOCK({})", config.block_bits),
    };
    let module = format!("{} #(.MULTIPLY({multiply}), .MEMORY({memory}){block})", shape.module("lane"));
    instance(out, &module, "lane", &pins);
    counted(shape, out);
}

fn tally(out: &mut Text) {
    out.lines(
        "  // The counters, and the clocks, which are an event of the first core.
  wire [CORES*ALL-1:0] counted;
  genvar i;
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_counted
      assign counted[i*ALL+:ALL] = {i == 0 ? clock : 1'b0, 1'b0, events[i*COUNTERS+:COUNTERS] & COUNTED};
    end
  endgenerate",
    );
    let pins = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("active_i", "active"),
        ("events_i", "counted"),
        ("ready_o", "tally_ready"),
        ("settled_o", "settled"),
        ("take_i", "take_counter"),
        ("address_i", "number"),
        ("byte_i", "number_byte"),
        ("value_o", "value"),
        ("overflow_o", "overflow"),
        ("clear_i", "reported"),
    ];
    let module = "playout_byte_tally #(.COUNTERS(ALL), .CORES(CORES), .WIDTH(WIDTH))";
    instance(out, module, "tally", &pins.map(|(port, signal)| pin(port, signal)));
}
