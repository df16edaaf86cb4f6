// Reports of random counters by playout_report in several shapes, compared word for word.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_report_tb;
  localparam UNITS = 10;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  report_unit #(.COUNTERS(10), .WIDTH(48), .FIRST(0), .CODE(1), .ADDRESS(4), .REPORTS(100), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  report_unit #(.COUNTERS(1), .WIDTH(32), .FIRST(0), .CODE(1), .ADDRESS(1), .REPORTS(150), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  report_unit #(.COUNTERS(1), .WIDTH(64), .FIRST(1), .CODE(1), .ADDRESS(1), .REPORTS(150), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  report_unit #(.COUNTERS(16), .WIDTH(48), .FIRST(1), .CODE(4), .ADDRESS(4), .REPORTS(50), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  report_unit #(.COUNTERS(3), .WIDTH(64), .FIRST(1), .CODE(5), .ADDRESS(2), .REPORTS(50), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  report_unit #(.COUNTERS(5), .WIDTH(32), .FIRST(1), .CODE(3), .ADDRESS(3), .REPORTS(60), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  report_unit #(.COUNTERS(17), .WIDTH(20), .FIRST(0), .CODE(3), .ADDRESS(5), .REPORTS(60), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  report_unit #(.COUNTERS(12), .WIDTH(1), .FIRST(1), .CODE(2), .ADDRESS(4), .REPORTS(60), .SEED(8)) unit_7 (
      clk, done[7], checks[224 +: 32], errors[224 +: 32]
  );
  report_unit #(.COUNTERS(4), .WIDTH(33), .FIRST(1), .CODE(9), .ADDRESS(6), .REPORTS(4), .SEED(9)) unit_8 (
      clk, done[8], checks[256 +: 32], errors[256 +: 32]
  );
  report_unit #(.COUNTERS(2), .WIDTH(32), .FIRST(1), .CODE(16), .ADDRESS(1), .REPORTS(1), .SEED(10)) unit_9 (
      clk, done[9], checks[288 +: 32], errors[288 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One report writer, counters for it to read, and the words it must write. Inputs change by nonblocking assignments,
// outputs are read before the edge.
module report_unit #(
    parameter COUNTERS = 10,
    parameter WIDTH = 48,
    parameter FIRST = 0,
    parameter CODE = 1,
    parameter ADDRESS = 4,
    parameter REPORTS = 100,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  // Who is done has no clock any more, which saves the time of simulating it.
  wire clk = clk_i && !done;

  localparam CODES = 1 << CODE;
  localparam ROWS = FIRST != 0 ? CODES : 0;
  localparam ROW = 32 * COUNTERS;
  // A reset falls into the beginning of a report.
  localparam EARLY = 4 * COUNTERS + 20 * (COUNTERS + 3);

  reg                   rst;
  reg                   report;
  reg  [31:0]           tag;
  reg                   overflow;
  reg                   refused;
  reg  [47:0]           cycles;
  reg  [WIDTH-1:0]      value;
  reg  [ROW-1:0]        first_values;
  reg                   take_words;
  wire                  done_out;
  wire                  take;
  wire [ADDRESS-1:0]    address;
  wire                  first_take;
  wire [CODE-1:0]       first_code;
  wire                  valid;
  wire [31:0]           data;
  wire                  last;

  playout_report #(.COUNTERS(COUNTERS), .WIDTH(WIDTH), .FIRST(FIRST), .CODE(CODE), .ADDRESS(ADDRESS)) u_dut (
      .clk_i(clk), .rst_i(rst), .report_i(report), .done_o(done_out), .tag_i(tag), .overflow_i(overflow),
      .refused_i(refused), .cycles_i(cycles), .take_o(take), .address_o(address), .value_i(value),
      .first_take_o(first_take), .first_code_o(first_code), .first_values_i(first_values),
      .valid_o(valid), .ready_i(take_words), .data_o(data), .last_o(last)
  );

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The counters, how often each was taken, and what the report must be: kind and text of its words.
  localparam [1:0] PLAIN = 2'd0, CLOCKS_LOW = 2'd1, CLOCKS_HIGH = 2'd2;
  localparam MOST_WORDS = 2 + 2 * COUNTERS + ROWS * (COUNTERS + 1) + 3;
  reg  [WIDTH-1:0] counters [0:COUNTERS-1];
  reg  [ROW-1:0]   rows [0:CODES-1];
  integer          taken [0:COUNTERS-1];
  integer          row_taken [0:CODES-1];
  reg  [31:0]      words [0:MOST_WORDS-1];
  reg  [1:0]       kinds [0:MOST_WORDS-1];
  integer          num_words, word, filled_rows;

  reg              waits;
  reg  [31:0]      waiting;
  reg  [15:0]      cycles_high;
  reg              eager;
  integer          place;
  integer          ready_rate, density;
  integer          clock, reports, length, gap, fuse, index, part;
  integer          seen_wait, seen_reset, seen_eager, seen_empty, seen_full, seen_carry;
  reg  [31:0]      random;

