//! The engine: queues, controller, seeder, cores, counters; and an example of a top around it.

mod cores;
mod solo;

use super::core::{instance, value_events};
use super::picks::clog2;
use super::ports::{Direction, debug_ports, streams};
use super::shape::EngineShape;
use super::text::{Text, pin, port, range};

/// Jobs that wait in the queue at least.
const JOBS: usize = 4;
/// Words of jobs that wait at least: less would not make its memory smaller on an iCE40.
const JOB_WORDS: usize = 256;
/// Words of reports that wait at least.
const REPORT_WORDS: usize = 64;
/// The same where reports have rows of first moves. A memory of an iCE40 is as deep.
const LONG_REPORT_WORDS: usize = 256;

/// The text of `<game>_engine`.
pub(super) fn text(shape: &EngineShape) -> String {
    if shape.config.host_seeds {
        return solo::text(shape);
    }
    let mut out = Text::default();
    header(shape, &mut out);
    signals(shape, &mut out);
    reset(&mut out);
    queues(shape, &mut out);
    control(shape, &mut out);
    start(shape, &mut out);
    cores::feeder(shape, &mut out);
    cores::cores(shape, &mut out);
    counters(shape, &mut out);
    report(shape, &mut out);
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}

/// Bits of a counter's number.
fn address(shape: &EngineShape) -> usize {
    clog2(shape.counters.len()).max(1) as usize
}

fn stream_ports(shape: &EngineShape) -> Vec<String> {
    let kind = |direction| if direction == Direction::In { "input  wire" } else { "output wire" };
    let ports = streams(shape.stream()).into_iter();
    ports.map(|(direction, bits, name, meaning)| port(kind(direction), bits, &format!("{name}{meaning}"))).collect()
}

fn header(shape: &EngineShape, out: &mut Text) {
    out.lines(&format!(
        "// The playout engine: takes jobs, plays them on {} cores, and reports.\n\
         //\n\
         // INTERFACE.md describes the ports, and the words of jobs and reports. The debug ports may stay open.\n\
         \n`default_nettype none\n",
        shape.config.cores
    ));
    let mut ports = stream_ports(shape);
    ports.extend(
        debug_ports(shape)
            .into_iter()
            .map(|(name, bits, meaning)| port("output wire", bits, &format!("{name}  // {meaning}"))),
    );
    out.list(&format!("module {}", shape.module("engine")), &ports);
}

fn signals(shape: &EngineShape, out: &mut Text) {
    let cores = shape.config.cores as usize;
    let lanes = shape.config.lanes() as usize;
    let cluster = (shape.config.cluster as usize).min(lanes);
    let counters = shape.counters.len();
    let parameters = [
        ("CORES", cores),
        ("PER_LANE", cores / lanes),
        ("LANES", lanes),
        ("CLUSTER", cluster),
        ("CLUSTERS", lanes.div_ceil(cluster)),
        ("STAGES", shape.config.stages() as usize),
        ("ENDED", clog2(lanes + 1) as usize),
        ("STATE", shape.state()),
        ("LANE", shape.lane()),
        ("QUOTA", shape.quota()),
        ("STEP", shape.step()),
        ("COUNTERS", counters),
        ("WIDTH", shape.config.counter_bits as usize),
        ("ADDRESS", address(shape)),
    ];
    for (name, value) in parameters {
        out.line(format!("  localparam {name} = {value};"));
    }
    if shape.chunk() > 0 {
        out.line(format!("  localparam CHUNK = {};", shape.chunk()));
    }
    if shape.config.first_moves {
        out.line(format!("  localparam CODE = {};", shape.code()));
    }
    out.line("");
}

/// Cores are reset from cluster to cluster; until the last one is, nothing begins.
fn reset(out: &mut Text) {
    out.lines(
        "  // Cores are reset from cluster to cluster, and stage by stage: until all are, and what they gave to count has come
  // through, nothing counts and nothing begins. A flip-flop, as it goes to all sides.
  localparam HOLD = CLUSTERS + STAGES + 4 + $clog2((CORES + 3) / 4);
  reg [$clog2(HOLD+1)-1:0] hold_q;
  reg held_q;
  always @(posedge clk_i) begin
    if (rst_i) hold_q <= HOLD[$clog2(HOLD+1)-1:0];
    else if (hold_q != 0) hold_q <= hold_q - 1'b1;
    held_q <= rst_i | (hold_q != 0);
  end
",
    );
}

