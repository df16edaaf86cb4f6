//! Legal moves of roles that take turns, laid over one another: made once for whoever's turn it is.
//!
//! Where `t` and `u` never hold together, `t & a & b | u & c & d` is `(t & a | u & c) & (t & b | u & d)`. Games treat their
//! roles alike, so most of these columns are shared: "the mover's rook stands here", "the mover may enter this square"
//! serve many moves.

use super::copy::{Copier, Gated};
use crate::Net;
use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use rustc_hash::FxHashMap;

/// A move of each role, with the role's turn as its gate. The move is not legal unless it is the role's turn.
pub(super) type Slot = Vec<Gated>;

/// ANDs with more users are not taken apart: they are likely to be shared as they are.
const FEW_USERS: u32 = 6;
/// Factors of a move, beyond what it has in common with the others, for which columns are looked for.
const MOST_FACTORS: usize = 6;
/// Candidates between two questions to the observer.
const STEPS: u32 = 1 << 6;
/// A column pays when so many candidates use it.
const WORTHWHILE: u32 = 4;

/// For each candidate whether any of its moves is legal. No two turns hold together.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn fold(copy: &mut Copier<'_>, candidates: &[Slot], observer: &dyn Observer) -> Result<Vec<Lit>, Stopped> {
    let mut pace = Pace::new(observer, STEPS);
    let users = users(copy.builder.net());
    let mut split: Vec<Option<Split>> = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        pace.step()?;
        split.push(Split::new(copy.builder.net(), &users, candidate));
    }
    let mut together: FxHashMap<[Gated; 2], u32> = FxHashMap::default();
    for pair in split.iter().flatten().flat_map(Split::pairs) {
        *together.entry(pair).or_default() += 1;
    }
    let columns: Vec<Vec<Column>> =
        split.iter().map(|split| split.as_ref().map_or(Vec::new(), |split| split.columns(&together))).collect();
    let mut uses: FxHashMap<Column, u32> = FxHashMap::default();
    columns.iter().flatten().for_each(|&column| *uses.entry(column).or_default() += 1);
    let mut legal = Vec::with_capacity(candidates.len());
    for ((candidate, split), columns) in candidates.iter().zip(split).zip(columns) {
        pace.step()?;
        legal.push(match split {
            Some(split) if columns.iter().all(|column| uses[column] >= WORTHWHILE) => {
                let edges: Vec<Lit> = columns.iter().map(|column| copy.either(column)).collect();
                copy.builder.and_all(split.common.into_iter().chain(edges))
            }
            _ => copy.any(candidate.iter().map(|legal| legal.edge).collect()),
        });
    }
    Ok(legal)
}

/// Edges of two roles, of which that counts whose gate holds.
type Column = [Gated; 2];

/// The moves of two roles as ANDs.
struct Split {
    /// What both have.
    common: Vec<Lit>,
    /// What only one of them has, with its turn.
    own: [Vec<Gated>; 2],
}

impl Split {
    /// None when the candidate has not two moves, or they have little in common.
    fn new(net: &Net, users: &[u32], candidate: &Slot) -> Option<Self> {
        let &[a, b] = candidate.as_slice() else { return None };
        if a.gate == b.gate {
            return None;
        }
        let mut factors = [vec![a.edge], vec![b.edge]];
        // The highest node first: so nothing is taken apart that the other move has, too.
        while let Some((side, place, fanin)) = highest(net, users, &factors) {
            factors[side].swap_remove(place);
            factors[side].extend(fanin);
            factors[side].sort_unstable();
            factors[side].dedup();
            if factors[side].len() > 4 * MOST_FACTORS {
                return None;
            }
        }
        let common: Vec<Lit> = factors[0].iter().copied().filter(|edge| factors[1].contains(edge)).collect();
        let own = [(a.gate, &factors[0]), (b.gate, &factors[1])].map(|(gate, factors)| {
            let own = factors.iter().filter(|&&edge| edge != gate && !common.contains(&edge));
            own.map(|&edge| Gated { gate, edge }).collect::<Vec<Gated>>()
        });
        let few = own.iter().all(|own| (1..=MOST_FACTORS).contains(&own.len()));
        few.then_some(Self { common, own })
    }

    /// All pairs of what only one has.
    fn pairs(&self) -> impl Iterator<Item = Column> + '_ {
        self.own[0].iter().flat_map(|&a| self.own[1].iter().map(move |&b| [a, b]))
    }

    /// Each factor with one of the other move, those that often occur together first; or with none.
    fn columns(&self, together: &FxHashMap<Column, u32>) -> Vec<Column> {
        let mut pairs: Vec<Column> = self.pairs().collect();
        pairs.sort_by_key(|pair| (std::cmp::Reverse(together[pair]), *pair));
        let mut columns: Vec<Column> = Vec::new();
        for pair in pairs {
            if columns.iter().all(|column| column[0] != pair[0] && column[1] != pair[1]) {
                columns.push(pair);
            }
        }
        for (side, own) in self.own.iter().enumerate() {
            let other = Gated { gate: self.own[1 - side][0].gate, edge: Lit::TRUE };
            let left = own.iter().filter(|&factor| columns.iter().all(|column| column[side] != *factor));
            let left: Vec<Column> =
                left.map(|&factor| if side == 0 { [factor, other] } else { [other, factor] }).collect();
            columns.extend(left);
        }
        columns
    }
}

/// The highest AND that one of two moves has and the other has not, where it has few users.
fn highest(net: &Net, users: &[u32], factors: &[Vec<Lit>; 2]) -> Option<(usize, usize, [Lit; 2])> {
    let all = (0..2).flat_map(|side| (0..factors[side].len()).map(move |place| (side, place)));
    let open = all.filter(|&(side, place)| !factors[1 - side].contains(&factors[side][place]));
    let ands = open.filter_map(|(side, place)| {
        let edge = factors[side][place];
        let few = |node: NodeId| users[node.index()] <= FEW_USERS;
        let fanin = net.fanin(edge.node()).filter(|_| !edge.is_complement() && few(edge.node()))?;
        Some((side, place, fanin))
    });
    ands.max_by_key(|&(side, place, _)| factors[side][place])
}

/// For each node how many fan-ins it is.
fn users(net: &Net) -> Vec<u32> {
    let mut users = vec![0; net.num_nodes()];
    net.gates().flat_map(|(_, fanin)| fanin).for_each(|edge| users[edge.node().index()] += 1);
    users
}
