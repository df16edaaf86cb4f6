//! Searches that are stopped, or have no time left, and routes that make no headway: what is in the folder then.

use super::{game, good, run_with};
use gdl2hdl_tests::wait::Silence;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A nextpnr that does something else instead of the route with such a number, counted from 1.
fn nextpnr(place: &TempDir, number: usize, instead: &str) -> PathBuf {
    let (path, count) = (place.path().join("nextpnr.sh"), place.path().join("routes"));
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--version*|*--no-route*) exec nextpnr-ice40 \"$@\";; esac\n\
         echo route >> '{count}'\n\
         if [ $(grep -c route '{count}') -eq {number} ]; then {instead}; fi\nexec nextpnr-ice40 \"$@\"\n",
        count = count.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// As Ctrl-C does, in the middle of a route that never ends.
fn stop(silence: &Silence) -> String {
    format!("kill -INT $PPID; {}", silence.words())
}

/// What a search does with this tool, into a folder: status, both outputs.
fn searched(tool: &Path, folder: &Path, options: &str) -> (Option<i32>, String, String) {
    let lights = game("two_button_lights.kif");
    let search = format!("build {lights} --board icebreaker --multipliers=false --cores 2 {options}");
    let arguments = format!("{search} --format json -o {}", folder.display());
    run_with(&[("GDL2HDL_NEXTPNR_ICE40", tool)], &arguments)
}

#[test]
fn a_search_that_is_stopped_leaves_the_best_until_then() {
    let (place, silence) = (tempfile::tempdir().unwrap(), Silence::new().unwrap());
    let folder = place.path().join("out");
    let tool = nextpnr(&place, 1, &stop(&silence));
    let (status, out, err) = searched(&tool, &folder, "--effort medium");
    assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("stopped by a signal") && !folder.join("build.json").exists(), "nothing was routed: {err}");
    // Now the first is routed, and the second stopped: another kind of core, or the best once more with other seeds.
    fs::remove_file(place.path().join("routes")).unwrap();
    let tool = nextpnr(&place, 2, &stop(&silence));
    let (status, out, err) = searched(&tool, &folder, "--effort high --jobs 1");
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("stopped by a signal") && err.contains("holds the best"), "{err}");
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(record["fit"]["ended"], "stopped");
    let there: Value = serde_json::from_slice(&fs::read(folder.join("build.json")).unwrap()).unwrap();
    assert_eq!(there, record);
    let fit: Value = serde_json::from_slice(&fs::read(folder.join("fit.json")).unwrap()).unwrap();
    assert_eq!(fit, record["fit"]);
    let command = good(&format!("flash {} --dry-run", folder.display()));
    assert!(command.contains("iceprog"), "{command}");
}

#[test]
fn a_search_without_time_takes_the_first_that_is_routed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("out");
    let (status, out, err) = searched(Path::new("nextpnr-ice40"), &folder, "--search-time 0");
    assert_eq!(status, Some(0), "{err}");
    let record: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&record["fit"]["seconds"], &record["fit"]["effort"]), (&0.into(), &"medium".into()));
    let candidates = record["fit"]["candidates"].as_array().unwrap();
    assert_eq!(candidates.iter().filter(|candidate| candidate["verdict"] == "best").count(), 1);
    assert!(candidates.iter().all(|candidate| candidate["verdict"] != "routed"), "{record}");
    assert_eq!(record["power"]["warning"], false);
    assert!(record["power"]["estimate_mw"].as_u64().is_some_and(|power| (10..1000).contains(&power)), "{record}");
}

#[test]
fn a_route_without_headway_is_given_up() {
    let (place, silence) = (tempfile::tempdir().unwrap(), Silence::new().unwrap());
    let log = "echo 'Info: Routing 700 arcs.'; for k in 1 2 3 4 5 6 7; do \
               echo \"Info:     ${k}0000 |   1  2 |  3   4 |      42|  0.5  0.5|\"; done";
    let tool = nextpnr(&place, 1, &format!("({log}) > nextpnr-1.log; {}", silence.words()));
    let folder = place.path().join("out");
    let lights = game("two_button_lights.kif");
    let build = format!("build {lights} --board ice40-hx8k-b-evn --cores 1 --clock 24 -o {}", folder.display());
    let (status, _, err) = run_with(&[("GDL2HDL_NEXTPNR_ICE40", &tool)], &build);
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("router1 makes no headway: 42 arcs are left"), "{err}");
    assert!(!folder.join("build.json").exists());
}
