//! A step of play as one module with pipeline stages: see [`gdl2hdl_net::stages`].
//!
//! Outputs are given some cycles after the inputs they follow from: `legal_o` after `Cuts::legal` clocks from `state_i`,
//! and `next_o`, `terminal_o` and `goal_o` after `Cuts::next` clocks from `does_i`, which is read `Cuts::pick` clocks
//! after `legal_o` is given. `again_o` is what `legal_o` was, once more, at the time that `Staged::again` says, if it says
//! one. The end and the goals are those of the next state. Nothing is reset: what comes out in the
//! first clocks follows from no state.

mod carries;
mod names;

use super::body::Body;
use super::head::{END, comments, module_name, vector};
use super::logic::Part;
use super::namer::comment;
use super::selection::Selection;
use super::verilog::namer;
use carries::{Carries, Carry};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::stages::{self, Around, Cuts, NotStaged, Pipeline, Staged, StepNet, VerifiedStages};
use gdl2hdl_net::{Verified, node};
use names::{Stem, stems};
use std::fmt::{Result, Write};

/// Bits that a module hands on, as [`staged`] writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// How many.
    pub bits: usize,
    /// For so many cycles.
    pub cycles: usize,
}

/// Emits a net's step with stages. `game` names the module `<game>_step`.
///
/// Vectors have the bits of the module with registers, in the same order; a port of width 0 does not exist, nor a clock
/// where there are no registers. **Cost:** near linear in the net.
///
/// # Errors
/// [`NotStaged`].
pub fn step(
    net: Verified<'_>,
    game: &str,
    cuts: Cuts,
    around: Around,
    observer: &dyn Observer,
) -> std::result::Result<Part, NotStaged> {
    let step = StepNet::new(net, observer)?;
    let cut = step.stage(cuts, around, observer)?;
    let pipeline = Pipeline::new(&step, &cut, observer)?;
    observer.go_on()?;
    let verified = stages::verify(&step, &cut, &pipeline).map_err(NotStaged::Broken)?;
    Ok(staged(verified, game, None, observer)?.0)
}

/// Emits a step with stages that were verified; else as [`step()`]. A pipeline that nobody verified is none:
///
/// ```compile_fail,E0308
/// fn emit(pipeline: &gdl2hdl_net::stages::Pipeline) {
///     gdl2hdl_emit::staged(pipeline, "game", None, &gdl2hdl_gdl::observer::Unobserved);
/// }
/// ```
///
/// `carry` names a module that gives back what it got some cycles ago: it hands on what several stages only hand on, where
/// these are eight bits or more. Its parameters are `WIDTH`, `CLOCKS`, and `BLOCK`, which is one of the step then; its ports
/// `clk_i`, `rst_i`, which the step then has, `data_i` and `data_o`. What it hands on is told.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn staged(
    stages: VerifiedStages<'_>,
    game: &str,
    carry: Option<&str>,
    observer: &dyn Observer,
) -> std::result::Result<(Part, Vec<Carried>), Stopped> {
    let name = module_name(game, "step");
    let (staged, pipeline) = (stages.staged(), stages.pipeline());
    let mut namer = namer(&name);
    ["next_o", "unused_state"].iter().for_each(|name| namer.reserve(name));
    if carry.is_some() {
        carries::names(pipeline.parts.len()).for_each(|name| namer.reserve(&name));
    }
    let (stems, named) = stems(pipeline);
    let body = names::body(pipeline, selection(pipeline), &stems, &named, namer, observer)?;
    let carries = carry.map_or_else(Carries::default, |_| Carries::new(pipeline, &body.selection));
    let carried = carries.all().map(|carry| Carried { bits: carry.bits.len(), cycles: carry.cycles }).collect();
    let carry = carry.unwrap_or_default();
    let mut text = Text { staged, pipeline, stems, body, carry, carries };
    text.module(&name, game).unwrap_or_default(); // Whether it was stopped is known below.
    Ok((Part { name, text: text.body.text()? }, carried))
}

