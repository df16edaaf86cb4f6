//! Every command ends when it is stopped, in an orderly way, and leaves no half results. `make stops` does the same at many
//! more moments, and measures how soon.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::stops::{Bench, COMMANDS, How, games};
use std::collections::BTreeSet;
use std::time::Duration;

/// Commands are stopped before so long.
const LONGEST: Duration = Duration::from_millis(700);

#[test]
fn every_command_ends_when_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path()).unwrap();
    let mut bench = Bench::new(gdl2hdl(), folder.path(), 7).unwrap();
    let mut stopped = BTreeSet::new();
    // Each command with one game, each with another one; all games and all ways have their turn.
    let turns = COMMANDS.iter().zip(games.iter().cycle()).zip(How::ALL.into_iter().cycle());
    for ((command, game), how) in turns {
        // Who goes on is killed, and that is an error.
        let ended = bench.stop(command, game, how, LONGEST).unwrap();
        // One that was nearly done may come to its end all the same.
        if ended.late.is_some() && ended.status.code() != Some(0) {
            stopped.insert(command.name);
        }
    }
    // Some are over before; if most were, this would show nothing.
    assert!(stopped.len() * 3 > COMMANDS.len(), "{stopped:?}");
}

/// A playout that never ends is dropped, and the report says how many rounds it holds: none.
#[test]
fn a_job_of_endless_playouts_ends_at_its_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path()).unwrap();
    let trap = games.iter().find(|game| game.name == "trap").unwrap();
    for engine in ["cpu", "scalar", "ground", "propnet", "interpreter"] {
        let mut command = std::process::Command::new(gdl2hdl());
        command.arg("playouts").arg(&trap.file).args(["--engine", engine, "--lanes", "4096", "--per-lane", "3"]);
        command.args(["--max-steps", "1000000000000", "--deadline", "4", "--format", "json"]);
        let ended = command.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{engine}: {said}");
        let report: serde_json::Value = serde_json::from_slice(&ended.stdout).expect(&said);
        assert_eq!((&report["rounds"], &report["complete"]), (&0.into(), &false.into()), "{engine}: {said}");
        assert_eq!(report["playouts"], 0, "{engine}");
        assert!(said.contains("stopped at the deadline: the report holds 0 of 3 playouts"), "{engine}: {said}");
    }
}

/// A game that is too large for its deadline is refused in time, and no file is begun.
#[test]
fn a_net_that_takes_long_is_refused_at_the_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path()).unwrap();
    let many = games.iter().find(|game| game.name == "many_moves").unwrap();
    let out = folder.path().join("out.v");
    let mut command = std::process::Command::new(gdl2hdl());
    let ended = command.arg(&many.file).arg("-o").arg(&out).args(["--deadline", "1"]).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("deadline"), "{said}");
    assert!(!out.exists() && !folder.path().join("out.json").exists());
}
