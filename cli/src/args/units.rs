//! Numbers with decimals on the command line, which are exact.

/// `27`, `27.375` → Hz.
pub(super) fn megahertz(text: &str) -> Result<u64, String> {
    let hz = decimal(text, 6).filter(|hz| (1..=1_000_000_000).contains(hz));
    hz.ok_or_else(|| format!("`{text}` is no frequency in MHz, as 48 or 27.375"))
}

/// A share in percent, as parts per million: exact, below 50 %.
pub(super) fn percent(text: &str) -> Result<u32, String> {
    let ppm = decimal(text, 4).and_then(|ppm| u32::try_from(ppm).ok()).filter(|ppm| *ppm < 500_000);
    ppm.ok_or_else(|| format!("`{text}` is no share in percent below 50, as 0 or 2.5"))
}

/// A number with so many decimals at most, in units of the last one.
fn decimal(text: &str, decimals: usize) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > decimals || !digits(whole) || !digits(part) {
        return None;
    }
    format!("{whole}{part:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_exact() {
        assert_eq!(megahertz("48"), Ok(48_000_000));
        assert_eq!(megahertz("27.375"), Ok(27_375_000));
        for wrong in ["", ".", "1.", "-1", "1e3", "0", "1001", "1.2345678", "12 "] {
            let allowed = wrong == "1.";
            assert_eq!(megahertz(wrong).is_ok(), allowed, "{wrong}");
        }
    }

    #[test]
    fn shares_are_exact() {
        assert_eq!([percent("0"), percent("2.5"), percent("0.0001")], [Ok(0), Ok(25_000), Ok(1)]);
        for wrong in ["", "50", "-1", "1e1", "0.00001", "5 %"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
    }
}
