//! The core file of an engine, read and run by FuseSoC.

use crate::engine::game::Game;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::playout::{Config, Gateware, gateware};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const CORE_FILE: &str = "lights_playouts.core";

/// An engine as a core, and a place to work in.
struct Core {
    folder: TempDir,
    gateware: Gateware,
}

impl Core {
    fn new() -> Self {
        let game = Game::of("two_button_lights.kif");
        let config = Config { cores: 2, slots: 2, ..Config::default() };
        let gateware = gateware(game.verified(), game.choices(), "lights", config, &Unobserved).unwrap();
        let core = Self { folder: tempfile::tempdir().unwrap(), gateware };
        ["core/ecp5/models", "home"].iter().for_each(|name| fs::create_dir_all(core.folder.path().join(name)).unwrap());
        for file in core.gateware.folder(false) {
            fs::write(core.file(&file.name), &file.text).unwrap();
        }
        core
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("core").join(name)
    }

    /// The targets, as the core file lists them.
    fn targets(&self) -> Vec<String> {
        let text = fs::read_to_string(self.file(CORE_FILE)).unwrap();
        let lines = text.lines().skip_while(|line| *line != "targets:").skip(1);
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'));
        names.filter(|name| !name.contains(' ')).map(str::to_owned).collect()
    }

    /// Runs a target; gives what FuseSoC said, or why it failed.
    fn run(&self, target: &str) -> Result<String, String> {
        let home = self.folder.path().join("home");
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/fusesoc");
        let mut command = Command::new(&program);
        command.current_dir(self.folder.path()).arg("--cores-root").arg("core");
        command.args(["run", "--target", target, "gdl2hdl:playouts:lights_playouts"]);
        // Neither its settings nor its libraries come from whoever runs the test.
        ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].iter().for_each(|name| {
            command.env(name, &home);
        });
        let output = command.output().map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("{} is missing; `make setup` installs it", program.display()),
            _ => error.to_string(),
        })?;
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        if output.status.success() { Ok(said) } else { Err(said) }
    }
}

#[test]
fn all_targets_run_without_a_warning() {
    let core = Core::new();
    assert_eq!(core.targets(), ["default", "lint", "lint_ecp5", "ice40", "ecp5"]);
    for target in core.targets() {
        let said = core.run(&target).unwrap_or_else(|said| panic!("{target}: {said}"));
        assert!(!said.contains("WARNING") && !said.contains("%Warning"), "{target}: {said}");
    }
    for target in ["ice40", "ecp5"] {
        let name = CORE_FILE.trim_end_matches(".core");
        let name = format!("gdl2hdl_playouts_{name}_{}", env!("CARGO_PKG_VERSION"));
        let netlist = core.folder.path().join(format!("build/{name}/{target}/{name}.json"));
        assert!(fs::metadata(&netlist).is_ok_and(|file| file.len() > 100_000), "{}", netlist.display());
    }
}

/// A tool that lets this pass checks nothing.
#[test]
fn a_core_without_one_of_its_files_is_refused() {
    let core = Core::new();
    fs::write(core.file("playout_queue.v"), "").unwrap();
    let said = core.run("lint").unwrap_err();
    assert!(said.contains("playout_queue"), "{said}");
    fs::remove_file(core.file("playout_queue.v")).unwrap();
    let said = core.run("lint").unwrap_err();
    assert!(said.contains("playout_queue.v"), "{said}");
}
