//! Whether playouts are as random as they should be: counts against exact probabilities.

mod exact;
mod fit;
#[cfg(test)]
mod uniform;

pub use exact::{Exact, exact, shares};
pub use fit::{Fit, chi_square, independence};
