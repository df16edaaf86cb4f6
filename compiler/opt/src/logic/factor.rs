//! Sums of products as gates: literals and cubes that products have in common are taken out (literal factoring, Brayton
//! 1987).

use super::cover::Cube;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::Lit;

/// A factored form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A leaf, as `number * 2 + complement`.
    Leaf(u16),
    /// All of these; true without any.
    All(Vec<Form>),
    /// One of these at least.
    Some(Vec<Form>),
}

impl Form {
    /// The form of a sum of products.
    pub(crate) fn of(cubes: &[Cube]) -> Self {
        if cubes.iter().any(|cube| cube.len() == 0) {
            return Self::All(Vec::new());
        }
        let Some(literal) = most_common(cubes) else {
            return Self::Some(cubes.iter().map(|cube| Self::All(cube.literals().map(Self::Leaf).collect())).collect());
        };
        let (with, rest): (Vec<Cube>, Vec<Cube>) = cubes.iter().partition(|cube| cube.has(literal));
        let mut quotient: Vec<Cube> = with.into_iter().map(|cube| cube.without(literal)).collect();
        let mut common = vec![Self::Leaf(literal)];
        for shared in quotient[0].literals().collect::<Vec<_>>() {
            if quotient.iter().all(|cube| cube.has(shared)) {
                common.push(Self::Leaf(shared));
                quotient.iter_mut().for_each(|cube| *cube = cube.without(shared));
            }
        }
        common.push(Self::of(&quotient));
        let product = Self::All(common);
        if rest.is_empty() { product } else { Self::Some(vec![product, Self::of(&rest)]) }
    }

    /// Builds the form over leaves.
    pub(crate) fn build(&self, leaves: &[Lit], builder: &mut Builder) -> Lit {
        match self {
            Self::Leaf(literal) => leaves[usize::from(literal >> 1)].flip_if(literal & 1 == 1),
            Self::All(parts) => Self::build_all(parts, false, leaves, builder),
            Self::Some(parts) => !Self::build_all(parts, true, leaves, builder),
        }
    }

    /// Builds the AND of forms, or of their complements.
    fn build_all(parts: &[Self], flip: bool, leaves: &[Lit], builder: &mut Builder) -> Lit {
        match parts {
            [] => Lit::TRUE,
            [part] => part.build(leaves, builder).flip_if(flip),
            [a, b] => {
                let [a, b] = [a, b].map(|part| part.build(leaves, builder).flip_if(flip));
                builder.and(a, b)
            }
            parts => {
                let edges: Vec<Lit> = parts.iter().map(|part| part.build(leaves, builder).flip_if(flip)).collect();
                builder.and_all(edges)
            }
        }
    }
}

/// The literal of most products, of two at least.
fn most_common(cubes: &[Cube]) -> Option<u16> {
    let count = |literal: u16| cubes.iter().filter(|cube| cube.has(literal)).count();
    let all = cubes.iter().fold(Cube::default(), |all, cube| Cube { yes: all.yes | cube.yes, no: all.no | cube.no });
    let counts = (0..32).filter(|&literal| all.has(literal)).map(|literal| (count(literal), literal));
    counts.filter(|(count, _)| *count > 1).max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, literal)| literal)
}
