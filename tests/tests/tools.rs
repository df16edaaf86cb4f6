//! The Verilog of every game in `games/` is clean in a linter, a simulator and a synthesiser, at every level.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::parallel::check_all;
use gdl2hdl_tests::{examples, verilog_text, verilog_tools};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of the compiler that change the Verilog.
const OPTIONS: [&[&str]; 4] = [&["-O0"], &["-O1"], &["-O2"], &["-O2", "--keep-state"]];

#[test]
fn all_tools_accept_all_games_at_all_levels() {
    let files = examples::files();
    let cases: Vec<(&PathBuf, &[&str])> =
        files.iter().flat_map(|file| OPTIONS.map(|options| (file, options))).collect();
    check_all(&cases, |(file, options)| {
        clean(file, options).map_err(|error| format!("{} {}: {error}", examples::name(file), options.join(" ")))
    });
}

fn clean(game: &Path, options: &[&str]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let compiled = ["one", "two"].map(|name| compile(game, options, &folder.path().join(name)));
    let [one, two] = compiled;
    let one = one?;
    if one != two? {
        return Err("two runs give different bytes".to_owned());
    }
    if !one.verilog.ends_with(b"endmodule\n\n`default_nettype wire\n") {
        return Err("the end of the text is missing".to_owned());
    }
    verilog_text::plain(&one.verilog)?;
    verilog_tools::lint(folder.path(), "one.v")
}

/// The two files of a compilation.
#[derive(PartialEq, Eq)]
struct Written {
    verilog: Vec<u8>,
    manifest: Vec<u8>,
}

fn compile(game: &Path, options: &[&str], stem: &Path) -> Result<Written, String> {
    let (verilog, manifest) = (stem.with_extension("v"), stem.with_extension("json"));
    let mut command = Command::new(gdl2hdl());
    command.arg(game).args(options).arg("-q").arg("-o").arg(&verilog);
    let output = command.output().map_err(|error| error.to_string())?;
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if !output.status.success() || !said.is_empty() {
        return Err(format!("{}: {said}", output.status));
    }
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    Ok(Written { verilog: read(&verilog)?, manifest: read(&manifest)? })
}
