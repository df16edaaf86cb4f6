//! The playout engine in Verilog, and the netlists of it, from outside.

use crate::playouts::place::Place;
use serde_json::{Value, json};
use std::fs;

#[test]
fn the_simulated_engine_agrees_step_by_step() {
    let place = Place::new();
    let games = [
        ("tic_tac_toe.kif", "--cores 2 --slots 3"),
        ("tic_tac_toe.kif", "--cores 4 --cores-per-lane 2 --slots 4"),
        ("lights_out.kif", "--cores 2 --cores-per-lane 2 --slots 6"),
        ("rock_paper_scissors.kif", "--slots 4"),
        ("connect_four.kif", "--cores 9 --slots 7 --memories"),
        ("dice_race.kif", "--slots 2 --max-steps 12"),
        ("nim.kif", "--cores 3"),
        ("eight_puzzle.kif", "--max-steps 20"),
        ("two_button_lights.kif", "--max-steps 1"),
    ];
    for (game, options) in games {
        let game = place.games().join(game);
        let line = format!("crosscheck {} --engines scalar,verilator --lanes 23 --per-lane 3", game.display());
        let result = place.run(&format!("{line} --steps --seed 3 --format json {options}")).expect(0).json();
        assert_eq!((&result["agrees"], &result["playouts"]), (&json!(true), &json!(69)), "{options}");
    }
    // Games without choice, stuck games, several start states.
    place.write("states.txt", "(true on)\n\noff\n");
    for line in ["stuck.kif", "endless.kif --max-steps 30", "lamp.kif --state states.txt --lanes 5"] {
        place.run(&format!("crosscheck {line} --engines scalar,verilator --steps --per-lane 2")).expect(0);
    }
}

#[test]
fn engines_that_have_their_seeds_from_the_host_agree_step_by_step() {
    let place = Place::new();
    let games = [
        ("tic_tac_toe.kif", "--slots 3 --no-step-limit"),
        ("lights_out.kif", "--cores 2 --cores-per-lane 2 --slots 6"),
        ("rock_paper_scissors.kif", "--slots 1"),
        ("two_button_lights.kif", "--max-steps 1"),
    ];
    for (game, options) in games {
        let game = place.games().join(game);
        let line =
            format!("crosscheck {} --engines scalar,verilator --host-seeds --lanes 11 --per-lane 5", game.display());
        let result = place.run(&format!("{line} --steps --seed 3 --format json {options}")).expect(0).json();
        assert_eq!((&result["agrees"], &result["playouts"]), (&json!(true), &json!(55)), "{options}");
    }
    // Two generators: their seeds come one behind the other.
    let many: String = (0..3).map(|role| format!("(role p{role})")).collect();
    let moves =
        (0..3).map(|role| (0..5).map(|mv| format!("(legal p{role} {mv})")).collect::<String>()).collect::<String>();
    let goals: String =
        (0..3).map(|role| format!("(<= (goal p{role} 1) (true (n 0))) (<= (goal p{role} 2) (true (n 1)))")).collect();
    let rules = "(init (n 0)) (init go) (<= terminal (not (true go))) (<= (next (n 1)) (does p0 1) (does p1 1)) \
        (<= (next (n 0)) (not (does p1 1))) (<= (next go) (does p2 0))";
    place.write("three.kif", &format!("{many} {moves} {goals} {rules}"));
    let line =
        "crosscheck three.kif --engines scalar,verilator --host-seeds --steps --lanes 9 --per-lane 7 --format json";
    let result = place.run(line).expect(0).json();
    assert_eq!(result["agrees"], json!(true), "{result}");
    // What ends each playout at once is known to the host alone.
    place.write("states.txt", "(true on)\n\noff\n");
    for line in ["stuck.kif", "endless.kif --max-steps 1", "lamp.kif --state states.txt --lanes 5"] {
        place.run(&format!("crosscheck {line} --engines scalar,verilator --host-seeds --steps --per-lane 2")).expect(0);
        place.run(&format!("crosscheck {line} --engines scalar,verilator --host-seeds --per-lane 2")).expect(0);
    }
    let refused = |options: &str| {
        place.run(&format!("playouts lamp.kif --engine verilator --host-seeds {options}")).expect(2).err
    };
    let message = refused("--cores 2 --slots 2");
    assert!(message.contains("plays one lane at a time, not 2"), "{message}");
    let message = refused("--first-moves");
    assert!(message.contains("does not count by first moves"), "{message}");
}

