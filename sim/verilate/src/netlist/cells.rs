//! Simulation models of cells: Yosys's file of many modules, of which a netlist needs a few, and models of this crate.
//!
//! The whole file has thousands of lines; reading it takes Verilator longer than most netlists. It is not parsed:
//! modules lie between lines that begin with `module` and lines with `endmodule`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Family;
use crate::SimError;

/// Files that include each other deeper than this do so in a cycle.
const MAX_DEPTH: u32 = 4;

/// The modules of a family.
#[derive(Debug, Default)]
pub(super) struct Library {
    /// Macros that the modules use.
    directives: String,
    modules: BTreeMap<String, Module>,
}

#[derive(Debug, Default)]
struct Module {
    text: String,
    /// Whether only its ports are written.
    black_box: bool,
}

impl Library {
    /// Reads the library of a family out of Yosys's data folder, and adds what is missing there.
    pub(super) fn read(share: &Path, family: Family) -> Result<Self, SimError> {
        let mut text = String::new();
        for file in family.library(share)?.iter().take(1) {
            append(&share.join(file), 0, &mut text)?;
        }
        text.push_str(family.own_models());
        Ok(Self::parse(&text))
    }

    fn parse(text: &str) -> Self {
        let mut library = Self::default();
        let mut attributes = String::new();
        let mut open: Option<(String, Module)> = None;
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or_default().trim();
            if open.is_none() {
                if let Some(name) = module_name(code) {
                    let black_box = std::mem::take(&mut attributes).contains("blackbox");
                    open = Some((name.to_owned(), Module { text: String::new(), black_box }));
                } else if code.starts_with("(*") {
                    attributes.push_str(code);
                } else if code.starts_with('`') && !code.starts_with("`timescale") {
                    library.directives.push_str(code);
                    library.directives.push('\n');
                }
            }
            if let Some((_, module)) = &mut open {
                module.text.push_str(line);
                module.text.push('\n');
            }
            if code.split_whitespace().next_back() == Some("endmodule") {
                library.modules.extend(open.take());
            }
        }
        library
    }

    /// Whether there is a model of a cell.
    pub(super) fn has(&self, cell: &str) -> bool {
        self.modules.get(cell).is_some_and(|module| !module.black_box)
    }

    /// The text of these cells and of all modules that they are made of; the name of a cell that has no model.
    pub(super) fn closure<'c>(&self, cells: impl Iterator<Item = &'c str>) -> Result<String, String> {
        let mut wanted: Vec<&str> = cells.collect();
        let mut found: BTreeMap<&str, &Module> = BTreeMap::new();
        while let Some(name) = wanted.pop() {
            let module = self.modules.get_key_value(name).filter(|(_, module)| !module.black_box);
            let Some((name, module)) = module else { return Err(name.to_owned()) };
            if found.insert(name, module).is_none() {
                wanted.extend(self.names_in(&module.text).into_iter().filter(|used| used != name));
            }
        }
        Ok(found.values().fold(self.directives.clone(), |text, module| text + "\n" + &module.text))
    }

    /// All names of modules that occur in a text. One in a comment brings a module too many, which does no harm.
    fn names_in<'t>(&self, text: &'t str) -> BTreeSet<&'t str> {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
        words.filter(|word| self.has(word)).collect()
    }
}

/// Appends a file and, in their places, the files that it includes.
fn append(path: &Path, depth: u32, text: &mut String) -> Result<(), SimError> {
    let content = fs::read_to_string(path).map_err(SimError::io("read", path))?;
    for line in content.lines() {
        let included = line.trim().strip_prefix("`include").and_then(|rest| rest.split('"').nth(1));
        match included {
            Some(name) if depth < MAX_DEPTH => append(&path.with_file_name(name), depth + 1, text)?,
            Some(_) => {}
            None => text.extend([line, "\n"]),
        }
    }
    Ok(())
}

/// The name in `module NAME (...` and `module \NAME (...`.
fn module_name(code: &str) -> Option<&str> {
    let rest = code.strip_prefix("module")?;
    let name = rest.strip_prefix([' ', '\t'])?.trim_start().trim_start_matches('\\');
    name.split(|c: char| c.is_whitespace() || matches!(c, '(' | '#' | ';')).next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "`timescale 1ps / 1ps
`define INIT initial Q = 0;
// module NOT(); endmodule
(* lib_whitebox *)
module LUT2(input A, B, output Z); // a LUT
endmodule
module CARRY #(parameter X = 1) (input A,
  output Z);
  LUT2 #(.INIT(1)) lut(.A(A), .B(A), .Z(Z)); // not a RAM
endmodule
module FF(input D, output reg Q); `INIT endmodule
(* blackbox *)
module RAM(input A);
endmodule
module \\$__BOX (input A);
endmodule // the end
module OTHER(input A); endmodule
";

    #[test]
    fn only_what_is_used_is_taken() {
        let library = Library::parse(TEXT);
        let names: Vec<_> = library.modules.keys().collect();
        assert_eq!(names, ["$__BOX", "CARRY", "FF", "LUT2", "OTHER", "RAM"]);
        let text = library.closure(["CARRY", "FF"].into_iter()).unwrap();
        let taken: Vec<_> = text.lines().filter_map(module_name).collect();
        assert_eq!(taken, ["CARRY", "FF", "LUT2"]);
        assert!(text.starts_with("`define INIT initial Q = 0;\n") && !text.contains("timescale"), "{text}");
    }

    #[test]
    fn cells_without_a_model_are_named() {
        let library = Library::parse(TEXT);
        assert_eq!(library.closure(["FF", "RAM"].into_iter()), Err("RAM".to_owned()));
        assert_eq!(library.closure(["NOT"].into_iter()), Err("NOT".to_owned()));
    }

    #[test]
    fn included_files_are_read_in_their_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("ice40")).unwrap();
        assert!(matches!(Library::read(dir.path(), Family::Ice40), Err(SimError::ToolMissing { .. })));
        fs::write(path("ice40/cells_sim.v"), "`include \"more.vh\"\nmodule A(); endmodule\n").unwrap();
        fs::write(path("ice40/more.vh"), "module B(); endmodule\n`include \"more.vh\"\n").unwrap();
        let library = Library::read(dir.path(), Family::Ice40).unwrap();
        assert_eq!(library.modules.keys().collect::<Vec<_>>(), ["A", "B"]);
        fs::remove_file(path("ice40/more.vh")).unwrap();
        assert!(matches!(Library::read(dir.path(), Family::Ice40), Err(SimError::Io { .. })));
    }
}
