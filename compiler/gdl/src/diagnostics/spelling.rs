//! Which name may have been meant.

use strsim::osa_distance;

/// Longest name, in bytes, that is taken for a slip of the pen, and most candidates that are looked at: hostile texts
/// cost no more than others.
const LONGEST: usize = 64;
const MOST: usize = 1000;

/// The nearest of `candidates` that `name` may be a slip of the pen for: a letter in three may be wrong, at least one.
pub(crate) fn meant<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    nearest(name, candidates, (name.chars().count() / 3).max(1))
}

/// The same where the candidates are few: half of the letters may be wrong.
pub(crate) fn meant_of_few<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    nearest(name, candidates, (name.chars().count() / 2).max(1))
}

fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>, most: usize) -> Option<&'c str> {
    if name.len() > LONGEST {
        return None;
    }
    let likely = |candidate: &&str| *candidate != name && (2..=LONGEST).contains(&candidate.len());
    let near = candidates.into_iter().take(MOST).filter(likely);
    let distances = near.map(|candidate| (osa_distance(name, candidate), candidate));
    distances.filter(|&(distance, _)| distance <= most).min().map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::{meant, meant_of_few};

    #[test]
    fn slips_of_the_pen_are_seen_through() {
        let words = ["terminal", "legal", "goal", "next", "r"];
        for (name, word) in [("terminl", "terminal"), ("legla", "legal"), ("gaol", "goal"), ("nextt", "next")] {
            assert_eq!(meant(name, words), Some(word));
        }
        for name in ["row", "terminal", "q", "line", "succ"] {
            assert_eq!(meant(name, words), None, "{name}");
        }
    }

    #[test]
    fn among_few_names_more_is_seen_through() {
        assert_eq!(meant_of_few("withe", ["black", "white"]), Some("white"));
        assert_eq!(meant("withe", ["black", "white"]), None);
        assert_eq!(meant_of_few("red", ["black", "white"]), None);
    }
}
