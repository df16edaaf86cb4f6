//! The text of modules with very wide ports.

use crate::common::net;
use gdl2hdl_emit::{self as emit, Clocking};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::verify;
use std::fmt::Write;

/// A game of so many lamps, which one player lights one by one.
fn lamps(count: usize) -> String {
    let lamps = (0..count).fold(String::new(), |mut text, lamp| {
        let _ = write!(text, "(lamp {lamp}) ");
        text
    });
    format!(
        "(role r) {lamps} (init on) (<= (legal r (light ?l)) (lamp ?l) (not (true (lit ?l)))) (<= (next (lit ?l)) (does r (light ?l)))
        (<= (next (lit ?l)) (true (lit ?l))) (<= terminal (true (lit 3))) (goal r 1)"
    )
}

fn text(count: usize) -> String {
    let net = net(&lamps(count));
    emit::verilog(verify(&net).unwrap(), "lamps", Clocking::Common, &Unobserved).unwrap().text
}

#[test]
fn wide_outputs_are_assigned_in_parts() {
    let (narrow, wide) = (text(1000), text(1100));
    assert_eq!(narrow.matches("  assign legal_o[").count(), 1000);
    // A part is 64 bits, the last one the rest; the highest bit comes first.
    assert_eq!(wide.matches("  assign legal_o[").count(), 1100_usize.div_ceil(64));
    assert!(
        wide.contains("  assign legal_o[1099:1088] = {\n      ~lit_999,  // legal_o[1099] r: (light 999)\n"),
        "{wide}"
    );
    for bit in 0..1100 {
        assert_eq!(wide.matches(&format!("// legal_o[{bit}] ")).count(), 1, "bit {bit}");
    }
    assert!(wide.lines().all(|line| line.len() < 200));
}
