//! Proof that an optimised net behaves as the net it was made of, by induction over the steps of play.
//!
//! Assumed of a state: kept registers agree, facts are what [`Invariants`](super::Invariants) says of them, members of groups
//! exclude each other. Shown with a SAT solver: it is so initially; legal moves, goals, percepts and the end are equal in
//! every such state; and after every legal step it is so again. Nothing that the passes proved is taken for granted.

mod clock;
mod longest;
mod never;
mod sat;

pub use longest::longest_play;
pub use never::Never;

use super::check::{Pair, Pairs};
use super::reach::{Samples, When};
use super::sweeping::Merge;
use super::{Eliminated, MutexGroup, Optimised};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{BaseFact, Lit};
use gdl2hdl_net::{Builder, Net};
use rustc_hash::FxHashMap;
use sat::Sat;

/// Samples that tell nodes apart, and steps of play between them.
const WORDS: usize = 32;
const EVERY: usize = 3;
/// Gates of one class that each other gate is compared with.
const PEERS: usize = 4;

/// What is known of two nets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// The optimised net behaves as the first one in every state that play can reach.
    Equal(Proof),
    /// It does not, or what is assumed of reachable states is too little to show it: an output, or a fact.
    NotShown(String),
    /// Time was up before this was decided.
    Unknown(String),
}

/// What was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Outputs that are equal: moves, goals, percepts, the end.
    pub outputs: usize,
    /// Next states of kept registers that are equal.
    pub registers: usize,
    /// Dropped facts and moves that are what is said of them.
    pub dropped: usize,
    /// Groups of which at most one member, or exactly one, holds.
    pub groups: usize,
}

/// Whether an optimised net behaves as `before`, from which it was made. `observer` ends it.
#[must_use]
pub fn prove(before: &Net, optimised: &Optimised, observer: &dyn Observer) -> ProofVerdict {
    if let Some(wrong) = initially_wrong(before, optimised) {
        return ProofVerdict::NotShown(wrong);
    }
    let claims = Claims::new(before, optimised);
    let samples = Samples::play(before, WORDS, EVERY, 1);
    let mut merge =
        Merge::new(&claims.joint, Sat::new(observer, &claims.joint, claims.groups.clone()), &samples, PEERS);
    merge.run(observer, &|_| {});
    merge.exclude_terminal();
    let mut proof = Proof::default();
    for claim in &claims.all {
        let lits: Vec<Lit> = claim.together.iter().map(|&lit| merge.moved(lit)).collect();
        if !merge.decide(&lits, claim.when, observer) {
            let name = claim.name.clone();
            return if observer.stopped() { ProofVerdict::Unknown(name) } else { ProofVerdict::NotShown(name) };
        }
        match claim.kind {
            OutputKind::Output => proof.outputs += claim.last,
            OutputKind::Register => proof.registers += claim.last,
            OutputKind::Invariants => {}
            OutputKind::Dropped => proof.dropped += claim.last,
            OutputKind::Group => proof.groups += claim.last,
        }
    }
    ProofVerdict::Equal(proof)
}

/// A fact that does not begin as it should.
fn initially_wrong(before: &Net, optimised: &Optimised) -> Option<String> {
    let inits: FxHashMap<&str, bool> = before.ports.bases.iter().map(|base| (&*base.fact, base.init)).collect();
    let own = |fact: &str| inits.get(fact).copied();
    let any = |facts: &[Box<str>]| facts.iter().map(|fact| own(fact)).try_fold(false, |any, init| Some(any || init?));
    let init = |fact: &BaseFact| own(fact).or_else(|| fact.facts().and_then(any));
    let kept = optimised.net.ports.bases.iter().map(|base| (&base.fact, init(&base.fact) == Some(base.init)));
    let known =
        || optimised.known.contradiction(&|fact| own(fact) == Some(true))?.first().map(|(fact, _)| fact.to_string());
    let mut kept = kept.filter(|(_, right)| !right).map(|(fact, _)| fact.to_string());
    let strange = || optimised.known.same.iter().map(|(fact, _)| fact).find(|fact| own(fact).is_none());
    kept.next().or_else(|| strange().map(ToString::to_string)).or_else(known)
}

