//! Whether a sheet is SDL, told from its atoms.

use crate::syntax::{Atom, Sheet, Symbol, each_atom};

/// Whether a sheet is SDL: more of its sentences name a step than do not. Order of steps alone is no sign, and `init` and
/// `next` are signs of GDL.
///
/// **Cost:** one pass.
#[must_use]
pub fn is_sdl(sheet: &Sheet) -> bool {
    let (mut with, mut without) = (0_usize, 0_usize);
    let mut weigh = |atom: &Atom| {
        let others = match atom.relation {
            Symbol::TERMINAL => 0,
            Symbol::TRUE => 1,
            Symbol::DOES | Symbol::LEGAL | Symbol::GOAL | Symbol::SEES => 2,
            Symbol::INIT | Symbol::NEXT => {
                without += 1;
                return;
            }
            _ => return,
        };
        with += usize::from(atom.args.len() == others + 1);
        without += usize::from(atom.args.len() == others);
    };
    for rule in &sheet.rules {
        weigh(&rule.head);
        each_atom(&rule.body, &mut weigh);
    }
    // Slips such as `legal` with three arguments are made in GDL too; whoever orders steps means them.
    let successor = sheet.symbols.get("successor");
    let orders = sheet.rules.iter().any(|rule| Some(rule.head.relation) == successor && rule.head.args.len() == 2);
    with > without || (orders && with > 0 && 2 * with > without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn the_content_tells() {
        for text in [
            "true(p,1) terminal(N) :- true(p,N)",
            "(role r) (true (cell 1 1 b) 1) (<= (legal r go ?n) (true p ?n))",
            "column(W) :- true(cell(1,W))\ntrue(a,1)\nlegal(x,go,N) :- true(a,N)",
        ] {
            assert!(is_sdl(&parse(text, None).sheet), "{text}");
        }
        for text in [
            "(role r) (init p) (<= terminal (true p))",
            "init(p)\nnext(p) :- true(p)\nlegal(r,a,b) :- true(p)",
            "successor(1,2)\nstep(1)\ninit(step(1))\nnext(step(N)) :- true(step(M)) & successor(M,N)",
            "p :- q",
        ] {
            assert!(!is_sdl(&parse(text, None).sheet), "{text}");
        }
    }
}
