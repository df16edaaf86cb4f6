//! A bench for Icarus: all parts of a net at once, against what the net itself computes.

use super::vectors::Block;
use gdl2hdl_emit::{Logic, Part};
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The bench and its data: a line of binary digits for each vector, inputs before the outputs that are expected.
pub(crate) struct Bench {
    text: String,
    data: String,
}

/// The outputs in the order of [`connected`], each lowest bit first.
fn outputs(net: &Net) -> [Vec<Lit>; 4] {
    let ports = &net.ports;
    let legal = ports.inputs.iter().map(|input| input.legal).collect();
    let next = ports.bases.iter().map(|base| base.next).collect();
    let goals = ports.goals.iter().map(|goal| goal.holds).collect();
    [legal, next, goals, vec![ports.terminal]]
}

/// For each port the slice of a vector that starts at a bit, lowest first; ports of width 0 do not exist.
fn connected(vector: &str, ports: &[(&'static str, usize)], first: usize) -> Vec<(&'static str, String)> {
    let mut low = first;
    let slice = |&(port, width): &(&'static str, usize)| {
        low += width;
        (width > 0).then(|| (port, format!(".{port}({vector}[{}:{}])", low - 1, low - width)))
    };
    ports.iter().filter_map(slice).collect()
}

/// A bench of all parts and their expected outputs.
pub(crate) fn bench(net: &Net, logic: &Logic, blocks: &[Block]) -> Bench {
    let [bases, moves] = [net.ports.bases.len(), net.ports.inputs.len()];
    let outs = [("legal_o", moves), ("next_o", bases), ("goal_o", net.ports.goals.len()), ("terminal_o", 1)];
    let width: usize = outs.iter().map(|out| out.1).sum();
    let mut all = connected("seen", &outs, 0);
    all.extend(connected("now", &[("does_i", moves), ("state_i", bases)], width));
    let instance = |(part, ports): (&Part, [&str; 3])| {
        let used = all.iter().filter(|(port, _)| ports.contains(port)).map(|(_, text)| text.as_str());
        format!("  {0} {0}_part ({1});\n", part.name, used.collect::<Vec<_>>().join(", "))
    };
    let ports = [["state_i", "legal_o", ""], ["state_i", "does_i", "next_o"], ["state_i", "goal_o", "terminal_o"]];
    let instances: String = logic.parts().into_iter().zip(ports).map(instance).collect();
    let data: String = blocks.iter().flat_map(|block| (0..64).map(|lane| line(net, block, lane))).collect();
    let text = format!(
        "module bench;
  reg [{top}:0] data [0:{last}];
  reg [{top}:0] now;
  wire [{seen}:0] seen;
  integer i, wrong;
{instances}  initial begin
    $readmemb(\"data.txt\", data);
    wrong = 0;
    for (i = 0; i <= {last}; i = i + 1) begin
      now = data[i];
      #1;
      // Data that could not be read is unknown, and so is what the logic makes of it.
      if (seen !== now[{seen}:0] || ^now === 1'bx) begin
        if (wrong == 0) $display(\"vector %0d: %b, expected %b\", i, seen, now[{seen}:0]);
        wrong = wrong + 1;
      end
    end
    if (wrong == 0) $display(\"PASS %0d\", i); else $display(\"FAIL\");
    $finish(0);
  end
endmodule
",
        top = width + moves + bases - 1,
        last = 64 * blocks.len() - 1,
        seen = width - 1,
    );
    Bench { text, data }
}

/// Highest bit first, as numbers are written.
fn line(net: &Net, block: &Block, lane: usize) -> String {
    let outputs = outputs(net).concat();
    let values = outputs.iter().map(|edge| block.value(*edge)).chain(block.inputs.iter().chain(&block.bases).copied());
    let digits: Vec<char> = values.map(|word| if word >> lane & 1 == 1 { '1' } else { '0' }).collect();
    digits.into_iter().rev().chain(['\n']).collect()
}

/// What the simulator prints. No tool may warn.
pub(crate) fn simulate(folder: &Path, logic: &Logic, bench: &Bench) -> Result<String, String> {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"));
    let mut arguments = ["-g2005", "-Wall", "-s", "bench", "-o", "bench.vvp", "bench.v"].map(str::to_owned).to_vec();
    write("bench.v", &bench.text)?;
    write("data.txt", &bench.data)?;
    for part in logic.parts() {
        let file = format!("{}.v", part.name);
        write(&file, &part.text)?;
        arguments.push(file);
    }
    let said = run(folder, "iverilog", &arguments)?;
    if said.is_empty() { run(folder, "vvp", &["-n".to_owned(), "bench.vvp".to_owned()]) } else { Err(said) }
}

fn run(folder: &Path, program: &str, arguments: &[String]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("{program}: {error}: apt-get install iverilog"))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || !messages.is_empty() {
        return Err(format!("{program}: {messages}"));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
