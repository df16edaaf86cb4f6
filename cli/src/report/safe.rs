//! Game text on a terminal: nothing in it may move the cursor, hide or reorder what is shown.

/// Stands for a character that is not shown.
const HIDDEN: char = '\u{fffd}';

/// The text with one visible character for each of its characters.
pub(super) fn visible(text: &str) -> String {
    text.chars().map(shown).collect()
}

fn shown(c: char) -> char {
    match c {
        '\t' | '\u{a0}' => ' ',
        c if c.is_control() || reorders(c) => HIDDEN,
        c => c,
    }
}

/// Characters without a width of their own, and those that change the direction of writing.
fn reorders(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn escapes_and_directions_are_not_shown() {
        assert_eq!(visible("a\x1b[2Jb\u{202e}c\td\re"), "a\u{fffd}[2Jb\u{fffd}c d\u{fffd}e");
    }
}
