use super::*;
use crate::playout::gateware;
use crate::stages;
use gdl2hdl_gdl::observer::{Reason, Unobserved};
use gdl2hdl_net::{Net, text, verify};
use gdl2hdl_opt::{Level, Optimised, optimise};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An observer that stops when it is asked for the so manyth time.
struct Stops {
    at: usize,
    asked: AtomicUsize,
}

impl Stops {
    fn at(at: usize) -> Self {
        Self { at, asked: AtomicUsize::new(0) }
    }
}

impl Observer for Stops {
    fn reason(&self) -> Option<Reason> {
        (self.asked.fetch_add(1, Ordering::Relaxed) >= self.at).then_some(Reason::Deadline)
    }
}

fn game() -> Optimised {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tic_tac_toe.kif");
    let built = stages::net(&std::fs::read_to_string(path).unwrap());
    optimise(built, Level::O2.into(), &Unobserved).unwrap()
}

#[test]
fn an_observer_that_stops_is_heard_wherever_it_is_asked() {
    let optimised = game();
    let (net, choices) = (verify(&optimised.net).unwrap(), optimised.choices());
    let config = Config { unlimited: true, slots: 4, ..Config::default() };
    let made = |observer: &dyn Observer| gateware(net, &choices, "tic_tac_toe", config, observer);
    let patient = Stops::at(usize::MAX);
    let files = made(&patient).unwrap().files;
    assert_eq!(files, made(&Unobserved).unwrap().files);
    let asked = patient.asked.into_inner();
    assert!(asked > 100, "asked {asked} times");
    for at in (0..asked).step_by(asked / 20).chain([asked - 1]) {
        let stopped = made(&Stops::at(at));
        assert_eq!(stopped.map(|made| made.top), Err(GatewareError::Stopped(Reason::Deadline)), "at {at} of {asked}");
    }
}

/// Two facts of which at first none holds, and a move that is legal then.
const NONE_AT_FIRST: &str = "net
role a
base b0 init 0 next i0 (left)
base b1 init 0 next i1 (right)
input i0 role 0 legal n0 (go left)
input i1 role 0 legal 1 (go right)
goal role 0 value 100 b1
gate n0 !b0 !b1
terminal b1
";

/// Passes believe what is said of groups: with a false one they are broken, and that is seen.
#[test]
fn a_pass_that_is_found_broken_is_an_error() {
    let net: Net = text::parse(NONE_AT_FIRST).unwrap();
    let right = Choices::new(&net, &Unobserved).unwrap();
    assert!(Playable::new(verify(&net).unwrap(), &right, &Unobserved).is_ok());
    let members = vec![net.ports.base(0), net.ports.base(1)];
    let wrong = Choices { groups: vec![Group { members, exact: true }], ..right };
    let broken = Playable::new(verify(&net).unwrap(), &wrong, &Unobserved).err();
    assert!(matches!(broken, Some(GatewareError::Broken { .. })), "{broken:?}");
}
