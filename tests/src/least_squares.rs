//! Least squares with few unknowns.

/// The weights that bring sums of terms nearest to values, each as far off as a share of its value counts.
/// **Shape:** all rows have as many terms; a value of 0 has no say.
///
/// Terms that say the same as others get small weights: a little is added to the diagonal.
#[must_use]
pub fn weights(rows: &[Vec<f64>], values: &[f64]) -> Vec<f64> {
    let terms = rows.first().map_or(0, Vec::len);
    let mut matrix = vec![vec![0.0; terms + 1]; terms];
    for (row, value) in rows.iter().zip(values).filter(|(_, value)| **value != 0.0) {
        for i in 0..terms {
            for j in 0..terms {
                matrix[i][j] += row[i] * row[j] / (value * value);
            }
            matrix[i][terms] += row[i] / value;
        }
    }
    for (i, line) in matrix.iter_mut().enumerate() {
        line[i] = line[i] * (1.0 + 1e-6) + 1e-12;
    }
    solve(matrix)
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

/// The same without weights below 0: the term with the lowest one is left out until there is none.
#[must_use]
pub fn positive_weights(rows: &[Vec<f64>], values: &[f64]) -> Vec<f64> {
    let terms = rows.first().map_or(0, Vec::len);
    let mut used: Vec<usize> = (0..terms).collect();
    loop {
        let kept: Vec<Vec<f64>> = rows.iter().map(|row| used.iter().map(|&term| row[term]).collect()).collect();
        let found = weights(&kept, values);
        match (0..used.len()).filter(|&i| found[i] < 0.0).min_by(|&a, &b| found[a].total_cmp(&found[b])) {
            Some(worst) => drop(used.remove(worst)),
            None => {
                let weight = |term| used.iter().position(|&used| used == term).map_or(0.0, |i| found[i]);
                return (0..terms).map(weight).collect();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linear_is_found() {
        let rows = vec![vec![1.0, 2.0], vec![1.0, 5.0], vec![1.0, 11.0]];
        let found = weights(&rows, &[7.0, 13.0, 25.0]);
        assert!((found[0] - 3.0).abs() < 1e-3 && (found[1] - 2.0).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn nothing_is_below_zero() {
        let rows = vec![vec![1.0, 2.0], vec![1.0, 5.0], vec![1.0, 11.0]];
        let found = positive_weights(&rows, &[1.0, 4.0, 10.0]);
        assert!(found[0] == 0.0 && found[1] > 0.5, "{found:?}");
    }
}
