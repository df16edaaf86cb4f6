//! Shortest paths through a graph, for messages.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The shortest path from `from` to the first node that `is_end` accepts, as the labels of its edges.
/// `next` gives the successors of a node, each with the label of the edge. The path has at least one edge.
pub(super) fn shortest<N: IntoIterator<Item = (usize, usize)>>(
    from: usize,
    next: impl Fn(usize) -> N,
    is_end: impl Fn(usize) -> bool,
) -> Option<Vec<usize>> {
    let mut reached_by: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for (to, label) in next(node) {
            if reached_by.contains_key(&to) {
                continue;
            }
            reached_by.insert(to, (node, label));
            if is_end(to) {
                return Some(path_to(to, from, &reached_by));
            }
            queue.push_back(to);
        }
    }
    None
}

fn path_to(end: usize, from: usize, reached_by: &FxHashMap<usize, (usize, usize)>) -> Vec<usize> {
    let mut path = Vec::new();
    let mut node = end;
    while let Some(&(before, label)) = reached_by.get(&node) {
        path.push(label);
        node = before;
        if node == from {
            break;
        }
    }
    path.reverse();
    path
}
