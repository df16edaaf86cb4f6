//! Games as people really have them: the example games, damaged in the ways that files from the wild are. What is
//! accepted plays as the undamaged game; what is refused has help that, applied, is accepted.

mod forms;

use crate::played::{accepted, agrees, all_agree, engines, interpreter, recorded, refused};
use forms::{infix, marked, own_word, spelled, started, wrapped, zeros};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Lines;
use gdl2hdl_gdl::syntax::{Language, Sheet, Tolerance, parse, print, same};
use gdl2hdl_tests::examples;
use std::fs;

/// Games of all kinds that take little time: one player, turns, simultaneous moves, chance.
const GAMES: [&str; 7] =
    ["tic_tac_toe", "two_button_lights", "buttons_and_lights", "rock_paper_scissors", "nim", "lights_out", "tron"];

fn texts() -> Vec<(&'static str, String)> {
    GAMES.iter().map(|game| (*game, fs::read_to_string(examples::path(game)).unwrap())).collect()
}

/// Every engine of a damaged game plays the trace of the undamaged one.
fn plays(what: &str, damaged: &Checked, trace: &[u8]) {
    all_agree(damaged, trace).unwrap_or_else(|error| panic!("{what}: {error}"));
}

#[test]
fn what_is_accepted_plays_the_same() {
    for (game, text) in texts() {
        let (sheet, before) = accepted(&text);
        let trace = recorded(&sheet, 7, true).unwrap();
        let infix = infix(&sheet);
        let damages = [
            ("G035", zeros(&text)),
            ("G031", wrapped(&text)),
            ("G031", started(&text)),
            ("G033", spelled(&infix, true)),
            ("G033", spelled(&infix, false)),
            ("", text.replace('\n', "\r")),
            ("", text.replace('\n', "\r\n")),
            (
                "",
                text.lines()
                    .zip(["\n", "\r", "\r\n"].iter().cycle())
                    .map(|(line, end)| line.to_owned() + end)
                    .collect(),
            ),
            ("", infix.replace('\n', "\r")),
        ];
        for (code, damaged) in damages {
            let what = format!("{game}, damaged as {code}: {damaged}");
            assert_ne!(damaged, text, "{what}");
            let (read, found) = accepted(&damaged);
            assert_eq!(found.contains(&code), !code.is_empty(), "{found:?} {what}");
            let new = found.iter().find(|new| **new != code && !before.contains(new));
            assert_eq!(new, None, "{what}");
            assert!(same(&sheet, &read), "{what}");
            plays(&what, &read, &trace);
            if !code.is_empty() {
                assert_eq!(refused(&damaged, Tolerance::Strict).code, code, "{what}");
            }
        }
    }
}

