//! What `playouts`, `crosscheck` and `bench` refuse, with a message and status 1.

use crate::playouts::place::Place;

#[test]
fn impossible_jobs_are_refused() {
    let place = Place::new();
    let cases = [
        ("playouts lamp.kif --lanes 0", "--lanes"),
        ("playouts lamp.kif --per-lane 0", "--per-lane"),
        ("playouts lamp.kif --threads 0", "--threads"),
        ("playouts lamp.kif --threads 99999", "at most 1024"),
        ("playouts lamp.kif --lanes -1", "-1"),
        ("playouts lamp.kif --seed 18446744073709551616", "--seed"),
        ("playouts lamp.kif --lanes 16777217", "are more than 16777216 lanes"),
        ("playouts lamp.kif --lanes 16 --per-lane 18446744073709551615", "can't be counted"),
        ("playouts lamp.kif --engine abacus", "abacus"),
        ("crosscheck lamp.kif --engines cpu", "two or more engines"),
        ("crosscheck lamp.kif", "--engines"),
        ("crosscheck endless.kif --engines scalar,cpu --steps --lanes 70000 --max-steps 10", "fewer lanes"),
        ("playouts lamp.kif --backend abacus", "portable, avx2"),
        ("playouts lamp.kif --width 96", "64, 128, 256"),
        ("bench", "GAME"),
        ("bench lamp.kif --lanes 0", "--lanes"),
        ("bench lamp.kif --seconds soon", "--seconds"),
    ];
    for (arguments, named) in cases {
        let ended = place.run(arguments).expect(1);
        assert!(ended.out.is_empty() && ended.err.contains(named), "{arguments}: {}", ended.err);
    }
}

#[test]
fn what_compares_nothing_does_not_agree() {
    let place = Place::new();
    for steps in ["", "--steps"] {
        let none =
            place.run(&format!("crosscheck endless.kif --engines cpu,interpreter --max-steps 0 {steps}")).expect(2);
        assert!(none.err.contains("nothing was compared") && none.err.contains("--max-steps"), "{}", none.err);
    }
    for engines in ["cpu,cpu", "cpu,scalar,cpu"] {
        let none = place.run(&format!("crosscheck lamp.kif --engines {engines}")).expect(2);
        assert!(none.err.contains("nothing was compared") && none.err.contains("named twice"), "{}", none.err);
    }
    // An end, or that nobody can move, is something to compare.
    place.write("on.txt", "on");
    place.run("crosscheck lamp.kif --engines cpu,interpreter --max-steps 0 --state on.txt").expect(0);
    place.run("crosscheck stuck.kif --engines cpu,interpreter").expect(0);
    let header = r#"{"game":"lamp","roles":["you"]}"#;
    let digest = r#"{"playout":0,"step":4,"state_n":1,"state_sha":"0123456789abcdef","terminal":true}"#;
    let bare = r#"{"playout":0,"step":0,"state":["off"]}"#;
    let missing = format!("{header}\n{}\n", bare.replace("}", r#","move":{"you":"kick"}}"#));
    let illegal = format!("{header}\n{}\n", r#"{"playout":0,"step":0,"state":["(at a)"],"move":{"you":"go"}}"#);
    for engine in ["interpreter", "ground", "propnet", "net", "cpu"] {
        for (trace, said) in [(header.to_owned(), "has no states"), (format!("{header}\n{digest}\n"), "digest only")] {
            place.write("trace.jsonl", &trace);
            let none = place.run(&format!("replay lamp.kif trace.jsonl --engine {engine}")).expect(2);
            assert!(none.err.contains("nothing was compared") && none.err.contains(said), "{engine}: {}", none.err);
            assert!(!none.out.contains("agrees"), "{}", none.out);
        }
        place.write("trace.jsonl", &format!("{header}\n{bare}\n"));
        place.run(&format!("replay lamp.kif trace.jsonl --engine {engine}")).expect(0);
        place.write("trace.jsonl", &missing);
        let differs = place.run(&format!("replay lamp.kif trace.jsonl --engine {engine}")).expect(3);
        assert!(differs.out.contains("`kick` is no legal move of you"), "{engine}: {}", differs.out);
        place.write("trace.jsonl", &illegal);
        place.run(&format!("replay stuck.kif trace.jsonl --engine {engine}")).expect(3);
    }
}

#[test]
fn states_that_are_none_are_refused() {
    let place = Place::new();
    let tic_tac_toe = place.games().join("tic_tac_toe.kif");
    let refuse = |game: &str, state: &str, named: &[&str]| {
        place.write("state.txt", state);
        let ended = place.run(&format!("playouts {game} --state state.txt")).expect(1);
        assert!(ended.out.is_empty(), "{state}: {}", ended.out);
        for part in named.iter().chain(&["`state.txt`, line "]) {
            assert!(ended.err.contains(part), "{state}: {}", ended.err);
        }
    };
    let game = tic_tac_toe.display().to_string();
    refuse(&game, "(true off)", &["line 1, column 1", "no fact `off`", "another game"]);
    refuse(&game, "(control x)\n  (cell 9 9 x)", &["line 2, column 3", "no fact `(cell 9 9 x)`"]);
    refuse(&game, "(control ?x)", &["holds a variable"]);
    refuse(&game, "(<= (control x) (true off))", &["is a rule"]);
    refuse(&game, "(control x", &["line 1"]);
    refuse(&game, "; nothing", &["no state"]);
    refuse("stuck.kif", "(at b)", &["line 1", "(at b)"]);
    let missing = place.run("playouts lamp.kif --state nowhere.txt").expect(2);
    assert!(missing.err.contains("nowhere.txt"), "{}", missing.err);
    let twice = place.run("playouts - --state -").expect(1);
    assert!(!twice.err.is_empty());
}
