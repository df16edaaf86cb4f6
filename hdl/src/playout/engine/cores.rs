//! The lanes of an engine with their cores, in clusters, and what hands lanes out to them.

use crate::playout::core::instance;
use crate::playout::seed_patterns::SeedPatterns;
use crate::playout::shape::EngineShape;
use crate::playout::text::{Text, pin};

/// Hands lanes out.
pub(super) fn feeder(shape: &EngineShape, out: &mut Text) {
    let chunks = shape.chunks();
    out.lines(
        "  // Lanes to be played, and the pieces of their seeds.
  wire [ENDED-1:0] ended_lanes;
  wire offer, next_piece, last_piece;",
    );
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("open_i", "open"),
        ("seeded_i", "seeded"),
        ("ended_i", "ended_lanes"),
        ("took_o", "took"),
        ("offer_o", "offer"),
        ("next_o", "next_piece"),
        ("last_o", "last_piece"),
        ("busy_o", "busy"),
    ];
    let module = format!("playout_feeder #(.LANES(LANES), .CHUNKS({chunks}))");
    instance(out, &module, "feeder", &connections.map(|(port, signal)| pin(port, signal)));
    out.lines(
        "  // The window of an offer begins one cycle after it: so there is a clock to see who is meant.
  reg last_window_q;
  always @(posedge clk_i) last_window_q <= last_piece;",
    );
    if shape.config.debug_ports {
        out.lines(
            "  reg [LANE-1:0] offered_q;
  reg [LANE-1:0] lane_out_q;
  always @(posedge clk_i) begin
    if (offer) offered_q <= lane_out_q;
    if (took) lane_out_q <= lane;
  end",
        );
    } else {
        out.line("  wire unused_lane = &{1'b0, lane};");
    }
    if shape.chunk() == 0 {
        out.line("  wire unused_next = next_piece;\n");
        return;
    }
    out.line("  wire [CHUNK-1:0] chunk;");
    out.line("  reg [CHUNK-1:0] piece_q;\n  always @(posedge clk_i) piece_q <= chunk;");
    if shape.chunk_later() > 0 {
        out.line("  // Generators need it when they need random bits.\n  wire [CHUNK-1:0] piece_later;");
        let module = format!("playout_delay #(.WIDTH(CHUNK), .CLOCKS({}))", shape.chunk_later());
        let pins = [("clk_i", "clk_i"), ("rst_i", "1'b0"), ("data_i", "piece_q"), ("data_o", "piece_later")];
        instance(out, &module, "pieces", &pins.map(|(port, signal)| pin(port, signal)));
    }
    match &shape.seed_patterns {
        Some(entry) => enters(entry, out),
        None => pieces(shape, out),
    }
}

/// What a seed passes on its way to a lane, and what says when.
const GIVEN: [(&str, &str); 9] = [
    ("clk_i", "clk_i"),
    ("rst_i", "held_q"),
    ("load_i", "seeder_load"),
    ("valid_i", "made"),
    ("ready_o", "keep"),
    ("valid_o", "seeded"),
    ("ready_i", "took"),
    ("next_i", "next_piece"),
    ("last_i", "last_piece"),
];

/// Makes the pieces of seeds that enter a generator of many bits.
fn enters(entry: &SeedPatterns, out: &mut Text) {
    out.line("  // One seed waits where it is given out from, as the pieces that make it.");
    out.line(format!("  localparam [4095:0] PATTERNS = {};", entry.table()));
    let others = [("bit_i", "seed[0]"), ("turn_o", "turn"), ("chunk_o", "chunk")];
    let pins: Vec<String> = GIVEN.into_iter().chain(others).map(|(port, signal)| pin(port, signal)).collect();
    out.line("  wire unused_seed = &{1'b0, seed[63:1]};");
    instance(out, "playout_entry #(.TABLE(PATTERNS))", "entry", &pins);
}

/// Cuts seeds into pieces as large as what generators give.
fn pieces(shape: &EngineShape, out: &mut Text) {
    out.line("  // One seed waits where it is given out from.\n  wire give;");
    let pins: Vec<String> =
        GIVEN.into_iter().chain([("next_o", "give")]).map(|(port, signal)| pin(port, signal)).collect();
    instance(out, "playout_spare", "spare", &pins);
    let (moved, chunks) = (u8::from(!shape.config.few_resets), shape.chunks());
    let mut offset = 0;
    for (g, bits) in shape.pieces().enumerate() {
        let pins = [
            pin("clk_i", "clk_i"),
            pin("load_i", "keep"),
            pin("next_i", "give"),
            pin("seed_i", &format!("seed[{}:{}]", 64 * g + 63, 64 * g)),
            pin("chunk_o", &format!("chunk[{}:{offset}]", offset + bits - 1)),
        ];
        let module = format!("playout_chunks #(.BITS({bits}), .CHUNKS({chunks}), .MOVED({moved}))");
        instance(out, &module, &format!("chunks_{g}"), &pins);
        offset += bits;
    }
}

