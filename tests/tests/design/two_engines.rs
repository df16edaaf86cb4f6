//! Two engines in one design: the parts that both are made of are there once.

use super::host::{self, Job};
use super::place::Place;
use std::fmt::Write;

const JOB: Job<'_> = Job { lanes: 2, per_lane: 3, seed: 9, max_steps: 50, facts: &[] };

/// Another person's core with an engine of each game and a bench that gives each its job.
fn core(games: [&str; 2]) -> String {
    let depend: String = games.iter().map(|game| format!("      - gdl2hdl:playouts:{game}_playouts\n")).collect();
    format!(
        "CAPI=2:
name: somebody:designs:two:1.0
filesets:
  rtl:
    files: [two.v]
    file_type: verilogSource
    depend:
{depend}  bench:
    files: [two_tb.v]
    file_type: verilogSource
targets:
  lint:
    filesets: [rtl]
    toplevel: two
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
  sim:
    filesets: [rtl, bench]
    toplevel: two_tb
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005, -Wall]
"
    )
}

/// A module with two engines side by side: vectors have a place for each.
fn design(games: [&str; 2]) -> String {
    let mut text = "`default_nettype none
module two (
    input  wire        clk_i, rst_i,
    input  wire [1:0]  job_valid_i, report_ready_i,
    input  wire [63:0] job_data_i,
    output wire [1:0]  job_ready_o, report_valid_o, report_last_o, busy_o,
    output wire [63:0] report_data_o
);
"
    .to_owned();
    for (i, game) in games.iter().enumerate() {
        let word = format!("[{}:{}]", 32 * i + 31, 32 * i);
        let pins = format!(
            ".clk_i(clk_i), .rst_i(rst_i), .job_valid_i(job_valid_i[{i}]), .job_ready_o(job_ready_o[{i}]),
      .job_data_i(job_data_i{word}), .report_valid_o(report_valid_o[{i}]), .report_ready_i(report_ready_i[{i}]),
      .report_data_o(report_data_o{word}), .report_last_o(report_last_o[{i}]), .busy_o(busy_o[{i}])"
        );
        writeln!(text, "  {game}_engine u_{game} (\n      {pins}\n  );").unwrap();
    }
    text + "endmodule\n`default_nettype wire\n"
}

