//! States and joint moves, with the values of all nodes of the net in them, 64 at a time.

use gdl2hdl_net::Net;
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_net::propnet::{self, Lit};

/// Steps of a playout between two that are compared, so that long games come to their end.
const STRIDE: usize = 7;

/// 64 states with a joint move each.
pub(crate) struct Block {
    pub(crate) bases: Vec<u64>,
    pub(crate) inputs: Vec<u64>,
    values: Vec<u64>,
}

impl Block {
    fn new(net: &Net, bases: Vec<u64>, inputs: Vec<u64>) -> Self {
        let values = net.evaluate(&bases, &inputs);
        Self { bases, inputs, values }
    }

    /// What an edge of the net is, in each of the 64.
    pub(crate) fn value(&self, edge: Lit) -> u64 {
        propnet::value(&self.values, edge)
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        mix(self.0)
    }

    /// Bits that are set with a probability of 1/8, 1/2 or 7/8.
    fn bits(&mut self, count: usize, density: usize) -> Vec<u64> {
        let mut word = || {
            let [a, b, c] = [self.next(), self.next(), self.next()];
            [a & b & c, a, a | b | c][density % 3]
        };
        (0..count).map(|_| word()).collect()
    }
}

/// Half of the blocks are any bits at all, half of them play.
pub(crate) fn blocks(net: &Net, count: usize) -> Vec<Block> {
    let mut random = Random(1 << 40);
    let (bases, inputs) = (net.ports.bases.len(), net.ports.inputs.len());
    let any = count / 2;
    let mut blocks: Vec<Block> = (0..any)
        .map(|i| {
            let state = random.bits(bases, i);
            Block::new(net, state, random.bits(inputs, i / 3))
        })
        .collect();
    blocks.extend(played(net, count - any, &mut random));
    blocks
}

/// 64 playouts, each of which starts again after its end.
fn played(net: &Net, count: usize, random: &mut Random) -> Vec<Block> {
    let start: Vec<u64> = net.ports.bases.iter().map(|base| if base.init { u64::MAX } else { 0 }).collect();
    let mut state = start.clone();
    let mut blocks = Vec::new();
    for step in 0..STRIDE * count {
        let still = Block::new(net, state, vec![0; net.ports.inputs.len()]);
        let does = chosen(net, &still, random);
        let block = Block::new(net, still.bases, does);
        let over = block.value(net.ports.terminal);
        let next = |(base, init): (&propnet::Base, &u64)| block.value(base.next) & !over | init & over;
        state = net.ports.bases.iter().zip(&start).map(next).collect();
        if step % STRIDE == 0 {
            blocks.push(block);
        }
    }
    blocks
}

/// A legal move of each role, at random.
fn chosen(net: &Net, block: &Block, random: &mut Random) -> Vec<u64> {
    let mut does = vec![0; net.ports.inputs.len()];
    for role in 0..net.ports.roles.len() {
        let moves = net.ports.inputs_of(role);
        for lane in 0..64 {
            let legal = |i: &usize| block.value(net.ports.inputs[*i].legal) >> lane & 1 == 1;
            // The highest of random numbers wins.
            if let Some(i) = moves.clone().filter(legal).max_by_key(|_| random.next()) {
                does[i] |= 1 << lane;
            }
        }
    }
    does
}
