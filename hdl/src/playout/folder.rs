//! The folder of an engine: its Verilog, that of the parts that all engines share, and lists of both for other people's
//! tools. Folders of several engines, or one folder that several are written to, make up one design.

use super::shared::Parts;
use super::{Gateware, axis, fusesoc, parts};
use crate::source::SourceFile;

/// A file that lists others, a name a line, as `-f` of most tools takes it.
fn list<'f>(name: &str, files: impl Iterator<Item = &'f String>) -> SourceFile {
    let text = files.flat_map(|file| [file.as_str(), "\n"]).collect();
    SourceFile { name: name.to_owned(), text }
}

impl Gateware {
    /// All files of the engine's folder but the manifest: the engine, with `axis` its wrapper with AXI-Stream, the parts of
    /// all engines, those for an ECP5 in a folder of their own, core files for FuseSoC, and lists of files.
    #[must_use]
    pub fn folder(&self, axis: bool) -> Vec<SourceFile> {
        let is_own = |file: &&SourceFile| !file.name.strip_suffix(".v").is_some_and(parts::is_part);
        let mut own: Vec<SourceFile> = self.files.iter().filter(is_own).cloned().collect();
        own.extend(axis.then(|| axis::file(self)));
        let example = format!("{}.v", self.top);
        let listed: Vec<String> = own.iter().map(|file| file.name.clone()).filter(|name| *name != example).collect();
        let parts = Parts::new();
        own.extend(parts.all().cloned());
        own.extend([
            fusesoc::engine(self, &listed, &parts),
            fusesoc::parts(&parts),
            list(&format!("{}.f", self.engine), listed.iter()),
            list("gdl2hdl_parts.f", parts.plain.iter().map(|part| &part.name)),
            list("gdl2hdl_parts_ecp5.f", parts.on_ecp5().map(|part| &part.name)),
        ]);
        own
    }
}
