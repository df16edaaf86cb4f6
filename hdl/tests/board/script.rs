//! Scripts for the host of benches, `hdl/tb/shared/link_host.v`: frames of docs/LINK.md, and what must come back.

use std::fmt::Write;

// Numbers of orders, as in `hdl/tb/shared/link_orders.vh`.
const END: u8 = 0;
const BYTE: u8 = 1;
const ANSWER: u8 = 3;
const WORD: u8 = 4;
const SIZE: u8 = 6;
const SESSION: u8 = 8;
const LENGTH: u8 = 10;
const ROOM: u8 = 11;
const QUIET: u8 = 12;
const BUSY: u8 = 15;

/// What a host does.
#[derive(Default)]
pub(crate) struct Script {
    entries: Vec<(u8, u32)>,
    session: u16,
    sequence: u8,
}

/// CRC-32 of IEEE 802.3.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

impl Script {
    fn put(&mut self, order: u8, number: u32) {
        self.entries.push((order, number));
    }

    fn byte(&mut self, byte: u8) {
        self.put(BYTE, byte.into());
    }

    fn header(&self, kind: u8) -> u32 {
        u32::from(self.session) << 16 | u32::from(self.sequence) << 8 | u32::from(kind)
    }

    /// Sends a frame.
    fn frame(&mut self, kind: u8, payload: &[u32]) {
        self.sequence = self.sequence.wrapping_add(1);
        let words = [&[self.header(kind)], payload].concat();
        let mut body: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        body.extend(crc(&body).to_le_bytes());
        self.byte(0x7e);
        for byte in body {
            if byte == 0x7e || byte == 0x7d {
                self.byte(0x7d);
                self.byte(byte ^ 0x20);
            } else {
                self.byte(byte);
            }
        }
        self.byte(0x7e);
    }

    /// Sends a frame and expects an answer.
    pub(crate) fn ask(&mut self, kind: u8, payload: &[u32], reply: u8, answer: &[u32]) {
        self.frame(kind, payload);
        self.put(ANSWER, self.header(reply));
        self.put(SIZE, u32::try_from(answer.len()).unwrap() + 1);
        answer.iter().for_each(|word| self.put(WORD, *word));
    }

    /// Opens a session.
    pub(crate) fn hello(&mut self, session: u16, answer: &[u32]) {
        self.session = session;
        self.ask(0x01, &[1], 0x81, answer);
        self.put(SESSION, session.into());
    }

    /// Stops all jobs.
    pub(crate) fn cancel(&mut self) {
        self.ask(0x04, &[], 0x84, &[]);
        self.put(SESSION, self.session.into());
    }

    /// Sends a job that is accepted.
    pub(crate) fn job(&mut self, words: &[u32]) {
        self.put(LENGTH, 0);
        self.ask(0x02, words, 0x82, &[]);
    }

    /// Waits until all reports are there.
    pub(crate) fn reports(&mut self) {
        self.put(ROOM, 1);
        self.put(BUSY, 0);
    }

    /// Jobs are not yet reported.
    pub(crate) fn busy(&mut self) {
        self.put(BUSY, 1);
    }

    /// For so many bits nothing may come.
    pub(crate) fn quiet(&mut self, bits: u32) {
        self.put(QUIET, bits);
    }

    /// The text for `$readmemh`, and how many entries it has.
    pub(crate) fn hex(mut self) -> (String, usize) {
        self.put(END, 0);
        let mut text = String::new();
        self.entries.iter().for_each(|(order, number)| writeln!(text, "{order:02x}{number:08x}").unwrap());
        (text, self.entries.len())
    }
}
