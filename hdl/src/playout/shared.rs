//! The parts that all engines share, as they lie in the folder of each.

use super::parts;
use crate::cells;
use crate::source::SourceFile;

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
    /// All of them.
    pub(super) fn new() -> Self {
        let models = cells::of_ecp5().into_iter();
        let models = models.map(|model| SourceFile { name: format!("ecp5/models/{}", model.name), ..model });
        Self { plain: parts::of_engines(), ecp5: parts::of_ecp5(), models: models.collect() }
    }

    /// Every file.
    pub(super) fn all(&self) -> impl Iterator<Item = &SourceFile> {
        self.plain.iter().chain(&self.ecp5).chain(&self.models)
    }

    /// Whether an ECP5 has another text in place of a part.
    pub(super) fn has_text_for_ecp5(&self, part: &SourceFile) -> bool {
        self.ecp5.iter().any(|text| text.name.strip_prefix(parts::ECP5_FOLDER) == Some(&part.name))
    }

    /// The parts of a design on an ECP5.
    pub(super) fn on_ecp5(&self) -> impl Iterator<Item = &SourceFile> {
        self.plain.iter().filter(|part| !self.has_text_for_ecp5(part)).chain(&self.ecp5)
    }
}
