//! Netlists of Yosys behave as the text they were made from: both in Verilator, side by side, on random inputs.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{counter, get, set, workshop};
use gdl2hdl_verilate::{
    Cache, Direction, Family, Instance, Netlist, Port, SimError, Spec, Target, Toolchain, Unobserved, Yosys,
};

/// Carry chains, wide multiplexers, registers of all kinds, a product.
const LOGIC: &str = "
module logic_m(input clk_i, input rst_i, input en_i, input clear_i, input [4:0] sel_i, input [31:0] data_i,
    output reg [19:0] count_o, output [7:0] diff_o, output less_o, output wide_o, output [3:0] pick_o,
    output reg [3:0] plain_o, output reg [3:0] set_o, output reg [3:0] en_o, output reg [3:0] over_o,
    output reg [3:0] async_o, output reg [3:0] first_o, output [15:0] product_o, output [0:0] one_o);
  initial begin first_o = 4'b0110; end
  assign diff_o = data_i[7:0] - data_i[15:8];
  assign less_o = data_i[15:0] < data_i[31:16];
  assign wide_o = data_i[sel_i];
  assign pick_o = data_i[{sel_i[2:0], 2'b00} +: 4];
  assign product_o = data_i[7:0] * data_i[15:8];
  assign one_o = ^data_i;
  always @(posedge clk_i) begin
    if (rst_i) count_o <= 20'd0; else if (en_i) count_o <= count_o + data_i[19:0];
    plain_o <= data_i[3:0];
    if (rst_i) set_o <= 4'b1010; else set_o <= data_i[7:4];
    if (en_i) begin if (rst_i) en_o <= 4'b0101; else en_o <= data_i[11:8]; end
    if (clear_i) over_o <= 4'b0011; else if (en_i) over_o <= data_i[15:12];
    if (en_i) first_o <= data_i[19:16];
  end
  always @(posedge clk_i or posedge clear_i) if (clear_i) async_o <= 4'b1100; else if (en_i) async_o <= data_i[23:20];
endmodule
";

/// Memories with registered and with free outputs, of several shapes, empty, filled, and read-only.
const MEMORIES: &str = "
module memories(input clk_i, input we_i, input re_i, input [1:0] lane_i, input [10:0] waddr_i, input [10:0] raddr_i,
    input [15:0] data_i, output reg [15:0] wide_o, output reg [15:0] lanes_o, output reg [1:0] deep_o,
    output [3:0] small_o, output reg [7:0] table_o);
  reg [15:0] wide_q [0:255];
  reg [15:0] lanes_q [0:255];
  reg [1:0] deep_q [0:2047];
  reg [3:0] small_q [0:15];
  reg [7:0] table_q [0:511];
  integer i;
  initial begin
    for (i = 0; i < 16; i = i + 1) small_q[i] = (i * 7) ^ 4'd9;
    for (i = 0; i < 512; i = i + 1) table_q[i] = (i * 29) ^ (i >> 3);
  end
  assign small_o = small_q[raddr_i[3:0]];
  always @(posedge clk_i) begin
    if (we_i) wide_q[waddr_i[7:0]] <= data_i;
    wide_o <= wide_q[raddr_i[7:0]];
    if (we_i & lane_i[0]) lanes_q[waddr_i[7:0]][7:0] <= data_i[7:0];
    if (we_i & lane_i[1]) lanes_q[waddr_i[7:0]][15:8] <= data_i[15:8];
    if (re_i) lanes_o <= lanes_q[raddr_i[7:0]];
    if (we_i) deep_q[waddr_i] <= data_i[1:0];
    if (re_i) deep_o <= deep_q[raddr_i];
    if (we_i) small_q[waddr_i[3:0]] <= data_i[3:0];
    table_o <= table_q[raddr_i[8:0]];
  end
endmodule
";

fn ports(inputs: &[(&str, u32)], outputs: &[(&str, u32)]) -> Vec<Port> {
    let inputs = inputs.iter().map(|&(name, width)| Port::input(name, width));
    inputs.chain(outputs.iter().map(|&(name, width)| Port::output(name, width))).collect()
}

fn logic() -> Spec {
    let inputs = [("clk_i", 1), ("rst_i", 1), ("en_i", 1), ("clear_i", 1), ("sel_i", 5), ("data_i", 32)];
    let registers = ["plain_o", "set_o", "en_o", "over_o", "async_o", "first_o"].map(|name| (name, 4));
    let others = [("count_o", 20), ("diff_o", 8), ("less_o", 1), ("wide_o", 1), ("pick_o", 4), ("product_o", 16)];
    let outputs = [&registers[..], &others, &[("one_o", 1)]].concat();
    Spec::new("logic_m", LOGIC, ports(&inputs, &outputs))
}

fn memories() -> Spec {
    let inputs = [("clk_i", 1), ("we_i", 1), ("re_i", 1), ("lane_i", 2), ("waddr_i", 11), ("raddr_i", 11)];
    let inputs = [&inputs[..], &[("data_i", 16)]].concat();
    let outputs = [("wide_o", 16), ("lanes_o", 16), ("deep_o", 2), ("small_o", 4), ("table_o", 8)];
    Spec::new("memories", MEMORIES, ports(&inputs, &outputs))
}

/// Registers of `LOGIC` that nothing says the first value of: an ECP5 takes the value that a reset gives them.
const SET_BY_RESET: [&str; 4] = ["set_o", "en_o", "over_o", "async_o"];

/// A small generator of random words.
struct Random(u64);

impl Random {
    fn word(&mut self, width: u32) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 31) >> 8 & ((1 << width) - 1)
    }
}

