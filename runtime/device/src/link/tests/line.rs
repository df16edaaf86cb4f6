//! One direction of a UART, with faults.

use std::collections::VecDeque;
use std::time::Duration;

/// Random numbers: SplitMix64, so that a seed gives the same faults everywhere.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(gdl2hdl_net::playout::generator::mix(seed))
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        gdl2hdl_net::playout::generator::mix(self.0)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.word() % end.max(1)
    }

    /// A number of 32 bits.
    pub(super) fn half(&mut self) -> u32 {
        let [a, b, c, d, ..] = self.word().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    /// True `millionths` times in a million.
    pub(super) fn hits(&mut self, millionths: u64) -> bool {
        self.below(1_000_000) < millionths
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.word().to_le_bytes()[0]
    }
}

/// How often what goes wrong, in millionths of a byte or of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rates {
    /// A bit of a byte is another.
    pub(super) flip: u64,
    /// A byte is lost.
    pub(super) lose: u64,
    /// A byte comes twice.
    pub(super) double: u64,
    /// A byte comes from nowhere.
    pub(super) insert: u64,
    /// Two bytes change places.
    pub(super) swap: u64,
    /// Up to 40 bytes become others.
    pub(super) burst: u64,
    /// Up to 40 bytes are lost.
    pub(super) gap: u64,
    /// A frame comes twice.
    pub(super) frame_double: u64,
    /// A frame comes behind the next one.
    pub(super) frame_late: u64,
}

impl Rates {
    /// Everything, about so often: millionths of a byte for each fault.
    pub(super) fn all(rate: u64) -> Self {
        Self {
            flip: rate,
            lose: rate,
            double: rate,
            insert: rate,
            swap: rate,
            burst: rate / 10,
            gap: rate / 10,
            frame_double: rate * 10,
            frame_late: rate * 10,
        }
    }
}

/// Bytes on their way.
#[derive(Clone, Debug)]
pub(super) struct Line {
    byte: Duration,
    latency: Duration,
    free: Duration,
    on_way: VecDeque<(Duration, u8)>,
    late: Option<Vec<u8>>,
    dice: Dice,
    pub(super) rates: Rates,
    /// Faults so far.
    pub(super) faults: u64,
}

impl Line {
    pub(super) fn new(byte: Duration, latency: Duration, rates: Rates, seed: u64) -> Self {
        let dice = Dice::new(seed);
        Self { byte, latency, free: Duration::ZERO, on_way: VecDeque::new(), late: None, dice, rates, faults: 0 }
    }

    /// Puts a frame on the line.
    pub(super) fn put(&mut self, frame: &[u8], now: Duration) {
        if self.late.is_none() && self.fault(self.rates.frame_late) {
            self.late = Some(frame.to_vec());
            return;
        }
        let copies = if self.fault(self.rates.frame_double) { 2 } else { 1 };
        for _ in 0..copies {
            self.bytes(frame, now);
        }
        if let Some(late) = self.late.take() {
            self.bytes(&late, now);
        }
    }

    fn fault(&mut self, rate: u64) -> bool {
        let hit = rate > 0 && self.dice.hits(rate);
        self.faults += u64::from(hit);
        hit
    }

    fn bytes(&mut self, frame: &[u8], now: Duration) {
        self.free = self.free.max(now);
        let (mut burst, mut gap) = (0, 0);
        let rates = self.rates;
        for &byte in frame {
            if self.fault(rates.burst) {
                burst = self.dice.below(40);
            }
            if self.fault(rates.gap) {
                gap = self.dice.below(40);
            }
            if self.fault(rates.insert) {
                let noise = self.dice.byte();
                self.arrive(noise);
            }
            (burst, gap) = match (burst, gap) {
                (_, 1..) => (burst, gap - 1),
                (1.., _) => {
                    let noise = self.dice.byte();
                    self.arrive(noise);
                    (burst - 1, gap)
                }
                _ => {
                    self.byte(byte);
                    (0, 0)
                }
            };
        }
    }

    fn byte(&mut self, byte: u8) {
        let rates = self.rates;
        if self.fault(rates.lose) {
            return;
        }
        let flipped = if self.fault(rates.flip) { byte ^ 1 << self.dice.below(8) } else { byte };
        self.arrive(flipped);
        if self.fault(rates.double) {
            self.arrive(flipped);
        }
        let there = self.on_way.len();
        if there >= 2 && self.fault(rates.swap) {
            let (a, b) = (self.on_way[there - 2].1, self.on_way[there - 1].1);
            (self.on_way[there - 2].1, self.on_way[there - 1].1) = (b, a);
        }
    }

    fn arrive(&mut self, byte: u8) {
        self.free += self.byte;
        self.on_way.push_back((self.free + self.latency, byte));
    }

    /// Noise that nobody sent.
    pub(super) fn noise(&mut self, bytes: u64, now: Duration) {
        self.free = self.free.max(now);
        self.faults += 1;
        for _ in 0..bytes {
            let noise = self.dice.byte();
            self.arrive(noise);
        }
    }

    /// The bytes that have come.
    pub(super) fn take(&mut self, now: Duration) -> Vec<u8> {
        let there = self.on_way.iter().take_while(|(when, _)| *when <= now).count();
        self.on_way.drain(..there).map(|(_, byte)| byte).collect()
    }

    /// When the next byte comes.
    pub(super) fn next(&self) -> Option<Duration> {
        self.on_way.front().map(|(when, _)| *when)
    }

    /// When the next frame can be put on the line.
    pub(super) fn free(&self) -> Duration {
        self.free
    }

    /// The cable is pulled.
    pub(super) fn clear(&mut self) {
        self.on_way.clear();
        self.late = None;
    }
}
