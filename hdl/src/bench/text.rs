//! The text of a bench. Its length depends on the number of ports, never on widths or records.

use super::data::{LOAD, RESET, STEP};
use super::{WORD, Widths};
use gdl2hdl_emit::comment;
use std::fmt::{self, Write};

/// What to write a bench for; all names are checked.
pub(super) struct Task<'t> {
    pub(super) name: &'t str,
    pub(super) module: &'t str,
    /// For a comment.
    pub(super) game: &'t str,
    pub(super) data_file: &'t str,
    pub(super) widths: Widths,
}

/// A recorded vector: the name in the bench's variables and the width.
type Vector = (&'static str, usize);

pub(super) fn text(task: &Task<'_>, records: usize, words: usize) -> String {
    let mut out = String::new();
    task.write(&mut out, records, words).unwrap_or_default(); // Writing to a string can't fail.
    out
}

impl Task<'_> {
    fn write(&self, out: &mut String, records: usize, words: usize) -> fmt::Result {
        writeln!(out, "// Bench of the game {}: enters recorded states and compares every bit.", comment(self.game))?;
        writeln!(
            out,
            "// Bits count from 0; the manifest gives their sentences. The data is in `{}`.",
            self.data_file
        )?;
        writeln!(out, "\n`default_nettype none\n\nmodule {};", self.name)?;
        self.declarations(out, records, words)?;
        self.instance(out)?;
        self.clock(out)?;
        self.read(out)?;
        self.enter(out)?;
        self.compare(out)?;
        self.main(out)?;
        writeln!(out, "endmodule\n\n`default_nettype wire")
    }

    /// Percepts, where there are any.
    fn sees(&self) -> Option<Vector> {
        Some(("sees", self.widths.sees)).filter(|(_, width)| *width > 0)
    }

    /// The vectors to compare after the way in.
    fn compared(&self) -> impl Iterator<Item = Vector> {
        let all = [("state", self.widths.bases), ("legal", self.widths.moves), ("goal", self.widths.goals)];
        all.into_iter().filter(|(_, width)| *width > 0)
    }

    fn declarations(&self, out: &mut String, records: usize, words: usize) -> fmt::Result {
        writeln!(out, "  localparam RECORDS = {records};\n  localparam WORDS = {words};\n")?;
        writeln!(out, "  reg [63:0] data [0:WORDS-1];\n  reg [63:0] head;\n  reg failed;")?;
        writeln!(out, "  integer at;  // word of data to read next\n  integer record;\n  integer i;\n")?;
        writeln!(out, "  // What the data says, padded to whole words.")?;
        if self.widths.moves > 0 {
            writeln!(out, "  reg [{}:0] does;", padded(self.widths.moves) - 1)?;
        }
        for (name, width) in self.compared().chain(self.sees()) {
            writeln!(out, "  reg [{}:0] {name};", padded(width) - 1)?;
        }
        writeln!(out)?;
        if self.widths.bases > 0 {
            writeln!(out, "  reg clk_i;\n  reg rst_i;\n  reg load_i;\n  reg step_i;")?;
        }
        let inputs = [("state_i", self.widths.bases), ("does_i", self.widths.moves)];
        for (name, width) in inputs.iter().filter(|(_, width)| *width > 0) {
            writeln!(out, "  reg [{}:0] {name};", width - 1)?;
        }
        for (name, width) in self.compared().chain(self.sees()) {
            writeln!(out, "  wire [{}:0] {name}_o;", width - 1)?;
        }
        writeln!(out, "  wire terminal_o;\n")
    }

    fn instance(&self, out: &mut String) -> fmt::Result {
        let Widths { bases, moves, goals, sees } = self.widths;
        let ports = [
            (bases, "clk_i"),
            (bases, "rst_i"),
            (bases, "load_i"),
            (bases, "step_i"),
            (bases, "state_i"),
            (moves, "does_i"),
            (bases, "state_o"),
            (moves, "legal_o"),
            (goals, "goal_o"),
            (sees, "sees_o"),
            (1, "terminal_o"),
        ];
        let there = ports.iter().filter(|(width, _)| *width > 0);
        let list: Vec<String> = there.map(|(_, port)| format!("    .{port}({port})")).collect();
        writeln!(out, "  {} dut (\n{}\n  );\n", self.module, list.join(",\n"))
    }

    /// Inputs that must not matter are unknown: what depends on them shows as unknown bits.
    fn clock(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  // Inputs that must not matter are unknown.\n  task idle;\n    begin")?;
        if self.widths.bases > 0 {
            writeln!(out, "      rst_i = 1'b0;\n      load_i = 1'b0;\n      step_i = 1'b0;")?;
            writeln!(out, "      state_i = {{{}{{1'bx}}}};", self.widths.bases)?;
        }
        if self.widths.moves > 0 {
            writeln!(out, "      does_i = {{{}{{1'bx}}}};", self.widths.moves)?;
        }
        writeln!(out, "    end\n  endtask\n\n  task cycle;\n    begin")?;
        if self.widths.bases > 0 {
            writeln!(out, "      #1 clk_i = 1'b1;\n      #1 clk_i = 1'b0;")?;
        } else {
            writeln!(out, "      #1;")?;
        }
        writeln!(out, "      idle;\n    end\n  endtask\n")
    }

    fn read(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  // Takes the next record from the data.\n  task read;\n    begin")?;
        writeln!(out, "      head = data[at];\n      at = at + 1;")?;
        writeln!(out, "      if (head[63:3] !== 61'd0 || head[1:0] === 2'd3) begin")?;
        writeln!(out, "        failed = 1'b1;")?;
        writeln!(out, "        $display(\"record %0d: the data can't be read\", record);\n      end")?;
        let moves = Some(("does", self.widths.moves)).filter(|(_, width)| *width > 0);
        for vector in moves.into_iter().chain(self.sees()) {
            writeln!(out, "      if (head[1:0] === 2'd{STEP})")?;
            words(out, "  ", vector)?;
        }
        for vector in self.compared() {
            words(out, "", vector)?;
        }
        writeln!(out, "    end\n  endtask\n")
    }

    /// Lower controls are on beside the one that must win. Percepts belong to the move before its edge. Then a cycle in
    /// which the state must stay.
    fn enter(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  // Reset goes before load, load before step; then a cycle in which nothing may happen.")?;
        writeln!(out, "  task enter;\n    begin")?;
        if self.widths.bases > 0 {
            let low = self.widths.bases - 1;
            writeln!(out, "      rst_i = head[1:0] === 2'd{RESET};")?;
            writeln!(out, "      load_i = head[1:0] !== 2'd{STEP};\n      step_i = 1'b1;")?;
            writeln!(out, "      if (head[1:0] === 2'd{LOAD}) state_i = state[{low}:0];")?;
        }
        if self.widths.moves > 0 {
            writeln!(out, "      if (head[1:0] === 2'd{STEP}) does_i = does[{}:0];", self.widths.moves - 1)?;
        }
        if let Some(vector) = self.sees() {
            writeln!(out, "      #1;\n      if (head[1:0] === 2'd{STEP}) begin")?;
            differs(out, "  ", vector)?;
            writeln!(out, "      end")?;
        }
        writeln!(out, "      cycle;\n      cycle;\n    end\n  endtask\n")
    }

    fn compare(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  // Says which bit differs first.\n  task compare;\n    begin")?;
        for vector in self.compared() {
            differs(out, "", vector)?;
        }
        writeln!(out, "      if (!failed && terminal_o !== head[2]) begin\n        failed = 1'b1;")?;
        writeln!(out, "        $display(\"record %0d: terminal_o is %b, expected %b\",")?;
        writeln!(out, "                 record, terminal_o, head[2]);\n      end\n    end\n  endtask\n")
    }

    fn main(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  initial begin\n    $readmemh(\"{}\", data);", self.data_file)?;
        if self.widths.bases > 0 {
            writeln!(out, "    clk_i = 1'b0;")?;
        }
        writeln!(out, "    failed = 1'b0;\n    at = 0;\n    idle;")?;
        writeln!(out, "    for (record = 0; record < RECORDS && !failed; record = record + 1) begin")?;
        writeln!(out, "      read;\n      enter;\n      compare;\n    end")?;
        writeln!(out, "    if (failed) $display(\"FAIL\");\n    else $display(\"PASS %0d\", RECORDS);")?;
        // With 0 simulators end without a word of their own, so that the verdict is the last line.
        writeln!(out, "    $finish(0);\n  end")
    }
}

