//! Tables that read well on a terminal and in a page: Markdown with aligned columns.

/// Formats rows under a header; columns whose cells are all numbers (or empty) are aligned right.
#[must_use]
pub fn markdown(header: &[&str], rows: &[Vec<String>]) -> String {
    let cell = |row: &[String], i: usize| row.get(i).cloned().unwrap_or_default();
    let column = |i: usize| rows.iter().map(move |row| cell(row, i));
    let is_number = |text: &String| text.is_empty() || text == "-" || text.parse::<f64>().is_ok();
    let right: Vec<bool> = (0..header.len()).map(|i| column(i).all(|text| is_number(&text))).collect();
    let width = |i: usize| column(i).map(|text| text.chars().count()).max().unwrap_or(0).max(header[i].len()).max(3);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).zip(&right).map(|((text, &width), &right)| match right {
            true => format!(" {text:>width$} |"),
            false => format!(" {text:<width$} |"),
        });
        format!("|{}\n", padded.collect::<String>())
    };
    let names: Vec<String> = header.iter().map(ToString::to_string).collect();
    let rule = widths.iter().zip(&right).map(|(&width, &right)| match right {
        true => format!(" {}: |", "-".repeat(width - 1)),
        false => format!(" {} |", "-".repeat(width)),
    });
    let mut text = line(&names) + &format!("|{}\n", rule.collect::<String>());
    for row in rows {
        text.push_str(&line(&(0..header.len()).map(|i| cell(row, i)).collect::<Vec<_>>()));
    }
    text
}

/// The lines of a CSV file of `bench/data`, its header first: without the comments above, which begin with `#`.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The middle value; the lower one of two. `None` without values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}

/// A number with three significant digits, or more where they stand before the point; never with an exponent.
#[must_use]
pub fn digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let decimals = (0..6).find(|&decimals| number.abs() * 10_f64.powi(decimals) >= 99.95).unwrap_or(6);
    format!("{number:.0$}", usize::try_from(decimals).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_right() {
        let rows = [vec!["ab".to_owned(), "1.5".to_owned()], vec!["c".to_owned(), "-".to_owned()]];
        let expected = "| game |  ms |\n| ---- | --: |\n| ab   | 1.5 |\n| c    |   - |\n";
        assert_eq!(markdown(&["game", "ms"], &rows), expected);
    }

    #[test]
    fn three_digits() {
        let numbers = [360_359.2, 99.96, 99.94, 1.239, 0.140_04, 0.0, f64::NAN];
        assert_eq!(numbers.map(digits), ["360359", "100", "99.9", "1.24", "0.140", "0", "NaN"]);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.0));
        assert_eq!(median(&[]), None);
    }
}
