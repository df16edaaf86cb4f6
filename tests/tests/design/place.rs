//! A folder in which the program and other people's tools are run.

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub(crate) struct Place(TempDir);

impl Place {
    /// A place with these games of `games/`.
    pub(crate) fn of(games: &[&str]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for game in games {
            fs::copy(examples::path(game), place.path(&format!("{game}.kif"))).unwrap();
        }
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    fn command(&self, program: &Path, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        // FuseSoC takes neither settings nor libraries from whoever runs the test.
        ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].iter().for_each(|name| {
            command.env(name, self.path("home"));
        });
        command.output().unwrap_or_else(|error| panic!("{}: {error}; `make setup` installs it", program.display()))
    }

    /// Runs the program with arguments between blanks.
    pub(crate) fn gdl2hdl(&self, arguments: &str) -> Ended {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let mut command = Command::new(gdl2hdl());
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        Ended::from(command.output().unwrap())
    }

    /// Runs a tool that may not fail; what it says on standard output, and it may say nothing else.
    pub(crate) fn tool(&self, program: &str, arguments: &str) -> String {
        let ended = self.any(program, arguments).expect(0);
        assert_eq!(ended.err, "", "{program} {arguments}");
        ended.out
    }

    /// Runs a tool.
    pub(crate) fn any(&self, program: &str, arguments: &str) -> Ended {
        self.run(program, &arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// The same with arguments that may have blanks.
    pub(crate) fn run(&self, program: &str, arguments: &[&str]) -> Ended {
        Ended::from(self.command(Path::new(program), arguments))
    }

    /// Verilator has nothing to say of a design.
    pub(crate) fn lint(&self, top: &str, files: &str) {
        assert_eq!(self.tool("verilator", &format!("--lint-only -Wall --top-module {top} {files}")), "");
    }

    /// What Icarus prints. It may not warn.
    pub(crate) fn simulate(&self, top: &str, files: &str) -> String {
        assert_eq!(self.tool("iverilog", &format!("-g2005 -Wall -s {top} -o {top}.vvp {files}")), "");
        // `-n`: never wait for input.
        self.tool("vvp", &format!("-n {top}.vvp"))
    }

    /// Runs a script of Yosys.
    pub(crate) fn yosys(&self, script: &str) -> Ended {
        self.run("yosys", &["-q", "-p", script])
    }

    /// Runs a target of a core in the folder; gives whether that went well, and all that was said.
    pub(crate) fn fusesoc(&self, roots: &[&str], target: &str, core: &str) -> (bool, String) {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/fusesoc");
        let mut arguments: Vec<&str> = roots.iter().flat_map(|root| ["--cores-root", root]).collect();
        arguments.extend(["run", "--target", target, core]);
        let Output { status, stdout, stderr } = self.command(&program, &arguments);
        (status.success(), [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat())
    }
}
