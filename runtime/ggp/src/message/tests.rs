//! What managers send, and what they never should.

use super::*;
use crate::sentence::SentenceError;
use proptest::prelude::*;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn turn(id: &str, news: News) -> Turn {
    Turn { id: name(id), news }
}

fn listed(sentences: &[&str]) -> News {
    News::Listed(sentences.iter().map(|&sentence| sentence.to_owned()).collect())
}

fn start(rules: &str) -> Start {
    let seconds = Duration::from_secs;
    let (start_clock, play_clock) = (seconds(30), seconds(10));
    Start { id: name("m"), role: name("X"), rules: rules.into(), start_clock, play_clock, more: Vec::new() }
}

#[test]
fn messages_in_many_spellings_are_read() {
    let numbered =
        News::Numbered { turn: 2, last: Some("(go 1)".into()), percepts: vec!["(at 1)".into(), "ok".into()] };
    let first = News::Numbered { turn: 0, last: None, percepts: vec![] };
    for (text, expected) in [
        ("( INFO )", Message::Info),
        ("(info)", Message::Info),
        ("PING", Message::Info),
        ("(ping)\r\n", Message::Info),
        ("(PLAY m NIL)", Message::Play(turn("m", listed(&[])))),
        ("(PLAY m ())", Message::Play(turn("m", listed(&[])))),
        ("(PLAY m)", Message::Play(turn("m", listed(&[])))),
        ("(play m(noop( MARK 1 1)))", Message::Play(turn("m", listed(&["noop", "(mark 1 1)"])))),
        ("( PLAY m 0 NIL NIL )", Message::Play(turn("m", first))),
        ("( PLAY m 2 (GO 1) ((AT 1) ok) )", Message::Play(turn("m", numbered.clone()))),
        ("( STOP m 2 (go 1) ((at 1) ok) )", Message::Stop(turn("m", numbered))),
        ("; hello\n\u{feff}(STOP M (a b)) and more", Message::Stop(turn("m", listed(&["a", "b"])))),
        ("say (this) ( ABORT m )", Message::Abort { id: name("M") }),
        ("(START m x ((role x)\n(role o)) 30 10)", Message::Start(start("(role x)\n(role o)"))),
        ("(START M x NIL 30.0 10)", Message::Start(start(""))),
        ("(PREVIEW ((role x)) 7)", Message::Preview { rules: "(role x)".into(), clock: Duration::from_secs(7) }),
    ] {
        assert_eq!(read(text), Ok(expected), "{text}");
    }
}

#[test]
fn names_keep_their_spelling_and_more_arguments_are_kept() {
    let Ok(Message::Start(start)) = read("(START Match.7 Robot ((ROLE robot)) 1 2 (GAME x) extra)") else { panic!() };
    assert_eq!((start.id.text(), start.role.text(), start.role.folded()), ("Match.7", "Robot", "robot"));
    assert_eq!(start.more, ["(GAME x)", "extra"]);
}

#[test]
fn what_is_no_message_is_refused() {
    use MessageError::{Argument, Arguments, Parentheses, Sentence, Unknown};
    for (text, expected) in [
        ("", Unknown),
        ("hello", Unknown),
        ("GET / HTTP/1.0", Unknown),
        (") (INFO)", Unknown),
        ("(())", Unknown),
        ("((INFO))", Unknown),
        ("(PLAY m (a", Parentheses),
        ("(PLAY", Parentheses),
        ("(PLAY)", Arguments { kind: "PLAY", got: 0 }),
        ("(PLAY m a b)", Arguments { kind: "PLAY", got: 3 }),
        ("(PLAY m 1 2 3 4)", Arguments { kind: "PLAY", got: 5 }),
        ("(PLAY m x NIL NIL)", Argument { kind: "PLAY", what: "number of a turn" }),
        ("(PLAY m -1 NIL NIL)", Argument { kind: "PLAY", what: "number of a turn" }),
        ("(PLAY m a)", Argument { kind: "PLAY", what: "list" }),
        ("(PLAY (m) NIL)", Argument { kind: "PLAY", what: "match" }),
        ("(STOP m (()))", Sentence { kind: "STOP", source: SentenceError::NoName }),
        ("(STOP m (?x))", Sentence { kind: "STOP", source: SentenceError::Variable }),
        ("(ABORT)", Arguments { kind: "ABORT", got: 0 }),
        ("(START m r ((role r)) 30)", Arguments { kind: "START", got: 4 }),
        ("(START m r rules 30 10)", Argument { kind: "START", what: "list of rules" }),
        ("(START m r ((role r)) soon 10)", Argument { kind: "START", what: "clock in seconds" }),
        ("(START m r ((role r)) 30 99999999999)", Argument { kind: "START", what: "clock in seconds" }),
        ("(START m (r) ((role r)) 30 10)", Argument { kind: "START", what: "role" }),
    ] {
        assert_eq!(read(text), Err(expected), "{text}");
    }
}

