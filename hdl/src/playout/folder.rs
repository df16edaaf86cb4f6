//! The folder of an engine: its Verilog, that of the parts that all engines share, and lists of both for other people's
//! tools. Folders of several engines, or one folder that several are written to, make up one design.

use super::parts::{self, SourceFile};
use super::{Gateware, axis, fusesoc};
use crate::board::models;

/// The files of the parts that all engines share: the same in the folder of every engine.
pub(super) struct Parts {
    /// All parts.
    pub(super) plain: Vec<SourceFile>,
    /// What stands in an ECP5 in place of some.
    pub(super) ecp5: Vec<SourceFile>,
    /// Models of the cells that these name.
    pub(super) models: Vec<SourceFile>,
}

impl Parts {
    fn new() -> Self {
        let models = models::of_ecp5().into_iter();
        let models = models.map(|model| SourceFile { name: format!("ecp5/models/{}", model.name), ..model });
        Self { plain: parts::of_engines(), ecp5: parts::of_ecp5(), models: models.collect() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &SourceFile> {
        self.plain.iter().chain(&self.ecp5).chain(&self.models)
    }

    /// Whether an ECP5 has another text in place of a part.
    pub(super) fn has_text_for_ecp5(&self, part: &SourceFile) -> bool {
        self.ecp5.iter().any(|text| text.name.strip_prefix(parts::ECP5_FOLDER) == Some(&part.name))
    }

    /// The parts of a design on an ECP5.
    fn on_ecp5(&self) -> impl Iterator<Item = &SourceFile> {
        self.plain.iter().filter(|part| !self.has_text_for_ecp5(part)).chain(&self.ecp5)
    }
}

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
