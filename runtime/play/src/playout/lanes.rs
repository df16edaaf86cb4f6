//! The random bits of all lanes.

use super::PlayError;
use gdl2hdl_net::playout::Draws;
use gdl2hdl_net::playout::generator::Generator;

/// The generators of all lanes.
pub(super) struct Lanes {
    generators: Vec<Generator>,
    per_lane: usize,
}

impl Lanes {
    /// All before their first bit, in so many bytes at most.
    ///
    /// # Errors
    /// [`PlayError::Memory`].
    pub(super) fn new(seed: u64, lanes: u64, draws: &Draws, most: u64) -> Result<Self, PlayError> {
        let bytes = lanes.saturating_mul((draws.generators.len() * size_of::<Generator>()) as u64);
        if bytes > most {
            return Err(PlayError::Memory { bytes, most });
        }
        let per_lane = draws.generators.len();
        let count = u32::try_from(per_lane).unwrap_or(u32::MAX);
        let of_lane = |lane| (0..count).map(move |index| Generator::new(seed, lane, index, count));
        Ok(Self { generators: (0..lanes).flat_map(of_lane).collect(), per_lane })
    }

    /// The generators of a lane.
    pub(super) fn of(&mut self, lane: usize) -> &mut [Generator] {
        let first = lane * self.per_lane;
        &mut self.generators[first..first + self.per_lane]
    }
}

/// What each generator of a lane gives in one step, as a number.
pub(super) fn draw(generators: &mut [Generator], draws: &Draws) -> Vec<u64> {
    generators.iter_mut().zip(&draws.generators).map(|(generator, &bits)| generator.draw(bits)).collect()
}
