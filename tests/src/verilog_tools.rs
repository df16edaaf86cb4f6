//! Other people's tools on emitted Verilog: none may say a word.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Files of a folder.
struct Sources<'s> {
    files: &'s [&'s str],
    /// The module above all others, where the files hold several.
    top: Option<&'s str>,
}

/// A tool: its Debian package, which is also the program's name, and the arguments for some files.
type Tool = (&'static str, fn(&Sources<'_>) -> Vec<String>);

/// A linter, a simulator and a synthesiser, each as strict as it can be.
const TOOLS: [Tool; 3] = [("verilator", verilator), ("iverilog", iverilog), ("yosys", yosys)];

/// What has to be so in a design when its processes have become cells. No latches; no register with an asynchronous
/// reset or an initial value; and what clocks a register, a memory or an instance is called `clk_i`.
const DESIGN: &str = "select -assert-none t:$*latch* t:$adff* t:$aldff* t:$dffsr* t:$sr a:init; \
                      select -assert-none t:* %ci1:+[CLK,clk_i] w:* %i w:clk_i %d";

fn words(text: &str, top: &str, sources: &Sources<'_>) -> Vec<String> {
    let top = sources.top.into_iter().flat_map(|name| [top, name]);
    text.split(' ').chain(top).chain(sources.files.iter().copied()).map(str::to_owned).collect()
}

fn verilator(sources: &Sources<'_>) -> Vec<String> {
    words("--lint-only -Wall", "--top-module", sources)
}

fn iverilog(sources: &Sources<'_>) -> Vec<String> {
    words("-g2005 -Wall -t null", "-s", sources)
}

fn yosys(sources: &Sources<'_>) -> Vec<String> {
    let read = format!("read_verilog {}; hierarchy -check", sources.files.join(" "));
    let script = match sources.top {
        None => format!("{read}; check -assert"),
        Some(top) => format!("{read} -top {top}; proc; check -assert; {DESIGN}"),
    };
    ["-q", "-p", &script].map(str::to_owned).to_vec()
}

/// Lints a file with all tools.
///
/// # Errors
/// What a tool said, or how to install it.
pub fn lint(folder: &Path, file: &str) -> Result<(), String> {
    lint_sources(folder, &Sources { files: &[file], top: None })
}

/// Lints the files of a design with all tools. It must have one clock, `clk_i`, and no latches, no asynchronous resets
/// and no initial values.
///
/// # Errors
/// What a tool said, or how to install it.
pub fn lint_design(folder: &Path, files: &[&str], top: &str) -> Result<(), String> {
    lint_sources(folder, &Sources { files, top: Some(top) })
}

fn lint_sources(folder: &Path, sources: &Sources<'_>) -> Result<(), String> {
    TOOLS.iter().try_for_each(|tool| lint_with(tool, folder, sources))
}

fn lint_with((program, arguments): &Tool, folder: &Path, sources: &Sources<'_>) -> Result<(), String> {
    let arguments = arguments(sources);
    let output =
        Command::new(program).args(&arguments).current_dir(folder).output().map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("`{program}` is missing: apt-get install {program} (or `make setup`)"),
            _ => format!("`{program}`: {error}"),
        })?;
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if output.status.success() && said.is_empty() {
        return Ok(());
    }
    let head: Vec<&str> = said.lines().take(10).collect();
    let what = sources.top.unwrap_or(sources.files[0]);
    Err(format!("`{program} {}` on {what}: {}\n{}", arguments.join(" "), output.status, head.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn file<'s>(name: &'s [&'s str; 1]) -> Sources<'s> {
        Sources { files: name, top: None }
    }

    /// A tool that lets this pass checks nothing.
    #[test]
    fn each_tool_finds_what_it_is_there_for() {
        let folder = tempfile::tempdir().unwrap();
        let broken = "module broken(input wire a_i, output wire b_o);\n  wire c = d;\n  assign b_o = a_i;\nendmodule\n";
        fs::write(folder.path().join("broken.v"), format!("`default_nettype none\n{broken}")).unwrap();
        let endless =
            "module endless(output wire b_o);\n  wire c;\n  assign c = ~b_o;\n  assign b_o = ~c;\nendmodule\n";
        fs::write(folder.path().join("endless.v"), endless).unwrap();
        for tool in &TOOLS {
            let said = lint_with(tool, folder.path(), &file(&["broken.v"])).unwrap_err();
            assert!(said.starts_with(&format!("`{} ", tool.0)), "{said}");
        }
        for tool in [&TOOLS[0], &TOOLS[2]] {
            lint_with(tool, folder.path(), &file(&["endless.v"])).unwrap_err();
        }
    }

    /// Two files: a register, and what is above it.
    const BELOW: &str = "`default_nettype none
module below(input wire clk_i, input wire rst_i, input wire d_i, output reg q_o);
  always @(posedge clk_i) if (rst_i) q_o <= 1'b0; else q_o <= d_i;
endmodule
";
    const ABOVE: &str = "`default_nettype none
module above(input wire clk_i, input wire rst_i, input wire d_i, output wire q_o);
  below u_below (.clk_i(clk_i), .rst_i(rst_i), .d_i(d_i), .q_o(q_o));
endmodule
";

    #[test]
    fn designs_have_one_clock_and_plain_registers() {
        let folder = tempfile::tempdir().unwrap();
        let design = Sources { files: &["below.v", "above.v"], top: Some("above") };
        let write = |from: &str, to: &str| {
            fs::write(folder.path().join("below.v"), BELOW.replacen(from, to, 1)).unwrap();
            fs::write(folder.path().join("above.v"), ABOVE.replacen(from, to, 1)).unwrap();
        };
        write("", "");
        lint_sources(folder.path(), &design).unwrap();
        let wrong = [
            ("(posedge clk_i)", "(posedge clk_i or posedge rst_i)"),
            ("(posedge clk_i) if (rst_i)", "(posedge rst_i) if (clk_i)"),
            ("@(posedge clk_i) if (rst_i) q_o <= 1'b0; else q_o <= d_i", "@* if (clk_i) q_o = d_i"),
            (".clk_i(clk_i), .rst_i(rst_i)", ".clk_i(rst_i), .rst_i(clk_i)"),
            ("  always", "  initial q_o = 1'b1;\n  always"),
        ];
        for (from, to) in wrong {
            write(from, to);
            let said = lint_with(&TOOLS[2], folder.path(), &design).unwrap_err();
            assert!(said.starts_with("`yosys ") && said.contains("ssertion failed"), "{to}: {said}");
        }
    }

    #[test]
    fn a_missing_tool_is_named_with_its_package() {
        let said = lint_with(&("no-such-tool", yosys), Path::new("."), &file(&["x.v"])).unwrap_err();
        assert!(said.contains("apt-get install no-such-tool"), "{said}");
    }
}
