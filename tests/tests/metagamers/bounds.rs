//! Metagamers stop at their bounds, and say how far they came.

use super::read;
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_ground::Limits;
use gdl2hdl_ground::metagame::{self, Bounds};
use std::sync::atomic::{AtomicU32, Ordering};

/// Says stop after some questions.
struct Few(AtomicU32);

impl Observer for Few {
    fn reason(&self) -> Option<Reason> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(1)));
        left.is_ok_and(|left| left <= 1).then_some(Reason::Deadline)
    }
}

/// A game of many rules.
fn large() -> String {
    let mut text = "(role you) (legal you go) (goal you 0) (<= terminal (true (p ?x)) (true (p 1)))\n".to_owned();
    for i in 0..6_000 {
        text.push_str(&format!("(q {i}) (<= (next (p {i})) (true (p {i})) (q {i})) (init (p {i}))\n"));
    }
    text
}

#[test]
fn the_deadline_ends_every_metagamer() {
    let sheet = read(&large(), None).unwrap();
    let codes: Vec<(&str, &str, String)> = (0..6)
        .map(|number| {
            let observer = Few(AtomicU32::new(2));
            let bounds = Bounds { limits: Limits::default(), observer: &observer };
            let (name, refused) = match number {
                0 => ("simplify", metagame::simplify(&sheet, bounds).err()),
                1 => ("materialize", metagame::materialize(&sheet, bounds).err()),
                2 => ("prune", metagame::prune(&sheet, bounds).err()),
                3 => ("optimize", metagame::optimize(&sheet, bounds).err()),
                4 => ("ground", metagame::ground_sheet(&sheet, bounds).err()),
                _ => ("symbolize", metagame::symbolize(&sheet, bounds).err()),
            };
            refused.map_or((name, "done", String::new()), |d| (name, d.code, d.message))
        })
        .collect();
    for (name, code, message) in codes {
        // Nothing in this game is static and not a fact: there is nothing to wait for.
        if name != "materialize" {
            assert_eq!(code, "G201", "{name}");
            assert!(message.contains(" stopped after "), "{name}: {message}");
        }
    }
}

#[test]
fn the_memory_bound_ends_the_grounder() {
    let sheet = read(&large(), None).unwrap();
    let limits = Limits { max_bytes: 6 << 20, ..Limits::default() };
    for refused in [
        metagame::ground_sheet(&sheet, Bounds { limits, observer: &Unobserved }).err(),
        metagame::symbolize(&sheet, Bounds { limits, observer: &Unobserved }).err(),
    ] {
        assert_eq!(refused.map(|d| d.code), Some("G202"));
    }
}
