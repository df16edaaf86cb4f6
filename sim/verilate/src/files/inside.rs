//! Files of a folder that is mere data.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

use rustix::fs::{CWD, Mode, OFlags, openat};

/// Reads a file in a folder, or in a folder below. Nothing leads out: a path that goes up and a link on the way are
/// refused, as is what is no plain file, which might wait for ever, and what is longer than `max` bytes.
///
/// # Errors
/// Those of the system, [`io::ErrorKind::FileTooLarge`], and [`io::ErrorKind::InvalidInput`] with what is wrong.
pub fn read_in(folder: &Path, file: &Path, max: u64) -> io::Result<Vec<u8>> {
    let wrong = |reason: String| io::Error::new(io::ErrorKind::InvalidInput, reason);
    let mut names = Vec::new();
    for component in file.components() {
        let Component::Normal(name) = component else { return Err(wrong("it is not in this folder".to_owned())) };
        names.push(name);
    }
    let Some((last, above)) = names.split_last() else { return Err(wrong("no file is named".to_owned())) };
    let step = OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY;
    let mut at = openat(CWD, folder, step, Mode::empty())?;
    for name in above {
        at = openat(&at, *name, step | OFlags::NOFOLLOW, Mode::empty()).map_err(a_link)?;
    }
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = File::from(openat(&at, *last, flags, Mode::empty()).map_err(a_link)?);
    if !file.metadata()?.is_file() {
        return Err(wrong("it is no plain file".to_owned()));
    }
    let mut bytes = Vec::new();
    file.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {max} bytes")));
    }
    Ok(bytes)
}

/// The system says of a link that it is a loop, or no folder.
fn a_link(error: rustix::io::Errno) -> io::Error {
    match error {
        rustix::io::Errno::LOOP => io::Error::new(io::ErrorKind::InvalidInput, "it is a link, which may lead anywhere"),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_leads_out() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("f");
        fs::create_dir_all(folder.join("below")).unwrap();
        fs::write(place.path().join("secret"), "secret").unwrap();
        fs::write(folder.join("below/file"), "data").unwrap();
        symlink("../secret", folder.join("link")).unwrap();
        symlink("..", folder.join("up")).unwrap();
        let read = |file: &str| read_in(&folder, Path::new(file), 4).map_err(|error| error.to_string());
        assert_eq!(read("below/file"), Ok(b"data".to_vec()));
        assert_eq!(read("link"), Err("it is a link, which may lead anywhere".to_owned()));
        assert!(read("up/secret").is_err());
        assert_eq!(read("../secret"), Err("it is not in this folder".to_owned()));
        assert_eq!(read("below"), Err("it is no plain file".to_owned()));
        fs::write(folder.join("long"), "12345").unwrap();
        assert_eq!(read("long"), Err("it is longer than 4 bytes".to_owned()));
        assert!(read("").is_err() && read("none").is_err());
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let place = tempfile::tempdir().unwrap();
        rustix::fs::mknodat(CWD, place.path().join("pipe"), rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        assert!(read_in(place.path(), Path::new("pipe"), 4).is_err());
    }
}
