//! File to records, one line at a time.

use super::{Header, Record, TraceError, TraceErrorKind, line};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Longest line in bytes. The longest known line is below 50 kB; the bound keeps a wrong file from filling memory.
const MAX_LINE: usize = 64 << 20;

/// Blank lines that may follow each other: a stream of them has no end.
const MAX_BLANK: u64 = 1 << 20;
/// What the record of a line takes, beside the text: about so many times as much, where facts are short.
const RECORD: u64 = 16;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Reads a trace line by line; an iterator over [`Record`]s. After an error it ends.
pub struct TraceReader<'a> {
    source: Box<dyn BufRead + 'a>,
    header: Header,
    line: u64,
    max_line: usize,
    /// The last line ended in CR, to which a LF may belong.
    carried: bool,
    failed: bool,
}

impl TraceReader<'static> {
    /// Opens a trace file. A line with its record may take so many bytes.
    ///
    /// # Errors
    /// When the file can't be read, or its first line is no header.
    pub fn open(path: &Path, max_bytes: u64) -> Result<Self, TraceError> {
        let file = File::open(path).map_err(|e| TraceErrorKind::from(e).at(0))?;
        let most = usize::try_from(max_bytes / RECORD).unwrap_or(usize::MAX);
        Self::with_max_line(BufReader::new(file), MAX_LINE.min(most))
    }
}

impl<'a> TraceReader<'a> {
    /// Reads from any source; gzip is told by its first two bytes.
    ///
    /// # Errors
    /// When the source can't be read, or its first line is no header.
    pub fn new(source: impl BufRead + 'a) -> Result<Self, TraceError> {
        Self::with_max_line(source, MAX_LINE)
    }

    fn with_max_line(mut source: impl BufRead + 'a, max_line: usize) -> Result<Self, TraceError> {
        let start = source.fill_buf().map_err(|e| TraceErrorKind::from(e).at(0))?;
        let source: Box<dyn BufRead + 'a> = if start.starts_with(&GZIP_MAGIC) {
            Box::new(BufReader::new(MultiGzDecoder::new(source)))
        } else {
            Box::new(source)
        };
        let header = Header { game: String::new(), file: String::new(), roles: Vec::new(), shared: false };
        let mut reader = Self { source, header, line: 0, max_line, carried: false, failed: false };
        let text = reader.next_line()?.ok_or_else(|| TraceErrorKind::NoHeader.at(0))?;
        reader.header = line::header(&text).map_err(|kind| kind.at(reader.line))?;
        Ok(reader)
    }

    /// The first line.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next line that is not blank, without its end.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, TraceError> {
        for _ in 0..=MAX_BLANK {
            let mut text = Vec::new();
            self.line += 1;
            if self.read_line(&mut text).map_err(|e| TraceErrorKind::from(e).at(self.line))? == 0 {
                return Ok(None);
            }
            if text.len() > self.max_line {
                return Err(TraceErrorKind::TooLong { limit: self.max_line }.at(self.line));
            }
            if !text.trim_ascii().is_empty() {
                return Ok(Some(text));
            }
        }
        Err(TraceErrorKind::Blank { lines: MAX_BLANK }.at(self.line))
    }

    /// Reads a line with its end: LF, CR, or CR and LF. A line that is too long is read one byte beyond its bound.
    /// **Returns:** the bytes read, none at the end.
    fn read_line(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        while text.len() <= self.max_line {
            let bytes = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if std::mem::take(&mut self.carried) && bytes.first() == Some(&b'\n') {
                self.source.consume(1);
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).map(|end| end + 1);
            let taken = end.unwrap_or(bytes.len()).min(self.max_line + 1 - text.len());
            text.extend_from_slice(&bytes[..taken]);
            self.carried = taken > 0 && bytes[taken - 1] == b'\r';
            self.source.consume(taken);
            if taken == 0 || end == Some(taken) {
                break;
            }
        }
        Ok(text.len())
    }

    fn next_record(&mut self) -> Result<Option<Record>, TraceError> {
        let Some(text) = self.next_line()? else { return Ok(None) };
        line::record(&text, self.line, &self.header).map(Some).map_err(|kind| kind.at(self.line))
    }
}

