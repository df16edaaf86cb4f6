//! Results to standard output or to files. Files are written aside and renamed, so that a failure leaves no half file.

use crate::failure::Failure;
use serde::Serialize;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a result: to the file, or to standard output for `None` and `-`.
pub(crate) fn write(to: Option<&Path>, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    match to {
        Some(path) if path != Path::new("-") => write_file(path, content),
        _ => {
            let mut out = BufWriter::new(io::stdout().lock());
            content(&mut out).and_then(|()| out.flush()).map_err(|e| Failure::stdout(&e))
        }
    }
}

/// The same for a text at hand.
pub(crate) fn write_text(to: Option<&Path>, text: &str) -> Result<(), Failure> {
    write(to, |out| out.write_all(text.as_bytes()))
}

/// The same for a value as JSON, on one line.
pub(crate) fn write_json(value: &impl Serialize) -> Result<(), Failure> {
    write(None, |out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

fn write_file(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let fail = |error: io::Error| Failure::file("write", path, &error);
    // Devices and pipes can't be renamed over: they are written directly.
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
        let mut out = BufWriter::new(fs::File::create(path).map_err(fail)?);
        return content(&mut out).and_then(|()| out.flush()).map_err(fail);
    }
    if path.is_dir() {
        return Err(Failure::unavailable(format!("cannot write `{}`: it is a folder", path.display())));
    }
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let aside = aside_in(folder).map_err(fail)?;
    let mut out = BufWriter::new(aside);
    content(&mut out).map_err(fail)?;
    let aside = out.into_inner().map_err(|e| fail(e.into_error()))?;
    if let Ok(old) = fs::metadata(&target) {
        aside.as_file().set_permissions(old.permissions()).map_err(fail)?;
    }
    aside.persist(&target).map_err(|e| fail(e.error))?;
    Ok(())
}

/// A new file in `folder` with the permissions of any other new file; removed unless it is kept.
fn aside_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gdl2hdl-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Refuses an output that is the input.
pub(crate) fn not_the_input(input: Option<&Path>, outputs: &[&Path]) -> Result<(), Failure> {
    let Some(input) = input.and_then(|path| fs::canonicalize(path).ok()) else { return Ok(()) };
    match outputs.iter().find(|path| fs::canonicalize(path).is_ok_and(|path| path == input)) {
        Some(path) => Err(Failure::usage(format!("`{}` is the input; choose another output", path.display()))),
        None => Ok(()),
    }
}