/// What stays while a job is played.
const STILL: [&str; 3] = ["starts_q", "quotas_q", "limits_q"];

/// What goes from cluster to cluster, with its bits.
fn travelling(shape: &EngineShape) -> Vec<(&'static str, usize, &'static str)> {
    let piece = if shape.chunk_later() > 0 { "piece_later" } else { "piece_q" };
    let mut signals = vec![
        ("reset_q", 1, "held_q"),
        ("offers_q", 1, "offer"),
        ("lasts_q", 1, "last_window_q"),
        ("starts_q", shape.state(), "start"),
        ("quotas_q", shape.quota(), "quota_last"),
    ];
    signals.extend((!shape.config.unlimited).then(|| ("limits_q", shape.step(), "step_last")));
    signals.extend(shape.config.debug_ports.then(|| ("lanes_q", shape.lane(), "offered_q")));
    signals.extend((shape.chunk() > 0).then(|| ("pieces_q", shape.chunk(), piece)));
    signals
}

/// The lanes, in clusters: jobs and seeds go from one cluster to the next, through a register for each.
pub(super) fn cores(shape: &EngineShape, out: &mut Text) {
    out.line("  // Lanes and their cores. What they need goes from cluster to cluster; so no path is longer with many of them.");
    out.line("  wire [LANES-1:0] ended;");
    out.line("  wire [CORES*COUNTERS-1:0] events;");
    if shape.config.first_moves {
        out.lines(
            "  wire first_take;
  wire [CODE-1:0] first_code;
  wire [CORES-1:0] first_ready, first_settled, first_overflow;
  wire [CORES*COUNTERS*32-1:0] first_values;",
        );
    }
    out.line("  genvar i, cluster;\n  generate\n    for (cluster = 0; cluster < CLUSTERS; cluster = cluster + 1) begin : g_cluster");
    out.line("      // Offers that nobody in the cluster takes.\n      wire left;");
    let signals = travelling(shape);
    for (name, bits, _) in &signals {
        out.line(format!("      reg [{}:0] {name};", bits - 1));
    }
    out.line("      if (cluster == 0) begin : g_first\n        always @(posedge clk_i) begin");
    for (name, _, from) in signals.iter().filter(|(name, ..)| !STILL.contains(name)) {
        out.line(format!("          {name} <= {from};"));
    }
    out.line("        end");
    // Registers of the controller hold these long before a lane is offered: the first cluster needs none of its own.
    for (name, _, from) in signals.iter().filter(|(name, ..)| STILL.contains(name)) {
        out.line(format!("        always @* {name} = {from};"));
    }
    out.line("      end else begin : g_other\n        always @(posedge clk_i) begin");
    for (name, ..) in &signals {
        let from = if *name == "offers_q" { "left" } else { name };
        out.line(format!("          {name} <= g_cluster[cluster-1].{from};"));
    }
    out.lines(
        "        end
      end
      localparam FIRST = cluster * CLUSTER;
      localparam NUMBER = LANES - FIRST < CLUSTER ? LANES - FIRST : CLUSTER;
      wire [NUMBER-1:0] room;",
    );
    turns(shape, out);
    out.line("      for (i = FIRST; i < FIRST + NUMBER; i = i + 1) begin : g_lane");
    lane(shape, out);
    out.line(
        "      end\n      if (cluster == CLUSTERS - 1) begin : g_last\n        wire unused_left = left;\n      end",
    );
    out.line("    end\n  endgenerate\n");
    out.lines(
        "  generate
    if (LANES == 1) begin : g_single
      assign ended_lanes = ended;
    end else begin : g_several",
    );
    let connections = [("clk_i", "clk_i"), ("bits_i", "ended"), ("count_o", "ended_lanes")];
    let popcount = "    playout_popcount #(.INPUTS(LANES))";
    instance(out, popcount, "ended", &connections.map(|(port, signal)| pin(port, signal)));
    out.line("    end\n  endgenerate\n");
}

