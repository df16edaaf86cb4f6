//! `gdl2hdl boards` on a folder that looks like a machine with boards.

use gdl2hdl_boards::names;
use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Status, standard output, standard error.
fn run(root: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(gdl2hdl());
    let output = command.arg("boards").args(arguments.split_whitespace()).arg("--root").arg(root).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, err)
}

fn good(root: &Path, arguments: &str) -> String {
    let (status, out, err) = run(root, arguments);
    assert_eq!((status, err.as_str()), (Some(0), ""), "{arguments}");
    out
}

fn json_of(root: &Path, arguments: &str) -> Value {
    serde_json::from_str(&good(root, &format!("{arguments} --format json"))).unwrap()
}

/// Nothing is plugged in.
fn empty() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Plugs in a device with one serial port.
fn plug(root: &Path, place: &str, [vid, pid, serial]: [&str; 3], interface: u8, port: &str) {
    let write = |name: &str, text: &str| {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let device = format!("sys/bus/usb/devices/{place}");
    write(&format!("{device}/idVendor"), vid);
    write(&format!("{device}/idProduct"), pid);
    write(&format!("{device}/serial"), serial);
    write(&format!("{device}:1.{interface}/bInterfaceNumber"), &format!("{interface:02x}"));
    write(&format!("{device}:1.{interface}/{port}/dev"), "188:0");
    write(&format!("dev/{port}"), "");
}

#[test]
fn all_boards_are_listed() {
    let root = empty();
    let out = good(root.path(), "");
    for name in names() {
        assert!(out.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}:\n{out}");
    }
    assert!(out.contains("\nPlugged in: none\n"), "{out}");
    assert!(out.lines().all(|line| line.len() <= 120), "{out}");
    let listed = json_of(root.path(), "");
    let listed: Vec<&str> = listed["boards"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(listed, names().collect::<Vec<_>>());
}

#[test]
fn a_board_has_all_its_facts() {
    let root = empty();
    let out = good(root.path(), "ulx3s-12f");
    for part in
        ["LFE5U-12F", "--12k --package CABGA381", "24,288 LUTs", "rx M1, tx L4", "0403:6015", "(sram)", "L2", "source"]
    {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    let board = json_of(root.path(), "ulx3s-12f")["board"].clone();
    let serial = json!({"rx": "M1", "tx": "L4", "rts": null, "cts": null, "max_baud": 3_000_000, "on_usb": true,
                        "bridge": "FT231X", "usb": "0403:6015", "interface": null});
    assert_eq!((&board["serial"], &board["luts"], &board["tested"]), (&serial, &json!(24_288), &Value::Null));
    assert_eq!(board["programs"][1]["command"], json!(["openFPGALoader", "-b", "ulx3s", "-f", "FILE.bit"]));
    assert!(board["sources"].as_array().unwrap().len() > 3 && board["clock"]["reachable"].as_u64() > Some(100));
}

#[test]
fn an_unknown_board_is_told_the_known_ones() {
    let (status, out, err) = run(empty().path(), "icebraker");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("error: there is no board `icebraker`; known are alchitry-cu, "), "{err}");
}

#[test]
fn what_is_plugged_in_is_found() {
    let root = empty();
    plug(root.path(), "1-2", ["0403", "6010", "FT9"], 1, "ttyUSB1");
    plug(root.path(), "1-3", ["0403", "6015", "D001"], 0, "ttyUSB2");
    plug(root.path(), "1-4", ["046d", "c077", ""], 0, "ttyUSB3");
    let out = good(root.path(), "");
    assert!(out.contains("/dev/ttyUSB1: alchitry-cu or ecpix5-45f or"), "{out}");
    assert!(out.contains("(0403:6015 at USB 1-3, serial number D001)") && !out.contains("ttyUSB3"), "{out}");
    let plugged = json_of(root.path(), "ulx3s-85f")["plugged"].clone();
    let expected = json!([{"usb": "0403:6015", "place": "1-3", "serial": "D001", "product": null,
                          "boards": ["ulx3s-12f", "ulx3s-25f", "ulx3s-45f", "ulx3s-85f"],
                          "port": "/dev/ttyUSB2", "state": "ready"}]);
    assert_eq!(plugged, expected);
    fs::remove_file(root.path().join("dev/ttyUSB1")).unwrap();
    assert_eq!(json_of(root.path(), "icebreaker")["plugged"][0]["state"], "no node");
    fs::remove_dir_all(root.path().join("sys/bus/usb/devices/1-2:1.1")).unwrap();
    assert_eq!(json_of(root.path(), "icebreaker")["plugged"][0]["state"], "no port");
    assert!(good(root.path(), "").contains("has no serial port: unplug it"));
}
