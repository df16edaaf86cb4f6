//! What never holds together in states that play can reach: for those who build on a net.

use super::super::oracle::Oracle;
use super::super::reach::When;
use super::sat::Sat;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Lit, value};
use gdl2hdl_net::{Builder, Net};

/// Of so small a net a question may take long.
const SMALL: usize = 5_000;

/// Answers questions about a net by a SAT solver, each with a bound on its work: what is not shown may hold.
///
/// Of a state it is assumed that the groups are right; of a terminal one also that it is the initial state, or that a legal
/// joint move led there from a state that was not terminal.
///
/// An observer that stops cuts questions short: then nothing more is shown. Who draws conclusions from what is not shown, or
/// has to end, asks the observer after the questions.
pub struct Never<'w> {
    /// The net, and behind it the same once more: of the next state.
    joint: Net,
    first: Vec<Lit>,
    second: Vec<Lit>,
    /// For each base whether it stays as it is.
    stays: Vec<Lit>,
    legal: Vec<Option<Lit>>,
    terminal: Lit,
    /// The nodes of the net in the initial state.
    initially: Vec<u64>,
    sat: Sat<'w>,
    pub(super) observer: &'w dyn Observer,
}

impl<'w> Never<'w> {
    /// **Shape:** groups are of bases of the net. **Cost:** that of a net twice as large.
    #[must_use]
    pub fn new(net: &Net, groups: &[Group], observer: &'w dyn Observer) -> Self {
        let ports = &net.ports;
        let mut builder = Builder::new(ports.clone());
        let first = builder.add_gates(net, net.leaves());
        let mut leaves = vec![Lit::FALSE; ports.first_gate()];
        for (leaf, base) in leaves[1..].iter_mut().zip(&ports.bases) {
            *leaf = base.next.moved(&first);
        }
        let second = builder.add_gates(net, leaves);
        let stays = (0..ports.bases.len()).map(|base| {
            let [before, after] = [&first, &second].map(|nodes| ports.base(base).moved(nodes));
            let (rises, falls) = (builder.and(!before, after), builder.and(before, !after));
            builder.and(!rises, !falls)
        });
        let stays = stays.collect();
        let init: Vec<u64> = ports.bases.iter().map(|base| u64::from(base.init)).collect();
        let legal = ports.inputs.iter().map(|input| Some(input.legal.moved(&first))).collect();
        let joint = builder.finish();
        let mut sat = Sat::new(observer, &joint, groups.to_vec());
        let terminal = ports.terminal.moved(&first);
        sat.exclude_in_steps(&joint, terminal);
        if net.num_gates() <= SMALL {
            sat.harder();
        }
        let initially = net.evaluate(&init, &vec![0; ports.inputs.len()]);
        Self { joint, first, second, stays, legal, terminal: ports.terminal, initially, sat, observer }
    }

    /// Whether literals of a state never hold together in one that can be reached and is not terminal.
    pub fn in_play(&mut self, lits: &[Lit]) -> bool {
        let all: Vec<Lit> = lits.iter().chain([&!self.terminal]).map(|lit| lit.moved(&self.first)).collect();
        self.sat.impossible(&self.joint, &self.legal, &all, When::State)
    }

    /// Whether literals of a state never hold together in a terminal one that can be reached.
    pub fn at_end(&mut self, lits: &[Lit]) -> bool {
        let all: Vec<Lit> = lits.iter().copied().chain([self.terminal]).collect();
        if all.iter().all(|lit| self.holds_initially(*lit)) {
            return false;
        }
        let of = |map: &[Lit]| all.iter().map(|lit| lit.moved(map)).collect::<Vec<_>>();
        self.sat.impossible(&self.joint, &self.legal, &of(&self.first), When::State)
            || self.sat.impossible(&self.joint, &self.legal, &of(&self.second), When::Step)
    }

    /// Whether no step of play leads from a state in which literals hold to one in which others do, all of some bases
    /// staying as they are.
    pub(super) fn in_step(&mut self, before: &[Lit], after: &[Lit], still: impl IntoIterator<Item = usize>) -> bool {
        let before = before.iter().map(|lit| lit.moved(&self.first));
        let after = after.iter().map(|lit| lit.moved(&self.second));
        let stays = still.into_iter().map(|base| self.stays[base]);
        let all: Vec<Lit> = before.chain(after).chain(stays).collect();
        self.sat.impossible(&self.joint, &self.legal, &all, When::Step)
    }

