//! Gates expressed by others that are there anyway (resubstitution: Mishchenko and Brayton, IWLS 2006; with simulation,
//! Lee, Riener, Mishchenko, Brayton and De Micheli, IWLS 2020).
//!
//! Samples of play say which gates near a gate may do for it; what they say is then proven of all reachable states.

use super::super::meter::Meter;
use super::super::oracle::Proofs;
use super::super::reach::Samples;
use super::divisors::{Users, divisors};
use super::matching::{Expression, MatchLimits, Target};
use super::work::{Work, each_gate};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::NodeId;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) limits: MatchLimits,
    pub(crate) proofs: Proofs,
    /// Gates of a net that is rewritten, at most.
    pub(crate) most_gates: usize,
}

/// What a gate takes; see [`Meter`].
const COST: u64 = 6_000;

/// Expresses gates by others. Preserves all outputs on the reachable states and legal moves.
pub(crate) fn resubstitute(net: &Net, groups: &[Group], samples: &Samples, effort: Effort, meter: &Meter<'_>) -> Net {
    let work = Work::new(net, groups, samples, effort.proofs);
    let users = Users::new(work.graph.builder.net());
    let mut resubstitution = Resubstitution { work, users, effort };
    each_gate(net, meter, COST, |gate| {
        resubstitution.gate(gate);
        resubstitution.work.spent()
    });
    resubstitution.work.graph.finish()
}

struct Resubstitution {
    work: Work,
    users: Users,
    effort: Effort,
}

impl Resubstitution {
    fn gate(&mut self, root: NodeId) {
        if !self.work.graph.is_live(root) || !self.work.may_prove() {
            return;
        }
        let saved = self.work.graph.release(root, &[]);
        // Gates that go alone could only go for an equal one: merging has looked for those.
        let near = if saved > 1 {
            divisors(&mut self.work, &self.users, root, self.effort.limits.divisors)
        } else {
            Vec::new()
        };
        self.work.graph.restore(root, &[]);
        let Some(target) = Target::new(&self.work, root).filter(|_| !near.is_empty()) else { return };
        for expression in target.expressions(&self.work, &near, saved, self.effort.limits) {
            if self.is_proven(root, &expression) && self.put(root, &expression) {
                return;
            }
        }
    }

    fn is_proven(&mut self, root: NodeId, expression: &Expression) -> bool {
        self.work.may_prove() && expression.never().iter().all(|lits| self.work.never(root, lits))
    }

    /// Puts an expression in place of a gate, if that saves gates.
    fn put(&mut self, root: NodeId, expression: &Expression) -> bool {
        let first = self.work.graph.len();
        let built = expression.build(&mut self.work.graph.builder);
        self.work.grow();
        let built = self.work.graph.read(built);
        let put = built.node() != root && self.work.graph.gain(root, built) > 0 && self.work.replace(root, built);
        if put {
            self.users.update(self.work.graph.builder.net(), root, built.node());
        } else {
            self.work.truncate(first);
        }
        put
    }
}
