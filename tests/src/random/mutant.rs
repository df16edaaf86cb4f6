//! The games of the folder `games/` with a few literals dropped, swapped, negated, joined or put elsewhere. Not all of them
//! are games any more: that is for the checks to say.

use crate::examples;
use crate::judge::sexp::Sexp;
use proptest::collection::vec;
use proptest::prelude::*;
use std::fs;

/// Games of more bytes take long.
const MAX_BYTES: u64 = 2_300;

/// Texts of mutants in prefix syntax.
pub fn mutants() -> impl Strategy<Value = String> {
    let edits = vec((any::<u16>(), any::<u16>(), any::<u16>(), 0..9_u8), 1..5);
    (prop::sample::select(originals()), edits).prop_map(|(mut rules, edits)| {
        for (rule, first, second, edit) in edits {
            let with_body: Vec<usize> = (0..rules.len()).filter(|&i| body(&rules[i]).is_some()).collect();
            let at = with_body[usize::from(rule) % with_body.len()];
            let donor = with_body[usize::from(second) % with_body.len()];
            let given = body(&rules[donor]).map(|literals| literals[usize::from(first) % literals.len()].clone());
            if let (Sexp::List(rule), Some(given)) = (&mut rules[at], given) {
                change(rule, [first.into(), second.into()], edit, given);
            }
        }
        rules.iter().map(|rule| format!("{rule}\n")).collect()
    })
}

/// The rules of each game that is small enough.
fn originals() -> Vec<Vec<Sexp>> {
    let small = |file: &std::path::PathBuf| {
        let is_prefix = file.extension().is_some_and(|extension| extension == "kif");
        is_prefix && fs::metadata(file).is_ok_and(|data| data.len() <= MAX_BYTES)
    };
    let rules = |file| fs::read_to_string(file).ok().and_then(|text| Sexp::read(&text).ok());
    examples::files().into_iter().filter(small).filter_map(rules).collect()
}

/// The literals of a rule that has some.
fn body(rule: &Sexp) -> Option<&[Sexp]> {
    match rule.parts() {
        ("<=", [_, body @ ..]) if !body.is_empty() => Some(body),
        _ => None,
    }
}

/// Changes a rule: its literals begin behind `<=` and the head.
fn change(rule: &mut Vec<Sexp>, [first, second]: [usize; 2], edit: u8, given: Sexp) {
    let count = rule.len() - 2;
    let [one, other] = [first, second].map(|choice| 2 + choice % count);
    let list =
        |word: &str, parts: Vec<Sexp>| Sexp::List(std::iter::once(Sexp::Word(word.to_owned())).chain(parts).collect());
    match edit {
        0 if count > 1 => drop(rule.remove(one)),
        1 => rule.swap(one, other),
        2 => {
            let literal = rule[one].clone();
            rule[one] = match literal.parts() {
                ("not", [inner]) => inner.clone(),
                _ => list("not", vec![literal]),
            };
        }
        3 | 4 if count > 1 && one != other => {
            let (a, b) = (rule[one].clone(), rule[other].clone());
            // What binds may stand behind what tests.
            rule[one] =
                if edit == 3 { list("or", vec![list("and", vec![a.clone(), b]), a]) } else { list("and", vec![b, a]) };
        }
        5 => rule.insert(one, given),
        6 => {
            let literal = rule.remove(one);
            rule.push(literal);
        }
        7 => {
            let rest = rule.split_off(2);
            rule.push(list("and", rest));
        }
        _ => rule[one] = list("or", vec![rule[one].clone(), list("and", vec![given, rule[one].clone()])]),
    }
}
