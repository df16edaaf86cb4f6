//! How the moves of roles that take turns lie over one another: moves of the same name in the same slot where possible.
//!
//! Each role's moves keep their order, for that is what picks count in. Moves of the same name mostly do the same for
//! every role, so what they need and do is made once (`fold`, `copy`).

use rustc_hash::FxHashMap;

/// Slots beyond those that the role with the most moves needs, at most, as a part of them; above that, names do not
/// matter.
const MOST_MORE: usize = 10;

/// For each slot the moves in it, at most one of each role. Roles are given by their moves, in order.
pub(super) fn overlay<'n>(roles: &[Vec<usize>], name: impl Fn(usize) -> &'n str) -> Vec<Vec<usize>> {
    let needed = roles.iter().map(Vec::len).max().unwrap_or(0);
    roles.iter().fold(Vec::new(), |slots, moves| {
        let by_name = merged(&slots, moves, &same(&slots, moves, &name));
        let fits = by_name.len() <= needed + needed / MOST_MORE;
        if fits { by_name } else { merged(&slots, moves, &[]) }
    })
}

/// Slots and moves of the same name `(slot, place in moves)`, as many as can be had in order.
fn same<'n>(slots: &[Vec<usize>], moves: &[usize], name: &impl Fn(usize) -> &'n str) -> Vec<(usize, usize)> {
    let named = |(slot, moves): (usize, &Vec<usize>)| moves.iter().map(|&mv| (name(mv), slot)).collect::<Vec<_>>();
    let slot_of: FxHashMap<&str, usize> = slots.iter().enumerate().flat_map(named).collect();
    let found = moves.iter().enumerate().filter_map(|(place, &mv)| Some((*slot_of.get(name(mv))?, place)));
    longest_rising(&found.collect::<Vec<_>>())
}

/// The longest part of a list in which the first numbers rise. Patience sorting: `ends[n]` is the element with which the
/// best part of length `n + 1` so far ends.
fn longest_rising(list: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(list.len());
    for (i, (slot, _)) in list.iter().enumerate() {
        let length = ends.partition_point(|&end| list[end].0 < *slot);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        ends.truncate(ends.len().max(length));
        if length == ends.len() {
            ends.push(i);
        } else {
            ends[length] = i;
        }
    }
    let mut part: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |&i| before[i]).map(|i| list[i]).collect();
    part.reverse();
    part
}

/// Moves laid over slots: those that belong together in one, those between them one after another.
fn merged(slots: &[Vec<usize>], moves: &[usize], together: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut merged = Vec::with_capacity(slots.len().max(moves.len()));
    let (mut slot, mut place) = (0, 0);
    for &(next_slot, next_place) in together.iter().chain([&(slots.len(), moves.len())]) {
        let (over, under) = (&slots[slot..next_slot], &moves[place..next_place]);
        for i in 0..over.len().max(under.len()) {
            merged.push(over.get(i).into_iter().flatten().chain(under.get(i)).copied().collect());
        }
        if let (Some(over), Some(under)) = (slots.get(next_slot), moves.get(next_place)) {
            merged.push(over.iter().chain([under]).copied().collect());
        }
        (slot, place) = (next_slot + 1, next_place + 1);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlaid(roles: &[&[&'static str]]) -> Vec<Vec<&'static str>> {
        let names: Vec<&str> = roles.iter().flat_map(|names| names.iter().copied()).collect();
        let mut next = 0..names.len();
        let moves: Vec<Vec<usize>> = roles.iter().map(|names| next.by_ref().take(names.len()).collect()).collect();
        let slots = overlay(&moves, |mv| names[mv]);
        slots.into_iter().map(|slot| slot.into_iter().map(|mv| names[mv]).collect()).collect()
    }

    #[test]
    fn moves_of_one_name_share_a_slot() {
        let many: Vec<&str> = "a b c d e f g h i j k l".split(' ').collect();
        let slots = overlaid(&[&many, &many[1..]]);
        assert_eq!((&slots[0], &slots[1]), (&vec!["a"], &vec!["b", "b"]));
        assert_eq!(slots.len(), many.len());
        // Others lie between them, one over another.
        let other: Vec<&str> = "a b c d e f x h i j k l".split(' ').collect();
        assert_eq!(overlaid(&[&many, &other])[6], ["g", "x"]);
    }

    #[test]
    fn order_matters_more_than_names() {
        assert_eq!(overlaid(&[&["a", "b", "c"], &["c", "a", "b"]]), [["a", "c"], ["b", "a"], ["c", "b"]]);
        assert_eq!(overlaid(&[&["a"], &[], &["b", "c"]]), [vec!["a", "b"], vec!["c"]]);
        assert_eq!(overlaid(&[]), Vec::<Vec<&str>>::new());
    }

    #[test]
    fn room_for_names_is_given_once() {
        let names = |from: usize| (from..from + 20).map(|i| ["x", "y"][i % 2].repeat(i + 1).leak() as &str).collect();
        let roles: Vec<Vec<&str>> = [0, 2, 4, 6].map(names).to_vec();
        let slots = overlaid(&roles.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert_eq!((slots.len(), &slots[2][..2]), (22, &[roles[0][2]; 2][..]));
    }
}
