//! The emitted Verilog as an engine: built with Verilator, loaded, stepped clock by clock.

use bitvec::prelude::BitSlice;
use gdl2hdl_emit::{Manifest, Module};
use gdl2hdl_gdl::id::id;
use gdl2hdl_play::engine::{BitCore, BitEngine, EngineError, Layout, LayoutError};
use gdl2hdl_verilate::{BuildOptions, Cache, Instance, Observer, Port, SimError, Source, Spec, Toolchain, words_for};

/// Why an emitted module is no engine.
#[derive(Debug, thiserror::Error)]
pub enum VerilatorError {
    /// The manifest contradicts itself.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The model could not be built or run.
    #[error(transparent)]
    Sim(#[from] SimError),
}

/// Builds an emitted module, or takes it from the cache, and resets it.
///
/// # Errors
/// [`VerilatorError`].
pub fn verilator(
    module: &Module,
    manifest: &Manifest,
    toolchain: &Toolchain,
    cache: &Cache,
    observer: &dyn Observer,
) -> Result<BitEngine<VerilatedCore>, VerilatorError> {
    let model = toolchain.build_observed(&spec(module, manifest), cache, observer)?;
    let port = |name: &str| model.port(name).ok();
    let ports = Ports {
        reset: port("rst_i"),
        load: port("load_i"),
        step: port("step_i"),
        state_in: port("state_i"),
        does: port("does_i"),
        state_out: port("state_o"),
        legal: port("legal_o"),
        goal: port("goal_o"),
        sees: port("sees_o"),
        terminal: model.port("terminal_o")?,
    };
    let mut core = VerilatedCore { instance: model.instance()?, ports, words: Vec::new() };
    core.pulse(ports.reset)?;
    Ok(BitEngine::new(core, Layout::of_manifest(manifest))?)
}

/// Sources and ports of a module; ports of width 0 do not exist.
fn spec(module: &Module, manifest: &Manifest) -> Spec {
    let (bases, moves) = (id(manifest.bases.len()), id(manifest.moves.len()));
    let mut ports = Vec::new();
    if bases > 0 {
        ports.extend(["clk_i", "rst_i", "load_i", "step_i"].map(|name| Port::input(name, 1)));
        ports.extend([Port::input("state_i", bases), Port::output("state_o", bases)]);
    }
    if moves > 0 {
        ports.extend([Port::input("does_i", moves), Port::output("legal_o", moves)]);
    }
    let others = [("goal_o", manifest.goals.len()), ("sees_o", manifest.sees.len()), ("terminal_o", 1)];
    ports.extend(others.iter().filter(|(_, n)| *n > 0).map(|&(name, n)| Port::output(name, id(n))));
    Spec {
        top: module.name.clone(),
        sources: vec![Source { name: format!("{}.v", module.name), text: module.text.clone() }],
        ports,
        clock: (bases > 0).then(|| "clk_i".to_owned()),
        options: BuildOptions::default(),
    }
}

/// Port numbers; `None` where the port has width 0.
#[derive(Clone, Copy)]
struct Ports {
    reset: Option<usize>,
    load: Option<usize>,
    step: Option<usize>,
    state_in: Option<usize>,
    does: Option<usize>,
    state_out: Option<usize>,
    legal: Option<usize>,
    goal: Option<usize>,
    sees: Option<usize>,
    terminal: usize,
}

/// A running model.
pub struct VerilatedCore {
    instance: Instance,
    ports: Ports,
    words: Vec<u64>,
}

impl VerilatedCore {
    /// One clock with a control input high; games without state have no clock.
    fn pulse(&mut self, control: Option<usize>) -> Result<(), SimError> {
        let Some(control) = control else { return self.instance.eval() };
        self.instance.set_word(control, 1)?;
        self.instance.tick(1)?;
        self.instance.set_word(control, 0)?;
        self.instance.eval()
    }

    fn write(&mut self, port: Option<usize>, bits: &BitSlice) -> Result<(), SimError> {
        let Some(port) = port else { return Ok(()) };
        self.words.clear();
        self.words.resize(words_for(self.instance.ports()[port].width), 0);
        bits.iter_ones().for_each(|i| self.words[i / 64] |= 1 << (i % 64));
        self.instance.set(port, &self.words)
    }

    fn read(&mut self, port: Option<usize>, bits: &mut BitSlice) -> Result<(), EngineError> {
        let Some(port) = port else { return Ok(()) };
        self.words.clear();
        self.words.resize(words_for(self.instance.ports()[port].width), 0);
        self.instance.get(port, &mut self.words).map_err(failed)?;
        (0..bits.len()).for_each(|i| bits.set(i, self.words[i / 64] >> (i % 64) & 1 == 1));
        Ok(())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn failed(error: SimError) -> EngineError {
    EngineError::Simulation(error.to_string())
}

impl BitCore for VerilatedCore {
    fn name(&self) -> &str {
        "verilator"
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.pulse(self.ports.reset).map_err(failed)
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.write(self.ports.state_in, registers).map_err(failed)?;
        self.pulse(self.ports.load).map_err(failed)
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.read(self.ports.state_out, out)
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.read(self.ports.legal, out)
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.read(self.ports.goal, out)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        Ok(self.instance.get_word(self.ports.terminal).map_err(failed)? == 1)
    }

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        // Percepts are logic of state and move: no clock.
        self.write(self.ports.does, does).map_err(failed)?;
        self.instance.eval().map_err(failed)?;
        self.read(self.ports.sees, out)
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        self.write(self.ports.does, does).map_err(failed)?;
        self.pulse(self.ports.step).map_err(failed)
    }
}