/// Writes what the inputs take in this cycle; `None` leaves it to chance.
type Fixed = fn(cycle: usize, name: &str) -> Option<u64>;

/// Runs both; all outputs must be equal before and after every rising edge.
fn compare(spec: &Spec, netlist: &Netlist, tools: &Toolchain, cache: &Cache, cycles: usize, fixed: Fixed) {
    let mapped = netlist.model_spec(spec.ports.clone()).unwrap();
    let mut pair = [spec, &mapped].map(|spec| tools.build(spec, cache).unwrap().instance().unwrap());
    let mut random = Random(0x5eed);
    for cycle in 0..cycles {
        for port in spec.ports.iter().filter(|p| p.direction == Direction::Input && p.name != "clk_i") {
            let word = fixed(cycle, &port.name).unwrap_or_else(|| random.word(port.width));
            pair.iter_mut().for_each(|instance| set(instance, &port.name, &[word]));
        }
        pair.iter_mut().for_each(|instance| instance.eval().unwrap());
        equal(spec, &pair, netlist.family, cycle, "before");
        pair.iter_mut().for_each(|instance| instance.tick(1).unwrap());
        equal(spec, &pair, netlist.family, cycle, "after");
    }
}

fn equal(spec: &Spec, [one, two]: &[Instance; 2], family: Family, cycle: usize, when: &str) {
    let is_known = |port: &Port| (cycle, when) != (0, "before") || !SET_BY_RESET.contains(&port.name.as_str());
    for port in spec.ports.iter().filter(|p| p.direction == Direction::Output && is_known(p)) {
        let values = [one, two].map(|instance| get(instance, &port.name));
        assert_eq!(values[0], values[1], "{}: `{}` {when} cycle {cycle}", family.name(), port.name);
    }
}

/// Registers without a first value have one only after a reset.
fn reset_first(cycle: usize, name: &str) -> Option<u64> {
    match (name, cycle) {
        ("rst_i" | "en_i" | "clear_i", 0) => Some(1),
        ("rst_i" | "clear_i", n) if n % 8 != 0 => Some(0),
        _ => None,
    }
}

/// Addresses in a small range, so that what is read was often written, also in the same cycle.
fn near_addresses(cycle: usize, name: &str) -> Option<u64> {
    let sweep = (cycle as u64 / 7) * 37;
    match name {
        "waddr_i" => Some((sweep + cycle as u64 % 3) & 0x7ff),
        "raddr_i" if !cycle.is_multiple_of(5) => Some((sweep + cycle as u64 % 2) & 0x7ff),
        _ => None,
    }
}