fn queues(shape: &EngineShape, out: &mut Text) {
    // Resets are to be few in an ECP5: there a word takes 5.8 ns to come out of a block RAM.
    let module = if shape.config.few_resets { "playout_late_queue" } else { "playout_queue" };
    let queue =
        |out: &mut Text, name: &str, reset: &str, [width, words]: [usize; 2], from: [&str; 3], to: [&str; 3]| {
            let depth = clog2(words).max(2);
            let pins = [
                pin("clk_i", "clk_i"),
                pin("rst_i", reset),
                pin("valid_i", from[0]),
                pin("ready_o", from[1]),
                pin("data_i", from[2]),
                pin("valid_o", to[0]),
                pin("ready_i", to[1]),
                pin("data_o", to[2]),
            ];
            instance(out, &format!("{module} #(.WIDTH({width}), .LOG_DEPTH({depth}))"), name, &pins);
        };
    out.line("  // Words of jobs wait here, and words of reports.");
    out.line(
        "  wire job_valid, job_ready, report_valid, report_ready, report_last;\n  wire [31:0] job_data, report_data;",
    );
    let words = 1 << job_depth(shape);
    let (from, to) = (["job_valid_i", "job_ready_o", "job_data_i"], ["job_valid", "job_ready", "job_data"]);
    queue(out, "jobs", "rst_i", [32, words], from, to);
    let from = ["report_valid", "report_ready", "{report_last, report_data}"];
    let to = ["report_valid_o", "report_ready_i", "{report_last_o, report_data_o}"];
    let words = if shape.config.first_moves { LONG_REPORT_WORDS } else { REPORT_WORDS };
    // One clock longer than all others: what makes words is reset a clock late.
    queue(out, "reports", "rst_i | held_q", [33, words], from, to);
}

/// Two to the power of this is the number of words in the queue of jobs.
fn job_depth(shape: &EngineShape) -> u32 {
    clog2(JOB_WORDS.max(JOBS * shape.job().words()))
}

/// Whole jobs for which the queue of jobs has room.
pub(super) fn waiting_jobs(shape: &EngineShape) -> usize {
    if shape.config.host_seeds {
        return (1 << solo::job_depth(shape)) / (4 * shape.job().words());
    }
    (1 << job_depth(shape)) / shape.job().words()
}

fn control(shape: &EngineShape, out: &mut Text) {
    out.lines(
        "  // The job that is played.
  wire [STATE-1:0] start;
  wire [QUOTA-1:0] quota_last;
  wire [STEP-1:0] step_last;
  reg ends_q;
  wire seeder_low, seeder_load, open, closed, ready, busy, settled, report_due, reported, refused;
  wire [31:0] origin;
  wire [LANE-1:0] lane;
  wire took;
  wire [31:0] tag;
  wire [47:0] cycles;
  assign busy_o = ready & ~job_ready & ~held_q;",
    );
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("job_valid_i", "job_valid"),
        ("job_ready_o", "job_ready"),
        ("job_data_i", "job_data"),
        ("start_o", "start"),
        ("quota_last_o", "quota_last"),
        ("step_last_o", "step_last"),
        ("ends_i", "ends_q"),
        ("seeder_low_o", "seeder_low"),
        ("seeder_load_o", "seeder_load"),
        ("origin_o", "origin"),
        ("open_o", "open"),
        ("lane_o", "lane"),
        ("took_i", "took"),
        ("closed_o", "closed"),
        ("ready_i", "ready"),
        ("busy_i", "busy"),
        ("settled_i", "settled"),
        ("report_o", "report_due"),
        ("reported_i", "reported"),
        ("tag_o", "tag"),
        ("refused_o", "refused"),
        ("cycles_o", "cycles"),
    ];
    let least = shape.longest.map_or(String::new(), |longest| {
        out.line("  // Nobody looks at it: jobs are refused that would be cut off.\n  wire unused_limit = &{1'b0, step_last};");
        format!(", .LEAST({longest})")
    });
    let module = format!("playout_control #(.STATE(STATE), .LANE(LANE), .QUOTA(QUOTA), .STEP(STEP){least})");
    instance(out, &module, "control", &connections.map(|(port, signal)| pin(port, signal)));
    if shape.generators() == 0 {
        out.line("  // Nobody ever has a choice: no random bits, no seeds.");
        out.line("  wire unused_seeds = &{1'b0, seeder_low, seeder_load, origin};\n  wire seeded = 1'b1;\n");
        return;
    }
    let bits = shape.generators();
    let turn = if shape.seed_patterns.is_some() { ", turn" } else { "" };
    out.line(format!("  wire made, keep, seeded{turn};\n  wire [{}:0] seed;", bits - 1));
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("low_i", "seeder_low"),
        ("load_i", "seeder_load"),
        ("origin_i", "origin"),
        ("valid_o", "made"),
        ("ready_i", "keep"),
        ("turn_i", if shape.seed_patterns.is_some() { "turn" } else { "1'b0" }),
        ("seed_o", "seed"),
    ];
    let (generators, digit) = (shape.picks.draws.generators.len(), shape.digit());
    let module = format!("playout_seeder #(.GENERATORS({generators}), .DIGIT({digit}))");
    instance(out, &module, "seeder", &connections.map(|(port, signal)| pin(port, signal)));
}

