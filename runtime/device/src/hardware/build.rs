//! From a net to a device that plays it.

use super::HardwareOptions;
use super::device::{Simulated, failed};
use super::error::HardwareError;
use gdl2hdl_gdl::id::id;
use gdl2hdl_hdl::playout::{Config, ConfigError, Direction, EnginePort, Gateware, GatewareError, MAX_CODE_BITS};
use gdl2hdl_play::playout::{Job, Observer, PlayError};
use gdl2hdl_verilate::{BuildOptions, Cache, Family, Port, Source, Spec, Target, Toolchain, Yosys};

/// What builds and simulates playout engines.
#[derive(Clone, Debug)]
pub struct HardwareTools {
    /// Verilator and the C++ compiler.
    pub toolchain: Toolchain,
    /// Where models and netlists are kept.
    pub cache: Cache,
    /// What is simulated: cells that Yosys maps the Verilog to, or the Verilog as it is.
    pub mapping: Option<(Yosys, Family)>,
}

/// What simulates playout engines.
pub(super) struct Builder {
    pub(super) tools: HardwareTools,
    pub(super) options: HardwareOptions,
}

/// A device and what it was built from.
pub(super) struct Machine {
    pub(super) gateware: Gateware,
    pub(super) device: Simulated,
    /// Whether it has debug ports.
    pub(super) observed: bool,
}

impl Builder {
    /// The engine that a job needs: counters of numbers that large, and of first moves when these are asked for.
    pub(super) fn config(&self, job: &Job) -> Result<Config, PlayError> {
        let least = self.options.engine;
        let bits = |number: u64, least: u32, what: &str| {
            let bits = u64::BITS - number.leading_zeros();
            if bits > 32 {
                Err(HardwareError::Device(format!("{what} must be below 2^32, not {number}")))
            } else {
                Ok(bits.max(least))
            }
        };
        Ok(Config {
            slots: job.slots,
            quota_bits: bits(job.per_lane, least.quota_bits, "the number of playouts per lane")?,
            step_bits: bits(job.max_steps, least.step_bits, "the step limit")?,
            first_moves: job.first_moves,
            ..least
        })
    }

    /// Builds a device, or takes it from the cache.
    pub(super) fn build(
        &self,
        gateware: Gateware,
        observed: bool,
        observer: &dyn Observer,
    ) -> Result<Machine, PlayError> {
        let mut spec = self.spec(&gateware, observed);
        let HardwareTools { toolchain, cache, mapping } = &self.tools;
        if let Some((yosys, family)) = mapping {
            let target = Target { family: *family, multipliers: gateware.config.multipliers };
            let netlist = yosys.map_observed(&spec, target, cache, observer).map_err(failed)?;
            spec = netlist.model_spec(spec.ports).map_err(failed)?;
        }
        let model = toolchain.build_observed(&spec, cache, observer).map_err(failed)?;
        let device = Simulated::new(&model, gateware.stream_bits).map_err(failed)?;
        Ok(Machine { gateware, device, observed })
    }

    fn spec(&self, gateware: &Gateware, observed: bool) -> Spec {
        let sources =
            gateware.files.iter().filter(|file| !observed || !file.name.starts_with(&format!("{}.", gateware.top)));
        Spec {
            top: if observed { gateware.engine.clone() } else { gateware.top.clone() },
            sources: sources.map(|file| Source { name: file.name.clone(), text: file.text.clone() }).collect(),
            ports: gateware.ports(observed).map(port).collect(),
            clock: Some("clk_i".to_owned()),
            options: BuildOptions { trace: self.options.waves.is_some() && !observed, ..BuildOptions::default() },
        }
    }
}

/// A port as the simulator wants to know it.
fn port(port: EnginePort) -> Port {
    let width = id(port.width);
    match port.direction {
        Direction::In => Port::input(port.name, width),
        Direction::Out => Port::output(port.name, width),
    }
}

/// Gateware that can't be made.
pub(super) fn refused(error: GatewareError) -> PlayError {
    match error {
        GatewareError::Config(ConfigError::Code { bits }) => HardwareError::FirstMoveBits { bits, most: MAX_CODE_BITS },
        GatewareError::Config(ConfigError::FirstMoves) => HardwareError::NoFirstMoves,
        other => HardwareError::Gateware(other),
    }
    .into()
}
