//! Self-checking Verilog benches: an emitted module and recorded states in, a bench and its data out.
//!
//! The bench enters each record by reset, load or step, waits a cycle in which nothing may happen, and compares every
//! bit, percepts before the step they belong to. It says which bit differs first. It is Verilog-2005 for Icarus and
//! the like; the module's ports are described in `hdl/INTERFACE.md`.

mod data;
mod error;
#[cfg(test)]
mod tests;
mod text;

pub use error::BenchError;

use gdl2hdl_emit::{Manifest, Module};

/// Bits in a word of the data.
const WORD: usize = 64;
/// Longest name of a module or data file, so that lines stay short.
pub const MAX_NAME: usize = 100;
/// Most words of data: 32 MiB in a two-valued simulator, 64 MiB in Icarus.
pub const MAX_WORDS: usize = 1 << 22;

/// How the module gets into a recorded state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Enter {
    /// By reset.
    Reset,
    /// By loading the record's state.
    Load,
    /// By a step from the record before.
    Step {
        /// **Shape:** a bit for each move, as `does_i`.
        does: Vec<bool>,
        /// What is seen of it. **Shape:** a bit for each percept, as `sees_o`.
        sees: Vec<bool>,
    },
}

/// What the module must show in one state. **Shape:** bit *i* of a port at index *i*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The way in.
    pub enter: Enter,
    /// `state_o`: a bit for each base.
    pub state: Vec<bool>,
    /// `legal_o`: a bit for each move.
    pub legal: Vec<bool>,
    /// `goal_o`: a bit for each goal value.
    pub goal: Vec<bool>,
    /// `terminal_o`.
    pub terminal: bool,
}

/// A bench. Both texts are printable ASCII in lines of bounded length.
///
/// The bench reads its data from the directory the simulator runs in. Its last line of output is `PASS n`, where `n`
/// is the number of records, or `FAIL`; the line before a `FAIL` names the record and the bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Name of the bench's module: the top of the simulation.
    pub name: String,
    /// The bench in Verilog.
    pub text: String,
    /// The data file, for `$readmemh`.
    pub data: String,
}

/// Widths of the ports.
#[derive(Clone, Copy, Debug)]
struct Widths {
    bases: usize,
    moves: usize,
    goals: usize,
    sees: usize,
}

/// Makes the bench of an emitted module. `data_file` is the name under which [`Bench::data`] will be saved.
///
/// # Errors
/// [`BenchError`]: records that do not fit the module, names that are not safe in Verilog, too much data.
pub fn bench(module: &Module, manifest: &Manifest, records: &[Record], data_file: &str) -> Result<Bench, BenchError> {
    check_names(module, manifest, data_file)?;
    let widths = Widths {
        bases: manifest.bases.len(),
        moves: manifest.moves.len(),
        goals: manifest.goals.len(),
        sees: manifest.sees.len(),
    };
    check_records(records, &widths)?;
    let (data, words) = data::data(records, &widths)?;
    let name = format!("{}_tb", module.name);
    let task = text::Task { name: &name, module: &module.name, game: &manifest.game, data_file, widths };
    Ok(Bench { text: text::text(&task, records.len(), words), name, data })
}

fn check_names(module: &Module, manifest: &Manifest, data_file: &str) -> Result<(), BenchError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &module.name;
    if name.len() > MAX_NAME || !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(plain) {
        return Err(BenchError::ModuleName(name.clone()));
    }
    let file = |c: char| plain(c) || c == '-' || c == '.';
    if data_file.is_empty() || data_file.len() > MAX_NAME || !data_file.chars().all(file) {
        return Err(BenchError::FileName(data_file.to_owned()));
    }
    if manifest.module != *name || manifest.bases.len() != module.registers.len() {
        return Err(BenchError::Manifest {
            manifest: manifest.module.clone(),
            bases: manifest.bases.len(),
            module: name.clone(),
            registers: module.registers.len(),
        });
    }
    Ok(())
}

fn check_records(records: &[Record], widths: &Widths) -> Result<(), BenchError> {
    match records.first() {
        None => return Err(BenchError::Empty),
        Some(Record { enter: Enter::Step { .. }, .. }) => return Err(BenchError::NoStart),
        Some(_) => {}
    }
    for (index, record) in records.iter().enumerate() {
        let (does, sees) = match &record.enter {
            Enter::Step { does, sees } => (does.len(), sees.len()),
            Enter::Reset | Enter::Load => (widths.moves, widths.sees),
        };
        let vectors = [
            ("does_i", does, widths.moves),
            ("sees_o", sees, widths.sees),
            ("state_o", record.state.len(), widths.bases),
            ("legal_o", record.legal.len(), widths.moves),
            ("goal_o", record.goal.len(), widths.goals),
        ];
        if let Some(&(port, got, expected)) = vectors.iter().find(|(_, got, expected)| got != expected) {
            return Err(BenchError::Width { record: index, port, expected, got });
        }
    }
    Ok(())
}