#[test]
fn netlists_of_both_families_agree() {
    let place = Place::new();
    let game = place.games().join("two_button_lights.kif");
    for family in ["ice40", "ecp5"] {
        let line = format!("crosscheck {} --engines cpu,netlist --family {family}", game.display());
        let result =
            place.run(&format!("{line} --lanes 31 --per-lane 4 --steps --deadline 600 --format json")).expect(0).json();
        assert_eq!((&result["agrees"], &result["engines"]), (&json!(true), &json!(["cpu", "netlist"])), "{family}");
    }
}

#[test]
fn netlists_with_multipliers_agree() {
    let place = Place::new();
    let game = place.games().join("tic_tac_toe.kif");
    for family in ["ice40", "ecp5"] {
        let line = format!("crosscheck {} --engines cpu,netlist --family {family} --multipliers", game.display());
        let result =
            place.run(&format!("{line} --lanes 31 --per-lane 4 --steps --deadline 600 --format json")).expect(0).json();
        assert_eq!((&result["agrees"], &result["playouts"]), (&json!(true), &json!(124)), "{family}");
    }
}

#[test]
fn reports_tell_clocks_and_tools() {
    let place = Place::new();
    let job = "--lanes 8 --per-lane 60 --format json";
    let report = place.run(&format!("playouts lamp.kif --engine verilator {job}")).expect(0).json();
    let (steps, cycles) = (report["steps"].as_u64().unwrap(), report["cycles"].as_u64().unwrap());
    assert!(steps < cycles && cycles < 2 * steps, "{report}");
    let share = report["states_per_cycle"].as_f64().unwrap();
    assert!((share - steps as f64 / cycles as f64).abs() < 1e-9, "{report}");
    assert!(report["tools"][0].as_str().unwrap().starts_with("Verilator"), "{report}");
    let report = place.run(&format!("playouts lamp.kif {job}")).expect(0).json();
    assert_eq!((&report["cycles"], &report["tools"]), (&Value::Null, &json!([])));
    let text = place.run("playouts lamp.kif --engine verilator --lanes 8 --per-lane 60").expect(0).out;
    assert!(text.contains("states per cycle and core"), "{text}");
}

#[test]
fn waves_are_dumped() {
    let place = Place::new();
    let line = "playouts lamp.kif --lanes 2 --per-lane 2 --trace waves.fst";
    place.run(&format!("{line} --engine verilator")).expect(0);
    let waves = fs::metadata(place.path("waves.fst")).unwrap();
    assert!(waves.len() > 1000, "{} bytes", waves.len());
    let ended = place.run(line).expect(1);
    assert!(ended.err.contains("--engine verilator"), "{}", ended.err);
    let ended = place.run("playouts lamp.kif --engine verilator --trace nowhere/waves.fst").expect(2);
    assert!(ended.err.contains("nowhere/waves.fst"), "{}", ended.err);
}

#[test]
fn jobs_the_engine_can_not_hold_are_refused() {
    let place = Place::new();
    let ended = place.run("playouts lamp.kif --engine verilator --lanes 1 --per-lane 4294967296").expect(2);
    assert!(ended.err.contains("must be below 2^32"), "{}", ended.err);
    let many: String = (0..300).map(|i| format!("(legal you {i}) (legal me {i})")).collect();
    let rules = "(role you) (role me) (init on) (next off) (<= terminal (true off)) (goal you 0) (goal me 0)";
    place.write("many.kif", &format!("{rules} {many}"));
    place.run("crosscheck many.kif --engines cpu,verilator --lanes 3 --per-lane 9").expect(0);
    // A lane that is not over counts for nothing.
    let ended = place
        .run("playouts endless.kif --engine verilator --lanes 1 --per-lane 900000000 --deadline 20 --format json")
        .expect(2);
    let report = ended.json();
    assert_eq!((&report["rounds"], &report["complete"], &report["playouts"]), (&json!(0), &json!(false), &json!(0)));
    assert!(ended.err.contains("the report holds no playouts: lanes count when all"), "{}", ended.err);
}

