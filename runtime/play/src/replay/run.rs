//! The replay itself.

use super::{Difference, Field, ReplayError, Shown};
use crate::engine::{Engine, EngineError};
use crate::trace::{Goals, Header, Legal, Record, State, TraceReader, legal_digest, state_digest};

/// Notes kept in a report.
const MAX_NOTES: usize = 20;

/// How far a replay goes.
pub struct Options<'a> {
    /// Differences after which it stops; at least one is always reported.
    pub max_differences: usize,
    /// Whether the facts of states are compared. Without it a game may keep fewer facts than were recorded.
    pub compare_state: bool,
    /// Asked before every state; the replay ends with [`ReplayError::Deadline`] when it answers true.
    pub out_of_time: &'a dyn Fn() -> bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { max_differences: 1, compare_state: true, out_of_time: &|| false }
    }
}

/// What a replay found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The game of the trace's header.
    pub game: String,
    /// Playouts of which at least one state was compared.
    pub playouts: u64,
    /// States compared.
    pub states: u64,
    /// Transitions computed and compared.
    pub transitions: u64,
    /// Single fields compared: a state, a role's moves, goal or percepts, terminal.
    pub fields: u64,
    /// States that could not be compared: known by digest only, and not reached by a transition.
    pub skipped: u64,
    /// States that could not be compared: the engine can't be in them. Each is a difference.
    pub refused: u64,
    /// States known by digest only whose facts could not be compared, because the engine dropped some.
    pub undigested: u64,
    /// Differences that count.
    pub differences: Vec<Difference>,
    /// Recorded states of facts that the engine knows, but takes for none that play can reach; each is a difference as well.
    pub unreachable: u64,
    /// Number of differing legal moves in terminal states: noted, not counted.
    pub noted: u64,
    /// The first of these.
    pub notes: Vec<Difference>,
}

/// Compares a trace with an engine.
///
/// # Errors
/// See [`ReplayError`]. A difference is no error.
pub fn replay(engine: &mut dyn Engine, trace: TraceReader<'_>, options: &Options<'_>) -> Result<Report, ReplayError> {
    let header = trace.header().clone();
    let report = Report { game: header.game.clone(), ..Report::default() };
    let mut run = Run { report, header, engine, compare_state: options.compare_state, legal: None };
    if run.engine.roles() != run.header.roles {
        let got = Shown::Text(run.engine.roles().join(" "));
        run.differ((1, 0, 0), Field::Roles, Shown::Text(run.header.roles.join(" ")), got);
        return Ok(run.report);
    }
    match run.all(trace, options) {
        Ok(true) => Ok(run.report),
        Ok(false) => Err(ReplayError::Deadline(Box::new(run.report))),
        Err(ReplayError::Engine(error)) if error.is_out_of_time() => Err(ReplayError::Deadline(Box::new(run.report))),
        Err(error) => Err(error),
    }
}

struct Run<'a> {
    engine: &'a mut dyn Engine,
    header: Header,
    report: Report,
    compare_state: bool,
    /// The legal moves of the state the engine is in, once they were asked for.
    legal: Option<Vec<Vec<String>>>,
}

/// Line, playout, step.
type TracePlace = (u64, u64, u64);

fn place(record: &Record) -> TracePlace {
    (record.line, record.playout, record.step)
}

