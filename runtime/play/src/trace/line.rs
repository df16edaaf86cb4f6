//! JSON text of one line to a [`Record`], checked against the header.

use super::{Goals, Header, Legal, Record, State, TraceErrorKind, shared};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

type ByRole<T> = BTreeMap<String, T>;

#[derive(Deserialize)]
struct RawHeader {
    game: Option<String>,
    #[serde(default)]
    file: String,
    roles: Option<Vec<String>>,
    #[serde(default)]
    language: String,
}

/// The language of a header whose lines have one list of moves for all roles.
const ACTION_RULES: &str = "action-rules";

#[derive(Deserialize)]
struct RawRecord {
    playout: Option<u64>,
    step: Option<u64>,
    state: Option<Vec<String>>,
    state_n: Option<u64>,
    state_sha: Option<String>,
    legal: Option<RawLegal>,
    legal_n: Option<ByRole<u64>>,
    legal_sha: Option<String>,
    terminal: Option<bool>,
    goals: Option<ByRole<Option<i64>>>,
    goal_values: Option<ByRole<Vec<i64>>>,
    /// The role in control, in traces of action rules.
    control: Option<String>,
    #[serde(rename = "move")]
    joint: Option<RawMove>,
    sees: Option<ByRole<Vec<String>>>,
}

enum RawMove {
    ByRole(ByRole<String>),
    /// Of the role in control.
    Shared(String),
}

enum RawLegal {
    ByRole(ByRole<Vec<String>>),
    /// Of the role in control.
    Shared(Vec<String>),
}

/// By its form, without keeping it in another one first: lines are long.
struct OfForm<T>(PhantomData<T>);

impl<'de> Deserialize<'de> for RawLegal {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(OfForm(PhantomData::<Self>))
    }
}

impl<'de> Visitor<'de> for OfForm<RawLegal> {
    type Value = RawLegal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves by role, or a list of moves")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawLegal, A::Error> {
        ByRole::deserialize(MapAccessDeserializer::new(map)).map(RawLegal::ByRole)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<RawLegal, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(RawLegal::Shared)
    }
}

impl<'de> Deserialize<'de> for RawMove {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(OfForm(PhantomData::<Self>))
    }
}

impl<'de> Visitor<'de> for OfForm<RawMove> {
    type Value = RawMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move of each role, or a move")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawMove, A::Error> {
        ByRole::deserialize(MapAccessDeserializer::new(map)).map(RawMove::ByRole)
    }

    fn visit_str<E: Error>(self, action: &str) -> Result<RawMove, E> {
        Ok(RawMove::Shared(action.to_owned()))
    }
}

/// Reads the header line.
pub(super) fn header(text: &[u8]) -> Result<Header, TraceErrorKind> {
    let raw: RawHeader = serde_json::from_slice(text)?;
    let roles = raw.roles.ok_or(TraceErrorKind::Missing("roles"))?;
    let shared = raw.language == ACTION_RULES;
    Ok(Header { game: raw.game.ok_or(TraceErrorKind::Missing("game"))?, file: raw.file, roles, shared })
}

/// Reads any other line.
pub(super) fn record(text: &[u8], line: u64, header: &Header) -> Result<Record, TraceErrorKind> {
    let raw: RawRecord = serde_json::from_slice(text)?;
    let (roles, control) = (&header.roles, raw.control.as_deref());
    let facts = raw.state.map(|facts| if header.shared { shared::prefixes(facts) } else { Ok(facts) }).transpose()?;
    let moves = match raw.legal {
        Some(RawLegal::Shared(_)) if !header.shared => return Err(TraceErrorKind::SharedLegal),
        Some(RawLegal::Shared(moves)) => Some(shared::legal(moves, control, roles)?),
        Some(RawLegal::ByRole(moves)) => Some(moves),
        None => None,
    };
    let joint = match raw.joint {
        Some(RawMove::Shared(_)) if !header.shared => return Err(TraceErrorKind::SharedLegal),
        Some(RawMove::Shared(action)) => Some(shared::joint(&action, control, roles)?),
        Some(RawMove::ByRole(joint)) => Some(joint),
        None => None,
    };
    Ok(Record {
        line,
        playout: raw.playout.ok_or(TraceErrorKind::Missing("playout"))?,
        step: raw.step.ok_or(TraceErrorKind::Missing("step"))?,
        state: state(facts, raw.state_n, raw.state_sha)?,
        legal: legal(moves, raw.legal_n, raw.legal_sha, roles)?,
        terminal: raw.terminal,
        goals: goals(raw.goals, raw.goal_values, roles)?,
        sees: raw.sees.map(|sees| percepts(sees, roles)).transpose()?,
        joint: joint.map(|joint| in_order(joint, roles, "move")).transpose()?,
    })
}

fn state(facts: Option<Vec<String>>, count: Option<u64>, sha: Option<String>) -> Result<State, TraceErrorKind> {
    if let Some(facts) = facts {
        sorted(&facts, "state")?;
        return Ok(State::Facts(facts));
    }
    let sha = sha.ok_or(TraceErrorKind::Missing("state"))?;
    Ok(State::Digest(count.ok_or(TraceErrorKind::Missing("state_n"))?, sha))
}

fn legal(
    moves: Option<ByRole<Vec<String>>>,
    counts: Option<ByRole<u64>>,
    sha: Option<String>,
    roles: &[String],
) -> Result<Option<Legal>, TraceErrorKind> {
    match (moves, sha) {
        (Some(moves), _) => {
            let moves = in_order(moves, roles, "legal")?;
            moves.iter().try_for_each(|list| sorted(list, "legal"))?;
            Ok(Some(Legal::Moves(moves)))
        }
        (None, Some(sha)) => {
            let counts = counts.ok_or(TraceErrorKind::Missing("legal_n"))?;
            Ok(Some(Legal::Digest(in_order(counts, roles, "legal_n")?, sha)))
        }
        (None, None) => Ok(None),
    }
}

fn percepts(sees: ByRole<Vec<String>>, roles: &[String]) -> Result<Vec<Vec<String>>, TraceErrorKind> {
    let sees = in_order(sees, roles, "sees")?;
    sees.iter().try_for_each(|list| sorted(list, "sees"))?;
    Ok(sees)
}

fn goals(
    goals: Option<ByRole<Option<i64>>>,
    values: Option<ByRole<Vec<i64>>>,
    roles: &[String],
) -> Result<Option<Vec<Goals>>, TraceErrorKind> {
    let Some(goals) = goals else { return Ok(None) };
    let mut values = values.unwrap_or_default();
    let recorded = in_order(goals, roles, "goals")?;
    let with_values = roles.iter().zip(recorded).map(|(role, one)| match (one, values.remove(role)) {
        (Some(value), _) => Goals::One(value),
        (None, None) => Goals::NotOne,
        (None, Some(mut list)) => {
            list.sort_unstable();
            list.dedup();
            Goals::Values(list)
        }
    });
    Ok(Some(with_values.collect()))
}

/// Values in header order of the roles; every role exactly once.
fn in_order<T>(mut by_role: ByRole<T>, roles: &[String], field: &'static str) -> Result<Vec<T>, TraceErrorKind> {
    let ordered: Option<Vec<T>> = roles.iter().map(|role| by_role.remove(role)).collect();
    match ordered {
        Some(ordered) if by_role.is_empty() => Ok(ordered),
        _ => Err(TraceErrorKind::Roles { field }),
    }
}

fn sorted(list: &[String], field: &'static str) -> Result<(), TraceErrorKind> {
    match list.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(TraceErrorKind::Unsorted { field, element: pair[1].clone() }),
        None => Ok(()),
    }
}
