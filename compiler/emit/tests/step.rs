//! The text of steps with pipeline stages.

use crate::common::net;
use expect_test::expect;
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::stages::{self, Around, Cuts, Pipeline, StepNet};
use gdl2hdl_net::verify;

/// Two lamps; `wait` does nothing.
const LAMPS: &str = "(role r) (init a) (legal r wait) (<= (legal r push) (not both)) (<= (legal r pull) (true c))
    (<= (next a) (true a)) (<= (next c) (not (true c))) (<= (next b) (true a) (does r push)) (<= (next b) (true b) (not (does r pull)))
    (<= both (true a) (true b)) (<= terminal both) (<= (goal r 100) both) (<= (goal r 0) (not both))";

/// The text, with nothing that changes with the version.
fn text(cuts: Cuts) -> String {
    let net = net(LAMPS);
    let part = emit::step(verify(&net).unwrap(), "lamps", cuts, Around::default(), &Unobserved).unwrap();
    part.text.replace(concat!("made by gdl2hdl ", env!("CARGO_PKG_VERSION"), "."), "made by gdl2hdl VERSION.")
}

#[test]
fn a_step_without_cuts_has_no_clock() {
    expect![[r#"
        // Game: lamps. A step of play, made by gdl2hdl VERSION.
        // 1 stage, 0 registers, 2 levels of LUTs at most, 5 two-input gates.
        // Clocks: 0 to the legal moves, 0 to the picked ones, 0 to the next state and its end.
        // The manifest (.json) gives the sentence of every bit.

        `default_nettype none

        module lamps_step (
            input  wire [2:0] state_i,
            input  wire [2:0] does_i,
            output wire [2:0] legal_o,
            output wire [2:0] next_o,
            output wire [1:0] goal_o,
            output wire terminal_o
        );
          wire a = state_i[0];  // base 0: a
          wire b = state_i[1];  // base 1: b
          wire c = state_i[2];  // base 2: c
          wire does_r_pull = does_i[0];  // move of r: pull
          wire does_r_push = does_i[1];  // move of r: push
          wire both = a & b;  // both
          wire next_b = (a & does_r_push) | (b & ~does_r_pull);  // next b
          wire n4 = a & next_b;

          assign legal_o[0] = c;  // r: pull
          assign legal_o[1] = ~both;  // r: push
          assign legal_o[2] = 1'b1;  // r: wait
          assign next_o[0] = a;  // a
          assign next_o[1] = next_b;  // b
          assign next_o[2] = ~c;  // c
          assign goal_o[0] = ~n4;  // r: 0
          assign goal_o[1] = n4;  // r: 100
          assign terminal_o = n4;

          // Moves without influence.
          wire [0:0] unused_moves;
          assign unused_moves[0] = does_i[2];
        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(&text(Cuts::default()));
}

#[test]
fn values_travel_through_registers() {
    expect![[r#"
        // Game: lamps. A step of play, made by gdl2hdl VERSION.
        // 3 stages, 7 registers, 1 level of LUTs at most, 5 two-input gates.
        // Clocks: 0 to the legal moves, 1 to the picked ones, 1 to the next state and its end.
        // The manifest (.json) gives the sentence of every bit.

        `default_nettype none

        module lamps_step (
            input  wire clk_i,
            input  wire [2:0] state_i,
            input  wire [2:0] does_i,
            output wire [2:0] legal_o,
            output wire [2:0] next_o,
            output wire [1:0] goal_o,
            output wire terminal_o
        );
          // Stage 0: 1 level of LUTs.
          wire a = state_i[0];  // base 0: a
          wire b = state_i[1];  // base 1: b
          wire c = state_i[2];  // base 2: c
          wire both_s0 = a & b;  // both

          reg a_s1;  // a
          reg b_s1;  // b
          reg c_s1;  // c
          always @(posedge clk_i) begin
            a_s1 <= a;
            b_s1 <= b;
            c_s1 <= c;
          end

          // Stage 1: 1 level of LUTs.
          wire does_r_pull = does_i[0];  // move of r: pull
          wire does_r_push = does_i[1];  // move of r: push
          wire next_b_s1 = (a_s1 & does_r_push) | (b_s1 & ~does_r_pull);  // next b

          reg a_s2;  // a
          reg c_s2;  // c
          reg next_b_s2;  // next b
          reg n4_s2;
          always @(posedge clk_i) begin
            a_s2 <= a_s1;
            c_s2 <= c_s1;
            next_b_s2 <= next_b_s1;
            n4_s2 <= a_s1 & next_b_s1;
          end

          // Stage 2: 0 levels of LUTs.

          assign legal_o[0] = c;  // r: pull
          assign legal_o[1] = ~both_s0;  // r: push
          assign legal_o[2] = 1'b1;  // r: wait
          assign next_o[0] = a_s2;  // a
          assign next_o[1] = next_b_s2;  // b
          assign next_o[2] = ~c_s2;  // c
          assign goal_o[0] = ~n4_s2;  // r: 0
          assign goal_o[1] = n4_s2;  // r: 100
          assign terminal_o = n4_s2;

          // Moves without influence.
          wire [0:0] unused_moves;
          assign unused_moves[0] = does_i[2];
        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(&text(Cuts { legal: 0, pick: 1, next: 1 }));
}

/// A legal move that is a LUT of what is there anyway is made anew in any stage behind its own; not one of what has gone.
#[test]
fn legal_moves_are_given_once_more_where_that_takes_no_register() {
    let game = |kept: &str| {
        format!(
            "(role r) (init (a)) (init (b)) (<= (next (a)) (true (a))) (<= (next (b)) {kept} (does r go)) \
             (<= (legal r go) (true (a)) (not (true (b)))) (legal r stay) (goal r 0) (<= terminal (not (true (a))))"
        )
    };
    let again = |kept: &str, time: u32| {
        let net = net(&game(kept));
        let step = StepNet::new(verify(&net).unwrap(), &Unobserved).unwrap();
        let staged = step.stage(Cuts { legal: 0, pick: 2, next: 1 }, Around::default(), &Unobserved).unwrap();
        let repeated = step.repeated(staged.clone(), time);
        let pipeline = Pipeline::new(&step, &repeated, &Unobserved).unwrap();
        let text = emit::staged(stages::verify(&step, &repeated, &pipeline).unwrap(), "moves", None, &Unobserved)
            .unwrap()
            .0
            .text;
        assert_eq!(text.contains("output wire [1:0] again_o"), repeated.again.is_some(), "{text}");
        assert_eq!(repeated.registers, staged.registers);
        repeated.again
    };
    assert_eq!([0, 1, 2, 4].map(|time| again("(true (b))", time)), [None, Some(1), Some(2), None]);
    assert_eq!([0, 1, 2].map(|time| again("(not (true (a)))", time)), [None; 3]);
}

/// What eight cells and more hand on over two stages goes through one module; the rest through registers.
#[test]
fn what_stages_only_hand_on_is_carried() {
    let cells = |number: usize| {
        let each = |i| {
            format!(
                "(init (c {i})) (<= (next (c {i})) (true (c {i})) (not (does r (take {i})))) (<= (legal r (take {i})) (true (c {i})))"
            )
        };
        let all: String = (0..number).map(each).collect();
        format!(
            "(role r) {all} (<= (goal r 100) (true (c 1))) (<= (goal r 0) (not (true (c 1)))) (<= terminal (not (true (c 0))))"
        )
    };
    let text = |number: usize, pick: u32| {
        let net = net(&cells(number));
        let step = StepNet::new(verify(&net).unwrap(), &Unobserved).unwrap();
        let staged = step.stage(Cuts { legal: 0, pick, next: 1 }, Around::default(), &Unobserved).unwrap();
        let pipeline = Pipeline::new(&step, &staged, &Unobserved).unwrap();
        let verified = stages::verify(&step, &staged, &pipeline).unwrap();
        let (part, carried) = emit::staged(verified, "cells", Some("carry"), &Unobserved).unwrap();
        (part.text, carried.into_iter().map(|carried| (carried.bits, carried.cycles)).collect::<Vec<_>>())
    };
    let (carried, all) = text(8, 3);
    assert_eq!(all, [(8, 3)]);
    assert!(carried.contains("carry #(.WIDTH(8), .CLOCKS(3), .BLOCK(BLOCK))"), "{carried}");
    assert!(carried.contains("parameter BLOCK = 0") && carried.contains("input  wire rst_i"), "{carried}");
    assert!(!carried.contains("reg c_0_s1") && carried.contains("wire c_0_s3"), "{carried}");
    for (number, pick) in [(7, 3), (8, 1)] {
        let (plain, none) = text(number, pick);
        assert_eq!(none, []);
        assert!(!plain.contains("carry") && !plain.contains("rst_i"), "{plain}");
    }
}
