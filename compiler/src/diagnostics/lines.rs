//! From byte offsets to lines and columns.

/// A place as people count: both numbers begin at 1, columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Character within the line, from 1.
    pub column: usize,
}

/// The lines of a text.
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
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
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
        let end = self.starts.get(index + 1).map_or(self.text.len(), |&next| next - 1);
        let line = &self.text[start..end];
        (start, line.strip_suffix('\r').unwrap_or(line))
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

#[cfg(test)]
mod tests {
    use super::*;

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
