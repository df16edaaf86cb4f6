//! The joint moves that playouts may begin with.

use super::super::JointMove;
use super::code::Compiled;
use gdl2hdl_gdl::id::id;
use gdl2hdl_net::program::Cell;

/// The joint first moves of a start state, and where lanes keep theirs.
pub(super) struct JointMoveTable {
    /// For each role its legal moves.
    legal: Vec<Vec<u32>>,
    /// For each role with a choice the place of its number in a key, and the mask of its bits.
    fields: Vec<Option<(u32, u32)>>,
    /// Where the bits of keys are, lowest first.
    pub(super) cells: Vec<Cell>,
}

impl JointMoveTable {
    /// The table of a start state with the given legal moves of each role; their joint moves must be few.
    pub(super) fn new(code: &Compiled, legal: Vec<Vec<u32>>) -> Self {
        let programs = &code.programs;
        let mut cells = Vec::new();
        let mut field = |role: usize| {
            let picker = programs.picker_of[role].filter(|_| legal[role].len() > 1)?;
            let bits = usize::BITS - (legal[role].len() - 1).leading_zeros();
            let place = id(cells.len());
            cells.extend((0..bits as usize).map(|bit| programs.layout.first(picker, bit)));
            Some((place, u32::MAX >> (32 - bits)))
        };
        let fields = (0..legal.len()).map(&mut field).collect();
        Self { legal, fields, cells }
    }

    /// The joint move of a key.
    pub(super) fn joint(&self, key: u32) -> JointMove {
        let number = |field: &Option<(u32, u32)>| field.map_or(0, |(place, mask)| key >> place & mask);
        let moves = self.legal.iter().zip(&self.fields);
        moves.map(|(legal, field)| legal.get(number(field) as usize).copied().unwrap_or_default()).collect()
    }
}
