//! A game's net on its way into the net of a step.

use crate::propnet::{Input, Lit, Ports};
use crate::{Builder, Net};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Gates between two questions to the observer.
const STEPS: u32 = 1 << 8;

/// An edge that holds only where a gate does: `gate & edge`.
///
/// What moves of one role have in common is its turn. Kept apart while ANDs and ORs of moves are copied, it is ANDed
/// once to the result; and the rest is often the same for all roles, whose moves lie over one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Gated {
    pub gate: Lit,
    pub edge: Lit,
}

impl Default for Gated {
    fn default() -> Self {
        Lit::TRUE.into()
    }
}

impl From<Lit> for Gated {
    fn from(edge: Lit) -> Self {
        Self { gate: Lit::TRUE, edge }
    }
}

/// A conjunction: what a node of the game's net has become.
#[derive(Clone, Default)]
struct Product {
    /// The edge that must hold, and its gate.
    holds: Gated,
    /// Of these, by their gates, none may hold.
    fails: Vec<Gated>,
    /// The whole of it, once it was needed.
    plain: Option<Lit>,
}

impl Product {
    /// Its opposite, if that is a conjunction, too.
    fn inverse(&self) -> Option<Self> {
        let Self { holds, ref fails, .. } = *self;
        match fails[..] {
            [] if holds.gate == Lit::TRUE => Some((!holds.edge).into()),
            [] => Some(Self { fails: vec![holds], ..Self::default() }),
            [fails] if holds == Gated::from(Lit::TRUE) => Some(Self { holds: fails, ..Self::default() }),
            _ => None,
        }
    }
}

impl From<Lit> for Product {
    fn from(edge: Lit) -> Self {
        Self { holds: edge.into(), fails: Vec::new(), plain: Some(edge) }
    }
}

/// A game's net on its way into another one.
pub(super) struct Copier<'n> {
    game: &'n Net,
    pub builder: Builder,
    nodes: Vec<Option<Product>>,
}

impl<'n> Copier<'n> {
    /// The bases are there, and so many inputs.
    pub(super) fn new(game: &'n Net, inputs: usize) -> Self {
        let input = Input { role: 0, action: Box::default(), legal: Lit::FALSE };
        let bases = game.ports.bases.clone();
        let ports = Ports { bases, inputs: vec![input; inputs], ..Ports::default() };
        let mut copy = Self { game, builder: Builder::new(ports), nodes: vec![None; game.num_nodes()] };
        copy.nodes[0] = Some(Lit::FALSE.into());
        (0..game.ports.bases.len()).for_each(|i| copy.nodes[1 + i] = Some(game.ports.base(i).into()));
        copy
    }

    pub(super) fn input(&self, input: usize) -> Lit {
        self.builder.net().ports.input(input)
    }

    /// Says what the moves of the game are.
    pub(super) fn set_moves(&mut self, made: &[Gated]) {
        let first = 1 + self.game.ports.bases.len();
        for (&holds, node) in made.iter().zip(first..) {
            self.nodes[node] = Some(Product { holds, ..Product::default() });
        }
    }

    /// The copy of an edge of the game's net.
    pub(super) fn edge(&mut self, edge: Lit) -> Lit {
        let node = edge.node().index();
        let Some(product) = self.nodes[node].clone() else { return Lit::FALSE };
        let plain = product.plain.unwrap_or_else(|| {
            let fails = product.fails.iter().map(|&fails| !self.plain(fails)).collect::<Vec<_>>();
            let holds = self.plain(product.holds);
            self.builder.and_all(fails.into_iter().chain([holds]))
        });
        self.nodes[node] = Some(Product { plain: Some(plain), ..product });
        if edge.is_complement() { !plain } else { plain }
    }

    /// An edge with its gate.
    pub(super) fn plain(&mut self, Gated { gate, edge }: Gated) -> Lit {
        self.builder.and(gate, edge)
    }

    /// That of two edges whose gate holds, where never both do.
    pub(super) fn either(&mut self, edges: &[Gated; 2]) -> Lit {
        let [a, b] = edges.map(|edge| self.plain(edge));
        self.builder.or(a, b)
    }

    /// Whether any of some edges of the new net holds.
    pub(super) fn any(&mut self, edges: Vec<Lit>) -> Lit {
        !self.builder.and_all(edges.into_iter().map(|edge| !edge))
    }

    /// Copies all gates whose fan-ins are there.
    pub(super) fn gates(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        let mut pace = Pace::new(observer, STEPS);
        for (id, [a, b]) in self.game.gates() {
            pace.step()?;
            let there = |edge: Lit| self.nodes[edge.node().index()].is_some();
            if !there(Lit::new(id, false)) && there(a) && there(b) {
                let [a, b] = [a, b].map(|edge| self.product(edge));
                self.nodes[id.index()] = Some(self.both(a, b));
            }
        }
        Ok(())
    }

    /// An edge of the game's net as a conjunction.
    fn product(&mut self, edge: Lit) -> Product {
        let product = self.nodes[edge.node().index()].as_ref();
        let product = product.and_then(|node| if edge.is_complement() { node.inverse() } else { Some(node.clone()) });
        product.unwrap_or_else(|| self.edge(edge).into())
    }

    /// The AND of two conjunctions. Of two gates one is given up.
    fn both(&mut self, a: Product, b: Product) -> Product {
        let (mut holds, mut other) = (a.holds, b.holds);
        if holds.gate == Lit::TRUE {
            std::mem::swap(&mut holds, &mut other);
        }
        if other.gate != Lit::TRUE && other.gate != holds.gate {
            other = self.plain(other).into();
        }
        holds.edge = self.builder.and(holds.edge, other.edge);
        let mut fails: Vec<Gated> = Vec::new();
        for Gated { gate, edge } in a.fails.into_iter().chain(b.fails) {
            if gate == holds.gate {
                holds.edge = self.builder.and(holds.edge, !edge);
            } else if let Some(with) = fails.iter_mut().find(|with| with.gate == gate) {
                with.edge = self.builder.or(with.edge, edge);
            } else {
                fails.push(Gated { gate, edge });
            }
        }
        Product { holds, fails, plain: None }
    }
}