#[test]
fn logic_and_registers_survive_mapping() {
    let (_dir, cache, tools) = workshop();
    let (yosys, spec) = (Yosys::find().unwrap(), logic());
    for family in Family::ALL {
        let netlist = yosys.map(&spec, family, &cache).unwrap();
        assert!(netlist.lut4() > 50 && netlist.carries() > 10, "{:?}", netlist.cells);
        // 20 bits count, six registers have 4.
        assert_eq!(netlist.flip_flops(), 44, "{:?}", netlist.cells);
        let expected: &[&str] = match family {
            Family::Ice40 => &["SB_CARRY", "SB_DFF", "SB_DFFE", "SB_DFFESR", "SB_DFFSS", "SB_DFFER"],
            Family::Ecp5 => &["CCU2C", "TRELLIS_FF"],
        };
        for cell in expected {
            assert!(netlist.cells.contains_key(*cell), "no {cell} in {:?}", netlist.cells);
        }
        compare(&spec, &netlist, &tools, &cache, 2000, reset_first);
    }
}

#[test]
fn memories_survive_mapping() {
    let (_dir, cache, tools) = workshop();
    let (yosys, spec) = (Yosys::find().unwrap(), memories());
    for family in Family::ALL {
        let netlist = yosys.map(&spec, family, &cache).unwrap();
        match family {
            Family::Ice40 => assert!(netlist.block_rams() >= 4, "{:?}", netlist.cells),
            Family::Ecp5 => assert!(netlist.lut_rams() > 100 && netlist.block_rams() == 0, "{:?}", netlist.cells),
        }
        compare(&spec, &netlist, &tools, &cache, 5000, near_addresses);
    }
}

#[test]
fn netlists_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(&dir.path().join("cache")).unwrap();
    let mut yosys = Yosys::find().unwrap();
    let first = yosys.map(&counter(), Family::Ice40, &cache).unwrap();
    assert_eq!((first.flip_flops(), first.top.as_str(), first.family), (8, "counter", Family::Ice40));
    assert!(first.tool_version.starts_with("Yosys ") && first.num_cells() > first.flip_flops());
    assert!(first.text.contains("input [7:0] add_i;"), "{}", first.text);
    // A kept netlist takes no time at all.
    yosys.limits.time = Duration::ZERO;
    assert_eq!(yosys.map(&counter(), Family::Ice40, &cache).unwrap(), first);
    let error = yosys.map(&counter(), Family::Ecp5, &cache).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("the design is too large for technology mapping within 0ns"), "{text}");
    assert_eq!(fs::read_dir(dir.path().join("cache/netlists")).unwrap().count(), 1);
}

#[test]
fn faults_of_a_design_are_reported() {
    let (_dir, cache, _) = workshop();
    let yosys = Yosys::find().unwrap();
    let fails = |text: &str, words: &str| {
        let mut spec = counter();
        spec.sources[0].text = text.to_owned();
        let error = yosys.map(&spec, Family::Ice40, &cache).unwrap_err();
        assert!(matches!(&error, SimError::ToolFailed { stderr, .. } if stderr.contains(words)), "{error}");
    };
    fails("module counter(input clk_i; endmodule", "syntax error");
    fails("module other(input clk_i); endmodule", "counter");
    fails("module counter(input a_i, b_i, output y_o); assign y_o = a_i & b_i, y_o = a_i ^ b_i; endmodule", "problems");
    fails("module counter(input a_i, output y_o); wire x = ~(x & a_i); assign y_o = x; endmodule", "problems");
    fails("module counter(input a_i, output y_o); wire x; assign y_o = x ^ a_i; endmodule", "problems");
    let mut hostile = counter();
    hostile.top = "x; exec -- id".to_owned();
    assert!(matches!(yosys.map(&hostile, Family::Ice40, &cache), Err(SimError::BadName { .. })));
}

