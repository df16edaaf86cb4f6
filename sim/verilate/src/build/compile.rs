//! C++ → objects → library.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::effort::{Effort, UNIT_BYTES};
use super::verilate::FOLDER;
use super::write;
use crate::tools::{Budget, Process};
use crate::{SimError, Toolchain};

/// File name of the generated C face.
pub(super) const SHIM: &str = "shim.cpp";
/// Flags of every translation unit. Hidden symbols and no unique ones: several models live in one process, and none may
/// bind to another's code. The hooks replace `abort` and `exit` in Verilator's runtime.
const FLAGS: [&str; 11] = [
    "-std=gnu++17",
    "-fPIC",
    "-w",
    "-fvisibility=hidden",
    "-fno-gnu-unique",
    "-DVL_USER_FATAL",
    "-DVL_USER_STOP",
    "-DVL_USER_FINISH",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-c",
];
/// Further flags of models without wave dumps.
const PLAIN: [&str; 1] = ["-DVM_TRACE=0"];
/// Further flags of models with wave dumps.
const TRACED: [&str; 2] = ["-DVM_TRACE=1", "-DVM_TRACE_FST=1"];

/// One compiler run.
pub(super) struct Unit {
    pub(super) source: PathBuf,
    pub(super) object: PathBuf,
    pub(super) flag: &'static str,
}

/// The C++ compiler, set up for one model.
pub(super) struct Compiler<'t> {
    pub(super) tools: &'t Toolchain,
    /// Whether the model can write wave dumps.
    pub(super) trace: bool,
    pub(super) budget: Budget<'t>,
}

impl<'t> Compiler<'t> {
    pub(super) fn new(tools: &'t Toolchain, trace: bool, budget: Budget<'t>) -> Self {
        Self { tools, trace, budget }
    }

    /// The flags of every translation unit of this model.
    pub(super) fn flags(&self) -> Vec<&'static str> {
        FLAGS.iter().chain(if self.trace { &TRACED[..] } else { &PLAIN }).copied().collect()
    }

    /// Compiles the generated class and the shim.
    pub(super) fn model(&self, effort: &Effort, work: &Path) -> Result<Vec<PathBuf>, SimError> {
        let (fast, slow) = list_sources(&work.join(FOLDER))?;
        let total: u64 = fast.iter().chain(&slow).map(|(_, bytes)| bytes).sum();
        let flag = effort.flag(total);
        let mut groups = Vec::new();
        if total <= UNIT_BYTES / 4 {
            // Reading the headers is most of the work: one unit for all.
            let names = fast.into_iter().chain(slow).map(|(name, _)| name);
            groups.push((names.chain([SHIM.to_owned()]).collect(), flag));
        } else {
            groups.extend(in_units(fast).into_iter().map(|names| (names, flag)));
            // Set-up code runs once per instance.
            groups.extend(in_units(slow).into_iter().map(|names| (names, "-O0")));
            groups.push((vec![SHIM.to_owned()], flag));
        }
        let mut units = Vec::new();
        for (index, (names, flag)) in groups.into_iter().enumerate() {
            let source = work.join(format!("unit_{index}.cpp"));
            write(&source, &names.iter().map(|name: &String| format!("#include \"{name}\"\n")).collect::<String>())?;
            units.push(Unit { object: source.with_extension("o"), source, flag });
        }
        self.compile_all(work, &units)?;
        Ok(units.into_iter().map(|u| u.object).collect())
    }

    /// Links the library. Undefined symbols are an error here, not at the first call.
    pub(super) fn link(
        &self,
        work: &Path,
        objects: &[PathBuf],
        runtime: &[PathBuf],
        library: &Path,
    ) -> Result<(), SimError> {
        let files = objects.iter().chain(runtime).map(|path| path.as_os_str());
        let job = Process::new(&self.tools.cxx, work)
            .args(["-shared", "-pthread", "-Wl,-Bsymbolic", "-Wl,--no-undefined", "-Wl,-s", "-o"])
            .args([library])
            .args(files)
            .args(self.trace.then_some("-lz"));
        job.run(self.budget).map(|_| ())
    }

    /// Makes a program of one source, to see whether that can be done.
    pub(super) fn probe(&self, work: &Path, source: &Path, library: &str) -> Result<(), SimError> {
        let program = work.join("probe");
        let args = [source.as_os_str(), library.as_ref(), "-o".as_ref(), program.as_os_str()];
        Process::new(&self.tools.cxx, work).args(args).run(self.budget).map(|_| ())
    }

    /// Compiles all units, several at a time; the first failure in the order of the units is reported.
    pub(super) fn compile_all(&self, work: &Path, units: &[Unit]) -> Result<(), SimError> {
        let next = AtomicUsize::new(0);
        let worker = || -> Result<(), SimError> {
            while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.compile(work, unit).inspect_err(|_| next.store(units.len(), Ordering::Relaxed))?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.tools.jobs.min(units.len())).map(|_| scope.spawn(worker)).collect();
            let mut result = worker();
            for other in others {
                let outcome = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result = result.and(outcome);
            }
            result
        })
    }

    fn compile(&self, work: &Path, unit: &Unit) -> Result<(), SimError> {
        let include = self.tools.include();
        let folders = [PathBuf::from(FOLDER), PathBuf::from("."), include.clone(), include.join("vltstd")];
        Process::new(&self.tools.cxx, work)
            .args(self.flags())
            .args([unit.flag])
            .args(folders.iter().flat_map(|f| ["-I".as_ref(), f.as_os_str()]))
            .args([unit.source.as_os_str(), "-o".as_ref(), unit.object.as_os_str()])
            .run(self.budget)
            .map(|_| ())
    }
}

type Sized = (String, u64);

/// The generated files with their sizes, sorted by name: those that run at every step, and those that run once.
fn list_sources(dir: &Path) -> Result<(Vec<Sized>, Vec<Sized>), SimError> {
    let mut files = Vec::new();
    for item in fs::read_dir(dir).map_err(SimError::io("read", dir))? {
        let item = item.map_err(SimError::io("read", dir))?;
        let name = item.file_name().to_string_lossy().into_owned();
        if name.ends_with(".cpp") {
            files.push((name, item.metadata().map_err(SimError::io("examine", dir))?.len()));
        }
    }
    files.sort();
    Ok(files.into_iter().partition(|(name, _)| !name.contains("Slow") && !name.contains("__Syms")))
}

/// Neighbours in one translation unit, as long as it stays within [`UNIT_BYTES`].
fn in_units(files: Vec<Sized>) -> Vec<Vec<String>> {
    let mut units: Vec<(Vec<String>, u64)> = Vec::new();
    for (name, bytes) in files {
        match units.last_mut() {
            Some((names, sum)) if *sum + bytes <= UNIT_BYTES => {
                names.push(name);
                *sum += bytes;
            }
            _ => units.push((vec![name], bytes)),
        }
    }
    units.into_iter().map(|(names, _)| names).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_bounded_and_keep_the_order() {
        let file = |name: &str, bytes| (name.to_owned(), bytes);
        let files = vec![file("a", 1), file("b", UNIT_BYTES), file("c", 5), file("d", 6), file("e", 2 * UNIT_BYTES)];
        assert_eq!(in_units(files), [vec!["a"], vec!["b"], vec!["c", "d"], vec!["e"]]);
    }
}
