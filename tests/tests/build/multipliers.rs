//! Multipliers of an iCE40 UltraPlus that are read back: the model beside Yosys's, and their bits beside what nextpnr was
//! told. Icarus is the judge.

use gdl2hdl_device::bitstream::{Bitstream, ModelTools, read_back};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_hdl::board::readback_models;
use gdl2hdl_tests::fpga_tools::run;
use gdl2hdl_verilate::tools::ToolLimits;
use gdl2hdl_verilate::{Cache, Toolchain, Unobserved};
use std::fs;
use std::path::Path;

/// Parameters of SB_MAC16: name, width.
const PARAMETERS: [(&str, u32); 20] = [
    ("NEG_TRIGGER", 1),
    ("A_REG", 1),
    ("B_REG", 1),
    ("C_REG", 1),
    ("D_REG", 1),
    ("TOP_8x8_MULT_REG", 1),
    ("BOT_8x8_MULT_REG", 1),
    ("PIPELINE_16x16_MULT_REG1", 1),
    ("PIPELINE_16x16_MULT_REG2", 1),
    ("TOPOUTPUT_SELECT", 2),
    ("TOPADDSUB_LOWERINPUT", 2),
    ("TOPADDSUB_UPPERINPUT", 1),
    ("TOPADDSUB_CARRYSELECT", 2),
    ("BOTOUTPUT_SELECT", 2),
    ("BOTADDSUB_LOWERINPUT", 2),
    ("BOTADDSUB_UPPERINPUT", 1),
    ("BOTADDSUB_CARRYSELECT", 2),
    ("MODE_8x8", 1),
    ("A_SIGNED", 1),
    ("B_SIGNED", 1),
];
/// Inputs of one bit behind CLK.
const BITS: [&str; 16] = [
    "CE",
    "AHOLD",
    "BHOLD",
    "CHOLD",
    "DHOLD",
    "IRSTTOP",
    "IRSTBOT",
    "ORSTTOP",
    "ORSTBOT",
    "OLOADTOP",
    "OLOADBOT",
    "ADDSUBTOP",
    "ADDSUBBOT",
    "OHOLDTOP",
    "OHOLDBOT",
    "CI",
];
/// What a bitstream can't say, or nobody knows of the device: factors of which one has a sign, and neighbours.
fn has_model(values: &[u64]) -> bool {
    let value = |name: &str| values[PARAMETERS.iter().position(|(parameter, _)| *parameter == name).unwrap()];
    value("A_SIGNED") == value("B_SIGNED") && value("BOTADDSUB_LOWERINPUT") != 3 && value("BOTADDSUB_CARRYSELECT") != 2
}

/// Parameters that have a model, by chance.
fn any(random: &mut SplitMix64) -> Vec<u64> {
    loop {
        let values: Vec<u64> = PARAMETERS.iter().map(|(_, width)| random.below(1 << width)).collect();
        if has_model(&values) {
            return values;
        }
    }
}

/// `.A_REG(1'd0), ...`
fn words(values: &[u64]) -> String {
    let word = |((name, width), value): (&(&str, u32), &u64)| format!(".{name}({width}'d{value})");
    PARAMETERS.iter().zip(values).map(word).collect::<Vec<_>>().join(", ")
}

/// Yosys's models of cells, beside the program.
fn yosys_cells() -> String {
    let paths = std::env::var_os("PATH").unwrap();
    let program = std::env::split_paths(&paths).map(|folder| folder.join("yosys")).find(|file| file.is_file()).unwrap();
    let share = fs::canonicalize(program).unwrap().ancestors().nth(2).unwrap().join("share/yosys/ice40/cells_sim.v");
    share.display().to_string()
}

