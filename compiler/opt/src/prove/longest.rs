//! How many steps play takes at most.
//!
//! Of some things a state only ever goes on: a marked cell stays marked, a count of steps rises. Such a thing is a group
//! of bases, or a base alone, whose values never come back once they are left. Where each step of play moves at least one
//! of them on, play takes no more steps than all of them have together. Where facts count steps by themselves, as many as
//! they allow (`clock`).

use super::{Never, clock};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;
use rustc_hash::FxHashSet;

/// Of larger nets nothing is shown.
const MOST_GATES: usize = 50_000;
/// Groups with more members are not looked at: questions grow with their square.
const MOST_MEMBERS: usize = 128;
/// Questions that are asked at most: behind them nothing more is shown.
const MOST_QUESTIONS: usize = 50_000;

/// A thing of which a state only ever goes on.
struct Progress {
    bases: Vec<usize>,
    /// How often it can go on.
    most: u64,
}

/// The most steps that play takes from any state it can reach, if this can be shown.
///
/// **Shape:** groups are of bases of the net. **Cost:** questions to a SAT solver: one for each step that facts count; for each
/// group as many as it has pairs of members, for each base two.
///
/// # Errors
/// [`Stopped`] by the observer: what was not shown until then might have been.
pub fn longest_play(net: &Net, groups: &[Group], observer: &dyn Observer) -> Result<Option<u64>, Stopped> {
    if net.num_gates() > MOST_GATES {
        return Ok(None);
    }
    let mut questions = Questions { never: Never::new(net, groups, observer), left: MOST_QUESTIONS };
    let longest = questions.longest(net, groups);
    observer.go_on()?;
    Ok(longest)
}

struct Questions<'w> {
    never: Never<'w>,
    left: usize,
}

impl Questions<'_> {
    fn longest(&mut self, net: &Net, groups: &[Group]) -> Option<u64> {
        if let Some(steps) = clock::ends_after(net, &mut self.never) {
            return Some(steps);
        }
        let mut things: Vec<Progress> = groups.iter().filter_map(|group| self.of_group(group)).collect();
        let grouped: FxHashSet<usize> = things.iter().flat_map(|thing| &thing.bases).copied().collect();
        let alone = (0..net.ports.bases.len()).filter(|base| !grouped.contains(base));
        things.extend(alone.filter_map(|base| self.of_base(net, base)));
        if !self.some_goes_on(&things, None) {
            return None;
        }
        // Those with many steps first: the rest may do without them.
        things.sort_by_key(|thing| std::cmp::Reverse(thing.most));
        let mut next = 0;
        while next < things.len() {
            if self.some_goes_on(&things, Some(next)) {
                things.remove(next);
            } else {
                next += 1;
            }
        }
        things.iter().try_fold(0_u64, |sum, thing| sum.checked_add(thing.most))
    }

    /// Whether there is a question left, and time for it; takes it.
    fn may_ask(&mut self) -> bool {
        let left = self.left.checked_sub(1).filter(|_| !self.never.observer.stopped());
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether no step leads from one value to another.
    fn cut(&mut self, from: &[Lit], to: &[Lit]) -> bool {
        self.may_ask() && self.never.in_step(from, to, [])
    }

    /// Whether each step moves one of the things on, one of them being left out.
    fn some_goes_on(&mut self, things: &[Progress], without: Option<usize>) -> bool {
        let kept = things.iter().enumerate().filter(|(i, _)| Some(*i) != without);
        let still = kept.flat_map(|(_, thing)| thing.bases.iter().copied());
        self.may_ask() && self.never.in_step(&[], &[], still)
    }

    /// A base that never rises, or never falls.
    fn of_base(&mut self, net: &Net, base: usize) -> Option<Progress> {
        let holds = net.ports.base(base);
        let goes_on = self.cut(&[holds], &[!holds]) || self.cut(&[!holds], &[holds]);
        goes_on.then(|| Progress { bases: vec![base], most: 1 })
    }

    /// A group that never has a value again that it left. That none of its members holds is a value as well.
    fn of_group(&mut self, group: &Group) -> Option<Progress> {
        if group.members.len() > MOST_MEMBERS {
            return None;
        }
        let mut values: Vec<Vec<Lit>> = group.members.iter().map(|&member| vec![member]).collect();
        if !group.exact {
            values.push(group.members.iter().map(|&member| !member).collect());
        }
        let mut after = vec![Vec::new(); values.len()];
        for to in 0..values.len() {
            for from in 0..to {
                let [there, back] = [(from, to), (to, from)].map(|(a, b)| self.cut(&values[a], &values[b]));
                match (there, back) {
                    (false, false) => return None,
                    (false, true) => after[from].push(to),
                    (true, false) => after[to].push(from),
                    (true, true) => {}
                }
            }
        }
        // Bases are the first nodes behind the constant.
        let bases = group.members.iter().map(|member| member.node().index() - 1).collect();
        Some(Progress { bases, most: longest_way(&after)? })
    }
}

