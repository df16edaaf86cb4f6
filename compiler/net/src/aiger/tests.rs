//! Files and graphs: there and back, and what is refused.

use super::{Aiger, AigerError, Encoding, FilePlace, Latch, Problem, Symbols, edge, read, write};
use proptest::prelude::*;

/// A half adder with a register for the sum, gates in the wrong order and numbers left out.
const SHUFFLED: &str =
    "aag 20 2 1 2 4\n10\n4\n6 40 1\n40\n30\n40 17 31\n30 10 4\n16 31 15\n14 11 5\ni1 b\no0 sum\nc\nhi\n";

fn problem(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().to_string()
}

#[test]
fn text_may_come_in_any_order() {
    let graph = read(SHUFFLED.as_bytes()).unwrap();
    assert_eq!((graph.num_inputs, graph.latches.len(), graph.gates.len()), (2, 1, 4));
    assert_eq!(graph.latches[0].reset, Some(true));
    assert_eq!(graph.symbols.outputs[&0], "sum");
    assert_eq!(graph.comment, "hi\n");
    let expected = "aag 7 2 1 2 4\n2\n4\n6 14 1\n14\n8\n8 4 2\n10 5 3\n12 11 9\n14 13 9\ni1 b\no0 sum\nc\nhi\n";
    assert_eq!(String::from_utf8(write(&graph, Encoding::Ascii)).unwrap(), expected);
    assert_eq!(read(&write(&graph, Encoding::Binary)).unwrap(), graph);
}

#[test]
fn lines_may_end_in_any_manner() {
    let graph = read(SHUFFLED.as_bytes()).unwrap();
    for end in ["\r\n", "\r"] {
        let text = SHUFFLED.replace('\n', end);
        let back = read(text.as_bytes()).unwrap();
        assert_eq!((&back.gates, &back.latches, &back.symbols), (&graph.gates, &graph.latches, &graph.symbols));
        assert_eq!(back.comment, format!("hi{end}"));
        // The line of a fault is that of the text.
        let fault = text.replacen("17 31", "17 x", 1);
        assert_eq!(problem(fault.as_bytes()), "line 7: a gate should be here");
    }
}

/// What was carried over as text has lost bytes of its gates, or got some.
#[test]
fn binary_files_with_ends_of_text_lines_are_refused() {
    let graph = read(SHUFFLED.as_bytes()).unwrap();
    let text: Vec<u8> = write(&graph, Encoding::Binary)
        .into_iter()
        .flat_map(|byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] })
        .collect();
    assert!(problem(&text).starts_with("line 1: the lines of this binary file end in CR"), "{}", problem(&text));
}

/// The example of the format's description, byte by byte.
#[test]
fn binary_gates_are_differences() {
    let graph = read(b"aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n8 3 5\n10 7 9\n").unwrap();
    assert_eq!(write(&graph, Encoding::Binary), b"aig 5 2 0 1 3\n10\n\x02\x02\x03\x02\x01\x02");
}

/// Some tools write outputs so when there are registers.
#[test]
fn states_that_are_bad_are_outputs() {
    let [bad, plain] = ["aag 1 0 1 0 0 2 0\n2 3 1\n2\n3\nb1 b\n", "aag 1 0 1 2 0\n2 3 1\n2\n3\no1 b\n"];
    assert_eq!(read(bad.as_bytes()).unwrap(), read(plain.as_bytes()).unwrap());
}

#[test]
fn what_is_wrong_is_told() {
    let cases: [(&str, &str); 18] = [
        ("", "line 1: the file ends where the first line should be"),
        ("verilog\n", "line 1: this is no AIGER file: it must begin with `aag` or `aig` and five numbers"),
        ("aag 1 1 0 0\n", "line 1: this is no AIGER file: it must begin with `aag` or `aig` and five numbers"),
        (
            "aag 0 0 0 0 0 0 1\n",
            "line 1: constraints, justice and fairness (numbers seven to nine of the first line) can't be taken; only outputs can",
        ),
        ("aig 2 1 0 0 0\n", "line 1: the highest variable is 2, but there are 1 inputs, latches and gates"),
        ("aig 99999999999 99999999999 0 0 0\n", "line 1: more than 1073741823 variables are not supported"),
        ("aag 1 1 0 0 0\n", "line 2: the file ends where an input should be"),
        ("aag 1 1 0 0 0\nx\n", "line 2: an input should be here"),
        ("aag 1 1 0 0 0\n3\n", "line 2: an even number should be here"),
        ("aag 2 2 0 0 0\n2\n2\n", "line 3: variable 1 is defined twice"),
        ("aag 1 1 0 1 0\n2\n4\n", "line 3: literal 4 is above the highest variable"),
        ("aag 2 1 0 1 0\n2\n4\n", "line 3: variable 2 is neither input nor latch nor gate"),
        ("aag 2 0 0 0 2\n2 4 4\n4 2 2\n", "line 3: gate 4 depends on itself"),
        ("aag 1 0 1 0 0\n2 0 7\n", "line 2: literal 7 is above the highest variable"),
        ("aag 1 1 0 0 0\n2\ni1 name\n", "line 3: there is no i1 to be named"),
        ("aag 1 1 0 0 0\n2\nx1 name\n", "line 3: a name or a comment should be here"),
        ("aig 1 0 0 0 1\n", "byte 14: the file ends where a gate should be"),
        ("aig 1 0 0 0 1\n\x03\x00", "byte 14: the fan-ins of gate 2 are not below it"),
    ];
    for (text, message) in cases {
        assert_eq!(problem(text.as_bytes()), message, "{text:?}");
    }
}

