//! Out as a graph and back as a net.

use super::{ImportError, import};
use crate::{Form, aiger};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::aiger::{Aiger, Encoding, read, write};
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Net, text, verify};
use gdl2hdl_opt::sat::{Equality, compare};

const FORMS: [Form; 2] = [Form::Sequential, Form::Combinational];

/// Two roles, a percept, a register that begins with true.
const GAME: &str = "net
role x
role o
base b0 init 0 next n2 (cell 1)
base b1 init 1 next !b1 (control x)
input i0 role 0 legal n0 (mark 1)
input i1 role 0 legal 1 noop
input i2 role 1 legal !b0 (mark 1)
gate n0 !b0 b1
gate n1 !b0 i0
gate n2 b1 !n1
goal role 0 value 100 n0
goal role 1 value 0 0
terminal b0
sees role 0 n1 (saw)
view n0 (open)
";

fn game() -> Net {
    text::parse(GAME).unwrap()
}

fn graph(net: &Net, form: Form) -> Aiger {
    aiger(verify(net).unwrap(), "game", form, &Unobserved).unwrap()
}

#[test]
fn a_net_comes_back() {
    let mut net = game();
    for form in FORMS {
        let graph = graph(&net, form);
        for encoding in [Encoding::Ascii, Encoding::Binary] {
            let back = import(&net, &read(&write(&graph, encoding)).unwrap()).unwrap();
            assert!(verify(&back.net).is_ok());
            assert_eq!(compare(&net, &back.whole, &Unobserved), Equality::Equal);
            net.ports.views.clear();
            assert_eq!((&back.net, &back.whole), (&net, &net));
            net = game();
        }
    }
}

#[test]
fn names_tell_what_is_what() {
    let text = String::from_utf8(write(&graph(&game(), Form::Sequential), Encoding::Ascii)).unwrap();
    for name in ["i0 (does,x,(mark,1))", "l1 (true,(control,x))", "o4 (goal,o,0)", "o5 terminal", "o6 (sees,x,(saw))"] {
        assert!(text.lines().any(|line| line == name), "{name}: {text}");
    }
    assert!(text.starts_with("aag 8 3 2 7 3\n2\n4\n6\n8 16\n10 11 1\n"), "{text}");
}

/// Some tools have only registers that begin with false: they complement the others.
#[test]
fn latches_may_hold_the_complement() {
    let net = game();
    let mut graph = graph(&net, Form::Sequential);
    let own = graph.latch(1).node();
    graph.latches[1].reset = Some(false);
    let flip = |edge: Lit| edge.flip_if(edge.node() == own);
    graph.gates.iter_mut().for_each(|fanin| *fanin = fanin.map(flip));
    graph.outputs.iter_mut().for_each(|output| *output = flip(*output));
    graph.latches.iter_mut().for_each(|latch| latch.next = flip(latch.next));
    graph.latches[1].next = !graph.latches[1].next;
    let back = import(&net, &graph).unwrap();
    assert!(back.net.ports.bases[1].init);
    assert_eq!(compare(&net, &back.whole, &Unobserved), Equality::Equal);
}

/// `legal` as `(legal and move) or (legal and not move)`.
#[test]
fn outputs_of_the_state_do_not_look_at_moves() {
    let net = game();
    let mut graph = graph(&net, Form::Sequential);
    let (legal, by) = (graph.outputs[0], graph.input(0));
    let first = graph.first_gate() + graph.gates.len();
    let gate = |i: usize| Lit::new(gdl2hdl_net::node(first + i), false);
    graph.gates.extend([[legal, by], [legal, !by], [!gate(1), !gate(0)]]);
    graph.outputs[0] = !gate(2);
    let back = import(&net, &graph).unwrap();
    assert!(verify(&back.net).is_ok() && verify(&back.whole).is_err());
    assert_eq!(compare(&net, &back.whole, &Unobserved), Equality::Equal);
    assert_eq!(compare(&net, &back.net, &Unobserved), Equality::Equal);
}

/// Every output that is a function of the state, made to differ for some moves only: without any move, or with all of
/// them, nothing shows.
#[test]
fn what_differs_for_some_moves_differs() {
    let net = game();
    for form in FORMS {
        for output in 0..net.ports.inputs.len() + net.ports.goals.len() + 1 {
            let mut graph = graph(&net, form);
            let (one, other) = (graph.input(0), graph.input(2));
            let first = graph.first_gate() + graph.gates.len();
            let gate = |i: usize| Lit::new(gdl2hdl_net::node(first + i), false);
            // The output, flipped where the one move is made and the other is not.
            let held = graph.outputs[output];
            graph.gates.extend([[one, !other], [held, !gate(0)], [!held, gate(0)], [!gate(1), !gate(2)]]);
            graph.outputs[output] = !gate(3);
            let back = import(&net, &graph).unwrap();
            let Equality::Differs(difference) = compare(&net, &back.whole, &Unobserved) else {
                panic!("output {output} {form:?} is taken")
            };
            assert!(difference.moves[0] && !difference.moves[2], "{difference:?}");
        }
    }
}

#[test]
fn other_shapes_are_refused() {
    let net = game();
    let mut less = graph(&net, Form::Sequential);
    less.latches.pop();
    let refused = import(&net, &less).unwrap_err();
    assert_eq!(refused, ImportError::Latches { found: 1, registers: 2 });
    assert!(refused.to_string().starts_with("1 latches, but the net has 2 registers: optimisers that"), "{refused}");
    let mut less = graph(&net, Form::Combinational);
    less.outputs.pop();
    let refused = import(&net, &less).unwrap_err().to_string();
    assert_eq!(refused, "8 outputs, but the net has 7, or 9 in combinational form");
    let mut more = graph(&net, Form::Sequential);
    more.num_inputs += 1;
    let refused = import(&net, &more).unwrap_err().to_string();
    assert_eq!(refused, "4 inputs, but the net has 3, or 5 in combinational form");
}

#[test]
fn what_differs_is_named() {
    let net = game();
    let mut graph = graph(&net, Form::Combinational);
    graph.outputs[5] = !graph.outputs[5];
    let Equality::Differs(difference) = compare(&net, &import(&net, &graph).unwrap().whole, &Unobserved) else {
        panic!()
    };
    assert_eq!(difference.output, "terminal");
    assert_ne!(difference.values[0], difference.values[1]);
    assert_eq!(difference.values[0], difference.state[0]);
}
