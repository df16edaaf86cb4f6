//! Sums of products as gates: literals and cubes that products have in common are taken out (literal factoring, Brayton
//! 1987).

use super::cover::Cube;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::Lit;

/// Builds a sum of products over leaves.
pub(crate) fn build(cubes: &[Cube], leaves: &[Lit], builder: &mut Builder) -> Lit {
    if cubes.iter().any(|cube| cube.len() == 0) {
        return Lit::TRUE;
    }
    match most_common(cubes) {
        Some(literal) => {
            let (with, rest): (Vec<Cube>, Vec<Cube>) = cubes.iter().partition(|cube| cube.has(literal));
            let mut quotient: Vec<Cube> = with.into_iter().map(|cube| cube.without(literal)).collect();
            let mut common: Vec<Lit> = vec![edge(literal, leaves)];
            for shared in quotient[0].literals().collect::<Vec<_>>() {
                if quotient.iter().all(|cube| cube.has(shared)) {
                    common.push(edge(shared, leaves));
                    quotient.iter_mut().for_each(|cube| *cube = cube.without(shared));
                }
            }
            common.push(build(&quotient, leaves, builder));
            let product = builder.and_all(common);
            let rest = build(&rest, leaves, builder);
            builder.or(product, rest)
        }
        None => {
            let products: Vec<Lit> = cubes.iter().map(|&cube| product(cube, leaves, builder)).collect();
            !builder.and_all(products.into_iter().map(|product| !product))
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

fn product(cube: Cube, leaves: &[Lit], builder: &mut Builder) -> Lit {
    builder.and_all(cube.literals().map(|literal| edge(literal, leaves)))
}

fn edge(literal: u16, leaves: &[Lit]) -> Lit {
    leaves[usize::from(literal >> 1)].flip_if(literal & 1 == 1)
}
