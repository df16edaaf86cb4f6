//! The damages, as changes of texts.

use gdl2hdl_gdl::syntax::{Formula, Language, Rule, Sheet, Symbol, print};

/// Goal values with a zero in front, in prefix syntax.
pub(super) fn zeros(text: &str) -> String {
    let mut pieces = text.split("(goal ");
    let mut damaged = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        damaged += "(goal ";
        match piece.split_once(' ') {
            Some((role, value)) if value.starts_with(|c: char| c.is_ascii_digit()) => {
                damaged += &format!("{role} 0{value}");
            }
            _ => damaged += piece,
        }
    }
    damaged
}

/// All rules in one pair of parentheses.
pub(super) fn wrapped(text: &str) -> String {
    format!("({text})\n")
}

/// The message that a server sends to a player.
pub(super) fn started(text: &str) -> String {
    format!("(START Match.1234 anybody\n({text})\n30 10)\n")
}

pub(super) fn infix(sheet: &Sheet) -> String {
    print::sheet(sheet, Language::Hrf)
}

/// Variables of an infix text as prefix syntax marks them: those whose number, in order of the text, is chosen.
pub(super) fn marked(infix: &str, chosen: impl Fn(usize) -> bool) -> String {
    let (mut damaged, mut number) = (String::new(), 0);
    let words = infix.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'));
    for word in words {
        if word.starts_with(char::is_uppercase) {
            let mark = chosen(number);
            number += 1;
            damaged += &if mark { format!("?{}", word.to_lowercase()) } else { word.to_owned() };
        } else {
            damaged += word;
        }
    }
    damaged
}

/// The same text with the marks and words of prefix syntax; `not` with or without parentheses.
pub(super) fn spelled(infix: &str, parentheses: bool) -> String {
    let text = marked(infix, |_| true).replace(":-", "<=").replace(" &", " and").replace(" |", " or");
    let mut damaged = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('~') {
        damaged += before;
        let end = if after.starts_with('(') { None } else { end_of_atom(after) };
        match end.filter(|_| parentheses) {
            Some(end) => {
                damaged += &format!("not({})", &after[..end]);
                rest = &after[end..];
            }
            None => {
                damaged += "not ";
                rest = after;
            }
        }
    }
    damaged + rest
}

/// Where an atom ends that begins a text.
fn end_of_atom(text: &str) -> Option<usize> {
    let name = text.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    if !text[name..].starts_with('(') {
        return Some(name);
    }
    let mut depth = 0;
    text.char_indices().skip(name).find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at + 1)
    })
}

/// The game with a reserved word in place of the name of one of its own relations, that rules define and ask for.
pub(super) fn own_word(sheet: &Sheet, word: &str) -> Option<String> {
    let reserved = sheet.symbols.get(word)?;
    let arity = match word {
        "terminal" => 0,
        "goal" | "legal" | "input" | "sees" => 2,
        _ => 1,
    };
    let is_own = |rule: &&Rule| !rule.head.relation.is_reserved() && rule.head.args.len() != arity;
    let is_asked = |rule: &&Rule| {
        let key = (rule.head.relation, rule.head.args.len());
        sheet.rules.iter().any(|other| other.head.relation != key.0 && other.body.iter().any(|part| asks(part, key)))
    };
    let own = sheet.rules.iter().filter(is_own).find(is_asked)?.head.relation;
    let mut sheet = sheet.clone();
    for rule in &mut sheet.rules {
        if rule.head.relation == own {
            rule.head.relation = reserved;
        }
        rule.body.iter_mut().for_each(|part| rename(part, own, reserved));
    }
    Some(print::kif(&sheet))
}

fn asks(part: &Formula, key: (Symbol, usize)) -> bool {
    match part {
        Formula::Atom(atom) => (atom.relation, atom.args.len()) == key,
        Formula::Not(inner, _) => asks(inner, key),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter().any(|part| asks(part, key)),
        Formula::Distinct(..) | Formula::Equal(..) => false,
    }
}

fn rename(part: &mut Formula, from: Symbol, to: Symbol) {
    match part {
        Formula::Atom(atom) if atom.relation == from => atom.relation = to,
        Formula::Atom(_) | Formula::Distinct(..) | Formula::Equal(..) => {}
        Formula::Not(inner, _) => rename(inner, from, to),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter_mut().for_each(|part| rename(part, from, to)),
    }
}