/// Looks at the start state, which no core does, and keeps what it saw: nobody needs it in the same cycle.
fn start(shape: &EngineShape, out: &mut Text) {
    out.line("  // Whether the job's start state is terminal already.");
    let mut pins = Vec::new();
    if shape.bases > 0 {
        pins.push(pin("state_i", "start"));
    } else {
        out.line("  wire unused_start = &{1'b0, start};");
    }
    if shape.num_goals() > 0 {
        let range = range(shape.num_goals());
        out.line(format!("  wire {range}start_goal_next;\n  reg {range}start_goal_q;"));
        out.line("  always @(posedge clk_i) start_goal_q <= start_goal_next;");
        pins.push(pin("goal_o", "start_goal_next"));
    }
    out.line("  wire ends_next;\n  always @(posedge clk_i) ends_q <= ends_next;");
    pins.push(pin("terminal_o", "ends_next"));
    instance(out, &shape.module("end"), "start", &pins);
    // The common counters, last bit first, stand at the end: no step, finished or truncated, never stuck.
    let common = ["1'b0", "~ends_q", "ends_q", "1'b0"].map(str::to_owned);
    let values = value_events(shape, out, "start_goal_q", "_start");
    let events: Vec<String> = values.iter().rev().map(|value| format!("ends_q & {value}")).chain(common).collect();
    out.line(format!("  wire [COUNTERS-1:0] closed_events = {{{}}};", events.join(",\n      ")));
    if shape.config.debug_ports {
        out.line("  assign debug_closed_o = closed;");
        out.line("  assign debug_closed_terminal_o = ends_q;");
        if shape.num_goals() > 0 {
            out.line("  assign debug_closed_goal_o = start_goal_q;");
        }
    }
    out.line("");
}

/// Which counters are built.
fn counted(shape: &EngineShape, out: &mut Text) {
    let number = shape.counters.len();
    let counted = (0..number).rev().map(|counter| if shape.derived.is_counted(counter) { '1' } else { '0' });
    out.lines(&format!(
        "  // What is counted: nothing is built for what follows from other counters, or from what is known of the game.
  localparam [COUNTERS-1:0] COUNTED = {number}'b{};",
        counted.collect::<String>()
    ));
}

