// Both parts at once, with random handshakes: seeds against SplitMix64, words in the order in which they were written.
module bench;
    localparam [63:0] ORIGIN = 64'h0123456789abcdef;
    reg clk = 0, rst = 1, load = 0, take = 0, write = 0, read = 0;
    wire has_seed, has_room, has_word;
    wire [63:0] seed;
    wire [31:0] word;
    reg [63:0] x = ORIGIN, z;
    reg [31:0] written = 0, taken = 0;
    integer seeds = 0, wrong = 0, cycles = 0;

    seeder seeder (.clk_i(clk), .rst_i(rst), .load_i(load), .origin_i(ORIGIN), .valid_o(has_seed), .ready_i(take),
                   .seed_o(seed));
    fifo fifo (.clk_i(clk), .rst_i(rst), .valid_i(write), .ready_o(has_room), .data_i(written * 32'h9e3779b9),
               .valid_o(has_word), .ready_i(read), .data_o(word));

    always #1 clk = ~clk;

    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        load = 1;
        @(negedge clk) load = 0;
        // Phases in which the queue fills and phases in which it empties.
        while (seeds < 1000) @(negedge clk) begin
            cycles = cycles + 1;
            take = $random;
            write = ($random & 7) < (cycles[12] ? 2 : 6);
            read = ($random & 7) < (cycles[12] ? 6 : 2);
        end
        $display("seeds %0d, words %0d, wrong %0d, cycles %0d", seeds, taken, wrong, cycles);
        $finish;
    end

    always @(posedge clk) if (!rst) begin
        if (has_seed && take) begin
            x = x + 64'h9e3779b97f4a7c15;
            z = (x ^ (x >> 30)) * 64'hbf58476d1ce4e5b9;
            z = (z ^ (z >> 27)) * 64'h94d049bb133111eb;
            z = z ^ (z >> 31);
            seeds = seeds + 1;
            if (z !== seed) wrong = wrong + 1;
        end
        if (has_word && read) begin
            if (word !== taken * 32'h9e3779b9) wrong = wrong + 1;
            taken <= taken + 1;
        end
        if (write && has_room) written <= written + 1;
    end
endmodule
