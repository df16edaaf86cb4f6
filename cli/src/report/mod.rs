//! Diagnostics and boards as text and as JSON; reports of playouts as text.

mod analysis;
mod area;
mod boards;
mod excerpt;
mod fit;
mod human;
mod json;
mod link;
mod matches;
mod playouts;
mod profile;
pub(crate) mod requirements;
mod size;

pub(crate) use analysis::{Analysis, OfMove, OfRole, text as analysis};
pub(crate) use area::area;
pub(crate) use boards::{board_facts, board_json, boards_json, boards_table};
pub(crate) use fit::frontier;
pub(crate) use human::Report;
pub(crate) use json::json;
pub(crate) use link::text as link;
pub(crate) use matches::{Table, json as matches_json, text as matches};
pub(crate) use playouts::text as playouts;
pub(crate) use profile::Profile;
pub(crate) use requirements::Required;
pub(crate) use size::{milliseconds, rate};

use gdl2hdl_gdl::diagnostics::Severity;

/// The word for a severity.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
