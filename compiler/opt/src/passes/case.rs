//! A file: what is run on which net, and what comes of it.

use super::super::run::Run;
use super::super::table::{Pass, PassPlan, plan};
use super::super::{Eliminated, Level, Optimised, Options, optimise};
use super::isomorphic::isomorphic;
use crate::meter::Meter;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::propnet::{Lit, text::edge};
use gdl2hdl_net::{Group, Net, text, verify};

/// What stands between the net and what comes of it.
const GIVES: &str = "gives\n";

/// What a file says.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The file to the line `gives`, this line included.
    head: String,
    net: Net,
    groups: Vec<Group>,
    options: Options,
    /// All passes of level 2, with what comes around them.
    all: bool,
    pub(super) passes: Vec<Pass>,
    pub(super) expected: Outcome,
}

/// A net, and what is said of it: sizes, groups, and what was dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    pub(super) net: Net,
    pub(super) notes: Vec<String>,
}

/// All passes of a plan.
pub(super) fn passes(plan: &PassPlan<'static>) -> impl Iterator<Item = Pass> + use<> {
    let rounds = plan.rounds.iter().copied().flatten();
    plan.first.iter().chain(plan.extracted).chain(rounds).chain(plan.last).copied()
}

impl Case {
    /// Reads a file; says what is wrong with it.
    pub(super) fn read(file: &str) -> Result<Self, String> {
        let place = file.find(&format!("\n{GIVES}")).ok_or("there is no line `gives`")? + 1 + GIVES.len();
        let (head, tail) = file.split_at(place);
        let (said, net) = head.trim_end_matches(GIVES).split_once("net\n").ok_or("there is no net")?;
        let (expected, notes) = tail.split_once("\ngates ").ok_or("there is no line `gates`")?;
        let mut case = Self {
            head: head.to_owned(),
            net: sound(&format!("net\n{net}"))?,
            groups: Vec::new(),
            options: Level::O2.into(),
            all: false,
            passes: Vec::new(),
            expected: Outcome {
                net: sound(expected)?,
                notes: format!("gates {notes}").lines().map(str::to_owned).collect(),
            },
        };
        said.lines().filter(|line| !line.starts_with('#')).try_for_each(|line| case.told(line))?;
        Ok(case)
    }

    /// Takes a line before the net.
    fn told(&mut self, line: &str) -> Result<(), String> {
        match line.split_once(' ') {
            None if line.is_empty() => {}
            None if line == "optimise" => self.all = true,
            None if line == "anywhere" => self.options.anywhere = true,
            Some(("keep", "state")) => self.options.keep_state = true,
            Some(("group", members)) => self.groups.push(group(&self.net, members)?),
            Some(("pass", name)) => {
                let plans = [Level::O2, Level::O3].map(|level| plan(level, 0));
                let pass = plans.iter().flat_map(passes).filter(|pass| pass.name() == name).last();
                self.passes.push(pass.ok_or_else(|| format!("there is no pass `{name}`"))?);
            }
            _ => return Err(format!("`{line}` says nothing of a case")),
        }
        Ok(())
    }

    /// Runs the passes. Each is checked by simulation too, as it always is.
    pub(super) fn run(&self) -> Outcome {
        let meter = Meter::new(&Unobserved, self.options.most);
        let run = || {
            let mut run =
                Run::new(self.net.clone(), self.options, &Unobserved, &meter).with_groups(self.groups.clone());
            run.passes(&self.passes)?;
            run.finish()
        };
        let optimised = if self.all { optimise(self.net.clone(), self.options, &Unobserved) } else { run() };
        let optimised = optimised.unwrap_or_else(|error| panic!("{}{error}", self.head));
        verify(&optimised.net).unwrap_or_else(|error| panic!("{}{error}", self.head));
        Outcome { notes: notes(&self.net, &optimised), net: optimised.net }
    }

    /// Whether this is what is expected.
    pub(super) fn is_met_by(&self, outcome: &Outcome) -> bool {
        self.expected.notes == outcome.notes && isomorphic(&self.expected.net, &outcome.net)
    }

    /// The file with another outcome.
    pub(super) fn written(&self, outcome: &Outcome) -> String {
        let notes: String = outcome.notes.iter().map(|note| format!("{note}\n")).collect();
        [&self.head, &text::print(&outcome.net), &notes].map(String::as_str).concat()
    }
}

/// A net that is sound.
fn sound(text: &str) -> Result<Net, String> {
    let net = text::parse(text).map_err(|error| error.to_string())?;
    verify(&net).map_err(|error| error.to_string())?;
    Ok(net)
}

/// A group from its members, with `exact` in the end where one of them holds always.
fn group(net: &Net, text: &str) -> Result<Group, String> {
    let (members, exact) = text.strip_suffix(" exact").map_or((text, false), |members| (members, true));
    let member = |word: &str| {
        let register = word.trim_start_matches('!');
        let base = register.strip_prefix('b').and_then(|number| number.parse().ok());
        let base = base.filter(|&base: &usize| base < net.ports.bases.len());
        let base = base.ok_or_else(|| format!("`{word}` is no register of the net"))?;
        Ok(net.ports.base(base).flip_if(register != word))
    };
    let members = members.split(' ').map(member).collect::<Result<Vec<Lit>, String>>()?;
    Ok(Group { members, exact })
}

/// What is said of a net that passes made of another one.
fn notes(before: &Net, after: &Optimised) -> Vec<String> {
    let [gates, depths] = [Net::num_gates, Net::depth].map(|of| format!("{} to {}", of(before), of(&after.net)));
    let group = |group: &Group| {
        let members: String = group.members.iter().map(|&lit| format!(" {}", edge(&after.net.ports, lit))).collect();
        format!("group{members}{}", if group.exact { " exact" } else { "" })
    };
    let dropped = after.dropped.bases.iter().map(|(fact, gone)| format!("dropped {fact}: {}", why(gone)));
    let moves = after.dropped.moves.iter().map(|(role, action)| format!("never legal: role {role} {action}"));
    let sizes = format!("gates {gates}, depth {depths}");
    [sizes].into_iter().chain(after.groups.iter().map(group)).chain(dropped).chain(moves).collect()
}

/// Why a base is no register any more.
fn why(gone: &Eliminated) -> String {
    let mark = |inverted: bool| if inverted { "!" } else { "" };
    match gone {
        Eliminated::Constant(value) => format!("always {}", u8::from(*value)),
        Eliminated::Unobserved => "unobserved".to_owned(),
        Eliminated::Same { fact, inverted } => format!("same as {}{fact}", mark(*inverted)),
        Eliminated::NoneOf { of, inverted } => {
            let of: Vec<String> = of.iter().map(|(fact, inverted)| format!("{}{fact}", mark(*inverted))).collect();
            format!("{}none of {}", mark(*inverted), of.join(", "))
        }
    }
}