/// Runs a bench in Icarus: what it prints.
fn icarus(folder: &Path, files: &[&str]) -> String {
    let words = [&["-g2005", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-s", "bench", "-o", "bench.vvp"], files].concat();
    run(folder, "iverilog", &words).unwrap();
    run(folder, "vvp", &["-n", "bench.vvp"]).unwrap()
}

fn put(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}

fn model() -> String {
    readback_models().iter().find(|(name, _)| *name == "MAC16").unwrap().1.to_owned()
}

#[test]
fn the_model_is_what_yosys_says_of_the_cell() {
    const SETS: usize = 48;
    let place = tempfile::tempdir().unwrap();
    let mut random = SplitMix64(16);
    let ports = BITS.iter().enumerate().map(|(bit, port)| format!(".{port}(bits[{bit}]), ")).collect::<String>();
    let mut bench = format!(
        "`timescale 1ns / 1ps\nmodule bench;\n  reg clk = 0; reg [15:0] a, b, c, d, bits; wire [{SETS}:0] same; integer n;\n  \
         reg [{SETS}:0] differed = 0, moved = 0;\n  assign same[{SETS}] = 1'b1;\n  always #5 clk = ~clk;\n"
    );
    for set in 0..SETS {
        let (values, ports) = (words(&any(&mut random)), format!(".CLK(clk), {ports}.A(a), .B(b), .C(c), .D(d)"));
        bench += &format!(
            "  wire [31:0] ours{set}, theirs{set}; wire [1:0] co{set};\n  \
             MAC16 #({values}) m{set}({ports}, .O(ours{set}), .CO(co{set}[0]));\n  \
             SB_MAC16 #({values}) y{set}({ports}, .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(theirs{set}), .CO(co{set}[1]),\n    \
             .ACCUMCO(), .SIGNEXTOUT());\n  \
             assign same[{set}] = {{ours{set}, co{set}[0]}} === {{theirs{set}, co{set}[1]}};\n"
        );
    }
    let observed =
        (0..SETS).map(|set| format!("      moved[{set}] = moved[{set}] | |ours{set};\n")).collect::<String>();
    bench += &format!(
        "  initial begin\n    bits = 16'h01e0; {{a, b, c, d}} = 0; #22;\n    for (n = 0; n < 2000; n = n + 1) begin\n      \
         {{a, b}} = $random; {{c, d}} = $random; bits = $random;\n      \
         bits[0] = |bits[2:0]; bits[8:5] = $random & $random & $random & $random;\n      \
         #2 differed = differed | ~same; #3;\n{observed}    end\n    \
         $display(\"differed %h moved %h\", differed[{SETS}-1:0], moved[{SETS}-1:0]); $finish;\n  end\nendmodule\n"
    );
    put(place.path(), "bench.v", &bench);
    put(place.path(), "MAC16.v", &model());
    let said = icarus(place.path(), &["bench.v", "MAC16.v", &yosys_cells()]);
    let digits = SETS / 4;
    assert!(said.contains(&format!("differed {} moved {}", "0".repeat(digits), "f".repeat(digits))), "{said}");
}

#[test]
fn modes_without_a_model_do_not_compile() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "MAC16.v", &model());
    for parameter in
        [".A_SIGNED(1'b1)", ".B_SIGNED(1'b1)", ".BOTADDSUB_LOWERINPUT(2'd3)", ".BOTADDSUB_CARRYSELECT(2'd2)"]
    {
        put(place.path(), "bench.v", &format!("module bench; MAC16 #({parameter}) m(); endmodule\n"));
        let refused = run(place.path(), "iverilog", &["-g2005", "-t", "null", "bench.v", "MAC16.v"]).unwrap_err();
        assert!(refused.contains("MAC16_mode_without_a_model"), "{parameter}: {refused}");
    }
}

