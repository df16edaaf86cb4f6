//! Verilator's own runtime as object files, compiled once per version of the tools: half of the time of a small model.

use std::path::{Path, PathBuf};

use super::compile::{Compiler, Unit};
use super::write;
use crate::SimError;
use crate::cache::{Cache, EntryKind};

/// What every model needs.
const PLAIN: [&str; 2] = ["verilated", "verilated_threads"];
/// What a model with wave dumps needs beside that.
const TRACED: [&str; 1] = ["verilated_fst_c"];
/// The command that brings the header and the library with which wave dumps are compressed.
const ZLIB_CURE: &str = "apt-get install zlib1g-dev";

/// The objects of the runtime, from the cache.
pub(super) fn objects(compiler: &Compiler<'_>, cache: &Cache) -> Result<Vec<PathBuf>, SimError> {
    let names: Vec<&str> = PLAIN.iter().chain(TRACED.iter().filter(|_| compiler.trace)).copied().collect();
    let key = compiler.tools.base_key().part(compiler.flags().join(" ")).finish();
    let make = |work: &Path, out: &Path| {
        if compiler.trace {
            check_zlib(compiler, work)?;
        }
        let unit = |name: &&str| Unit {
            source: compiler.tools.include().join(format!("{name}.cpp")),
            object: out.join(format!("{name}.o")),
            flag: "-O2",
        };
        compiler.compile_all(work, &names.iter().map(unit).collect::<Vec<_>>())
    };
    // The linker reads the objects after the lock is gone. Should they be evicted in between, the link fails with a
    // clear message and the next build makes them again; they are the most recently used entry, so that takes a cache
    // smaller than one model.
    let open = |entry: &Path| Ok(names.iter().map(|name| entry.join(format!("{name}.o"))).collect());
    Ok(cache.get(EntryKind::Runtime, &key, compiler.budget, make, open)?.0)
}

/// Compiles and links a program of one line: Verilator's package does not bring what its writer of dumps includes.
fn check_zlib(compiler: &Compiler<'_>, work: &Path) -> Result<(), SimError> {
    let probe = work.join("zlib_probe.cpp");
    write(&probe, "#include <zlib.h>\nint main() { return zlibVersion() == nullptr; }\n")?;
    compiler.probe(work, &probe, "-lz").map_err(|error| match error {
        SimError::ToolFailed { .. } => SimError::ToolMissing {
            tool: "zlib.h".to_owned(),
            reason: "wave dumps need zlib's header and library".to_owned(),
            help: ZLIB_CURE.into(),
        },
        other => other,
    })
}
