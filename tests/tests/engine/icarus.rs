//! The same engines in Icarus Verilog, clock by clock as in Verilator: both give the same words.

use crate::engine::device::{Device, random, words};
use crate::engine::machine::{Case, Machine, machines};
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_play::playout::Job;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The pace of both simulators repeats after so many cycles.
const PERIOD: usize = 1000;
/// Clocks after which the bench gives up.
const CLOCKS: u32 = 1_000_000;

/// A bench that offers the words of `jobs.hex` and prints those of reports, in clocks that `flow.hex` allows.
fn bench(top: &str, jobs: usize, answers: usize) -> String {
    format!(
        "module bench;
  reg clk, rst;
  reg [31:0] jobs [0:{jobs}];
  reg [31:0] flow [0:{last}];
  integer sent, got, clock, turn;
  wire job_ready, report_valid, report_last, busy;
  wire [31:0] report_data;
  wire offer = flow[turn][0] && sent < {jobs};
  wire take = flow[turn][1];
  {top} u_top (
      .clk_i(clk), .rst_i(rst), .job_valid_i(offer), .job_ready_o(job_ready), .job_data_i(jobs[sent]),
      .report_valid_o(report_valid), .report_ready_i(take), .report_data_o(report_data),
      .report_last_o(report_last), .busy_o(busy)
  );
  always #1 clk = ~clk;
  always @(posedge clk) begin
    if (!rst) begin
      if (^{{job_ready, report_valid, report_last & report_valid, busy}} === 1'bx) $display(\"unknown in clock %0d\", clock);
      if (offer && job_ready) sent <= sent + 1;
      if (report_valid && take) begin
        $display(\"%h\", report_data);
        got <= got + 1;
      end
      turn <= turn == {last} ? 0 : turn + 1;
      clock <= clock + 1;
      if (got == {answers} || clock == {CLOCKS}) $finish(0);
    end
  end
  initial begin
    $readmemh(\"jobs.hex\", jobs);
    $readmemh(\"flow.hex\", flow);
    clk = 1'b0;
    rst = 1'b1;
    sent = 0;
    got = 0;
    clock = 0;
    turn = 0;
    #2 rst = 1'b0;
  end
endmodule
",
        last = PERIOD - 1,
    )
}

fn hex(words: impl IntoIterator<Item = u32>) -> String {
    let mut text = String::new();
    words.into_iter().for_each(|word| writeln!(text, "{word:08x}").unwrap());
    text
}

/// What a tool prints; it may not warn.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}: apt-get install iverilog"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.is_empty(), "{program}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The words of reports that Icarus gives.
fn simulate(machine: &Machine, jobs: &[u32], flow: &[[bool; 2]], answers: usize) -> Vec<u32> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("bench.v", &bench(&machine.gateware.top, jobs.len(), answers));
    // The word behind the last one is shown, but never offered.
    write("jobs.hex", &hex(jobs.iter().copied().chain([0])));
    write("flow.hex", &hex(flow.iter().map(|[offered, taken]| u32::from(*offered) | u32::from(*taken) << 1)));
    let mut arguments = vec!["-g2005", "-Wall", "-s", "bench", "-o", "bench.vvp", "bench.v"];
    for file in &machine.gateware.files {
        write(&file.name, &file.text);
        arguments.push(&file.name);
    }
    assert_eq!(run(folder.path(), "iverilog", &arguments), "");
    let printed = run(folder.path(), "vvp", &["-n", "bench.vvp"]);
    let word = |line: &str| u32::from_str_radix(line, 16).unwrap_or_else(|_| panic!("{}: {line}", machine.name()));
    printed.lines().map(word).collect()
}

/// Good and bad jobs, one that can't be reached, and playouts without steps.
fn jobs(machine: &Machine) -> Vec<Case> {
    let game = &machine.game;
    let over = Job { starts: vec![game.terminal().into()], ..game.job(2, 3, 9) };
    let starts = Job {
        starts: game.states().into_iter().step_by(9).map(|(state, _)| state.into()).collect(),
        ..game.job(9, 2, 12)
    };
    let mut cases = vec![machine.case(1, 20, 4, 20), machine.refused(2, [0, 1, 1]), machine.case(3, 2, 2, 0)];
    cases.extend(machine.cases(&over, 4));
    cases.extend(machine.cases(&starts, 5));
    cases
}

#[test]
fn two_simulators_give_the_same_words() {
    let alone = &machines()[0];
    let tops = machines().iter().filter(|machine| !machine.observed);
    for (seed, machine) in (0..).zip([alone].into_iter().chain(tops)) {
        let cases = jobs(machine);
        let [offered, taken] = [200 - 50 * (seed % 2), 100 + 50 * (seed % 4)];
        let flow: Vec<[bool; 2]> = {
            let mut flow = random(mix(seed), offered, taken);
            (0..PERIOD).map(|_| flow()).collect()
        };
        let mut endless = flow.iter().copied().cycle();
        let mut device = Device::new(machine);
        let expected = device.check(&cases, &mut || endless.next().unwrap(), &machine.name());
        let found = simulate(machine, &words(&cases), &flow, expected.len());
        assert_eq!(found, expected, "{}", machine.name());
    }
}
