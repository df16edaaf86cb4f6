//! Expressions of few divisors that agree with a gate on all samples of play.

use super::work::Work;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// A gate or its complement, and an expression that may do for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expression {
    target: Lit,
    shape: GateShape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GateShape {
    /// Another node.
    Same(Lit),
    /// All of these.
    All2(Lit, Lit),
    All3(Lit, Lit, Lit),
    /// The first, and one of the others at least.
    Either(Lit, Lit, Lit),
    /// One of two.
    Differ(Lit, Lit),
}

impl Expression {
    /// What never holds together where the expression does for the gate.
    pub(super) fn never(&self) -> Vec<Vec<Lit>> {
        let t = self.target;
        match self.shape {
            GateShape::Same(a) => vec![vec![t, !a], vec![a, !t]],
            GateShape::All2(a, b) => vec![vec![t, !a], vec![t, !b], vec![a, b, !t]],
            GateShape::All3(a, b, c) => vec![vec![t, !a], vec![t, !b], vec![t, !c], vec![a, b, c, !t]],
            GateShape::Either(a, b, c) => vec![vec![t, !a], vec![t, !b, !c], vec![a, b, !t], vec![a, c, !t]],
            GateShape::Differ(a, b) => vec![vec![t, a, b], vec![t, !a, !b], vec![!t, a, !b], vec![!t, !a, b]],
        }
    }

    /// The expression as an edge that does for the gate.
    pub(super) fn build(&self, builder: &mut Builder) -> Lit {
        let built = match self.shape {
            GateShape::Same(a) => a,
            GateShape::All2(a, b) => builder.and(a, b),
            GateShape::All3(a, b, c) => builder.and_all([a, b, c]),
            GateShape::Either(a, b, c) => {
                let either = builder.or(b, c);
                builder.and(a, either)
            }
            GateShape::Differ(a, b) => {
                let [one, other] = [(a, !b), (!a, b)].map(|(x, y)| builder.and(x, y));
                builder.or(one, other)
            }
        };
        built.flip_if(self.target.is_complement())
    }
}

/// How much is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchLimits {
    /// Nodes near a gate an expression may be of.
    pub(crate) divisors: usize,
    /// Literals an expression of three is looked for among.
    pub(crate) of_three: usize,
    /// Expressions of a gate that are tried to be proven.
    pub(crate) expressions: usize,
}

/// Words of samples that are not zero, by number.
type Words = Vec<(usize, u64)>;

/// A gate, and where samples that count have it true, and false.
pub(super) struct Target {
    gate: NodeId,
    values: [Words; 2],
}

impl Target {
    /// `None` where no sample has the one or the other: then anything would do.
    pub(super) fn new(work: &Work, gate: NodeId) -> Option<Self> {
        let values = [true, false].map(|flip| {
            let value = |word| (word, work.graph.value(Lit::new(gate, flip), word) & work.counts(gate, word));
            (0..work.graph.words).map(value).filter(|(_, bits)| *bits != 0).collect::<Words>()
        });
        values.iter().all(|words| !words.is_empty()).then_some(Self { gate, values })
    }

    /// Expressions of divisors that agree with the gate, and take fewer gates than `saved`.
    pub(super) fn expressions(
        &self,
        work: &Work,
        divisors: &[NodeId],
        saved: i64,
        limits: MatchLimits,
    ) -> Vec<Expression> {
        let mut found = Vec::new();
        for flip in [false, true] {
            let side = Side::new(self, work, divisors, flip, limits.of_three);
            let mut add = |shape| {
                found.push(Expression { target: Lit::new(self.gate, flip), shape });
                found.len() >= limits.expressions
            };
            let enough = side.same(&mut add)
                || side.products(&mut add)
                || saved > 2 && (side.triples(&mut add) || side.sums(divisors, &mut add))
                || saved > 3 && !flip && side.differences(divisors, &mut add);
            if enough {
                break;
            }
        }
        found
    }
}

/// The gate or its complement, and the literals that hold wherever it holds.
struct Side<'w> {
    work: &'w Work,
    yes: &'w [(usize, u64)],
    no: &'w [(usize, u64)],
    above: Vec<Lit>,
    of_three: usize,
}

impl<'w> Side<'w> {
    fn new(target: &'w Target, work: &'w Work, divisors: &[NodeId], flip: bool, of_three: usize) -> Self {
        let [no, yes] = [&target.values[usize::from(flip)], &target.values[usize::from(!flip)]];
        let mut side = Self { work, yes, no, above: Vec::new(), of_three };
        side.above = literals(divisors).filter(|&lit| side.nowhere(side.yes, &[!lit])).collect();
        side
    }

