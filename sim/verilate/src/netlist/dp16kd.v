// The block RAM of an ECP5, as far as Yosys uses it: two ports of 1, 2, 4, 9 or 18 bits, or one that writes and one that
// reads 36 bits, and there without output registers.
//
// Yosys has no simulation model of this cell. Ports and parameters are those of its black box (ecp5/cells_sim.v); what
// they mean is in Lattice's FPGA-TN-02204, and in Yosys's ecp5/brams_map.v how they are used. Parameters that this model
// has not do not compile, and no more do registers and address decoders that it does not do.
//
// What a port reads while the other one writes there is not defined: this model gives the complement of it, so that a
// design which needs it does not work. It takes both ports to be at one clock.
module DP16KD (
    input  DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15, DIA16,
        DIA17,
    input  ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13,
    input  CEA, OCEA, CLKA, WEA, RSTA, CSA0, CSA1, CSA2,
    output DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8, DOA9, DOA10, DOA11, DOA12, DOA13, DOA14, DOA15, DOA16,
        DOA17,
    input  DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15, DIB16,
        DIB17,
    input  ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13,
    input  CEB, OCEB, CLKB, WEB, RSTB, CSB0, CSB1, CSB2,
    output DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11, DOB12, DOB13, DOB14, DOB15, DOB16,
        DOB17
);
  parameter DATA_WIDTH_A = 18;
  parameter REGMODE_A = "NOREG";
  parameter CSDECODE_A = "0b000";
  parameter WRITEMODE_A = "NORMAL";
  parameter CLKAMUX = "CLKA";
  parameter DATA_WIDTH_B = 18;
  parameter REGMODE_B = "NOREG";
  parameter CSDECODE_B = "0b000";
  parameter WRITEMODE_B = "NORMAL";
  parameter CLKBMUX = "CLKB";
  parameter RESETMODE = "SYNC";
  parameter ASYNC_RESET_RELEASE = "SYNC";
  parameter GSR = "ENABLED";
  parameter [319:0] INITVAL_00 = 320'd0;
  parameter [319:0] INITVAL_01 = 320'd0;
  parameter [319:0] INITVAL_02 = 320'd0;
  parameter [319:0] INITVAL_03 = 320'd0;
  parameter [319:0] INITVAL_04 = 320'd0;
  parameter [319:0] INITVAL_05 = 320'd0;
  parameter [319:0] INITVAL_06 = 320'd0;
  parameter [319:0] INITVAL_07 = 320'd0;
  parameter [319:0] INITVAL_08 = 320'd0;
  parameter [319:0] INITVAL_09 = 320'd0;
  parameter [319:0] INITVAL_0A = 320'd0;
  parameter [319:0] INITVAL_0B = 320'd0;
  parameter [319:0] INITVAL_0C = 320'd0;
  parameter [319:0] INITVAL_0D = 320'd0;
  parameter [319:0] INITVAL_0E = 320'd0;
  parameter [319:0] INITVAL_0F = 320'd0;
  parameter [319:0] INITVAL_10 = 320'd0;
  parameter [319:0] INITVAL_11 = 320'd0;
  parameter [319:0] INITVAL_12 = 320'd0;
  parameter [319:0] INITVAL_13 = 320'd0;
  parameter [319:0] INITVAL_14 = 320'd0;
  parameter [319:0] INITVAL_15 = 320'd0;
  parameter [319:0] INITVAL_16 = 320'd0;
  parameter [319:0] INITVAL_17 = 320'd0;
  parameter [319:0] INITVAL_18 = 320'd0;
  parameter [319:0] INITVAL_19 = 320'd0;
  parameter [319:0] INITVAL_1A = 320'd0;
  parameter [319:0] INITVAL_1B = 320'd0;
  parameter [319:0] INITVAL_1C = 320'd0;
  parameter [319:0] INITVAL_1D = 320'd0;
  parameter [319:0] INITVAL_1E = 320'd0;
  parameter [319:0] INITVAL_1F = 320'd0;
  parameter [319:0] INITVAL_20 = 320'd0;
  parameter [319:0] INITVAL_21 = 320'd0;
  parameter [319:0] INITVAL_22 = 320'd0;
  parameter [319:0] INITVAL_23 = 320'd0;
  parameter [319:0] INITVAL_24 = 320'd0;
  parameter [319:0] INITVAL_25 = 320'd0;
  parameter [319:0] INITVAL_26 = 320'd0;
  parameter [319:0] INITVAL_27 = 320'd0;
  parameter [319:0] INITVAL_28 = 320'd0;
  parameter [319:0] INITVAL_29 = 320'd0;
  parameter [319:0] INITVAL_2A = 320'd0;
  parameter [319:0] INITVAL_2B = 320'd0;
  parameter [319:0] INITVAL_2C = 320'd0;
  parameter [319:0] INITVAL_2D = 320'd0;
  parameter [319:0] INITVAL_2E = 320'd0;
  parameter [319:0] INITVAL_2F = 320'd0;
  parameter [319:0] INITVAL_30 = 320'd0;
  parameter [319:0] INITVAL_31 = 320'd0;
  parameter [319:0] INITVAL_32 = 320'd0;
  parameter [319:0] INITVAL_33 = 320'd0;
  parameter [319:0] INITVAL_34 = 320'd0;
  parameter [319:0] INITVAL_35 = 320'd0;
  parameter [319:0] INITVAL_36 = 320'd0;
  parameter [319:0] INITVAL_37 = 320'd0;
  parameter [319:0] INITVAL_38 = 320'd0;
  parameter [319:0] INITVAL_39 = 320'd0;
  parameter [319:0] INITVAL_3A = 320'd0;
  parameter [319:0] INITVAL_3B = 320'd0;
  parameter [319:0] INITVAL_3C = 320'd0;
  parameter [319:0] INITVAL_3D = 320'd0;
  parameter [319:0] INITVAL_3E = 320'd0;
  parameter [319:0] INITVAL_3F = 320'd0;

  generate
    if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000"
            || (DATA_WIDTH_B == 36 && (REGMODE_A != "NOREG" || REGMODE_B != "NOREG"))) begin : no
      DP16KD_mode_without_a_model mode();     // There is no such module: this is the error.
    end
  endgenerate

  // Sixteen words of 18 bits in each value, one every 20 bits.
  localparam [64*320-1:0] INIT = {
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
      INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
      INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
      INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
      INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
      INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };

  // The memory in bytes of nine bits; of narrow words the ninth is not used.
  reg [8:0] memory [0:2047];
  integer at;
  initial
    for (at = 0; at < 2048; at = at + 1)
      memory[at] = INIT[20 * (at / 2) + 9 * (at % 2) +: 9];

  wire [17:0] data_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4,
      DIA3, DIA2, DIA1, DIA0};
  wire [13:0] address_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [17:0] data_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4,
      DIB3, DIB2, DIB1, DIB0};
  wire [13:0] address_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire clock_a = CLKAMUX == "INV" ? !CLKA : CLKA;
  wire clock_b = CLKBMUX == "INV" ? !CLKB : CLKB;
  wire write_a = CEA && WEA && {CSA2, CSA1, CSA0} == 3'd0;
  wire write_b = CEB && WEB && {CSB2, CSB1, CSB0} == 3'd0;
  wire read_a = CEA && {CSA2, CSA1, CSA0} == 3'd0;
  wire read_b = CEB && {CSB2, CSB1, CSB0} == 3'd0;

  // Where a word begins in its byte; the bits of four bytes that a port reaches; the first of these bytes.
  function [2:0] shift(input integer width, input [13:0] address);
    shift = width == 1 ? address[2:0] : width == 2 ? {address[2:1], 1'd0} : width == 4 ? {address[2], 2'd0} : 3'd0;
  endfunction

  function [35:0] mask(input integer width, input [13:0] address);
    case (width)
      36:      mask = {{9{address[3]}}, {9{address[2]}}, {9{address[1]}}, {9{address[0]}}};
      18:      mask = {18'd0, {9{address[1]}}, {9{address[0]}}};
      default: mask = ((36'd1 << width) - 36'd1) << shift(width, address);
    endcase
  endfunction

  function [35:0] taken(input integer width, input [13:0] address, input [35:0] bytes);
    taken = width >= 9 ? bytes : (bytes >> shift(width, address)) & ((36'd1 << width) - 36'd1);
  endfunction

  function [10:0] first(input integer width, input [13:0] address);
    first = width == 36 ? {address[13:5], 2'd0} : width == 18 ? {address[13:4], 1'd0} : address[13:3];
  endfunction

  function integer count(input integer width);
    count = width == 36 ? 4 : width == 18 ? 2 : 1;
  endfunction

  wire [35:0] mask_a = mask(DATA_WIDTH_A, address_a), mask_b = mask(DATA_WIDTH_B, address_b);
  wire [35:0] placed_a = {data_b, data_a} << shift(DATA_WIDTH_A, address_a);
  wire [35:0] placed_b = {18'd0, data_b} << shift(DATA_WIDTH_B, address_b);
  wire [10:0] first_a = first(DATA_WIDTH_A, address_a), first_b = first(DATA_WIDTH_B, address_b);

  // What the ports find: the memory as it is, as it will be, and as it is without what the other port may not touch.
  reg [35:0] old_a, old_b, new_a, new_b, torn_a, torn_b;
  integer i, j;
  always @* begin
    {old_a, old_b, torn_a, torn_b} = 144'd0;
    for (i = 0; i < 4; i = i + 1) begin
      if (i < count(DATA_WIDTH_A)) old_a[9*i +: 9] = memory[first_a + i[10:0]];
      if (i < count(DATA_WIDTH_B)) old_b[9*i +: 9] = memory[first_b + i[10:0]];
    end
    for (i = 0; i < count(DATA_WIDTH_A); i = i + 1)
      for (j = 0; j < count(DATA_WIDTH_B); j = j + 1)
        if (first_a + i[10:0] == first_b + j[10:0]) begin
          if (write_b) torn_a[9*i +: 9] = mask_b[9*j +: 9];
          if (write_a) torn_b[9*j +: 9] = mask_a[9*i +: 9];
        end
    new_a = (old_a & ~mask_a) | (placed_a & mask_a);
    new_b = (old_b & ~mask_b) | (placed_b & mask_b);
  end

  reg [35:0] q_a, q_b;
  initial {q_a, q_b} = 72'd0;
  wire clear_a = RSTA && RESETMODE == "ASYNC";
  wire clear_b = RSTB && RESETMODE == "ASYNC";
  wire [35:0] found_a = write_a && WRITEMODE_A == "WRITETHROUGH" ? new_a : old_a ^ torn_a;
  wire        held_a = write_a && WRITEMODE_A == "NORMAL";
  always @(posedge clock_a) begin
    if (write_a) memory[first_a] <= new_a[8:0];
    if (write_a && DATA_WIDTH_A >= 18) memory[first_a + 11'd1] <= new_a[17:9];
    if (write_a && DATA_WIDTH_A == 36) begin
      memory[first_a + 11'd2] <= new_a[26:18];
      memory[first_a + 11'd3] <= new_a[35:27];
    end
  end
  always @(posedge clock_a or posedge clear_a)
    if (clear_a)
      q_a <= 36'd0;
    else if (RSTA)
      q_a <= 36'd0;
    else if (read_a && !held_a)
      q_a <= taken(DATA_WIDTH_A, address_a, found_a);

  wire [35:0] found_b = write_b && WRITEMODE_B == "WRITETHROUGH" ? new_b : old_b ^ torn_b;
  wire        held_b = write_b && WRITEMODE_B == "NORMAL";
  always @(posedge clock_b) begin
    if (write_b) memory[first_b] <= new_b[8:0];
    if (write_b && DATA_WIDTH_B >= 18) memory[first_b + 11'd1] <= new_b[17:9];
  end
  always @(posedge clock_b or posedge clear_b)
    if (clear_b)
      q_b <= 36'd0;
    else if (RSTB)
      q_b <= 36'd0;
    else if (read_b && !held_b)
      q_b <= taken(DATA_WIDTH_B, address_b, found_b);

  // Output registers. Whether they load while their port does not read is not said: what they have then is not right.
  reg [17:0] out_a, out_b;
  initial {out_a, out_b} = 36'd0;
  always @(posedge clock_a)
    if (RSTA)
      out_a <= 18'd0;
    else if (OCEA)
      out_a <= CEA ? q_a[17:0] : ~q_a[17:0];
  always @(posedge clock_b)
    if (RSTB)
      out_b <= 18'd0;
    else if (OCEB)
      out_b <= CEB ? q_b[17:0] : ~q_b[17:0];
  wire [17:0] word_a = REGMODE_A == "OUTREG" ? out_a : q_a[17:0];
  wire [17:0] word_b = REGMODE_B == "OUTREG" ? out_b : q_b[17:0];

  // A port of 36 bits has the data pins of both: A writes, B reads.
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1,
    DOA0} =
    DATA_WIDTH_B == 36 ? q_b[17:0] : word_a;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1,
    DOB0} =
    DATA_WIDTH_B == 36 ? q_b[35:18] : word_b;

  always @* if (write_b && (DATA_WIDTH_A == 36 || DATA_WIDTH_B == 36))
    $fatal(1, "DP16KD: port B does not write beside 36 bits");
endmodule
