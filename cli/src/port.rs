//! Which serial port a board is at.

use crate::args::UartOptions;
use crate::failure::Failure;
use crate::flags;
use gdl2hdl_boards::by_name;
use gdl2hdl_boards::usb::serial_port;
use gdl2hdl_device::board::{Build, Serial};
use gdl2hdl_device::usb::devices;
use std::path::Path;

/// Opens the serial port of a board: that of the command line, else that of the board of the build where just one is
/// plugged in. `usual` is the speed where neither says one.
pub(crate) fn open(line: &UartOptions, build: Option<&Build>, usual: Option<u32>) -> Result<Serial, Failure> {
    let port = match (&line.port, build) {
        (Some(port), _) => port.clone(),
        (None, Some(build)) => detected(&build.board)?,
        (None, None) => {
            return Err(Failure::usage("which serial port is the board at? give it, for example --port /dev/ttyUSB1"));
        }
    };
    let Some(baud) = line.baud.or(build.map(|build| build.baud)).or(usual) else {
        return Err(Failure::usage("how fast is the line? give its bits a second, for example --baud 1000000"));
    };
    Serial::open(&port, baud).map_err(|error| flags::unavailable(&error))
}

/// The port of the one board of this name that is plugged in.
fn detected(board: &str) -> Result<String, Failure> {
    let unavailable = |error: &dyn std::error::Error| Failure::unavailable(format!("{error}; or give --port"));
    let board = by_name(board).map_err(|error| unavailable(&error))?;
    let devices = devices(Path::new("/")).map_err(|error| unavailable(&error))?;
    let port = serial_port(&board, &devices).map_err(|error| unavailable(&error))?;
    Ok(port.path.display().to_string())
}
