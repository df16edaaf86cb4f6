//! Who a device says it is, and whether that is who it should be.

use super::message::VERSION;
use super::{LinkError, ReportFormat};
use gdl2hdl_hdl::playout::Gateware;

/// The bytes `G2DL`.
const MAGIC: u32 = 0x4c44_3247;
/// Words of an identity.
const WORDS: usize = 10;

/// What a device says of itself. Sizes are those of [`gdl2hdl_hdl::playout::Config`] and of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Names the net: the 16 hex digits of the manifests as a number.
    pub net_hash: u64,
    /// Clock of the engine. **Units:** Hz.
    pub clock_hz: u32,
    /// Cores.
    pub cores: u16,
    /// Playouts in flight in each core.
    pub slots: u8,
    /// Jobs accepted and not yet reported, at most.
    pub window: u8,
    /// Words of a job.
    pub job_words: u16,
    /// Counters of a report.
    pub counters: u16,
    /// Bits of a state.
    pub state_bits: u32,
    /// Bits of the number of lanes of a job.
    pub lane_bits: u8,
    /// Bits of the number of playouts per lane.
    pub quota_bits: u8,
    /// Bits of the step limit.
    pub step_bits: u8,
    /// Bits of a counter.
    pub counter_bits: u8,
    /// Bits of the code of a first joint move.
    pub code_bits: u16,
    /// Whether first moves are counted.
    pub first_moves: bool,
    /// Whether playouts have no step limit.
    pub unlimited: bool,
    /// Whether a job is one lane, with the seeds of it.
    pub host_seeds: bool,
}

impl Identity {
    /// What a device with this gateware says. `clock_hz` and `window` are not known from the gateware, and are not
    /// compared.
    ///
    /// # Errors
    /// [`LinkError::Large`]: a size that the link has no room for.
    pub fn of(gateware: &Gateware, clock_hz: u32, window: u8) -> Result<Self, LinkError> {
        let (config, manifest) = (&gateware.config, &gateware.manifest);
        let large = |what: &'static str| move |_| LinkError::Large { what };
        let bits = |bits: u32| u8::try_from(bits).map_err(large("bits of a number"));
        Ok(Self {
            net_hash: u64::from_str_radix(&manifest.net_hash, 16).map_err(|_| LinkError::Large { what: "net hash" })?,
            clock_hz,
            cores: u16::try_from(config.cores).map_err(large("number of cores"))?,
            slots: bits(config.slots)?,
            window,
            job_words: u16::try_from(gateware.job.words()).map_err(large("number of words of a job"))?,
            counters: u16::try_from(gateware.counters).map_err(large("number of counters"))?,
            state_bits: u32::try_from(gateware.job.state_bits).map_err(large("number of bits of a state"))?,
            lane_bits: bits(config.lane_bits)?,
            quota_bits: bits(config.quota_register())?,
            step_bits: bits(config.step_bits)?,
            counter_bits: bits(config.counter_bits)?,
            code_bits: u16::try_from(gateware.code_bits()).map_err(large("number of bits of a first move"))?,
            first_moves: config.first_moves,
            unlimited: config.unlimited,
            host_seeds: config.host_seeds,
        })
    }

    /// The payload of HELLO.
    #[must_use]
    pub fn words(&self) -> [u32; WORDS] {
        let [hash_low, hash_high] = halves(self.net_hash);
        let [cores, more] = self.cores.to_le_bytes();
        let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        [
            MAGIC,
            VERSION,
            hash_low,
            hash_high,
            self.clock_hz,
            u32::from_le_bytes([cores, more, self.slots, self.window]),
            pair(self.job_words, self.counters),
            self.state_bits,
            u32::from_le_bytes([self.lane_bits, self.quota_bits, self.step_bits, self.counter_bits]),
            pair(self.code_bits, self.flags()),
        ]
    }

    fn flags(&self) -> u16 {
        u16::from(self.first_moves) | u16::from(self.unlimited) << 1 | u16::from(self.host_seeds) << 2
    }

    /// Reads the payload of HELLO.
    ///
    /// # Errors
    /// [`LinkError::Foreign`] when it is not one of ours, [`LinkError::Version`], [`LinkError::Window`].
    pub fn read(words: &[u32]) -> Result<Self, LinkError> {
        match words {
            [MAGIC, VERSION, ..] => {}
            [MAGIC, theirs, ..] => return Err(LinkError::Version { theirs: *theirs }),
            _ => return Err(LinkError::Foreign { frames: 1 }),
        }
        let &[_, _, hash_low, hash_high, clock_hz, size, counts, state_bits, bits, code] = words else {
            return Err(LinkError::Foreign { frames: 1 });
        };
        let [cores, more, slots, window] = size.to_le_bytes();
        let [lane_bits, quota_bits, step_bits, counter_bits] = bits.to_le_bytes();
        let ([job_words, counters], [code_bits, flags]) = (shorts(counts), shorts(code));
        if window == 0 {
            return Err(LinkError::Window);
        }
        Ok(Self {
            net_hash: u64::from(hash_low) | u64::from(hash_high) << 32,
            clock_hz,
            cores: u16::from_le_bytes([cores, more]),
            slots,
            window,
            job_words,
            counters,
            state_bits,
            lane_bits,
            quota_bits,
            step_bits,
            counter_bits,
            code_bits,
            first_moves: flags & 1 == 1,
            unlimited: flags >> 1 & 1 == 1,
            host_seeds: flags >> 2 & 1 == 1,
        })
    }

