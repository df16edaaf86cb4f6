//! A propnet as a Graphviz drawing: bases and moves left, outputs right, registers as boxes.

use super::asking::Asking;
use super::namer::comment;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::node;
use gdl2hdl_net::propnet::{Lit, NodeId, Op, PropNet};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The drawing in Graphviz's language. Complemented edges end in a circle.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn dot(net: &PropNet, observer: &dyn Observer) -> Result<String, Stopped> {
    let (mut out, mut asking) = (String::new(), Asking::new(observer));
    draw(net, &mut out, &mut asking).unwrap_or_default(); // Whether it was stopped is known below.
    asking.written(out)
}

fn label(text: &str) -> String {
    comment(text).replace('\\', "\\\\").replace('"', "\\\"")
}

fn draw(net: &PropNet, out: &mut String, asking: &mut Asking<'_>) -> std::fmt::Result {
    let ports = &net.ports;
    writeln!(out, "digraph propnet {{\n  rankdir=LR;\n  node [fontname=\"Helvetica\", fontsize=11];")?;
    if uses_constant(net) {
        writeln!(out, "  n0 [shape=plaintext, label=\"false\"];")?;
    }
    for (i, base) in ports.bases.iter().enumerate() {
        asking.line()?;
        let pen = if base.init { ", penwidth=2.5" } else { "" };
        writeln!(
            out,
            "  n{} [shape=box, style=filled, fillcolor=\"#dbe9ff\"{pen}, label=\"{}\"];",
            1 + i,
            label(&base.fact)
        )?;
    }
    for (i, input) in ports.inputs.iter().enumerate() {
        asking.line()?;
        let node = ports.input(i).node();
        let text = format!("does {} {}", ports.roles[input.role as usize], input.action);
        writeln!(out, "  {node:?} [shape=cds, style=filled, fillcolor=\"#ffe8cc\", label=\"{}\"];", label(&text))?;
    }
    let first = ports.first_gate();
    let views = views(net);
    for gate in 0..net.num_gates() {
        asking.line()?;
        let (op, fanin) = net.gate(gate);
        let shape = if op == Op::And { "label=\"&\", shape=circle" } else { "label=\"≥1\", shape=circle" };
        writeln!(out, "  n{} [{shape}{}];", first + gate, view_label(&views, first + gate))?;
        for &edge in fanin {
            arrow(out, edge, &format!("n{}", first + gate), "")?;
        }
    }
    outputs(net, out, asking)?;
    writeln!(out, "}}")
}

fn uses_constant(net: &PropNet) -> bool {
    let mut used = false;
    net.ports.each_output(|edge| used |= edge.is_constant());
    used
}

/// The sentences of nodes, of each the first one.
fn views(net: &PropNet) -> FxHashMap<NodeId, &str> {
    let plain = net.ports.views.iter().filter(|view| !view.holds.is_complement());
    plain.rev().map(|view| (view.holds.node(), &*view.sentence)).collect()
}

fn view_label(views: &FxHashMap<NodeId, &str>, place: usize) -> String {
    let named = views.get(&node(place));
    named.map_or_else(String::new, |sentence| format!(", xlabel=\"{}\"", label(sentence)))
}

fn outputs(net: &PropNet, out: &mut String, asking: &mut Asking<'_>) -> std::fmt::Result {
    let ports = &net.ports;
    for (i, base) in ports.bases.iter().enumerate() {
        asking.line()?;
        arrow(out, base.next, &format!("n{}", 1 + i), ", style=dashed, constraint=false")?;
    }
    let mut output = |name: String, text: &str, edge: Lit| {
        asking.line()?;
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
