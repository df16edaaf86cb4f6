//! Boards that are not there, tools that are not there or fail, designs that do not fit: an error, status 2, and nothing
//! that looks like a build.

use super::{game, good, run_with};
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::wait::Silence;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Runs `build` into a fresh folder; it must fail with status 2 and leave no record. Gives the message.
fn refused(variables: &[(&str, &Path)], arguments: &str) -> String {
    let place = tempfile::tempdir().unwrap();
    refused_in(&place, variables, arguments)
}

/// The same in a place where what earlier builds made is taken again.
fn refused_in(place: &TempDir, variables: &[(&str, &Path)], arguments: &str) -> String {
    let folder = place.path().join("out");
    let (status, out, err) = run_with(variables, &format!("build {arguments} -o {}", folder.display()));
    assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
    assert!(!folder.join("build.json").exists(), "no record of a build that failed");
    err
}

/// A tool that says its version and then does something else.
fn tool(place: &TempDir, version: &str, then: &str) -> PathBuf {
    let path = place.path().join("nextpnr.sh");
    let script = format!("#!/bin/sh\ncase $1 in --version) echo '{version}' >&2; exit 0;; esac\n{then}\n");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

const VERSION: &str = "nextpnr-ice40 -- Next Generation Place and Route (Version 0.4)";
const LIGHTS: &str = "--board ice40-hx8k-b-evn --cores 1 --clock 24";

#[test]
fn unknown_boards_are_answered_with_those_there_are() {
    let message = refused(&[], &format!("{} --board icebraker", game("two_button_lights.kif")));
    assert!(
        message.contains("icebraker") && message.contains("icebreaker") && message.contains("ulx3s-85f"),
        "{message}"
    );
}

#[test]
fn tools_that_are_missing_or_old_are_named_before_work_starts() {
    let lights = format!("{} {LIGHTS}", game("two_button_lights.kif"));
    let message = refused(&[("GDL2HDL_NEXTPNR_ICE40", Path::new("/nowhere/nextpnr"))], &lights);
    assert!(message.contains("/nowhere/nextpnr") && message.contains("make setup"), "{message}");
    let place = tempfile::tempdir().unwrap();
    let old = tool(&place, "nextpnr-ice40 -- Next Generation Place and Route (Version 0.3)", "exit 1");
    let message = refused(&[("GDL2HDL_NEXTPNR_ICE40", &old)], &lights);
    assert!(message.contains("Version 0.3") && message.contains("0.4 or later"), "{message}");
    let bare = tool(&place, "", "case $1 in -d) echo \"Can't find chipdb file for device 1k\" >&2; exit 1;; esac");
    let message = refused(&[("GDL2HDL_ICETIME", &bare)], &lights);
    assert!(message.contains("find chipdb file") && message.contains("make setup"), "{message}");
}

#[test]
fn a_tool_that_fails_has_the_last_word() {
    let place = tempfile::tempdir().unwrap();
    let lights = format!("{} {LIGHTS}", game("two_button_lights.kif"));
    let crash = tool(&place, VERSION, "echo 'ERROR: the placer is sad' >&2; exit 1");
    let message = refused_in(&place, &[("GDL2HDL_NEXTPNR_ICE40", &crash)], &lights);
    assert!(message.contains("placement: ") && message.contains("the placer is sad"), "{message}");
    let full =
        "printf 'Info: \\t ICESTORM_LC:  8499/ 7680   110%%\\n' > promise.log; echo 'ERROR: no room' >&2; exit 255";
    let full = tool(&place, VERSION, full);
    let message = refused_in(&place, &[("GDL2HDL_NEXTPNR_ICE40", &full)], &lights);
    assert!(message.contains("does not fit: logic cells, 8499 of 7680 (counted by the placer)"), "{message}");
    let empty = tool(&place, VERSION, "exit 0");
    // What the others said is not taken for its own.
    let message = refused_in(&place, &[("GDL2HDL_NEXTPNR_ICE40", &empty)], &lights);
    assert!(message.contains("cannot read") && message.contains("promise.log"), "{message}");
    // The design is synthesized by now: all the time is the tool's.
    let silence = Silence::new().unwrap();
    let slow = tool(&place, VERSION, &format!("echo thinking hard >&2; {}", silence.words()));
    let message = refused_in(&place, &[("GDL2HDL_NEXTPNR_ICE40", &slow)], &format!("{lights} --tool-time 30"));
    assert!(message.contains("30s") && message.contains("thinking hard"), "{message}");
}

#[test]
fn what_does_not_fit_is_said_early() {
    let message = refused(&[], &format!("{} --board icestick", game("reversi.kif")));
    assert!(
        message.contains("does not fit") && message.contains("of 1280") && message.contains("larger board"),
        "{message}"
    );
    let message = refused(&[], &format!("{} --board icestick --cores 9", game("two_button_lights.kif")));
    assert!(message.contains("fewer --cores"), "{message}");
}

#[test]
fn a_clock_that_no_setting_makes_or_no_placement_meets() {
    let lights = game("two_button_lights.kif");
    let message = refused(&[], &format!("{lights} --board ice40-hx8k-b-evn --cores 1 --clock 5"));
    assert!(message.contains("12000000 Hz"), "{message}");
    // A placement promises 43 MHz, and about as much is met.
    let tic = game("tic_tac_toe.kif");
    let message = refused(&[], &format!("{tic} --board ice40-hx8k-b-evn --cores 1 --clock 60"));
    assert!(message.contains("timing is not met") && message.contains("--slots"), "{message}");
    let message = refused(&[], &format!("{lights} --board ice40-hx8k-b-evn --cores 1 --clock 270"));
    assert!(message.contains("of 270 MHz a placement promises about "), "{message}");
    let message = refused(&[], &format!("{lights} --board ice40-hx8k-b-evn --cores 1 --clock 16 --baud 3000000"));
    // The highest clock that is not above 16 MHz is the pin's own.
    assert!(message.contains("at most 1500000 baud with a clock of 12000000 Hz"), "{message}");
}

/// Files of more than half a mebibyte can't be written, as on a disk that is full; who tries is told, not killed.
#[test]
fn a_full_disk_leaves_nothing_that_looks_whole() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("a board; touch owned");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\""]).arg(gdl2hdl()).arg("build");
    shell.arg(game("two_button_lights.kif")).args(LIGHTS.split(' ')).arg("-o").arg(&folder);
    let output = shell.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    assert!(message.contains("File too large") || message.contains("synthesis"), "{message}");
    assert!(!folder.join("build.json").exists());
    // With room again it is built, and what was cut short is not taken for whole.
    let mut build = Command::new(gdl2hdl());
    build.arg("build").arg(game("two_button_lights.kif")).args(LIGHTS.split(' ')).arg("-o").arg(&folder);
    let output = build.current_dir(place.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The names of folders are no commands.
    assert!(folder.join("build.json").exists() && fs::read_dir(place.path()).unwrap().count() == 1);
}

#[test]
fn folders_that_hold_no_whole_build_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().display();
    let (status, _, message) = run_with(&[], &format!("flash {dir}"));
    assert!(status == Some(2) && message.contains("build.json"), "{message}");
    good(&format!("build {} {LIGHTS} -o {dir}", game("two_button_lights.kif")));
    fs::write(place.path().join("two_button_lights_board.bin"), "half").unwrap();
    for command in ["flash", "virtual-board"] {
        let (status, _, message) = run_with(&[], &format!("{command} {dir}"));
        assert!(status == Some(2) && message.contains("is not what was built"), "{message}");
    }
}
