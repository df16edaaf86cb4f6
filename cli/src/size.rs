//! Sizes and times as people write them.

use std::time::Duration;

/// Reads bytes: a number with an optional `k`, `M`, `G` (powers of 1024), also written `KiB` or `kB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_lowercase().trim_end_matches(['b', 'i']) {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        other => return Err(format!("unknown unit `{other}`; write for example 512M or 4G")),
    };
    let number: f64 = digits.parse().map_err(|_| "not a size; write for example 512M or 4G".to_owned())?;
    let bytes = number * unit as f64;
    if !(1.0..1e18).contains(&bytes) {
        return Err("out of range".to_owned());
    }
    // In range and positive by the check above.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Ok(bytes as u64)
}

/// Reads seconds, with fractions.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.trim_end_matches('s').parse().map_err(|_| "not a number of seconds".to_owned())?;
    if !(0.0..=1e9).contains(&number) {
        return Err("out of range".to_owned());
    }
    Ok(Duration::from_secs_f64(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let good = [("7", 7), ("512M", 512 << 20), ("4G", 4 << 30), ("1.5k", 1536), ("2KiB", 2048), ("1b", 1)];
        for (text, expected) in good {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "-1", "0", "nan", "inf", "1X", "1e30", "½G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(seconds("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for text in ["", "-1", "nan", "inf", "1e99", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
