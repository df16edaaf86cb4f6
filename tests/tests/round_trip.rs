//! Printing and reading are inverse, in both syntaxes and from one to the other.

use gdl2hdl_gdl::syntax::{Language, Sheet, decode, detect, is_name, kif, parse, print, same};
use gdl2hdl_tests::{corpus, random};
use proptest::test_runner::TestCaseError;

/// Prints and reads back; what comes back must be the same without a diagnostic.
fn through(sheet: &Sheet, language: Language) -> Result<Sheet, String> {
    let text = print::sheet(sheet, language);
    let parsed = parse(&text, Some(language));
    let complaints: Vec<_> = parsed.diagnostics.iter().filter(|d| d.code != "G008").collect();
    if !complaints.is_empty() {
        return Err(format!("{language} complains: {text}\n{complaints:#?}"));
    }
    if !same(sheet, &parsed.sheet) {
        return Err(format!("{language} differs: {text}\n{}", print::sheet(&parsed.sheet, language)));
    }
    Ok(parsed.sheet)
}

/// Through both syntaxes in turn, twice; the second time the text must not change any more.
fn there_and_back(sheet: &Sheet) -> Result<(), String> {
    for (one, other) in [(Language::Kif, Language::Hrf), (Language::Hrf, Language::Kif)] {
        let once = through(&through(&through(sheet, one)?, other)?, one)?;
        let twice = through(&through(&once, other)?, one)?;
        let (first, second) = (print::sheet(&once, one), print::sheet(&twice, one));
        if first != second {
            return Err(format!("{one} is not stable:\n{first}\n{second}"));
        }
    }
    Ok(())
}

#[test]
fn random_sheets() {
    let result = random::check(&random::sheet::sheets(), |sheet| there_and_back(&sheet).map_err(TestCaseError::fail));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Names that other syntaxes would take for something else.
const MISLEADING: [&str; 32] = [
    "a::b", "::", ":::-", "a%b", "%", "x&y", "&", "~p", "|", "a:-b", "<=>", "==>", "'", "''", "a'b", "\\", "a\\'b",
    "A::B", "a?b", "not", "and", "or", "not(", "_", "_x", "-1", "+", "é", "a.b", "1.", "X", "::%",
];

/// A game in which one name stands wherever a name may stand, another one beside it: what is written in any syntax is
/// read back without a word about the syntax.
#[test]
fn names_mislead_no_reader() {
    let names = MISLEADING.iter().filter(|name| is_name(name));
    for (number, name) in names.clone().enumerate() {
        let other = names.clone().nth((number + 7) % names.clone().count()).unwrap();
        let relation = if matches!(*name, "not" | "and" | "or") { "p" } else { name };
        let text = format!(
            "(role {name}) (init ({name} {other} 1)) ({relation} {other} {name}) (<= (legal {name} ({other} ?x)) (true ({name} {other} ?x)))
            (<= (next ({name} {other} 2)) (does {name} ({other} ?x)) (or ({relation} ?x {name}) (not (or ({relation} {name} ?x) (= {name} ?x)))))
            (<= (goal {name} 100) (and (true ({name} {other} 2)))) (<= (goal {name} 0) (not (true ({name} {other} 2)))) (<= terminal (true ({name} {other} 2)))"
        );
        let sheet = parse(&text, Some(Language::Kif)).sheet;
        assert_eq!(sheet.rules.len(), 8, "{text}");
        for language in Language::WRITTEN {
            let written = print::sheet(&sheet, language);
            let read = parse(&written, None);
            assert!(read.diagnostics.is_empty(), "{written}: {:?}", read.diagnostics);
            assert_eq!(read.language, language, "{written}");
            assert!(same(&sheet, &read.sheet), "{written}");
        }
    }
}

#[test]
fn corpus_games() {
    let games = corpus::gdl_games();
    if games.is_empty() {
        eprintln!("no corpus here: nothing was checked");
    }
    for game in games {
        let (text, _) = decode(game.bytes);
        assert_eq!(detect(&text), Language::Kif, "{}", game.name);
        let parsed = parse(&text, None);
        assert!(parsed.diagnostics.is_empty(), "{}: {:#?}", game.name, parsed.diagnostics);
        there_and_back(&parsed.sheet).unwrap_or_else(|fault| panic!("{}: {fault}", game.name));
        assert_eq!(detect(&print::hrf(&parsed.sheet)), Language::Hrf, "{}", game.name);
        assert_eq!(words(&text), words(&print::kif(&kif::parse(&text).sheet)), "{}", game.name);
    }
}

/// The forms of a text, read without the reader: lower case, no comments, `(p)` as `p`, `(<= p)` as `p`.
fn words(text: &str) -> Vec<String> {
    let code: String = text.lines().map(|line| line.split(';').next().unwrap_or("").to_lowercase() + "\n").collect();
    let spaced = code.replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        let form = match word {
            "(" => {
                open.push(Vec::new());
                continue;
            }
            ")" => match open.pop().unwrap_or_default().as_slice() {
                [only] => only.clone(),
                [arrow, head] if arrow == "<=" => head.clone(),
                items => format!("({})", items.join(" ")),
            },
            word => word.to_owned(),
        };
        open.last_mut().expect("balanced").push(form);
    }
    open.concat()
}
