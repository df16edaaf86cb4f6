//! The words of jobs and reports, as `INTERFACE.md` describes them.

use super::counters::COMMON;
use serde::Serialize;

/// Words of a job before its start state.
const HEAD: usize = 6;
/// Ends the list of first moves.
const END: u32 = u32::MAX;

/// A job as the engine takes it: some lanes of one start state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobLayout {
    /// Comes back in the report.
    pub tag: u32,
    /// Number of lanes.
    pub lanes: u32,
    /// Playouts of each lane.
    pub per_lane: u32,
    /// Step limit.
    pub max_steps: u32,
    /// What the lanes' seeds are made from: `Origin` in `INTERFACE.md`.
    pub origin: u64,
    /// Where the host makes them the seeds of its only lane, one for each generator.
    pub seeds: Vec<u64>,
    /// The start state, a bit for each base.
    pub start: Vec<bool>,
}

/// How a job is laid out in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobFormat {
    /// Bits of a state.
    pub state_bits: usize,
    /// Where the host makes seeds, the bytes of what else there is.
    pub host: Option<HostBytes>,
}

/// Bytes of a job of one lane, whose seeds the host makes, beside tag and state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostBytes {
    /// Generators, of each of which the seed has eight bytes.
    pub generators: usize,
    /// Bytes of the number of playouts.
    pub quota: usize,
    /// Bytes of the step limit; none where there is no limit.
    pub limit: usize,
}

/// Some bytes of a job of one lane, with the name of what they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ByteField {
    /// As `INTERFACE.md` calls it.
    pub field: &'static str,
    /// How many.
    pub bytes: usize,
}

impl HostBytes {
    /// What the bytes of a job are, in order.
    pub(super) fn fields(self, state_bits: usize) -> Vec<ByteField> {
        let all = self.of(state_bits);
        let fields = [
            ("tag", 4),
            ("filling", all.next_multiple_of(4) - all),
            ("state", state_bits.max(1).div_ceil(8)),
            ("step_limit", self.limit),
            ("per_lane", self.quota),
            ("seeds", 8 * self.generators),
        ];
        fields.into_iter().map(|(field, bytes)| ByteField { field, bytes }).filter(|field| field.bytes > 0).collect()
    }

    /// Bytes of a job behind its tag that mean something.
    fn of(self, state_bits: usize) -> usize {
        state_bits.max(1).div_ceil(8) + self.limit + self.quota + 8 * self.generators
    }

    /// The bytes of a job: what an engine shifts through its registers.
    fn encode(self, state_bits: usize, job: &JobLayout) -> Vec<u8> {
        let least = |number: u32| number.wrapping_sub(1).to_le_bytes();
        let mut state = vec![0_u8; state_bits.max(1).div_ceil(8)];
        for (i, _) in job.start.iter().take(state_bits).enumerate().filter(|(_, bit)| **bit) {
            state[i / 8] |= 1 << (i % 8);
        }
        let all = self.of(state_bits);
        let mut bytes = job.tag.to_le_bytes().to_vec();
        bytes.resize(4 + all.next_multiple_of(4) - all, 0);
        bytes.extend(state.iter().rev());
        bytes.extend(least(job.max_steps).iter().take(self.limit));
        bytes.extend(least(job.per_lane).iter().take(self.quota));
        bytes.extend(job.seeds.iter().take(self.generators).flat_map(|seed| seed.to_le_bytes()));
        bytes
    }
}

/// What some words of a job or a report are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// As `INTERFACE.md` calls it.
    pub field: &'static str,
    /// How many; of first moves those of each.
    pub words: usize,
    /// The word in place of a code after the last first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<u32>,
}

impl Field {
    fn of(field: &'static str, words: usize) -> Self {
        Self { field, words, end: None }
    }
}

