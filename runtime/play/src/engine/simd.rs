//! The fast engine's machine as an engine of one position: it stands in every lane of the words, and all lanes must
//! agree on what comes of it.

use super::{BitCore, BitEngine, EngineError, Layout, LayoutError};
use bitvec::prelude::BitSlice;
use gdl2hdl_gdl::id::place;
use gdl2hdl_gdl::observer::{Observer, Unobserved};
use gdl2hdl_net::Verified;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{evaluate, ports};
use gdl2hdl_net::propnet::Ports;
use gdl2hdl_opt::Dropped;
use gdl2hdl_simd::{Code, MachineChoice, Memory, SimdError, Width};
use thiserror::Error;

/// Why there is no engine.
#[derive(Debug, Error)]
pub enum CpuError {
    /// The machine refused the net's program.
    #[error(transparent)]
    Simd(#[from] SimdError),
    /// The net contradicts itself.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// An engine that computes a net in all lanes of words at once.
///
/// # Errors
/// When machine code can't be made or placed; when sentences of the net are not distinct.
pub fn cpu(
    net: Verified<'_>,
    dropped: &Dropped,
    choice: Option<MachineChoice>,
) -> Result<BitEngine<SimdCore>, CpuError> {
    cpu_observed(net, dropped, choice, &Unobserved)
}

/// The same where somebody may stop its making.
///
/// # Errors
/// As of [`cpu`]; [`SimdError::Stopped`].
pub fn cpu_observed(
    net: Verified<'_>,
    dropped: &Dropped,
    choice: Option<MachineChoice>,
    observer: &dyn Observer,
) -> Result<BitEngine<SimdCore>, CpuError> {
    let layout = Layout::of_ports(&net.net().ports, dropped);
    Ok(BitEngine::new(SimdCore::new(net, choice, observer)?, layout)?)
}

/// A net's program with one position in all lanes.
pub struct SimdCore {
    code: Code,
    memory: Memory,
    initial: Vec<bool>,
    moves: usize,
    goals: usize,
    percepts: usize,
    /// Whether outputs belong to the present state; moves are then all clear.
    settled: bool,
}

/// Memory for the program of [`evaluate`]: a region for each kind of port of the net, all bits clear.
#[must_use]
pub fn memory(net_ports: &Ports, width: Width) -> Memory {
    let mut memory = Memory::new(width);
    for region in 0..ports::COUNT {
        let words = match region {
            ports::STATE | ports::NEXT => net_ports.bases.len(),
            ports::DOES | ports::LEGAL => net_ports.inputs.len(),
            ports::GOAL => net_ports.goals.len(),
            ports::SEES => net_ports.sees.len(),
            _ => 1,
        };
        memory.push(words, 0);
    }
    memory
}

impl SimdCore {
    fn new(net: Verified<'_>, choice: Option<MachineChoice>, observer: &dyn Observer) -> Result<Self, SimdError> {
        let choice = choice.unwrap_or_else(|| MachineChoice::best(net.net().num_gates()));
        let net_ports = &net.net().ports;
        // One position takes little time with any program.
        let aim = Aim::soon(net.net().num_gates());
        let code = Code::new(&evaluate(net, choice.backend.inputs(), aim, observer)?, choice, observer)?;
        let memory = memory(net_ports, choice.width);
        let (moves, goals, percepts) = (net_ports.inputs.len(), net_ports.goals.len(), net_ports.sees.len());
        let initial = net_ports.bases.iter().map(|base| base.init).collect();
        let mut core = Self { code, memory, initial, moves, goals, percepts, settled: false };
        core.initial();
        Ok(core)
    }

    /// Writes bits into all lanes.
    fn set(&mut self, region: u8, bits: impl Iterator<Item = bool>) {
        bits.enumerate().for_each(|(i, bit)| self.memory.fill(region, place(i), bit));
        self.settled = false;
    }

    fn initial(&mut self) {
        let initial = self.initial.clone();
        self.set(ports::STATE, initial.into_iter());
    }

    fn settle(&mut self) -> Result<(), EngineError> {
        if !self.settled {
            self.set(ports::DOES, std::iter::repeat_n(false, self.moves));
            self.run()?;
            self.settled = true;
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), EngineError> {
        self.code.run(&mut self.memory).map_err(|error| EngineError::Failed(error.to_string()))
    }

    /// A word whose lanes must all be the same.
    fn bit(&self, region: u8, index: usize) -> Result<bool, EngineError> {
        let word = self.memory.cell(region, place(index));
        let bit = word.first().is_some_and(|&part| part != 0);
        if word.iter().all(|&part| part == if bit { u64::MAX } else { 0 }) {
            return Ok(bit);
        }
        Err(EngineError::Failed(format!("lanes differ in word {index} of region {region}: a bug of the machine")))
    }

    fn read(&self, region: u8, out: &mut BitSlice, count: usize) -> Result<(), EngineError> {
        (0..count).try_for_each(|i| {
            out.set(i, self.bit(region, i)?);
            Ok(())
        })
    }
}

impl BitCore for SimdCore {
    fn name(&self) -> &str {
        "cpu"
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.initial();
        Ok(())
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.set(ports::STATE, registers.iter().by_vals());
        Ok(())
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.read(ports::STATE, out, self.initial.len())
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle()?;
        self.read(ports::LEGAL, out, self.moves)
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle()?;
        self.read(ports::GOAL, out, self.goals)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.settle()?;
        self.bit(ports::TERMINAL, 0)
    }

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        self.set(ports::DOES, does.iter().by_vals());
        self.run()?;
        self.read(ports::SEES, out, self.percepts)
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        self.set(ports::DOES, does.iter().by_vals());
        self.run()?;
        self.memory.swap(ports::STATE, ports::NEXT);
        self.settled = false;
        Ok(())
    }
}
