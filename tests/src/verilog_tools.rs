//! Other people's tools on emitted Verilog: none may say a word.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// A tool: its Debian package, which is also the program's name, and the arguments for a file.
type Tool = (&'static str, fn(&str) -> Vec<String>);

/// A linter, a simulator and a synthesiser, each as strict as it can be.
const TOOLS: [Tool; 3] = [("verilator", verilator), ("iverilog", iverilog), ("yosys", yosys)];

fn words(text: &str, file: &str) -> Vec<String> {
    text.split(' ').chain([file]).map(str::to_owned).collect()
}

fn verilator(file: &str) -> Vec<String> {
    words("--lint-only -Wall", file)
}

fn iverilog(file: &str) -> Vec<String> {
    words("-g2005 -Wall -t null", file)
}

fn yosys(file: &str) -> Vec<String> {
    ["-q", "-p", &format!("read_verilog {file}; hierarchy -check; check -assert")].map(str::to_owned).to_vec()
}

/// Lints a file with all tools.
///
/// # Errors
/// What a tool said, or how to install it.
pub fn lint(folder: &Path, file: &str) -> Result<(), String> {
    TOOLS.iter().try_for_each(|tool| lint_with(tool, folder, file))
}

fn lint_with((program, arguments): &Tool, folder: &Path, file: &str) -> Result<(), String> {
    let arguments = arguments(file);
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
    Err(format!("`{program} {}` on {file}: {}\n{}", arguments.join(" "), output.status, head.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
            let said = lint_with(tool, folder.path(), "broken.v").unwrap_err();
            assert!(said.starts_with(&format!("`{} ", tool.0)), "{said}");
        }
        for tool in [&TOOLS[0], &TOOLS[2]] {
            lint_with(tool, folder.path(), "endless.v").unwrap_err();
        }
    }

    #[test]
    fn a_missing_tool_is_named_with_its_package() {
        let said = lint_with(&("no-such-tool", yosys), Path::new("."), "x.v").unwrap_err();
        assert!(said.contains("apt-get install no-such-tool"), "{said}");
    }
}
