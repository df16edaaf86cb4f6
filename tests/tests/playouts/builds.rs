//! Models that take long to build: progress on terminals, and an early end.

use crate::ended::Ended;
use crate::playouts::place::Place;
use gdl2hdl_tests::wait::Line;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// A place with a Verilator that never ends, and a cache of its own.
struct Slow {
    place: Place,
    /// The child of the tool holds it.
    line: Line,
}

impl Slow {
    fn new() -> Self {
        let (place, line) = (Place::new(), Line::new().unwrap());
        let root = Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]).output().unwrap().stdout;
        // The tool has a child, which must end with it. What is asked of it before is answered at once.
        let script = format!(
            "#!/bin/sh\ncase $1 in\n--version) echo Verilator 5.006;;\n--getenv) echo '{}';;\n\
             --cc) sh -c '{}' & wait;;\nesac\n",
            String::from_utf8(root).unwrap().trim(),
            line.held()
        );
        place.write("verilator.sh", &script);
        fs::set_permissions(place.path("verilator.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        Self { place, line }
    }

    fn set(&self, command: &mut Command) {
        command
            .env("GDL2HDL_VERILATOR", self.place.path("verilator.sh"))
            .env("GDL2HDL_CACHE", self.place.path("cache"));
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = self.place.command(arguments);
        self.set(&mut command);
        command
    }

    /// No file and no program is left. The tool ran.
    fn leaves_nothing(self) {
        self.line.released();
        for folder in ["tmp", "models", "netlists"] {
            assert_eq!(fs::read_dir(self.place.path("cache").join(folder)).unwrap().count(), 0, "{folder}");
        }
    }
}

/// What plays on a model, and what builds one.
const LINES: [&str; 4] = [
    "playouts lamp.kif --engine verilator",
    "record lamp.kif --engine verilator",
    "bench lamp.kif --engine verilator --seconds 0",
    "crosscheck lamp.kif --engines cpu,verilator",
];

#[test]
fn the_deadline_ends_a_build_and_says_what_helps() {
    for line in LINES {
        let place = Slow::new();
        // Nothing else ends the tool.
        let ended = Ended::from(place.command(&format!("{line} --deadline 5")).output().unwrap()).expect(2);
        let _child = place.line.told();
        assert!(ended.err.contains("stopped at the deadline while the "), "{}", ended.err);
        assert!(ended.err.contains(" was built (Verilate, "), "{}", ended.err);
        assert!(ended.err.ends_with("part of the 5 s of --deadline; allow more: --deadline 25\n"), "{}", ended.err);
        place.leaves_nothing();
    }
}

#[test]
fn a_signal_ends_a_build() {
    for (line, signal) in LINES.iter().zip(["-INT", "-TERM"].into_iter().cycle()) {
        let place = Slow::new();
        let child = place.command(line).spawn().unwrap();
        let _runs = place.line.told();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ended = Ended::from(child.wait_with_output().unwrap()).expect(2);
        assert!(ended.err.contains("stopped by a signal while the "), "{}", ended.err);
        assert!(ended.err.contains(" was built (Verilate, "), "{}", ended.err);
        assert!(!ended.err.contains("--deadline"), "{}", ended.err);
        place.leaves_nothing();
    }
}

/// What is shown on a terminal, standard output aside.
fn on_a_terminal(options: &str) -> String {
    let place = Slow::new();
    let program = place.place.command("").get_program().to_owned();
    let line = format!("{} {} --deadline 5 {options} > out.txt", program.display(), LINES[0]);
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(place.place.path("")).env("TERM", "xterm");
    place.set(&mut command);
    let ended = Ended::from(command.output().unwrap()).expect(2);
    assert_eq!(fs::read_to_string(place.place.path("out.txt")).unwrap(), "", "{options}");
    ended.out
}

#[test]
fn stages_are_shown_on_terminals_only() {
    let shown = on_a_terminal("");
    assert!(shown.contains(" Verilate, 1 s"), "{shown}");
    let quiet = on_a_terminal("--quiet");
    assert!(quiet.starts_with("error: stopped at the deadline"), "{quiet}");
    let place = Slow::new();
    let ended = Ended::from(place.command(&format!("{} --deadline 5", LINES[0])).output().unwrap()).expect(2);
    assert!(ended.out.is_empty() && ended.err.starts_with("error: stopped"), "{}", ended.err);
}
