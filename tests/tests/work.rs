//! How much is optimised: as much as was asked for, the same on every machine; and at the deadline what was done until then.

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Conway's Life on a torus of so many rows and columns, with a gardener who kills a cell each step: thousands of gates.
fn life(size: usize) -> String {
    let mut text = String::from(
        "(role gardener) (from 0 1) (from 1 2) (from 2 3) (from 3 4) (from 4 4)
         (behind 0 1) (behind 1 2) (behind 2 3) (behind 3 4) (behind 4 5) (behind 5 6) (behind 6 7) (behind 7 8)
         (<= (sum ?c 0 0) (cell ?c))
         (<= (sum ?c ?j ?m) (near ?c ?j ?d) (behind ?i ?j) (sum ?c ?i ?n) (true (alive ?d)) (from ?n ?m))
         (<= (sum ?c ?j ?n) (near ?c ?j ?d) (behind ?i ?j) (sum ?c ?i ?n) (not (true (alive ?d))))
         (<= (next (alive ?c)) (sum ?c 8 3) (not (does gardener (kill ?c))))
         (<= (next (alive ?c)) (sum ?c 8 2) (true (alive ?c)) (not (does gardener (kill ?c))))
         (<= (legal gardener (kill ?c)) (cell ?c))
         (<= some (true (alive ?c))) (<= terminal (not some))
         (<= (goal gardener 0) some) (<= (goal gardener 100) (not some))\n",
    );
    for (row, column) in (0..size * size).map(|cell| (cell / size, cell % size)) {
        let cell = |down: usize, right: usize| format!("c{}_{}", (row + down) % size, (column + right) % size);
        let around = [0, 1, size - 1].into_iter().flat_map(|down| [0, 1, size - 1].map(|right| (down, right)));
        write!(text, "(cell {})", cell(0, 0)).unwrap();
        for (number, (down, right)) in around.skip(1).enumerate() {
            write!(text, " (near {} {} {})", cell(0, 0), number + 1, cell(down, right)).unwrap();
        }
        if (row * 7 + column * 3) % 5 < 2 {
            write!(text, " (init (alive {}))", cell(0, 0)).unwrap();
        }
        text.push('\n');
    }
    text
}

/// A folder with the game.
fn folder(size: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("life.kif");
    fs::write(&game, life(size)).unwrap();
    (folder, game)
}

/// What compilation with some options says and writes.
fn compiled(game: &Path, options: &[&str]) -> (Ended, Value, String) {
    let out = game.with_extension("v");
    let ended = Command::new(gdl2hdl()).arg(game).arg("-o").arg(&out).args(options).output().unwrap();
    let ended = Ended::from(ended);
    let manifest = fs::read_to_string(game.with_extension("json")).unwrap_or_default();
    let verilog = fs::read_to_string(out).unwrap_or_default();
    (ended, serde_json::from_str(&manifest).unwrap_or_default(), verilog)
}

#[test]
fn so_much_work_gives_the_same_net_again_and_more_of_it_a_smaller_one() {
    let (_folder, game) = folder(6);
    let mut sizes = Vec::new();
    for work in ["1", "40", "40000"] {
        let [first, again] = [(); 2].map(|()| compiled(&game, &["--work", work]));
        first.0.expect(0);
        assert_eq!((&first.1, &first.2), (&again.1, &again.2), "--work {work}");
        assert!(first.1.get("skipped_passes").is_none());
        sizes.push(first.1["gates"].as_u64().unwrap());
    }
    let (ended, manifest, _) = compiled(&game, &[]);
    ended.expect(0);
    assert_eq!(sizes.last().copied(), manifest["gates"].as_u64(), "the default is 40000");
    assert!(sizes.is_sorted_by(|less, more| less >= more) && sizes[0] > sizes[2], "{sizes:?}");
    let proven = Command::new(gdl2hdl()).arg("prove").arg(&game).args(["--work", "40"]).output().unwrap();
    Ended::from(proven).expect(0);
    let counted = Command::new(gdl2hdl()).arg("stats").arg(&game).args(["--work", "1", "--format", "json"]).output();
    let counted = Ended::from(counted.unwrap()).expect(0).json();
    assert!(counted["cut_passes"].as_array().is_some_and(|passes| !passes.is_empty()), "{counted}");
}

#[test]
fn at_the_deadline_there_is_the_net_so_far_and_a_note() {
    let (_folder, game) = folder(18);
    let mut ends = BTreeSet::new();
    // The less time, the more surely it is too little; with far too little of it there is not even a net.
    for deadline in ["4", "2", "1.5", "1", "0.7"] {
        let (ended, manifest, verilog) = compiled(&game, &["-O3", "--deadline", deadline]);
        match ended.status {
            Some(0) if manifest["skipped_passes"].is_array() => {
                assert!(ended.err.contains("the deadline left too little time for "), "{}", ended.err);
                assert!(verilog.contains("endmodule"));
                ends.insert("so far");
            }
            Some(0) => assert!(!ended.err.contains("deadline"), "{}", ended.err),
            Some(2) => assert!(!ended.err.contains("-O"), "{}", ended.err),
            other => panic!("{other:?}: {}", ended.err),
        }
    }
    assert!(ends.contains("so far"));
}

#[test]
fn an_unfinished_net_is_not_built() {
    let (_folder, game) = folder(18);
    let out = game.with_extension("built");
    let build = Command::new(gdl2hdl())
        .args(["build", "-O3", "--deadline", "2", "--board", "icebreaker", "-o"])
        .args([&out, &game])
        .output()
        .unwrap();
    Ended::from(build).expect(2);
    assert!(!out.join("build.json").exists());
}