#[derive(Clone, Copy)]
enum OutputKind {
    Output,
    Register,
    Invariants,
    Dropped,
    Group,
}

/// That some edges never hold together.
struct Claim {
    name: String,
    together: Vec<Lit>,
    when: When,
    kind: OutputKind,
    /// One for the last claim about a thing, else none.
    last: usize,
}

/// Both nets in one over the first one's bases and moves, and what is claimed of it.
struct Claims {
    joint: Net,
    /// Groups that are assumed, as edges of the joint net.
    groups: Vec<Group>,
    all: Vec<Claim>,
}

impl Claims {
    fn new(before: &Net, optimised: &Optimised) -> Self {
        let after = &optimised.net;
        let pairs = Pairs::new(&before.ports, &after.ports);
        let mut builder = Builder::new(before.ports.clone());
        let leaves = read_as(before, optimised);
        let first = builder.add_gates(before, leaves.clone());
        let mut any = |of: Vec<Lit>| !builder.and_all(of.into_iter().map(|lit| !lit));
        let mut of_after = vec![Lit::FALSE];
        of_after.extend(pairs.bases.iter().map(|of| any(of.iter().map(|&base| before.ports.base(base)).collect())));
        let outputs: Vec<Lit> =
            pairs.outputs.iter().map(|pair| any(pair.before.iter().map(|lit| lit.moved(&first)).collect())).collect();
        let bits = after.ports.bases.iter().zip(&of_after[1..]).filter(|(base, _)| base.fact.facts().is_some());
        let bits: FxHashMap<&str, Lit> = bits.map(|(base, &bit)| (&*base.fact, bit)).collect();
        of_after.extend(pairs.inputs.iter().map(|&input| before.ports.input(input)));
        let second = builder.add_gates(after, of_after);
        let places: FxHashMap<&str, usize> =
            before.ports.bases.iter().enumerate().map(|(i, base)| (&*base.fact, i)).collect();
        let mut claims = Self { joint: Net::default(), groups: Vec::new(), all: Vec::new() };
        builder.ports().map_edges(|edge| Some(edge.moved(&first)));
        claims.joint = builder.finish();
        claims.equal_outputs(&pairs, &outputs, &second);
        claims.known(before, optimised, &places, &first);
        let now = |name: &str| bits.get(name).copied().or_else(|| Some(first[1 + *places.get(name)?]));
        claims.dropped(before, optimised, &|name| now(name).unwrap_or(Lit::FALSE), &first);
        for group in &optimised.known.groups {
            claims.group(group, before, &places, &first);
        }
        claims
    }

    fn equal(&mut self, name: &str, [a, b]: [Lit; 2], when: When, kind: OutputKind) {
        for (last, together) in [[a, !b], [!a, b]].into_iter().enumerate() {
            self.all.push(Claim { name: name.to_owned(), together: together.to_vec(), when, kind, last });
        }
    }

    /// `first` are the outputs of the first net.
    fn equal_outputs(&mut self, pairs: &Pairs, first: &[Lit], second: &[Lit]) {
        for (Pair { name, after, step, .. }, &before) in pairs.outputs.iter().zip(first) {
            let when = if *step { When::Step } else { When::State };
            let kind = if name.starts_with("next ") { OutputKind::Register } else { OutputKind::Output };
            self.equal(name, [before, after.moved(second)], when, kind);
        }
    }

    /// What is assumed of facts is so after a step.
    fn known(&mut self, before: &Net, optimised: &Optimised, places: &FxHashMap<&str, usize>, first: &[Lit]) {
        let next = |fact: &str| places.get(fact).map(|&base| before.ports.bases[base].next.moved(first));
        for (fact, gone) in &optimised.known.same {
            let other = match gone {
                // Groups say so of the rest of others.
                Eliminated::Unobserved | Eliminated::NoneOf { .. } => continue,
                Eliminated::Constant(value) => Some(Lit::FALSE.flip_if(*value)),
                Eliminated::Same { fact, inverted } => next(fact).map(|lit| lit.flip_if(*inverted)),
            };
            if let (Some(next), Some(other)) = (next(fact), other) {
                self.equal(fact, [next, other], When::Step, OutputKind::Invariants);
            }
        }
    }

