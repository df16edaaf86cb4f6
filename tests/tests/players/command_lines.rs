//! What is said of command lines that ask for the impossible.

use super::Place;

#[test]
fn wrong_players_are_named() {
    let place = Place::new();
    for (line, parts) in [
        ("match GAME --player legal", &["1 player for 2 roles", "`x`, `o`", "--player once for each"][..]),
        ("match GAME --player legal --player legal --player legal", &["3 players for 2 roles", "`x`, `o`"]),
        ("match GAME", &["--player"]),
        ("match GAME --player mind --player legal", &["no player `mind`", "legal, random", "mcts", "http://host:port"]),
        ("match GAME --player random:depth=1 --player legal", &["`random` has no option `depth`", "it has seed"]),
        ("match GAME --player random:seed=x --player legal", &["a whole number from 0 on"]),
        ("match GAME --player https://a --player legal", &["https"]),
        ("match GAME --player legal --player legal --play-clock 0.5", &["--play-clock"]),
        ("match GAME --player legal --player legal -o m --trace m", &["one file", "different names"]),
        ("player --player http://localhost:1", &["no player `http`"]),
        ("player --host nowhere.invalid.", &["nowhere.invalid.", "--host"]),
        ("player --name (x)", &["parentheses"]),
        ("player --lenient", &["`player` reads no game"]),
    ] {
        let ended = place.run("tic_tac_toe", line).expect(1);
        assert!(ended.out.is_empty(), "{line}: {}", ended.out);
        parts.iter().for_each(|part| assert!(ended.err.contains(part), "{line}: {part} in {}", ended.err));
    }
    let ended = place.run("monty_hall", "match GAME --player legal --player legal").expect(1);
    assert!(ended.err.contains("`candidate`; `random` is played by the match"), "{}", ended.err);
    assert!(!place.path("m").exists());
}

#[test]
fn a_log_that_can_not_be_written_is_told_of_before_a_match() {
    let place = Place::new();
    place
        .run("tic_tac_toe", "match GAME --player legal --player legal --log no/such/folder")
        .refused(&["cannot write `no/such/folder`"]);
    place.run("tic_tac_toe", "player --port 0 --log no/such/folder").refused(&["cannot write `no/such/folder`"]);
}