fn counters(shape: &EngineShape, out: &mut Text) {
    counted(shape, out);
    out.lines(
        "  // The counters. Playouts without steps count through the place of the first core, which then is idle.
  wire [CORES*COUNTERS-1:0] counted;
  reg [COUNTERS-1:0] closed_counts_q;
  reg counts_closed_q;
  always @(posedge clk_i) closed_counts_q <= closed_events & COUNTED & {COUNTERS{closed & ~held_q}};
  always @(posedge clk_i) counts_closed_q <= closed;
  wire [CORES*COUNTERS-1:0] seen = events & {CORES{COUNTED}};
  assign counted[COUNTERS-1:0] = seen[COUNTERS-1:0] | closed_counts_q;",
    );
    if shape.config.cores > 1 {
        out.line("  assign counted[CORES*COUNTERS-1:COUNTERS] = seen[CORES*COUNTERS-1:COUNTERS];");
    }
    out.lines(
        "  wire take, tally_ready, tally_settled, tally_overflow;
  wire [ADDRESS-1:0] address;
  wire [WIDTH-1:0] value;",
    );
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("active_i", "busy | counts_closed_q"),
        ("events_i", "counted"),
        ("ready_o", "tally_ready"),
        ("settled_o", "tally_settled"),
        ("take_i", "take"),
        ("address_i", "address"),
        ("value_o", "value"),
        ("overflow_o", "tally_overflow"),
        ("clear_i", "reported"),
    ];
    let module = "playout_tally #(.COUNTERS(COUNTERS), .CORES(CORES), .WIDTH(WIDTH))";
    instance(out, module, "tally", &connections.map(|(port, signal)| pin(port, signal)));
    if !shape.config.first_moves {
        out.line("  assign ready = tally_ready;\n  assign settled = tally_settled;\n");
        return;
    }
    out.lines(
        "  assign ready = tally_ready & (&first_ready);
  assign settled = tally_settled & (&first_settled);

  // The counters of a first move, of all cores together. A sum that runs over is remembered until the end.
  reg [COUNTERS*32-1:0] first_sums;
  reg carry, carries;
  integer c, k;
  always @* begin
    first_sums = first_values[COUNTERS*32-1:0];
    carries = 1'b0;
    for (c = 1; c < CORES; c = c + 1)
      for (k = 0; k < COUNTERS; k = k + 1) begin
        {carry, first_sums[32*k+:32]} = {1'b0, first_sums[32*k+:32]} + {1'b0, first_values[32*(c*COUNTERS+k)+:32]};
        carries = carries | carry;
      end
  end
  reg first_taken_q, first_wrapped_q;
  always @(posedge clk_i) begin
    first_taken_q <= ~held_q & first_take;
    first_wrapped_q <= ~held_q & ~reported & (first_wrapped_q | (first_taken_q & carries));
  end
",
    );
}

fn report(shape: &EngineShape, out: &mut Text) {
    let first = shape.config.first_moves;
    if !first {
        out.line("  wire unused_first_take, unused_first_code;");
    }
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("report_i", "report_due"),
        ("done_o", "reported"),
        ("tag_i", "tag"),
        ("overflow_i", if first { "tally_overflow | (|first_overflow) | first_wrapped_q" } else { "tally_overflow" }),
        ("refused_i", "refused"),
        ("cycles_i", "cycles"),
        ("take_o", "take"),
        ("address_o", "address"),
        ("value_i", "value"),
        ("first_take_o", if first { "first_take" } else { "unused_first_take" }),
        ("first_code_o", if first { "first_code" } else { "unused_first_code" }),
        ("first_values_i", if first { "first_sums" } else { "{COUNTERS * 32{1'b0}}" }),
        ("valid_o", "report_valid"),
        ("ready_i", "report_ready"),
        ("data_o", "report_data"),
        ("last_o", "report_last"),
    ];
    let (flag, code) = if first { (1, "CODE") } else { (0, "1") };
    let module = format!(
        "playout_report #(.COUNTERS(COUNTERS), .WIDTH(WIDTH), .FIRST({flag}), .CODE({code}), .ADDRESS(ADDRESS))"
    );
    instance(out, &module, "report", &connections.map(|(port, signal)| pin(port, signal)));
}

/// The text of `<game>_top`: the engine with its debug ports open, as an example and for measurements.
pub(super) fn top(shape: &EngineShape) -> String {
    let mut out = Text::default();
    out.lines(
        "// An example of a top: the playout engine and nothing else, its debug ports open.\n\n`default_nettype none\n",
    );
    out.list(&format!("module {}", shape.module("top")), &stream_ports(shape));
    let mut pins: Vec<String> = streams(shape.stream()).iter().map(|(_, _, name, _)| pin(name, name)).collect();
    out.line("  /* verilator lint_off PINCONNECTEMPTY */");
    pins.extend(debug_ports(shape).into_iter().map(|(name, ..)| pin(name, "")));
    instance(&mut out, &shape.module("engine"), "engine", &pins);
    out.line("  /* verilator lint_on PINCONNECTEMPTY */");
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}