    /// Whether literals hold together in none of some samples.
    fn nowhere(&self, samples: &[(usize, u64)], lits: &[Lit]) -> bool {
        samples
            .iter()
            .all(|&(word, bits)| lits.iter().fold(bits, |bits, &lit| bits & self.work.graph.value(lit, word)) == 0)
    }

    /// Nodes that are equal. Like the others it says whether enough was found.
    fn same(&self, add: &mut impl FnMut(GateShape) -> bool) -> bool {
        self.above.iter().any(|&a| self.nowhere(self.no, &[a]) && add(GateShape::Same(a)))
    }

    /// Products of two.
    fn products(&self, add: &mut impl FnMut(GateShape) -> bool) -> bool {
        self.above.iter().enumerate().any(|(i, &a)| {
            self.above[..i].iter().any(|&b| self.nowhere(self.no, &[a, b]) && add(GateShape::All2(a, b)))
        })
    }

    /// Products of three.
    fn triples(&self, add: &mut impl FnMut(GateShape) -> bool) -> bool {
        let above = &self.above[..self.above.len().min(self.of_three)];
        above.iter().enumerate().any(|(i, &a)| {
            above[..i].iter().enumerate().any(|(j, &b)| {
                above[..j].iter().any(|&c| self.nowhere(self.no, &[a, b, c]) && add(GateShape::All3(a, b, c)))
            })
        })
    }

    /// A literal, and one of two others.
    fn sums(&self, divisors: &[NodeId], add: &mut impl FnMut(GateShape) -> bool) -> bool {
        let some: Vec<Lit> = literals(divisors).filter(|&lit| !self.nowhere(self.yes, &[lit])).collect();
        self.above.iter().take(self.of_three).any(|&a| {
            let others = some.iter().filter(|lit| lit.node() != a.node() && self.nowhere(self.no, &[a, **lit]));
            let others: Vec<Lit> = others.copied().take(self.of_three).collect();
            others.iter().enumerate().any(|(i, &b)| {
                others[..i].iter().any(|&c| self.nowhere(self.yes, &[!b, !c]) && add(GateShape::Either(a, b, c)))
            })
        })
    }

    /// Exclusive ors of two.
    fn differences(&self, divisors: &[NodeId], add: &mut impl FnMut(GateShape) -> bool) -> bool {
        divisors.iter().enumerate().any(|(i, &a)| {
            divisors[..i].iter().any(|&b| {
                [false, true].into_iter().any(|flip| {
                    let (a, b) = (Lit::new(a, false), Lit::new(b, flip));
                    let differ = |word| self.work.graph.value(a, word) ^ self.work.graph.value(b, word);
                    let agrees = self.yes.iter().all(|&(word, bits)| bits & !differ(word) == 0)
                        && self.no.iter().all(|&(word, bits)| bits & differ(word) == 0);
                    agrees && add(GateShape::Differ(a, b))
                })
            })
        })
    }
}

/// Both literals of each node.
fn literals(nodes: &[NodeId]) -> impl Iterator<Item = Lit> + '_ {
    nodes.iter().flat_map(|&node| [Lit::new(node, false), Lit::new(node, true)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::propnet::{Base, Ports, value};
    use gdl2hdl_net::{Builder, node};

    /// Each expression agrees with its gate just where none of what must never hold together holds.
    #[test]
    fn proofs_say_what_expressions_need() {
        let base = |name: &str| Base { fact: name.into(), init: false, next: Lit::FALSE };
        let ports = Ports { bases: ["t", "a", "b", "c"].map(base).to_vec(), ..Ports::default() };
        let [t, a, b, c] = [1, 2, 3, 4].map(|position| Lit::new(node(position), false));
        let shapes = [
            GateShape::Same(!a),
            GateShape::All2(a, !b),
            GateShape::All3(a, b, !c),
            GateShape::Either(!a, b, !c),
            GateShape::Differ(a, b),
        ];
        for (shape, target) in shapes.into_iter().flat_map(|shape| [(shape, t), (shape, !t)]) {
            let expression = Expression { target, shape };
            let mut builder = Builder::new(ports.clone());
            let built = expression.build(&mut builder);
            let values = builder.net().evaluate(&[0xaaaa, 0xcccc, 0xf0f0, 0xff00], &[]);
            let of = |lit: &Lit| value(&values, *lit) & 0xffff;
            let together = |lits: &Vec<Lit>| lits.iter().map(of).fold(0xffff, |all, one| all & one);
            let breaks = expression.never().iter().map(together).fold(0, |some, one| some | one);
            assert_eq!(breaks, of(&built) ^ of(&t), "{expression:?}");
        }
    }
}
