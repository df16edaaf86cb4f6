//! Groups that may be: facts alike but for some arguments, of which samples show at most one at a time.
//!
//! Names only suggest what to try. What is not so is found out by induction.
//!
//! **Source:** mutex groups by guess and induction, as in Helmert: Concise finite-domain representations for PDDL planning
//! tasks (Artificial Intelligence 173, 2009), where invariants are shown from the operators.

use super::Samples;
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arguments a fact may have to be considered; all their subsets are tried.
const MAX_ARGUMENTS: usize = 6;

/// Groups of two members or more that the samples allow, the largest first; none is part of another.
pub(crate) fn candidates(net: &Net, samples: &Samples) -> Vec<Group> {
    let facts = Facts::new(net, samples);
    let mut found: Vec<Group> = Vec::new();
    for family in facts.families() {
        let arguments = facts.words[family[0]].len() - 1;
        for varied in 1_u32..1 << arguments {
            found.extend(facts.alike(&family, varied));
        }
    }
    found.sort_by(|a, b| {
        b.members.len().cmp(&a.members.len()).then(b.exact.cmp(&a.exact)).then(a.members.cmp(&b.members))
    });
    let mut groups = maximal(found);
    facts.join(&mut groups);
    groups
}

struct Facts<'n> {
    net: &'n Net,
    samples: &'n Samples,
    /// The words of each fact, nested terms as one.
    words: Vec<Vec<&'n str>>,
}

impl<'n> Facts<'n> {
    fn new(net: &'n Net, samples: &'n Samples) -> Self {
        Self { net, samples, words: net.ports.bases.iter().map(|base| words(&base.fact)).collect() }
    }

    /// Bases by first word and number of arguments, in order of their first member.
    fn families(&self) -> Vec<Vec<usize>> {
        let mut places: FxHashMap<(&str, usize), usize> = FxHashMap::default();
        let mut families: Vec<Vec<usize>> = Vec::new();
        for (base, words) in self.words.iter().enumerate() {
            if words.len() <= MAX_ARGUMENTS + 1 {
                let place = *places.entry((words[0], words.len())).or_insert(families.len());
                families.resize(families.len().max(place + 1), Vec::new());
                families[place].push(base);
            }
        }
        families
    }

    /// Groups of a family whose members differ in the varied arguments alone.
    fn alike(&self, family: &[usize], varied: u32) -> Vec<Group> {
        let mut places: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &base in family {
            let fixed = self.words[base][1..].iter().enumerate().filter(|(i, _)| varied >> i & 1 == 0);
            let place = *places.entry(fixed.map(|(_, &word)| word).collect()).or_insert(groups.len());
            groups.resize(groups.len().max(place + 1), Vec::new());
            groups[place].push(base);
        }
        groups.into_iter().filter(|group| group.len() > 1).filter_map(|group| self.group(&group)).collect()
    }

    /// The group of some bases, when samples allow it.
    fn group(&self, bases: &[usize]) -> Option<Group> {
        if bases.iter().filter(|&&base| self.net.ports.bases[base].init).count() > 1 {
            return None;
        }
        let mut exact = bases.iter().any(|&base| self.net.ports.bases[base].init);
        for word in 0..self.samples.words() {
            let (state, _) = self.samples.word(word, self.net.ports.bases.len());
            let mut some = 0;
            for &base in bases {
                if some & state[base] != 0 {
                    return None;
                }
                some |= state[base];
            }
            exact &= some == u64::MAX;
        }
        Some(Group { members: bases.iter().map(|&base| self.net.ports.base(base)).collect(), exact })
    }

    /// Joins what complements each other: groups, or bases of no group, of which exactly one has a member that holds.
    fn join(&self, groups: &mut Vec<Group>) {
        let grouped: FxHashSet<Lit> = groups.iter().flat_map(|group| group.members.iter().copied()).collect();
        let single = (0..self.words.len()).map(|base| self.net.ports.base(base)).filter(|lit| !grouped.contains(lit));
        groups.extend(single.map(|lit| Group { members: vec![lit], exact: false }));
        let mut by_some: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        for place in 0..groups.len() {
            if groups[place].exact {
                continue;
            }
            let some = self.some(&groups[place]);
            let none: Vec<u64> = some.iter().map(|bits| !bits).collect();
            match by_some.get(&none) {
                Some(&other) => {
                    let members = [&groups[other].members[..], &groups[place].members].concat();
                    let bases: Vec<usize> = members.iter().map(|lit| lit.node().index() - 1).collect();
                    if let Some(mut group) = self.group(&bases) {
                        group.members.sort_unstable();
                        groups[place] = group;
                        groups[other].members.clear();
                        by_some.remove(&none);
                    }
                }
                None => {
                    by_some.entry(some).or_insert(place);
                }
            }
        }
        groups.retain(|group| group.members.len() > 1);
    }

    /// In which samples a member holds.
    fn some(&self, group: &Group) -> Vec<u64> {
        let word = |word| {
            let (state, _) = self.samples.word(word, self.net.ports.bases.len());
            group.members.iter().fold(0, |some, lit| some | state[lit.node().index() - 1])
        };
        (0..self.samples.words()).map(word).collect()
    }
}

/// Without groups that are part of an earlier one.
fn maximal(groups: Vec<Group>) -> Vec<Group> {
    let mut of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
    let mut kept: Vec<Group> = Vec::new();
    for group in groups {
        let within =
            |&other: &usize| group.members.iter().all(|lit| of.get(lit).is_some_and(|groups| groups.contains(&other)));
        if !of.get(&group.members[0]).is_some_and(|groups| groups.iter().any(within)) {
            group.members.iter().for_each(|&lit| of.entry(lit).or_default().push(kept.len()));
            kept.push(group);
        }
    }
    kept
}

/// The functor of a canonical text and its arguments, or the text itself.
fn words(text: &str) -> Vec<&str> {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map_or_else(|| vec![text], terms)
}
