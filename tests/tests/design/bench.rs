//! `emit`: benches, the logic of a game and its step, as a user of the program has them.

use super::place::Place;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The names that a listing of files has, each of which is there.
fn listed(place: &Place, folder: &str, list: &Value) -> BTreeSet<String> {
    let names = list["files"].as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap().to_owned());
    let names: BTreeSet<String> = names.collect();
    names.iter().for_each(|name| assert!(place.exists(&format!("{folder}/{name}")), "{name}"));
    names
}

#[test]
fn a_bench_passes_and_finds_what_is_wrong() {
    let place = Place::of(&["dice_race"]);
    place.gdl2hdl("emit dice_race.kif --what bench -o b --playouts 3 --seed 4 --engine ground").expect(0);
    for name in ["dice_race_propnet.v", "dice_race_propnet_tb.v", "dice_race_propnet_tb.hex"] {
        fs::copy(place.path(&format!("b/{name}")), place.path(name)).unwrap();
    }
    let run = || place.simulate("dice_race_propnet_tb", "dice_race_propnet.v dice_race_propnet_tb.v");
    let said = run();
    let records: usize = said.trim_end().strip_prefix("PASS ").unwrap().parse().unwrap();
    assert!(records > 20, "{said}");
    let module = place.read("dice_race_propnet.v");
    let line = module.lines().find(|line| line.starts_with("  assign terminal_o = ")).unwrap();
    place.write("dice_race_propnet.v", &module.replace(line, "  assign terminal_o = 1'b1;"));
    assert!(run().ends_with("FAIL\n"));
    // Another seed, other playouts.
    place.gdl2hdl("emit dice_race.kif --what bench -o c --playouts 3 --seed 5").expect(0);
    assert_ne!(place.read("b/dice_race_propnet_tb.hex"), place.read("c/dice_race_propnet_tb.hex"));
}

#[test]
fn logic_and_steps_are_written() {
    let place = Place::of(&["nim"]);
    let said = place.gdl2hdl("emit nim.kif --what step,logic -o e --legal-clocks 1 --next-clocks 2 --format json");
    let list = said.expect(0).json();
    let expected = ["nim_end.v", "nim_legal.v", "nim_next.v", "nim_propnet.json", "nim_step.v"].map(str::to_owned);
    assert_eq!(listed(&place, "e", &list), BTreeSet::from(expected));
    assert_eq!(list, serde_json::from_str::<Value>(&place.read("e/nim_emitted.json")).unwrap());
    for module in ["nim_end", "nim_legal", "nim_next", "nim_step"] {
        place.lint(module, &format!("e/{module}.v"));
    }
    assert!(
        place.read("e/nim_step.v").contains("Clocks: 1 to the legal moves, 0 to the picked ones, 2 to the next state")
    );
}

#[test]
fn bad_requests_leave_no_files() {
    let place = Place::of(&["nim"]);
    let wrong = ["", "--what", "--what tune", "--what step --legal-clocks 17", "--what bench --playouts 0"];
    for arguments in wrong {
        place.gdl2hdl(&format!("emit nim.kif -o e {arguments}")).expect(1);
    }
    place.gdl2hdl("emit nim.kif -o e --what bench --deadline 0").expect(2);
    let ended = place.gdl2hdl("emit nim.kif -o e --what bench --playouts 100000000 --engine net").expect(1);
    assert!(ended.err.contains("more than a bench can hold"), "{}", ended.err);
    place.write("file", "");
    place.gdl2hdl("emit nim.kif -o file --what logic").expect(2);
    assert!(!place.exists("e") && place.read("file").is_empty());
}
