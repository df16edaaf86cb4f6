//! What an engine counts.

use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_opt::Never;
use std::ops::Range;

/// Counters that every game has, in this order: joint moves made; playouts finished, truncated, stuck.
pub const COMMON: [&str; 4] = ["steps", "finished", "truncated", "stuck"];

/// The place of finished playouts among them.
pub(super) const FINISHED: usize = 1;

/// Of larger nets nothing is shown: what can be saved is little beside them.
const MOST_GATES: usize = 20_000;
/// The same of more goals: questions grow with their square.
const MOST_GOALS: usize = 24;

/// The counters of goal values. Goals that always hold together at the end, and exclude the same others, share one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    /// For each goal of all roles in port order its counter, counted behind the common ones.
    pub(super) of_goal: Vec<usize>,
    /// For each counter the goal it counts and others of its role: it counts when that one holds and none of these.
    pub(super) counted: Vec<(usize, Vec<usize>)>,
    /// Counters that are what others leave of the finished playouts.
    pub(super) rests: Vec<Rest>,
}

/// A counter of those finished playouts that no other counter of a role counts: at each end exactly one of them does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rest {
    /// **Shape:** numbers of counters behind the common ones.
    pub(super) counter: usize,
    pub(super) others: Vec<usize>,
}

impl Counters {
    /// What an engine of a net counts.
    ///
    /// # Errors
    /// [`Stopped`] by the observer: with fewer answers there would be more counters.
    pub(super) fn new(net: &Net, groups: &[Group], observer: &dyn Observer) -> Result<Self, Stopped> {
        let ports = &net.ports;
        let asks = net.num_gates() <= MOST_GATES && ports.goals.len() <= MOST_GOALS;
        let mut never = asks.then(|| Never::new(net, groups, observer));
        let literal = |goal: usize| ports.goals[goal].holds;
        let mut counters = Self::default();
        for goal in 0..ports.goals.len() {
            observer.go_on()?;
            let role = ports.goals[goal].role as usize;
            let mut excluded =
                |other: usize| never.as_mut().is_some_and(|never| never.at_end(&[literal(goal), literal(other)]));
            let others: Vec<usize> = ports.goals_of(role).filter(|&other| other != goal && !excluded(other)).collect();
            let condition = condition_of(goal, &others, literal);
            let same = |(counted, not): &(usize, Vec<usize>)| {
                let other = condition_of(*counted, not, literal);
                other == condition || never.as_mut().is_some_and(|never| equal(never, &condition, &other))
            };
            let number = counters.counted.iter().position(same).unwrap_or(counters.counted.len());
            if number == counters.counted.len() {
                counters.counted.push((goal, others));
            }
            counters.of_goal.push(number);
        }
        if let Some(mut never) = never {
            let roles = 0..ports.roles.len();
            roles.for_each(|role| counters.rest_of(ports.goals_of(role), |goals| never.at_end(goals), literal));
        }
        observer.go_on()?;
        Ok(counters)
    }

    /// Finds a counter of a role that is the rest of its others, where goals are shown to be such that one of them holds
    /// at each end, and only one. No rest is made of what is itself a rest.
    fn rest_of(
        &mut self,
        goals: Range<usize>,
        mut never_at_end: impl FnMut(&[Lit]) -> bool,
        literal: impl Fn(usize) -> Lit,
    ) {
        let counters = &self.of_goal[goals.clone()];
        let apart = counters.iter().all(|&counter| self.counted[counter].1.is_empty());
        let distinct = (1..counters.len()).all(|i| !counters[..i].contains(&counters[i]));
        let is_rest = |counter: &usize| self.rests.iter().any(|rest| rest.counter == *counter);
        let is_used = |counter: &usize| self.rests.iter().any(|rest| rest.others.contains(counter));
        let Some(&counter) = counters.iter().find(|counter| !is_used(counter)) else { return };
        if apart && distinct && !counters.iter().any(is_rest) {
            let none: Vec<Lit> = goals.map(|goal| !literal(goal)).collect();
            if never_at_end(&none) {
                let others = counters.iter().copied().filter(|&other| other != counter).collect();
                self.rests.push(Rest { counter, others });
            }
        }
    }

    /// All counters, the common ones included.
    pub(super) fn len(&self) -> usize {
        COMMON.len() + self.counted.len()
    }
}

/// What holds and what does not where a counter counts.
fn condition_of(goal: usize, others: &[usize], literal: impl Fn(usize) -> Lit) -> (Lit, Vec<Lit>) {
    let mut others: Vec<Lit> = others.iter().map(|&other| literal(other)).collect();
    others.sort_unstable();
    others.dedup();
    (literal(goal), others)
}

/// Whether two goals that exclude nobody hold together at each end.
fn equal(never: &mut Never<'_>, (a, not_a): &(Lit, Vec<Lit>), (b, not_b): &(Lit, Vec<Lit>)) -> bool {
    not_a.is_empty() && not_b.is_empty() && never.at_end(&[*a, !*b]) && never.at_end(&[!*a, *b])
}
