//! STUB: the logic of a step out of the three modules of the game, with delays around.
use super::core::instance;
use super::shape::Shape;
use super::text::{Text, pin, port, BIT};

pub(super) fn text(shape: &Shape) -> String {
    let mut out = Text::default();
    out.line("`default_nettype none\n");
    let t = shape.timing;
    let mut ports = Vec::new();
    if shape.has_cuts() { ports.push(port("input wire", BIT, "clk_i")); }
    if shape.bases > 0 { ports.push(port("input wire", shape.bases, "state_i")); }
    if shape.moves > 0 { ports.push(port("output wire", shape.moves, "legal_o")); ports.push(port("input wire", shape.moves, "does_i")); }
    if shape.bases > 0 { ports.push(port("output wire", shape.bases, "next_o")); }
    ports.push(port("output wire", BIT, "terminal_o"));
    if shape.num_goals() > 0 { ports.push(port("output wire", shape.num_goals(), "goal_o")); }
    out.list(&format!("module {}", shape.module("step")), &ports);
    let clk = if shape.has_cuts() { "clk_i" } else { "1'b0" };
    let delay = |out: &mut Text, name: &str, bits: usize, clocks: usize, from: &str, to: &str| {
        instance(out, &format!("playout_delay #(.WIDTH({bits}), .CLOCKS({clocks}))"), name, &[pin("clk_i", clk), pin("rst_i", "1'b0"), pin("data_i", from), pin("data_o", to)]);
    };
    if shape.moves > 0 {
        out.line(format!("  wire [{}:0] legal;", shape.moves - 1));
        let mut pins = vec![pin("legal_o", "legal")];
        if shape.bases > 0 { pins.push(pin("state_i", "state_i")); }
        instance(&mut out, &shape.module("legal"), "legal", &pins);
        delay(&mut out, "legal_later", shape.moves, t.legal, "legal", "legal_o");
    }
    let mut pins = Vec::new();
    if shape.bases > 0 {
        out.line(format!("  wire [{0}:0] state, next;", shape.bases - 1));
        delay(&mut out, "state_later", shape.bases, t.does(), "state_i", "state");
        let mut next = vec![pin("state_i", "state"), pin("next_o", "next")];
        if shape.moves > 0 { next.push(pin("does_i", "does_i")); }
        instance(&mut out, &shape.module("next"), "next", &next);
        delay(&mut out, "next_later", shape.bases, t.next, "next", "next_o");
        pins.push(pin("state_i", "next_o"));
    }
    pins.push(pin("terminal_o", "terminal_o"));
    if shape.num_goals() > 0 { pins.push(pin("goal_o", "goal_o")); }
    instance(&mut out, &shape.module("end"), "end", &pins);
    out.line("endmodule\n\n`default_nettype wire");
    out.finish()
}