    /// An edge holds when none of others does.
    fn none_of(&mut self, name: &str, own: Lit, others: &[Lit]) {
        let claim = |together, last| {
            let name = name.to_owned();
            Claim { name, together, when: When::State, kind: OutputKind::Dropped, last }
        };
        self.all.extend(others.iter().map(|&other| claim(vec![own, other], 0)));
        let nothing: Vec<Lit> = others.iter().chain([&own]).map(|&lit| !lit).collect();
        self.all.push(claim(nothing, 1));
    }

    /// What is said of dropped facts and moves follows.
    fn dropped(&mut self, before: &Net, optimised: &Optimised, now: &dyn Fn(&str) -> Lit, first: &[Lit]) {
        for (fact, gone) in &optimised.dropped.bases {
            let other = match gone {
                Eliminated::Unobserved => continue,
                Eliminated::Constant(value) => Lit::FALSE.flip_if(*value),
                Eliminated::Same { fact, inverted } => now(fact).flip_if(*inverted),
                Eliminated::NoneOf { of, inverted } => {
                    let others: Vec<Lit> = of.iter().map(|(other, not)| now(other).flip_if(*not)).collect();
                    self.none_of(fact, now(fact).flip_if(*inverted), &others);
                    continue;
                }
            };
            self.equal(fact, [now(fact), other], When::State, OutputKind::Dropped);
        }
        for (role, action) in &optimised.dropped.moves {
            let own = before.ports.inputs.iter().find(|input| input.role == *role && input.action == *action);
            if let Some(input) = own {
                self.equal(action, [input.legal.moved(first), Lit::FALSE], When::State, OutputKind::Dropped);
            }
        }
    }

    /// A group is assumed, and holds after a step.
    fn group(&mut self, group: &MutexGroup, before: &Net, places: &FxHashMap<&str, usize>, first: &[Lit]) {
        let place = |(fact, inverted): &(BaseFact, bool)| Some((*places.get(&**fact)?, *inverted));
        let members: Vec<(usize, bool)> = group.members.iter().filter_map(place).collect();
        // A fact the first net lacks is none of the group, and nothing can then be said of all.
        let exact = group.exact && members.len() == group.members.len();
        let next: Vec<Lit> =
            members.iter().map(|&(base, not)| before.ports.bases[base].next.moved(first).flip_if(not)).collect();
        let name = group.members.first().map_or(String::new(), |(fact, _)| format!("one of `{fact}` and the like"));
        let claim =
            |together, last| Claim { name: name.clone(), together, when: When::Step, kind: OutputKind::Group, last };
        for (i, &a) in next.iter().enumerate() {
            self.all.extend(next[..i].iter().map(|&b| claim(vec![a, b], 0)));
        }
        if exact {
            self.all.push(claim(next.iter().map(|&lit| !lit).collect(), 0));
        }
        if let Some(last) = self.all.last_mut() {
            last.last = 1;
        }
        let members = members.into_iter().map(|(base, not)| first[1 + base].flip_if(not)).collect();
        self.groups.push(Group { members, exact });
    }
}

/// What the first net's leaves are read as: facts as what is known of them, dropped moves as not made. What follows from
/// the rest of its group stays a leaf: that one of the group holds is assumed, and groups are of leaves.
fn read_as(before: &Net, optimised: &Optimised) -> Vec<Lit> {
    let places: FxHashMap<&str, usize> = before.ports.bases.iter().enumerate().map(|(i, b)| (&*b.fact, i)).collect();
    let mut leaves = before.leaves();
    for (fact, gone) in &optimised.known.same {
        let Some(&base) = places.get(&**fact) else { continue };
        leaves[1 + base] = match gone {
            Eliminated::Unobserved | Eliminated::NoneOf { .. } => continue,
            Eliminated::Constant(value) => Lit::FALSE.flip_if(*value),
            Eliminated::Same { fact, inverted } => match places.get(&**fact) {
                Some(&other) => before.ports.base(other).flip_if(*inverted),
                None => continue,
            },
        };
    }
    for (i, input) in before.ports.inputs.iter().enumerate() {
        if optimised.dropped.moves.iter().any(|(role, action)| input.role == *role && input.action == *action) {
            leaves[1 + before.ports.bases.len() + i] = Lit::FALSE;
        }
    }
    leaves
}
