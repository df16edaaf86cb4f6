//! Random small programs in SDL: facts, views, moves and ends that ask for up to three steps, with steps as values and
//! fixed steps among them.

use gdl2hdl_gdl::random::SplitMix64;
use std::fmt::Write;

const FRAME: &str = "role(w)\nrole(b)\nd(1)\nd(2)\neven(2)\neven(4)\neven(6)\n\
    step(1)\nstep(2)\nstep(3)\nstep(4)\nstep(5)\nstep(6)\nstep(7)\n\
    successor(1,2)\nsuccessor(2,3)\nsuccessor(3,4)\nsuccessor(4,5)\nsuccessor(5,6)\nsuccessor(6,7)\n\
    true(p(1),1)\ntrue(q,1)\nlegal(R,noop,N) :- role(R) & step(N)\n";

/// Views in order: at the same step each asks for those before it only.
const VIEWS: usize = 4;
/// The steps of a rule, by how far back they are.
const STEPS: [&str; 3] = ["N", "M", "L"];

/// A program.
pub(crate) fn program(random: &mut SplitMix64) -> String {
    let mut text = FRAME.to_owned();
    for _ in 0..3 + random.index(4) {
        rule(&mut text, random, "true(p(X),N)", Head { views: VIEWS, fact: true, ..Head::default() });
    }
    rule(&mut text, random, "true(q,N)", Head { views: VIEWS, fact: true, ..Head::default() });
    for view in 0..VIEWS {
        for _ in 0..1 + random.index(2) {
            let head = Head { views: view, itself: Some(view), moves: random.index(2) == 0, ..Head::default() };
            rule(&mut text, random, &format!("v{view}(X,N)"), head);
        }
    }
    let before = Head { views: VIEWS, ..Head::default() };
    for _ in 0..2 {
        let role = ["w", "b"][random.index(2)];
        rule(&mut text, random, &format!("legal({role},go(X),N)"), before);
    }
    let value = 10 * random.index(11);
    rule(&mut text, random, &format!("goal(w,{value},N)"), before);
    rule(&mut text, random, "goal(b,50,N)", before);
    match random.index(3) {
        0 => _ = writeln!(text, "terminal({})", 1 + random.index(7)),
        1 => rule(&mut text, random, "terminal(N)", before),
        _ => _ = writeln!(text, "terminal(N) :- step(N) & even(N) & ~true(q,N)"),
    }
    text
}

/// What the body of a rule may ask.
#[derive(Clone, Copy, Default)]
struct Head {
    /// Views of the same step below this number.
    views: usize,
    /// This view, at steps before.
    itself: Option<usize>,
    /// Moves of the same step.
    moves: bool,
    /// Nothing of the same step.
    fact: bool,
}

fn rule(text: &mut String, random: &mut SplitMix64, head: &str, may: Head) {
    let mut body = vec!["d(X)".to_owned()];
    let mut deepest = usize::from(may.fact);
    for _ in 0..1 + random.index(3) {
        let back = if may.fact { 1 + random.index(2) } else { random.index(3) };
        deepest = deepest.max(back);
        let sign = if random.index(3) == 0 { "~" } else { "" };
        let step = STEPS[back];
        let views = if back == 0 { may.views } else { VIEWS };
        let literal = match random.index(6) {
            0 => format!("true(q,{step})"),
            1 | 2 if views > 0 => format!("v{}(X,{step})", random.index(views)),
            3 if back > 0 || may.moves => format!("does({},go(X),{step})", ["w", "b"][random.index(2)]),
            4 if back > 0 && may.itself.is_some() => format!("v{}(X,{step})", may.itself.unwrap_or(0)),
            _ => format!("true(p(X),{step})"),
        };
        body.push(format!("{sign}{literal}"));
    }
    match random.index(8) {
        0 => body.push("even(N)".to_owned()),
        1 => body.push(format!("distinct(N,{})", 1 + random.index(7))),
        2 if deepest > 0 => body.push("even(M)".to_owned()),
        3 => body.push("~even(N)".to_owned()),
        _ => {}
    }
    body.push("step(N)".to_owned());
    // A chain of steps, in any order.
    for back in 0..deepest {
        let at = random.index(body.len() + 1);
        body.insert(at, format!("successor({},{})", STEPS[back + 1], STEPS[back]));
    }
    let body = body.join(" & ");
    if random.index(8) == 0 {
        // The same at one step only.
        let fixed = (deepest + 1 + random.index(7 - deepest)).to_string();
        let rule = format!("{head} :- {body}").replace('N', &fixed);
        text.push_str(&rule);
    } else {
        text.push_str(&format!("{head} :- {body}"));
    }
    text.push('\n');
}
