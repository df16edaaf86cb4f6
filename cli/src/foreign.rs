//! Files that are clearly no game texts: who mixes up the arguments is told so in one line.

use serde_json::Value;

/// What a file is that was named as a game, and what to do about it; `None` when it may be one.
pub(crate) fn told(text: &str) -> Option<&'static str> {
    // Decoding replaced the second byte of the mark of gzip.
    if text.starts_with("\u{1f}\u{fffd}") {
        return Some(
            "it is compressed with gzip: unpack a game first; a trace follows the game, as in `replay GAME TRACE`",
        );
    }
    let line = text.lines().next().unwrap_or_default();
    let words: Vec<&str> = line.split(' ').collect();
    if let ["aig" | "aag", numbers @ ..] = words.as_slice()
        && numbers.len() >= 5
        && numbers.iter().all(|word| word.parse::<u64>().is_ok())
    {
        return Some("it is a net in AIGER: give it with `--net`, after the game it was made of");
    }
    match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(fields)) if fields.contains_key("roles") => {
            Some("it is a recorded trace: a trace follows its game, as in `replay GAME TRACE`")
        }
        Ok(Value::Object(_)) => Some("it is JSON: the rules of a game are a text in GDL, SDL or action rules"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn what_is_no_game_is_named() {
        let trace = r#"{"game":"g","roles":["a"]}"#;
        assert!(told(&format!("{trace}\n{{}}")).unwrap().contains("trace"));
        assert!(told("{\"a\": 1}\n").unwrap().contains("JSON"));
        assert!(told("aag 3 2 0 1 1\n2\n").unwrap().contains("--net"));
        assert!(told("\u{1f}\u{fffd}\u{8}").unwrap().contains("gzip"));
    }

    #[test]
    fn what_may_be_a_game_is_left_to_the_readers() {
        for text in ["", "(role a)", "role(a)", "{", "{(", "aag is a name", "aig(1)\n", "[1]", "; {\"a\":1}"] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
