//! Records that come back, and such that are none.

use super::*;
use gdl2hdl_play::trace::TraceReader;
use proptest::prelude::*;

fn record() -> MatchRecord {
    let fault = Fault::new(FaultKind::Late, "");
    let step = Step {
        state: StateHash::of(&["(at 1)".into()]),
        moves: vec!["(go 2)".into(), "noop".into()],
        replies: vec![Reply { millis: None, error: Some(fault) }, Reply { millis: Some(3), error: None }],
        sees: Some(vec![vec![], vec!["ping".into()]]),
    };
    MatchRecord {
        format: 1,
        id: "m".into(),
        game: GameOf::new("lamps", "(role a)"),
        roles: vec!["a".into(), "b".into()],
        players: vec!["one".into(), "two".into()],
        start_clock: 10,
        play_clock: 5,
        seed: 7,
        dialect: Dialect::Percepts,
        scrambled: false,
        start: vec![Reply::default(); 2],
        steps: vec![step],
        last: StateHash::of(&[]),
        end: End::Terminal,
        values: vec![Some(100), None],
    }
}

#[test]
fn records_come_back() {
    let line = record().line().unwrap();
    assert!(!line.contains('\n') && line.contains(r#""kind":"TO""#) && line.contains(r#""end":{"how":"terminal"}"#));
    assert_eq!(MatchRecord::read(&line).unwrap(), record());
}

#[test]
fn records_that_do_not_fit_together_are_refused() {
    let refused = |change: &dyn Fn(&mut MatchRecord)| {
        let mut record = record();
        change(&mut record);
        MatchRecord::read(&record.line().unwrap()).unwrap_err().to_string()
    };
    assert!(refused(&|record| record.format = 2).contains("format 2"));
    assert!(refused(&|record| record.players.clear()).contains("`players`"));
    assert!(refused(&|record| record.values.push(None)).contains("`values`"));
    assert!(refused(&|record| record.steps[0].moves.clear()).contains("`moves`"));
    assert!(refused(&|record| record.steps[0].sees = Some(vec![])).contains("`sees`"));
    assert!(refused(&|record| record.roles[1] = "a".into()).contains("twice"));
    assert!(MatchRecord::read("{}").is_err() && MatchRecord::read(&"[".repeat(10_000)).is_err());
    assert!(matches!(MatchRecord::read(&" ".repeat(MAX_RECORD_BYTES + 1)), Err(RecordError::TooLong(_))));
}

#[test]
fn what_came_is_cut() {
    assert_eq!(Fault::new(FaultKind::Illegal, &"é".repeat(1 << 20)).got.chars().count(), 1000);
}

#[test]
fn a_trace_holds_all_matches() {
    let bytes = write_trace(&[record(), record()], Vec::new()).unwrap();
    let records: Vec<_> = TraceReader::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
    let places: Vec<_> = records.iter().map(|record| (record.playout, record.step)).collect();
    assert_eq!(places, [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(records[0].joint, Some(vec!["(go 2)".to_owned(), "noop".to_owned()]));
    assert!(matches!(write_trace(&[], Vec::new()), Err(TraceOfError::Empty)));
    let other = MatchRecord { game: GameOf::new("other", ""), ..record() };
    assert!(matches!(write_trace(&[record(), other], Vec::new()), Err(TraceOfError::Games(..))));
}

proptest! {
    #[test]
    fn damaged_records_are_read_or_refused(place in any::<prop::sample::Index>(), byte in 32_u8..127) {
        let mut bytes = record().line().unwrap().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(read) = MatchRecord::read(std::str::from_utf8(&bytes).unwrap()) {
            prop_assert_eq!(MatchRecord::read(&read.line().unwrap()).unwrap(), read);
        }
    }
}
