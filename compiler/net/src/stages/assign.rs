//! Which LUT lies in which stage.
//!
//! A boundary is a set of LUTs before it that holds the fan-ins of its members. What it costs depends on nothing else:
//! a register for each value before it that is read behind it. So each boundary is a minimum cut between the LUTs that
//! must lie before and those that must lie behind, as the levels say. Boundaries are found from the first to the last,
//! then each anew between its two neighbours until none gets cheaper.
//!
//! **Source:** registers as a minimum cut: Leiserson, Saxe, Retiming synchronous circuitry (Algorithmica 6, 1991); Hurst,
//! Mishchenko, Brayton, Fast minimum-register retiming via binary maximum-flow (FMCAD 2007).

use super::Staged;
use super::flow::{Flow, NEVER};
use super::graph::{Graph, last_stage, last_use};
use super::limits::StageLimits;
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// Most sweeps over all boundaries, there and back, after the first.
const SWEEPS: usize = 4;
/// The level of a value that isn't there yet.
const NEVER_HERE: u32 = u32::MAX;

/// Gives each LUT its stage.
pub(super) fn assign(graph: &Graph, limits: &StageLimits, observer: &dyn Observer) -> Result<Staged, Stopped> {
    let last = limits.cuts.last();
    let mut search = Search::new(graph, limits, observer);
    (0..last).try_for_each(|boundary| search.cut(boundary, last, true))?;
    let mut cost: usize = search.registers().iter().sum();
    for _ in 0..SWEEPS {
        (0..last).rev().try_for_each(|boundary| search.cut(boundary, boundary + 1, false))?;
        (0..last).try_for_each(|boundary| search.cut(boundary, boundary + 1, true))?;
        let now = search.registers().iter().sum();
        if now >= cost {
            break;
        }
        cost = now;
    }
    let stages = search.stages[graph.first..].to_vec();
    Ok(Staged { cuts: limits.cuts, stages, levels: search.levels(), registers: search.registers(), again: None })
}

/// Where a value lies as seen from a boundary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Before,
    /// It may lie on both sides. With its vertex.
    Free(usize),
    Behind,
}

struct Search<'g> {
    graph: &'g Graph,
    limits: &'g StageLimits,
    observer: &'g dyn Observer,
    /// For each value.
    stages: Vec<u32>,
}

impl<'g> Search<'g> {
    /// All LUTs in the last stage, which may be too many levels.
    fn new(graph: &'g Graph, limits: &'g StageLimits, observer: &'g dyn Observer) -> Self {
        let stage = |value: usize| match value {
            _ if value < graph.bases => 0,
            _ if graph.is_move(value) => limits.cuts.does(),
            _ => limits.cuts.last(),
        };
        Self { graph, limits, observer, stages: (0..graph.len()).map(stage).collect() }
    }

    /// Finds the boundary at the end of a stage anew: LUTs of this stage to the stage `upper` are divided into those
    /// before it and those behind it. Of equally good boundaries the last one, or the first one.
    fn cut(&mut self, stage: u32, upper: u32, near_end: bool) -> Result<(), Stopped> {
        self.observer.go_on()?;
        let luts = self.graph.first..self.graph.len();
        let region: Vec<usize> = luts.filter(|&table| (stage..=upper).contains(&self.stages[table])).collect();
        let mut flow = Flow::new();
        let sides = self.sides(stage, upper, &region, &mut flow);
        self.costs(stage, &sides, &region, &mut flow);
        flow.run(self.observer)?;
        let before = flow.before(near_end);
        for &table in &region {
            let is_before = match sides[table] {
                Side::Before => true,
                Side::Free(vertex) => before[vertex],
                Side::Behind => false,
            };
            let now = &mut self.stages[table];
            *now = if is_before { stage } else { (*now).max(stage + 1) };
        }
        Ok(())
    }

    /// On which side of a boundary all values lie.
    fn sides(&self, stage: u32, upper: u32, region: &[usize], flow: &mut Flow) -> Vec<Side> {
        let side = |value: usize| if self.stages[value] <= stage { Side::Before } else { Side::Behind };
        let mut sides: Vec<Side> = (0..self.graph.len()).map(side).collect();
        let (levels, latest) = (self.levels_from(stage, region), self.latest(upper, region));
        for &table in region {
            sides[table] = if latest[table] <= (stage + 1) * self.limits.levels {
                Side::Before
            } else if levels[table] <= self.limits.levels {
                Side::Free(flow.vertex())
            } else {
                Side::Behind
            };
        }
        sides
    }

