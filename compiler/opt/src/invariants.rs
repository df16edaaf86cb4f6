//! What optimisation uses of the states that play can reach. A state in which it is so is as good as one of them: all of it
//! holds again after every legal step, and nothing else was used.

use super::Eliminated;
use gdl2hdl_net::propnet::BaseFact;

/// What was used of reachable states, of facts of the net as it was built; some are gone since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariants {
    /// Facts that have one value, equal another, or follow from others. Of [`Eliminated::Unobserved`] nothing is known.
    pub same: Vec<(BaseFact, Eliminated)>,
    /// Facts of which at most one holds.
    pub groups: Vec<MutexGroup>,
    /// Pairs that never hold together: draws rest on them, no logic does.
    pub excluded: Vec<[Fact; 2]>,
}

/// A fact, and whether its complement is meant.
pub type Fact = (BaseFact, bool);

/// Facts, or complements of facts, of which at most one holds in every reachable state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MutexGroup {
    /// The facts, each with whether its complement is meant.
    pub members: Vec<Fact>,
    /// One of them holds always.
    pub exact: bool,
}

impl Invariants {
    /// What a state contradicts first: facts, each with whether it is its absence, that are so in this state, and never
    /// together in one that play can reach. `holds` says of a fact of the built net whether the state has it.
    ///
    /// **Cost:** linear in what is known.
    pub fn contradiction(&self, holds: &dyn Fn(&str) -> bool) -> Option<Vec<Fact>> {
        let pair = |[a, b]: &[Fact; 2]| (is_so(a, holds) && is_so(b, holds)).then(|| vec![a.clone(), b.clone()]);
        let same = self.same.iter().find_map(|(fact, gone)| wrong(fact, gone, holds));
        let group = || self.groups.iter().find_map(|group| group.contradiction(holds));
        same.or_else(group).or_else(|| self.excluded.iter().find_map(pair))
    }
}

impl MutexGroup {
    fn contradiction(&self, holds: &dyn Fn(&str) -> bool) -> Option<Vec<Fact>> {
        let mut held = self.members.iter().filter(|fact| is_so(fact, holds));
        match (held.next(), held.next()) {
            (Some(one), Some(other)) => Some(vec![one.clone(), other.clone()]),
            (None, _) if self.exact => Some(self.members.iter().map(complement).collect()),
            _ => None,
        }
    }
}

fn complement((fact, inverted): &Fact) -> Fact {
    (fact.clone(), !inverted)
}

fn is_so((fact, inverted): &Fact, holds: &dyn Fn(&str) -> bool) -> bool {
    value(fact, holds) != *inverted
}

/// The truth of a fact, or of a bit that stands for several.
fn value(fact: &BaseFact, holds: &dyn Fn(&str) -> bool) -> bool {
    fact.alternatives().any(holds)
}

/// What is wrong with a fact of which something is known: it, and what it should follow from.
fn wrong(fact: &BaseFact, gone: &Eliminated, holds: &dyn Fn(&str) -> bool) -> Option<Vec<Fact>> {
    let own = value(fact, holds);
    let as_is = |fact: &BaseFact| -> Fact { (fact.clone(), !value(fact, holds)) };
    let facts = match gone {
        Eliminated::Unobserved => return None,
        Eliminated::Constant(should) if own == *should => return None,
        Eliminated::Constant(_) => vec![as_is(fact)],
        Eliminated::Same { fact: other, inverted } if own == (value(other, holds) ^ inverted) => return None,
        Eliminated::Same { fact: other, .. } => vec![as_is(fact), as_is(other)],
        Eliminated::NoneOf { of, inverted } => {
            let none = of.iter().all(|other| !is_so(other, holds));
            if own == (none ^ inverted) {
                return None;
            }
            let held = of.iter().filter(|other| is_so(other, holds)).take(1).map(|(other, _)| as_is(other));
            let mut facts: Vec<Fact> = std::iter::once(as_is(fact)).chain(held).collect();
            if none {
                facts.extend(of.iter().map(|(other, _)| as_is(other)));
            }
            facts
        }
    };
    Some(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(known: &Invariants, state: &[&str]) -> Option<String> {
        let text = |(fact, inverted): &Fact| if *inverted { format!("no {fact}") } else { fact.to_string() };
        let facts = known.contradiction(&|fact| state.contains(&fact))?;
        Some(facts.iter().map(text).collect::<Vec<_>>().join(", "))
    }

    fn of(same: &[(&str, Eliminated)], groups: &[(&[&str], bool)], excluded: &[[&str; 2]]) -> Invariants {
        let plain = |fact: &&str| -> Fact { ((*fact).into(), false) };
        Invariants {
            same: same.iter().map(|(fact, gone)| ((*fact).into(), gone.clone())).collect(),
            groups: groups
                .iter()
                .map(|(members, exact)| MutexGroup { members: members.iter().map(plain).collect(), exact: *exact })
                .collect(),
            excluded: excluded.iter().map(|[a, b]| [plain(a), plain(b)]).collect(),
        }
    }

    #[test]
    fn values_and_equal_facts() {
        let same = |fact: &str, inverted| Eliminated::Same { fact: fact.into(), inverted };
        let known = of(
            &[
                ("on", Eliminated::Constant(true)),
                ("off", Eliminated::Constant(false)),
                ("a", same("b", false)),
                ("c", same("b", true)),
                ("lost", Eliminated::Unobserved),
            ],
            &[],
            &[],
        );
        assert_eq!(said(&known, &["on", "a", "b"]), None);
        assert_eq!(said(&known, &["on", "c", "lost"]), None);
        assert_eq!(said(&known, &["c"]).as_deref(), Some("no on"));
        assert_eq!(said(&known, &["on", "off", "c"]).as_deref(), Some("off"));
        assert_eq!(said(&known, &["on", "a", "c"]).as_deref(), Some("a, no b"));
        assert_eq!(said(&known, &["on"]).as_deref(), Some("no c, no b"));
    }

    #[test]
    fn groups_pairs_and_what_is_left_of_others() {
        let known = of(&[], &[(&["a", "b", "c"], true), (&["d", "e"], false)], &[["a", "d"]]);
        assert_eq!(said(&known, &["a"]), None);
        assert_eq!(said(&known, &["b", "d"]), None);
        assert_eq!(said(&known, &["a", "d"]).as_deref(), Some("a, d"));
        assert_eq!(said(&known, &["a", "c"]).as_deref(), Some("a, c"));
        assert_eq!(said(&known, &["a", "d", "e"]).as_deref(), Some("d, e"));
        assert_eq!(said(&known, &["d"]).as_deref(), Some("no a, no b, no c"));
        let none = |inverted| Eliminated::NoneOf {
            of: vec![("x".into(), false), (BaseFact::any_of(["y", "z"]), true)],
            inverted,
        };
        let known = of(&[("n", none(false))], &[], &[]);
        assert_eq!(said(&known, &["n", "z"]), None);
        assert_eq!(said(&known, &["x", "z"]), None);
        assert_eq!(said(&known, &["n"]).as_deref(), Some("n, no (or y z)"));
        assert_eq!(said(&known, &["y"]).as_deref(), Some("no n, no x, (or y z)"));
        assert_eq!(said(&of(&[("n", none(true))], &[], &[]), &["n", "x"]), None);
    }
}
