//! The command line of a UART.

use clap::Args;

/// A UART.
#[derive(Args, Clone, Debug)]
pub(crate) struct UartOptions {
    /// Serial port of the board, such as /dev/ttyUSB1
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<String>,
    /// Bits a second of the UART [default: those of the build]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) baud: Option<u32>,
}
