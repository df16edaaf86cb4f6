//! What both readers accept, and that both make the same of it.

use gdl2hdl_gdl::syntax::{Formula, Language, Parsed, Sheet, Term, detect, hrf, kif, parse, print, same};

fn clean(parsed: Parsed) -> Sheet {
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    parsed.sheet
}

/// Both texts mean the same, and each survives printing in both syntaxes.
fn agree(prefix: &str, infix: &str) {
    let (k, h) = (clean(kif::parse(prefix)), clean(hrf::parse(infix)));
    assert!(same(&k, &h), "{prefix}\n{infix}\n{}\n{}", print::kif(&k), print::kif(&h));
    for sheet in [&k, &h] {
        let (as_kif, as_hrf) = (print::kif(sheet), print::hrf(sheet));
        assert!(same(sheet, &clean(kif::parse(&as_kif))), "{as_kif}");
        assert!(same(sheet, &clean(hrf::parse(&as_hrf))), "{as_hrf}");
    }
}

#[test]
fn facts_and_rules() {
    agree("(role x)(role o)", "role(x) role(o)");
    agree("(role x) (succ (s (s 0)) 01)", "role(x).\nsucc(s(s(0)),01).");
    agree(
        "(<= (next (cell ?m ?n x)) (does x (mark ?m ?n)) (true (cell ?m ?n b)))",
        "next(cell(M,N,x)) :- does(x,mark(M,N)) & true(cell(M,N,b))",
    );
    agree("(<= terminal (line ?w)) (<= (terminal) (not open))", "terminal :- line(W)\nterminal() :- -open");
    agree("open", "open");
    agree("(<= (p a))", "p(a)");
}

#[test]
fn arrows_and_connectives() {
    for arrow in ["<=", "⇐", ":-"] {
        agree(&format!("({arrow} p q (not r) (not (s ?x)))"), "p :- q & ~r & ~s(X)");
    }
    for infix in ["p ⇐ q & -r & ¬ s(X)", "p :- q, ~r, ~s(X)", "p:-q∧~r∧~s(X)", "p\n:-\nq\n&\n~\nr\n&~s\n(\nX\n)"]
    {
        agree("(<= p q (not r) (not (s ?x)))", infix);
    }
    agree("(<= p (or (q ?x) (and r (not s)) (or t u)))", "p :- (q(X) | r & ~s | (t | u))");
    agree("(<= p (not (or q r)) (not (and q r)) (not (not q)))", "p :- ~(q ∨ r) & ~(q & r) & ~~q");
    agree("(<= p (and q (and r s)))", "p :- (q & (r & s))");
    agree("(<= p (and q) (or (or r)))", "p :- (q) & ((r))");
    agree("(<= p (and) (or))", "p :- () & (|)");
}

#[test]
fn comparisons() {
    agree("(<= p (distinct ?x (f ?y)) (distinct ?x a))", "p :- distinct(X,f(Y)) & X != a");
    agree("(<= p (distinct ?x ?y) (not (distinct ?x b)))", "p :- X ≠ Y & ~X!=b");
    agree("(<= p (= ?x (f ?y)) (not (= a ?x)))", "p :- X = f(Y) & ~a = X");
    agree("(<= p (distinct a))", "p :- distinct(a)");
}

#[test]
fn equality_is_a_plain_relation_once_a_game_defines_it() {
    let sheet = clean(kif::parse("(= a a) (<= p (not (= a b)))"));
    assert!(matches!(&sheet.rules[1].body[0], Formula::Not(inner, _) if matches!(**inner, Formula::Atom(_))));
    agree("(= a a) (<= p (not (= a b)))", "'='(a,a)\np :- ~'='(a,b)");
}

#[test]
fn comments_and_blanks() {
    agree(
        "; (role y)\n(role\u{a0}x);\r\t\u{c}(\nrole ; o\no)",
        "% role(y)\nrole(x) ; role(y)\n\u{feff}role\u{a0}( % o\no\t)\r\u{c}",
    );
}

#[test]
fn names_fold_to_lower_case() {
    agree("(ROLE X) (<= (Goal x 100) (LINE ?Row))", "role(x) goal(x,100) :- line(Row)");
    let sheet = clean(kif::parse("(<= (p ?X ?x) (q X))"));
    assert_eq!(print::kif(&sheet), "(<= (p ?X ?X) (q X))\n");
    assert_eq!(print::hrf(&sheet), "p(X,X) :- q(x)\n");
}

#[test]
fn infix_variables_keep_their_case() {
    let sheet = clean(hrf::parse("p(Xa,XA,_x,X)"));
    assert_eq!(print::hrf(&sheet), "p(Xa,XA,_x,X)\n");
    assert_eq!(print::kif(&sheet), "(p ?xa ?XA_2 ?_x ?x)\n");
    agree("(p ?xa ?x-a ?_x ?x)", "p(Xa,XA,_x,X)");
}

#[test]
fn a_lone_underscore_is_new_each_time() {
    agree("(<= (p ?a) (q ?b ?c ?a))", "p(A) :- q(_,_,A)");
    let sheet = clean(hrf::parse("p(A) :- q(_,_,A). r(_)"));
    assert_eq!(print::hrf(&sheet), "p(A) :- q(_,_,A)\n\nr(_)\n");
    assert_eq!(print::kif(&sheet), "(<= (p ?a) (q ?_1 ?_2 ?a))\n\n(r ?_1)\n");
}

#[test]
fn odd_names_are_quoted() {
    agree(
        r#"(role +) (role a.b) (role x') (role \) (role ..) (role "q") (role _a) (role *\/') (role é) (role -5)"#,
        r#"role('+') role('a.b') role('x\'') role('\\') role('..') role('"q"') role('_a') role('*\\/\'') role(é) role('-5')"#,
    );
    agree("(p not) (p (and or)) (<= q (p distinct))", "p(not) p(and(or)) q :- p(distinct)");
    agree("(p module)", "'p'('m\\odule')");
}

#[test]
fn spans_are_bytes_of_the_text() {
    let text = "p(é) :-\n  q(X) & ~r(X, f(Y))";
    let sheet = clean(hrf::parse(text));
    let rule = &sheet.rules[0];
    assert_eq!((rule.span.of(text), rule.head.span.of(text)), (text, "p(é)"));
    assert_eq!(rule.body[1].span().of(text), "~r(X, f(Y))");
    let Formula::Not(inner, _) = &rule.body[1] else { panic!("not a negation") };
    let Formula::Atom(atom) = &**inner else { panic!("not an atom") };
    assert_eq!(atom.args.iter().map(|arg| arg.span().of(text)).collect::<Vec<_>>(), ["X", "f(Y)"]);
    assert!(matches!(atom.args[1], Term::Compound(..)));
    let text = "(<= (p é) (or a (b ?x)))";
    let sheet = clean(kif::parse(text));
    assert_eq!(sheet.rules[0].body[0].span().of(text), "(or a (b ?x))");
}

#[test]
fn the_language_is_told_from_the_content() {
    assert_eq!(parse("p(a) :- q", None).language, Language::Hrf);
    assert_eq!(parse("(<= (p a) q)", None).language, Language::Kif);
    assert_eq!(parse("p", Some(Language::Hrf)).language, Language::Hrf);
    let sheet = clean(parse("'+'(a)\nopen :- '+'(a)", None));
    assert_eq!(detect(&print::hrf(&sheet)), Language::Hrf);
    assert_eq!(detect(&print::kif(&sheet)), Language::Kif);
}
