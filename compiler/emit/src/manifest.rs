//! The manifest: what every bit of the module's ports means.

use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::playout::Draws;
use gdl2hdl_net::propnet::{BaseFact, Input, Ports};
use gdl2hdl_net::{Net, Verified, text};
use gdl2hdl_opt::{Dropped, Eliminated, Optimised};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes that are hashed between two questions to the observer.
const PART: usize = 1 << 20;

/// Written beside the Verilog as JSON. Bits count from 0, least significant first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this format: 1.
    pub format: u32,
    /// Name of the game, from the file name.
    pub game: String,
    /// Name of the Verilog module.
    pub module: String,
    /// First 16 hex digits of the SHA-256 of the net's text form: names the net exactly.
    pub net_hash: String,
    /// Roles in declaration order, with their ranges of bits.
    pub roles: Vec<RoleInfo>,
    /// Bits of `state_i` and `state_o`.
    pub bases: Vec<Bit>,
    /// Bits of `does_i` and `legal_o`.
    pub moves: Vec<MoveBit>,
    /// Bits of `goal_o`.
    pub goals: Vec<GoalBit>,
    /// Bits of `sees_o`.
    pub sees: Vec<SeesBit>,
    /// What has no bit.
    #[serde(flatten)]
    pub absent: Absent,
    /// The random bits of playouts: for each role which bits its pick uses, and how many, and for each generator its
    /// bits a step. See `docs/PLAYOUTS.md`.
    pub draws: Draws,
    /// Two-input gates of the net.
    pub gates: usize,
    /// Passes of the optimiser that were not run, or not to their end, as the deadline came first. Absent when all were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped_passes: Vec<String>,
}

/// What has no bit of its own, since optimisation found what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Absent {
    /// Facts that hold in every reachable state: no register.
    pub always_true: Vec<String>,
    /// Facts that hold in no reachable state: no register.
    pub always_false: Vec<String>,
    /// Facts that equal another in every reachable state, or its complement: no register of their own.
    #[serde(default)]
    pub same: Vec<SameFact>,
    /// Facts that hold in every reachable state when none of some others does: no register of their own.
    #[serde(default)]
    pub none_of: Vec<RestFact>,
    /// Facts nothing observes: no register, their value is not known.
    pub unobserved: Vec<String>,
    /// Moves `(role, move)` that are legal in no reachable state: no bit.
    pub never_legal: Vec<(String, String)>,
}

/// A role and its ranges of bits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoleInfo {
    /// Name.
    pub name: String,
    /// First bit of its moves.
    pub first_move: usize,
    /// Number of its moves.
    pub num_moves: usize,
    /// First bit of its goals.
    pub first_goal: usize,
    /// Number of its goals.
    pub num_goals: usize,
}

/// A state bit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bit {
    /// The fact.
    pub fact: String,
    /// Value in the initial state.
    pub init: bool,
    /// The register in the Verilog.
    pub name: String,
}

/// A fact that another stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SameFact {
    /// The fact.
    pub fact: String,
    /// A fact of `bases`.
    pub other: String,
    /// It holds when the other does not.
    pub inverted: bool,
}

/// A fact that holds when none of others does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RestFact {
    /// The fact.
    pub fact: String,
    /// The others, of which one at most holds.
    pub of: Vec<Literal>,
    /// The other way round: it holds when one of them does.
    pub inverted: bool,
}

/// A fact or its complement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Literal {
    /// A fact of `bases`.
    pub fact: String,
    /// Its complement is meant.
    pub inverted: bool,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveBit {
    /// Role, an index into the roles.
    pub role: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
}

/// A goal value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoalBit {
    /// Role, an index into the roles.
    pub role: usize,
    /// Value, 0..=100 by the rules of GDL, but what rules compute may be less or more.
    pub value: i32,
}

/// A percept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeesBit {
    /// Role, an index into the roles.
    pub role: usize,
    /// The percept.
    pub percept: String,
}

impl RoleInfo {
    /// All roles.
    #[must_use]
    pub fn all(ports: &Ports) -> Vec<Self> {
        let role = |i: usize| Self {
            name: ports.roles[i].to_string(),
            first_move: ports.inputs_of(i).start,
            num_moves: ports.inputs_of(i).len(),
            first_goal: ports.goals_of(i).start,
            num_goals: ports.goals_of(i).len(),
        };
        (0..ports.roles.len()).map(role).collect()
    }
}

