//! Whether playouts are as random as they should be: counts against exact probabilities.

mod exact;
mod fit;
mod uniform;

pub use exact::{Exact, exact};
pub use fit::{Fit, chi_square, independence};
pub use uniform::{Picks, picks};
