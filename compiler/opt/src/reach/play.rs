//! Random legal play of a net: 64 games at a time, as samples of what can be reached.

use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::value;

/// States that play reached, each with a legal joint move where there is one. Bit `i` of every word is one sample.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// For each word of samples the word of each base, then of each input.
    leaves: Vec<Vec<u64>>,
    /// For each word which samples have a joint move: in states that are terminal, or where a role has no legal move,
    /// there is none.
    pub(crate) live: Vec<u64>,
}

impl Samples {
    /// Plays until there are `words` words of samples; one in `every` steps is kept. Games that end begin again.
    pub(crate) fn play(net: &Net, words: usize, every: usize, seed: u64) -> Self {
        let mut samples = Self::default();
        let mut random = SplitMix64(seed);
        let initial: Vec<u64> = net.ports.bases.iter().map(|base| if base.init { u64::MAX } else { 0 }).collect();
        let mut state = initial.clone();
        let none = vec![0; net.ports.inputs.len()];
        for step in 0..words * every.max(1) {
            let still = net.evaluate(&state, &none);
            let (joint, live) = pick(net, &still, !value(&still, net.ports.terminal), &mut random);
            let values = net.evaluate(&state, &joint);
            if step % every.max(1) == 0 {
                samples.leaves.push(state.iter().chain(&joint).copied().collect());
                samples.live.push(live);
            }
            for ((bits, base), first) in state.iter_mut().zip(&net.ports.bases).zip(&initial) {
                *bits = value(&values, base.next) & live | first & !live;
            }
        }
        samples
    }

    /// The first words of these samples.
    pub(super) fn first(&self, words: usize) -> Self {
        Self { leaves: self.leaves[..words].to_vec(), live: self.live[..words].to_vec() }
    }

    /// Adds a word of samples: of each base, then of each input; and which of them have a joint move.
    pub(super) fn push(&mut self, leaves: Vec<u64>, live: u64) {
        self.leaves.push(leaves);
        self.live.push(live);
    }

    /// Number of words.
    pub(crate) fn words(&self) -> usize {
        self.leaves.len()
    }

    /// A word of samples: of each base, and of each input.
    pub(crate) fn word(&self, word: usize, bases: usize) -> (&[u64], &[u64]) {
        self.leaves[word].split_at(bases)
    }

    /// The values of all nodes, node by node: those of node `n` begin at `n * words`.
    pub(crate) fn signatures(&self, net: &Net) -> Vec<u64> {
        let words = self.words();
        let first = net.ports.first_gate();
        let mut all = Vec::with_capacity(net.num_nodes() * words);
        all.resize(first * words, 0);
        for (word, leaves) in self.leaves.iter().enumerate() {
            leaves.iter().enumerate().for_each(|(leaf, &bits)| all[(1 + leaf) * words + word] = bits);
        }
        for (_, fanin) in net.gates() {
            let [(a, x), (b, y)] =
                fanin.map(|edge| (edge.node().index() * words, if edge.is_complement() { u64::MAX } else { 0 }));
            all.extend_from_within(a..a + words);
            let place = all.len() - words;
            let (below, own) = all.split_at_mut(place);
            own.iter_mut().zip(&below[b..]).for_each(|(bits, &other)| *bits = (*bits ^ x) & (other ^ y));
        }
        all
    }
}

/// A legal joint move for each of some positions, uniformly, and which of them have one.
pub(super) fn pick(net: &Net, values: &[u64], among: u64, random: &mut SplitMix64) -> (Vec<u64>, u64) {
    let mut joint = vec![0; net.ports.inputs.len()];
    let mut live = among;
    for role in 0..net.ports.roles.len() {
        let mut seen = [0_u32; 64];
        let mut chosen = [usize::MAX; 64];
        for input in net.ports.inputs_of(role) {
            let mut legal = value(values, net.ports.inputs[input].legal) & live;
            while legal != 0 {
                let lane = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                seen[lane] += 1;
                // Each of the moves seen so far is equally likely to be the chosen one.
                if random.below(u64::from(seen[lane])) == 0 {
                    chosen[lane] = input;
                }
            }
        }
        for (lane, &input) in chosen.iter().enumerate() {
            match joint.get_mut(input) {
                Some(does) => *does |= 1 << lane,
                None => live &= !(1 << lane),
            }
        }
    }
    joint.iter_mut().for_each(|does: &mut u64| *does &= live);
    (joint, live)
}