#[test]
fn cells_without_a_model_are_named() {
    let (_dir, cache, _) = workshop();
    let text = "module counter(input clk_i, input rst_i, input [7:0] add_i, output [7:0] sum_o);
        SB_HFOSC osc(.CLKHFPU(rst_i), .CLKHFEN(clk_i), .CLKHF(sum_o[0])); assign sum_o[7:1] = add_i[7:1]; endmodule";
    let mut spec = counter();
    spec.sources[0].text = text.to_owned();
    let netlist = Yosys::find().unwrap().map(&spec, Family::Ice40, &cache).unwrap();
    let error = netlist.model_spec(spec.ports).unwrap_err();
    assert!(matches!(&error, SimError::NoCellModel { cell, .. } if cell == "SB_HFOSC"), "{error}");
}

#[test]
fn a_yosys_without_its_data_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("yosys");
    fs::write(&script, "#!/bin/sh\necho 'Yosys 0.22'\n").unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, executable).unwrap();
    assert!(matches!(Yosys::with_tool(&script), Err(SimError::ToolVersion { .. })));
    fs::write(&script, "#!/bin/sh\necho 'Yosys 0.23'\n").unwrap();
    let error = Yosys::with_tool(&script).unwrap_err();
    assert!(matches!(error, SimError::ToolMissing { .. }), "{error}");
    assert!(error.to_string().contains("share/yosys") && Path::new("/usr").exists(), "{error}");
}