/// The fields of a report with so many counters.
pub(super) fn report_fields(counters: usize, first_moves: bool) -> Vec<Field> {
    let first = Field { end: Some(END), ..Field::of("first_moves", 1 + counters) };
    let head = [Field::of("tag", 1), Field::of("counters", 2 * counters)];
    let tail = [Field::of("flags", 1), Field::of("clocks", 2)];
    head.into_iter().chain(first_moves.then_some(first)).chain(tail).collect()
}

impl JobFormat {
    /// The fields of a job.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        if self.host.is_some() {
            return vec![Field::of("tag", 1), Field::of("lane", self.words() - 1)];
        }
        let head = [("tag", 1), ("lanes", 1), ("per_lane", 1), ("step_limit", 1), ("origin", 2)];
        let fields = head.into_iter().chain([("state", self.words() - HEAD)]);
        fields.map(|(field, words)| Field::of(field, words)).collect()
    }

    /// Words of a job.
    #[must_use]
    pub fn words(&self) -> usize {
        if let Some(host) = self.host {
            return 1 + host.of(self.state_bits).div_ceil(4);
        }
        HEAD + self.state_bits.max(1).div_ceil(32)
    }

    /// The words of a job. Bits of the state beyond [`JobFormat::state_bits`] are left out, missing ones are 0.
    #[must_use]
    pub fn encode(&self, job: &JobLayout) -> Vec<u32> {
        if let Some(host) = self.host {
            let bytes = host.encode(self.state_bits, job);
            return bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect();
        }
        let origin = job.origin.to_le_bytes();
        let half = |i: usize| u32::from_le_bytes([origin[i], origin[i + 1], origin[i + 2], origin[i + 3]]);
        let mut words = vec![job.tag, job.lanes, job.per_lane, job.max_steps, half(0), half(4)];
        words.resize(self.words(), 0);
        for (i, _) in job.start.iter().take(self.state_bits).enumerate().filter(|(_, bit)| **bit) {
            words[HEAD + i / 32] |= 1 << (i % 32);
        }
        words
    }
}

/// A report as the engine gives it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportLayout {
    /// The job's tag.
    pub tag: u32,
    /// Some counter ran over: the numbers are wrong.
    pub overflow: bool,
    /// The job was not played: it has no lanes, no playouts, or numbers too large for the engine.
    pub refused: bool,
    /// The counters, the common ones first.
    pub counters: Vec<u64>,
    /// For each first joint move that was made its code and its counters.
    pub first: Vec<(u32, Vec<u32>)>,
    /// Clocks from the first word of the job to the end of the report.
    pub cycles: u64,
}

impl ReportLayout {
    /// Joint moves made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.counters.first().copied().unwrap_or(0)
    }

    /// Playouts, however they ended.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        let ends = self.counters.iter().take(COMMON.len()).skip(1);
        ends.fold(0, |sum, &number| sum.saturating_add(number))
    }
}

/// Where the reader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FieldPlace {
    Tag,
    Low(usize),
    High(usize),
    Code,
    Row(usize),
    Flags,
    CyclesLow,
    CyclesHigh,
}

/// Puts reports together from words.
#[derive(Clone, Debug)]
pub struct ReportReader {
    counters: usize,
    first_moves: bool,
    place: FieldPlace,
    report: ReportLayout,
}

impl ReportReader {
    /// A reader of reports with so many counters.
    #[must_use]
    pub fn new(counters: usize, first_moves: bool) -> Self {
        Self { counters, first_moves, place: FieldPlace::Tag, report: ReportLayout::default() }
    }