/// Whom in a cluster an offer goes to. Where few flip-flops have resets, that is known before there is an offer: it is seen
/// that a lane has room at least two cycles before it is counted, and what was counted is offered later still.
fn turns(shape: &EngineShape, out: &mut Text) {
    if shape.config.few_resets {
        out.lines(
            "      // Whose turn it is: the first that had room a clock ago, and has it still.
      reg [NUMBER-1:0] turn_q;
      wire [NUMBER-1:0] rooms = room & ~(turn_q & {NUMBER{offers_q}});
      always @(posedge clk_i) turn_q <= rooms & (~rooms + 1'b1);
      assign left = offers_q & ~|turn_q;",
        );
    } else {
        out.lines(
            "      // Whom it goes to is seen at once for all.
      assign left = offers_q & ~|room;",
        );
    }
}

/// A lane in its cluster.
fn lane(shape: &EngineShape, out: &mut Text) {
    if shape.config.few_resets {
        out.line("      wire offer_here = offers_q & turn_q[i-FIRST];");
    } else {
        out.lines(
            "      wire offer_here;
      if (i == FIRST) begin : g_first_offer
        assign offer_here = offers_q;
      end else begin : g_next_offer
        assign offer_here = offers_q & ~|room[i-FIRST-1:0];
      end",
        );
    }
    if shape.config.first_moves {
        out.line("      wire [PER_LANE-1:0] first;\n      wire [PER_LANE*CODE-1:0] codes;\n      wire [PER_LANE*STEP-1:0] steps;");
    }
    let mut pins: Vec<String> = [
        ("clk_i", "clk_i"),
        ("rst_i", "reset_q"),
        ("start_i", "starts_q"),
        ("quota_last_i", "quotas_q"),
        ("offer_i", "offer_here"),
        ("last_i", "lasts_q"),
    ]
    .map(|(port, signal)| pin(port, signal))
    .to_vec();
    pins.extend((!shape.config.unlimited).then(|| pin("step_last_i", "limits_q")));
    pins.extend(shape.config.debug_ports.then(|| pin("lane_i", "lanes_q")));
    pins.extend((shape.chunk() > 0).then(|| pin("chunk_i", "pieces_q")));
    let outputs = [
        ("room_o", "room[i-FIRST]"),
        ("ended_o", "ended[i]"),
        ("events_o", "events[i*PER_LANE*COUNTERS+:PER_LANE*COUNTERS]"),
    ];
    pins.extend(outputs.map(|(port, signal)| pin(port, signal)));
    if shape.config.first_moves {
        let outputs = [("first_o", "first"), ("first_code_o", "codes"), ("first_steps_o", "steps")];
        pins.extend(outputs.map(|(port, signal)| pin(port, signal)));
    }
    for (name, bits, _) in shape.debug_ports() {
        let bits = bits.max(1) * shape.config.cores_per_lane as usize;
        pins.push(pin(name, &format!("{name}[i*{bits}+:{bits}]")));
    }
    let config = &shape.config;
    let memory = u8::from(config.memories);
    let lanes_of = |cores: u32| cores.min(config.cores) / config.cores_per_lane;
    let multiplied = if config.multipliers { lanes_of(config.multiplied_cores) } else { 0 };
    // A parameter of the first lanes that the others have not.
    let choice = |first: u32, value: u32| match first {
        0 => "0".to_owned(),
        first if first == config.lanes() => value.to_string(),
        first => format!("i < {first} ? {value} : 0"),
    };
    let mut parameters = format!(".MULTIPLY({}), .MEMORY({memory})", choice(multiplied, 1));
    if shape.step_carries() {
        parameters += &format!(", .BLOCK({})", choice(lanes_of(config.carrying_cores), config.block_bits));
    }
    instance(out, &format!("{} #({parameters})", shape.module("lane")), "lane", &pins);
    if shape.config.first_moves {
        first_counters(out);
    }
}

/// Counters by first moves, a set for each core.
fn first_counters(out: &mut Text) {
    out.lines(
        "      genvar w;
      for (w = 0; w < PER_LANE; w = w + 1) begin : g_first
        localparam CORE = i * PER_LANE + w;",
    );
    let connections = [
        ("clk_i", "clk_i"),
        ("rst_i", "held_q"),
        ("add_i", "first[w]"),
        ("code_i", "first_take ? first_code : codes[w*CODE+:CODE]"),
        ("events_i", "events[CORE*COUNTERS+:COUNTERS]"),
        ("steps_i", "steps[w*STEP+:STEP]"),
        ("take_i", "first_take"),
        ("values_o", "first_values[CORE*COUNTERS*32+:COUNTERS*32]"),
        ("ready_o", "first_ready[CORE]"),
        ("settled_o", "first_settled[CORE]"),
        ("overflow_o", "first_overflow[CORE]"),
        ("clear_i", "reported"),
    ];
    let module = "playout_first #(.COUNTERS(COUNTERS), .CODE(CODE), .STEP(STEP))";
    instance(out, module, "first", &connections.map(|(port, signal)| pin(port, signal)));
    out.line("      end");
}