/// Edges of the longest way of a graph, if none leads in a cycle. **Shape:** for each node those behind it.
fn longest_way(after: &[Vec<usize>]) -> Option<u64> {
    let mut before = vec![0; after.len()];
    after.iter().flatten().for_each(|&to| before[to] += 1);
    let mut free: Vec<usize> = (0..after.len()).filter(|&node| before[node] == 0).collect();
    let (mut longest, mut seen) = (vec![0_u64; after.len()], 0);
    while let Some(from) = free.pop() {
        seen += 1;
        for &to in &after[from] {
            longest[to] = longest[to].max(longest[from] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                free.push(to);
            }
        }
    }
    (seen == after.len()).then(|| longest.into_iter().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::{Reason, Unobserved};
    use gdl2hdl_net::Builder;
    use gdl2hdl_net::propnet::{Base, Input, Ports};

    /// A player who rotates one of two marks on rings of three places, each of them to its end, or who waits.
    fn rings(waits: bool, ends: bool) -> (Net, Vec<Group>) {
        let base = |fact: &str, init| Base { fact: fact.into(), init, next: Lit::FALSE };
        let facts = [("a 0", true), ("a 1", false), ("a 2", false), ("b 0", true), ("b 1", false), ("b 2", false)];
        let input = |action: &str| Input { role: 0, action: action.into(), legal: Lit::TRUE };
        let ports = Ports {
            roles: vec!["a".into()],
            bases: facts.map(|(fact, init)| base(fact, init)).into(),
            inputs: [input("turn a"), input("turn b"), input("wait")].into(),
            ..Ports::default()
        };
        let mut builder = Builder::new(ports);
        for ring in 0..2 {
            let turned = builder.net().ports.input(ring);
            let at: Vec<Lit> = (0..3).map(|place| builder.net().ports.base(3 * ring + place)).collect();
            for place in 0..3 {
                let (stays, comes) = (builder.and(at[place], !turned), builder.and(at[(place + 2) % 3], turned));
                builder.ports().bases[3 * ring + place].next = builder.or(stays, comes);
            }
            builder.ports().inputs[ring].legal = if ends { !at[2] } else { Lit::TRUE };
        }
        builder.ports().inputs[2].legal = if waits { Lit::TRUE } else { Lit::FALSE };
        let net = builder.finish();
        let members = |ring: usize| (0..3).map(|place| net.ports.base(3 * ring + place)).collect();
        let groups = (0..2).map(|ring| Group { members: members(ring), exact: true }).collect();
        (net, groups)
    }

    #[test]
    fn play_is_as_long_as_all_things_that_go_on() {
        let longest = |waits, ends| {
            let (net, groups) = rings(waits, ends);
            longest_play(&net, &groups, &Unobserved).unwrap()
        };
        assert_eq!(longest(false, true), Some(4), "two turns of each ring");
        assert_eq!(longest(true, true), None, "one may wait for ever");
        assert_eq!(longest(false, false), None, "or turn for ever");
        let (net, _) = rings(false, true);
        assert_eq!(longest_play(&net, &[], &Unobserved), Ok(None), "without groups nothing is known of a ring");
    }

    #[test]
    fn an_observer_that_stops_is_heard() {
        struct Late;
        impl Observer for Late {
            fn reason(&self) -> Option<Reason> {
                Some(Reason::Deadline)
            }
        }
        let (net, groups) = rings(false, true);
        assert_eq!(longest_play(&net, &groups, &Late), Err(Stopped(Reason::Deadline)));
    }

    #[test]
    fn ways_are_counted_and_circles_found() {
        assert_eq!(longest_way(&[vec![1, 2], vec![3], vec![], vec![2]]), Some(3));
        assert_eq!(longest_way(&[vec![1], vec![2], vec![1]]), None);
        assert_eq!(longest_way(&[vec![]]), Some(0));
    }
}
