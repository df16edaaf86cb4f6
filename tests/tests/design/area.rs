//! What the modules of an engine take.

use super::place::Place;
use serde_json::Value;

/// The cells of a module's own, and those of all modules inside.
fn sum(module: &Value, kind: &str) -> u64 {
    let inside = module["inside"].as_array().unwrap();
    module["own"][kind].as_u64().unwrap() + inside.iter().map(|inner| sum(inner, kind)).sum::<u64>()
}

/// A module of the tree by its name.
fn find<'v>(module: &'v Value, name: &str) -> Option<&'v Value> {
    if module["module"] == name {
        return Some(module);
    }
    module["inside"].as_array().unwrap().iter().find_map(|inner| find(inner, name))
}

/// The judge is Yosys, asked anew for one of the modules.
#[test]
fn modules_are_told_with_what_is_in_them() {
    let place = Place::of(&["nim"]);
    let options = "area nim.kif --cores 2 --family ice40";
    let view = place.gdl2hdl(&format!("{options} --format json")).expect(0).json();
    let engine = &view["engine"];
    assert_eq!([&engine["module"], &view["family"]], ["nim_engine", "ice40"]);
    for kind in ["lut4", "carry", "ff", "ram"] {
        let all = engine["all"][kind].as_u64().unwrap();
        assert!(all > 0 && all == sum(engine, kind), "{kind}: {view}");
        // Borders between modules hide little.
        let flattened = view["flattened"][kind].as_u64().unwrap();
        assert!(flattened > all / 2 && flattened <= 2 * all, "{kind}: {flattened}, {all}");
    }
    assert_eq!(find(engine, "nim_core").unwrap()["instances"], 2);
    let tally = find(engine, "playout_tally").unwrap();
    assert_eq!(tally["instances"], 1);
    // The rules are a file of their own without parameters.
    place.gdl2hdl("engine nim.kif -o ip --cores 2 --no-debug-ports").expect(0);
    let script = "read_verilog ip/nim_step.v; synth_ice40 -top nim_step; tee -q -o counts.txt stat";
    place.yosys(script).expect(0);
    let counts = place.read("counts.txt");
    let luts = counts.lines().find_map(|line| line.trim().strip_prefix("SB_LUT4")).map_or("0", str::trim);
    let step = find(engine, "nim_step").unwrap();
    assert_eq!(step["own"]["lut4"].as_u64().unwrap(), 2 * luts.parse::<u64>().unwrap(), "{step}");
    let text = place.gdl2hdl(options).expect(0).out;
    assert!(text.contains("\n  playout_tally ") && text.contains("\nflattened "), "{text}");
}

#[test]
fn sizes_that_no_engine_has_are_refused() {
    let place = Place::of(&["nim"]);
    place.gdl2hdl("area nim.kif --cores 3 --cores-per-lane 2 --slots 2").expect(1);
    place.gdl2hdl("area nim.kif --family other").expect(1);
    let ended = place.gdl2hdl("area nim.kif --cores 64 --deadline 2");
    assert_eq!(ended.status, Some(2), "{}", ended.err);
}
