//! Traces of action rules: one list of moves for the role in control, sentences in infix form.
//!
//! They are read as traces of the game that action rules become: every other role has just `noop`.

use super::TraceErrorKind;
use std::collections::BTreeMap;

/// What a role does that is not in control.
const NOOP: &str = "noop";
/// Deepest term that is read.
const MAX_DEPTH: usize = 200;

/// A sentence in infix form as canonical prefix text: `cell(1,2,b)` becomes `(cell 1 2 b)`.
pub(super) fn prefix(sentence: &str) -> Result<String, TraceErrorKind> {
    let fault = || TraceErrorKind::Sentence(sentence.to_owned());
    let mut text = String::with_capacity(sentence.len() + 2);
    let mut depth = 0_usize;
    let mut rest = sentence;
    loop {
        let end = rest.find(['(', ')', ',']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(fault());
        }
        let mut signs = after.chars();
        let mut sign = signs.next();
        if sign == Some('(') {
            text.push('(');
            depth += 1;
        }
        text.push_str(&name.to_lowercase());
        while sign == Some(')') {
            text.push(')');
            depth = depth.checked_sub(1).ok_or_else(fault)?;
            sign = signs.next();
        }
        match sign {
            None if depth == 0 => return Ok(text),
            Some('(' | ',') if depth > 0 && depth <= MAX_DEPTH => text.push(' '),
            _ => return Err(fault()),
        }
        rest = signs.as_str();
    }
}

/// All of them, sorted as prefix texts are.
pub(super) fn prefixes(sentences: Vec<String>) -> Result<Vec<String>, TraceErrorKind> {
    let mut texts = sentences.iter().map(|sentence| prefix(sentence)).collect::<Result<Vec<_>, _>>()?;
    texts.sort_unstable();
    Ok(texts)
}

/// The same for each role: the one in control has its own, the others `other`.
fn by_role<T: Clone>(own: T, other: &T, control: Option<&str>, roles: &[String]) -> BTreeMap<String, T> {
    let mut own = Some(own);
    roles
        .iter()
        .map(|role| {
            let mine = if Some(role.as_str()) == control { own.take() } else { None };
            (role.clone(), mine.unwrap_or_else(|| other.clone()))
        })
        .collect()
}

/// The moves of each role.
pub(super) fn legal(
    moves: Vec<String>,
    control: Option<&str>,
    roles: &[String],
) -> Result<BTreeMap<String, Vec<String>>, TraceErrorKind> {
    Ok(by_role(prefixes(moves)?, &vec![NOOP.to_owned()], control, roles))
}

/// The joint move.
pub(super) fn joint(
    action: &str,
    control: Option<&str>,
    roles: &[String],
) -> Result<BTreeMap<String, String>, TraceErrorKind> {
    Ok(by_role(prefix(action)?, &NOOP.to_owned(), control, roles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_become_prefix_texts() {
        let cases = [
            ("done", "done"),
            ("cell(1,2,b)", "(cell 1 2 b)"),
            ("location(cell(A,8),piece(black,rook,1))", "(location (cell a 8) (piece black rook 1))"),
            ("f(g(h(x)))", "(f (g (h x)))"),
        ];
        for (infix, expected) in cases {
            assert_eq!(prefix(infix).unwrap(), expected);
        }
        for bad in ["", "f(", "f(x", "f(x))", "f(x)y", "f,x", "(x)", "f(,x)", "a b"] {
            assert!(prefix(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_role_in_control_has_a_choice() {
        let roles = ["red".to_owned(), "blue".to_owned()];
        let moves = legal(vec!["go(2)".to_owned(), "go(1)".to_owned()], Some("blue"), &roles).unwrap();
        assert_eq!(moves["red"], ["noop"]);
        assert_eq!(moves["blue"], ["(go 1)", "(go 2)"]);
        assert_eq!(joint("go(1)", None, &roles).unwrap()["red"], "noop");
    }
}
