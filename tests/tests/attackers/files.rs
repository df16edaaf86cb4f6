//! What is written, where, and with which rights; what is shown of names.

use super::{Ended, GAME, Place, set_mode};
use gdl2hdl_tests::wait;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt, lchown, symlink};
use std::path::Path;

#[test]
fn rights_of_what_was_there_are_not_taken_over() {
    let place = Place::new();
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().mode() & 0o7777;
    fs::write(place.path("out.v"), "").unwrap();
    set_mode(&place.path("out.v"), 0o6777);
    place.run("lamp.kif -o out.v").expect(0);
    assert_eq!(mode("out.v"), mode("out.json"), "those of any new file");
    assert_eq!(mode("out.v") & 0o7111, 0);
    set_mode(&place.path("out.v"), 0o600);
    place.run("lamp.kif -o out.v").expect(0);
    assert_eq!(mode("out.v"), 0o600, "what was private stays so");
}

#[test]
fn nothing_is_made_beside_a_device() {
    let place = Place::new();
    place.run("lamp.kif -o /dev/null").expect(0);
    assert!(!Path::new("/dev/null.json").exists());
    place.run("lamp.kif -o /dev/null --manifest told.json").expect(0);
    assert_eq!(place.names(), ["lamp.kif", "told.json"]);
}

#[test]
fn a_manifest_replaces_nothing_but_a_manifest() {
    let place = Place::new();
    fs::write(place.path("keep.json"), "{\"mine\": 1}").unwrap();
    let refused = place.run("lamp.kif -o keep.v").expect(1).err;
    assert!(refused.contains("`keep.json`") && refused.contains("--manifest"), "{refused}");
    assert_eq!(place.names(), ["keep.json", "lamp.kif"]);
    assert_eq!(fs::read_to_string(place.path("keep.json")).unwrap(), "{\"mine\": 1}");
    place.run("lamp.kif -o keep.v --manifest other.json").expect(0);
    place.run("lamp.kif -o other.v").expect(0);
    place.run("lamp.kif -o keep.v --manifest keep.json").expect(0);
    assert!(fs::read_to_string(place.path("keep.json")).unwrap().contains("net_hash"), "it was named");
    assert!(place.run("lamp.kif -o a.v --manifest a.v").expect(1).err.contains("a.v"));
    assert!(place.run("lamp.kif --manifest a.json").expect(1).err.contains("-o"));
}

#[test]
fn two_files_come_both_or_none() {
    let place = Place::new();
    for (name, text) in [("out.v", "old"), ("out.json", "")] {
        fs::write(place.path(name), text).unwrap();
    }
    let refused = place.run("lamp.kif -o out.v --manifest nowhere/out.json").expect(2).err;
    assert!(
        refused.contains("cannot write `nowhere/out.json`: No such file") && !refused.contains(".gdl2hdl"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(place.path("out.v")).unwrap(), "old");
    // A full disk, at the second of them: the manifest of a game is longer than its Verilog where names are long.
    let long = GAME.replace("lamp", &"l".repeat(4000));
    fs::write(place.path("long.kif"), long).unwrap();
    place.run("long.kif -o long.v").expect(0);
    let length = |name: &str| fs::metadata(place.path(name)).unwrap().len();
    let (verilog, manifest) = (length("long.v"), length("long.json"));
    assert!(verilog + 8192 < manifest, "{verilog} {manifest}");
    for name in ["long.v", "long.json"] {
        fs::remove_file(place.path(name)).unwrap();
    }
    let blocks = verilog / 512 + 2;
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" long.kif -o long.v")]);
    let ended = Ended::from(shell.arg(gdl2hdl_tests::binary::gdl2hdl()).current_dir(place.path("")).output().unwrap());
    let refused = ended.expect(2).err;
    assert!(refused.contains("cannot write `long.json`"), "{refused}");
    assert_eq!(place.names(), ["lamp.kif", "long.kif", "out.json", "out.v"]);
}

#[test]
fn a_link_that_somebody_put_there_is_not_followed() {
    let place = Place::new();
    fs::create_dir(place.path("open")).unwrap();
    set_mode(&place.path("open"), 0o1777);
    fs::write(place.path("own"), "own").unwrap();
    symlink("../own", place.path("open/out.kif")).unwrap();
    let convert = || place.run("convert lamp.kif -o open/out.kif");
    convert().expect(0);
    assert!(fs::read_to_string(place.path("own")).unwrap().contains("lamp"), "the user's own link is followed");
    assert!(fs::symlink_metadata(place.path("open/out.kif")).unwrap().is_symlink());
    fs::write(place.path("own"), "own").unwrap();
    let link = place.path("open/out.kif");
    if lchown(&link, Some(super::NOBODY), None).is_ok() {
        convert().refused(&["open/out.kif", "somebody else"]);
        assert_eq!(fs::read_to_string(place.path("own")).unwrap(), "own");
    }
}

