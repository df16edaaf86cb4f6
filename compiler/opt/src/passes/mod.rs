//! Passes on nets in files. Each file of `tests/passes` has a net, the passes that are run on it, and the net that comes
//! of it. `UPDATE_EXPECT=1` writes the result of a file anew where it is another one.
//!
//! ```text
//! # What the passes are to do.
//! pass implied
//! group b0 b1 b2 exact
//! net
//! ...
//! gives
//! net
//! ...
//! gates 4 to 3, depth 2 to 2
//! dropped (cell b): none of (cell o), (cell x)
//! ```
//! - `pass` names a pass of level 3 as statistics do; several run in the order of their lines. A file without one drops
//!   the gates that nothing uses, and `optimise` runs all passes of level 2.
//! - `group` says which registers exclude each other, before the passes and after them.
//! - `keep state` and `anywhere` are the options of these names.
//!
//! Nets are compared up to the order of gates and of their fan-ins ([`isomorphic`]): a pass may build the same net in
//! another order. The order of ports counts.

mod case;
mod isomorphic;

use super::Level;
use super::table::plan;
use case::{Case, Outcome, passes};
use expect_test::expect_file;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;
use isomorphic::{isomorphic, shuffled};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// All files, with what they hold.
fn cases() -> Vec<(PathBuf, Case)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/passes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let case = Case::read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (file, case)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn passes_make_what_the_files_say() {
    for (file, case) in cases() {
        let outcome = case.run();
        if !case.is_met_by(&outcome) {
            expect_file![file].assert_eq(&case.written(&outcome));
        }
    }
}

#[test]
fn every_pass_has_a_file() {
    let names = |level| passes(&plan(level, 0)).map(|pass| pass.name()).collect::<BTreeSet<_>>();
    let cases = cases();
    let tested: BTreeSet<&str> = cases.iter().flat_map(|(_, case)| &case.passes).map(|pass| pass.name()).collect();
    assert_eq!(tested, &names(Level::O2) | &names(Level::O3));
}

#[test]
fn the_order_of_gates_and_of_fan_ins_does_not_count() {
    for (file, Case { expected, .. }) in cases() {
        let shuffled = shuffled(&expected.net);
        assert!(isomorphic(&expected.net, &shuffled), "{}", file.display());
    }
}

/// The net with one edge of one gate complemented.
fn with_wrong_gate(net: &Net, gate: usize, edge: usize) -> Net {
    let mut gates: Vec<[Lit; 2]> = net.gates().map(|(_, fanin)| fanin).collect();
    gates[gate][edge] = !gates[gate][edge];
    Net::from_parts(net.ports.clone(), gates)
}

/// Outcomes that differ from one in a single place.
fn wrong(outcome: &Outcome) -> Vec<Outcome> {
    let Outcome { net, notes } = outcome;
    let gates = (0..2 * net.num_gates()).map(|i| with_wrong_gate(net, i / 2, i % 2));
    let with = |change: &dyn Fn(&mut Net)| {
        let mut other = net.clone();
        change(&mut other);
        other
    };
    let ports = [with(&|net| net.ports.terminal = !net.ports.terminal)];
    let bases = (0..net.ports.bases.len()).flat_map(|base| {
        [
            with(&|net| net.ports.bases[base].init = !net.ports.bases[base].init),
            with(&|net| net.ports.bases[base].next = !net.ports.bases[base].next),
            with(&|net| net.ports.bases[base].fact = "another".into()),
        ]
    });
    let nets = gates.chain(ports).chain(bases).map(|net| Outcome { net, notes: notes.clone() });
    let without = |note: usize| {
        let mut notes = notes.clone();
        notes.remove(note);
        Outcome { net: net.clone(), notes }
    };
    nets.chain((0..notes.len()).map(without)).collect()
}

#[test]
fn a_wrong_expectation_fails() {
    for (file, mut case) in cases() {
        let outcome = case.run();
        assert!(case.is_met_by(&outcome), "{}", file.display());
        for wrong in wrong(&case.expected) {
            case.expected = wrong;
            assert!(!case.is_met_by(&outcome), "{}: {}", file.display(), case.written(&case.expected));
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let good = "pass sat-sweeping\nnet\nbase b0 init 0 next b0 a\nterminal b0\ngives\nnet\nterminal 0\ngates 0 to 0, depth 0 to 0\n";
    let error = |from: &str, to: &str| Case::read(&good.replacen(from, to, 1)).err();
    assert_eq!(error("", ""), None);
    assert_eq!(error("pass sat-sweeping", "pass fuse").as_deref(), Some("there is no pass `fuse`"));
    assert_eq!(
        error("pass sat-sweeping", "path sat-sweeping").as_deref(),
        Some("`path sat-sweeping` says nothing of a case")
    );
    assert_eq!(error("pass sat-sweeping", "group b0 b1").as_deref(), Some("`b1` is no register of the net"));
    assert_eq!(error("gives\n", "").as_deref(), Some("there is no line `gives`"));
    assert_eq!(error("terminal b0", "terminal b1").as_deref(), Some("line 3: `1` is not a number below 1"));
    assert_eq!(error("0 a", "0 a\nbase b1 init 0 next b0 a").as_deref(), Some("`a` occurs twice"));
}