    /// For each value of a region its level in a stage, if all of the region lay in it.
    fn levels_from(&self, stage: u32, region: &[usize]) -> Vec<u32> {
        let mut levels = vec![0; self.graph.len()];
        for value in (self.graph.bases..self.graph.first).filter(|_| self.limits.cuts.does() >= stage) {
            let comes = self.limits.cuts.does() == stage;
            levels[value] = if comes { self.limits.before_does() } else { NEVER_HERE };
        }
        for &table in region {
            let most = self.graph.fanins(table).iter().map(|&value| levels[value]).max();
            levels[table] = most.unwrap_or(0).saturating_add(1);
        }
        levels
    }

    /// For each LUT of a region the last level at which it may be made, counted from the state on, when all of the
    /// region lies in the stage `upper` or before.
    fn latest(&self, upper: u32, region: &[usize]) -> Vec<u32> {
        let mut latest = vec![u32::MAX; self.graph.len()];
        for &table in region.iter().rev() {
            let own = self.limits.latest(self.graph.due(table)).min((upper + 1) * self.limits.levels);
            let users = self.graph.users(table).iter().map(|&user| latest[user].saturating_sub(1));
            latest[table] = users.fold(own, u32::min);
        }
        latest
    }

    /// Adds what registers cost, for values before the boundary and for those that may lie there.
    fn costs(&self, stage: u32, sides: &[Side], region: &[usize], flow: &mut Flow) {
        let mut done = vec![false; self.graph.len()];
        for &table in region {
            let Side::Free(vertex) = sides[table] else { continue };
            self.register(stage, table, vertex, sides, flow);
            for &value in self.graph.fanins(table) {
                match sides[value] {
                    // Fan-ins of what lies before the boundary lie there too.
                    Side::Free(fanin) => flow.arc(vertex, fanin, NEVER),
                    Side::Before if !done[value] => {
                        done[value] = true;
                        self.register(stage, value, Flow::SOURCE, sides, flow);
                    }
                    Side::Before | Side::Behind => {}
                }
            }
        }
    }

    /// Adds what the register of a value costs, which is needed when the value's vertex lies before the boundary and
    /// one of its users behind it.
    fn register(&self, stage: u32, value: usize, vertex: usize, sides: &[Side], flow: &mut Flow) {
        let users = self.graph.users(value);
        let later = last_stage(self.limits.cuts, self.graph.due(value)).is_some_and(|last| last > stage);
        if later || users.iter().any(|&user| sides[user] == Side::Behind) {
            // It is needed in any case, if the value lies before; for what must lie there it changes nothing.
            if vertex != Flow::SOURCE {
                flow.arc(vertex, Flow::SINK, 1);
            }
            return;
        }
        let register = flow.vertex();
        flow.arc(vertex, register, 1);
        for &user in users {
            if let Side::Free(user) = sides[user] {
                flow.arc(register, user, NEVER);
            }
        }
    }

    /// The registers at the end of each stage but the last.
    fn registers(&self) -> Vec<usize> {
        let last = self.limits.cuts.last() as usize;
        let mut registers = vec![0; last];
        for value in 0..self.graph.len() {
            let used = last_use(self.graph, self.limits.cuts, &self.stages, value) as usize;
            registers[self.stages[value] as usize..used].iter_mut().for_each(|count| *count += 1);
        }
        registers
    }

    /// The levels of all stages, with those around.
    fn levels(&self) -> Vec<u32> {
        let (cuts, around) = (self.limits.cuts, self.limits.around);
        let own = self.own_levels();
        let mut most = vec![0; cuts.last() as usize + 1];
        let mut note = |stage: u32, level: u32| most[stage as usize] = level.max(most[stage as usize]);
        note(cuts.legal, around.behind_legal);
        note(cuts.last(), around.behind_next.max(around.behind_end));
        for (value, &level) in own.iter().enumerate() {
            let (stage, due) = (self.stages[value], self.graph.due(value));
            // What comes from a register has no level.
            let at = |time: u32| if stage == time { level } else { 0 };
            note(stage, level);
            let outputs = [
                (due.legal, cuts.legal, around.behind_legal),
                (due.next, cuts.last(), around.behind_next),
                (due.end, cuts.last(), around.behind_end),
            ];
            outputs.into_iter().filter(|output| output.0).for_each(|(_, time, behind)| note(time, at(time) + behind));
        }
        most
    }

    /// For each value its level in its stage.
    fn own_levels(&self) -> Vec<u32> {
        let mut levels = vec![0; self.graph.len()];
        levels[self.graph.bases..self.graph.first].fill(self.limits.before_does());
        for table in self.graph.first..self.graph.len() {
            let here = self.graph.fanins(table).iter().filter(|&&value| self.stages[value] == self.stages[table]);
            levels[table] = 1 + here.map(|&value| levels[value]).max().unwrap_or(0);
        }
        levels
    }
}