/// Bits of a vector padded to whole words.
fn padded(width: usize) -> usize {
    width.div_ceil(WORD) * WORD
}

/// A comparison that names the first bit that differs.
fn differs(out: &mut String, indent: &str, (name, width): Vector) -> fmt::Result {
    writeln!(out, "{indent}      if (!failed && {name}_o !== {name}[{}:0])", width - 1)?;
    writeln!(out, "{indent}        for (i = 0; i < {width}; i = i + 1)")?;
    writeln!(out, "{indent}          if (!failed && {name}_o[i] !== {name}[i]) begin")?;
    writeln!(out, "{indent}            failed = 1'b1;")?;
    writeln!(out, "{indent}            $display(\"record %0d: {name}_o[%0d] is %b, expected %b\",")?;
    writeln!(out, "{indent}                     record, i, {name}_o[i], {name}[i]);\n{indent}          end")
}

/// A loop that reads a vector's words, lowest first.
fn words(out: &mut String, indent: &str, (name, width): Vector) -> fmt::Result {
    writeln!(out, "{indent}      for (i = 0; i < {}; i = i + 1) begin", width.div_ceil(WORD))?;
    writeln!(out, "{indent}        {name}[{WORD}*i +: {WORD}] = data[at];")?;
    writeln!(out, "{indent}        at = at + 1;\n{indent}      end")
}
