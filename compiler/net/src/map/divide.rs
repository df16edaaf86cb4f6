//! A net whose wide ANDs are divided anew, so that what they have in common is made once.

use super::super::{Builder, Net, node};
use super::absorb::absorb;
use super::groups::Groups;
use super::share::share;
use super::subject::Subject;
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// The same functions with shared parts of wide ANDs made once; trees are as flat as their fan-ins allow.
///
/// **Cost:** near linear in gates. The result may be larger in rare cases: compare.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn divide(net: &Net, observer: &dyn Observer) -> Result<Net, Stopped> {
    let mut roots = Vec::new();
    net.ports.each_output(|edge| roots.push(edge.node()));
    roots.retain(|root| root.index() >= net.ports.first_gate());
    roots.sort_unstable();
    roots.dedup();
    let subject = Subject::of(net, roots);
    let mut groups = Groups::flatten(&subject, observer)?;
    absorb(&subject, &mut groups, observer)?;
    let groups = share(&subject, groups, observer)?;
    observer.go_on()?;
    Ok(Rebuilt::new(net, &subject, &groups).finish(net))
}

struct Rebuilt {
    builder: Builder,
    /// What nodes of the subject became, then pairs.
    edges: Vec<Option<Lit>>,
    /// What nodes of the net became.
    named: Vec<Option<Lit>>,
}

impl Rebuilt {
    fn new(net: &Net, subject: &Subject, groups: &Groups) -> Self {
        let mut edges = vec![None; subject.len() + groups.pairs.len()];
        let mut named = vec![None; net.num_nodes()];
        for leaf in 0..subject.first {
            edges[leaf] = Some(Lit::new(node(leaf), false));
            named[leaf] = edges[leaf];
        }
        let mut rebuilt = Self { builder: Builder::like(net), edges, named };
        for gate in 0..groups.len() {
            if groups.get(gate).is_empty() {
                continue;
            }
            let items: Vec<Lit> =
                groups.get(gate).iter().map(|&item| rebuilt.edge(item, subject.len(), groups)).collect();
            let edge = rebuilt.builder.and_all(items);
            rebuilt.edges[subject.first + gate] = Some(edge);
            if let Some(name) = subject.names[gate] {
                rebuilt.named[name.index()] = Some(edge);
            }
        }
        rebuilt
    }

    /// The new edge of an item. Groups it needs are there already, pairs are made.
    fn edge(&mut self, item: Lit, len: usize, groups: &Groups) -> Lit {
        let mut stack = vec![item.node().index()];
        while let Some(&place) = stack.last() {
            let pair = place.checked_sub(len).filter(|_| self.edges[place].is_none());
            let Some(parts) = pair.map(|pair| groups.pairs[pair]) else {
                stack.pop();
                continue;
            };
            match parts.map(|part| self.moved(part)) {
                [Some(a), Some(b)] => self.edges[place] = Some(self.builder.and(a, b)),
                made => stack.extend(parts.iter().zip(made).filter(|x| x.1.is_none()).map(|x| x.0.node().index())),
            }
        }
        self.moved(item).unwrap_or_default()
    }

    fn moved(&self, old: Lit) -> Option<Lit> {
        self.edges[old.node().index()].map(|edge| edge.flip_if(old.is_complement()))
    }

    fn finish(mut self, net: &Net) -> Net {
        let named = std::mem::take(&mut self.named);
        debug_assert_eq!(named.len(), net.num_nodes());
        self.builder.ports().map_edges(|edge| named[edge.node().index()].map(|new| new.flip_if(edge.is_complement())));
        self.builder.finish()
    }
}
