//! Numbers as they are shown.

use std::time::Duration;

/// A count with its thousands apart.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A rate with three digits and a prefix.
pub(crate) fn rate(per_second: f64) -> String {
    let prefixes = [("G", 1e9), ("M", 1e6), ("k", 1e3)];
    let (prefix, unit) = prefixes.into_iter().find(|&(_, unit)| per_second >= unit).unwrap_or(("", 1.0));
    let value = per_second / unit;
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}{}{prefix}", if prefix.is_empty() { "" } else { " " })
}

/// Milliseconds, to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_legible() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 7.5, 123.4, 45_678.0, 1.5e9].map(rate), ["0.00", "7.50", "123", "45.7 k", "1.50 G"]);
    }
}
