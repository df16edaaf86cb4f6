//! What both readers refuse: every code, error recovery, and texts made to do harm.

use gdl2hdl_gdl::diagnostics::{Severity, codes};
use gdl2hdl_gdl::syntax::{
    Language, MAX_NAME_BYTES, MAX_NESTING, ParseOptions, Parsed, decode, hrf, kif, parse, parse_with, print, same,
};
use std::collections::BTreeSet;

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    for diagnostic in &parsed.diagnostics {
        assert!(!diagnostic.help.is_empty() && !diagnostic.message.is_empty());
    }
    parsed.diagnostics.iter().map(|d| d.code).collect()
}

/// Faulty texts in prefix syntax, and the codes they give, in order.
const PREFIX: &[(&str, &[&str])] = &[
    ("", &["G008"]),
    ("; only a comment", &["G008"]),
    ("(role x", &["G001"]),
    ("(<= (p ?x) (q (r ?x)", &["G001"]),
    ("(role x))", &["G002"]),
    (")", &["G002"]),
    ("(role \u{1}x)", &["G003"]),
    ("(role caf\u{fffd})", &["G004"]),
    ("(<=)", &["G010"]),
    ("(<= (not p) q)", &["G011"]),
    ("(and p q)", &["G011"]),
    ("(<= (or p q) r)", &["G011"]),
    ("(q a) ((p) a)", &["G012"]),
    ("((p) (q a)", &["G031", "G001"]),
    ("((p) (q a)) r)", &["G031", "G002"]),
    ("(start m r ((p)) 1 1) (start m r ((p)) 1 1)", &["G031", "G032"]),
    ("(p ((f) a))", &["G012"]),
    ("()", &["G013"]),
    ("(<= p ())", &["G013"]),
    ("(?x a)", &["G014"]),
    ("?x", &["G014"]),
    ("(<= p ?x)", &["G014"]),
    ("(p (?f a))", &["G014"]),
    ("(p (<= a b))", &["G015"]),
    ("(p <=)", &["G015"]),
    ("(p ?)", &["G016"]),
    ("(<= p (not))", &["G017"]),
    ("(<= p not)", &["G017"]),
    ("(<= p (not q r))", &["G017"]),
    ("<=", &["G015"]),
];

/// The same for infix syntax.
const INFIX: &[(&str, &[&str])] = &[
    ("", &["G008"]),
    ("% only a comment", &["G008"]),
    ("p(a", &["G001"]),
    ("p :- (q | r", &["G001"]),
    ("p(a b)", &["G001"]),
    ("p :- q(a & b)", &["G001"]),
    ("p(a))", &["G002"]),
    (") p", &["G002"]),
    ("p(\u{1})", &["G003"]),
    ("p(caf\u{fffd})", &["G004"]),
    (":- p", &["G010"]),
    ("~p :- q", &["G011"]),
    ("p = q", &["G011"]),
    ("(role x)", &["G012"]),
    ("X :- p", &["G014"]),
    ("_ :- p", &["G014"]),
    ("p :- X", &["G014"]),
    ("p :- q(X(a))", &["G014"]),
    ("p :- q :- r", &["G015"]),
    ("p :- and(q,r)", &["G018"]),
    ("p :- not", &["G018"]),
    ("p :- not() & q", &["G033", "G017"]),
    ("p :- not q and r", &["G033"]),
    ("p(?)", &["G016"]),
    ("p(?x) <= q(?x, X)", &["G033", "G033", "G034"]),
    ("p(X) <= q(?x, X)", &["G034", "G033", "G033"]),
    ("or(a,b)", &["G018"]),
    ("p :- q @ r", &["G020"]),
    ("p(\"a\")", &["G020"]),
    ("p('a)\nq(b)", &["G021"]),
    ("p('a\\')", &["G021"]),
    ("p('a b')", &["G022"]),
    ("p('')", &["G022"]),
    ("p('(')", &["G022"]),
    ("p(';')", &["G022"]),
    ("p('?x')", &["G022"]),
    ("p('<=')", &["G022"]),
    ("p(rowIndex) q(rowindex) r(rowINDEX,rowindex)", &["G023", "G023"]),
    ("p('X') q(x)", &["G023"]),
    ("p :- tRue(X)", &["G023"]),
    ("p :-", &["G024"]),
    ("p :- q &", &["G024"]),
    ("p :- & q", &["G024"]),
    ("p(a,)", &["G024"]),
    ("p(,a)", &["G024"]),
    ("p :- ~", &["G024"]),
    ("p :- X = ", &["G024"]),
    ("p..", &["G024"]),
    ("p :- true(~q)", &["G024"]),
    ("p & q", &["G025"]),
    ("p :- q ~r", &["G025"]),
    ("p :- q X = a", &["G025"]),
    ("p(a) (b)", &["G025"]),
    ("p :- a = b = c", &["G024"]),
    ("p :- q | r | s", &["G026"]),
    ("p :- (q & )", &["G024"]),
    ("p :- q r", &["G030"]),
    ("p :-\n  q\n  r", &["G030"]),
];