/// A bench that gives each engine the words of a job, and prints those of the reports: the engine's number, then the word.
fn bench(jobs: &[String; 2]) -> String {
    let mut words = String::new();
    for (i, job) in jobs.iter().enumerate() {
        for (at, word) in job.lines().enumerate() {
            writeln!(words, "    job_{i}[{at}] = 32'h{word};").unwrap();
        }
    }
    let counts = jobs.each_ref().map(|job| job.lines().count());
    format!(
        "module two_tb;
  reg clk, rst;
  reg [31:0] job_0 [0:{0}];
  reg [31:0] job_1 [0:{1}];
  reg [1:0] over;
  integer sent_0, sent_1;
  wire [1:0] ready, valid, last, busy;
  wire [63:0] data;
  two u_two (
      .clk_i(clk), .rst_i(rst), .job_valid_i({{sent_1 < {1}, sent_0 < {0}}}), .job_ready_o(ready),
      .job_data_i({{job_1[sent_1], job_0[sent_0]}}), .report_valid_o(valid), .report_ready_i(2'b11),
      .report_data_o(data), .report_last_o(last), .busy_o(busy)
  );
  always #1 clk = ~clk;
  always @(posedge clk)
    if (!rst) begin
      if (ready[0] && sent_0 < {0}) sent_0 <= sent_0 + 1;
      if (ready[1] && sent_1 < {1}) sent_1 <= sent_1 + 1;
      if (valid[0]) $display(\"engine 0 %h\", data[31:0]);
      if (valid[1]) $display(\"engine 1 %h\", data[63:32]);
      over <= over | (valid & last);
      if (over == 2'b11) $finish(0);
    end
  initial begin
{words}    job_0[{0}] = 0;
    job_1[{1}] = 0;
    {{clk, rst, over}} = 4'b0100;
    sent_0 = 0;
    sent_1 = 0;
    #4 rst = 1'b0;
    #1000000 $display(\"no report\");
    $finish(0);
  end
endmodule
",
        counts[0], counts[1]
    )
}

/// Lints the design, simulates it, and compares both reports with what the processor says.
fn check(place: &Place, games: [&str; 2], manifests: [String; 2], said: [&str; 2], roots: &[&str]) -> String {
    let jobs = manifests.each_ref().map(|manifest| host::words(place, manifest, &JOB));
    place.write("user/two.core", &core(games));
    place.write("user/two.v", &design(games));
    place.write("user/two_tb.v", &bench(&jobs));
    let mut all = String::new();
    for target in ["lint", "sim"] {
        let (done, said) = place.fusesoc(roots, target, "somebody:designs:two");
        assert!(done && !said.contains("%Warning"), "{target}: {said}");
        all += &said;
    }
    for (i, job) in jobs.iter().enumerate() {
        let words = all.lines().filter_map(|line| line.strip_prefix(&format!("engine {i} ")));
        let got: String = words.flat_map(|word| [word, "\n"]).collect();
        host::compare(place, &manifests[i], &JOB, said[i], [job, &got]);
    }
    all
}

fn place() -> Place {
    let place = Place::of(&["tic_tac_toe", "nim"]);
    std::fs::create_dir(place.path("user")).unwrap();
    place
}

#[test]
fn two_games_in_one_folder() {
    let place = place();
    let games = ["tic_tac_toe", "nim"];
    for game in games {
        place.gdl2hdl(&format!("engine {game}.kif -o ip --no-debug-ports")).expect(0);
    }
    let manifests = games.map(|game| format!("ip/{game}_engine.json"));
    let said = check(&place, games, manifests, ["tic_tac_toe.kif", "nim.kif"], &["ip", "user"]);
    assert!(!said.contains("WARNING"), "{said}");
    // The same without FuseSoC: lists of files, and folders in which each file is called as its module.
    place.lint("two", "-F ip/gdl2hdl_parts.f -F ip/tic_tac_toe_engine.f -F ip/nim_engine.f user/two.v");
    place.lint("two", "-y ip user/two.v");
    // On an ECP5 three parts have other texts.
    let models = "ip/ecp5/models/DP16KD.v ip/ecp5/models/PDPW16KD.v ip/ecp5/models/MULT18X18D.v";
    let engines = "-F ip/tic_tac_toe_engine.f -F ip/nim_engine.f";
    place.lint("two", &format!("-F ip/gdl2hdl_parts_ecp5.f {engines} {models} user/two.v"));
}

/// Two sizes of a game's engine need two names; folders of their own may hold the parts twice.
#[test]
fn two_sizes_in_two_folders() {
    let place = place();
    place.gdl2hdl("engine nim.kif -o small --no-debug-ports").expect(0);
    place.gdl2hdl("engine nim.kif -o large --name nim_large --cores 3 --no-debug-ports").expect(0);
    let manifests = ["small/nim_engine.json".to_owned(), "large/nim_large_engine.json".to_owned()];
    let roots = ["small", "large", "user"];
    let said = check(&place, ["nim", "nim_large"], manifests, ["nim.kif"; 2], &roots);
    // FuseSoC tells of the parts, which are the same, and of nothing else.
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("WARNING")).collect();
    assert!(!warnings.is_empty() && warnings.iter().all(|line| line.contains("Replacing gdl2hdl:playouts:parts:")));
    let parsed: serde_json::Value = serde_json::from_str(&place.read("large/nim_large_engine.json")).unwrap();
    assert_eq!([&parsed["game"], &parsed["engine"]], ["nim", "nim_large_engine"]);
}

/// Two engines of one name are one engine twice: FuseSoC says so, and other tools refuse it.
#[test]
fn equal_names_are_told() {
    let place = place();
    place.gdl2hdl("engine nim.kif -o small").expect(0);
    place.gdl2hdl("engine nim.kif -o large --cores 3").expect(0);
    let (_, said) = place.fusesoc(&["small", "large"], "lint", "gdl2hdl:playouts:nim_playouts");
    assert!(said.contains("WARNING: Replacing gdl2hdl:playouts:nim_playouts:"), "{said}");
    let both = "-F small/gdl2hdl_parts.f -F small/nim_engine.f -F large/nim_engine.f";
    let ended = place.any("verilator", &format!("--lint-only -Wall --top-module nim_engine {both}"));
    assert!(ended.status != Some(0) && ended.err.contains("%Warning-MODDUP"), "{}", ended.err);
}

/// Parts of another version are not taken for those an engine was written with.
#[test]
fn engines_of_other_parts_are_refused() {
    let place = place();
    place.gdl2hdl("engine nim.kif -o ip").expect(0);
    let parts = place.read("ip/gdl2hdl_parts.core");
    let version = parts.lines().find_map(|line| line.strip_prefix("name: gdl2hdl:playouts:parts:")).unwrap();
    place.write("ip/gdl2hdl_parts.core", &parts.replace(version, "0.1.0.1"));
    let (done, said) = place.fusesoc(&["ip"], "lint", "gdl2hdl:playouts:nim_playouts");
    assert!(!done && said.contains("parts"), "{said}");
}

#[test]
fn names_of_engines_are_names_of_modules() {
    let place = place();
    let long = "a".repeat(41);
    for name in ["", "9", "A", "a-b", "a__b", "a_", "a;", &long] {
        let mut arguments = "engine nim.kif -o ip --name=".to_owned();
        arguments += name;
        let ended = place.gdl2hdl(&arguments).expect(1);
        assert!(ended.err.contains("--name") && !place.exists("ip"), "{name}: {}", ended.err);
    }
    // A part of UARTs is called `link_step`.
    place.gdl2hdl("engine nim.kif -o ip --name link").expect(0);
    assert!(place.exists("ip/link_game_step.v") && !place.exists("ip/link_step.v"));
}
