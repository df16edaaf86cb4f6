//! Pieces to reports.

use super::message::{PIECE, Piece};

/// Words of a report beside its counters: tag, flags, clocks.
const OTHERS: usize = 4;

/// The lengths that reports of a device have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportFormat {
    /// Counters.
    pub counters: usize,
    /// Bits of the code of a first joint move, where first moves are counted.
    pub code_bits: Option<u32>,
}

impl ReportFormat {
    /// Words of a report without first moves.
    fn least(self) -> usize {
        OTHERS + 2 * self.counters + usize::from(self.code_bits.is_some())
    }

    /// Words of the longest report: every first move there can be.
    #[must_use]
    pub fn most_words(self) -> usize {
        let rows = self.code_bits.map_or(0, |bits| 1_usize.checked_shl(bits).unwrap_or(usize::MAX));
        rows.saturating_mul(1 + self.counters).saturating_add(self.least())
    }

    /// Whether a report can have so many words.
    #[must_use]
    pub fn fits(self, words: usize) -> bool {
        let rows = words.checked_sub(self.least());
        words <= self.most_words() && rows.is_some_and(|rows| rows.is_multiple_of(1 + self.counters))
    }
}

/// What came of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Assembled {
    /// A report that will never be whole: its tag where that is known.
    pub(super) lost: Option<Option<u32>>,
    /// A report that is whole.
    pub(super) whole: Option<Vec<u32>>,
}

/// Puts one report at a time together. Never holds more than the longest report.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    /// Number of the report and of its next piece, while there is one.
    next: Option<(u16, u16)>,
    words: Vec<u32>,
}

impl Assembler {
    /// Takes a piece. `most` is the number of words of the longest report.
    pub(super) fn push(&mut self, piece: Piece, most: usize) -> Assembled {
        let mut assembled = Assembled::default();
        let place = (piece.report, piece.number);
        if self.next != Some(place) {
            assembled.lost = self.next.is_some().then(|| self.tag());
            self.clear();
            if piece.number != 0 {
                // The pieces behind a gap are many; the report is lost once.
                assembled.lost = assembled.lost.or((piece.last).then_some(None));
                return assembled;
            }
        }
        self.words.extend(piece.words);
        let next = piece.number.checked_add(1);
        self.next = next.map(|next| (piece.report, next));
        // Pieces are numbered: a report of more of them than there are numbers never ends.
        if self.words.len() > most || next.is_none() && !piece.last {
            assembled.lost = Some(self.tag());
            self.clear();
        } else if piece.last {
            assembled.whole = Some(std::mem::take(&mut self.words));
            self.next = None;
        }
        assembled
    }

    /// Drops what has come so far.
    pub(super) fn clear(&mut self) {
        self.next = None;
        self.words.clear();
        // The longest report of a game with first moves is long: its memory is given back.
        self.words.shrink_to(PIECE);
    }

    fn tag(&self) -> Option<u32> {
        self.words.first().copied()
    }
}

/// The pieces of a report. **Shape:** at least one word.
pub(super) fn pieces(number: u16, words: &[u32]) -> Vec<Piece> {
    let count = words.len().div_ceil(PIECE);
    let piece = |(i, words): (u16, &[u32])| Piece {
        number: i,
        report: number & 0x7fff,
        last: usize::from(i) + 1 == count,
        words: words.to_vec(),
    };
    (0..=u16::MAX).zip(words.chunks(PIECE)).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(tag: u32, words: usize) -> Vec<u32> {
        (tag..).take(words).collect()
    }

    /// Whatever a device says of its reports: what it sends does not fill the memory.
    #[test]
    fn numbers_of_pieces_bound_a_report() {
        let mut assembler = Assembler::default();
        for round in 0..3 {
            for number in 0..=u16::MAX {
                let piece = Piece { number, report: 7, last: false, words: vec![9; PIECE] };
                let assembled = assembler.push(piece, usize::MAX);
                assert_eq!(assembled.lost.is_some(), number == u16::MAX, "{round} {number}");
            }
            assert!(assembler.words.capacity() <= PIECE);
        }
    }

    #[test]
    fn lengths_follow_from_the_counters() {
        let plain = ReportFormat { counters: 6, code_bits: None };
        assert_eq!((plain.most_words(), plain.fits(16), plain.fits(15), plain.fits(17)), (16, true, false, false));
        let first = ReportFormat { counters: 6, code_bits: Some(3) };
        assert_eq!((first.most_words(), first.fits(17), first.fits(24), first.fits(25)), (17 + 56, true, true, false));
        assert!(!first.fits(17 + 63));
        assert_eq!(ReportFormat { counters: 6, code_bits: Some(64) }.most_words(), usize::MAX);
    }

    #[test]
    fn pieces_become_reports() {
        for words in [1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 200] {
            let mut assembler = Assembler::default();
            for number in 0..3 {
                let made: Vec<Assembled> =
                    pieces(number, &report(9, words)).into_iter().map(|piece| assembler.push(piece, 200)).collect();
                let (last, before) = made.split_last().unwrap();
                assert!(before.iter().all(|assembled| *assembled == Assembled::default()));
                assert_eq!(*last, Assembled { lost: None, whole: Some(report(9, words)) });
            }
        }
    }

    #[test]
    fn a_gap_loses_one_report() {
        let (first, second) = (pieces(0, &report(7, 200)), pieces(1, &report(8, 200)));
        for gap in 0..first.len() {
            let mut assembler = Assembler::default();
            let line = first.iter().enumerate().filter(|(i, _)| *i != gap).map(|(_, piece)| piece).chain(&second);
            let made: Vec<Assembled> = line.map(|piece| assembler.push(piece.clone(), 200)).collect();
            let lost: Vec<_> = made.iter().filter_map(|assembled| assembled.lost).collect();
            let tag = (gap > 0).then_some(7);
            assert!(lost.contains(&tag), "{gap}: {lost:?}");
            let whole: Vec<_> = made.into_iter().filter_map(|assembled| assembled.whole).collect();
            assert_eq!(whole, [report(8, 200)]);
        }
    }

    #[test]
    fn a_report_without_end_is_given_up() {
        let mut assembler = Assembler::default();
        let mut lost = 0;
        for number in 0..=u16::MAX {
            let piece = Piece { number, report: 3, last: false, words: vec![1; PIECE] };
            lost += u32::from(assembler.push(piece, 1000).lost == Some(Some(1)));
            assert!(assembler.words.capacity() <= 4096);
        }
        assert_eq!(lost, 1);
    }
}
