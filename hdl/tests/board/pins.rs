//! Jobs go in at the pins of linked engines and boards, and reports come out.

use crate::design::{LINK, boards, engine};
use crate::script::Script;
use crate::tools::{run, write};
use gdl2hdl_boards::PllCell;
use gdl2hdl_boards::pll::Pll;
use gdl2hdl_hdl::board::{BoardGateware, Config, board, linked};
use gdl2hdl_hdl::playout::{self, Gateware, JobLayout, ReportLayout, ReportReader};
use std::path::Path;

/// Lanes and playouts a lane of the jobs that are played to their end.
const LANES: u32 = 3;
const PER_LANE: u32 = 5;
const PLAYOUTS: u64 = LANES as u64 * PER_LANE as u64;

/// A bench around a device. Boards have neither a reset nor a port that says whether they are busy.
fn bench(gateware: &BoardGateware, entries: usize, is_board: bool) -> String {
    let (pins, busy) = match is_board {
        true => (".led_o(led)", "led[0]"),
        false => (".rst_i(clocks < 5), .busy_o(led[0]), .heard_o(led[1])", "led[0]"),
    };
    let leds = gateware.ports.iter().find(|port| port.name == "led_o").map_or(2, |port| port.width);
    format!(
        "`default_nettype none
module bench;
  wire clk, done, rx, tx, plays;
  wire [31:0] checks, errors, lost;
  wire [{last}:0] led;
  bench_verdict #(.UNITS(1)) verdict (.clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors));
  reg [15:0] clocks;
  initial begin
    clocks = 0;
    $readmemh(\"script.hex\", host.script, 0, {entries} - 1);
  end
  always @(posedge clk) if (clocks < 2000) clocks <= clocks + 16'd1;
  link_host #(.RATIO(4), .MODEL(0)) host (
      .clk_i(clk), .go_i(clocks == 2000), .tx_o(rx), .rx_i(tx), .busy_i({busy}), .plays_o(plays), .done_o(done),
      .checks_o(checks), .errors_o(errors), .lost_o(lost)
  );
  {top} dut (.clk_i(clk), .rx_i(rx), .tx_o(tx), {pins});
endmodule
",
        last = leds - 1,
        top = gateware.top
    )
}

/// What a bench prints in both simulators.
fn simulate(gateware: &BoardGateware, script: Script, is_board: bool) -> [Vec<String>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("tb/shared");
    let include = format!("-I{}", shared.display());
    let shared = shared.to_str().unwrap();
    let (text, entries) = script.hex();
    std::fs::write(folder.join("script.hex"), text).unwrap();
    std::fs::write(folder.join("bench.v"), bench(gateware, entries, is_board)).unwrap();
    let mut files = write(folder, gateware);
    files.push("bench.v".to_owned());
    let files: Vec<&str> = files.iter().map(String::as_str).collect();

    let options = ["-g2005", "-y", shared, &include, "-s", "bench", "-o", "bench.vvp"];
    run(folder, "iverilog", &[&options, &files[..]].concat(), true);
    let icarus = run(folder, "vvp", &["-n", "bench.vvp"], false);

    let options = ["--binary", "--timing", "-fno-life", "-fno-life-post", "-Wno-fatal", "-Wno-lint"];
    let options =
        [&options[..], &["-y", shared, &include, "--top-module", "bench", "-Mdir", "obj", "-o", "bench"]].concat();
    run(folder, "verilator", &[&options, &files[..]].concat(), false);
    let verilator = run(folder, "./obj/bench", &[], false);
    [icarus, verilator].map(|text| text.lines().map(str::to_owned).collect())
}

/// The reports that were printed, when the bench has passed, with what follows from them filled in.
fn reports(engine: &Gateware, lines: &[String]) -> Vec<ReportLayout> {
    let verdict = lines.last().unwrap();
    assert!(verdict.starts_with("PASS "), "{lines:?}");
    let mut reader = ReportReader::new(engine.counters, engine.config.first_moves);
    let words = lines[..lines.len() - 1].iter().map(|line| u32::from_str_radix(line, 16).unwrap());
    let mut reports: Vec<ReportLayout> = words.filter_map(|word| reader.push(word)).collect();
    for report in reports.iter_mut().filter(|report| !report.refused) {
        assert!(engine.derived.fill(&mut report.counters, PLAYOUTS), "{report:?}");
    }
    reports
}

