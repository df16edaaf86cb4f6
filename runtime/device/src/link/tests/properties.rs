//! Frames, receivers and sessions on arbitrary bytes.

use super::super::frame::{MAX_DEVICE_WORDS, Unframer, frame};
use super::super::message::{Answer, Request};
use super::super::{Identity, Session, Setup, Timing};
use super::line::{Dice, Rates};
use super::world::{Accidents, World, identity};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

fn feed(unframer: &mut Unframer, bytes: &[u8]) -> Vec<Vec<u32>> {
    bytes.iter().filter_map(|&byte| unframer.push(byte)).collect()
}

/// Bytes of which many mean something.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![4 => any::<u8>(), 1 => Just(0x7e), 1 => Just(0x7d), 1 => Just(0x00)], 0..600)
}

proptest! {
    #[test]
    fn frames_come_back(frames in vec(vec(any::<u32>(), 1..66), 0..10)) {
        let bytes: Vec<u8> = frames.iter().flat_map(|words| frame(words)).collect();
        let mut unframer = Unframer::new(MAX_DEVICE_WORDS);
        prop_assert_eq!(feed(&mut unframer, &bytes), frames);
        prop_assert_eq!((unframer.damaged(), unframer.outside()), (0, 0));
    }

    #[test]
    fn after_noise_the_next_frame_comes(noise in noise(), words in vec(any::<u32>(), 1..66)) {
        let mut unframer = Unframer::new(MAX_DEVICE_WORDS);
        feed(&mut unframer, &noise);
        prop_assert_eq!(feed(&mut unframer, &frame(&words)), vec![words]);
    }

    #[test]
    fn a_changed_frame_is_never_taken(
        words in vec(any::<u32>(), 1..66), place in any::<prop::sample::Index>(), flip in 1_u8..,
    ) {
        let mut bytes = frame(&words);
        let place = place.index(bytes.len());
        bytes[place] ^= flip;
        let mut unframer = Unframer::new(MAX_DEVICE_WORDS);
        let got = feed(&mut unframer, &bytes);
        prop_assert!(got.is_empty(), "{:?}", got);
    }

    #[test]
    fn any_words_are_read_or_refused(words in vec(any::<u32>(), 0..70), kind in any::<u8>()) {
        let mut words = words;
        words.iter_mut().take(1).for_each(|word| *word = *word & !0xff | u32::from(kind));
        if let Ok((header, answer)) = Answer::read(&words) {
            let again = Answer::read(&answer.words(header.sequence, header.session));
            prop_assert_eq!(again, Ok((header, answer)));
        }
        if let Ok((header, request)) = Request::read(&words) {
            let again = Request::read(&request.words(header.sequence, header.session));
            prop_assert_eq!(again, Ok((header, request)));
        }
        if let Ok(identity) = Identity::read(&words) {
            prop_assert_eq!(Identity::read(&identity.words()), Ok(identity));
        }
    }

    /// Whatever whole frames a broken device sends, the session neither panics nor grows, and no job counts twice.
    #[test]
    fn any_frames_do_no_harm(frames in vec((any::<u8>(), 0_u8..4, any::<bool>(), vec(any::<u32>(), 0..66)), 0..200)) {
        let timing = Timing::of_baud(1_000_000);
        let mut session = Session::new(Setup { expected: None, timing, session: 1 });
        let (mut now, mut reports) = (Duration::ZERO, 0);
        session.send(now).unwrap();
        session.received(&frame(&Answer::Hello(identity().words().to_vec()).words(1, 1)), now).unwrap();
        (0..4).for_each(|tag| session.submit(vec![tag; 9]).unwrap());
        for (kind, sequence, ours, payload) in frames {
            now += Duration::from_millis(20);
            let kind = if kind < 128 { 0x80 | kind & 0x1f } else { kind };
            let head = u32::from(kind) | u32::from(sequence) << 8 | if ours { 1 << 16 } else { 5 << 16 };
            if session.send(now).is_err() || session.received(&frame(&[&[head], &payload[..]].concat()), now).is_err() {
                break;
            }
            while let Some(event) = session.event() {
                reports += u32::from(matches!(event, super::super::Event::Report { .. }));
            }
        }
        prop_assert!(reports <= 4 && session.unreported() + reports as usize == 4);
    }

    #[test]
    fn jobs_survive_any_line(rate in 0_u64..1500, rows in 0_u64..40, reset_ms in 0_u64..3000, seed in any::<u64>()) {
        let reset_ms = if reset_ms < 300 { 0 } else { 3 * reset_ms };
        let accidents = Accidents { reset_ms, unplug_ms: 2 * reset_ms, noise_ms: reset_ms / 10 };
        let mut world = World::new(Rates::all(rate / (1 + rows / 3)), accidents, rows, seed >> 16);
        let stats = world.play(20, seed);
        prop_assert!(stats.is_ok(), "{:?}", stats);
    }
}

/// A receiver on a million random bytes: it finds nothing that was not sent, and keeps nothing.
#[test]
fn random_bytes_are_no_frames() {
    let mut dice = Dice::new(5);
    let mut unframer = Unframer::new(MAX_DEVICE_WORDS);
    for round in 0..10_000_u32 {
        for _ in 0..dice.below(300) {
            let byte = if dice.hits(50_000) { 0x7e } else { dice.byte() };
            assert_eq!(unframer.push(byte), None);
        }
        let words = [round, dice.half()];
        assert_eq!(feed(&mut unframer, &frame(&words)), [words]);
    }
    assert!(unframer.damaged() > 10_000);
}

/// A session that gets nothing but random bytes ends, and says what it saw.
#[test]
fn a_babbling_line_is_given_up() {
    let mut dice = Dice::new(6);
    let mut session = Session::new(Setup { expected: None, timing: Timing::of_baud(115_200), session: 9 });
    let mut now = Duration::ZERO;
    let error = loop {
        now += Duration::from_millis(10);
        let bytes: Vec<u8> = (0..100).map(|_| dice.byte()).collect();
        if let Err(error) = session.send(now).and_then(|_| session.received(&bytes, now)) {
            break error;
        }
        assert!(now < Duration::from_secs(60), "the link hangs");
    };
    assert!(
        matches!(error, super::super::LinkError::Noise { bytes, damaged } if bytes > 1000 && damaged > 10),
        "{error:?}"
    );
}