    /// Takes a word; gives the report whose last word it is.
    pub fn push(&mut self, word: u32) -> Option<ReportLayout> {
        let report = &mut self.report;
        self.place = match self.place {
            FieldPlace::Tag => {
                report.tag = word;
                FieldPlace::Low(0)
            }
            FieldPlace::Low(i) => {
                report.counters.push(u64::from(word));
                FieldPlace::High(i)
            }
            FieldPlace::High(i) => {
                report.counters[i] |= u64::from(word) << 32;
                match i + 1 < self.counters {
                    true => FieldPlace::Low(i + 1),
                    false if self.first_moves => FieldPlace::Code,
                    false => FieldPlace::Flags,
                }
            }
            FieldPlace::Code if word == END => FieldPlace::Flags,
            FieldPlace::Code => {
                report.first.push((word, Vec::new()));
                FieldPlace::Row(0)
            }
            FieldPlace::Row(i) => {
                report.first.last_mut().into_iter().for_each(|(_, row)| row.push(word));
                if i + 1 < self.counters { FieldPlace::Row(i + 1) } else { FieldPlace::Code }
            }
            FieldPlace::Flags => {
                (report.overflow, report.refused) = (word & 1 != 0, word & 2 != 0);
                FieldPlace::CyclesLow
            }
            FieldPlace::CyclesLow => {
                report.cycles = u64::from(word);
                FieldPlace::CyclesHigh
            }
            FieldPlace::CyclesHigh => {
                report.cycles |= u64::from(word) << 32;
                self.place = FieldPlace::Tag;
                return Some(std::mem::take(report));
            }
        };
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_all_words() {
        let words = |fields: &[Field]| fields.iter().map(|field| field.words).sum::<usize>();
        for state_bits in [0, 1, 32, 33] {
            let format = JobFormat { state_bits, host: None };
            assert_eq!(words(&format.fields()), format.words());
        }
        assert_eq!(words(&report_fields(2, false)), 8);
        assert_eq!(report_fields(2, true)[2], Field { field: "first_moves", words: 3, end: Some(END) });
    }

    #[test]
    fn jobs_are_words_in_order() {
        let format = JobFormat { state_bits: 34, host: None };
        let mut start = vec![false; 34];
        (start[1], start[33]) = (true, true);
        let job = JobLayout {
            tag: 7,
            lanes: 2,
            per_lane: 3,
            max_steps: 4,
            origin: 0x1122_3344_5566_7788,
            seeds: vec![],
            start,
        };
        assert_eq!(format.words(), 8);
        assert_eq!(format.encode(&job), [7, 2, 3, 4, 0x5566_7788, 0x1122_3344, 2, 2]);
        assert_eq!(JobFormat { state_bits: 0, host: None }.words(), 7);
    }

    #[test]
    fn jobs_of_one_lane_are_bytes() {
        let host = HostBytes { generators: 1, quota: 2, limit: 1 };
        let format = JobFormat { state_bits: 10, host: Some(host) };
        let start = (0..10).map(|bit| bit == 1 || bit == 9).collect();
        let job = JobLayout {
            tag: 7,
            lanes: 1,
            per_lane: 0x201,
            max_steps: 9,
            origin: 0,
            seeds: vec![0x1122_3344_5566_7788],
            start,
        };
        let bytes = host.fields(10).iter().map(|field| field.bytes).sum::<usize>();
        assert_eq!((bytes, format.words()), (20, 5));
        // Three bytes that mean nothing, the state from its high end on, then low bytes first.
        assert_eq!(format.encode(&job), [7, 0x0200_0000, 0x0200_0802, 0x5566_7788, 0x1122_3344]);
    }

    #[test]
    fn reports_are_put_together() {
        let mut reader = ReportReader::new(2, true);
        let words = [9, 5, 1, 6, 0, 3, 4, 2, END, 1, 8, 1];
        let reports: Vec<_> = words.iter().filter_map(|&word| reader.push(word)).collect();
        let expected = ReportLayout {
            tag: 9,
            overflow: true,
            refused: false,
            counters: vec![1 << 32 | 5, 6],
            first: vec![(3, vec![4, 2])],
            cycles: 1 << 32 | 8,
        };
        assert_eq!(reports, [expected]);
        let mut reader = ReportReader::new(1, false);
        let reports: Vec<_> = [1, 0, 0, 2, 5, 0, 2, 1, 0, 0, 6, 0].iter().filter_map(|&w| reader.push(w)).collect();
        assert_eq!(
            reports.iter().map(|r| (r.tag, r.refused, r.cycles)).collect::<Vec<_>>(),
            [(1, true, 5), (2, false, 6)]
        );
    }
}