#[test]
fn a_deadline_gives_whole_lanes() {
    let place = Place::new();
    // The model comes from the cache the second time: the time is for playing.
    let job = "--lanes 10000000 --per-lane 100 --max-steps 20 --format json";
    place.run("playouts endless.kif --engine verilator --lanes 1 --per-lane 100 --max-steps 20").expect(0);
    let ended = place.run(&format!("playouts endless.kif --engine verilator {job} --deadline 20")).expect(2);
    let report = ended.json();
    let lanes = report["lanes_played"].as_u64().unwrap();
    assert_eq!((&report["complete"], &report["rounds"]), (&json!(false), &json!(100)));
    assert_eq!((report["playouts"].as_u64(), &report["truncated"]), (Some(100 * lanes), &report["playouts"]));
    assert_eq!(report["steps"].as_u64(), Some(2000 * lanes));
    assert!(ended.err.contains(&format!("holds all playouts of {lanes} of 10000000 lanes")), "{}", ended.err);
}

/// Games of which it is known how long they last are played without a step limit, by engines that count less.
#[test]
fn what_ends_by_itself_needs_no_step_limit() {
    let place = Place::new();
    let path = |name: &str| place.games().join(name).display().to_string();
    let crosscheck = "crosscheck --engines cpu,verilator -O3 --no-first-moves --lanes 8 --per-lane 12";
    let large = "--cores 4 --cores-per-lane 2 --slots 6";
    let known = [("tic_tac_toe", 9), ("connect_four", 42), ("three_way_tic_tac_toe", 16), ("buttons_and_lights", 6)];
    for (game, longest) in known.map(|(game, longest)| (format!("{game}.kif"), longest)) {
        let line = format!("{crosscheck} {} {large} --no-step-limit --format json", path(&game));
        let verdict = place.run(&format!("{line} --max-steps {longest} --steps")).expect(0).json();
        assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &json!(96)), "{verdict}");
        let ended = place.run(&format!("{line} --max-steps {}", longest - 1)).expect(1);
        assert!(ended.err.contains(&format!("playouts may take {longest} steps")), "{}", ended.err);
    }
    for game in [path("breakthrough_6x6.kif"), "endless.kif".to_owned()] {
        let ended = place.run(&format!("engine {game} -O3 -o out --no-step-limit")).expect(1);
        assert!(ended.err.contains("nothing shows that playouts of this game end by themselves"), "{}", ended.err);
    }
    let ended = place.run(&format!("engine {} -O3 -o out --no-step-limit --step-bits 3", path("tic_tac_toe.kif")));
    assert!(ended.expect(1).err.contains("playouts may take 9 steps: more than 3 bits"));
    place.run(&format!("engine {} -O3 -o out --no-step-limit", path("tic_tac_toe.kif"))).expect(0);
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(place.path("out/tic_tac_toe_engine.json")).unwrap()).unwrap();
    let said = (&manifest["least_step_limit"], &manifest["uncounted"]);
    // Finished, truncated, stuck, and one of three goal values.
    assert_eq!(said, (&json!(9), &json!([1, 2, 3, 4])));
    // Cut off, stuck, finished: what is not counted follows from what is.
    for (game, steps) in [("kriegtictactoe.kif", 5), ("tic_tac_toe.kif", 6)] {
        place.run(&format!("{crosscheck} {} --max-steps {steps}", path(game))).expect(0);
    }
    let nothing = place.run(&format!("{crosscheck} {} --max-steps 0", path("tic_tac_toe.kif"))).expect(2);
    assert!(nothing.err.contains("nothing was compared"), "{}", nothing.err);
    place.run(&format!("{crosscheck} stuck.kif --max-steps 50")).expect(0);
}