/// The outputs, and the registers that lead to them. A register may lead nowhere when gates that read it fold.
fn selection(pipeline: &Pipeline) -> Selection<'_> {
    let ports = &pipeline.net.ports;
    let mut edges: Vec<Lit> = ports.bases[..pipeline.bases].iter().map(|base| base.next).collect();
    edges.extend(ports.inputs.iter().map(|input| input.legal));
    edges.extend(&pipeline.again);
    edges.extend(ports.goals.iter().map(|goal| goal.holds).chain([ports.terminal]));
    // From the last boundary to the first, as registers lead to registers.
    for part in pipeline.parts.iter().rev() {
        let selection = Selection::of(&pipeline.net, edges);
        let bases = part.registers.clone().map(|register| pipeline.bases + register);
        let taken = bases.filter(|&base| selection.has(node(1 + base))).map(|base| ports.bases[base].next);
        let taken: Vec<Lit> = taken.collect();
        edges = selection.outputs;
        edges.extend(taken);
    }
    Selection::of(&pipeline.net, edges)
}

/// A module that is being written.
struct Text<'p> {
    staged: &'p Staged,
    pipeline: &'p Pipeline,
    stems: Vec<Stem>,
    body: Body<'p>,
    /// The module that carries, and what it does.
    carry: &'p str,
    carries: Carries,
}