    fn holds_initially(&self, lit: Lit) -> bool {
        value(&self.initially, lit) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_net::propnet::{Base, Goal, Input, Ports};

    /// Two players on a line: each step the one whose turn it is takes one of two flags that nobody has, and the other has the
    /// next turn. It is over when somebody has both flags, or all are taken.
    fn flags() -> Net {
        let base = |fact: &str, init| Base { fact: fact.into(), init, next: Lit::FALSE };
        let facts = [("turn", true), ("a 1", false), ("a 2", false), ("b 1", false), ("b 2", false)];
        let input = |role, action: &str| Input { role, action: action.into(), legal: Lit::FALSE };
        let inputs = [(0, "take 1"), (0, "take 2"), (0, "wait"), (1, "take 1"), (1, "take 2"), (1, "wait")];
        let ports = Ports {
            roles: vec!["a".into(), "b".into()],
            bases: facts.map(|(fact, init)| base(fact, init)).into(),
            inputs: inputs.map(|(role, action)| input(role, action)).into(),
            ..Ports::default()
        };
        let mut builder = Builder::new(ports);
        let at = |builder: &Builder, base| builder.net().ports.base(base);
        let turn = at(&builder, 0);
        builder.ports().bases[0].next = !turn;
        for (role, (own, first)) in [(turn, 0), (!turn, 3)].into_iter().enumerate() {
            for flag in 0..2 {
                let (a, b) = (at(&builder, 1 + flag), at(&builder, 3 + flag));
                let free = builder.and(!a, !b);
                let legal = builder.and(own, free);
                builder.ports().inputs[first + flag].legal = legal;
                let takes = builder.net().ports.input(first + flag);
                let had = at(&builder, 1 + 2 * role + flag);
                let next = builder.or(had, takes);
                builder.ports().bases[1 + 2 * role + flag].next = next;
            }
            builder.ports().inputs[first + 2].legal = !own;
        }
        let taken: Vec<Lit> = (0..2)
            .map(|flag| {
                let (a, b) = (at(&builder, 1 + flag), at(&builder, 3 + flag));
                builder.or(a, b)
            })
            .collect();
        let all = builder.and(taken[0], taken[1]);
        builder.ports().terminal = all;
        let wins: Vec<Lit> = (0..2)
            .map(|role| {
                let (x, y) = (at(&builder, 1 + 2 * role), at(&builder, 2 + 2 * role));
                builder.and(x, y)
            })
            .collect();
        let goal = |role, holds| Goal { role, value: 100, holds };
        builder.ports().goals = vec![goal(0, wins[0]), goal(1, wins[1])];
        builder.finish()
    }

    #[test]
    fn play_never_leaves_a_role_without_moves() {
        let net = flags();
        let mut never = Never::new(&net, &[], &Unobserved);
        let none = |moves: [usize; 3]| moves.map(|mv| !net.ports.inputs[mv].legal);
        assert!(never.in_play(&none([0, 1, 2])) && never.in_play(&none([3, 4, 5])));
        assert!(!never.in_play(&[net.ports.base(0)]), "a's turn can be");
        assert!(!never.in_play(&[net.ports.base(1), net.ports.base(3)]), "as nothing is said of states");
    }

    #[test]
    fn what_one_step_shows_of_the_end_is_known() {
        let net = flags();
        let mut never = Never::new(&net, &[], &Unobserved);
        let goal = |goal: usize| net.ports.goals[goal].holds;
        assert!(never.at_end(&[goal(0), goal(1)]), "the last flag had no owner");
        assert!(!never.at_end(&[goal(0)]), "a could have had both");
        let turn = net.ports.base(0);
        assert!(!never.at_end(&[turn]) && !never.at_end(&[!turn]));
    }

    #[test]
    fn the_initial_state_may_be_the_end() {
        let mut net = flags();
        for base in 1..5 {
            net.ports.bases[base].init = true;
        }
        let mut never = Never::new(&net, &[], &Unobserved);
        assert!(!never.at_end(&[net.ports.goals[0].holds, net.ports.goals[1].holds]), "it begins there");
    }
}
