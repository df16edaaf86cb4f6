//! Groups of registers that exclude each other.

use crate::propnet::Lit;

/// Base literals of which at most one holds in every reachable state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The literals, sorted, of different bases.
    pub members: Vec<Lit>,
    /// One of them holds always.
    pub exact: bool,
}

impl Group {
    /// The group of other literals; without those that are gone. Constants count: beside one that holds always there
    /// is no other.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Lit) -> Option<Lit>) -> Option<Self> {
        let mapped: Vec<Option<Lit>> = self.members.iter().map(|&lit| map(lit)).collect();
        let exact = self.exact && mapped.iter().all(Option::is_some);
        let mut members: Vec<Lit> = mapped.into_iter().flatten().filter(|&lit| lit != Lit::FALSE).collect();
        members.sort_unstable();
        members.dedup();
        let apart = members.windows(2).all(|two| two[0].node() != two[1].node());
        (members.len() > 1 && apart && members[0] != Lit::TRUE).then_some(Self { members, exact })
    }
}
