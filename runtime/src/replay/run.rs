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
type Place = (u64, u64, u64);

fn place(record: &Record) -> Place {
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

    /// Whether the recorded move is one that the engine allows. In a terminal state nobody moves, and nobody is asked.
    fn check_move(&mut self, record: &Record) -> Result<bool, ReplayError> {
        let Some(joint) = &record.joint else { return Ok(true) };
        if self.engine.terminal()? {
            return Ok(true);
        }
        let legal = self.legal()?;
        for (role, mv) in joint.iter().enumerate() {
            if legal[role].binary_search(mv).is_err() {
                if !self.said_of_move(record) {
                    let got = format!("`{mv}` is no legal move of {}", self.header.roles[role]);
                    self.differ(place(record), Field::Move, Shown::Text(joint.join(", ")), Shown::Text(got));
                }
                self.legal = Some(legal);
                return Ok(false);
            }
        }
        self.legal = Some(legal);
        Ok(true)
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
        let roles = self.header.roles.clone();
        let got = self.legal()?;
        self.report.fields += roles.len() as u64;
        self.legal = Some(got.clone());
        match legal {
            Legal::Moves(expected) => {
                for ((role, expected), got) in roles.into_iter().zip(expected).zip(got) {
                    if *expected != got {
                        self.differ(place(record), Field::Legal(role), Shown::List(expected.clone()), Shown::List(got));
                    }
                }
            }
            Legal::Digest(counts, sha) => self.compare_digest(record, counts, sha, got),
        }
        Ok(())
    }

    fn compare_digest(&mut self, record: &Record, counts: &[u64], sha: &str, got: Vec<Vec<String>>) {
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
                self.differ(place(record), Field::Legal(role), expected, Shown::List(got));
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

    fn differ(&mut self, (line, playout, step): Place, field: Field, expected: Shown, got: Shown) {
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
mod tests {
    use super::*;
    use crate::engine::example;

    const HEADER: &str = r#"{"game":"lamps","roles":["you"]}"#;

    /// A line of playout 0; `move` is the JSON value of the member.
    fn line(step: u64, fact: &str, terminal: bool, legal: &str, goal: &str, mv: &str) -> String {
        format!(r#"{{"playout":0,"step":{step},"state":["{fact}"],"legal":{{"you":{legal}}},"terminal":{terminal},"#,)
            + &format!(r#""goals":{{"you":{goal}}},"move":{mv}}}"#)
    }

    const BOTH: &str = r#"["push","wait"]"#;

    fn good() -> Vec<String> {
        vec![
            line(0, "off", false, BOTH, "null", r#"{"you":"wait"}"#),
            line(1, "off", false, BOTH, "null", r#"{"you":"push"}"#),
            line(2, "on", true, BOTH, "100", "null"),
        ]
    }

    fn run(engine: &mut dyn Engine, lines: &[String], max_differences: usize) -> Report {
        let text = format!("{HEADER}\n{}", lines.join("\n"));
        let options = Options { max_differences, ..Options::default() };
        replay(engine, TraceReader::new(text.as_bytes()).unwrap(), &options).unwrap()
    }

    fn fields(report: &Report) -> Vec<(u64, &Field)> {
        report.differences.iter().map(|d| (d.step, &d.field)).collect()
    }

    #[test]
    fn a_true_trace_has_no_difference() {
        let report = run(&mut example::lamps(), &good(), 9);
        assert_eq!(report.differences, []);
        assert_eq!((report.playouts, report.states, report.transitions, report.fields), (1, 3, 2, 12));
    }

    #[test]
    fn every_field_is_compared() {
        let you = || "you".to_string();
        let cases = [
            (line(1, "off", true, BOTH, "null", "null"), Field::Terminal),
            (line(1, "off", false, r#"["wait"]"#, "null", "null"), Field::Legal(you())),
            (line(1, "off", false, BOTH, "100", "null"), Field::Goals(you())),
            (line(1, "on", true, BOTH, "100", "null"), Field::State),
            (line(0, "strange", false, BOTH, "null", "null"), Field::State),
        ];
        for (bad, field) in cases {
            let report = run(&mut example::lamps(), &[good()[0].clone(), bad.clone()], 1);
            assert_eq!(report.differences.first().map(|d| &d.field), Some(&field), "{bad}");
        }
    }

    #[test]
    fn a_faulty_engine_is_found_and_the_replay_goes_on_from_the_record() {
        let report = run(&mut example::faulty_lamps(), &good(), 9);
        assert_eq!(fields(&report), [(1, &Field::State)]);
        assert_eq!(report.states, 3);
    }

    #[test]
    fn percepts_are_compared_where_they_are_recorded() {
        let seen = |line: &str, percepts: &str| {
            format!(r#"{},"sees":{{"you":{percepts}}}}}"#, line.strip_suffix('}').unwrap_or_default())
        };
        let [wait, push, end] = <[String; 3]>::try_from(good()).unwrap();
        let right = [seen(&wait, "[]"), seen(&push, r#"["(was off)"]"#), end.clone()];
        let report = run(&mut example::lamps(), &right, 9);
        assert_eq!((report.differences.len(), report.fields), (0, 14));
        let wrong = [seen(&wait, r#"["(was off)"]"#), seen(&push, "[]"), end];
        let report = run(&mut example::lamps(), &wrong, 9);
        let sees = Field::Sees("you".to_owned());
        assert_eq!(fields(&report), [(0, &sees), (1, &sees)]);
        // A move that is not known is one difference, not two.
        let jump = line(0, "off", false, BOTH, "null", r#"{"you":"jump"}"#);
        assert_eq!(fields(&run(&mut example::lamps(), &[seen(&jump, "[]"), push], 9)), [(0, &Field::Move)]);
    }

    #[test]
    fn gaps_load_the_record_and_check_no_transition() {
        let lines = [good()[0].clone(), good()[2].clone(), line(4, "off", false, BOTH, "null", "null")];
        let report = run(&mut example::lamps(), &lines, 9);
        assert_eq!((report.differences.len(), report.states, report.transitions), (0, 3, 0));
    }

    #[test]
    fn legal_moves_of_terminal_states_are_only_noted() {
        let lines = [line(1, "on", true, "[]", "100", "null")];
        let report = run(&mut example::lamps(), &lines, 9);
        assert_eq!((report.differences.len(), report.noted, report.notes.len()), (0, 1, 1));
    }

    #[test]
    fn states_need_not_be_compared() {
        // The second line is another state, but what is seen of it is the same; the fourth follows a gap.
        let lines = [
            line(0, "off", false, BOTH, "null", r#"{"you":"wait"}"#),
            line(1, "strange", false, BOTH, "null", r#"{"you":"push"}"#),
            line(2, "on", true, BOTH, "100", "null"),
            line(5, r#"on","strange"#, true, BOTH, "100", "null"),
        ];
        let text = format!("{HEADER}\n{}", lines.join("\n"));
        let replayed = |compare_state| {
            let options = Options { max_differences: 9, compare_state, ..Options::default() };
            replay(&mut example::lamps(), TraceReader::new(text.as_bytes()).unwrap(), &options).unwrap()
        };
        let report = replayed(false);
        assert_eq!((report.differences.as_slice(), report.states, report.transitions), (&[][..], 4, 2));
        assert_eq!(fields(&replayed(true)), [(1, &Field::State), (1, &Field::State), (5, &Field::State)]);
    }

    #[test]
    fn unknown_moves_and_other_roles_are_differences() {
        let lines = [line(0, "off", false, BOTH, "null", r#"{"you":"jump"}"#), good()[1].clone()];
        assert_eq!(fields(&run(&mut example::lamps(), &lines, 9)), [(0, &Field::Move)]);
        let text = r#"{"game":"lamps","roles":["me"]}"#;
        let trace = TraceReader::new(text.as_bytes()).unwrap();
        let report = replay(&mut example::lamps(), trace, &Options::default()).unwrap();
        assert_eq!(fields(&report), [(0, &Field::Roles)]);
    }

    #[test]
    fn digests_are_compared_and_lost_states_skipped() {
        let state = |facts: &[&str]| format!(r#""state_n":{},"state_sha":"{}""#, facts.len(), state_digest(facts));
        let moves: [&[&str]; 1] = [&["push", "wait"]];
        let legal = format!(r#""legal_n":{{"you":2}},"legal_sha":"{}""#, legal_digest([("you", moves[0])]));
        let compact = |step: u64, facts: &[&str], legal: &str| {
            format!(r#"{{"playout":0,"step":{step},{},{legal},"move":{{"you":"wait"}}}}"#, state(facts))
        };
        let first = good()[0].clone();
        let right = run(&mut example::lamps(), &[first.clone(), compact(1, &["off"], &legal)], 9);
        assert_eq!((right.differences.len(), right.states), (0, 2));
        let lines = [first.clone(), compact(1, &["on"], &legal), compact(2, &["off"], &legal)];
        let wrong = run(&mut example::lamps(), &lines, 9);
        assert_eq!((fields(&wrong), wrong.skipped), (vec![(1, &Field::State)], 2));
        let other = legal.replace("legal_sha\":\"", "legal_sha\":\"f");
        let wrong = run(&mut example::lamps(), &[first, compact(1, &["off"], &other)], 9);
        assert_eq!(fields(&wrong), [(1, &Field::LegalDigest)]);
    }

    #[test]
    fn the_deadline_ends_it() {
        let text = format!("{HEADER}\n{}", good().join("\n"));
        let options = Options { out_of_time: &|| true, ..Options::default() };
        let trace = TraceReader::new(text.as_bytes()).unwrap();
        let error = replay(&mut example::lamps(), trace, &options).unwrap_err();
        assert!(matches!(error, ReplayError::Deadline(report) if report.states == 0));
    }
}