/// Products: unsigned ones wider than a multiplier, signed and mixed ones, one of a few bits.
const PRODUCTS: &str = "
module products(input clk_i, input [34:0] a_i, input [17:0] b_i, output [27:0] wide_o, output [52:0] long_o,
    output signed [35:0] signed_o, output signed [29:0] mixed_o, output [3:0] small_o, output reg [31:0] square_o);
  assign wide_o = a_i[19:0] * b_i[7:0];
  assign long_o = a_i * b_i;
  assign signed_o = $signed(a_i[17:0]) * $signed(b_i);
  assign mixed_o = $signed({1'b0, a_i[12:0]}) * $signed(b_i[15:0]);
  assign small_o = a_i[1:0] * b_i[1:0];
  always @(posedge clk_i) square_o <= b_i[15:0] * b_i[15:0];
endmodule
";

/// Every third number is one of the extremes.
fn extremes(cycle: usize, name: &str) -> Option<u64> {
    let width = if name == "a_i" { 35 } else { 18 };
    let ones = (1u64 << width) - 1;
    let extreme = [0, ones, 1 << (width - 1), ones >> 1, 1][cycle / 3 % 5];
    let turn = if name == "a_i" { 0 } else { cycle / 15 % 3 };
    (cycle % 3 == turn).then_some(extreme)
}

#[test]
fn multipliers_survive_mapping() {
    let (_dir, cache, tools) = workshop();
    let outputs = [("wide_o", 28), ("long_o", 53), ("signed_o", 36), ("mixed_o", 30), ("small_o", 4), ("square_o", 32)];
    let spec = Spec::new("products", PRODUCTS, ports(&[("clk_i", 1), ("a_i", 35), ("b_i", 18)], &outputs));
    let yosys = Yosys::find().unwrap();
    for family in Family::ALL {
        let netlist = yosys.map(&spec, Target { family, multipliers: true }, &cache).unwrap();
        assert!(netlist.multipliers() >= 7, "{:?}", netlist.cells);
        compare(&spec, &netlist, &tools, &cache, 5000, extremes);
    }
    let without = yosys.map(&spec, Family::Ecp5, &cache).unwrap();
    assert_eq!((without.multipliers(), without.lut4() > 500), (0, true), "{:?}", without.cells);
}

#[test]
fn modes_of_multipliers_without_a_model_are_refused() {
    let (_dir, cache, tools) = workshop();
    let build = |parameter: &str, source: &str, output: &str| {
        let text = format!(
            "module product(input clk_i, input a_i, input b_i, output y_o);
               MULT18X18D #({parameter}) m(.A0(a_i), .B0(b_i), .SOURCEA({source}), .SOURCEB(1'b0), .{output}(y_o));
             endmodule"
        );
        let spec = Spec::new("product", &text, ports(&[("clk_i", 1), ("a_i", 1), ("b_i", 1)], &[("y_o", 1)]));
        let target = Target { family: Family::Ecp5, multipliers: true };
        let netlist = Yosys::find().unwrap().map(&spec, target, &cache).unwrap();
        tools.build(&netlist.model_spec(spec.ports).unwrap(), &cache).map(|model| model.instance().unwrap())
    };
    let fails = |parameter: &str, output: &str, words: &str| {
        let error = build(parameter, "1'b0", output).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(words), "{parameter} {output}: {error}");
    };
    for parameter in [
        ".REG_OUTPUT_CLK(\"CLK1\")",
        ".REG_PIPELINE_CLK(\"CLK0\")",
        ".SOURCEB_MODE(\"C_SHIFT\")",
        ".MULT_BYPASS(\"ENABLED\")",
    ] {
        fails(parameter, "P0", "MULT18X18D_mode_without_a_model");
    }
    fails("", "ROA0", "ROA0");
    // An operand from another multiplier, when it is chosen.
    let mut instance = build("", "a_i", "P0").unwrap();
    instance.eval().unwrap();
    set(&mut instance, "a_i", &[1]);
    let error = instance.eval().unwrap_err();
    assert!(error.to_string().contains("cells.v"), "{error}");
}

/// Memories: queues of words, of bytes, of narrow words with a start value, one that is written in parts, and ports of
/// two widths. What is read while it is written is said nowhere.
const RAMS: &str = "
module rams(input clk_i, input write_i, input [8:0] to_i, input [8:0] from_i, input [3:0] parts_i,
    input [31:0] word_i, output reg [31:0] words_o, output reg [8:0] bytes_o, output reg [1:0] narrow_o,
    output reg [31:0] parts_o, output reg [17:0] single_o, output reg [7:0] wide_o);
  reg [31:0] words [0:511];
  reg [8:0] bytes [0:511];
  reg [1:0] narrow [0:4095];
  reg [31:0] parted [0:511];
  reg [17:0] single [0:511];
  (* ram_style = \"block\" *) reg [7:0] wide [0:511];
  integer i;
  initial for (i = 0; i < 4096; i = i + 1) narrow[i] = i[3:2] ^ i[9:8];
  wire [8:0] from = from_i == to_i ? ~from_i : from_i;
  always @(posedge clk_i) begin
    if (write_i) begin words[to_i] <= word_i; bytes[to_i] <= word_i[8:0]; narrow[{to_i, 3'd5}] <= word_i[1:0]; end
    for (i = 0; i < 4; i = i + 1) if (write_i && parts_i[i]) parted[to_i][8*i +: 8] <= word_i[8*i +: 8];
    words_o <= words[from]; bytes_o <= bytes[from]; parts_o <= parted[from]; narrow_o <= narrow[{from, from[2:0]}];
    if (parts_i[0]) begin if (write_i) single[to_i] <= word_i[17:0]; else single_o <= single[to_i]; end
    if (write_i) wide[to_i] <= word_i[15:8];
    if (parts_i[1]) wide_o <= wide[from];
  end
endmodule
";

#[test]
fn block_rams_survive_synthesis() {
    let (dir, cache, tools) = workshop();
    let inputs = [("clk_i", 1), ("write_i", 1), ("to_i", 9), ("from_i", 9), ("parts_i", 4), ("word_i", 32)];
    let outputs = [("words_o", 32), ("bytes_o", 9), ("narrow_o", 2), ("parts_o", 32), ("single_o", 18), ("wide_o", 8)];
    let spec = Spec::new("rams", RAMS, ports(&inputs, &outputs));
    let yosys = Yosys::find().unwrap();
    for (family, cell) in [(Family::Ice40, "SB_RAM40_4K"), (Family::Ecp5, "DP16KD")] {
        let folder = dir.path().join(cell);
        fs::create_dir(&folder).unwrap();
        yosys.synthesis(&spec, family.into()).unwrap().run(&folder, &Unobserved).unwrap();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let netlist = yosys.made("rams", family, read("netlist.v"), &read("statistics.json")).unwrap();
        assert!(netlist.cells.get(cell).is_some_and(|count| *count >= 6), "{:?}", netlist.cells);
        compare(&spec, &netlist, &tools, &cache, 40_000, |_, _| None);
    }
}
