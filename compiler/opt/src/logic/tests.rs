//! Covers and expressions against truth tables. What is rewritten is in the files of `tests/passes`.

use super::cover::{Cube, cover};
use super::factor::Form;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::{Base, Lit, Ports, value};
use gdl2hdl_net::table;
use proptest::prelude::*;

const MOST: usize = Table::MOST;

type Table = table::TruthTable<8>;

/// The table of a sum of products.
fn sum(cubes: &[Cube]) -> Table {
    let of = |literal: u16| Table::variable(usize::from(literal >> 1)).flip_if(literal & 1 == 1);
    let product = |cube: &Cube| cube.literals().fold(Table::TRUE, |product, literal| product & of(literal));
    cubes.iter().fold(Table::FALSE, |sum, cube| sum | product(cube))
}

/// A table of few variables, the same whatever the others are.
fn table(bits: u64, variables: usize) -> Table {
    let mut table = Table::FALSE;
    (0..1_usize << variables).filter(|i| bits >> i & 1 == 1).for_each(|i| table.set(i));
    table.spread_set(variables)
}

fn ports(bases: usize) -> Ports {
    let base = |i: usize| Base { fact: i.to_string().into(), init: i == 0, next: Lit::FALSE };
    Ports { bases: (0..bases).map(base).collect(), ..Ports::default() }
}

#[test]
fn variables_of_all_places_have_tables() {
    for variable in 0..MOST {
        let table = Table::variable(variable);
        assert!((0..MOST).all(|other| table.depends_on(other) == (other == variable)));
        assert_eq!(table.cofactor(variable, true), Table::TRUE);
        assert_eq!(table.cofactor(variable, false), Table::FALSE);
    }
}

proptest! {
    #[test]
    fn covers_lie_between_their_bounds(lower: u64, free: u64, variables in 1_usize..7) {
        let (lower, free) = (table(lower, variables), table(free, variables));
        let upper = lower | free;
        let cubes = cover(lower, upper, variables, 100).unwrap();
        let sum = sum(&cubes);
        prop_assert_eq!(lower & !sum, Table::FALSE);
        prop_assert_eq!(sum & !upper, Table::FALSE);
        // None can be left out.
        for i in 0..cubes.len() {
            let rest: Vec<Cube> = cubes.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, cube)| *cube).collect();
            prop_assert_ne!(lower & !self::sum(&rest), Table::FALSE);
        }
        prop_assert!(cover(lower, upper, variables, cubes.len()).is_some());
        prop_assert!(cubes.is_empty() || cover(lower, upper, variables, cubes.len() - 1).is_none());
    }

    #[test]
    fn expressions_compute_their_covers(bits: u16) {
        let function = table(u64::from(bits), 4);
        let cubes = cover(function, function, 4, 100).unwrap();
        let mut builder = Builder::new(ports(4));
        let leaves: Vec<Lit> = (0..4).map(|base| builder.net().ports.base(base)).collect();
        let edge = Form::of(&cubes).build(&leaves, &mut builder);
        let values = builder.net().evaluate(&[0xaaaa, 0xcccc, 0xf0f0, 0xff00], &[]);
        prop_assert_eq!(value(&values, edge) & 0xffff, u64::from(bits));
    }
}
