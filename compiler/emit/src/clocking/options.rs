//! The ways in which a register may be clocked, as far as its window shows them.

use super::window::{Window, WindowTable};
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// Most holds of a register that are tried.
const MAX_HOLDS: usize = 16;
/// Most holds of a register that are tried together with a reset.
const MAX_RESET_HOLDS: usize = 4;
/// Most resets that are tried for a hold.
const MAX_RESETS: usize = 6;
/// Most expressions that are kept of those that do.
const MAX_FORMS: usize = 6;

/// What registers that are clocked alike have in common. In a step a register stays as it is where `hold` is true; else
/// it takes its initial value where `reset` is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Key {
    pub(super) hold: Lit,
    pub(super) reset: Lit,
}

/// The next value where it is neither held nor reset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// There is no such case.
    Any,
    /// A constant or an edge.
    Edge(Lit),
    /// A function of two nodes: bit 0 is its value when both are false, bit 1 when only the first is true.
    Pair(NodeId, NodeId, u8),
}

impl Form {
    /// The nodes it reads.
    pub(super) fn nodes(self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match self {
            Self::Any => (None, None),
            Self::Edge(edge) => (Some(edge.node()), None),
            Self::Pair(a, b, _) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b).filter(|id| *id != NodeId(0))
    }
}

/// A way to clock a register: expressions that do, best guesses first.
#[derive(Clone, Debug)]
pub(super) struct ClockingChoice {
    pub(super) key: Key,
    pub(super) forms: Vec<Form>,
}

/// What is known of a register.
pub(super) struct Register<'w> {
    window: &'w Window,
    next: WindowTable,
    next_edge: Lit,
    state: WindowTable,
    init: WindowTable,
}

impl<'w> Register<'w> {
    /// Of a base, when its window has it.
    pub(super) fn of(net: &Net, base: usize, window: &'w Window) -> Option<Self> {
        let next_edge = net.ports.bases[base].next;
        let next = window.table(next_edge)?;
        let state = window.table(net.ports.base(base))?;
        let init = if net.ports.bases[base].init { !WindowTable::FALSE } else { WindowTable::FALSE };
        Some(Self { window, next, next_edge, state, init })
    }

    /// All choices. `there` says what nodes need no more LUTs.
    pub(super) fn choices(&self, there: &impl Fn(NodeId) -> bool) -> Vec<ClockingChoice> {
        let mut holds = self.where_equal(self.state, WindowTable::FALSE, MAX_HOLDS);
        holds.insert(0, (Lit::FALSE, WindowTable::FALSE));
        let mut choices = Vec::new();
        for (place, (hold, held)) in holds.into_iter().enumerate() {
            let mut resets = Vec::new();
            if place <= MAX_RESET_HOLDS {
                resets = self.where_equal(self.init, held, MAX_RESETS);
            }
            resets.insert(0, (Lit::FALSE, WindowTable::FALSE));
            for (reset, cleared) in resets {
                let forms = self.forms(!(held | cleared), there);
                choices.push(ClockingChoice { key: Key { hold, reset }, forms });
            }
        }
        choices
    }

    /// Edges that are true only where the next state equals a function, or where `done` is true; most often true first.
    fn where_equal(&self, function: WindowTable, done: WindowTable, most: usize) -> Vec<(Lit, WindowTable)> {
        let differs = (self.next ^ function) & !done;
        if differs.is_false() {
            return if done == !WindowTable::FALSE { Vec::new() } else { vec![(Lit::TRUE, !WindowTable::FALSE)] };
        }
        let mut found: Vec<(Lit, WindowTable)> =
            self.edges().filter(|(_, table)| table.excludes(differs) && !table.excludes(!done)).collect();
        found.sort_by_key(|(edge, table)| (std::cmp::Reverse((*table & !done).count()), *edge));
        found.truncate(most);
        found
    }

    fn edges(&self) -> impl Iterator<Item = (Lit, WindowTable)> + '_ {
        let both = |&(id, table): &(NodeId, WindowTable)| [(Lit::new(id, false), table), (Lit::new(id, true), !table)];
        self.window.nodes.iter().flat_map(both)
    }

    /// Expressions that equal the next state where it matters.
    fn forms(&self, matters: WindowTable, there: &impl Fn(NodeId) -> bool) -> Vec<Form> {
        let (on, off) = (self.next & matters, !self.next & matters);
        if on.is_false() && off.is_false() {
            return vec![Form::Any];
        }
        if on.is_false() || off.is_false() {
            return vec![Form::Edge(if on.is_false() { Lit::FALSE } else { Lit::TRUE })];
        }
        let root = self.next_edge.node();
        let fits =
            |&(edge, table): &(Lit, WindowTable)| edge.node() != root && on.excludes(!table) && off.excludes(table);
        let mut forms: Vec<Form> =
            self.edges().filter(fits).map(|(edge, _)| Form::Edge(edge)).take(MAX_FORMS).collect();
        if !forms.iter().any(|form| form.nodes().all(there)) {
            let mut pairs = self.pairs(on, off, there);
            forms.append(&mut pairs);
        }
        forms.push(Form::Edge(self.next_edge));
        forms
    }

    /// Functions of two nodes that are true where one table is, and false where the other is.
    fn pairs(&self, on: WindowTable, off: WindowTable, there: &impl Fn(NodeId) -> bool) -> Vec<Form> {
        let nodes: Vec<&(NodeId, WindowTable)> =
            self.window.nodes.iter().filter(|(id, _)| *id != self.next_edge.node()).collect();
        let mut found = Vec::new();
        for (i, &&(a, x)) in nodes.iter().enumerate() {
            let parts = [on & !x, on & x, off & !x, off & x];
            for &&(b, y) in &nodes[..i] {
                if let Some(function) = function(&parts, y) {
                    let missing = usize::from(!there(a)) + usize::from(!there(b));
                    found.push((missing, Form::Pair(a, b, function)));
                }
            }
        }
        found.sort_by_key(|(missing, _)| *missing);
        found.into_iter().map(|(_, form)| form).take(MAX_FORMS).collect()
    }
}

/// A function of two nodes, given where the wanted value is true and false, each without and with the first node.
fn function([on_0, on_1, off_0, off_1]: &[WindowTable; 4], second: WindowTable) -> Option<u8> {
    let (mut ones, mut zeros) = (0, 0);
    let minterms = [(on_0, off_0, !second), (on_1, off_1, !second), (on_0, off_0, second), (on_1, off_1, second)];
    for (bit, (on, off, second)) in minterms.into_iter().enumerate() {
        ones |= u8::from(!on.excludes(second)) << bit;
        zeros |= u8::from(!off.excludes(second)) << bit;
    }
    SIMPLEST.into_iter().find(|function| ones & !function == 0 && zeros & function == 0)
}

/// The functions of two nodes, one gate before more: what does not matter makes no exclusive or.
const SIMPLEST: [u8; 14] = [10, 5, 12, 3, 8, 14, 4, 13, 2, 11, 1, 7, 6, 9];
