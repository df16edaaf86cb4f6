//! Messages in the address of a GET.

/// A URL-encoded text as bytes: `+` is a blank. What is no code stays as it is.
pub(crate) fn decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'%').then(|| code(bytes.get(at + 1..at + 3)?)).flatten();
        out.push(match (code, byte) {
            (Some(code), _) => code,
            (None, b'+') => b' ',
            (None, byte) => byte,
        });
        at += if code.is_some() { 3 } else { 1 };
    }
    out
}

fn code(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match digits {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decoded;
    use proptest::prelude::*;

    #[test]
    fn codes_are_read() {
        for (text, expected) in [
            ("%28%20INFO+%29", "( INFO )"),
            ("%2b%C3%A9", "+é"),
            ("100%", "100%"),
            ("%2", "%2"),
            ("%zz%+1", "%zz% 1"),
            ("?x=1", "?x=1"),
        ] {
            assert_eq!(decoded(text), expected.as_bytes(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_decoded(text in any::<String>()) {
            let all: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
            prop_assert_eq!(decoded(&all), text.as_bytes());
            decoded(&text);
        }
    }
}
