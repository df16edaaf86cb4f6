//! How registers are clocked, so that they take fewer LUTs with their loading.
//!
//! A register that loads and steps takes `load ? state : next`, two inputs of a LUT more than `next`. What a flip-flop
//! can do by itself costs none: not to change (its enable), and to take its initial value (its reset). So registers that
//! stay as they are in common cases share an enable for these, and their next state is simplified for the others.
//!
//! All of it holds for every state and every move, reachable or not: the truth tables of windows show it.
//!
//! **Source:** enable extraction for registers: Hurst, Automatic synthesis of clock gating logic with controlled netlist
//! perturbation (DAC 2008), which saves power with it; here it saves LUTs.

mod area;
mod choose;
mod options;
mod window;

use area::Area;
use choose::{Chooser, Chosen};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Builder, Net};
use gdl2hdl_opt::Level;
use options::{ClockingChoice, Form, Key, Register};
use window::{Users, Window};

/// Nets of more gates are clocked in common.
const MAX_GATES: usize = 300_000;

/// How the registers of a module are clocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clocking {
    /// All by one enable, and their next state is that of the net.
    #[default]
    Common,
    /// As it takes the fewest LUTs.
    Own,
}

impl From<Level> for Clocking {
    /// Up to `-O1` the text shows the net as it is.
    fn from(level: Level) -> Self {
        if level >= Level::O2 { Self::Own } else { Self::Common }
    }
}

/// When a register changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct RegisterClocking {
    /// In a step it stays as it is where this is true.
    pub hold: Lit,
    /// Else it takes its initial value where this is true.
    pub reset: Lit,
    /// It has no enable.
    pub free: bool,
    /// There is no other case: its next state is nothing.
    pub idle: bool,
}

/// A net whose next states are those of registers that are neither held nor reset.
#[derive(Clone, Debug)]
pub(super) struct ClockingPlan {
    pub net: Net,
    pub clocks: Vec<RegisterClocking>,
}

/// The best plan for a net, if there is anything to gain. **Cost:** near linear.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn plan(net: &Net, observer: &dyn Observer) -> Result<Option<ClockingPlan>, Stopped> {
    if net.num_gates() > MAX_GATES {
        return Ok(None);
    }
    let area = Area::of(net, observer)?;
    let users = Users::of(net);
    let there = |id: NodeId| area.is_there(id);
    let choices = |base| {
        observer.go_on()?;
        let window = Window::around(net, &users, base);
        Ok(Register::of(net, base, &window).map_or_else(Vec::new, |register| register.choices(&there)))
    };
    let choices: Result<Vec<Vec<ClockingChoice>>, Stopped> = (0..net.ports.bases.len()).map(choices).collect();
    let chosen = Chooser::new(net, area, choices?).run(observer)?;
    let free = without_enable(net, &chosen);
    Ok((free || chosen.iter().any(Option::is_some)).then(|| rebuilt(net, &chosen, free)))
}

/// Whether all registers that share the enable of all fit in one LUT with their loading, their stepping and themselves.
fn without_enable(net: &Net, chosen: &[Chosen]) -> bool {
    let mut any = false;
    for (base, chosen) in chosen.iter().enumerate() {
        let next = match chosen {
            Some((key, _)) if key.hold != Lit::FALSE => continue,
            Some((Key { reset: Lit::FALSE, .. }, Form::Edge(edge))) => *edge,
            None => net.ports.bases[base].next,
            Some(_) => return false,
        };
        if !next.is_constant() && next.node() != net.ports.base(base).node() {
            return false;
        }
        any = true;
    }
    any
}

/// The net with other next states, without gates that nothing uses any more.
fn rebuilt(net: &Net, chosen: &[Chosen], free: bool) -> ClockingPlan {
    let mut builder = Builder::like(net);
    let edges = builder.add_gates(net, net.leaves());
    builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
    let mut clocks = vec![RegisterClocking::default(); chosen.len()];
    for (base, chosen) in chosen.iter().enumerate() {
        if let Some((key, form)) = chosen {
            clocks[base] = RegisterClocking {
                hold: key.hold.moved(&edges),
                reset: key.reset.moved(&edges),
                free: false,
                idle: *form == Form::Any,
            };
            builder.ports().bases[base].next = made(&mut builder, *form, &edges);
        }
        clocks[base].free = free && clocks[base].hold == Lit::FALSE;
    }
    compacted(&builder.finish(), clocks)
}

/// The edge of a form.
fn made(builder: &mut Builder, form: Form, edges: &[Lit]) -> Lit {
    match form {
        Form::Any => Lit::FALSE,
        Form::Edge(edge) => edge.moved(edges),
        Form::Pair(a, b, function) => {
            let [a, b] = [a, b].map(|id| edges[id.index()]);
            let complement = function.count_ones() > 2;
            let wanted = if complement { !function } else { function };
            match function {
                0b1010 | 0b0101 => return a.flip_if(function == 0b0101),
                0b1100 | 0b0011 => return b.flip_if(function == 0b0011),
                _ => {}
            }
            let mut sum = Lit::FALSE;
            for minterm in (0..4_u8).filter(|minterm| wanted >> minterm & 1 == 1) {
                let both = builder.and(a.flip_if(minterm & 1 == 0), b.flip_if(minterm & 2 == 0));
                sum = builder.or(sum, both);
            }
            sum.flip_if(complement)
        }
    }
}

fn compacted(net: &Net, clocks: Vec<RegisterClocking>) -> ClockingPlan {
    let mut roots = Vec::new();
    net.ports.each_output(|edge| roots.push(edge.node()));
    roots.extend(clocks.iter().flat_map(|clock| [clock.hold.node(), clock.reset.node()]));
    let needed = net.cone(roots);
    let mut builder = Builder::like(net);
    let mut edges = net.leaves();
    for (id, [a, b]) in net.gates() {
        let edge = if needed[id.index()] { builder.and(a.moved(&edges), b.moved(&edges)) } else { Lit::FALSE };
        edges.push(edge);
    }
    let first = net.ports.first_gate();
    let map = |edge: Lit| {
        let kept = edge.node().index() < first || needed[edge.node().index()];
        kept.then(|| edge.moved(&edges))
    };
    builder.ports().map_edges(map);
    let clocks: Vec<RegisterClocking> = clocks
        .into_iter()
        .map(|clock| RegisterClocking { hold: clock.hold.moved(&edges), reset: clock.reset.moved(&edges), ..clock })
        .collect();
    ClockingPlan { net: builder.finish(), clocks }
}

/// What a plan needs besides the outputs of its net.
pub(super) fn conditions(clocks: &[RegisterClocking]) -> impl Iterator<Item = Lit> + '_ {
    let mut edges: Vec<Lit> = clocks.iter().flat_map(|clock| [clock.hold, clock.reset]).collect();
    edges.retain(|edge| !edge.is_constant());
    edges.sort_unstable();
    edges.dedup();
    edges.into_iter()
}

#[cfg(test)]
mod tests;
