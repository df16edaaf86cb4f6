//! Records to a file, in the same format the reader takes.

use super::{Goals, Header, Legal, Record, State};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes a trace: the header at once, then one line for each [`Self::write`].
pub struct TraceWriter<W> {
    out: W,
    roles: Vec<String>,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace.
    ///
    /// # Errors
    /// When `out` can't be written.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        writeln!(out, "{}", json!({"game": header.game, "file": header.file, "roles": header.roles}))?;
        Ok(Self { out, roles: header.roles.clone() })
    }

    /// Writes one state. Lists must be sorted and in header order of the roles; `record.line` is ignored.
    ///
    /// # Errors
    /// When `out` can't be written.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut line = Map::new();
        line.insert("playout".into(), record.playout.into());
        line.insert("step".into(), record.step.into());
        match &record.state {
            State::Facts(facts) => {
                line.insert("state".into(), json!(facts));
            }
            State::Digest(count, sha) => {
                line.insert("state_n".into(), json!(count));
                line.insert("state_sha".into(), json!(sha));
            }
        }
        match &record.legal {
            Some(Legal::Moves(moves)) => {
                line.insert("legal".into(), self.by_role(moves));
            }
            Some(Legal::Digest(counts, sha)) => {
                line.insert("legal_n".into(), self.by_role(counts));
                line.insert("legal_sha".into(), json!(sha));
            }
            None => {}
        }
        line.insert("terminal".into(), json!(record.terminal));
        self.goals(record.goals.as_deref(), &mut line);
        line.insert("move".into(), record.joint.as_ref().map_or(Value::Null, |joint| self.by_role(joint)));
        if let Some(sees) = &record.sees {
            line.insert("sees".into(), self.by_role(sees));
        }
        writeln!(self.out, "{}", Value::Object(line))
    }

    /// Flushes and gives the sink back.
    ///
    /// # Errors
    /// When `out` can't be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn by_role<T: serde::Serialize>(&self, values: &[T]) -> Value {
        self.roles.iter().zip(values).map(|(role, value)| (role.clone(), json!(value))).collect()
    }

    fn goals(&self, goals: Option<&[Goals]>, line: &mut Map<String, Value>) {
        let Some(goals) = goals else {
            line.insert("goals".into(), Value::Null);
            return;
        };
        let one = |goal: &Goals| if let Goals::One(value) = goal { Some(*value) } else { None };
        line.insert("goals".into(), self.by_role(&goals.iter().map(one).collect::<Vec<_>>()));
        let values = self.roles.iter().zip(goals).filter_map(|(role, goal)| match goal {
            Goals::Values(values) => Some((role.clone(), json!(values))),
            _ => None,
        });
        let values: Map<String, Value> = values.collect();
        if !values.is_empty() {
            line.insert("goal_values".into(), Value::Object(values));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TraceReader;
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let header =
            Header { game: "g".into(), file: "g.kif".into(), roles: vec!["red".into(), "blue".into()], shared: false };
        let full = Record {
            line: 2,
            playout: 1,
            step: 0,
            state: State::Facts(vec!["(a \"\\)".into()]),
            legal: Some(Legal::Moves(vec![vec!["noop".into()], vec![]])),
            terminal: Some(false),
            goals: Some(vec![Goals::One(-3), Goals::Values(vec![1, 2])]),
            joint: Some(vec!["noop".into(), "x".into()]),
            sees: Some(vec![vec!["(move x)".into(), "nothing".into()], vec![]]),
        };
        let compact = Record {
            line: 3,
            state: State::Digest(7, "0123".into()),
            legal: Some(Legal::Digest(vec![1, 2], "4567".into())),
            terminal: None,
            goals: None,
            joint: None,
            sees: None,
            ..full.clone()
        };
        let bare = Record { line: 4, legal: None, goals: Some(vec![Goals::NotOne, Goals::NotOne]), ..full.clone() };
        let mut writer = TraceWriter::new(Vec::new(), &header).unwrap();
        for record in [&full, &compact, &bare] {
            writer.write(record).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let reader = TraceReader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header(), &header);
        let read: Vec<_> = reader.map(Result::unwrap).collect();
        assert_eq!(read, [full, compact, bare]);
    }
}
