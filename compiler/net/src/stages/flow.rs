//! Minimum cuts, by Dinic's algorithm (1970).
//!
//! Of our own, as the one of `petgraph` clears a list of all vertices for every path it finds, which is quadratic where
//! there are as many paths as registers; and it gives no cut.

use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Steps along arcs between two questions to the observer.
const STEPS: u32 = 1 << 14;
/// Capacity of an arc that is never cut.
pub(super) const NEVER: u32 = u32::MAX / 2;
/// No arc, no level.
const NONE: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
struct Arc {
    to: usize,
    left: u32,
    /// The next arc of the same vertex.
    next: usize,
}

/// A graph with capacities. Arc `i ^ 1` is the reverse of arc `i`.
#[derive(Debug)]
pub(super) struct Flow {
    arcs: Vec<Arc>,
    first: Vec<usize>,
}

impl Flow {
    /// Where the flow comes from.
    pub(super) const SOURCE: usize = 0;
    /// Where it goes.
    pub(super) const SINK: usize = 1;

    pub(super) fn new() -> Self {
        Self { arcs: Vec::new(), first: vec![NONE; 2] }
    }

    /// A new vertex.
    pub(super) fn vertex(&mut self) -> usize {
        self.first.push(NONE);
        self.first.len() - 1
    }

    /// A new arc. Those of the source have capacity 1.
    pub(super) fn arc(&mut self, from: usize, to: usize, capacity: u32) {
        for (from, to, left) in [(from, to, capacity), (to, from, 0)] {
            self.arcs.push(Arc { to, left, next: self.first[from] });
            self.first[from] = self.arcs.len() - 1;
        }
    }

    /// Lets as much flow as possible; gives how much. **Cost:** as every path carries 1, at most `O(√V · E)` when each
    /// vertex lets through 1; in practice a few sweeps.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn run(&mut self, observer: &dyn Observer) -> Result<usize, Stopped> {
        let mut flow = 0;
        loop {
            let mut levels = self.levels();
            if levels[Self::SINK] == NONE {
                return Ok(flow);
            }
            flow += self.block(&mut levels, observer)?;
        }
    }

    /// Distances from the source.
    fn levels(&self) -> Vec<usize> {
        let mut levels = vec![NONE; self.first.len()];
        levels[Self::SOURCE] = 0;
        let mut queue = vec![Self::SOURCE];
        let mut done = 0;
        while let Some(&vertex) = queue.get(done).filter(|_| levels[Self::SINK] == NONE) {
            done += 1;
            for (_, arc) in self.of(vertex).filter(|(_, arc)| arc.left > 0) {
                if levels[arc.to] == NONE {
                    levels[arc.to] = levels[vertex] + 1;
                    queue.push(arc.to);
                }
            }
        }
        levels
    }

    /// Fills all shortest paths.
    fn block(&mut self, levels: &mut [usize], observer: &dyn Observer) -> Result<usize, Stopped> {
        let mut pace = Pace::new(observer, STEPS);
        let (mut flow, mut now, mut path) = (0, self.first.clone(), Vec::new());
        let mut vertex = Self::SOURCE;
        loop {
            pace.step()?;
            if vertex == Self::SINK {
                path.drain(..).for_each(|arc: usize| self.push(arc));
                flow += 1;
                vertex = Self::SOURCE;
            }
            while let Some(arc) = self.arcs.get(now[vertex]) {
                if arc.left > 0 && levels[arc.to] == levels[vertex].wrapping_add(1) {
                    break;
                }
                now[vertex] = arc.next;
            }
            if let Some(arc) = self.arcs.get(now[vertex]) {
                path.push(now[vertex]);
                vertex = arc.to;
            } else {
                // A dead end: nobody comes here again.
                levels[vertex] = NONE;
                let Some(arc) = path.pop() else { return Ok(flow) };
                vertex = self.arcs[arc ^ 1].to;
            }
        }
    }

    fn push(&mut self, arc: usize) {
        self.arcs[arc].left -= 1;
        self.arcs[arc ^ 1].left += 1;
    }

    fn of(&self, vertex: usize) -> impl Iterator<Item = (usize, Arc)> + '_ {
        let arc = |i: usize| self.arcs.get(i).map(|&arc| (i, arc));
        std::iter::successors(arc(self.first[vertex]), move |(_, last)| arc(last.next))
    }

    /// After [`Self::run`], for each vertex whether it is on the source's side of a minimum cut: of the one nearest to
    /// the sink, or of the one nearest to the source.
    pub(super) fn before(&self, near_sink: bool) -> Vec<bool> {
        let start = if near_sink { Self::SINK } else { Self::SOURCE };
        let mut seen = vec![false; self.first.len()];
        seen[start] = true;
        let mut stack = vec![start];
        while let Some(vertex) = stack.pop() {
            for (i, arc) in self.of(vertex) {
                let open = if near_sink { self.arcs[i ^ 1].left } else { arc.left };
                if open > 0 && !seen[arc.to] {
                    seen[arc.to] = true;
                    stack.push(arc.to);
                }
            }
        }
        if near_sink {
            seen.iter_mut().for_each(|seen| *seen = !*seen);
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;

    /// Two paths in, a waist, two paths out.
    #[test]
    fn the_cut_is_at_the_waist() {
        let mut flow = Flow::new();
        let [a, b, waist, behind, c, d] = [0; 6].map(|_| flow.vertex());
        for (from, to) in [(Flow::SOURCE, a), (Flow::SOURCE, b), (waist, behind), (c, Flow::SINK), (d, Flow::SINK)] {
            flow.arc(from, to, 1);
        }
        for (from, to) in [(a, waist), (b, waist), (behind, c), (behind, d)] {
            flow.arc(from, to, NEVER);
        }
        assert_eq!(flow.run(&Unobserved).unwrap(), 1);
        for near_sink in [false, true] {
            let before = flow.before(near_sink);
            assert_eq!([a, b, waist, behind, c, d].map(|v| before[v]), [true, true, true, false, false, false]);
        }
    }

    #[test]
    fn flows_take_back_what_is_in_the_way() {
        let mut flow = Flow::new();
        let [a, b, c, d] = [0; 4].map(|_| flow.vertex());
        for (from, to) in [(Flow::SOURCE, a), (Flow::SOURCE, b), (a, d), (a, c), (b, d), (c, Flow::SINK)] {
            flow.arc(from, to, 1);
        }
        flow.arc(d, Flow::SINK, 1);
        assert_eq!(flow.run(&Unobserved).unwrap(), 2);
    }
}
