//! Pearson's chi-square test.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cells with a smaller expected count are taken together.
/// Source: W. G. Cochran, "Some methods for strengthening the common chi-square tests", Biometrics 10 (1954).
const LEAST_EXPECTED: f64 = 5.0;

/// How well counts fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Sum of the squared deviations, each divided by its expected count.
    pub statistic: f64,
    /// Degrees of freedom.
    pub freedom: u64,
    /// Probability of counts that fit as badly or worse.
    pub p: f64,
}

impl Fit {
    fn new(statistic: f64, freedom: u64) -> Self {
        // Without a degree of freedom nothing can deviate, except counts of what can't happen.
        let certain = if statistic > 0.0 { 0.0 } else { 1.0 };
        let p = ChiSquared::new(freedom as f64).map_or(certain, |distribution| distribution.sf(statistic));
        Self { statistic, freedom, p }
    }
}

/// Tests counts against probabilities, one for each cell, that sum to 1.
#[must_use]
pub fn chi_square(observed: &[u64], probabilities: &[f64]) -> Fit {
    let total = observed.iter().sum::<u64>() as f64;
    let (mut statistic, mut cells) = (0.0, 0);
    let mut rest = (0.0, 0.0);
    for (&count, &probability) in observed.iter().zip(probabilities) {
        let (count, expected) = (count as f64, total * probability);
        if probability <= 0.0 && count > 0.0 {
            statistic = f64::INFINITY;
        } else if expected < LEAST_EXPECTED {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            statistic += (count - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rest.1 > 0.0 {
        statistic += (rest.0 - rest.1).powi(2) / rest.1;
        cells += 1;
    }
    Fit::new(statistic, u64::saturating_sub(cells, 1))
}

/// Tests whether rows and columns of a table of counts are independent. **Shape:** rows of equal length.
#[must_use]
pub fn independence(table: &[Vec<u64>]) -> Fit {
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
    let columns = table.first().map_or(0, Vec::len);
    let columns: Vec<f64> = (0..columns).map(|i| table.iter().map(|row| row[i]).sum::<u64>() as f64).collect();
    let total: f64 = rows.iter().sum();
    let mut statistic = 0.0;
    for (row, sum) in table.iter().zip(&rows) {
        for (&count, column) in row.iter().zip(&columns) {
            let expected = sum * column / total;
            if expected > 0.0 {
                statistic += (count as f64 - expected).powi(2) / expected;
            }
        }
    }
    let occupied = |sums: &[f64]| (sums.iter().filter(|&&sum| sum > 0.0).count() as u64).saturating_sub(1);
    Fit::new(statistic, occupied(&rows) * occupied(&columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn the_textbook_example() {
        // 60 throws of a die.
        let fit = chi_square(&[5, 8, 9, 8, 10, 20], &[1.0 / 6.0; 6]);
        assert!(near(fit.statistic, 13.4) && fit.freedom == 5 && near(fit.p, 0.019_905), "{fit:?}");
        let table = [vec![90, 60, 104, 95], vec![30, 50, 51, 20], vec![30, 40, 45, 35]];
        let fit = independence(&table);
        assert!((fit.statistic - 24.5712).abs() < 1e-3 && fit.freedom == 6, "{fit:?}");
    }

    #[test]
    fn rare_cells_are_taken_together() {
        let fit = chi_square(&[50, 42, 4, 4], &[0.5, 0.42, 0.04, 0.04]);
        assert_eq!((fit.freedom, fit.p), (2, 1.0));
    }

    #[test]
    fn what_cannot_happen_does_not_fit() {
        assert_eq!(chi_square(&[9, 1], &[1.0, 0.0]).p, 0.0);
        assert_eq!(chi_square(&[10], &[1.0]).p, 1.0);
        assert_eq!(chi_square(&[], &[]).p, 1.0);
    }
}
