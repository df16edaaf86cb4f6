//! How the moves of roles that take turns lie over one another: moves of the same name in the same candidate where possible.
//!
//! Each role's moves keep their order, for that is what picks count in. Moves of the same name mostly do the same for
//! every role, so what they need and do is made once (`fold`, `copy`).

use gdl2hdl_gdl::observer::{Observer, Stopped};
use rustc_hash::FxHashMap;

/// PickerNet beyond those that the role with the most moves needs, at most, as a part of them; above that, names do not
/// matter.
const MOST_MORE: usize = 10;

/// For each candidate the moves in it, at most one of each role. Roles are given by their moves, in order.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn overlay<'n>(
    roles: &[Vec<usize>],
    name: impl Fn(usize) -> &'n str,
    observer: &dyn Observer,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let needed = roles.iter().map(Vec::len).max().unwrap_or(0);
    roles.iter().try_fold(Vec::new(), |candidates, moves| {
        observer.go_on()?;
        let by_name = merged(&candidates, moves, &same(&candidates, moves, &name));
        let fits = by_name.len() <= needed + needed / MOST_MORE;
        Ok(if fits { by_name } else { merged(&candidates, moves, &[]) })
    })
}

/// Candidates and moves of the same name `(candidate, place in moves)`, as many as can be had in order.
fn same<'n>(candidates: &[Vec<usize>], moves: &[usize], name: &impl Fn(usize) -> &'n str) -> Vec<(usize, usize)> {
    let named =
        |(candidate, moves): (usize, &Vec<usize>)| moves.iter().map(|&mv| (name(mv), candidate)).collect::<Vec<_>>();
    let candidate_of: FxHashMap<&str, usize> = candidates.iter().enumerate().flat_map(named).collect();
    let found = moves.iter().enumerate().filter_map(|(place, &mv)| Some((*candidate_of.get(name(mv))?, place)));
    longest_rising(&found.collect::<Vec<_>>())
}

/// The longest part of a list in which the first numbers rise. Patience sorting: `ends[n]` is the element with which the
/// best part of length `n + 1` so far ends.
fn longest_rising(list: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(list.len());
    for (i, (candidate, _)) in list.iter().enumerate() {
        let length = ends.partition_point(|&end| list[end].0 < *candidate);
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

/// Moves laid over candidates: those that belong together in one, those between them one after another.
fn merged(candidates: &[Vec<usize>], moves: &[usize], together: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut merged = Vec::with_capacity(candidates.len().max(moves.len()));
    let (mut candidate, mut place) = (0, 0);
    for &(next_candidate, next_place) in together.iter().chain([&(candidates.len(), moves.len())]) {
        let (over, under) = (&candidates[candidate..next_candidate], &moves[place..next_place]);
        for i in 0..over.len().max(under.len()) {
            merged.push(over.get(i).into_iter().flatten().chain(under.get(i)).copied().collect());
        }
        if let (Some(over), Some(under)) = (candidates.get(next_candidate), moves.get(next_place)) {
            merged.push(over.iter().chain([under]).copied().collect());
        }
        (candidate, place) = (next_candidate + 1, next_place + 1);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;

    fn overlaid(roles: &[&[&'static str]]) -> Vec<Vec<&'static str>> {
        let names: Vec<&str> = roles.iter().flat_map(|names| names.iter().copied()).collect();
        let mut next = 0..names.len();
        let moves: Vec<Vec<usize>> = roles.iter().map(|names| next.by_ref().take(names.len()).collect()).collect();
        let candidates = overlay(&moves, |mv| names[mv], &Unobserved).unwrap();
        candidates.into_iter().map(|candidate| candidate.into_iter().map(|mv| names[mv]).collect()).collect()
    }

    #[test]
    fn moves_of_one_name_share_a_slot() {
        let many: Vec<&str> = "a b c d e f g h i j k l".split(' ').collect();
        let candidates = overlaid(&[&many, &many[1..]]);
        assert_eq!((&candidates[0], &candidates[1]), (&vec!["a"], &vec!["b", "b"]));
        assert_eq!(candidates.len(), many.len());
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
        let candidates = overlaid(&roles.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert_eq!((candidates.len(), &candidates[2][..2]), (22, &[roles[0][2]; 2][..]));
    }
}