#[test]
fn memory_is_not_taken_on_trust() {
    let most = "aig 1000000000 500000000 0 0 500000000\n";
    assert_eq!(read(most.as_bytes()).unwrap_err().place, FilePlace::Byte(most.len()));
    let endless = [b"aig 1 0 0 0 1\n".as_slice(), &[0x80; 100]].concat();
    assert!(matches!(read(&endless), Err(AigerError { problem: Problem::Large(_), .. })));
}

#[test]
fn long_chains_need_no_stack() {
    let gates = 200_000;
    let mut text = format!("aag {} 1 0 1 {gates}\n2\n4\n", gates + 1);
    (2..=gates).for_each(|gate| text.push_str(&format!("{} {} 2\n", 2 * gate, 2 * gate + 2)));
    text.push_str(&format!("{} 2 3\n", 2 * gates + 2));
    assert_eq!(read(text.as_bytes()).unwrap().gates.len(), gates);
}

/// A graph out of numbers: any edge leads below.
fn graph() -> impl Strategy<Value = Aiger> {
    let gates = prop::collection::vec((any::<u32>(), any::<u32>()), 0..40);
    let latches = prop::collection::vec((any::<u32>(), prop::option::of(any::<bool>())), 0..5);
    let outputs = prop::collection::vec(any::<u32>(), 0..5);
    let names = prop::collection::btree_map(0_u32..5, "[a-z(),% ]{0,8}", 0..4);
    (0_u32..5, latches, outputs, gates, names, "[a-z\n ]{0,9}").prop_map(
        |(inputs, latches, outputs, gates, names, comment)| {
            let mut graph = Aiger { num_inputs: inputs, comment, ..Aiger::default() };
            let latch = |&(_, reset): &(u32, Option<bool>)| Latch { next: edge(0), reset };
            graph.latches = latches.iter().map(latch).collect();
            let first = u32::try_from(graph.first_gate()).unwrap_or(0);
            for (i, (a, b)) in (0..).zip(&gates) {
                let [a, b] = [a, b].map(|code| edge(code % (2 * (first + i))));
                graph.gates.push(if a >= b { [a, b] } else { [b, a] });
            }
            let all = 2 * (first + u32::try_from(gates.len()).unwrap_or(0));
            graph.latches.iter_mut().zip(latches).for_each(|(latch, (next, _))| latch.next = edge(next % all));
            graph.outputs = outputs.iter().map(|code| edge(code % all)).collect();
            let up_to = |count: usize| {
                names.iter().filter(move |(i, _)| (**i as usize) < count).map(|(i, name)| (*i, name.clone()))
            };
            graph.symbols = Symbols {
                inputs: up_to(inputs as usize).collect(),
                latches: up_to(graph.latches.len()).collect(),
                outputs: up_to(graph.outputs.len()).collect(),
            };
            graph
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(graph in graph()) {
        prop_assert_eq!(&read(&write(&graph, Encoding::Binary)).unwrap(), &graph);
        // Text is numbered anew: gates that come first stay first, so written again it is the same text.
        let text = write(&graph, Encoding::Ascii);
        let again = read(&text).unwrap();
        prop_assert_eq!(write(&again, Encoding::Ascii), text);
        prop_assert_eq!(again, graph);
    }

    #[test]
    fn damage_is_no_reason_to_panic(graph in graph(), binary: bool, at in any::<prop::sample::Index>(), byte: u8, end in any::<prop::sample::Index>()) {
        let mut bytes = write(&graph, if binary { Encoding::Binary } else { Encoding::Ascii });
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(graph) = read(&bytes) {
            prop_assert!(read(&write(&graph, Encoding::Binary)).is_ok());
        }
        bytes.truncate(end.index(bytes.len() + 1));
        let _ = read(&bytes);
    }

    #[test]
    fn any_bytes_are_no_reason_to_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), kind in 0_usize..3) {
        let starts: [&[u8]; 3] = [b"", b"aag 9 1 1 1 1\n", b"aig 9 1 1 1 7\n"];
        let _ = read(&[starts[kind], &bytes].concat());
    }
}
