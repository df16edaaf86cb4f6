//! The net verifier. Emitters and engines take a [`Verified`] net, which only [`verify`] and [`OwnedVerified`] make.

use super::Net;
use crate::propnet::{Lit, NodeId};

/// A sound net.
#[derive(Clone, Copy, Debug)]
pub struct Verified<'n>(&'n Net);

impl<'n> Verified<'n> {
    /// The net.
    #[must_use]
    pub fn net(self) -> &'n Net {
        self.0
    }
}

/// A sound net that is kept, with what it belongs to: it was verified once, and nobody has changed it since.
#[derive(Clone, Debug)]
pub struct OwnedVerified<T = Net>(T);

impl<T: AsRef<Net>> OwnedVerified<T> {
    /// Verifies the net of `owner`. **Cost:** linear.
    ///
    /// # Errors
    /// The first invariant that is broken.
    pub fn new(owner: T) -> Result<Self, Broken> {
        verify(owner.as_ref())?;
        Ok(Self(owner))
    }

    /// The net, with the proof that it was verified.
    #[must_use]
    pub fn as_verified(&self) -> Verified<'_> {
        Verified(self.0.as_ref())
    }

    /// What owns the net.
    #[must_use]
    pub fn owner(&self) -> &T {
        &self.0
    }

    /// Gives the owner back, who may change the net from now on.
    #[must_use]
    pub fn into_owner(self) -> T {
        self.0
    }
}

/// What is wrong with a net: always a defect of the program that made it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// A gate's fan-in is not an earlier node.
    #[error("gate n{0} has a fan-in that is not an earlier node")]
    Order(u32),
    /// An output leads to a node that does not exist.
    #[error("an output leads to n{0}, which does not exist")]
    Dangling(u32),
    /// A role index beyond the roles.
    #[error("role index {0} is beyond the roles")]
    Role(u32),
    /// Moves, goals or percepts are not grouped by role.
    #[error("{0} are not grouped by role")]
    Grouping(&'static str),
    /// Two bases or two moves of a role have the same sentence.
    #[error("`{0}` occurs twice")]
    Duplicate(String),
    /// `legal`, `goal` or `terminal` depends on a move of the same step.
    #[error("`{0}` depends on the moves of the same step")]
    DependsOnMoves(String),
}

/// Checks every invariant of a net. **Cost:** linear.
///
/// # Errors
/// The first invariant that is broken.
pub fn verify(net: &Net) -> Result<Verified<'_>, Broken> {
    if let Some(id) = out_of_order(net) {
        return Err(Broken::Order(id.0));
    }
    let mut dangling = None;
    let mut visit = |edge: Lit| {
        if edge.node().index() >= net.num_nodes() {
            dangling = Some(edge.node().0);
        }
    };
    net.ports.each_output(&mut visit);
    net.ports.views.iter().for_each(|view| visit(view.holds));
    if let Some(node) = dangling {
        return Err(Broken::Dangling(node));
    }
    grouped("moves", net, net.ports.inputs.iter().map(|input| input.role))?;
    grouped("goals", net, net.ports.goals.iter().map(|goal| goal.role))?;
    grouped("percepts", net, net.ports.sees.iter().map(|percept| percept.role))?;
    unique(net)?;
    independent(net)?;
    Ok(Verified(net))
}

/// The first gate with a fan-in that is not an earlier node.
pub(crate) fn out_of_order(net: &Net) -> Option<NodeId> {
    net.gates().find(|(id, fanin)| fanin.iter().any(|edge| edge.node() >= *id)).map(|(id, _)| id)
}

fn grouped(what: &'static str, net: &Net, roles: impl Iterator<Item = u32>) -> Result<(), Broken> {
    let mut last = 0;
    for role in roles {
        if role as usize >= net.ports.roles.len() {
            return Err(Broken::Role(role));
        }
        if role < last {
            return Err(Broken::Grouping(what));
        }
        last = role;
    }
    Ok(())
}

fn unique(net: &Net) -> Result<(), Broken> {
    if let Some(pair) = net.ports.bases.windows(2).find(|pair| pair[0].fact >= pair[1].fact) {
        return Err(Broken::Duplicate(pair[1].fact.to_string()));
    }
    let same = |pair: &&[crate::propnet::Input]| pair[0].role == pair[1].role && pair[0].action >= pair[1].action;
    net.ports.inputs.windows(2).find(same).map_or(Ok(()), |pair| Err(Broken::Duplicate(pair[1].action.to_string())))
}

/// `legal`, `goal` and `terminal` are functions of the state alone.
fn independent(net: &Net) -> Result<(), Broken> {
    let first_input = 1 + net.ports.bases.len();
    let mut depends: Vec<bool> = (0..net.ports.first_gate()).map(|i| i >= first_input).collect();
    for (_, fanin) in net.gates() {
        depends.push(fanin.iter().any(|edge| depends[edge.node().index()]));
    }
    let check = |edge: Lit, what: &dyn Fn() -> String| {
        if depends[edge.node().index()] { Err(Broken::DependsOnMoves(what())) } else { Ok(()) }
    };
    for input in &net.ports.inputs {
        check(input.legal, &|| format!("legal {}", input.action))?;
    }
    for goal in &net.ports.goals {
        check(goal.holds, &|| format!("goal {}", goal.value))?;
    }
    check(net.ports.terminal, &|| "terminal".to_owned())
}
