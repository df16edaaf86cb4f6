//! What every pass must keep, checked by simulation: two nets in the same reachable states, under the same moves.

use super::reach::Samples;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{BaseFact, Lit, Ports, value};
use rustc_hash::FxHashMap;

/// The first output that differs in some sample of `before`, live ones only where moves matter. Bases and moves are
/// paired by name; those only one net has are not compared.
pub(super) fn difference(before: &Net, after: &Net, samples: &Samples) -> Option<String> {
    let pairs = Pairs::new(&before.ports, &after.ports);
    for word in 0..samples.words() {
        let (bases, inputs) = samples.word(word, before.ports.bases.len());
        let left = before.evaluate(bases, inputs);
        let any = |of: &Vec<usize>| of.iter().fold(0, |bits, &place| bits | bases[place]);
        let state: Vec<u64> = pairs.bases.iter().map(any).collect();
        let joint: Vec<u64> = pairs.inputs.iter().map(|&place| inputs[place]).collect();
        let right = after.evaluate(&state, &joint);
        let differs = |pair: &Pair| {
            let bits = pair.before.iter().fold(0, |bits, &lit| bits | value(&left, lit)) ^ value(&right, pair.after);
            bits & if pair.step { samples.live[word] } else { u64::MAX } != 0
        };
        if let Some(pair) = pairs.outputs.iter().find(|pair| differs(pair)) {
            return Some(pair.name.clone());
        }
    }
    None
}

/// An output of both nets.
pub(super) struct Pair {
    pub(super) name: String,
    /// Edges of the first net, one of which holds when the output does.
    pub(super) before: Vec<Lit>,
    pub(super) after: Lit,
    /// It matters in steps only.
    pub(super) step: bool,
}

/// What belongs together in two nets.
pub(super) struct Pairs {
    /// For each base of the second net that of the first, or those of the facts of which it is a bit.
    pub(super) bases: Vec<Vec<usize>>,
    /// For each input of the second net that of the first.
    pub(super) inputs: Vec<usize>,
    pub(super) outputs: Vec<Pair>,
}

impl Pairs {
    pub(super) fn new(before: &Ports, after: &Ports) -> Self {
        let base_of: FxHashMap<&str, usize> = before.bases.iter().enumerate().map(|(i, b)| (&*b.fact, i)).collect();
        let moves = before.inputs.iter().enumerate().map(|(i, input)| ((input.role, &*input.action), i));
        let input_of: FxHashMap<(u32, &str), usize> = moves.collect();
        // A name the first net lacks would be a defect; it shows as a difference.
        let place = |fact: &str| base_of.get(fact).copied();
        // A bit of a code may be one in both nets, or take the place of facts of the first.
        let facts = |fact: &BaseFact| fact.alternatives().filter_map(place).collect();
        let bases: Vec<Vec<usize>> =
            after.bases.iter().map(|b| place(&b.fact).map_or_else(|| facts(&b.fact), |base| vec![base])).collect();
        let inputs: Vec<usize> =
            after.inputs.iter().map(|i| input_of.get(&(i.role, &*i.action)).copied().unwrap_or(0)).collect();
        let mut outputs = vec![Pair {
            name: "terminal".to_owned(),
            before: vec![before.terminal],
            after: after.terminal,
            step: false,
        }];
        for (own, places) in after.bases.iter().zip(&bases) {
            let next = places.iter().map(|&place| before.bases[place].next).collect();
            outputs.push(Pair { name: format!("next {}", own.fact), before: next, after: own.next, step: true });
        }
        let mut add = |name, before, after, step| outputs.push(Pair { name, before: vec![before], after, step });
        for (own, &place) in after.inputs.iter().zip(&inputs) {
            add(format!("legal {}", own.action), before.inputs[place].legal, own.legal, false);
        }
        for (other, own) in before.goals.iter().zip(&after.goals) {
            add(format!("goal {}", own.value), other.holds, own.holds, false);
        }
        for (other, own) in before.sees.iter().zip(&after.sees) {
            add(format!("sees {}", own.percept), other.holds, own.holds, true);
        }
        Self { bases, inputs, outputs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::propnet::Base;

    #[test]
    fn bits_of_a_code_are_told_in_both_nets() {
        let ports = |facts: Vec<BaseFact>| {
            let base = |fact| Base { fact, init: false, next: Lit::FALSE };
            Ports { bases: facts.into_iter().map(base).collect(), ..Ports::default() }
        };
        let bit = || BaseFact::any_of(["a", "c"]);
        let [plain, coded] = [ports(vec!["a".into(), "b".into(), "c".into()]), ports(vec![bit(), "b".into()])];
        assert_eq!(Pairs::new(&plain, &coded).bases, [vec![0, 2], vec![1]]);
        assert_eq!(Pairs::new(&coded, &coded).bases, [[0], [1]]);
        assert_eq!(Pairs::new(&plain, &plain).bases, [[0], [1], [2]]);
    }
}
