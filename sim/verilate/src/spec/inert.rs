//! Netlists from outside, before anything runs them.
//!
//! A simulator is a compiler: `$system`, `$c`, files that are opened, imported functions and directives make of Verilog
//! a program that can do whatever its user can. A netlist needs none of these.

use std::iter::Peekable;
use std::str::CharIndices;

use crate::SimError;

/// The only words with a dollar before them: they say how bits are read.
const HARMLESS: [&str; 2] = ["signed", "unsigned"];
/// Words that bring functions of other languages.
const FOREIGN: [&str; 3] = ["import", "export", "extern"];

/// The text without its comments, in which simulators look for commands as well, when it describes hardware and nothing
/// else.
///
/// # Errors
/// [`SimError::Active`], with the line of the first word that may do more.
pub fn inert(text: &str) -> Result<String, SimError> {
    let mut reader = Reader { text, rest: text.char_indices().peekable(), out: String::with_capacity(text.len()) };
    match reader.all() {
        Ok(()) => Ok(reader.out),
        Err(Refused { at, what }) => {
            let line = 1 + text[..at].matches('\n').count();
            Err(SimError::Active { what, line })
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
    out: String,
}

/// Where a text is refused, in bytes, and for what.
struct Refused {
    at: usize,
    what: String,
}

impl<'t> Reader<'t> {
    fn all(&mut self) -> Result<(), Refused> {
        while let Some((at, c)) = self.rest.next() {
            let refuse = |what: &str| Err(Refused { at, what: what.to_owned() });
            match c {
                '/' if self.next_is('/') => self.skip_line(),
                '/' if self.next_is('*') => {
                    if !self.skip_comment() {
                        return refuse("a comment without end");
                    }
                }
                '"' => self.string(at)?,
                '\\' => self.escaped(at)?,
                '`' => return refuse("a directive"),
                '$' => {
                    let word = self.word(at);
                    if !HARMLESS.contains(&&word[1..]) {
                        return Err(Refused { at, what: format!("`{}`", shortened(word)) });
                    }
                    self.out.push_str(word);
                }
                c if c.is_ascii_alphanumeric() || c == '_' => {
                    let word = self.word(at);
                    if FOREIGN.contains(&word) {
                        return Err(Refused { at, what: format!("`{word}`") });
                    }
                    self.out.push_str(word);
                }
                c if c.is_ascii_graphic() || matches!(c, ' ' | '\t' | '\n' | '\r') => self.out.push(c),
                _ => return refuse("a character that is not of Verilog"),
            }
        }
        Ok(())
    }

    fn next_is(&mut self, c: char) -> bool {
        self.rest.peek().is_some_and(|(_, next)| *next == c)
    }

    fn skip_line(&mut self) {
        while self.rest.peek().is_some_and(|(_, c)| *c != '\n') {
            self.rest.next();
        }
    }

    /// Leaves a blank: a comment parts words. Whether it has an end.
    fn skip_comment(&mut self) -> bool {
        self.rest.next();
        self.out.push(' ');
        while let Some((_, c)) = self.rest.next() {
            if c == '*' && self.next_is('/') {
                self.rest.next();
                return true;
            }
        }
        false
    }

    /// The word that begins at `at`, of which the first character was read.
    fn word(&mut self, at: usize) -> &'t str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
        while self.rest.peek().is_some_and(|(_, c)| is_part(*c)) {
            self.rest.next();
        }
        &self.text[at..self.here()]
    }

    fn here(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn string(&mut self, at: usize) -> Result<(), Refused> {
        for (_, c) in self.rest.by_ref() {
            if c == '"' {
                let string = &self.text[at..self.here()];
                // Readers that know no strings see comments in it.
                if string.contains("/*") || string.contains("*/") {
                    break;
                }
                self.out.push_str(string);
                return Ok(());
            }
            if c == '\\' || c == '`' || !(c.is_ascii_graphic() || c == ' ') {
                break;
            }
        }
        Err(Refused { at, what: "a string that is more than letters".to_owned() })
    }

    /// `\any thing ends with a blank`. In what readers of directives may take for something else none of them is let in.
    fn escaped(&mut self, at: usize) -> Result<(), Refused> {
        while self.rest.peek().is_some_and(|(_, c)| !c.is_ascii_whitespace()) {
            self.rest.next();
        }
        let end = self.here();
        let name = &self.text[at..end];
        let is_plain = name.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '`'));
        if !is_plain || name.contains("//") || name.contains("/*") || name.contains("*/") {
            return Err(Refused { at, what: "a name that could be something else".to_owned() });
        }
        self.out.push_str(name);
        Ok(())
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(text: &str) -> (String, usize) {
        match inert(text) {
            Err(SimError::Active { what, line }) => (what, line),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn hardware_passes_without_its_comments() {
        let text = "/* made by\n a tool */ module top(a, \\b[0] ); // $system(\"x\");\n  wire a$b = $signed(a);\n\
                    \\$abc$1$auto\\u_x.y $n (.A(4'h3), .MODE(\"NORMAL 2\"));\nendmodule";
        assert_eq!(refused(text), ("`$n`".to_owned(), 4));
        let text = text.replace("$n", "n");
        let passed = inert(&text).unwrap();
        assert!(passed.starts_with("  module top(a, \\b[0] ); \n") && !passed.contains("system"), "{passed}");
        assert_eq!(inert(&passed).unwrap(), passed);
    }

    #[test]
    fn whatever_could_run_is_refused() {
        for (text, what) in [
            ("initial $system(\"touch x\");", "`$system`"),
            ("initial $c(\"exit(1);\");", "`$c`"),
            ("initial $c32(\"1\");", "`$c32`"),
            ("initial $readmemh(\"/etc/passwd\", m);", "`$readmemh`"),
            ("initial $fopen(\"a\");", "`$fopen`"),
            ("initial $ system(\"x\");", "`$`"),
            ("import \"DPI-C\" function int system(input string s);", "`import`"),
            ("export \"DPI-C\" function f;", "`export`"),
            ("`include \"/etc/passwd\"", "a directive"),
            ("`systemc_header", "a directive"),
            ("/**/`define S $system", "a directive"),
            ("/* no end", "a comment without end"),
            ("\"\\\" $system", "a string that is more than letters"),
            ("\"a\nb\"", "a string that is more than letters"),
            ("\"/*\"", "a string that is more than letters"),
            ("\"*/\"", "a string that is more than letters"),
            ("\\a\"b $x", "a name that could be something else"),
            ("\\a//b \n$x", "a name that could be something else"),
            ("\\a`b ", "a name that could be something else"),
            ("wire \u{e9};", "a character that is not of Verilog"),
            ("wire a\0;", "a character that is not of Verilog"),
        ] {
            assert_eq!(refused(text), (what.to_owned(), 1), "{text}");
        }
        let text = "module m;\n// `$system`\n\n/*verilator public*/ initial\t$system(\"x\");endmodule";
        assert_eq!(refused(text), ("`$system`".to_owned(), 4));
    }

    proptest! {
        /// However words are put together, what passes has no directive and no comment, and passes again as it is: nothing
        /// comes to light when something is taken away.
        #[test]
        fn nothing_slips_through(words in prop::collection::vec(
            prop_oneof!["[$`\"\\\\/*\n ]{1,3}", "[a-z]{1,3}", Just("$system".to_owned()), Just("//".to_owned())], 0..20)
        ) {
            if let Ok(passed) = inert(&words.concat()) {
                prop_assert!(!passed.contains('`') && !passed.contains("/*"), "{passed:?}");
                prop_assert_eq!(inert(&passed).ok(), Some(passed));
            }
        }
    }
}
