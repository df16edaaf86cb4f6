//! Functions of four variables: their classes, and good structures for each.
//!
//! Functions that differ in the order or the complements of variables, or in the complement of the value, are made
//! alike: there are 222 classes of them (NPN; Harrison 1963). `structures.txt` has a line for each; [`find`] makes it.

#[cfg(test)]
mod find;
#[cfg(test)]
mod tests;
mod transform;

use std::sync::LazyLock;
pub(super) use transform::Function;
use transform::{Transform, transformed};

/// All classes, with their structures.
pub(super) static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::parse(include_str!("structures.txt")));

/// Digits of the file: codes of edges, as in [`Structure`].
const RADIX: u32 = 36;
/// Edges that are no gates': the constant, and four variables, each with its complement.
pub(super) const FIRST_GATE: usize = 5;
/// Nodes of a structure, at most.
pub(super) const MOST_NODES: usize = 18;

/// ANDs over four variables. An edge is coded `node * 2 + complement`; node 0 is false, then come the variables, then
/// the gates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Structure {
    /// The fan-ins of each gate.
    pub(super) gates: Vec<[u8; 2]>,
    /// The edge with the value.
    pub(super) output: u8,
}

/// How a function is made from its class.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    class: u8,
    /// Number of the transform.
    transform: u16,
    /// The value is complemented.
    flip: bool,
}

/// What makes a function.
pub(super) struct Made<'c> {
    /// Structures of its class, the shortest first.
    pub(super) structures: &'c [Structure],
    /// Where the class's variables come from.
    pub(super) transform: Transform,
    /// The value is complemented.
    pub(super) flip: bool,
}

/// The classes of all functions.
pub(super) struct Classes {
    members: Vec<Member>,
    transforms: Vec<Transform>,
    structures: Vec<Vec<Structure>>,
}

impl Classes {
    /// How to make a function.
    pub(super) fn of(&self, function: Function) -> Made<'_> {
        let member = self.members[usize::from(function)];
        Made {
            structures: &self.structures[usize::from(member.class)],
            transform: self.transforms[usize::from(member.transform)],
            flip: member.flip,
        }
    }

    /// Structures by class, in the order of the classes' least functions.
    fn parse(text: &str) -> Self {
        let structures = text.lines().map(|line| line.split(' ').skip(1).map(Structure::parse).collect()).collect();
        let (members, transforms) = members();
        Self { members, transforms, structures }
    }
}

impl Structure {
    /// Digits two by two, and the output's.
    fn parse(word: &str) -> Self {
        let digit = |c: char| c.to_digit(RADIX).and_then(|digit| u8::try_from(digit).ok()).expect("a digit");
        let codes: Vec<u8> = word.chars().map(digit).collect();
        let (gates, rest) = codes.as_chunks();
        Self { gates: gates.to_vec(), output: rest.first().copied().unwrap_or(0) }
    }
}

/// The class of each function, numbered by its least function.
fn members() -> (Vec<Member>, Vec<Transform>) {
    let transforms = Transform::all();
    let moved: Vec<_> = transforms.iter().map(|transform| transform.assignments()).collect();
    let mut members: Vec<Option<Member>> = vec![None; 1 << 16];
    let mut class = 0;
    for least in 0..=Function::MAX {
        if members[usize::from(least)].is_some() {
            continue;
        }
        for (transform, assignments) in (0_u16..).zip(&moved) {
            let function = transformed(least, assignments);
            members[usize::from(function)].get_or_insert(Member { class, transform, flip: false });
            members[usize::from(!function)].get_or_insert(Member { class, transform, flip: true });
        }
        class = class.saturating_add(1);
    }
    (members.into_iter().map(Option::unwrap_or_default).collect(), transforms)
}
