//! Which serial port a board is at.

use crate::args::LineOptions;
use crate::failure::Failure;
use gdl2hdl_runtime::board::Serial;

/// Opens the serial port of a board: that of the command line. `baud` is the speed of the build, where there is one.
pub(crate) fn open(line: &LineOptions, baud: Option<u32>) -> Result<Serial, Failure> {
    let port = find(line)?;
    let Some(baud) = line.baud.or(baud) else {
        return Err(Failure::usage("how fast is the line? give its bits a second, for example --baud 1000000"));
    };
    Serial::open(&port, baud).map_err(|error| Failure::unavailable(error.to_string()))
}

/// The port to open. This is the one place that decides it.
fn find(line: &LineOptions) -> Result<String, Failure> {
    let missing = || Failure::usage("which serial port is the board at? give it, for example --port /dev/ttyUSB1");
    line.port.clone().ok_or_else(missing)
}
