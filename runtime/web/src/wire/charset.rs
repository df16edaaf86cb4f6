//! Bytes to texts and back. Old programs send Latin-1, and want to hear it.

/// How a text came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Charset {
    Utf8,
    Latin1,
}

impl Charset {
    /// Bytes as a text: UTF-8 if they are, else Latin-1, in which all bytes have a meaning.
    pub(crate) fn read(bytes: Vec<u8>) -> (String, Self) {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Self::Utf8),
            Err(error) => (error.as_bytes().iter().map(|&byte| char::from(byte)).collect(), Self::Latin1),
        }
    }

    /// A text as bytes. One that Latin-1 has no characters for stays UTF-8.
    pub(crate) fn write(self, text: &str) -> Vec<u8> {
        let latin: Option<Vec<u8>> = match self {
            Self::Utf8 => None,
            Self::Latin1 => text.chars().map(|c| u8::try_from(c).ok()).collect(),
        };
        latin.unwrap_or_else(|| text.as_bytes().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_back_as_they_came() {
        for bytes in [&b"(move 1)"[..], "(café ≤)".as_bytes(), b"(caf\xe9 1)"] {
            let (text, charset) = Charset::read(bytes.to_vec());
            assert_eq!(charset.write(&text), bytes);
        }
        assert_eq!(Charset::Latin1.write("≤"), "≤".as_bytes());
    }
}
