//! Text from outside for a terminal: nothing in it may move the cursor, hide or reorder what is shown.

use std::path::Path;

/// Stands for a character that is not shown.
const HIDDEN: char = '\u{fffd}';

/// The text with one visible character for each of its characters.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars().map(character).collect()
}

/// The same for a text of several lines.
#[must_use]
pub fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// A path for people, on one line.
#[must_use]
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

fn character(c: char) -> char {
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
    use super::*;

    #[test]
    fn escapes_and_directions_are_not_shown() {
        assert_eq!(visible("a\x1b[2Jb\u{202e}c\td\re"), "a\u{fffd}[2Jb\u{fffd}c d\u{fffd}e");
        assert_eq!(visible_lines("a\n\x1bb\r\n"), "a\n\u{fffd}b\u{fffd}\n");
        assert_eq!(shown(Path::new("a\nerror: b")), "a\u{fffd}error: b");
    }
}