#[test]
fn engines_are_written_for_others() {
    let place = Place::new();
    let game = place.games().join("tic_tac_toe.kif");
    let line = format!("engine {} -o out/ttt --cores 2 --slots 2 --first-moves", game.display());
    place.run(&line).expect(0);
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(place.path("out/ttt/tic_tac_toe_engine.json")).unwrap()).unwrap();
    assert_eq!(
        (&manifest["cores"], &manifest["job_words"], &manifest["state_bits"]),
        (&json!(2), &json!(7), &json!(19))
    );
    assert_eq!((&manifest["counters"][0]["counts"], &manifest["first_moves"]["bits"]), (&json!("steps"), &json!(4)));
    let core = ["tic_tac_toe_playouts.core", "gdl2hdl_parts.core"]
        .map(|core| fs::read_to_string(place.path("out/ttt").join(core)).unwrap())
        .concat();
    let listed = core.lines().filter_map(|line| line.trim().strip_prefix("- "));
    let files: Vec<&str> = listed.filter(|file| file.ends_with(".v")).collect();
    assert!(files.len() > 15, "{core}");
    assert!(files.iter().all(|file| place.path("out/ttt").join(file).is_file()), "{core}");
    assert_eq!(manifest.get("multipliers"), None);
    for wrong in ["--cores 0", "--slots 17", "--counter-bits 8"] {
        place.run(&format!("engine {} -o out/wrong {wrong}", game.display())).expect(1);
    }
    // Cores of a lane are all there and all alike, and a generator has bits for all of them.
    for (wrong, said) in [
        ("--cores 3 --cores-per-lane 2 --slots 2", "the number of cores, 3, must be a multiple"),
        ("--cores 2 --cores-per-lane 2", "the number of playouts in flight, 1, must be a multiple"),
        ("--cores 5 --cores-per-lane 5 --slots 5", "5 cores that play a lane together need 75 random bits in a cycle"),
    ] {
        let ended = place.run(&format!("engine {} -o out/wrong {wrong}", game.display())).expect(1);
        assert!(ended.err.contains(said), "{}", ended.err);
    }
    let ended = place.run("engine lamp.kif -o lamp.kif").expect(2);
    assert!(ended.err.contains("lamp.kif"), "{}", ended.err);
}

#[test]
fn engines_are_written_for_multipliers() {
    let place = Place::new();
    let game = place.games().join("tic_tac_toe.kif");
    place.run(&format!("engine {} -o plain", game.display())).expect(0);
    place.run(&format!("engine {} -o multiplied --multipliers", game.display())).expect(0);
    let read = |folder: &str, file: &str| fs::read_to_string(place.path(folder).join(file)).unwrap();
    let lines_of = |file: &str| {
        let texts = ["plain", "multiplied"].map(|folder| read(folder, file));
        texts.map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
    };
    // Nothing but what cores are told is another.
    for (file, none, all) in [
        ("tic_tac_toe_core.v", "parameter MULTIPLY = 0", "parameter MULTIPLY = 1"),
        ("tic_tac_toe_engine.v", ".MULTIPLY(0)", ".MULTIPLY(1)"),
    ] {
        let [plain, multiplied] = lines_of(file);
        let differ: Vec<_> = plain.iter().zip(&multiplied).filter(|(one, other)| one != other).collect();
        assert_eq!((plain.len(), differ.len()), (multiplied.len(), 1), "{file}");
        let (one, other) = differ[0];
        assert!(one.contains(none), "{one}");
        assert_eq!(one.replace(none, all), *other);
    }
    let manifest: Value = serde_json::from_str(&read("multiplied", "tic_tac_toe_engine.json")).unwrap();
    assert_eq!(manifest["multipliers"], json!(true));
    let [plain, multiplied] = ["plain", "multiplied"].map(|folder| read(folder, "tic_tac_toe_playouts.core"));
    assert!(!plain.contains("-dsp") && multiplied.contains("arch: ice40\n      yosys_synth_options: [-dsp]\n"));
}
