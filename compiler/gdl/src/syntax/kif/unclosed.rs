//! Lists that are being read.

use super::Form;
use crate::syntax::Span;
use crate::syntax::name::is_arrow;

/// A list whose closing parenthesis was not met yet.
pub(super) struct Unclosed<'t> {
    pub(super) open: Span,
    pub(super) first_on_line: bool,
    pub(super) items: Vec<Form<'t>>,
}

impl Unclosed<'_> {
    /// Whether it begins with an arrow.
    pub(super) fn is_rule(&self) -> bool {
        matches!(self.items.first(), Some(Form::Word(word, _)) if is_arrow(word))
    }
}
