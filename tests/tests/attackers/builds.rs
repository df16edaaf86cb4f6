//! The folder of a build is data: whoever made it, nothing in it runs, and nothing is written where it leads.

use super::{Ended, Place, set_mode, taken_over};
use gdl2hdl_tests::stops::pipe;
use gdl2hdl_verilate::digest;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;

const JOB: &str = "--lanes 4 --per-lane 1 --deadline 600";
const CLOCK: &str = "out/24000000hz";

/// A build of a game, in the folder `out`.
fn built() -> Place {
    let place = Place::new();
    place.run("build lamp.kif --board ice40-hx8k-b-evn --clock 24 --cores 1 -o out").expect(0);
    place
}

/// Changes a file of a stage, and the sum that lies beside it: whoever can do the one can do the other.
fn forge(place: &Place, stage: &str, file: &str, text: &str) {
    fs::write(place.path(CLOCK).join(file), text).unwrap();
    let path = place.path(CLOCK).join("stages.json");
    let mut stages: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    stages[stage]["files"][file] = digest(text.as_bytes()).into();
    fs::write(path, stages.to_string()).unwrap();
}

fn play(place: &Place, engine: &str) -> Ended {
    place.run(&format!("playouts lamp.kif --engine {engine} --board-dir out {JOB}"))
}

/// One build for all attacks: they are many, and it takes long.
#[test]
fn nothing_in_a_build_runs() {
    let place = built();
    let mark = place.path("mark").display().to_string();
    let run = format!("initial $system(\"echo ran > {mark}\");\nendmodule");
    // What earlier versions simulated: text beside the record.
    let planted = format!("{{\"files\": [[\"a.v\", \"module a; {} \"]]}}", run.replace('"', "\\\""));
    fs::write(place.path(CLOCK).join("simulated.json"), &planted).unwrap();
    for name in ["tidy.v", "raw.v", "pins.pcf", "names.pcf"] {
        fs::write(place.path(CLOCK).join(name), &run).unwrap();
    }
    for name in ["yosys", "iceunpack", "icebox_vlog", "verilator", "icebox.py"] {
        fs::copy(place.script("attack", "exit 1"), place.path(CLOCK).join(name)).unwrap();
        fs::copy(place.path("attack"), place.path("out").join(name)).unwrap();
    }
    let compared = format!("crosscheck lamp.kif --engines cpu,virtual-board,bitstream --board-dir out {JOB}");
    let path = format!(":.:{}", std::env::var("PATH").unwrap());
    let mut command = place.command(&compared);
    let ended = Ended::from(command.env("PATH", path).output().unwrap()).expect(0);
    assert!(!place.is_marked(), "{}", ended.out);

    let netlist = fs::read_to_string(place.path(CLOCK).join("netlist.v")).unwrap();
    play(&place, "placed-netlist").expect(0);
    for (attack, said) in [
        (run.as_str(), "`$system`"),
        ("initial $c(\"exit(1);\");\nendmodule", "`$c`"),
        ("`include \"/etc/passwd\"\nendmodule", "a directive"),
        ("import \"DPI-C\" function int system(input string s);\nendmodule", "`import`"),
    ] {
        forge(&place, "synthesis", "netlist.v", &netlist.replacen("endmodule", attack, 1));
        play(&place, "placed-netlist").refused(&[said, "no part of hardware"]);
        assert!(!place.is_marked(), "{attack}");
    }
    forge(&place, "synthesis", "netlist.v", &netlist);
    play(&place, "placed-netlist").expect(0);
    leads_out(&place);
    let record = fs::read(place.path("out/build.json")).unwrap();
    tools_write_nowhere_else(&place);
    // A build begins with an end to the one before.
    fs::write(place.path("out/build.json"), record).unwrap();
    flash_writes_nowhere_else(&place);
}

