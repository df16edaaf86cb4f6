// playout_carry of 0 to 6 clocks and of several widths, through flip-flops and through block RAMs of 8 bits, against all that
// went in before. Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_carry_tb;
    localparam MOST = 6;
    localparam WIDEST = 21;
    localparam CLOCKS = 2000;
    localparam WIDTHS = 7;
    // Less than half a block, half of one, most of one, one, one and a little, one and a half, two and a half.
    localparam [8*WIDTHS-1:0] BITS = {8'd3, 8'd4, 8'd7, 8'd8, 8'd11, 8'd12, 8'd21};
    localparam UNITS = 2 * WIDTHS * (MOST + 1);

    reg               clk;
    reg               rst;
    reg  [WIDEST-1:0] data;
    // What went in, the newest lowest.
    reg  [WIDEST*(MOST+1)-1:0] past;
    integer           clock, checks, failures, unit;
    wire [UNITS-1:0]  wrong;

    genvar i, j;
    generate
        for (i = 0; i <= MOST; i = i + 1) begin : clocks
            for (j = 0; j < WIDTHS; j = j + 1) begin : width
                localparam WIDTH = {24'd0, BITS[8*j +: 8]};
                wire [WIDTH-1:0] registers, blocks;
                playout_carry #(.WIDTH(WIDTH), .CLOCKS(i)) first (
                    .clk_i(clk), .rst_i(rst), .data_i(data[WIDTH-1:0]), .data_o(registers)
                );
                playout_carry #(.WIDTH(WIDTH), .CLOCKS(i), .BLOCK(8)) second (
                    .clk_i(clk), .rst_i(rst), .data_i(data[WIDTH-1:0]), .data_o(blocks)
                );
                wire [WIDTH-1:0] expected = i == 0 ? data[WIDTH-1:0] : past[WIDEST*(i == 0 ? 0 : i-1) +: WIDTH];
                assign wrong[2*(WIDTHS*i+j)] = registers !== expected;
                assign wrong[2*(WIDTHS*i+j)+1] = blocks !== expected;
            end
        end
    endgenerate

    initial begin
        clk = 1'b0;
        rst = 1'b1;
        data = {WIDEST{1'b0}};
        past = {WIDEST*(MOST+1){1'b0}};
        checks = 0;
        failures = 0;
        for (clock = 0; clock < CLOCKS; clock = clock + 1) begin
            #1;
            // A reset in the middle leaves the memories in another order: not looked at for a round.
            if (clock % 500 > 20)
                for (unit = 0; unit < UNITS; unit = unit + 1) begin
                    checks = checks + 1;
                    if (wrong[unit] !== 1'b0) begin
                        failures = failures + 1;
                        if (failures < 10) $display("clock %0d, unit %0d", clock, unit);
                    end
                end
            clk = 1'b1;
            #1;
            clk = 1'b0;
            past = {past[WIDEST*MOST-1:0], data};
            data = $random;
            rst = clock < 2 | clock % 500 < 3;
        end
        if (failures == 0) $display("PASS %0d", checks);
        else $display("FAIL %0d of %0d", failures, checks);
        $finish(0);
    end
endmodule

`default_nettype wire