/// Eight multipliers with parameters by chance, all that the device has; their operands are bits of what comes in, and
/// what they make goes out one by one, mixed so that no two can change places.
fn eight(parameters: &[Vec<u64>]) -> String {
    let mut text =
        "module top(input clk_i, input rx_i, output tx_o);\n  reg [95:0] s = 0; reg [31:0] m = 0; reg [3:0] n = 0;\n  \
                    always @(posedge clk_i) s <= {s[94:0], rx_i ^ s[95]};\n  assign tx_o = m[0];\n  \
                    wire boot = ~n[3]; always @(posedge clk_i) n <= n + boot;\n"
            .to_owned();
    let mut sum = "{m[30:0], m[31]}".to_owned();
    for (number, values) in parameters.iter().enumerate() {
        let bit = |place: usize| format!("s[{}]", (place * 5 + number * 11) % 96);
        let operand = |first: usize| (first..first + 16).map(bit).collect::<Vec<_>>().join(", ");
        // Enabled mostly; cleared at the beginning, as Yosys's model starts with nothing, and seldom later. Resets do not
        // wait for the clock, so they come from registers.
        let single = |(place, port): (usize, &&str)| match *port {
            "CE" => format!(".CE({} | {}), ", bit(70), bit(71)),
            port if port.contains("RST") => format!(".{port}(clear{number}[{place}]), "),
            port => format!(".{port}({}), ", bit(64 + place)),
        };
        let ports: String = BITS.iter().enumerate().map(single).collect();
        let clear = |place| format!("{} & {} & {}", bit(place), bit(place + 9), bit(place + 30));
        let clear = (0..BITS.len()).rev().map(clear).collect::<Vec<_>>().join(", ");
        text += &format!(
            "  reg [15:0] clear{number} = 0; always @(posedge clk_i) clear{number} <= {{16{{boot}}}} | {{{clear}}};\n"
        );
        // The one whose bits lie elsewhere, and whose carry is taken.
        let bel = if number == 0 { "(* BEL=\"X0/Y15/mac16_0\" *) " } else { "" };
        let (parameters, [a, b, c, d]) = (words(values), [0, 16, 32, 48].map(operand));
        text += &format!(
            "  wire [31:0] o{number}; wire co{number};\n  {bel}SB_MAC16 #({parameters}) m{number}(.CLK(clk_i), {ports}\
             .A({{{a}}}), .B({{{b}}}), .C({{{c}}}), .D({{{d}}}), .O(o{number}), .CO(co{number}));\n"
        );
        sum += &format!(" ^ {{o{number}[{number}:0], o{number}[31:{}]}}", number + 1);
    }
    text + &format!("  always @(posedge clk_i) m <= boot ? 32'd0 : {sum} ^ {{31'd0, co0}};\nendmodule\n")
}

/// Reads the bitstream of a text back: `Err` says why not.
fn read(folder: &Path, text: &str) -> Result<String, String> {
    put(folder, "bits.asc", text);
    run(folder, "icepack", &["bits.asc", "bits.bin"])?;
    let (toolchain, cache) = (Toolchain::find().unwrap(), Cache::open(&folder.join("cache")).unwrap());
    let tools = ModelTools { toolchain: &toolchain, cache: &cache, limits: ToolLimits::default() };
    let (bytes, pins) =
        (fs::read(folder.join("bits.bin")).unwrap(), fs::read_to_string(folder.join("pins.pcf")).unwrap());
    let bitstream = Bitstream { bytes: &bytes, top: "top", package: "sg48", pins: &pins, pll: None };
    read_back(&bitstream, &tools, &Unobserved).map(|netlist| netlist.text).map_err(|error| error.to_string())
}

/// The text with a bit of a tile flipped, or, of several places, the first that is set.
fn flipped(text: &str, tile: &str, line: usize, columns: std::ops::Range<usize>) -> String {
    let begin = text.find(&format!(".{tile}\n")).unwrap() + tile.len() + 2;
    let places = columns.map(|column| begin + line * 55 + column);
    let is_set = |place: &usize| text.as_bytes()[*place] == b'1';
    let place = places.clone().find(is_set).or_else(|| places.clone().next().filter(|_| places.len() == 1)).unwrap();
    let bit = if is_set(&place) { "0" } else { "1" };
    format!("{}{bit}{}", &text[..place], &text[place + 1..])
}

