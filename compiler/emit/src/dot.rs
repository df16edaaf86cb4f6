//! A propnet as a Graphviz drawing: bases and moves left, outputs right, registers as boxes.

use super::namer::comment;
use gdl2hdl_net::propnet::{Lit, Op, PropNet};
use std::fmt::Write;

/// The drawing in Graphviz's language. Complemented edges end in a circle.
#[must_use]
pub fn dot(net: &PropNet) -> String {
    let mut out = String::new();
    draw(net, &mut out).unwrap_or_default(); // Writing to a string can't fail.
    out
}

fn label(text: &str) -> String {
    comment(text).replace('\\', "\\\\").replace('"', "\\\"")
}

fn draw(net: &PropNet, out: &mut String) -> std::fmt::Result {
    let ports = &net.ports;
    writeln!(out, "digraph propnet {{\n  rankdir=LR;\n  node [fontname=\"Helvetica\", fontsize=11];")?;
    if uses_constant(net) {
        writeln!(out, "  n0 [shape=plaintext, label=\"false\"];")?;
    }
    for (i, base) in ports.bases.iter().enumerate() {
        let pen = if base.init { ", penwidth=2.5" } else { "" };
        writeln!(
            out,
            "  n{} [shape=box, style=filled, fillcolor=\"#dbe9ff\"{pen}, label=\"{}\"];",
            1 + i,
            label(&base.fact)
        )?;
    }
    for (i, input) in ports.inputs.iter().enumerate() {
        let node = ports.input(i).node();
        let text = format!("does {} {}", ports.roles[input.role as usize], input.action);
        writeln!(out, "  {node:?} [shape=cds, style=filled, fillcolor=\"#ffe8cc\", label=\"{}\"];", label(&text))?;
    }
    let first = ports.first_gate();
    for gate in 0..net.num_gates() {
        let (op, fanin) = net.gate(gate);
        let shape = if op == Op::And { "label=\"&\", shape=circle" } else { "label=\"≥1\", shape=circle" };
        writeln!(out, "  n{} [{shape}{}];", first + gate, view_label(net, first + gate))?;
        for &edge in fanin {
            arrow(out, edge, &format!("n{}", first + gate), "")?;
        }
    }
    outputs(net, out)?;
    writeln!(out, "}}")
}

fn uses_constant(net: &PropNet) -> bool {
    let mut used = false;
    net.ports.each_output(|edge| used |= edge.is_constant());
    used
}

fn view_label(net: &PropNet, node: usize) -> String {
    let named = net.ports.views.iter().find(|view| view.holds.node().index() == node && !view.holds.is_complement());
    named.map_or_else(String::new, |view| format!(", xlabel=\"{}\"", label(&view.sentence)))
}

fn outputs(net: &PropNet, out: &mut String) -> std::fmt::Result {
    let ports = &net.ports;
    for (i, base) in ports.bases.iter().enumerate() {
        arrow(out, base.next, &format!("n{}", 1 + i), ", style=dashed, constraint=false")?;
    }
    let mut output = |name: String, text: &str, edge: Lit| {
        writeln!(out, "  {name} [shape=plaintext, label=\"{}\"];", label(text))?;
        arrow(out, edge, &name, "")
    };
    for (i, input) in ports.inputs.iter().enumerate() {
        let text = format!("legal {} {}", ports.roles[input.role as usize], input.action);
        output(format!("legal{i}"), &text, input.legal)?;
    }
    for (i, goal) in ports.goals.iter().enumerate() {
        let text = format!("goal {} {}", ports.roles[goal.role as usize], goal.value);
        output(format!("goal{i}"), &text, goal.holds)?;
    }
    for (i, percept) in ports.sees.iter().enumerate() {
        let text = format!("sees {} {}", ports.roles[percept.role as usize], percept.percept);
        output(format!("sees{i}"), &text, percept.holds)?;
    }
    output("terminal".to_owned(), "terminal", ports.terminal)
}

fn arrow(out: &mut String, edge: Lit, to: &str, style: &str) -> std::fmt::Result {
    let head = if edge.is_complement() { "odot" } else { "normal" };
    writeln!(out, "  {:?} -> {to} [arrowhead={head}{style}];", edge.node())
}