impl MoveBit {
    /// All moves.
    #[must_use]
    pub fn all(ports: &Ports) -> Vec<Self> {
        let bit = |input: &Input| Self { role: input.role as usize, action: input.action.to_string() };
        ports.inputs.iter().map(bit).collect()
    }
}

impl GoalBit {
    /// All goal values.
    #[must_use]
    pub fn all(ports: &Ports) -> Vec<Self> {
        ports.goals.iter().map(|goal| Self { role: goal.role as usize, value: goal.value }).collect()
    }
}

/// First 16 hex digits of the SHA-256 of a net's text form.
#[must_use]
pub fn net_hash(net: &Net) -> String {
    digest(&text::print(net))
}

/// The same where somebody may stop it.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn net_hash_observed(net: &Net, observer: &dyn Observer) -> Result<String, Stopped> {
    let mut hash = Sha256::new();
    for part in text::print_observed(net, observer)?.as_bytes().chunks(PART) {
        observer.go_on()?;
        hash.update(part);
    }
    Ok(short(&hash.finalize()))
}

/// First 16 hex digits of the SHA-256 of a text.
#[must_use]
pub fn digest(text: &str) -> String {
    short(&Sha256::digest(text.as_bytes()))
}

/// The first 16 hex digits of a hash.
fn short(hash: &[u8]) -> String {
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

impl Absent {
    /// What optimisation took away of a net with these ports.
    #[must_use]
    pub fn new(ports: &Ports, dropped: &Dropped) -> Self {
        let gone = |why: Eliminated| {
            let these = dropped.bases.iter().filter(move |(_, gone)| *gone == why);
            these.map(|(fact, _)| fact.to_string()).collect()
        };
        let same = |(fact, gone): &(BaseFact, Eliminated)| match gone {
            Eliminated::Same { fact: other, inverted } => {
                Some(SameFact { fact: fact.to_string(), other: other.to_string(), inverted: *inverted })
            }
            _ => None,
        };
        let rest = |(fact, gone): &(BaseFact, Eliminated)| match gone {
            Eliminated::NoneOf { of, inverted } => {
                let literal = |(fact, not): &(BaseFact, bool)| Literal { fact: fact.to_string(), inverted: *not };
                let of = of.iter().map(literal).collect();
                Some(RestFact { fact: fact.to_string(), of, inverted: *inverted })
            }
            _ => None,
        };
        Self {
            always_true: gone(Eliminated::Constant(true)),
            always_false: gone(Eliminated::Constant(false)),
            same: dropped.bases.iter().filter_map(same).collect(),
            none_of: dropped.bases.iter().filter_map(rest).collect(),
            unobserved: gone(Eliminated::Unobserved),
            never_legal: dropped
                .moves
                .iter()
                .map(|(role, action)| (ports.roles[*role as usize].to_string(), action.to_string()))
                .collect(),
        }
    }
}

impl Manifest {
    /// The manifest of a net, and of what optimisation took away. `registers` are the names of the bases' registers.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn new(
        game: &str,
        module: &str,
        net: Verified<'_>,
        optimised: &Optimised,
        registers: &[String],
        observer: &dyn Observer,
    ) -> Result<Self, Stopped> {
        let (net, dropped) = (net.net(), &optimised.dropped);
        let ports = &net.ports;
        let bit = |(base, name): (&gdl2hdl_net::propnet::Base, &String)| Bit {
            fact: base.fact.to_string(),
            init: base.init,
            name: name.clone(),
        };
        Ok(Self {
            format: 1,
            game: game.to_owned(),
            module: module.to_owned(),
            net_hash: net_hash_observed(net, observer)?,
            roles: RoleInfo::all(ports),
            bases: ports.bases.iter().zip(registers).map(bit).collect(),
            moves: MoveBit::all(ports),
            goals: GoalBit::all(ports),
            sees: ports
                .sees
                .iter()
                .map(|s| SeesBit { role: s.role as usize, percept: s.percept.to_string() })
                .collect(),
            absent: Absent::new(ports, dropped),
            draws: Draws::new(net, &optimised.choices()),
            gates: net.num_gates(),
            skipped_passes: optimised.skipped.iter().map(|&pass| pass.to_owned()).collect(),
        })
    }
}
