//! Faults of SDL texts: the code, the place, the piece of text it is about, and that there is a cure.

use crate::sdl::{found, read};
use gdl2hdl_gdl::diagnostics::{Lines, Severity};
use gdl2hdl_gdl::remedy::Remedy;

/// Three steps and little else.
const FRAME: &str = "role(r)\nstep(1)\nstep(2)\nstep(3)\nsuccessor(1,2)\nsuccessor(2,3)\ntrue(p,1)\n\
    true(p,N) :- does(r,go,M) & successor(M,N)\nlegal(r,go,N) :- step(N)\ngoal(r,100,N) :- step(N)\nterminal(3)\n";

/// A fault: what is added to the frame, its code, the line and column in what is added, and the text there.
type Fault = (&'static str, &'static str, (usize, usize), &'static str);

const ERRORS: &[Fault] = &[
    ("true(p,2,3)", "G501", (1, 1), "true(p,2,3)"),
    ("v(N) :- true(q,N) &\n  does(go)", "G501", (2, 3), "does(go)"),
    ("terminal(r,1)", "G501", (1, 1), "terminal(r,1)"),
    ("v(N) :- step(N,M) & true(p,N)", "G501", (1, 9), "step(N,M)"),
    ("successor(1)", "G501", (1, 1), "successor(1)"),
    ("init(q)", "G503", (1, 1), "init(q)"),
    ("next(q) :- true(p,N)", "G503", (1, 1), "next(q)"),
    ("legal(r,a,N) :-\n  step(N) & true(p,M)", "G504", (2, 13), "true(p,M)"),
    ("true(q,N) :- true(p,M) & step(M) & step(N)", "G504", (1, 14), "true(p,M)"),
    ("true(q,N) :- true(p,M) & successor(N,M)", "G505", (1, 14), "true(p,M)"),
    ("v(N) :- ~true(p,M) & successor(N,M) & step(N)", "G505", (1, 10), "true(p,M)"),
    ("v(N) :- true(p,M) & successor(M,N) & successor(N,M)", "G507", (1, 38), "successor(N,M)"),
    ("v(N) :- true(p,N) & successor(N,N)", "G507", (1, 21), "successor(N,N)"),
    ("v(1) :- true(p,M) & successor(M,1)", "G507", (1, 1), "v(1)"),
    ("successor(2,1)", "G508", (1, 1), "successor(2,1)"),
    ("successor(4,2)", "G508", (1, 1), "successor(4,2)"),
    ("step(7)", "G508", (1, 1), "step(7)"),
    ("successor(3,4)", "G508", (1, 1), "successor(3,4)"),
    ("true(q,9)", "G509", (1, 8), "9"),
    ("v(N) :- true(p,s(N)) & step(N)", "G509", (1, 16), "s(N)"),
    ("true(q,N) :- true(p,N)", "G510", (1, 14), "true(p,N)"),
    ("legal(r,a,N) :- does(r,go,N)", "G511", (1, 17), "does(r,go,N)"),
    ("does(r,go,N) :- true(p,N)", "G513", (1, 1), "does(r,go,N)"),
    ("v(N) :- sees(r,p,N)", "G513", (1, 9), "sees(r,p,N)"),
    ("happened :- true(p,N)", "G514", (1, 1), "happened"),
    ("true(q)", "G514", (1, 1), "true(q)"),
    ("base(q) :- true(p,N)", "G516", (1, 12), "true(p,N)"),
    ("step(S) :- d(S) & true(p,S)", "G516", (1, 19), "true(p,S)"),
    // What GDL forbids is forbidden here too, and is said of the same places.
    ("v(X,N) :- true(p,N)", "G101", (1, 3), "X"),
    ("v(N) :- true(p,N) & ~v(N)", "G102", (1, 22), "v(N)"),
    ("goal(r,101,N) :- true(p,N)", "G113", (1, 8), "101"),
];

const WARNINGS: &[Fault] = &[
    ("v(W) :- true(W)\nu(N) :- v(p,N)", "G502", (1, 1), "v(W)"),
    ("v(W) :- true(W)\nu(N) :- v(p,N)", "G502", (1, 9), "true(W)"),
    ("v(N) :- ~true(p,N)", "G515", (1, 3), "N"),
    ("m(N) :- does(r,go,N)\nlegal(r,a,N) :- step(N) & m(N)", "G512", (2, 27), "m(N)"),
    ("v(N) :- w(N) & true(p,N)", "G117", (1, 9), "w(N)"),
];

/// The diagnostics of a severity with a code, as line, column and text.
fn places(text: &str, severity: Severity, code: &str) -> Vec<((usize, usize), String)> {
    let lines = Lines::of(text);
    let (_, parsed) = read(text);
    let of_code = found(&parsed).into_iter().filter(|d| d.code == code && d.severity == severity);
    let mut places = Vec::new();
    for diagnostic in of_code {
        assert!(!diagnostic.help.is_empty() && !diagnostic.message.ends_with('.'), "{diagnostic:?}");
        let span = diagnostic.labels[0].span;
        let at = lines.position(span.start as usize);
        places.push(((at.line, at.column), span.of(text).to_owned()));
    }
    places
}

#[test]
fn each_is_told_at_its_place() {
    let before = FRAME.lines().count();
    for (faults, severity) in [(ERRORS, Severity::Error), (WARNINGS, Severity::Warning)] {
        for &(added, code, (line, column), text) in faults {
            let found = places(&format!("{FRAME}{added}\n"), severity, code);
            assert!(found.contains(&((before + line, column), text.to_owned())), "{code} {added}: {found:?}");
        }
    }
}

#[test]
fn the_frame_is_sound() {
    let (_, parsed) = read(FRAME);
    assert!(found(&parsed).is_empty(), "{:?}", found(&parsed));
}

#[test]
fn looking_back_is_bounded_and_the_bound_is_said() {
    let chain: String = (1..20).map(|step| format!("successor({step},{})\n", step + 1)).collect();
    let back: String = (1..10).map(|step| format!(" & successor(S{step},S{})", step - 1)).collect();
    let text = format!("role(r)\n{chain}true(p,1)\nv(S0) :- true(p,S9){back}\n");
    let (_, parsed) = read(&text);
    let error = found(&parsed).into_iter().find(|d| d.code == "G506").unwrap();
    assert!(error.message.contains("9 steps back, the limit is 8"), "{}", error.message);
    assert!(error.remedies.contains(&Remedy::MoreHistory), "{}", error.help);
}

#[test]
fn a_text_without_steps_is_told_so() {
    for text in ["true(p,1)\nlegal(r,a,N) :- true(p,N)", "(true p 1) (<= (legal r a ?n) (true p ?n))"] {
        let (_, parsed) = read(text);
        assert!(found(&parsed).iter().any(|d| d.code == "G508" && d.labels.is_empty()), "{text}");
    }
}
