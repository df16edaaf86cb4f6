//! A game as a program for gringo: `true` and `does` become choices, so that grounding it finds all rules that can ever
//! matter. Names become numbers; nobody reads the text.

use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Term};
use std::fmt::Write;

/// What may hold follows from what holds at the start, comes next, and is legal.
const CHOICES: &str = "{t(F)} :- i(F).\n{t(F)} :- n(F).\n{d(R,M)} :- l(R,M).\n";

/// The text of the program; `None` when a body has more alternatives than anybody writes.
pub(super) fn gringo(sheet: &Sheet) -> Option<String> {
    let mut text = CHOICES.to_owned();
    for rule in &sheet.rules {
        self::rule(rule, &mut text)?;
    }
    Some(text)
}

fn rule(rule: &Rule, out: &mut String) -> Option<()> {
    for body in all_of(&rule.body, true)? {
        out.push_str(&atom(&rule.head));
        for (number, literal) in body.iter().enumerate() {
            // Writing to a string can't fail.
            let _ = write!(out, "{}{literal}", if number == 0 { " :- " } else { ", " });
        }
        out.push_str(".\n");
    }
    Some(())
}

/// Most alternatives of a body.
const MAX: usize = 4096;

/// The conjunctions a formula stands for, or its negation.
fn alternatives(formula: &Formula, positive: bool) -> Option<Vec<Vec<String>>> {
    let one = |text: String| Some(vec![vec![text]]);
    let pair = |a: &Term, sign: &str, b: &Term| one(format!("{}{sign}{}", term(a), term(b)));
    match formula {
        Formula::Atom(inner) => one(if positive { atom(inner) } else { format!("not {}", atom(inner)) }),
        Formula::Distinct(a, b, _) => pair(a, if positive { "!=" } else { "=" }, b),
        Formula::Equal(a, b, _) => pair(a, if positive { "=" } else { "!=" }, b),
        Formula::Not(inner, _) => alternatives(inner, !positive),
        Formula::And(parts, _) if positive => all_of(parts, true),
        Formula::Or(parts, _) if !positive => all_of(parts, false),
        Formula::And(parts, _) | Formula::Or(parts, _) => {
            let each: Option<Vec<_>> = parts.iter().map(|part| alternatives(part, positive)).collect();
            each.map(|each| each.concat())
        }
    }
}

fn all_of(parts: &[Formula], positive: bool) -> Option<Vec<Vec<String>>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        let choices = alternatives(part, positive)?;
        if all.len() * choices.len() > MAX {
            return None;
        }
        all = all.iter().flat_map(|left| choices.iter().map(move |right| [&left[..], &right[..]].concat())).collect();
    }
    Some(all)
}

fn atom(atom: &Atom) -> String {
    let name = match (atom.relation, atom.args.len()) {
        (Symbol::TRUE, 1) => "t".to_owned(),
        (Symbol::INIT, 1) => "i".to_owned(),
        (Symbol::NEXT, 1) => "n".to_owned(),
        (Symbol::DOES, 2) => "d".to_owned(),
        (Symbol::LEGAL, 2) => "l".to_owned(),
        (other, _) => format!("r{}", other.index()),
    };
    applied(&name, &atom.args)
}

fn term(term: &Term) -> String {
    match term {
        Term::Variable(name, _) => format!("V{}", name.index()),
        Term::Constant(name, _) => format!("c{}", name.index()),
        Term::Compound(name, args, _) => applied(&format!("f{}", name.index()), args),
    }
}

fn applied(name: &str, args: &[Term]) -> String {
    if args.is_empty() {
        return name.to_owned();
    }
    let args: Vec<String> = args.iter().map(term).collect();
    format!("{name}({})", args.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::syntax::kif;

    #[test]
    fn alternatives_become_rules() {
        let text = "(<= (next (f ?x)) (or (true (f ?x)) (does r ?x)) (not (or (true b) (distinct ?x a))))";
        let program = gringo(&kif::parse(text).sheet).unwrap_or_default();
        let rules: Vec<&str> = program.lines().skip(3).collect();
        assert_eq!(rules.len(), 2, "{program}");
        assert!(rules.iter().all(|rule| rule.contains("not t(") && rule.contains('=') && !rule.contains("!=")));
    }
}
