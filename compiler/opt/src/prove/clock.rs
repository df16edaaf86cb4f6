//! Steps after which facts that change by themselves, whatever is played, say that play is over.
//!
//! A game that counts its steps has such facts: a count's next value follows from the count alone. From the initial state
//! they take one value after another. The first of these that only terminal states have ends play.

use super::Never;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, value};
use rustc_hash::FxHashSet;

/// Values that are looked at, one after another.
const MOST_VALUES: u64 = 4096;

/// The most steps from the initial state to one that is terminal because of what the facts say that change by themselves.
///
/// **Cost:** a question to a SAT solver for each step.
pub(super) fn ends_after(net: &Net, never: &mut Never<'_>) -> Option<u64> {
    let clock = by_themselves(net);
    if clock.is_empty() {
        return None;
    }
    let no_moves = vec![0; net.ports.inputs.len()];
    let mut bases: Vec<u64> = net.ports.bases.iter().map(|base| u64::from(base.init)).collect();
    let mut seen = FxHashSet::default();
    for step in 0..MOST_VALUES {
        let shown: Vec<Lit> = clock.iter().map(|&base| net.ports.base(base).flip_if(bases[base] & 1 == 0)).collect();
        if never.in_play(&shown) {
            return Some(step);
        }
        if !seen.insert(shown) || never.observer.stopped() {
            return None;
        }
        // Of other bases nothing is looked at.
        let nodes = net.evaluate(&bases, &no_moves);
        for &base in &clock {
            bases[base] = value(&nodes, net.ports.bases[base].next);
        }
    }
    None
}

/// Bases whose next values follow from theirs alone.
fn by_themselves(net: &Net) -> Vec<usize> {
    let ports = &net.ports;
    let mut alone = vec![true; ports.bases.len()];
    loop {
        let mut follows = vec![false; net.num_nodes()];
        follows[0] = true;
        follows[1..=alone.len()].copy_from_slice(&alone);
        for (node, fanin) in net.gates() {
            follows[node.index()] = fanin.iter().all(|lit| follows[lit.node().index()]);
        }
        let before = alone.clone();
        for (alone, base) in alone.iter_mut().zip(&ports.bases) {
            *alone &= follows[base.next.node().index()];
        }
        if alone == before {
            return (0..alone.len()).filter(|&base| alone[base]).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_net::Builder;
    use gdl2hdl_net::propnet::{Base, Input, Ports};

    /// A count of two bits, the lower one first, of which the upper one may be `held` back by a move. Play ends with 3; where
    /// it is `marked`, only if a mark is set as well.
    fn count(held: bool, marked: bool) -> Net {
        let base = |fact: &str| Base { fact: fact.into(), init: false, next: Lit::FALSE };
        let input = Input { role: 0, action: "go".into(), legal: Lit::TRUE };
        let ports = Ports {
            roles: vec!["a".into()],
            bases: ["low", "high", "mark"].map(base).into(),
            inputs: vec![input],
            ..Ports::default()
        };
        let mut builder = Builder::new(ports);
        let [low, high, mark] = [0, 1, 2].map(|base| builder.net().ports.base(base));
        let go = builder.net().ports.input(0);
        let (rises, falls) = (builder.and(low, !high), builder.and(!low, high));
        let sum = builder.or(rises, falls);
        let kept = builder.and(sum, go);
        let stays = builder.or(mark, go);
        let nexts = [!low, if held { kept } else { sum }, stays];
        for (base, next) in builder.ports().bases.iter_mut().zip(nexts) {
            base.next = next;
        }
        let three = builder.and(low, high);
        builder.ports().terminal = if marked { builder.and(three, mark) } else { three };
        builder.finish()
    }

    #[test]
    fn a_count_ends_play() {
        let ends = |held, marked| {
            let net = count(held, marked);
            ends_after(&net, &mut Never::new(&net, &[], &Unobserved))
        };
        assert_eq!(ends(false, false), Some(3));
        assert_eq!(ends(true, false), None, "a move holds it back");
        assert_eq!(ends(false, true), None, "it takes a mark as well");
    }

    #[test]
    fn what_moves_change_does_not_go_on_by_itself() {
        assert_eq!(by_themselves(&count(false, false)), [0, 1]);
        assert_eq!(by_themselves(&count(true, false)), [0]);
    }
}