fn job(engine: &Gateware, tag: u32, lanes: u32, per_lane: u32, start: &[bool]) -> Vec<u32> {
    let origin = 0x7e7d_0123_4567_89ab;
    engine.job.encode(&JobLayout {
        tag,
        lanes,
        per_lane,
        max_steps: 20,
        origin,
        seeds: Vec::new(),
        start: start.to_vec(),
    })
}

/// The words that say who a device is, put together here by `docs/LINK.md` from what the manifest says.
fn who(engine: &Gateware, gateware: &BoardGateware) -> Vec<u32> {
    let manifest = &engine.manifest;
    let number = |number: usize| u32::try_from(number).unwrap();
    let hash = |part: &str| u32::from_str_radix(part, 16).unwrap();
    let config = engine.config;
    vec![
        u32::from_le_bytes(*b"G2DL"),
        1,
        hash(&manifest.net_hash[8..]),
        hash(&manifest.net_hash[..8]),
        LINK.clock_hz,
        manifest.cores + (manifest.slots << 16) + (number(gateware.window) << 24),
        number(manifest.job_words) + (number(manifest.counters.len()) << 16),
        number(manifest.state_bits),
        manifest.lane_bits + (manifest.quota_bits << 8) + (manifest.step_bits << 16) + (manifest.counter_bits << 24),
        engine.code_bits() + (u32::from(config.first_moves) << 16),
    ]
}

/// A host that opens two sessions, has jobs played and cancels some.
fn script(engine: &Gateware, gateware: &BoardGateware, start: &[bool]) -> Script {
    let mut script = Script::default();
    let hello = who(engine, gateware);
    assert_eq!(hello, gateware.hello);
    script.ask(0x03, &[], 0x83, &[0, 0, 0, 0]);
    script.hello(0x7e55, &hello);
    script.ask(0x05, &[0x7d7e_7d7e, 5], 0x85, &[0x7d7e_7d7e, 5]);
    for tag in [1, 2] {
        script.job(&job(engine, tag, LANES, PER_LANE, start));
    }
    script.job(&job(engine, 3, 0, 1, start));
    script.reports();
    script.ask(0x03, &[], 0x83, &[0, 3, 3, 0]);
    // A window of jobs too long for any report to come, and one more.
    for tag in 0..u32::try_from(gateware.window).unwrap() {
        script.job(&job(engine, 100 + tag, 10_000, 1000, start));
    }
    script.ask(0x02, &job(engine, 99, 1, 1, start), 0x8f, &[]);
    script.busy();
    script.cancel();
    script.quiet(300);
    script.job(&job(engine, 4, LANES, PER_LANE, start));
    script.reports();
    script.job(&job(engine, 101, 10_000, 1000, start));
    script.hello(1, &hello);
    script.ask(0x03, &[], 0x83, &[0, 0, 0, 0]);
    script.job(&job(engine, 5, LANES, PER_LANE, start));
    script.reports();
    script
}

fn check(engine: &Gateware, gateware: &BoardGateware, is_board: bool) {
    let start = vec![false; engine.job.state_bits];
    let printed = simulate(gateware, script(engine, gateware, &start), is_board);
    assert_eq!(printed[0], printed[1], "two simulators");
    let reports = reports(engine, &printed[0]);
    let tags: Vec<u32> = reports.iter().map(|report| report.tag).collect();
    assert_eq!(tags, [1, 2, 3, 4, 5]);
    let like = |report: &ReportLayout| ReportLayout { tag: 1, cycles: 0, ..report.clone() };
    for (i, report) in reports.iter().enumerate() {
        assert_eq!(report.refused, i == 2);
        assert_eq!(report.playouts(), if report.refused { 0 } else { PLAYOUTS }, "{report:?}");
        assert!(report.refused || like(report) == like(&reports[0]), "the same job, another report: {reports:?}");
    }
}

#[test]
fn linked_engines_answer_at_their_pins() {
    let lights = engine("two_button_lights", playout::Config::default());
    check(&lights, &linked(&lights, LINK).unwrap(), false);
}

#[test]
fn boards_answer_at_their_pins() {
    let first_moves = playout::Config { first_moves: true, cores: 2, ..playout::Config::default() };
    let lights = engine("two_button_lights", first_moves);
    let with = |chosen: fn(&Pll) -> bool| {
        let config = *boards().iter().find(|config| config.clock.pll.as_ref().is_some_and(chosen)).unwrap();
        board(&lights, Config { leds: 2, leds_low: false, high: 0, low: 0, ..config }.simulated()).unwrap()
    };
    check(&lights, &with(|pll| matches!(pll, Pll::Ice40(PllCell::Pad, _))), true);
    check(&lights, &with(|pll| matches!(pll, Pll::Ecp5(_))), true);
}
