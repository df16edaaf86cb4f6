//! Irredundant sums of products between two bounds (Minato 1992; Morreale 1970).

use gdl2hdl_net::table::TruthTable;

/// A product: variables that are true in it, and variables that are false.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cube {
    pub(super) yes: u16,
    pub(super) no: u16,
}

impl Cube {
    pub(crate) fn len(self) -> u32 {
        self.yes.count_ones() + self.no.count_ones()
    }

    /// The literals as `variable * 2 + complement`.
    pub(super) fn literals(self) -> impl Iterator<Item = u16> {
        let mut left = self.yes | self.no;
        std::iter::from_fn(move || {
            let variable = u16::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?;
            left &= left - 1;
            Some(variable << 1 | self.no >> variable & 1)
        })
    }

    pub(super) fn has(self, literal: u16) -> bool {
        (if literal & 1 == 1 { self.no } else { self.yes }) >> (literal >> 1) & 1 == 1
    }

    pub(super) fn without(self, literal: u16) -> Self {
        let bit = !(1 << (literal >> 1));
        if literal & 1 == 1 { Self { no: self.no & bit, ..self } } else { Self { yes: self.yes & bit, ..self } }
    }
}

/// Products whose sum is true wherever `lower` is and false wherever `upper` is; `None` when there are more than `most`.
pub(crate) fn cover<const W: usize>(
    lower: TruthTable<W>,
    upper: TruthTable<W>,
    variables: usize,
    most: usize,
) -> Option<Vec<Cube>> {
    let mut cubes = Vec::new();
    part(lower, upper, variables, most, &mut cubes)?;
    Some(cubes)
}

fn part<const W: usize>(
    lower: TruthTable<W>,
    upper: TruthTable<W>,
    variables: usize,
    most: usize,
    cubes: &mut Vec<Cube>,
) -> Option<TruthTable<W>> {
    if lower == TruthTable::FALSE {
        return Some(TruthTable::FALSE);
    }
    if upper == TruthTable::TRUE {
        if cubes.len() == most {
            return None;
        }
        cubes.push(Cube::default());
        return Some(TruthTable::TRUE);
    }
    let variable = (0..variables).rev().find(|&v| lower.depends_on(v) || upper.depends_on(v))?;
    let [lower0, lower1] = [false, true].map(|value| lower.cofactor(variable, value));
    let [upper0, upper1] = [false, true].map(|value| upper.cofactor(variable, value));
    let start = cubes.len();
    let zero = part(lower0 & !upper1, upper0, variable, most, cubes)?;
    let middle = cubes.len();
    let one = part(lower1 & !upper0, upper1, variable, most, cubes)?;
    let end = cubes.len();
    cubes[start..middle].iter_mut().for_each(|cube| cube.no |= 1 << variable);
    cubes[middle..end].iter_mut().for_each(|cube| cube.yes |= 1 << variable);
    let left = (lower0 & !zero) | (lower1 & !one);
    let both = part(left, upper0 & upper1, variable, most, cubes)?;
    let is_true = TruthTable::variable(variable);
    Some((zero & !is_true) | (one & is_true) | both)
}