/// Links and pipes in place of the files that are read.
fn leads_out(place: &Place) {
    fs::write(place.path("secret"), "secret").unwrap();
    for file in ["out/build.json", "out/lamp.kif", "out/lamp_board.bin", "out/24000000hz/netlist.v"] {
        let (path, kept) = (place.path(file), place.path("kept"));
        fs::rename(&path, &kept).unwrap();
        symlink(&kept, &path).unwrap();
        play(place, "placed-netlist").expect(2);
        fs::remove_file(&path).unwrap();
        // Nobody ever writes into it.
        pipe(&path).unwrap();
        play(place, "placed-netlist").expect(2);
        fs::remove_file(&path).unwrap();
        fs::rename(&kept, &path).unwrap();
    }
    let record = fs::read_to_string(place.path("out/build.json")).unwrap();
    for (field, value) in [("file", "../secret"), ("folder", ".."), ("folder", "/tmp"), ("top", "lamp_board;x")] {
        let mut forged: Value = serde_json::from_str(&record).unwrap();
        let inner = if field == "file" { &mut forged["bitstream"] } else { &mut forged };
        inner[field] = value.into();
        fs::write(place.path("out/build.json"), forged.to_string()).unwrap();
        play(place, "placed-netlist").expect(2);
    }
    fs::write(place.path("out/build.json"), record).unwrap();
}

/// Tools write through links, and read what others put into their folder.
fn tools_write_nowhere_else(place: &Place) {
    let build = || place.run("build lamp.kif --board ice40-hx8k-b-evn --clock 24 --cores 1 --seed 2 -o out");
    fs::write(place.path("victim"), "whole").unwrap();
    for link in ["yosys.log", "nextpnr-2.log", "netlist.json"] {
        let path = place.path(CLOCK).join(link);
        let kept = fs::read(&path).ok();
        drop(fs::remove_file(&path));
        symlink(place.path("victim"), &path).unwrap();
        build().refused(&[link, "is a link"]);
        fs::remove_file(&path).unwrap();
        kept.into_iter().for_each(|bytes| fs::write(&path, bytes).unwrap());
    }
    fs::rename(place.path(CLOCK), place.path("elsewhere")).unwrap();
    symlink("../elsewhere", place.path(CLOCK)).unwrap();
    build().refused(&["24000000hz", "is a link"]);
    fs::remove_file(place.path(CLOCK)).unwrap();
    fs::rename(place.path("elsewhere"), place.path(CLOCK)).unwrap();
    for folder in ["out", CLOCK] {
        taken_over(&place.path(folder), |said| build().refused(&[said, "build in a folder that is yours"]));
    }
    assert_eq!(fs::read_to_string(place.path("victim")).unwrap(), "whole");
}

/// A board that wants its bitstream in another form, which was written beside the build.
fn flash_writes_nowhere_else(place: &Place) {
    let path = place.path("out/build.json");
    let mut record: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    record["board"] = "orangecrab-25f".into();
    fs::write(&path, record.to_string()).unwrap();
    symlink(place.path("victim"), place.path("out/lamp_board.dfu")).unwrap();
    let said = place.path("said").display().to_string();
    for tool in ["dfu-suffix", "dfu-util"] {
        place.script(&format!("tools/{tool}"), &format!("echo {tool} \"$@\" \"$(pwd)\" >> {said}"));
    }
    // In the folder of the build they are not looked for, whatever stands in PATH.
    fs::copy(place.path("attack"), place.path("out/dfu-util")).unwrap();
    set_mode(&place.path("out/dfu-util"), 0o755);
    let before = super::names(&place.path("out"));
    let tools = format!("{}:/usr/bin:/bin", place.path("tools").display());
    Ended::from(place.command("flash out").env("PATH", &tools).output().unwrap()).expect(0);
    assert_eq!(super::names(&place.path("out")), before, "nothing is written there");
    assert_eq!(fs::read_to_string(place.path("victim")).unwrap(), "whole");
    let said = fs::read_to_string(said).unwrap();
    assert!(said.contains("dfu-util") && !said.contains(&place.path("out").display().to_string()), "{said}");
    // What is not what was built is not loaded.
    fs::write(place.path("out/lamp_board.bin"), "other").unwrap();
    Ended::from(place.command("flash out").env("PATH", &tools).output().unwrap()).refused(&["is not what was built"]);
    assert_eq!(fs::read_to_string(place.path("victim")).unwrap(), "whole");
}
