//! Serial ports, and the engine that plays through them.

use super::{BAUD, compiled, plugged_in};
use gdl2hdl_device::board::{DeviceError, EchoTest, LinkOptions, Serial, TransportError};
use gdl2hdl_device::hardware::Board;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_play::playout::{Job, PlayError, PlayoutEngine, Report, StartState, Unobserved, scalar};
use std::time::Duration;

const GAME: &str = "tic_tac_toe";

fn opened(path: &str) -> Result<Board<Serial>, PlayError> {
    let compiled = compiled(GAME);
    let serial = Serial::open(path, BAUD).map_err(DeviceError::from)?;
    let options = LinkOptions { patience: Duration::from_millis(300), ..LinkOptions::default() };
    Board::open(compiled.net(), compiled.choices(), GAME, Config::default(), serial, options, &Unobserved)
}

/// A job of the board for each start state.
fn job(starts: usize) -> Job {
    Job {
        starts: vec![StartState::initial(compiled(GAME).initial()); starts],
        lanes: 3,
        per_lane: 2,
        slots: 1,
        seed: 5,
        max_steps: 20,
        first_moves: false,
    }
}

fn expected(job: &Job) -> Report {
    let compiled = compiled(GAME);
    scalar(compiled.net(), compiled.choices()).play(job, &Unobserved).unwrap()
}

#[test]
fn jobs_go_through_a_serial_port() {
    let terminal = plugged_in(GAME, Config::default());
    let job = job(50);
    let mut board = opened(terminal.path()).unwrap();
    assert_eq!(board.play(&job, &Unobserved).unwrap(), expected(&job));
    assert_eq!(board.link().reports, 50);
    // Nobody else gets the port, until it is closed.
    let in_use = TransportError::InUse { port: terminal.path().to_owned() };
    assert_eq!(opened(terminal.path()).err(), Some(DeviceError::from(in_use).into()));
    assert_eq!(board.play(&job, &Unobserved).unwrap(), expected(&job));
    drop(board);
    let mut again = opened(terminal.path()).unwrap();
    assert_eq!(again.play(&job, &Unobserved).unwrap(), expected(&job));
    drop(again);
    let test = EchoTest { frames: 50, words: 64, seed: 3 };
    let echoes = test.run(Serial::open(terminal.path(), BAUD).unwrap(), |_| true).unwrap();
    assert_eq!((echoes.frames, echoes.wrong), (50, 0));
}

#[test]
fn ports_that_can_not_be_opened_are_explained() {
    let error = |path: &str, baud| Serial::open(path, baud).err().unwrap();
    let missing = error("/dev/ttyNOWHERE7", 115_200);
    assert_eq!(missing, TransportError::Missing { port: "/dev/ttyNOWHERE7".to_owned() });
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    assert!(matches!(error(path, 115_200), TransportError::Unusable { .. }));
    assert!(matches!(error(path, 0), TransportError::Unusable { reason, .. } if reason == "no speed"));
    let rights = TransportError::Rights { port: "p".to_owned() }.to_string();
    assert!(rights.contains("dialout") && rights.contains("udev"));
}

/// The port goes away in the middle, as when a USB cable is pulled.
#[test]
fn a_pulled_cable_is_said() {
    let terminal = plugged_in(GAME, Config::default());
    let mut board = opened(terminal.path()).unwrap();
    board.play(&job(5), &Unobserved).unwrap();
    // The name stays taken: else the board of another test could come to stand behind it.
    let _gone = terminal.unplug();
    let error = board.play(&job(5), &Unobserved).unwrap_err().to_string();
    assert!(error.starts_with("the board was unplugged: port `/dev/pts/"), "{error}");
}
