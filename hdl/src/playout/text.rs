//! Pieces of Verilog text.

use std::fmt::Write;

/// Text that grows line by line.
#[derive(Default)]
pub(crate) struct Text(String);

impl Text {
    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        // Writing to a string can't fail.
        let _ok = writeln!(self.0, "{}", line.as_ref());
    }

    /// Adds lines, written as one text with line ends inside.
    pub(crate) fn lines(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.line(line));
    }

    /// Adds a list in parentheses, an entry a line, and `;`.
    pub(crate) fn list(&mut self, head: &str, entries: &[String]) {
        self.line(format!("{head} ("));
        for (i, entry) in entries.iter().enumerate() {
            let comma = if i + 1 < entries.len() { "," } else { "" };
            // A comment stays behind the comma.
            match entry.split_once("  //") {
                Some((port, comment)) => self.line(format!("    {port}{comma}  //{comment}")),
                None => self.line(format!("    {entry}{comma}")),
            }
        }
        self.line(");");
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// The width of what is no vector. A vector of one bit is another thing: its bit has a number.
pub(crate) const BIT: usize = 0;

/// The range of a vector of so many bits, followed by a blank; nothing for a [`BIT`].
pub(crate) fn range(bits: usize) -> String {
    if bits == BIT { String::new() } else { format!("[{}:0] ", bits - 1) }
}

/// A port of a module.
pub(crate) fn port(kind: &str, bits: usize, name: &str) -> String {
    format!("{kind} {}{name}", range(bits))
}

/// A connection of an instance.
pub(crate) fn pin(port: &str, signal: &str) -> String {
    format!(".{port}({signal})")
}
