//! Results to standard output or to files. Files are written aside and renamed, so that a failure leaves no half file;
//! several that belong together come all or none.

use crate::failure::Failure;
use gdl2hdl_verilate::files::{Aside, keep_all, shown, visible_lines};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The sticky bit: in such a folder others may have put links.
const STICKY: u32 = 0o1000;

/// What becomes of a file whose content was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// It takes its place.
    Yes,
    /// What was there before stays. Standard output and devices have it all the same.
    No,
}

/// Writes a result: to the file, or to standard output for `None` and `-`.
pub(crate) fn write(to: Option<&Path>, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    write_if(to, |out| content(out).map(|()| Keep::Yes))
}

/// The same for a result of which is known only at its end whether it is one.
pub(crate) fn write_if(
    to: Option<&Path>,
    content: impl FnOnce(&mut dyn Write) -> io::Result<Keep>,
) -> Result<(), Failure> {
    match to {
        Some(path) if path != Path::new("-") => write_file(path, content),
        _ => {
            let mut out = BufWriter::new(io::stdout().lock());
            content(&mut out).and_then(|_| out.flush()).map_err(|e| Failure::stdout(&e))
        }
    }
}

/// The same for a text at hand.
pub(crate) fn write_text(to: Option<&Path>, text: &str) -> Result<(), Failure> {
    write(to, |out| out.write_all(text.as_bytes()))
}

/// A result for people on standard output. Names in it, of files, games, boards and whatever else comes from outside,
/// may hold anything: what could steer a terminal is not shown.
pub(crate) fn show(text: &str) -> Result<(), Failure> {
    write_text(None, &visible_lines(text))
}

/// A result that is a text for people or, where `json`, one for scripts: the latter stays as it is, to the last byte.
pub(crate) fn show_or_json(text: &str, json: bool) -> Result<(), Failure> {
    if json { write_text(None, text) } else { show(text) }
}

/// The same for a value as JSON, on one line.
pub(crate) fn write_json(value: &impl Serialize) -> Result<(), Failure> {
    write(None, |out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// The text of a JSON file that is also for people.
pub(crate) fn described(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value);
    Ok(text.map_err(|error| Failure::unavailable(format!("no JSON can be made of it: {error}")))? + "\n")
}

/// Writes files that belong together: where one can't be written, all are as they were before.
pub(crate) fn write_texts(files: &[(PathBuf, &str)]) -> Result<(), Failure> {
    let mut written = Vec::new();
    for (path, text) in files {
        let fail = |error: io::Error| Failure::file("write", path, &error);
        match Target::of(path)? {
            Target::Stream => File::create(path).and_then(|mut out| out.write_all(text.as_bytes())).map_err(fail)?,
            Target::File(target) => {
                let mut aside = Aside::at(&target).map_err(fail)?;
                aside.write_all(text.as_bytes()).map_err(fail)?;
                written.push(aside);
            }
        }
    }
    keep_all(written).map_err(|(path, error)| Failure::file("write", &path, &error))
}

/// Whether something is written directly, a device or a pipe: nothing can stand beside it or in place of it.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

fn write_file(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<Keep>) -> Result<(), Failure> {
    let fail = |error: io::Error| Failure::file("write", path, &error);
    let target = match Target::of(path)? {
        Target::Stream => {
            let mut out = BufWriter::new(File::create(path).map_err(fail)?);
            return content(&mut out).and_then(|_| out.flush()).map_err(fail);
        }
        Target::File(target) => target,
    };
    let mut out = BufWriter::new(Aside::at(&target).map_err(fail)?);
    let keep = content(&mut out).map_err(fail)?;
    let aside = out.into_inner().map_err(|e| fail(e.into_error()))?;
    match keep {
        Keep::Yes => keep_all(vec![aside]).map_err(|(_, error)| fail(error)),
        Keep::No => Ok(()),
    }
}

/// What a path names.
enum Target {
    /// A device or a pipe, written as it is.
    Stream,
    /// A file that is replaced as a whole. A link stays a link: what it points to is replaced.
    File(PathBuf),
}

impl Target {
    fn of(path: &Path) -> Result<Self, Failure> {
        let refuse = |reason: &str| Failure::unavailable(format!("cannot write `{}`: {reason}", shown(path)));
        if is_stream(path) {
            return Ok(Self::Stream);
        }
        if path.is_dir() {
            return Err(refuse("it is a folder"));
        }
        match fs::symlink_metadata(path) {
            Ok(link) if link.is_symlink() => {
                if is_planted(path, &link) {
                    return Err(refuse("it is a link that somebody else put into a folder that is open to all"));
                }
                match fs::canonicalize(path) {
                    Ok(target) => Ok(Self::File(target)),
                    Err(error) => Err(refuse(&format!("it is a link that leads nowhere ({error}); remove it"))),
                }
            }
            _ => Ok(Self::File(path.to_owned())),
        }
    }
}

/// Whether a link may lead to where somebody else wants us to write. The system itself follows no such link.
fn is_planted(path: &Path, link: &fs::Metadata) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let user = fs::metadata("/proc/self").map(|process| process.uid());
    let is_other = |folder: &fs::Metadata| link.uid() != folder.uid() && user.is_ok_and(|user| link.uid() != user);
    fs::metadata(folder)
        .is_ok_and(|folder| folder.mode() & STICKY != 0 && folder.mode() & 0o002 != 0 && is_other(&folder))
}

/// Refuses an output that is the input.
pub(crate) fn not_the_input(input: Option<&Path>, outputs: &[&Path]) -> Result<(), Failure> {
    let Some(input) = input.and_then(|path| fs::canonicalize(path).ok()) else { return Ok(()) };
    match outputs.iter().find(|path| fs::canonicalize(path).is_ok_and(|path| path == input)) {
        Some(path) => Err(Failure::usage(format!("`{}` is the input; choose another output", shown(path)))),
        None => Ok(()),
    }
}
