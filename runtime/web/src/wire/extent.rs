//! Where a message ends, by its parentheses.

/// Counts the parentheses of a text that comes in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    depth: usize,
    in_comment: bool,
    any: bool,
}

impl Extent {
    /// Takes the next bytes.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' | b'\r' => self.in_comment = false,
                _ if self.in_comment => {}
                b';' => self.in_comment = true,
                b'(' => self.depth += 1,
                // A closing one too many ends nothing.
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.any |= !self.in_comment && !byte.is_ascii_whitespace();
        }
    }

    /// Whether a list is open: then more has to come.
    pub(crate) fn is_open(self) -> bool {
        self.depth > 0
    }

    /// Whether what came can be a whole message.
    pub(crate) fn is_whole(self) -> bool {
        self.any && !self.is_open()
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;

    #[test]
    fn lists_end_where_they_should() {
        for (text, is_open, is_whole) in [
            ("", false, false),
            (" \r\n", false, false),
            ("; (", false, false),
            ("ready", false, true),
            ("(PLAY m (a", true, false),
            ("(PLAY m (a)) ", false, true),
            ("(a ; )\n b", true, false),
            (") (a)", false, true),
        ] {
            let mut extent = Extent::default();
            text.as_bytes().chunks(2).for_each(|bytes| extent.take(bytes));
            assert_eq!((extent.is_open(), extent.is_whole()), (is_open, is_whole), "{text:?}");
        }
    }
}
