//! What every lane of a block sees at every step.

use super::super::{MAX_RECORDS, Observer, PlayError, State, StepRecord, Then};
use super::block::Block;
use super::play::Play;
use gdl2hdl_gdl::id::id;
use gdl2hdl_net::Net;
use gdl2hdl_net::program::Cell;
use std::ops::ControlFlow;

/// A lane of a block, and how far it is.
struct Lane {
    part: usize,
    bit: u32,
    stream: u64,
    /// Playouts that slots have been given.
    started: u64,
    slots: Vec<Playing>,
}

/// The playout in a slot, and its next step.
#[derive(Clone, Copy)]
struct Playing {
    playout: u64,
    step: u64,
}

/// Plays a block to its end and records every state of every lane; breaks off where it is stopped.
pub(super) fn trace(
    play: &Play<'_>,
    net: &Net,
    mut block: Block,
    observer: &dyn Observer,
    records: &mut Vec<StepRecord>,
) -> Result<ControlFlow<()>, PlayError> {
    let started = play.job.filled();
    let slots: Vec<Playing> = (0..u64::from(play.job.slots)).map(|playout| Playing { playout, step: 0 }).collect();
    let lanes = block.lanes(play.job.lanes);
    let mut lanes: Vec<Lane> =
        lanes.map(|(part, bit, stream)| Lane { part, bit, stream, started, slots: slots.clone() }).collect();
    while block.is_active() {
        if observer.stopped() {
            return Ok(ControlFlow::Break(()));
        }
        let active: Vec<u64> = block.word(play.layout().active()).to_vec();
        block.step(play)?;
        for lane in lanes.iter_mut().filter(|lane| active[lane.part] >> lane.bit & 1 == 1) {
            lane.record(play, net, &block, records);
        }
        if records.len() as u64 > MAX_RECORDS {
            return Err(PlayError::Records);
        }
        block.advance(play);
    }
    Ok(ControlFlow::Continue(()))
}

impl Lane {
    /// Records the state before a step of the slot whose turn it is, and the one after it when the playout ended there.
    fn record(&mut self, play: &Play<'_>, net: &Net, block: &Block, records: &mut Vec<StepRecord>) {
        let layout = play.layout();
        let bit = |cell: Cell| block.word(cell)[self.part] >> self.bit & 1 == 1;
        let [finished, truncated, stuck] = layout.outcomes().map(bit);
        let Playing { playout, step } = self.slots[block.turn()];
        let new = |step, state, then| StepRecord {
            stream: self.stream,
            playout,
            step,
            state,
            legal: Default::default(),
            then,
        };
        let before: State = (0..layout.registers).map(|i| bit(layout.seen_register(i))).collect();
        let then = if stuck { Then::Stuck } else { Then::Moves(self.joint(play, net, block)) };
        let mut record = new(step, before, then);
        record.legal = (0..layout.moves).map(|i| bit(layout.seen_legal(i))).collect();
        records.push(record);
        let after: State = (0..layout.registers).map(|i| bit(layout.register(i))).collect();
        let end = match () {
            () if finished => Some(Then::Finished((0..layout.goals).map(|i| bit(layout.seen_goal(i))).collect())),
            () if truncated => Some(Then::Truncated),
            () => None,
        };
        if let Some(then) = end {
            records.push(new(step + 1, after, then));
        }
        let next = &mut self.slots[block.turn()];
        next.step += 1;
        if finished || truncated || stuck {
            *next = Playing { playout: self.started, step: 0 };
            self.started += 1;
        }
    }

    /// The moves that are made; the number of moves where a role makes none, which no engine can match.
    fn joint(&self, play: &Play<'_>, net: &Net, block: &Block) -> Vec<u32> {
        let made = |input: usize| block.word(play.layout().seen_move(input))[self.part] >> self.bit & 1 == 1;
        let of_role = |role| {
            let mut moves = net.ports.inputs_of(role);
            let first = moves.start;
            let count = moves.len();
            id(moves.find(|&input| made(input)).map_or(count, |input| input - first))
        };
        (0..net.ports.roles.len()).map(of_role).collect()
    }
}