#[test]
fn faulty_prefix_texts() {
    for (text, expected) in PREFIX {
        assert_eq!(codes(&kif::parse(text)), *expected, "{text}");
    }
}

#[test]
fn faulty_infix_texts() {
    for (text, expected) in INFIX {
        assert_eq!(codes(&hrf::parse(text)), *expected, "{text}");
    }
}

#[test]
fn every_code_is_listed_and_met() {
    // These have tests of their own, below or beside what finds them in the rules that were read.
    let elsewhere = ["G005", "G006", "G007", "G009", "G035", "G036"];
    let met: BTreeSet<&str> =
        PREFIX.iter().chain(INFIX).flat_map(|(_, codes)| *codes).chain(&elsewhere).copied().collect();
    assert!(codes::READERS.iter().map(|entry| entry.code).eq(met));
}

#[test]
fn a_missing_parenthesis_hides_nothing_after_it() {
    let text = "(role x\n(role y)\n(<= (p ?x) (q ?x)\n(<= () r)\n  (<= (s (t) (not))\n(<= u (v))\n";
    let parsed = kif::parse(text);
    assert_eq!(codes(&parsed), ["G001", "G001", "G013", "G001"]);
    assert_eq!(print::kif(&parsed.sheet), "(role y)\n\n(<= u v)\n");
    let parsed = kif::parse("(role x)\n(role y\n(<= p q)\n(r");
    assert_eq!(codes(&parsed), ["G001", "G001"]);
    assert_eq!(parsed.sheet.rules.len(), 2);
}

#[test]
fn every_faulty_infix_rule_is_reported() {
    let text = "p(a :- q\nr(X) :-\n  s(X) $\n  t &\n  u\nv :- & w\nx :- y.\nz(,) . a :- b | c\nd :- e\n";
    let parsed = hrf::parse(text);
    assert_eq!(codes(&parsed), ["G001", "G020", "G024", "G024", "G026"]);
    assert_eq!(print::hrf(&parsed.sheet), "x :- y\n\nd :- e\n");
    let parsed = hrf::parse("p :- q &\nr :- s\nt(X) :- u(X)\n");
    assert_eq!(codes(&parsed), ["G015"]);
    assert_eq!(parsed.sheet.rules.len(), 1);
}

#[test]
fn two_spellings_are_both_named_and_placed() {
    let text = "p(rowIndex)\nq(rowindex)\n";
    let parsed = hrf::parse(text);
    let diagnostic = &parsed.diagnostics[0];
    assert_eq!(diagnostic.severity, Severity::Error);
    assert_eq!(diagnostic.message, "`rowIndex` and `rowindex` differ only in case");
    let places: Vec<_> = diagnostic.labels.iter().map(|label| label.span.of(text)).collect();
    assert_eq!(places, ["rowindex", "rowIndex"]);
}

#[test]
fn limits_of_size() {
    let text = "(role x) (role y)";
    let limited = |max_bytes, max_words| {
        let options = ParseOptions { max_bytes, max_words, ..ParseOptions::default() };
        codes(&parse_with(text, &options)).join(" ")
    };
    assert_eq!(limited(text.len(), 4), "");
    assert_eq!(limited(text.len() - 1, 4), "G007");
    assert_eq!(limited(text.len(), 3), "G007");
    let options = ParseOptions { language: Some(Language::Hrf), max_words: 3, ..ParseOptions::default() };
    assert_eq!(codes(&parse_with("role(x) role('y') :- ~", &options)), ["G007"]);
}