/// Relations of a game's own get the names of reserved words.
#[test]
fn own_relations_with_reserved_names_play_the_same() {
    let mut renamed = 0;
    for (game, text) in texts() {
        let (sheet, _) = accepted(&text);
        let trace = recorded(&sheet, 7, true).unwrap();
        for word in ["next", "goal", "init", "terminal", "role", "base", "legal", "input", "sees"] {
            let Some(damaged) = own_word(&sheet, word) else { continue };
            let what = format!("{game}, {word}: {damaged}");
            let (read, found) = accepted(&damaged);
            assert!(found.contains(&"G036"), "{what}");
            assert_eq!(refused(&damaged, Tolerance::Strict).code, "G111", "{what}");
            renamed += 1;
            // Every word once is enough for the slower engines.
            if renamed % 5 == 0 {
                plays(&what, &read, &trace);
            } else {
                let agreed = agrees(&mut interpreter(&read).unwrap(), "interpreter", &trace);
                agreed.unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
    assert!(renamed > 20, "{renamed}");
}

/// Goal values written in several ways in one state are one value; computed ones are read the same.
#[test]
fn goal_values_are_integers() {
    let game = "(role a) (role b) (init (s 0)) (legal a go) (legal b go) (worth 0 050) (worth 1 007) (worth 1 7)
        (<= (next (s 1)) (true (s 0)) (does a go)) (<= (goal a ?v) (true (s ?n)) (worth ?n ?v))
        (<= (goal b 00) (true (s 0))) (<= (goal b 000) (not (true (s 1)))) (<= (goal b 100) (true (s 1)))
        (<= terminal (true (s 1))) (<= terminal (goal b 0100))";
    let (sheet, found) = accepted(game);
    assert_eq!(found.iter().filter(|code| **code == "G035").count(), 3, "{found:?}");
    for (name, mut engine) in engines(&sheet).unwrap() {
        engine.reset().unwrap();
        let goals = [engine.goals(0).unwrap(), engine.goals(1).unwrap()];
        assert_eq!((goals, engine.terminal().unwrap()), ([vec![50], vec![0]], false), "{name}");
        engine.step(&["go".to_owned(), "go".to_owned()]).unwrap();
        let goals = [engine.goals(0).unwrap(), engine.goals(1).unwrap()];
        assert_eq!((goals, engine.terminal().unwrap()), ([vec![7], vec![100]], true), "{name}");
    }
}

#[test]
fn what_is_refused_has_a_cure_that_helps() {
    let mut cured = 0;
    let mut help = |damaged: &str, code: &str, says: &str, text: &str, sheet: &Sheet| {
        let error = refused(damaged, Tolerance::Usual);
        assert_eq!(error.code, code, "{error:?}: {damaged}");
        assert!(error.help.contains(says), "{error:?}");
        assert!(same(sheet, &accepted(text).0), "{text}");
        cured += 1;
    };
    for (_, text) in texts() {
        let (sheet, _) = accepted(&text);
        let infix = infix(&sheet);
        // One variable marked in prefix syntax among others with capitals, or the other way round.
        let all = marked(&infix, |_| true);
        for one in [marked(&infix, |number| number == 0), marked(&infix, |number| number > 0)] {
            if one != infix && one != all {
                help(&one, "G034", "write each variable with `?`", &all, &sheet);
            }
        }
        let twice = started(&text) + &started(&text);
        help(&twice, "G032", "give one of them", &started(&text), &sheet);
        let long = text.replacen("(init (", "(init true (", 1);
        if long != text {
            help(&long, "G111", "one term", &text, &sheet);
        }
        // A parenthesis too many ends the list of all rules too early.
        let whole = wrapped(&text);
        let at = whole.match_indices("\n(").nth(1).unwrap().0;
        let early = format!("{})\n{}", &whole[..at], &whole[at + 1..]);
        help(&early, "G002", "remove it", &wrapped(&text), &sheet);
    }
    assert!(cured > 25, "{cured}");
}

/// A text whose lines end in CR, or in any manner, has its diagnostics on their lines.
#[test]
fn findings_stand_on_their_lines() {
    let lines =
        ["; a comment with (", "(role me)", "(init (n 1))", "(<= (next (n ?y)) (does me inc))", "(legal me inc)"];
    for ends in [["\r"; 5], ["\n"; 5], ["\r\n"; 5], ["\r", "\n", "\r\n", "\r", "\n"]] {
        let text: String = lines.iter().zip(ends).map(|(line, end)| format!("{line}{end}")).collect();
        let found = refused(&text, Tolerance::Usual);
        let at = Lines::of(&text).position(found.labels[0].span.start as usize);
        assert_eq!((found.code, at.line, at.column), ("G101", 4, 14), "{text:?}");
    }
}

/// Action rules have one way to write variables and connectives: the others are named, with what to write.
#[test]
fn action_rules_name_the_marks_of_prefix_syntax() {
    let text = "role(you)\ninit(control(you))\ninit(at(a))\nlegal(go(X)) :- at(X) & ~shut\ngo(X) :: at(X) ==> ~at(X) & at(b)\n\
        goal(you,100) :- at(b)\nterminal :- at(b)\n";
    let sheet = accepted(text).0;
    for (from, to, code, says) in [
        ("legal(go(X)) :- at(X)", "legal(go(?x)) :- at(?x)", "G020", "`X` for `?x`"),
        ("~shut", "not shut", "G018", "`~`"),
        ("~shut", "not(shut)", "G018", "`~`"),
        ("at(X) & ~", "at(X) and ~", "G018", "`&`"),
        ("legal(go(X))", "legal(you,go(X))", "G321", "`legal(action)`"),
    ] {
        let damaged = text.replacen(from, to, 1);
        let error = refused(&damaged, Tolerance::Usual);
        assert!(error.code == code && error.help.contains(says), "{damaged}: {error:?}");
    }
    assert!(same(&sheet, &parse(text, Some(Language::Action)).sheet));
    assert_eq!(parse(&print::hrf(&sheet), None).language, Language::Hrf);
}
