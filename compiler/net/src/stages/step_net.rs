//! The net of a whole step: the end and the goals are those of the state that comes next.

use crate::propnet::{Lit, Ports};
use crate::{Builder, Net};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 10;

/// A net with the same ports whose `terminal` and goals hold in the state that comes next, so that they depend on the
/// moves. Legal moves and the next state stay; there are no percepts. **Cost:** linear.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn step_net(net: &Net, observer: &dyn Observer) -> Result<Net, Stopped> {
    let mut ports = Ports { sees: Vec::new(), ..net.ports.clone() };
    let first: Vec<Lit> = ports.bases.iter().map(|b| b.next).chain(ports.inputs.iter().map(|i| i.legal)).collect();
    let last: Vec<Lit> = ports.goals.iter().map(|goal| goal.holds).chain([ports.terminal]).collect();
    let mut builder = Builder::new(Ports { views: Vec::new(), ..ports.clone() });
    let now = copy(net, net.leaves(), &first, &mut builder, observer)?;
    let next = ports.bases.iter().map(|base| base.next.moved(&now));
    // The end depends on no moves, so what stands for them is never read.
    let leaves = [Lit::FALSE].into_iter().chain(next).chain(ports.inputs.iter().map(|_| Lit::FALSE)).collect();
    let then = copy(net, leaves, &last, &mut builder, observer)?;
    let needed = net.cone(first.iter().map(|edge| edge.node()));
    ports.views.retain_mut(|view| {
        let kept = needed[view.holds.node().index()];
        view.holds = view.holds.moved(&now);
        kept && !view.holds.is_constant()
    });
    ports.bases.iter_mut().for_each(|base| base.next = base.next.moved(&now));
    ports.inputs.iter_mut().for_each(|input| input.legal = input.legal.moved(&now));
    ports.goals.iter_mut().for_each(|goal| goal.holds = goal.holds.moved(&then));
    ports.terminal = ports.terminal.moved(&then);
    *builder.ports() = ports;
    Ok(builder.finish())
}

/// Adds what some outputs of a net need, and gives what its nodes become; the others become false.
fn copy(
    net: &Net,
    leaves: Vec<Lit>,
    outputs: &[Lit],
    builder: &mut Builder,
    observer: &dyn Observer,
) -> Result<Vec<Lit>, Stopped> {
    let needed = net.cone(outputs.iter().map(|edge| edge.node()));
    let (mut edges, mut pace) = (leaves, Pace::new(observer, GATES));
    for (id, [a, b]) in net.gates() {
        pace.step()?;
        let edge = if needed[id.index()] { builder.and(a.moved(&edges), b.moved(&edges)) } else { Lit::FALSE };
        edges.push(edge);
    }
    Ok(edges)
}
