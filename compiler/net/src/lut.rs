//! How many four-input LUTs a net needs, estimated by [`super::map`].

use super::Net;
use super::map::{Aim, cover};
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Stopped, Unobserved};

/// An estimate before synthesis; place and route decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LutEstimate {
    /// Four-input LUTs.
    pub luts: usize,
    /// LUTs on the longest path.
    pub levels: u32,
}

/// Estimates the four-input LUTs of a net: fewest levels, then fewest LUTs. **Cost:** near linear.
///
/// # Panics
/// Never: nobody stops it.
#[must_use]
pub fn estimate_luts(net: &Net) -> LutEstimate {
    estimate_luts_observed(net, &Unobserved).expect("nobody stops it")
}

/// The same where somebody may stop it.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn estimate_luts_observed(net: &Net, observer: &dyn Observer) -> Result<LutEstimate, Stopped> {
    let mut roots = Vec::new();
    net.ports.each_output(|edge: Lit| roots.push(edge.node()));
    let cover = cover(net, roots, 4, Aim::Depth, observer)?;
    Ok(LutEstimate { luts: cover.luts.len(), levels: cover.levels })
}
