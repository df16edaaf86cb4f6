//! Spec → library: Verilator, then the C++ compiler, then the linker, in a folder of the cache.
//!
//! What bounds the time (Verilator 5.006, g++ 12, two cores, a random net of two-input gates with 5,000 flip-flops):
//! the share of the C++ compiler dominates, and grows faster than linearly in the size of a C++ function. So functions
//! are split, code that runs once is not optimised, translation units have a bounded size, and large models are
//! compiled with little optimisation: see `effort.rs` for the figures and the limits chosen.

mod compile;
mod effort;
mod runtime;
mod shim;
mod verilate;

use std::fs;
use std::path::Path;

use crate::cache::{Cache, EntryKind, Key, KeyBuilder};
use crate::model::Library;
use crate::tools::Budget;
use crate::{Model, Observer, SimError, Spec, Toolchain, Unobserved};
use compile::Compiler;
use effort::Effort;

/// Changes whenever this crate would build another library from the same input.
const SHIM_VERSION: &str = "gdl2hdl-sim 2";
/// The stages of a build.
const VERILATE: &str = "Verilate";
const COMPILE: &str = "compile";
/// Name of the library in its cache entry.
const LIBRARY: &str = "model.so";

impl Toolchain {
    /// Builds the module, or takes it from the cache, and loads it.
    ///
    /// **Cost:** seconds to minutes for a new module (see [`crate::build`]); reading and hashing one file otherwise.
    ///
    /// # Errors
    /// What [`Spec::check`] finds; [`SimError::ToolFailed`] with the tool's message when the Verilog is wrong;
    /// [`SimError::PortMismatch`]; [`SimError::DesignTooLarge`] for a tool that needs more than its limits;
    /// [`SimError::ToolMissing`] for zlib's header, which wave dumps need; [`SimError::Io`]; [`SimError::Load`].
    pub fn build(&self, spec: &Spec, cache: &Cache) -> Result<Model, SimError> {
        self.build_observed(spec, cache, &Unobserved)
    }

    /// The same, observed.
    ///
    /// # Errors
    /// As [`Toolchain::build`], and [`SimError::Stopped`].
    pub fn build_observed(&self, spec: &Spec, cache: &Cache, observer: &dyn Observer) -> Result<Model, SimError> {
        spec.check()?;
        let budget = self.limits.observed(observer);
        let make = |work: &Path, out: &Path| {
            self.make_model(spec, cache, budget, [work, out]).map_err(|error| error.within("simulation", self.limits))
        };
        let open = |entry: &Path| Library::load(&entry.join(LIBRARY), spec.ports.len(), spec.options.trace);
        let (library, built) = cache.get(EntryKind::Model, &self.key(spec), budget, make, open)?;
        Ok(Model::new(library, spec, built))
    }

    fn make_model(
        &self,
        spec: &Spec,
        cache: &Cache,
        budget: Budget<'_>,
        [work, out]: [&Path; 2],
    ) -> Result<(), SimError> {
        let effort = Effort::of(spec);
        for source in &spec.sources {
            write(&work.join(&source.name), &source.text)?;
        }
        let ports = verilate::run(self, spec, &effort, work, budget.stage(VERILATE))?;
        let members = verilate::match_ports(spec, &ports)?;
        write(&work.join(compile::SHIM), &shim::text(spec, &members))?;
        let compiler = Compiler::new(self, spec.options.trace, budget.stage(COMPILE));
        let runtime = runtime::objects(&compiler, cache)?;
        let objects = compiler.model(&effort, work)?;
        compiler.link(work, &objects, &runtime, &out.join(LIBRARY))
    }

    fn key(&self, spec: &Spec) -> Key {
        let mut key = self.base_key().part(&spec.top).part(spec.clock.as_deref().unwrap_or(""));
        for port in &spec.ports {
            key = key.part(format!("{:?} {} {}", port.direction, port.width, port.name));
        }
        key = key.part(format!("{:?}", spec.options));
        for source in &spec.sources {
            key = key.part(&source.name).part(&source.text);
        }
        key.finish()
    }

    /// What every built file depends on.
    fn base_key(&self) -> KeyBuilder {
        let root = self.root.as_os_str().as_encoded_bytes();
        KeyBuilder::default().part(SHIM_VERSION).part(&self.versions[0]).part(&self.versions[1]).part(root)
    }
}

fn write(path: &Path, text: &str) -> Result<(), SimError> {
    fs::write(path, text).map_err(SimError::io("write", path))
}
