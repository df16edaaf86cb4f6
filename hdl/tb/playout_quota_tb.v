// Quotas of one to ten bits for lanes of one to eight cores that want playouts now and then, against a plain count.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_quota_tb;
  localparam UNITS = 15;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  genvar i;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : units
      quota_unit #(
          .CORES(i % 5 == 4 ? 8 : i % 5 + 1), .QUOTA(i < 5 ? 1 : i < 10 ? 3 : 10),
          .CLOCKS(i < 10 ? 10000 : 100000), .SEED(i + 1)
      ) unit (
          clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
      );
    end
  endgenerate

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// Quotas one after another: some are loaded at once when nothing is left, some stay loaded for several cycles, some are
// cut short. Inputs change by nonblocking assignments, outputs are read before the edge.
module quota_unit #(
    parameter CORES = 1,
    parameter QUOTA = 10,
    parameter CLOCKS = 1000,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  localparam MOST = 1 << QUOTA;
  // Where so many are left, cores need not be counted.
  localparam ENOUGH = 1 << $clog2(2 * CORES);

  reg              load;
  reg  [QUOTA-1:0] last;
  reg  [CORES-1:0] wants;
  wire [CORES-1:0] begins;
  wire [QUOTA-1:0] left;
  wire             none;

  playout_quota #(.CORES(CORES), .QUOTA(QUOTA)) u_dut (
      .clk_i(clk_i), .load_i(load), .last_i(last), .wants_i(wants), .begins_o(begins), .left_o(left), .none_o(none)
  );

  reg [31:0] checks, errors, random;
  assign checks_o = checks;
  assign errors_o = errors;

  // The quota, and the playouts of it that have not begun; those that begin in this clock.
  integer quota, rest, begun;
  // How often cores want playouts; for how many cycles more a quota is loaded.
  integer pace, hold;

  integer         clock, core;
  integer         seen_one, seen_less, seen_most, seen_part, seen_vain, seen_soon, seen_cut, seen_held;
  reg             known, loads, asks;
  integer         vain;
  reg [CORES-1:0] expected;
  reg [31:0]      rest_last;

`include "bench_unit.vh"

  // One playout, fewer than cores, as many as can be, about ENOUGH or twice that, or any number.
  task make_quota;
    begin
      next_random;
      case (random[10:8])
        0: quota = 1;
        1: quota = 1 + {24'd0, random[27:20]} % CORES;
        2: quota = MOST;
        3: quota = ENOUGH - 2 + {29'd0, random[22:20]} % 5;
        4: quota = 2 * ENOUGH - 2 + {29'd0, random[22:20]} % 5;
        5, 6: quota = 1 + {24'd0, random[27:20]} % (4 * ENOUGH);
        default: quota = 1 + {20'd0, random[31:20]} % MOST;
      endcase
      if (quota < 1)
        quota = 1;
      if (quota > MOST)
        quota = MOST;
      next_random;
      pace = {30'd0, random[19:18]};
      last <= quota - 1;
    end
  endtask

  // In the order of the cores, as long as some are left.
  task check_clock;
    begin
      begun = 0;
      for (core = 0; core < CORES; core = core + 1) begin
        expected[core] = wants[core] && begun < rest;
        begun = begun + (expected[core] ? 1 : 0);
      end
      rest_last = rest - 1;
      check(begins === expected, 1);
      check(rest == 0 || left === rest_last[QUOTA-1:0], 2);
      check(none === (rest == 0), 3);
      seen_part = seen_part + (begun > 0 && expected != wants ? 1 : 0);
      seen_vain = seen_vain + (rest == 0 && wants != {CORES{1'b0}} ? 1 : 0);
      seen_one = seen_one + (quota == 1 && begun == rest && begun > 0 ? 1 : 0);
      seen_less = seen_less + (quota < CORES && begun == rest && begun > 0 ? 1 : 0);
      seen_most = seen_most + (quota == MOST && begun == rest && begun > 0 ? 1 : 0);
    end
  endtask

  // Where nothing is left another quota is loaded soon, or at once; else seldom.
  task next_load;
    begin
      next_random;
      loads = 1'b0;
      if (hold > 0) begin
        hold = hold - 1;
        loads = 1'b1;
      end else if (!load) begin
        if (rest > 0)
          loads = random[30:20] < (QUOTA < 10 ? 11'd8 : 11'd1);
        else
          loads = random[15:14] == 2'd0 || (begun > 0 && random[13]);
        if (loads) begin
          hold = random[19:18] == 2'd0 ? 1 + {30'd0, random[17:16]} : 0;
          seen_soon = seen_soon + (rest == 0 && begun > 0 ? 1 : 0);
          seen_cut = seen_cut + (rest > 0 ? 1 : 0);
          seen_held = seen_held + (hold > 0 ? 1 : 0);
        end
      end
      load <= loads;
      last <= random[QUOTA-1:0];
      if (loads)
        make_quota;
    end
  endtask

  // All cores want playouts, some, few, or now and then all. Nobody does in a cycle in which a quota is loaded, nor
  // in the one behind it. No more places than a lane has may want in vain.
  task next_wants;
    begin
      if (load || loads)
        vain = 0;
      for (core = 0; core < CORES; core = core + 1) begin
        if (core == 0 || pace != 3)
          next_random;
        asks = !load && !loads && (pace == 0 || (pace == 2 ? random[11:9] == 3'd0 : random[9]));
        // Some of this clock's are counted though they begin.
        asks = asks && vain < 16;
        wants[core] <= asks;
        vain = vain + (asks && rest <= 2 * CORES ? 1 : 0);
      end
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    load = 1'b0;
    last = {QUOTA{1'b0}};
    wants = {CORES{1'b0}};
    known = 1'b0;
    quota = 0;
    rest = 0;
    begun = 0;
    pace = 0;
    hold = 0;
    vain = 0;
    clock = 0;
    seen_one = 0;
    seen_less = 0;
    seen_most = 0;
    seen_part = 0;
    seen_vain = 0;
    seen_soon = 0;
    seen_cut = 0;
    seen_held = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk_i) if (!done) begin
    if (known)
      check_clock;
    rest = load ? quota : rest - begun;
    known = known || load;

    next_load;
    next_wants;
    clock = clock + 1;
    if (clock == CLOCKS) begin
      check(seen_one > 20, 10);
      check(CORES == 1 || seen_less > 20, 11);
      check(seen_most > 2, 12);
      check(CORES == 1 || seen_part > 20, 13);
      check(seen_vain > 100, 14);
      check(seen_soon > 50, 15);
      check(seen_cut > 5, 16);
      check(seen_held > 20, 17);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
