//! Codes of steps: the successive states of a shift register with feedback. A step costs one XOR, however many there are.

/// Widths `w` and taps `t` for which `x^w + x^t + 1` is primitive, so that all states but zero follow each other
/// (Zierler and Brillhart 1968). There is none for width 8: the next one does.
const TRINOMIALS: [(u32, u32); 9] = [(2, 1), (3, 2), (4, 3), (5, 3), (6, 5), (7, 6), (9, 5), (10, 7), (11, 9)];
/// Steps of a code, at most.
pub(super) const MOST_STEPS: usize = (1 << TRINOMIALS[TRINOMIALS.len() - 1].0) - 1;

/// A word for each step. Bit `b` of the next word is bit `b - 1` of this one, bit 0 is the XOR of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Code {
    pub(super) width: u32,
    tap: u32,
    /// The words, all different, in the order of the steps.
    pub(super) words: Vec<u32>,
}

impl Code {
    /// The codes of so many steps, by where they begin; none when there are too many steps.
    pub(super) fn all(steps: usize) -> impl Iterator<Item = Self> {
        let enough = |&&(width, _): &&(u32, u32)| (1_usize << width) > steps;
        TRINOMIALS.iter().find(enough).into_iter().flat_map(move |&(width, tap)| {
            let from = move |start| {
                let words = orbit(start, width, tap).take(steps).collect();
                Self { width, tap, words }
            };
            orbit(1, width, tap).take((1 << width) - 1).map(from)
        })
    }

    /// The bits whose XOR is bit 0 of the next word.
    pub(super) fn taps(&self) -> [u32; 2] {
        [self.width - 1, self.tap - 1]
    }
}

/// A word and those that follow.
fn orbit(start: u32, width: u32, tap: u32) -> impl Iterator<Item = u32> {
    let next = move |&word: &u32| {
        let fed = (word >> (width - 1)) ^ (word >> (tap - 1));
        Some((word << 1 | fed & 1) & ((1 << width) - 1))
    };
    std::iter::successors(Some(start), next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_words_but_zero_follow_each_other() {
        for (width, tap) in TRINOMIALS {
            let words: BTreeSet<u32> = orbit(1, width, tap).take((1 << width) - 1).collect();
            assert_eq!(
                (words.len(), words.first(), orbit(1, width, tap).nth(words.len())),
                ((1 << width) - 1, Some(&1), Some(1))
            );
        }
    }

    #[test]
    fn each_start_gives_a_code() {
        for steps in [4, 7, 8, 127, 128] {
            let codes: Vec<Code> = Code::all(steps).collect();
            assert!(codes.iter().all(|code| code.words.iter().collect::<BTreeSet<_>>().len() == steps));
            assert_eq!(codes.len(), (1 << codes[0].width) - 1);
        }
        assert!(Code::all(MOST_STEPS).next().is_some());
        assert_eq!(Code::all(1 << 11).next(), None);
    }
}