#[test]
fn long_names() {
    let longest = "a".repeat(MAX_NAME_BYTES);
    assert!(codes(&kif::parse(&format!("(p {longest})"))).is_empty());
    for name in [format!("{longest}b"), "a".repeat(100_000)] {
        assert_eq!(codes(&kif::parse(&format!("(p {name} ?{name})"))), ["G009", "G009"]);
        assert_eq!(codes(&hrf::parse(&format!("p({name},'{name}+',A{name})"))), ["G009", "G009", "G009"]);
    }
    let sheet = kif::parse(&format!("(p ?{0} ?{0}- ?{0}+)", &longest[1..MAX_NAME_BYTES - 1])).sheet;
    assert!(same(&sheet, &hrf::parse(&print::hrf(&sheet)).sheet));
}

/// Forms nested `n` deep, in both syntaxes.
fn nested(n: usize) -> Vec<(Language, String)> {
    let repeat = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
    vec![
        (Language::Kif, repeat("(f ", "a", ")")),
        (Language::Kif, format!("(<= p {})", repeat("(not ", "q", ")"))),
        (Language::Kif, format!("(<= p {})", repeat("(or q ", "q", ")"))),
        (Language::Hrf, repeat("f(", "a", ")")),
        (Language::Hrf, format!("p :- {}", repeat("~", "q", ""))),
        (Language::Hrf, format!("p :- {}", repeat("(q | ", "q", ")"))),
    ]
}

#[test]
fn nesting_is_bounded_and_the_bound_is_the_same_everywhere() {
    for (language, text) in nested(MAX_NESTING) {
        let parsed = parse(&text, Some(language));
        assert!(codes(&parsed).is_empty(), "{language}");
        for to in Language::WRITTEN {
            let again = parse(&print::sheet(&parsed.sheet, to), Some(to));
            assert!(codes(&again).is_empty() && same(&parsed.sheet, &again.sheet), "{language} {to}");
        }
    }
    for n in [MAX_NESTING + 1, 1_000_000] {
        for (language, text) in nested(n) {
            assert_eq!(codes(&parse(&text, Some(language))), ["G005"], "{language} {n}");
        }
    }
    // Conjunctions inside disjunctions nest without parentheses.
    let n = MAX_NESTING / 2 + 1;
    let text = format!("p :- {}q{}", "(q | q & ".repeat(n), ")".repeat(n));
    assert_eq!(codes(&hrf::parse(&text)), ["G005"]);
}

#[test]
fn a_million_of_the_same() {
    const SIGNS: [&str; 24] = [
        "(", ")", "a", "a ", "?", "?x ", "'", "''", "'a'", "~", "&", "|", ":-", "<=", ".", ",", "=", "a(", "(a", "a:-",
        "\u{fffd}", "\0", "X=", "(<=\n",
    ];
    for sign in SIGNS {
        let text = sign.repeat(1_000_000);
        for language in Language::ALL {
            let parsed = parse(&text, Some(language));
            assert!(parsed.diagnostics.len() <= 201, "{sign} {language}");
        }
    }
}

#[test]
fn more_errors_than_anybody_reads() {
    for (language, text) in [(Language::Kif, "() ".repeat(10_000)), (Language::Hrf, "p( .\n".repeat(10_000))] {
        let parsed = parse(&text, Some(language));
        assert_eq!(parsed.diagnostics.len(), 101);
        assert_eq!(parsed.diagnostics[100].code, "G006");
    }
}

#[test]
fn binary_files() {
    // A multiplicative generator: every byte value, no pattern.
    let mut state = 1_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    })
    .take(200_000)
    .collect();
    let (text, replaced) = decode(bytes);
    assert!(replaced > 10_000);
    for language in [None, Some(Language::Kif), Some(Language::Hrf)] {
        let parsed = parse(&text, language);
        assert!(parsed.diagnostics.iter().any(|d| d.severity == Severity::Error));
    }
}
