//! The steps of one rule: which terms stand for steps, and how far each is from the step of the head.

use super::chain::Chain;
use super::relations::Relations;
use super::vocabulary::Vocabulary;
use crate::syntax::{Atom, Formula, Span, Symbol, Term, each_atom};
use std::collections::{BTreeMap, VecDeque};

/// A term in the place of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Node {
    Variable(Symbol),
    Constant(Symbol),
    /// The step of a head that does not name it.
    Unnamed,
}

impl Node {
    /// `None` for a function.
    pub(super) fn of(term: &Term) -> Option<Self> {
        match term {
            Term::Variable(name, _) => Some(Self::Variable(*name)),
            Term::Constant(name, _) => Some(Self::Constant(*name)),
            Term::Compound(..) => None,
        }
    }
}

/// Why a rule's steps have no order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// Two ways to count say different things; where the second stands.
    Contradiction(Span),
    /// A constant that is no step.
    Unknown(Symbol, Span),
}

/// How the steps that are connected with the head's follow each other.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// Steps from the head's: negative ones come before it.
    pub offsets: BTreeMap<Node, i64>,
    /// The place of the head's step in the order of all, when the rule fixes it.
    pub head: Option<i64>,
    /// The parts of the body that connect steps, by number.
    pub links: Vec<usize>,
}

/// One part of a body that says how two steps lie to each other.
struct Link {
    part: usize,
    from: Node,
    to: Node,
    by: i64,
    span: Span,
}

impl Steps {
    /// Finds the steps of a rule, the outer conjunction of whose body is `parts`.
    pub(super) fn of(
        head: (Node, Span),
        parts: &[Formula],
        vocabulary: Vocabulary,
        relations: &Relations,
        chain: &Chain,
    ) -> Result<Self, Fault> {
        let links = links(parts, vocabulary, chain);
        let mut by_node: BTreeMap<Node, Vec<(usize, Node, i64)>> = BTreeMap::new();
        for (number, link) in links.iter().enumerate() {
            by_node.entry(link.from).or_default().push((number, link.to, link.by));
            by_node.entry(link.to).or_default().push((number, link.from, -link.by));
        }
        let constants = constants(head, parts, vocabulary, relations, &links);
        let (head, _) = head;
        let mut steps = Self { offsets: BTreeMap::from([(head, 0)]), head: None, links: Vec::new() };
        let mut used = vec![false; links.len()];
        let mut open = VecDeque::from([head]);
        while let Some(node) = open.pop_front() {
            let offset = steps.offsets.get(&node).copied().unwrap_or(0);
            if let Node::Constant(name) = node {
                steps.fix(name, offset, chain, &constants, &mut open)?;
            }
            for &(number, to, by) in by_node.get(&node).into_iter().flatten() {
                used[number] = true;
                match steps.offsets.get(&to) {
                    None => {
                        steps.offsets.insert(to, offset + by);
                        open.push_back(to);
                    }
                    Some(&there) if there != offset + by => return Err(Fault::Contradiction(links[number].span)),
                    Some(_) => {}
                }
            }
        }
        steps.links = links.iter().zip(used).filter(|(_, used)| *used).map(|(link, _)| link.part).collect();
        Ok(steps)
    }

    /// A fixed step fixes the head's, and by that all others that are fixed.
    fn fix(
        &mut self,
        name: Symbol,
        offset: i64,
        chain: &Chain,
        constants: &BTreeMap<Symbol, Span>,
        open: &mut VecDeque<Node>,
    ) -> Result<(), Fault> {
        let span = constants.get(&name).copied().unwrap_or_default();
        let at = chain.index(name).and_then(|at| i64::try_from(at).ok()).ok_or(Fault::Unknown(name, span))?;
        if let Some(head) = self.head {
            return if head == at - offset { Ok(()) } else { Err(Fault::Contradiction(span)) };
        }
        self.head = Some(at - offset);
        for (&other, &span) in constants {
            let there = chain.index(other).and_then(|at| i64::try_from(at).ok()).ok_or(Fault::Unknown(other, span))?;
            let offset = there - (at - offset);
            match self.offsets.insert(Node::Constant(other), offset) {
                None => open.push_back(Node::Constant(other)),
                Some(before) if before != offset => return Err(Fault::Contradiction(span)),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// The parts that say how steps follow each other, or that two are the same.
fn links(parts: &[Formula], vocabulary: Vocabulary, chain: &Chain) -> Vec<Link> {
    let mut links = Vec::new();
    for (part, formula) in parts.iter().enumerate() {
        let (from, to, by, span) = match formula {
            Formula::Atom(atom) if vocabulary.is_successor(atom) => match atom.args.as_slice() {
                [from, to] => (from, to, 1, atom.span),
                _ => continue,
            },
            Formula::Equal(from, to, span) => (from, to, 0, *span),
            _ => continue,
        };
        let (Some(from), Some(to)) = (Node::of(from), Node::of(to)) else { continue };
        // Equations may be about other things than steps.
        let is_other = |node| matches!(node, Node::Constant(name) if chain.index(name).is_none());
        if by == 1 || !(is_other(from) || is_other(to)) {
            links.push(Link { part, from, to, by, span });
        }
    }
    links
}

/// The constants that stand as steps in the rule, where each is first.
fn constants(
    head: (Node, Span),
    parts: &[Formula],
    vocabulary: Vocabulary,
    relations: &Relations,
    links: &[Link],
) -> BTreeMap<Symbol, Span> {
    let mut found = BTreeMap::new();
    if let (Node::Constant(name), span) = head {
        found.insert(name, span);
    }
    let mut note = |node: Option<Node>, span: Span| {
        if let Some(Node::Constant(name)) = node {
            found.entry(name).or_insert(span);
        }
    };
    each_atom(parts, &mut |atom| {
        if let Some(step) = step_of(atom, vocabulary, relations) {
            note(Node::of(step), step.span());
        }
    });
    for link in links.iter().filter(|link| link.by == 1) {
        note(Some(link.from), link.span);
        note(Some(link.to), link.span);
    }
    found
}

/// The term that is the step of an atom, where it has one.
pub(super) fn step_of<'a>(atom: &'a Atom, vocabulary: Vocabulary, relations: &Relations) -> Option<&'a Term> {
    if vocabulary.is_step(atom) {
        return atom.args.first();
    }
    relations.find(atom).and_then(|relation| relation.parted(atom).0)
}