impl Iterator for TraceReader<'_> {
    type Item = Result<Record, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let record = self.next_record().transpose();
        self.failed = !matches!(record, Some(Ok(_)));
        record
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Goals, Legal, State};
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::{Read, Write};

    const HEADER: &str = r#"{"game":"g","file":"g.kif","roles":["red","blue"]}"#;

    fn read(lines: &[&str]) -> Result<Vec<Record>, TraceError> {
        let text = lines.join("\n");
        TraceReader::new(text.as_bytes())?.collect()
    }

    fn first_error(lines: &[&str]) -> String {
        read(lines).expect_err("must be refused").to_string()
    }

    #[test]
    fn a_full_line() {
        let full =
            r#"{"playout":3,"step":1,"state":["a","b"],"legal":{"blue":["noop"],"red":["x","y"]},"terminal":false,
            "goals":{"red":0,"blue":null},"move":{"red":"y","blue":"noop"},"end":"time"}"#
                .replace('\n', "");
        let records = read(&[HEADER, "", &full]).unwrap();
        let record = &records[0];
        assert_eq!((record.line, record.playout, record.step), (3, 3, 1));
        assert_eq!(record.state, State::Facts(vec!["a".into(), "b".into()]));
        assert_eq!(record.legal, Some(Legal::Moves(vec![vec!["x".into(), "y".into()], vec!["noop".into()]])));
        assert_eq!(record.goals, Some(vec![Goals::One(0), Goals::NotOne]));
        assert_eq!(record.joint, Some(vec!["y".into(), "noop".into()]));
    }

    #[test]
    fn a_compact_line() {
        let compact =
            r#"{"playout":0,"step":1,"state_n":2,"state_sha":"00","legal_n":{"red":1,"blue":2},"legal_sha":"11",
            "terminal":true,"goals":{"red":null,"blue":5},"goal_values":{"red":[9,3]},"move":null}"#
                .replace('\n', "");
        let records = read(&[HEADER, &compact]).unwrap();
        let record = &records[0];
        assert_eq!(record.state, State::Digest(2, "00".into()));
        assert_eq!(record.legal, Some(Legal::Digest(vec![1, 2], "11".into())));
        assert_eq!(record.goals, Some(vec![Goals::Values(vec![3, 9]), Goals::One(5)]));
        assert_eq!(record.joint, None);
    }

    #[test]
    fn errors_name_the_line() {
        assert!(first_error(&[]).contains("header line is missing"));
        assert!(first_error(&["{}"]).starts_with("line 1: `roles` is missing"));
        assert!(first_error(&[HEADER, "{"]).starts_with("line 2: not a line of a trace"));
        assert!(first_error(&[HEADER, r#"{"playout":0}"#]).contains("`step` is missing"));
        assert!(first_error(&[HEADER, r#"{"playout":0,"step":0}"#]).contains("`state` is missing"));
        let unsorted = r#"{"playout":0,"step":0,"state":["b","a"]}"#;
        assert_eq!(first_error(&[HEADER, unsorted]), "line 2: `state` is not sorted, or holds `a` twice");
        let stranger = r#"{"playout":0,"step":0,"state":[],"move":{"red":"a","green":"b"}}"#;
        assert!(first_error(&[HEADER, stranger]).contains("`move` names other roles"));
        let shared = r#"{"playout":0,"step":0,"state":[],"legal":["a"]}"#;
        assert!(first_error(&[HEADER, shared]).contains("action-rules"));
    }

    #[test]
    fn traces_of_action_rules_are_read_as_those_of_their_gdl() {
        let header = r#"{"game":"g","roles":["red","blue"],"language":"action-rules"}"#;
        let line =
            r#"{"playout":0,"step":0,"state":["cell(1,b)","control(blue)"],"control":"blue","legal":["go(2)","go(1)"],
            "terminal":false,"goals":{"red":2,"blue":null},"move":"go(2)"}"#
                .replace('\n', "");
        let records = read(&[header, &line]).unwrap();
        assert_eq!(records[0].state, State::Facts(vec!["(cell 1 b)".into(), "(control blue)".into()]));
        let moves = vec![vec!["noop".into()], vec!["(go 1)".into(), "(go 2)".into()]];
        assert_eq!(records[0].legal, Some(Legal::Moves(moves)));
        assert_eq!(records[0].joint, Some(vec!["noop".into(), "(go 2)".into()]));
        let bad = line.replace("go(2)", "go(2");
        assert!(read(&[header, &bad]).expect_err("must be refused").to_string().contains("infix form"));
    }

    #[test]
    fn lines_end_in_any_manner() {
        for end in ["\n", "\r\n", "\r"] {
            let records: String =
                (0..3).map(|step| format!(r#"{{"playout":0,"step":{step},"state":[]}}{end}"#)).collect();
            let text = format!("{HEADER}{end}{records}{end}{{{end}");
            // A small buffer cuts between CR and LF.
            for capacity in 1..9 {
                let source = BufReader::with_capacity(capacity, text.as_bytes());
                let read: Vec<_> = TraceReader::new(source).unwrap().collect();
                assert_eq!(read.iter().filter(|record| record.is_ok()).count(), 3, "{end:?}");
                let error = read.last().unwrap().as_ref().unwrap_err();
                assert_eq!(error.line, 6, "{end:?} {capacity}: {error}");
            }
        }
    }

    #[test]
    fn nothing_follows_an_error() {
        let text = format!("{HEADER}\n{{\n{{");
        let mut reader = TraceReader::new(text.as_bytes()).unwrap();
        assert!(reader.next().unwrap().is_err());
        assert!(reader.next().is_none());
    }

    #[test]
    fn long_lines_are_refused_without_reading_them() {
        let text = format!("{HEADER}\n{}", "x".repeat(1000));
        let mut reader = TraceReader::with_max_line(text.as_bytes(), 100).unwrap();
        let error = reader.next().unwrap().unwrap_err();
        assert!(matches!(error, TraceError { line: 2, kind: TraceErrorKind::TooLong { limit: 100 } }));
    }

    #[test]
    fn blank_lines_without_end_are_refused() {
        let blank = BufReader::new(io::repeat(b'\n'));
        let error = TraceReader::new(HEADER.as_bytes().chain(blank)).unwrap().next().unwrap().unwrap_err();
        assert!(matches!(error.kind, TraceErrorKind::Blank { .. }), "{error}");
        assert!(TraceReader::new(BufReader::new(io::repeat(b'\n'))).is_err());
        let few = format!("{HEADER}{}", "\n".repeat(1000));
        assert!(TraceReader::new(few.as_bytes()).unwrap().next().is_none());
    }

    #[test]
    fn gzip_is_recognised_and_damage_is_an_error() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        writeln!(encoder, "{HEADER}").unwrap();
        for step in 0..2000 {
            writeln!(encoder, r#"{{"playout":0,"step":{step},"state":["{:x}"]}}"#, step * 7_919).unwrap();
        }
        let bytes = encoder.finish().unwrap();
        assert_eq!(TraceReader::new(&bytes[..]).unwrap().filter(Result::is_ok).count(), 2000);
        let cut = &bytes[..bytes.len() / 2];
        assert!(TraceReader::new(cut).unwrap().last().unwrap().is_err());
    }
}
