//! Registers with enables and resets of their own do what those of the net do: proven by Yosys, of the emitted text.

use gdl2hdl::{Level, Options};
use gdl2hdl_emit::{self as emit, Clocking};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_tests::nets::compiled_with;
use gdl2hdl_tests::verilog_tools::lint;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Both load the same state, any; then they do the same, whatever they are told and whatever moves are made.
const PROOF: &str = "proc; opt_clean; miter -equiv -flatten -make_outputs common own miter; hierarchy -top miter; \
                     sat -verify -seq 3 -prove-skip 1 -prove trigger 0 -set-at 1 in_load_i 1 -set-at 1 in_rst_i 0";

/// A module of a game in both ways; the names of the modules are the names of the files.
fn write(folder: &Path, text: &str, level: Level) -> [String; 2] {
    let compiled = compiled_with(text, &Options::default().level(level)).unwrap();
    [("common", Clocking::Common), ("own", Clocking::Own)].map(|(name, clocking)| {
        let module = emit::verilog(compiled.net(), "game", clocking, &Unobserved).unwrap();
        let text = module.text.replace(&format!("module {} ", module.name), &format!("module {name} "));
        fs::write(folder.join(format!("{name}.v")), &text).unwrap();
        text
    })
}

fn proves(folder: &Path) -> bool {
    let script = format!("read_verilog common.v own.v; {PROOF}");
    Command::new("yosys").args(["-q", "-p", &script]).current_dir(folder).output().unwrap().status.success()
}

/// A row of cells that are marked one after another: enables; a clock that is reset; a mark that goes again.
const ROW: &str = "(role x) (role o) (init (control x)) (init (free 1)) (init (step 1))
    (next-cell 1 2) (next-cell 2 3) (next-cell 3 4) (next-step 1 2) (next-step 2 3) (next-step 3 1)
    (<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
    (<= (legal ?r (mark ?n)) (true (control ?r)) (true (free ?n))) (<= (legal ?r clear) (true (control ?r)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (cell ?n ?r)) (does ?r (mark ?n)) (true (free ?n)) (role ?r)) (<= cleared (does ?r clear))
    (<= (next (cell ?n ?r)) (true (cell ?n ?r)) (not cleared))
    (<= (next (free ?m)) (does ?r (mark ?n)) (next-cell ?n ?m)) (<= (next (free ?n)) (true (free ?n)) (not (marked ?n)))
    (<= (marked ?n) (does ?r (mark ?n)))
    (<= (next (step ?m)) (true (step ?n)) (next-step ?n ?m) (not cleared)) (<= (next (step 1)) cleared)
    (<= terminal (true (cell 4 ?r))) (<= (goal ?r 100) (true (cell 4 ?r)) (true (step 2)))
    (<= (goal ?r 0) (role ?r) (not (true (cell 4 ?r))))";

#[test]
fn registers_do_the_same_in_every_state() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let read = |name: &str| fs::read_to_string(games.join(format!("{name}.kif"))).unwrap();
    let texts = [ROW.to_owned(), read("tic_tac_toe"), read("connect_four"), read("breakthrough_6x6")];
    let mut changed = 0;
    for text in &texts {
        for level in [Level::O0, Level::O2] {
            let folder = tempfile::tempdir().unwrap();
            let [common, own] = write(folder.path(), text, level);
            changed += usize::from(common != own);
            assert!(proves(folder.path()), "{own}");
            fs::write(folder.path().join("game_propnet.v"), own.replace("module own ", "module game_propnet "))
                .unwrap();
            lint(folder.path(), "game_propnet.v").unwrap();
        }
    }
    assert!(changed >= 4, "{changed}");
}

/// A proof that shows everything shows nothing.
#[test]
fn a_wrong_enable_is_not_proven() {
    let folder = tempfile::tempdir().unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/connect_four.kif");
    let [_, own] = write(folder.path(), &fs::read_to_string(games).unwrap(), Level::O2);
    let at = own.find("      if (").expect("an enable of its own");
    let wrong = format!("{}      if (~({}", &own[..at], own[at + 10..].replacen(") begin", ")) begin", 1));
    fs::write(folder.path().join("own.v"), wrong).unwrap();
    assert!(!proves(folder.path()));
}
