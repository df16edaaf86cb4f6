//! Least squares with few unknowns.

/// How strongly weights are held near those that were there before: where points are few, or terms say the same as
/// others, they stay.
const HOLD: f64 = 0.03;

/// The weights that bring sums of terms nearest to values, each as far off as a share of its value counts; and not far
/// from weights that were there before. **Shape:** all rows have as many terms as there are weights; a value of 0 has
/// no say.
#[must_use]
pub fn weights(rows: &[Vec<f64>], values: &[f64], before: &[f64]) -> Vec<f64> {
    let terms = before.len();
    let mut matrix = vec![vec![0.0; terms + 1]; terms];
    for (row, value) in rows.iter().zip(values).filter(|(_, value)| **value != 0.0) {
        let now: f64 = row.iter().zip(before).map(|(term, weight)| term * weight).sum();
        for i in 0..terms {
            for j in 0..terms {
                matrix[i][j] += row[i] * row[j] / (value * value);
            }
            matrix[i][terms] += row[i] * (value - now) / (value * value);
        }
    }
    for (i, line) in matrix.iter_mut().enumerate() {
        line[i] = line[i] * (1.0 + HOLD) + 1e-12;
    }
    solve(matrix).iter().zip(before).map(|(change, weight)| weight + change).collect()
}

/// Solves by Gauss and Jordan. **Shape:** as many lines as unknowns, each with its right side at the end.
fn solve(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, pivot.unwrap_or(column));
        let line: Vec<f64> = matrix[column].iter().map(|entry| entry / matrix[column][column]).collect();
        for (row, other) in matrix.iter_mut().enumerate() {
            let factor = if row == column { 0.0 } else { other[column] };
            other.iter_mut().zip(&line).for_each(|(entry, above)| *entry -= factor * above);
        }
        matrix[column] = line;
    }
    matrix.iter().filter_map(|line| line.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(rows: &[Vec<f64>], values: &[f64], weights: &[f64]) -> f64 {
        let sum = |row: &Vec<f64>| row.iter().zip(weights).map(|(term, weight)| term * weight).sum::<f64>();
        rows.iter().zip(values).map(|(row, value)| (sum(row) / value - 1.0).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn what_is_linear_is_found() {
        let rows = vec![vec![1.0, 2.0], vec![1.0, 5.0], vec![1.0, 11.0]];
        let values = [7.0, 13.0, 25.0];
        let mut found = vec![1.0, 1.0];
        for _ in 0..20 {
            found = weights(&rows, &values, &found);
        }
        assert!(off(&rows, &values, &found) < 0.01, "{found:?}");
    }

    #[test]
    fn what_points_do_not_tell_stays() {
        let found = weights(&[vec![1.0, 0.0]], &[10.0], &[4.0, 7.0]);
        assert!((found[0] - 10.0).abs() < 0.2 && (found[1] - 7.0).abs() < 1e-6, "{found:?}");
    }
}
