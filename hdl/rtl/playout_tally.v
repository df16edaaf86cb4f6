// Counts events of many cores, in a memory of wide words that are visited one after another.
//
// Shape   CORES cores have COUNTERS kinds of events each: event k of core c is bit c * COUNTERS + k of events_i. Each
//         clock, each set bit counts 1 for word k. Words have WIDTH bits and count modulo 2^WIDTH.
//         COUNTERS >= 1, CORES >= 1, WIDTH >= 1.
// Take    take_i: two cycles later value_o is word address_i, and the word is zero. value_o stays until the next take or
//         event. Only while settled_o; ignored else. Not in two successive clocks. An event in the clock of a take counts
//         from then on.
// active_i    Events may come: high in every clock with an event.
// settled_o   All events are in the memory; a flip-flop. Low in the clock after active_i, and before ready_o. High again
//         COUNTERS + 6 cycles after the last active_i, and 1 +
//         $clog2((CORES + 3) / 4) more with several cores; fewer than 4 counters take as long as 4.
// overflow_o  An addition carried out of WIDTH bits. Stays until clear_i; an overflow in the clock of clear_i is kept.
//             Up to date whenever settled_o is high.
// Reset   rst_i forgets everything. ready_o rises with settled_o, as many cycles after rst_i as after active_i: all
//         words are zero then. No event before.
// Cost    each counter has a small one of about log2(CORES * COUNTERS) bits; a bit of it takes a LUT and a FF to count
//         and 2/3 of a LUT to be selected. With several cores 2 LUTs for each event count them. The wide adder is there
//         once. iCE40, words of 48 bits in 3 SB_RAM40: 12 counters of 1 core 178 LUTs, 144 FFs; of 64 cores 1851 LUTs,
//         1668 FFs; 204 counters of 1 core 3218 LUTs, 2047 FFs.
//
// Of each kind the events of all cores are added up (playout_popcount) into a small counter. A sweep visits one small
// counter in every cycle: it reads its word, adds what the small counter holds, writes the word back, and the small
// counter begins again with what comes in that very clock. It can't overflow between two visits.
//
// A word has two halves, each in a memory of its own. All that is done to the high one is done a cycle later, with what
// the low one carries: a sum of whole words, behind a memory, would be the longest path of an engine.
`default_nettype none

module playout_tally #(
    parameter COUNTERS = 10,
    parameter CORES = 1,
    parameter WIDTH = 48
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    output wire                      ready_o,
    input  wire                      active_i,
    input  wire [CORES*COUNTERS-1:0] events_i,
    input  wire                      take_i,
    input  wire [(COUNTERS > 1 ? $clog2(COUNTERS) : 1)-1:0] address_i,
    output wire [WIDTH-1:0]          value_o,
    output wire                      settled_o,
    output wire                      overflow_o,
    input  wire                      clear_i
);
  // A visit takes 4 cycles: select, read, add, write. A word must be written before it is read again.
  localparam PERIOD = COUNTERS > 4 ? COUNTERS : 4;
  localparam INDEX = $clog2(PERIOD);
  localparam ADDRESS = COUNTERS > 1 ? $clog2(COUNTERS) : 1;
  // Clocks from an event to its small counter.
  localparam LATENCY = CORES == 1 ? 0 : 1 + $clog2((CORES + 3) / 4);
  localparam INCREMENT = $clog2(CORES + 1);
  localparam SMALL = $clog2(CORES * PERIOD + 1);
  // The low half takes all that a small counter holds, where a word does.
  localparam HALF = WIDTH / 2 > SMALL ? WIDTH / 2 : SMALL;
  localparam LOW = HALF < WIDTH ? HALF : WIDTH;
  localparam HIGH = WIDTH - LOW;
  localparam SUM = (LOW > SMALL ? LOW : SMALL) + 1;
  // Clocks after which nothing is on its way.
  localparam SETTLE = LATENCY + PERIOD + 4;
  localparam TIMER = $clog2(SETTLE + 1);
  // A wide function of so many counters is split in two.
  localparam GROUP_COUNTERS = 16;
  localparam GROUPS = (COUNTERS + GROUP_COUNTERS - 1) / GROUP_COUNTERS;

  reg               ready_q;
  reg               overflow_q;

  // Whether anything is on its way.
  reg               active_q;
  reg  [TIMER-1:0]  timer_q;
  reg               busy_q;
  reg               settled_q;
  wire              busy_next = active_i || active_q || |timer_q[TIMER-1:1];

  assign ready_o = ready_q;
  assign settled_o = settled_q;
  assign overflow_o = overflow_q;

  genvar counter, core, bit_id, group;
  always @(posedge clk_i) begin
    active_q <= !rst_i && active_i;
    if (rst_i || active_q)
      timer_q <= SETTLE[TIMER-1:0];
    else if (busy_q)
      timer_q <= timer_q - 1'b1;
    busy_q <= rst_i || busy_next;
    ready_q <= !rst_i && (ready_q || !busy_q);
    settled_q <= !rst_i && (ready_q || !busy_q) && !busy_next;
  end

  // The sweep: the counter to visit, as a number and as a bit. It goes on when there is nothing to do.
  reg  [INDEX-1:0]  index_q;
  reg  [PERIOD-1:0] select_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      index_q <= {INDEX{1'b0}};
      select_q <= {{(PERIOD-1){1'b0}}, 1'b1};
    end else begin
      index_q <= select_q[PERIOD-1] ? {INDEX{1'b0}} : index_q + 1'b1;
      select_q <= {select_q[PERIOD-2:0], select_q[PERIOD-1]};
    end
  end

  // The small counters. Bit b of counter k is bit b * COUNTERS + k of counts.
  wire [SMALL*COUNTERS-1:0] counts;

  generate
    for (counter = 0; counter < COUNTERS; counter = counter + 1) begin : kind
      wire [CORES-1:0]     bits;
      wire [INCREMENT-1:0] increment;
      reg  [SMALL-1:0]     count_q;

      for (core = 0; core < CORES; core = core + 1) begin : of_core
        assign bits[core] = events_i[core*COUNTERS+counter];
      end

      if (CORES == 1) begin : single
        assign increment = bits;
      end else begin : several
        playout_popcount #(.INPUTS(CORES)) u_popcount (
            .clk_i(clk_i), .bits_i(bits), .count_o(increment)
        );
      end

      wire [SMALL-1:0] wide_increment = {{(SMALL-INCREMENT){1'b0}}, increment};
      always @(posedge clk_i) begin
        // Until all is ready: what was on its way at a reset comes in that time.
        if (!ready_q)
          count_q <= {SMALL{1'b0}};
        else if (select_q[counter])
          count_q <= wide_increment;
        else
          count_q <= count_q + wide_increment;
      end

      for (bit_id = 0; bit_id < SMALL; bit_id = bit_id + 1) begin : of_bit
        assign counts[bit_id*COUNTERS+counter] = count_q[bit_id];
      end
    end
  endgenerate

  // The visit. One clock after the selection: what groups of counters give, and the read.
  wire [SMALL*GROUPS-1:0] parts;
  wire [SMALL-1:0]        addend;
  reg                     valid1_q;
  reg  [INDEX-1:0]        index1_q;
  // Two clocks: the word and what to add.
  reg                     valid2_q;
  reg  [INDEX-1:0]        index2_q;
  // Three clocks: the sum, which is written. A take writes zero, and comes in here.
  reg                     valid3_q;
  reg                     zero_q;
  reg  [INDEX-1:0]        index3_q;

  wire                    take = take_i && settled_o;
  wire [INDEX-1:0]        take_index;

  generate
    for (bit_id = 0; bit_id < SMALL; bit_id = bit_id + 1) begin : choice
      reg addend_q;
      for (group = 0; group < GROUPS; group = group + 1) begin : of_group
        localparam FIRST = group * GROUP_COUNTERS;
        localparam NUMBER = COUNTERS - FIRST < GROUP_COUNTERS ? COUNTERS - FIRST : GROUP_COUNTERS;
        reg part_q;
        always @(posedge clk_i)
          part_q <= |(counts[bit_id*COUNTERS+FIRST +: NUMBER] & select_q[FIRST +: NUMBER]);
        assign parts[bit_id*GROUPS+group] = part_q;
      end
      always @(posedge clk_i)
        addend_q <= |parts[bit_id*GROUPS +: GROUPS];
      assign addend[bit_id] = addend_q;
    end

    if (INDEX > ADDRESS) begin : few
      assign take_index = {{(INDEX-ADDRESS){1'b0}}, address_i};
    end else begin : many
      assign take_index = address_i;
    end
  endgenerate

  always @(posedge clk_i) begin
    index1_q <= index_q;
    index2_q <= index1_q;
    index3_q <= take ? take_index : index2_q;
    // What is under way when all is settled adds nothing, and must not bring back a word that is taken.
    valid1_q <= !rst_i && busy_q;
    valid2_q <= !rst_i && busy_q && valid1_q;
    valid3_q <= !rst_i && busy_q && valid2_q;
    zero_q <= !rst_i && take;
  end

  // Never reads the word it writes: a visit writes the word of two visits before, a take is told not to.
  wire             write = zero_q || (valid3_q && busy_q);
  wire             read = take || valid1_q;
  wire [INDEX-1:0] read_index = take ? take_index : index1_q;
  // Nothing is added to a word that is taken.
  wire             none = rst_i || take || !ready_q;
  // Carried out of all bits. Without a visit there is nothing to add, so nothing is carried.
  wire             over;

  always @(posedge clk_i) overflow_q <= !rst_i && ((overflow_q && !clear_i) || over);

  reg  [LOW-1:0] low [0:(1 << INDEX)-1];
  reg  [LOW-1:0] low_q;
  reg  [SUM-1:0] low_sum_q;

  always @(posedge clk_i) begin
    low_sum_q <= none ? {SUM{1'b0}} : {{(SUM-LOW){1'b0}}, low_q} + {{(SUM-SMALL){1'b0}}, addend};
    if (write)
      low[index3_q] <= low_sum_q[LOW-1:0];
    if (read) begin
      low_q <= low[read_index];
      if (write && index3_q == read_index)
        low_q <= {LOW{1'bx}};
    end
  end

  generate
    if (HIGH > 0) begin : g_high
      reg             write_q;
      reg             read_q;
      reg             none_q;
      reg [INDEX-1:0] index4_q;
      reg [INDEX-1:0] read_index_q;
      reg [HIGH-1:0]  high [0:(1 << INDEX)-1];
      reg [HIGH-1:0]  high_q;
      reg [HIGH:0]    high_sum_q;

      always @(posedge clk_i) begin
        write_q <= write;
        read_q <= read;
        none_q <= none;
        index4_q <= index3_q;
        read_index_q <= read_index;
        high_sum_q <= rst_i || none_q ? {(HIGH+1){1'b0}} : {1'b0, high_q} + {{HIGH{1'b0}}, low_sum_q[LOW]};
        if (write_q)
          high[index4_q] <= high_sum_q[HIGH-1:0];
        if (read_q) begin
          high_q <= high[read_index_q];
          if (write_q && index4_q == read_index_q)
            high_q <= {HIGH{1'bx}};
        end
      end
      assign over = high_sum_q[HIGH];
      assign value_o = {high_q, low_q};
    end else begin : g_low
      assign over = |low_sum_q[SUM-1:LOW];
      assign value_o = low_q;
    end
  endgenerate
endmodule

`default_nettype wire
