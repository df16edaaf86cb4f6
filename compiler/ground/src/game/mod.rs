//! Rule sheets to flat clauses: conjunctions of literals over relations of known form.
//!
//! `or`, nested `not` and `and`, equality and `not distinct` disappear; the fact inside `true`, `next`, ... and the
//! move inside `does`, `legal`, ... is taken apart one level, so that every relation is a plain table of terms:
//! `(true (cell 1 2 b))` becomes a row `1 2 b` of the relation `true cell/3`. Meaning does not change.

mod analysis;
mod clause;
mod flatten;
mod normal;
mod shorten;
mod unpack;

pub use clause::{Clause, Form, Literal, Pattern, Pred, PredId, Program};
pub use flatten::program;
pub use unpack::Packing;

use gdl2hdl_gdl::diagnostics::Diagnostic;

/// Most conjunctions one rule may expand to before it is refused.
const MAX_ALTERNATIVES: usize = 4096;
/// Most arguments of a relation or function.
const MAX_ARITY: usize = 255;

/// Why a sheet has no clause form: always a limit, reported as a diagnostic.
pub type Refused = Box<Diagnostic>;