impl Text<'_> {
    fn module(&mut self, name: &str, game: &str) -> Result {
        self.header(name, game);
        for stage in 0..self.pipeline.parts.len() {
            self.stage(stage)?;
        }
        writeln!(self.body.out)?;
        self.outputs()?;
        self.body.out.push_str(END);
        Ok(())
    }

    /// The registers that are emitted, by their positions among all.
    fn registers(&self, stage: usize) -> Vec<usize> {
        let all = self.pipeline.parts[stage].registers.clone();
        all.filter(|&register| self.body.selection.has(self.register(register))).collect()
    }

    fn register(&self, register: usize) -> NodeId {
        node(1 + self.pipeline.bases + register)
    }

    fn header(&mut self, name: &str, game: &str) {
        let (ports, stages) = (&self.pipeline.net.ports, self.pipeline.parts.len());
        let registers: usize = (0..stages).map(|stage| self.registers(stage).len()).sum();
        let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let Cuts { legal, pick, next } = self.staged.cuts;
        let counts = format!(
            "{}, {}, {} of LUTs at most, {} two-input gates.\n\
             // Clocks: {legal} to the legal moves, {pick} to the picked ones, {next} to the next state and its end",
            plural(stages, "stage"),
            plural(registers, "register"),
            plural(self.staged.most_levels() as usize, "level"),
            self.body.selection.gates().count(),
        );
        let mut list = Vec::new();
        list.extend((registers > 0).then(|| "    input  wire clk_i".to_owned()));
        list.extend((!self.carries.is_empty()).then(|| "    input  wire rst_i".to_owned()));
        let widths = [
            ("input  wire", self.pipeline.bases, "state_i"),
            ("input  wire", ports.inputs.len(), "does_i"),
            ("output wire", ports.inputs.len(), "legal_o"),
            ("output wire", self.pipeline.again.len(), "again_o"),
            ("output wire", self.pipeline.bases, "next_o"),
            ("output wire", ports.goals.len(), "goal_o"),
        ];
        list.extend(widths.iter().filter(|w| w.1 > 0).map(|w| vector(w.0, w.1, w.2)));
        list.push("    output wire terminal_o".to_owned());
        let comments = comments(game, "A step of play", &counts);
        let parameters = if self.carries.is_empty() {
            String::new()
        } else {
            format!("#(\n    // As in {}.\n    parameter BLOCK = 0\n) ", self.carry)
        };
        self.body.out = format!("{comments}module {name} {parameters}(\n{}\n);\n", list.join(",\n"));
    }

    fn stage(&mut self, stage: usize) -> Result {
        let (part, levels) = (&self.pipeline.parts[stage], self.staged.levels[stage]);
        if self.pipeline.parts.len() > 1 {
            let plural = if levels == 1 { "" } else { "s" };
            writeln!(self.body.out, "  // Stage {stage}: {levels} level{plural} of LUTs.")?;
        }
        let start = self.body.out.len();
        if stage == 0 {
            self.state()?;
        }
        if stage == self.staged.cuts.does() as usize {
            self.body.moves()?;
        }
        self.body.gates(part.gates.clone())?;
        let is_empty = self.body.out.len() == start;
        self.boundary(stage, is_empty)
    }

    /// A wire for each state bit that is read.
    fn state(&mut self) -> Result {
        let Body { out, selection, names, .. } = &mut self.body;
        for (i, base) in self.pipeline.net.ports.bases[..self.pipeline.bases].iter().enumerate() {
            if selection.has(node(1 + i)) {
                writeln!(out, "  wire {} = state_i[{i}];  // base {i}: {}", names[1 + i], comment(&base.fact))?;
            }
        }
        Ok(())
    }

    /// The registers at the end of a stage, which may have nothing before them, and what is carried until then.
    fn boundary(&mut self, stage: usize, is_first: bool) -> Result {
        let mut registers = self.registers(stage);
        registers.retain(|&register| !self.carries.has(register));
        let carried = self.carries.ends.remove(&stage).unwrap_or_default();
        let has_any = !registers.is_empty() || !carried.is_empty();
        if has_any && !is_first {
            writeln!(self.body.out)?;
        }
        for (i, carry) in carried.iter().enumerate() {
            self.carried(carry, &carries::name(stage, i))?;
        }
        if registers.is_empty() {
            return Ok(());
        }
        for &register in &registers {
            self.body.line()?;
            self.declare("reg", register)?;
        }
        writeln!(self.body.out, "  always @(posedge clk_i) begin")?;
        for register in registers {
            self.body.line()?;
            let name = &self.body.names[self.register(register).index()];
            let next = self.pipeline.net.ports.bases[self.pipeline.bases + register].next;
            self.body.assign(format!("    {name} <= "), next)?;
            writeln!(self.body.out)?;
        }
        writeln!(self.body.out, "  end\n")
    }

    /// The signal of a register, with what it says.
    fn declare(&mut self, kind: &str, register: usize) -> Result {
        let place = self.register(register).index();
        let Stem { text, is_sentence } = &self.stems[place];
        let note = if *is_sentence { format!("  // {}", comment(text)) } else { String::new() };
        writeln!(self.body.out, "  {kind} {};{note}", self.body.names[place])
    }

    /// What is carried over several stages.
    fn carried(&mut self, carry: &Carry, name: &str) -> Result {
        for &(_, register) in &carry.bits {
            self.declare("wire", register)?;
        }
        let (width, cycles) = (carry.bits.len(), carry.cycles);
        writeln!(self.body.out, "  wire [{}:0] {name}_in, {name}_out;", width - 1)?;
        for (bit, &(from, register)) in carry.bits.iter().enumerate() {
            self.body.assign(format!("  assign {name}_in[{bit}] = "), from)?;
            let to = &self.body.names[self.register(register).index()];
            writeln!(self.body.out, "\n  assign {to} = {name}_out[{bit}];")?;
        }
        writeln!(
            self.body.out,
            "  {} #(.WIDTH({width}), .CLOCKS({cycles}), .BLOCK(BLOCK)) {name} (\n      .clk_i(clk_i), .rst_i(rst_i), \
             .data_i({name}_in), .data_o({name}_out)\n  );\n",
            self.carry
        )
    }

    fn outputs(&mut self) -> Result {
        self.body.legal()?;
        let again = self.pipeline.again.iter().map(|&legal| (legal, "as legal_o was".to_owned()));
        self.body.outputs("again_o", &again.collect::<Vec<_>>())?;
        let bases = self.pipeline.net.ports.bases[..self.pipeline.bases].iter();
        self.body.outputs("next_o", &bases.map(|base| (base.next, comment(&base.fact))).collect::<Vec<_>>())?;
        self.body.goals()?;
        self.body.terminal()?;
        let unused = (0..self.pipeline.bases).filter(|&i| !self.body.selection.has(node(1 + i))).collect::<Vec<_>>();
        self.body.read("State bits without influence.", "unused_state", "state_i", &unused)?;
        self.body.unused_moves()
    }
}
