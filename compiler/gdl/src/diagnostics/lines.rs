//! From byte offsets to lines and columns.

/// A place as people count: both numbers begin at 1, columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Character within the line, from 1.
    pub column: usize,
}

/// The lines of a text. A line ends with LF, with CR, or with CR and LF, in one text each where it stands.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    /// Offset of the first byte of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text. **Cost:** one pass.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = (1..=bytes.len()).filter(|&end| ends_line(bytes, end));
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The line, from 0, that holds an offset; offsets beyond the text belong to its last line.
    #[must_use]
    pub fn index(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// A line, from 0, without its end; empty beyond the last one. With it the offset of its first byte.
    #[must_use]
    pub fn line(&self, index: usize) -> (usize, &'t str) {
        let Some(&start) = self.starts.get(index) else { return (self.text.len(), "") };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        let line = &self.text[start..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        (start, line.strip_suffix('\r').unwrap_or(line))
    }

    /// All lines, each with its end.
    pub fn with_ends(&self) -> impl Iterator<Item = &'t str> {
        let ends = self.starts.iter().skip(1).copied().chain([self.text.len()]);
        self.starts.iter().zip(ends).map(|(&start, end)| &self.text[start..end]).filter(|line| !line.is_empty())
    }

    /// Where an offset is. Offsets inside of a character belong to it, those beyond the text to its end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = self.index(offset);
        let column = self.text[self.starts[index]..offset].chars().count() + 1;
        Position { line: index + 1, column }
    }
}

/// Whether a line ends before this byte: behind LF, or behind CR that no LF follows.
fn ends_line(bytes: &[u8], end: usize) -> bool {
    bytes[end - 1] == b'\n' || (bytes[end - 1] == b'\r' && bytes.get(end) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manner_of_line_end_counts_once() {
        let lines = Lines::of("a\rb\r\nc\n\rd\r");
        let texts: Vec<_> = (0..6).map(|index| lines.line(index).1).collect();
        assert_eq!(texts, ["a", "b", "c", "", "d", ""]);
        assert_eq!(lines.with_ends().collect::<Vec<_>>(), ["a\r", "b\r\n", "c\n", "\r", "d\r"]);
        // The CR of a pair belongs to the line that it ends.
        assert_eq!((lines.position(2), lines.position(3), lines.position(4)), (at(2, 1), at(2, 2), at(2, 3)));
        assert_eq!(lines.position(8), at(5, 1));
    }

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    #[test]
    fn lines_and_columns_begin_at_one() {
        let lines = Lines::of("ab\r\nüx\n");
        let at = |offset| (lines.position(offset).line, lines.position(offset).column);
        assert_eq!(
            [at(0), at(1), at(4), at(5), at(6), at(8), at(99)],
            [(1, 1), (1, 2), (2, 1), (2, 1), (2, 2), (3, 1), (3, 1)]
        );
        assert_eq!((lines.line(0), lines.line(1), lines.line(2)), ((0, "ab"), (4, "üx"), (8, "")));
        assert_eq!(lines.line(9), (8, ""));
    }

    #[test]
    fn an_empty_text_has_one_line() {
        assert_eq!(Lines::of("").position(7), Position { line: 1, column: 1 });
    }
}
