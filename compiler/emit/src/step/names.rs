//! Names of what stages consist of: the sentence, if there is one, and the stage.

use crate::body::Body;
use crate::expression::Wires;
use crate::namer::Namer;
use crate::selection::Selection;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_net::node;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::stages::Pipeline;

/// What a name is made from.
#[derive(Clone, Debug, Default)]
pub(super) struct Stem {
    pub(super) text: String,
    /// Whether the text is a sentence, which says something to readers.
    pub(super) is_sentence: bool,
}

fn sentence(text: String) -> Stem {
    Stem { text, is_sentence: true }
}

/// The stems of all nodes of a pipeline, and for each node with a view whether it is the view's complement.
pub(super) fn stems(pipeline: &Pipeline) -> (Vec<Stem>, Vec<Option<bool>>) {
    let (net, ports) = (&pipeline.net, &pipeline.net.ports);
    let mut stems = vec![Stem::default(); net.num_nodes()];
    let mut named = vec![None; net.num_nodes()];
    for (place, base) in ports.bases[..pipeline.bases].iter().enumerate() {
        stems[1 + place] = sentence(base.fact.to_string());
    }
    for (place, input) in ports.inputs.iter().enumerate() {
        let role = &ports.roles[input.role as usize];
        stems[1 + ports.bases.len() + place] = sentence(format!("does {role} {}", input.action));
    }
    for (gate, (id, _)) in net.gates().enumerate() {
        stems[id.index()].text = format!("n{gate}");
    }
    for view in ports.views.iter().rev() {
        let place = view.holds.node().index();
        stems[place] = sentence(view.sentence.to_string());
        named[place] = Some(view.holds.is_complement());
    }
    // A register is called as what it takes up, which stands before it where that is a register too.
    for place in 0..pipeline.registers.len() {
        let from = ports.bases[pipeline.bases + place].next;
        stems[1 + pipeline.bases + place] = taken(from, &stems, &named);
    }
    (stems, named)
}

/// The stem of a register that takes up an edge.
fn taken(from: Lit, stems: &[Stem], named: &[Option<bool>]) -> Stem {
    let place = from.node().index();
    if from.is_constant() {
        return Stem { text: "constant".to_owned(), is_sentence: false };
    }
    let (stem, complement) = (stems[place].clone(), from.is_complement() != named[place].unwrap_or(false));
    if stem.is_sentence && complement { sentence(format!("not {}", stem.text)) } else { stem }
}

/// Names between two questions to the observer.
const NAMES: u32 = 1 << 8;

/// A body with names for all that a pipeline needs.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn body<'p>(
    pipeline: &'p Pipeline,
    selection: Selection<'p>,
    stems: &[Stem],
    named: &[Option<bool>],
    mut namer: Namer,
    observer: &'p dyn Observer,
) -> Result<Body<'p>, Stopped> {
    let mut pace = Pace::new(observer, NAMES);
    let stages = stages(pipeline);
    let wires = Wires::of(&selection, named);
    let first = pipeline.net.ports.first_gate();
    let mut names = vec![String::new(); stems.len()];
    // Inputs have names even where nothing reads them, so that names do not change with the cuts.
    for (place, name) in names.iter_mut().enumerate().skip(1) {
        pace.step()?;
        *name = match stages[place] {
            None if place <= pipeline.bases => namer.fact(&pipeline.net.ports.bases[place - 1].fact),
            None => namer.name(&stems[place].text),
            Some(_) if !selection.has(node(place)) || place >= first && !wires.own[place] => continue,
            Some(_) if pipeline.parts.len() == 1 => namer.name(&stems[place].text),
            Some(stage) => namer.name(&staged(&stems[place].text, stage)),
        };
    }
    Ok(Body::named(selection, wires, names, observer))
}

/// A name's text with the stage at its end, where it stays when the name is cut.
fn staged(text: &str, stage: usize) -> String {
    let short: String = text.chars().take(MAX_STEM).collect();
    format!("{short} s{stage}")
}

/// Letters of a sentence that are left in the name of a staged value.
const MAX_STEM: usize = 50;

/// For each node that is a register or a gate its stage.
fn stages(pipeline: &Pipeline) -> Vec<Option<usize>> {
    let mut stages = vec![None; pipeline.net.num_nodes()];
    for (stage, part) in pipeline.parts.iter().enumerate() {
        stages[part.gates.clone()].fill(Some(stage));
        let first = 1 + pipeline.bases;
        stages[first + part.registers.start..first + part.registers.end].fill(Some(stage + 1));
    }
    stages
}
