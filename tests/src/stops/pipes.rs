//! What commands wait for: pipes with nobody at the other end, and line ends that never stop.

use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

/// Makes a named pipe.
///
/// # Errors
/// It can't be made.
pub fn pipe(path: &Path) -> io::Result<()> {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    Ok(())
}

/// Serves one reader of a pipe with line ends, as many as it likes.
pub fn blank_lines(path: &Path) {
    let path = path.to_owned();
    // It waits for the reader, and ends with the program.
    thread::spawn(move || {
        let Ok(mut file) = File::options().write(true).open(&path) else { return };
        while file.write_all(&[b'\n'; 4096]).is_ok() {}
    });
}