impl Run<'_> {
    /// Compares record after record, as far as the differences allow; false when time ran out before.
    fn all(&mut self, trace: TraceReader<'_>, options: &Options<'_>) -> Result<bool, ReplayError> {
        let mut before: Option<Record> = None;
        for record in trace {
            let record = record?;
            if (options.out_of_time)() {
                return Ok(false);
            }
            if before.as_ref().is_none_or(|before| before.playout != record.playout) {
                self.report.playouts += 1;
            }
            let placed = self.arrive(before.as_ref(), &record)?;
            if placed {
                self.compare_state(&record)?;
            } else {
                match record.state {
                    State::Digest(..) => self.report.skipped += 1,
                    State::Facts(_) => self.report.refused += 1,
                }
            }
            // Only a state that the engine is in can be followed by a transition, and only by a move that it has there.
            let goes_on = placed && self.check_move(&record)?;
            if self.report.differences.len() >= options.max_differences.max(1) {
                break;
            }
            before = Some(if goes_on { record } else { Record { joint: None, ..record } });
        }
        Ok(true)
    }

    /// Brings the engine into the record's state; false when that is impossible. Compares the state on the way.
    fn arrive(&mut self, before: Option<&Record>, record: &Record) -> Result<bool, ReplayError> {
        self.legal = None;
        let computed = match before.and_then(|before| Some((before, before.joint.as_ref()?))) {
            Some((before, joint))
                if before.playout == record.playout && before.step.checked_add(1) == Some(record.step) =>
            {
                self.transition(before, joint)?
            }
            _ if record.step == 0 => {
                self.engine.reset()?;
                true
            }
            _ => false,
        };
        let same = computed && (!self.compare_state || self.check_facts(record)?);
        match &record.state {
            _ if same => Ok(true),
            State::Facts(facts) if !self.compare_state => self.load_known(facts.clone(), record),
            State::Facts(facts) => self.load(facts, record),
            State::Digest(..) => Ok(false),
        }
    }

    fn transition(&mut self, before: &Record, joint: &[String]) -> Result<bool, ReplayError> {
        match self.engine.step(joint) {
            Ok(()) => {
                self.report.transitions += 1;
                Ok(true)
            }
            Err(error @ EngineError::UnknownMove { .. }) => {
                self.unknown_move(before, joint, &error);
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Compares the engine's facts with the record's.
    fn check_facts(&mut self, record: &Record) -> Result<bool, ReplayError> {
        let got = self.engine.state()?;
        let same = match &record.state {
            State::Facts(facts) => {
                let kept = facts.iter().filter(|fact| self.engine.keeps(fact));
                self.report.fields += 1;
                kept.eq(&got)
            }
            State::Digest(count, sha) => {
                let same = got.len() as u64 == *count && state_digest(&got) == *sha;
                if !same && self.engine.drops_facts() && got.len() as u64 <= *count {
                    self.report.undigested += 1;
                    return Ok(true);
                }
                self.report.fields += 1;
                same
            }
        };
        if !same {
            let expected = match &record.state {
                State::Facts(facts) => {
                    Shown::List(facts.iter().filter(|fact| self.engine.keeps(fact)).cloned().collect())
                }
                State::Digest(count, sha) => Shown::Digest(*count, sha.clone()),
            };
            self.differ(place(record), Field::State, expected, Shown::List(got));
        }
        Ok(same)
    }

    /// Loads what the game has of a recorded state. Facts it does not have are left out one by one: such games keep few.
    fn load_known(&mut self, mut facts: Vec<String>, record: &Record) -> Result<bool, ReplayError> {
        while let Err(EngineError::UnknownFact(unknown)) = self.engine.load(&facts) {
            let before = facts.len();
            facts.retain(|fact| *fact != unknown);
            if facts.len() == before {
                break;
            }
        }
        self.load(&facts, record)
    }

    /// Loads the recorded state; a state the engine can't be in is a difference.
    fn load(&mut self, facts: &[String], record: &Record) -> Result<bool, ReplayError> {
        match self.engine.load(facts) {
            Ok(()) => Ok(true),
            Err(error) if error.refused_fact().is_some() => {
                self.report.unreachable += u64::from(!matches!(error, EngineError::UnknownFact(_)));
                let expected = Shown::Text(format!("a state of {} facts", facts.len()));
                self.differ(place(record), Field::State, expected, Shown::Text(error.to_string()));
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Compares everything recorded but the facts.
    fn compare_state(&mut self, record: &Record) -> Result<(), ReplayError> {
        self.report.states += 1;
        if let Some(expected) = record.terminal {
            let got = self.engine.terminal()?;
            self.report.fields += 1;
            if got != expected {
                let (expected, got) = (Shown::Text(expected.to_string()), Shown::Text(got.to_string()));
                self.differ(place(record), Field::Terminal, expected, got);
            }
        }
        if let Some(legal) = &record.legal {
            let counted = self.report.differences.len();
            self.compare_legal(record, legal)?;
            if record.terminal == Some(true) {
                let noted = self.report.differences.split_off(counted);
                self.report.noted += noted.len() as u64;
                let room = MAX_NOTES.saturating_sub(self.report.notes.len());
                self.report.notes.extend(noted.into_iter().take(room));
            }
        }
        record.goals.iter().try_for_each(|goals| self.compare_goals(record, goals))?;
        self.compare_percepts(record)
    }

    /// Compares what the roles see of the recorded move.
    fn compare_percepts(&mut self, record: &Record) -> Result<(), ReplayError> {
        let (Some(expected), Some(joint)) = (&record.sees, &record.joint) else { return Ok(()) };
        let got = match self.engine.sees(joint) {
            Ok(got) => got,
            Err(error @ EngineError::UnknownMove { .. }) => {
                self.unknown_move(record, joint, &error);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let roles = self.header.roles.clone();
        self.report.fields += roles.len() as u64;
        for ((role, expected), got) in roles.into_iter().zip(expected).zip(got) {
            if *expected != got {
                self.differ(place(record), Field::Sees(role), Shown::List(expected.clone()), Shown::List(got));
            }
        }
        Ok(())
    }

    /// Whether the recorded move is one that the engine allows. In a terminal state nobody moves: there every move will do.
    fn check_move(&mut self, record: &Record) -> Result<bool, ReplayError> {
        let Some(joint) = &record.joint else { return Ok(true) };
        let legal = self.legal()?;
        let illegal = joint.iter().zip(&legal).position(|(mv, legal)| legal.binary_search(mv).is_err());
        self.legal = Some(legal);
        let Some(role) = illegal else { return Ok(true) };
        if self.engine.terminal()? {
            return Ok(true);
        }
        if !self.said_of_move(record) {
            let got = format!("`{}` is no legal move of {}", joint[role], self.header.roles[role]);
            self.differ(place(record), Field::Move, Shown::Text(joint.join(", ")), Shown::Text(got));
        }
        Ok(false)
    }

    /// The legal moves of all roles in the present state; who asks for them gives them back.
    fn legal(&mut self) -> Result<Vec<Vec<String>>, EngineError> {
        let roles = 0..self.header.roles.len();
        self.legal.take().map_or_else(|| roles.map(|role| self.engine.legal(role)).collect(), Ok)
    }

    /// Whether it was said of a line that its move is none.
    fn said_of_move(&self, record: &Record) -> bool {
        self.report.differences.last().is_some_and(|d| d.line == record.line && d.field == Field::Move)
    }

    /// A recorded move the engine does not have; said once for each line.
    fn unknown_move(&mut self, record: &Record, joint: &[String], error: &EngineError) {
        if !self.said_of_move(record) {
            let (expected, got) = (Shown::Text(joint.join(", ")), Shown::Text(error.to_string()));
            self.differ(place(record), Field::Move, expected, got);
        }
    }

    fn compare_legal(&mut self, record: &Record, legal: &Legal) -> Result<(), ReplayError> {
        let got = self.legal()?;
        self.report.fields += got.len() as u64;
        match legal {
            Legal::Moves(expected) => {
                for (role, (expected, got)) in expected.iter().zip(&got).enumerate().filter(|(_, (a, b))| a != b) {
                    let (expected, got) = (Shown::List(expected.clone()), Shown::List(got.clone()));
                    self.differ(place(record), Field::Legal(self.header.roles[role].clone()), expected, got);
                }
            }
            Legal::Digest(counts, sha) => self.compare_digest(record, counts, sha, &got),
        }
        self.legal = Some(got);
        Ok(())
    }

    fn compare_digest(&mut self, record: &Record, counts: &[u64], sha: &str, got: &[Vec<String>]) {
        let roles = self.header.roles.iter().map(String::as_str);
        if legal_digest(roles.zip(got.iter().map(Vec::as_slice))) == sha {
            return;
        }
        let roles = self.header.roles.clone();
        let before = self.report.differences.len();
        let numbers: Vec<u64> = got.iter().map(|moves| moves.len() as u64).collect();
        for ((role, &count), got) in roles.into_iter().zip(counts).zip(got) {
            if count != got.len() as u64 {
                let expected = Shown::Digest(count, sha.to_string());
                self.differ(place(record), Field::Legal(role), expected, Shown::List(got.clone()));
            }
        }
        if self.report.differences.len() == before {
            let expected = Shown::Text(format!("{counts:?} moves with digest {sha}"));
            let got = Shown::Text(format!("{numbers:?} moves with another digest"));
            self.differ(place(record), Field::LegalDigest, expected, got);
        }
    }

    fn compare_goals(&mut self, record: &Record, goals: &[Goals]) -> Result<(), ReplayError> {
        for (role, expected) in goals.iter().enumerate() {
            let got = self.engine.goals(role)?;
            self.report.fields += 1;
            if !expected.matches(&got) {
                let expected = Shown::Text(match expected {
                    Goals::One(value) => value.to_string(),
                    Goals::NotOne => "no value, or several".to_string(),
                    Goals::Values(values) => values_text(values),
                });
                let field = Field::Goals(self.header.roles[role].clone());
                self.differ(place(record), field, expected, Shown::Text(values_text(&got)));
            }
        }
        Ok(())
    }

    fn differ(&mut self, (line, playout, step): TracePlace, field: Field, expected: Shown, got: Shown) {
        let game = self.header.game.clone();
        self.report.differences.push(Difference { game, line, playout, step, field, expected, got });
    }
}

fn values_text(values: &[i64]) -> String {
    match values {
        [] => "no value".to_string(),
        values => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
    }
}

#[cfg(test)]
mod tests;