/// Bits that change what the design says, and bits of which nobody could say what they do.
fn flips_are_seen(folder: &Path, text: &str, design: &str) {
    // CBIT_0 of the second tile: the lower bit of TOPOUTPUT_SELECT.
    let other = read(folder, &flipped(text, "dsp1_tile 0 16", 1, 7..8)).unwrap();
    assert_ne!(design, other);
    let differ = design.lines().zip(other.lines()).filter(|(old, new)| old != new).collect::<Vec<_>>();
    assert!(matches!(differ[..], [(old, _)] if old.contains(".TOPOUTPUT_SELECT(")), "{differ:?}");
    // A switch from the product to a wire that others read.
    let leads_out = |line: &usize| {
        let begin = text.find(".dsp1_tile 0 16\n").unwrap() + 16 + line * 55;
        text[begin + 46..begin + 49].contains('1')
    };
    let line = (0..16).find(leads_out).expect("a product leads out");
    let refused = |changed: &str, said: &str| {
        let refused = read(folder, changed).unwrap_err();
        assert!(refused.starts_with("the bitstream can't be simulated: ") && refused.contains(said), "{refused}");
    };
    refused(&flipped(text, "dsp1_tile 0 16", line, 46..49), "is read, and nothing drives it (");
    refused(&flipped(text, "dsp3_tile 0 18", 0, 7..8), "bits without a meaning are set in dsp3_tile 0 18: B0[7]");
}

#[test]
fn bits_of_multipliers_say_what_was_placed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let mut random = SplitMix64(5);
    let mut parameters: Vec<Vec<u64>> = (0..8).map(|_| any(&mut random)).collect();
    // nextpnr writes nothing of the clock's edge; of the first one's lower bit of TOPADDSUB_CARRYSELECT nobody is sure.
    parameters.iter_mut().for_each(|values| values[0] = 0);
    let carry = PARAMETERS.iter().position(|(name, _)| *name == "TOPADDSUB_CARRYSELECT").unwrap();
    parameters[0][carry] = 2;
    for moved in carry - 3..carry {
        parameters[0][moved] = (1 << PARAMETERS[moved].1) - 1;
    }
    put(folder, "top.v", &eight(&parameters));
    put(folder, "pins.pcf", "set_io clk_i 35\nset_io rx_i 6\nset_io tx_o 9\n");
    run(folder, "yosys", &["-q", "-p", "read_verilog top.v; synth_ice40 -top top -json top.json"]).unwrap();
    let words = "--quiet --up5k --package sg48 --pcf pins.pcf --seed 1 --json top.json --asc top.asc";
    run(folder, "nextpnr-ice40", &words.split(' ').collect::<Vec<_>>()).unwrap();
    let placed = fs::read_to_string(folder.join("top.asc")).unwrap();
    let text = read(folder, &placed).unwrap();
    assert_eq!(text.matches("MAC16 #(").count(), 8, "{text}");
    put(folder, "tidy.v", &text.replacen("module top(", "module read_back(", 1));
    put(folder, "MAC16.v", &model());
    let bench = "`timescale 1ns / 1ps\nmodule bench;\n  reg clk = 0, rx = 0; wire placed, read; integer n, ones = 0, differ = 0;\n  \
        top t(.clk_i(clk), .rx_i(rx), .tx_o(placed)); read_back r(.clk_i(clk), .rx_i(rx), .tx_o(read));\n  \
        initial begin\n    for (n = 0; n < 3000; n = n + 1) begin\n      #5 clk = 1; #3 rx = $random; \
        if (placed !== read) differ = differ + 1; if (placed) ones = ones + 1; #2 clk = 0;\n    end\n    \
        $display(\"%0d differ, %s\", differ, ones > 1000 && ones < 2000 ? \"mixed\" : \"dull\"); $finish;\n  end\nendmodule\n";
    put(folder, "bench.v", bench);
    let cells = yosys_cells();
    assert_eq!(icarus(folder, &["bench.v", "top.v", "tidy.v", "MAC16.v", &cells]).trim(), "0 differ, mixed");
    flips_are_seen(folder, &placed, &text);
}