`include "bench_unit.vh"

  task random_row(output reg [ROW-1:0] bits);
    integer at;
    begin
      bits = {ROW{1'b0}};
      next_random;
      case (random[11:8])
        // One bit in one of the counters, or in the first, without which the row is left out.
        0: bits[{16'd0, random[31:16]} % ROW] = 1'b1;
        1, 2, 3: bits[random[20:16]] = 1'b1;
        default:
          for (at = 0; at < COUNTERS; at = at + 1) begin
            next_random;
            bits[32*at +: 32] = random;
          end
      endcase
    end
  endtask

  task put(input [1:0] kind, input [31:0] text);
    begin
      kinds[num_words] = kind;
      words[num_words] = text;
      num_words = num_words + 1;
    end
  endtask

  // A new job's counters, and the report that belongs to it.
  reg [63:0]    number;
  reg [ROW-1:0] row;
  reg [31:0]    next_tag;
  reg           next_overflow, next_refused;
  task make_report;
    begin
      next_random;
      next_tag = random;
      next_random;
      next_overflow = random[7];
      next_refused = random[8];
      // Of 16 rows so many are not zero, in the mean.
      density = random[12] ? 16 : random[13] ? 0 : {28'd0, random[17:14]};
      if (CODES > 1000)
        density = 0;
      num_words = 0;
      filled_rows = 0;
      put(PLAIN, next_tag);
      for (index = 0; index < COUNTERS; index = index + 1) begin
        next_random;
        number[31:0] = random;
        next_random;
        number[63:32] = random;
        next_random;
        if (random[9:6] == 4'd0)
          number = {64{random[10]}};
        counters[index] = number[WIDTH-1:0];
        number = {64{1'b0}};
        number[WIDTH-1:0] = counters[index];
        put(PLAIN, number[31:0]);
        put(PLAIN, number[63:32]);
        taken[index] = 0;
      end
      for (index = 0; index < CODES; index = index + 1) begin
        row = {ROW{1'b0}};
        next_random;
        if ({28'd0, random[20:17]} < density || (CODES > 1000 && random[20:11] == 10'd0))
          random_row(row);
        if ((density > 0 || CODES > 1000) && (index == 0 || index == CODES - 1) && random[24])
          random_row(row);
        rows[index] = row;
        row_taken[index] = 0;
        if (FIRST != 0 && row[31:0] != 32'd0) begin
          filled_rows = filled_rows + 1;
          put(PLAIN, index);
          for (part = 0; part < COUNTERS; part = part + 1)
            put(PLAIN, row[32*part +: 32]);
        end
      end
      if (FIRST != 0)
        put(PLAIN, 32'hffff_ffff);
      put(PLAIN, {30'd0, next_refused, next_overflow});
      put(CLOCKS_LOW, 32'd0);
      put(CLOCKS_HIGH, 32'd0);
      seen_empty = seen_empty + (filled_rows == 0 ? 1 : 0);
      seen_full = seen_full + (filled_rows == ROWS ? 1 : 0);
      word = 0;
      length = 0;
      waits = 1'b0;
      next_random;
      case (random[7:5])
        0, 1, 2: ready_rate = 256;
        3: ready_rate = 20;
        4: ready_rate = 230;
        default: ready_rate = 128;
      endcase
      eager = ready_rate == 256;
      fuse = -1;
      if (random[11:10] == 2'd0 && CODES < 1000)
        fuse = {22'd0, random[29:20]} % EARLY;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    report = 1'b0;
    tag = 32'd0;
    overflow = 1'b0;
    refused = 1'b0;
    cycles = 48'd0;
    value = {WIDTH{1'b0}};
    first_values = {ROW{1'b0}};
    take_words = 1'b0;
    place = 0;
    waits = 1'b0;
    waiting = 32'd0;
    cycles_high = 16'd0;
    clock = 0;
    reports = 0;
    gap = 4;
    word = 0;
    num_words = 1;
    length = 0;
    fuse = -1;
    eager = 1'b0;
    ready_rate = 128;
    filled_rows = 0;
    seen_wait = 0;
    seen_reset = 0;
    seen_eager = 0;
    seen_empty = 0;
    seen_full = 0;
    seen_carry = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    next_random;
    // The counters answer a take: a value stays until the next take, a row is there for one cycle.
    place = {{(32-ADDRESS){1'b0}}, address};
    if (take === 1'b1 && place < COUNTERS)
      value <= counters[place];
    first_values <= {COUNTERS{random ^ 32'h5a5a_0f0f}};
    if (first_take === 1'b1)
      first_values <= rows[first_code];
    cycles <= cycles + 48'd1;
    take_words <= {24'd0, random[15:8]} < ready_rate;
    rst <= clock < 3;

    if (!rst && !report) begin
      // Nothing happens without a job to report.
      check(valid === 1'b0, 1);
      check(take === 1'b0 && first_take === 1'b0, 2);
      check(done_out === 1'b0, 3);
      gap = gap - 1;
      if (gap <= 0) begin
        if (reports == REPORTS)
          done <= 1'b1;
        else begin
          make_report;
          report <= 1'b1;
          take_words <= eager;
          tag <= next_tag;
          overflow <= next_overflow;
          refused <= next_refused;
          next_random;
          cycles <= {random[15:0], random};
        end
      end
    end

    if (!rst && report) begin
      length = length + 1;
      // What waits stays, but for clocks, which go on.
      if (waits) begin
        check(valid === 1'b1, 4);
        if (kinds[word] != CLOCKS_LOW)
          check(data === waiting, 5);
      end
      // A word is there whenever no counter or row is looked up.
      check(valid === 1'b0 || valid === 1'b1, 6);
      check(done_out === (valid && take_words && word == num_words - 1), 7);
      if (valid === 1'b1) begin
        check(last === (word == num_words - 1), 21);
        case (kinds[word])
          CLOCKS_LOW: begin
            check(data === cycles[31:0], 8);
            cycles_high = cycles[47:32];
            seen_carry = seen_carry + (!take_words && cycles[31:0] == 32'hffff_ffff ? 1 : 0);
          end
          CLOCKS_HIGH: check(data === {16'd0, cycles_high}, 9);
          default: check(data === words[word], 10);
        endcase
        check(take === 1'b0 && first_take === 1'b0, 11);
      end
      seen_wait = seen_wait + (valid === 1'b1 && !take_words ? 1 : 0);
      waits = valid === 1'b1 && !take_words;
      waiting = data;
      if (take !== 1'b0) begin
        // When its words are due, and once.
        check(place < COUNTERS, 12);
        check(word == 1 + 2 * place, 13);
        if (place < COUNTERS) begin
          taken[place] = taken[place] + 1;
          check(taken[place] == 1, 14);
        end
      end
      if (first_take !== 1'b0) begin
        check(FIRST != 0 && word >= 1 + 2 * COUNTERS, 15);
        row_taken[first_code] = row_taken[first_code] + 1;
        check(row_taken[first_code] == 1, 16);
      end
      if (valid === 1'b1 && take_words) begin
        word = word + 1;
        // Clocks that carry into the upper word about when they are taken.
        if (word == num_words - 2 && random[20])
          cycles <= {random[31:16], 30'h3fff_ffff, random[22:21]};
      end
      if (word == num_words || length > 200 * (MOST_WORDS + 3 * CODES)) begin
        check(word == num_words, 17);
        for (index = 0; index < COUNTERS; index = index + 1)
          check(taken[index] == 1, 18);
        for (index = 0; index < ROWS; index = index + 1)
          check(row_taken[index] == 1, 19);
        // Clocks: a look at a counter takes two, at a row three, a word one.
        if (eager) begin
          seen_eager = seen_eager + 1;
          check(length == num_words + 2 * COUNTERS + 3 * ROWS, 20);
        end
        report <= 1'b0;
        word = 0;
        waits = 1'b0;
        reports = reports + 1;
        next_random;
        gap = 1 + {28'd0, random[13:10]} % 9;
      end else if (fuse == 0) begin
        // A reset, after which the job is gone.
        rst <= 1'b1;
        report <= 1'b0;
        waits = 1'b0;
        seen_reset = seen_reset + 1;
        next_random;
        gap = 1 + {28'd0, random[13:10]} % 9;
      end
      fuse = fuse - 1;
    end

    if (reports == REPORTS && gap == 0) begin
      check(seen_wait > 100 || REPORTS < 50, 30);
      check(seen_eager > 0 || REPORTS < 50, 31);
      check(seen_reset > 2 || REPORTS < 50, 32);
      check(seen_empty > 0 || FIRST == 0 || CODE > 5, 33);
      check(seen_full > 0 || CODE > 5, 34);
      check(seen_carry > 0 || REPORTS < 50, 35);
    end
  end
endmodule

`default_nettype wire
