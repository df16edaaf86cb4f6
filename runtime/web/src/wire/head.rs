//! Where the head of a request or of an answer ends.

/// Looks for the blank line behind a head that comes in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeadEnd {
    /// The line that comes holds something.
    in_line: bool,
    /// A line that holds something came before.
    began: bool,
}

impl HeadEnd {
    /// Takes the next bytes.
    /// **Returns:** how many of them belong to the head, if it ends among them.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<usize> {
        for (i, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' if !self.in_line && self.began => return Some(i + 1),
                b'\n' => {
                    self.began |= self.in_line;
                    self.in_line = false;
                }
                b'\r' => {}
                _ => self.in_line = true,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::HeadEnd;

    #[test]
    fn heads_end_with_a_blank_line() {
        for (text, end) in [
            ("GET / HTTP/1.0\r\n\r\nrest", Some(18)),
            ("GET /\n\nrest", Some(7)),
            ("\r\n\r\nGET /\r\nA: b\r\n\r\n", Some(19)),
            ("GET /\r\nA: b\r\n", None),
            ("\n\n\n", None),
        ] {
            assert_eq!(HeadEnd::default().take(text.as_bytes()), end, "{text:?}");
            let mut head = HeadEnd::default();
            let at = (0..text.len()).find(|&i| head.take(&text.as_bytes()[i..=i]).is_some());
            assert_eq!(at.map(|at| at + 1), end, "{text:?}");
        }
    }
}
