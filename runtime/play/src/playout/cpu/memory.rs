//! The memory of a block: what lanes begin with, and how random bits slide through it.

use super::super::{Job, State};
use super::plan::Group;
use gdl2hdl_gdl::id::{id, place};
use gdl2hdl_net::playout::generator::{Generator, STATE_BITS};
use gdl2hdl_net::playout::step::{Layout, region};
use gdl2hdl_net::program::Cell;
use gdl2hdl_simd::{Memory, Width, transpose};

/// Steps after which the last random bits are moved back to the beginning of their region.
const SLIDE: usize = 8;

/// Words a block needs, for the bound on memory.
pub(super) fn words(layout: &Layout, slots: u32) -> u64 {
    (0..region::COUNT).map(|region| region_words(layout, region, slots) as u64).sum()
}

/// Words of a region. What belongs to playouts is there once for each slot.
fn region_words(layout: &Layout, region: u8, slots: u32) -> usize {
    match region {
        region::GENERATOR => (layout.history() + SLIDE) * layout.row(),
        _ if region::OF_SLOT.contains(&region) => slots as usize * layout.words(region),
        _ => layout.words(region),
    }
}

/// A block's memory with all lanes before their first step: it is the turn of slot 0.
pub(super) fn prepared(layout: &Layout, width: Width, job: &Job, groups: &[Group]) -> Memory {
    let mut memory = Memory::new(width);
    for region in 0..region::COUNT {
        let origin = if region == region::GENERATOR { layout.history() * layout.row() } else { 0 };
        memory.push(region_words(layout, region, job.slots), origin);
    }
    for slot in (0..job.slots as usize).rev() {
        turn(&mut memory, layout, slot);
        fill(&mut memory, layout.ended(), true);
    }
    number(
        &mut memory,
        (0..layout.shape.step_bits as usize).map(|bit| layout.limit(bit)),
        job.max_steps.saturating_sub(1),
    );
    for (part, group) in groups.iter().enumerate() {
        start(&mut memory, layout, part, &job.starts[group.start].registers);
        seed(&mut memory, layout, part, job, group);
    }
    memory
}

/// Makes room for the random bits of the next step.
pub(super) fn advance(memory: &mut Memory, layout: &Layout) {
    let (row, history) = (layout.row(), layout.history());
    let origin = memory.origin(region::GENERATOR) + row;
    if origin < (history + SLIDE) * row {
        memory.set_origin(region::GENERATOR, origin);
    } else if row > 0 {
        memory.set_origin(region::GENERATOR, 0);
        let place = |row_number: usize| place(row_number * row);
        memory.copy_within(region::GENERATOR, place(SLIDE)..place(SLIDE + history), 0);
        memory.set_origin(region::GENERATOR, history * row);
    }
}

/// Makes it the turn of a slot.
pub(super) fn turn(memory: &mut Memory, layout: &Layout, slot: usize) {
    for region in region::OF_SLOT {
        memory.set_origin(region, slot * layout.words(region));
    }
}

fn fill(memory: &mut Memory, cell: Cell, bit: bool) {
    memory.fill(cell.region, cell.index, bit);
}

/// The same number in all lanes, lowest bit first.
fn number(memory: &mut Memory, cells: impl Iterator<Item = Cell>, number: u64) {
    cells.enumerate().for_each(|(bit, cell)| fill(memory, cell, bit < 64 && number >> bit & 1 == 1));
}

fn start(memory: &mut Memory, layout: &Layout, part: usize, state: &State) {
    for (register, bit) in state.iter().enumerate() {
        let cell = layout.start(register);
        memory.cell_mut(cell.region, cell.index)[part] = if *bit { u64::MAX } else { 0 };
    }
}

/// The generators of the lanes of a group, as if all their bits so far had just been given.
fn seed(memory: &mut Memory, layout: &Layout, part: usize, job: &Job, group: &Group) {
    let count = layout.generators();
    for generator in 0..count {
        let of_lane = |lane: u64| {
            let stream = group.first_stream(job.lanes) + lane;
            Generator::new(job.seed, stream, id(generator), id(count)).state()
        };
        let mut bits: [u64; 64] = std::array::from_fn(|lane| of_lane(lane as u64));
        transpose(&mut bits);
        for (age, word) in bits.into_iter().enumerate() {
            let bit = age as i64 - i64::from(STATE_BITS);
            memory.cell_mut(region::GENERATOR, layout.random(generator, bit).index)[part] = word;
        }
    }
}
