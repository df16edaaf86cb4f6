//! A job, and the programs that play it.

use super::super::Job;
use super::code::Compiled;
use super::table::JointMoveTable;
use gdl2hdl_net::playout::step::Layout;

/// A job being played.
pub(super) struct Play<'a> {
    pub(super) code: &'a Compiled,
    pub(super) job: &'a Job,
    /// For each start state its first moves, when they are counted.
    pub(super) firsts: Vec<JointMoveTable>,
}

impl Play<'_> {
    pub(super) fn layout(&self) -> &Layout {
        &self.code.programs.layout
    }
}