#[test]
fn signals_leave_no_files() {
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let place = Place::new();
        fs::write(place.path("t.jsonl"), "an older trace").unwrap();
        // A game that goes on and on.
        fs::write(
            place.path("lamp.kif"),
            "(role you)\n(init (lamp off))\n(legal you press)\n(<= (next (lamp off)) (true (lamp off)))\n\
             (goal you 0)\n(<= terminal (true (lamp on)))\n",
        )
        .unwrap();
        let command =
            "record lamp.kif --engine ground --playouts 1000000000 --max-steps 1000 --deadline 1000 -q -o t.jsonl";
        let mut child = place.command(command).spawn().unwrap();
        let written = Path::new("/proc").join(child.id().to_string()).join("io");
        let bytes = |text: &str| text.lines().find_map(|line| line.strip_prefix("wchar: ")?.parse::<u64>().ok());
        let written = || fs::read_to_string(&written).ok().and_then(|text| bytes(&text)).unwrap_or(0);
        wait::until("it writes", || written() >= 100_000);
        let kill = std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        child.wait().unwrap();
        assert_eq!(place.names(), ["lamp.kif", "t.jsonl"], "{signal}");
        let trace = fs::read_to_string(place.path("t.jsonl")).unwrap();
        assert!(trace == "an older trace" || trace.ends_with("}\n"), "{signal}: {} bytes", trace.len());
    }
}

#[test]
fn pictures_are_what_their_names_say() {
    let place = Place::new();
    for (name, begins) in [("a.png", &b"\x89PNG"[..]), ("a.pdf", b"%PDF"), ("a.SVG", b"<?xml"), ("a.gv", b"digraph")] {
        place.run(&format!("draw lamp.kif -o {name}")).expect(0);
        assert!(fs::read(place.path(name)).unwrap().starts_with(begins), "{name}");
    }
    for name in ["a.jpg", "a", "a.svg.txt"] {
        let refused = place.run(&format!("draw lamp.kif -o {name}")).expect(1).err;
        assert!(refused.contains(".svg, .png, .pdf, or .dot") && !place.path(name).exists(), "{refused}");
    }
}

/// No byte of a message steers a terminal, whatever a file is called or an argument says.
#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let place = Place::new();
    let name = "a\x1b]0;owned\x07\x1b[2J\u{202e}\nerror: b.kif";
    fs::write(place.path(name), GAME).unwrap();
    let broken = format!("broken{name}");
    fs::write(place.path(&broken), "(role you) (<= (legal you ?x) (not (true ?x)))").unwrap();
    let check = |arguments: &[&str]| {
        let mut command = place.command("");
        let output = command.args(arguments.iter().map(OsStr::new)).output().unwrap();
        let ended = Ended::from(output);
        for text in [&ended.out, &ended.err] {
            let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!text.contains(steers), "{arguments:?}: {text:?}");
            assert!(!text.contains("\nerror: b.kif"), "{arguments:?}: {text:?}");
        }
        ended.status
    };
    let gone = format!("gone{name}");
    assert_eq!(check(&["check", &gone]), Some(2));
    assert_eq!(check(&["check", &broken]), Some(1));
    for command in ["check", "stats", "playouts", "crosscheck", "bench", "requirements", "prove"] {
        let engines: &[&str] = if command == "crosscheck" { &["--engines", "cpu,scalar"] } else { &[] };
        check(&[&[command, name], engines].concat());
    }
    assert_eq!(check(&["record", name, "-o", &format!("no/{name}")]), Some(2));
    assert_eq!(check(&["record", name, "-o", &format!("t{name}")]), Some(0));
    check(&["replay", name, &broken]);
    assert_eq!(check(&["replay", name, &format!("t{name}")]), Some(0));
    assert_eq!(check(&["playouts", name, "--engine", name]), Some(1));
    assert_eq!(check(&[name, "--net", &gone]), Some(2));
    for command in ["flash", "virtual-board", "run"] {
        assert_eq!(check(&[command, &gone]), Some(2), "{command}");
    }
}

#[test]
fn a_recording_that_fails_leaves_the_one_there_is() {
    let place = Place::new();
    // A state without bound: no engine plays it for ever.
    let game = "(role you)\n(init (deep z))\n(legal you dig)\n(<= (next (deep (s ?x))) (true (deep ?x)))\n\
                (goal you 0)\n(<= terminal (true (deep never)))\n";
    fs::write(place.path("well.kif"), game).unwrap();
    fs::write(place.path("t.jsonl"), "an older trace").unwrap();
    let failed = place.run("record well.kif --max-steps 1000000 --playouts 1 -o t.jsonl").expect(2).err;
    assert!(failed.contains("nests more than") && failed.contains("`t.jsonl` was not written"), "{failed}");
    assert_eq!(fs::read_to_string(place.path("t.jsonl")).unwrap(), "an older trace");
    assert_eq!(place.names(), ["lamp.kif", "t.jsonl", "well.kif"]);
}