#[test]
fn large_and_deep_messages_take_no_stack() {
    let deep = format!("(START m r ({}{}) 1 1)", "(".repeat(2_000_000), ")".repeat(2_000_000));
    assert!(matches!(read(&deep), Ok(Message::Start(_))));
    assert_eq!(read(&"(".repeat(3_000_000)), Err(MessageError::Parentheses));
    assert_eq!(read(&"()".repeat(1_000_000)), Err(MessageError::Unknown));
    let deep = format!("(PLAY m ({}a{}))", "(f ".repeat(1_000_000), ")".repeat(1_000_000));
    let source = SentenceError::TooLarge;
    assert_eq!(read(&deep), Err(MessageError::Sentence { kind: "PLAY", source }));
    assert_eq!(read(&format!("(PLAY {})", "a ".repeat(3_000_000))), Err(MessageError::TooMany { kind: "PLAY" }));
    let many = format!("(PLAY m ({}))", "a ".repeat(3_000_000));
    assert_eq!(read(&many), Err(MessageError::Sentence { kind: "PLAY", source: SentenceError::TooMany }));
    let rules = "(role robot)".repeat(900_000);
    let Ok(Message::Start(start)) = read(&format!("(START m robot ({rules}) 1 1)")) else { panic!() };
    assert_eq!(start.rules.len(), rules.len());
    let long = " ".repeat(MAX_MESSAGE_BYTES + 1);
    assert_eq!(read(&long), Err(MessageError::TooLong(long.len())));
}

#[test]
fn a_comment_at_the_end_of_rules_hides_nothing() {
    let message = Message::Start(start("(role x) ; the only one"));
    assert_eq!(read(&message.to_string()), Ok(message));
}

#[test]
fn texts_are_those_of_the_protocol() {
    let play = |news| Message::Play(turn("m", news)).to_string();
    assert_eq!(play(listed(&[])), "( PLAY m NIL )");
    assert_eq!(play(listed(&["noop", "(mark 1 1)"])), "( PLAY m ( noop (mark 1 1) ) )");
    assert_eq!(play(News::Numbered { turn: 0, last: None, percepts: vec![] }), "( PLAY m 0 NIL NIL )");
    assert_eq!(Message::Start(start("(role x)")).to_string(), "( START m X ( (role x) ) 30 10 )");
    assert_eq!(Message::Info.to_string(), "( INFO )");
    assert_eq!(Message::Abort { id: name("m") }.to_string(), "( ABORT m )");
}

fn sentence() -> impl Strategy<Value = String> {
    let word = "[a-z0-9_+]{1,4}".prop_filter("`nil` alone is no move", |word| word != "nil");
    word.prop_recursive(3, 12, 3, |inner| {
        ("[a-z]{1,3}", prop::collection::vec(inner, 1..3)).prop_map(|(f, args)| format!("({f} {})", args.join(" ")))
    })
}

fn news() -> impl Strategy<Value = News> {
    let sentences = || prop::collection::vec(sentence(), 0..4);
    prop_oneof![
        sentences().prop_map(News::Listed),
        (any::<u64>(), prop::option::of(sentence()), sentences()).prop_map(|(turn, last, percepts)| News::Numbered {
            turn,
            last,
            percepts
        }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(id in "[a-zA-Z0-9._]{1,9}", news in news(), stops in any::<bool>()) {
        let turn = turn(&id, news);
        let message = if stops { Message::Stop(turn) } else { Message::Play(turn) };
        let text = message.to_string();
        prop_assert_eq!(read(&text), Ok(message.clone()));
        prop_assert_eq!(read(&text.to_uppercase()), Ok(message));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn any_pieces_of_messages_are_read_or_refused(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", "START", "play", "stop", "PREVIEW", "abort", "info", "m", "NIL", "3", "(role r)", ";", "\n",
                "?x", " ", "-1", "é", "(noop)", "\u{0}",
            ]),
            0..30,
        ),
    ) {
        let text = pieces.concat();
        if let Ok(message) = read(&text) {
            let again = read(&message.to_string());
            prop_assert_eq!(again, Ok(message), "{}", text);
        }
    }
}