    /// Whether a board is the one that is expected: the same game in the same configuration. Clock and window may be
    /// what they are; the bits of a code count only where first moves do.
    ///
    /// # Errors
    /// [`LinkError::Game`] or [`LinkError::Configuration`], with what the board and what the build says.
    pub fn check(&self, expected: &Self) -> Result<(), LinkError> {
        if self.net_hash != expected.net_hash {
            return Err(LinkError::Game { board: self.net_hash, expected: expected.net_hash });
        }
        let both = expected.fields().into_iter().zip(self.fields());
        match both.into_iter().find(|((_, expected), (_, board))| expected != board) {
            Some(((field, expected), (_, board))) => Err(LinkError::Configuration { field, board, expected }),
            None => Ok(()),
        }
    }

    /// What must be equal, by name.
    fn fields(&self) -> [(&'static str, u32); 13] {
        [
            ("cores", u32::from(self.cores)),
            ("playouts in flight in a core", u32::from(self.slots)),
            ("words of a job", u32::from(self.job_words)),
            ("counters of a report", u32::from(self.counters)),
            ("bits of a state", self.state_bits),
            ("bits of the number of lanes", u32::from(self.lane_bits)),
            ("bits of the number of playouts per lane", u32::from(self.quota_bits)),
            ("bits of the step limit", u32::from(self.step_bits)),
            ("bits of a counter", u32::from(self.counter_bits)),
            ("first moves counted (0 no, 1 yes)", u32::from(self.first_moves)),
            ("playouts without a step limit (0 no, 1 yes)", u32::from(self.unlimited)),
            ("seeds from the host (0 no, 1 yes)", u32::from(self.host_seeds)),
            ("bits of a first joint move", if self.first_moves { u32::from(self.code_bits) } else { 0 }),
        ]
    }

    /// The lengths that reports of this device have.
    #[must_use]
    pub fn report(&self) -> ReportFormat {
        ReportFormat {
            counters: usize::from(self.counters),
            code_bits: self.first_moves.then_some(u32::from(self.code_bits)),
        }
    }
}

fn halves(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

fn shorts(word: u32) -> [u16; 2] {
    let [a, b, c, d] = word.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Identity {
        Identity {
            net_hash: 0x1122_3344_5566_7788,
            clock_hz: 48_000_000,
            cores: 0x0102,
            slots: 3,
            window: 4,
            job_words: 0x0506,
            counters: 0x0708,
            state_bits: 0x090a_0b0c,
            lane_bits: 25,
            quota_bits: 16,
            step_bits: 17,
            counter_bits: 48,
            code_bits: 12,
            first_moves: true,
            unlimited: true,
            host_seeds: false,
        }
    }

    #[test]
    fn words_are_those_of_the_page() {
        let words = [
            0x4c44_3247,
            1,
            0x5566_7788,
            0x1122_3344,
            48_000_000,
            0x0403_0102,
            0x0708_0506,
            0x090a_0b0c,
            0x3011_1019,
            0x0003_000c,
        ];
        assert_eq!(some().words(), words);
        assert_eq!(Identity::read(&words), Ok(some()));
        assert_eq!(words[0].to_le_bytes(), *b"G2DL");
    }

    #[test]
    fn others_are_refused_with_what_they_are() {
        let mut words = some().words();
        assert_eq!(Identity::read(&words[..9]), Err(LinkError::Foreign { frames: 1 }));
        words[1] = 2;
        assert_eq!(Identity::read(&words[..2]), Err(LinkError::Version { theirs: 2 }));
        words[0] = 0;
        assert_eq!(Identity::read(&words), Err(LinkError::Foreign { frames: 1 }));
        let none = Identity { window: 0, ..some() };
        assert_eq!(Identity::read(&none.words()), Err(LinkError::Window));
    }

    #[test]
    fn every_field_that_matters_is_compared() {
        assert_eq!(some().check(&Identity { clock_hz: 1, window: 9, ..some() }), Ok(()));
        let other = Identity { net_hash: 5, ..some() };
        let error = other.check(&some()).unwrap_err();
        assert_eq!(error, LinkError::Game { board: 5, expected: some().net_hash });
        assert!(error.to_string().contains("0000000000000005") && error.to_string().contains("1122334455667788"));
        let others = [
            Identity { cores: 1, ..some() },
            Identity { slots: 1, ..some() },
            Identity { job_words: 1, ..some() },
            Identity { counters: 1, ..some() },
            Identity { state_bits: 1, ..some() },
            Identity { lane_bits: 1, ..some() },
            Identity { quota_bits: 1, ..some() },
            Identity { step_bits: 1, ..some() },
            Identity { counter_bits: 1, ..some() },
            Identity { first_moves: false, ..some() },
            Identity { unlimited: false, ..some() },
            Identity { host_seeds: true, ..some() },
            Identity { code_bits: 1, ..some() },
        ];
        for (number, other) in others.iter().enumerate() {
            let (field, _) = some().fields()[number];
            match other.check(&some()) {
                Err(LinkError::Configuration { field: named, .. }) => assert_eq!(named, field),
                other => panic!("{field}: {other:?}"),
            }
        }
        let uncounted = |code_bits| Identity { first_moves: false, code_bits, ..some() };
        assert_eq!(uncounted(0).check(&uncounted(12)), Ok(()));
    }
}
