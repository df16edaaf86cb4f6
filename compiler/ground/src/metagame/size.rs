//! How large a rule sheet is.

use super::walk::each_literal;
use gdl2hdl_gdl::syntax::Sheet;

/// Counts of a rule sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Size {
    /// Rules without a body.
    pub facts: usize,
    /// Rules with a body.
    pub rules: usize,
    /// Literals in bodies, `distinct` and equations among them.
    pub literals: usize,
}

impl Size {
    /// Counts a sheet. **Cost:** linear.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Self {
        let mut size = Self::default();
        for rule in &sheet.rules {
            if rule.body.is_empty() {
                size.facts += 1
            } else {
                size.rules += 1
            }
            rule.body.iter().for_each(|part| each_literal(part, &mut |_| size.literals += 1));
        }
        size
    }
}
