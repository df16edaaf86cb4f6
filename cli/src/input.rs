//! Game texts from files and standard input, within a size bound.

use crate::failure::Failure;
use gdl2hdl_gdl::syntax::decode;
use gdl2hdl_verilate::files::{self, visible};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A game text and where it is from.
pub(crate) struct Source {
    /// The path as given; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// For messages: the path as given, or `<stdin>`.
    pub(crate) shown: String,
    /// Name of the game: the file name without its extension.
    pub(crate) name: String,
    /// The text; bytes that are no UTF-8 are replaced, which the readers report.
    pub(crate) text: String,
}

/// Reads a file, or standard input for `-`. Never reads more than `max` bytes.
pub(crate) fn read(path: &Path, max: u64) -> Result<Source, Failure> {
    let stdin = path == Path::new("-");
    let (text, _) = decode(bytes(path, max)?);
    let name = if stdin { "game".to_owned() } else { name_of(path) };
    Ok(Source { path: (!stdin).then(|| path.to_owned()), shown: shown(path), name, text })
}

/// Reads a text in the folder of a build. The folder is data: a link in it would lead anywhere.
pub(crate) fn read_in(folder: &Path, file: &str, max: u64) -> Result<Source, Failure> {
    let path = folder.join(file);
    let (text, _) = decode(bytes_in(folder, file, max)?);
    Ok(Source { shown: shown(&path), name: name_of(&path), path: Some(path), text })
}

/// The same as bytes.
pub(crate) fn bytes_in(folder: &Path, file: &str, max: u64) -> Result<Vec<u8>, Failure> {
    let path = folder.join(file);
    files::read_in(folder, Path::new(file), max).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => too_large(&shown(&path), max),
        _ => Failure::file("read", &path, &error),
    })
}

/// A file or standard input as bytes.
pub(crate) fn bytes(path: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    let shown = shown(path);
    let fail = |error: io::Error| Failure::unavailable(format!("cannot read `{shown}`: {error}"));
    let mut bytes = Vec::new();
    let bound = max.saturating_add(1);
    if path == Path::new("-") {
        io::stdin().lock().take(bound).read_to_end(&mut bytes).map_err(fail)?;
    } else {
        let file = File::open(path).map_err(fail)?;
        let length = file.metadata().map_err(fail)?.len();
        if length > max {
            return Err(too_large(&shown, max));
        }
        file.take(bound).read_to_end(&mut bytes).map_err(fail)?;
    }
    if bytes.len() as u64 > max {
        return Err(too_large(&shown, max));
    }
    Ok(bytes)
}

/// A path for messages.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { files::shown(path) }
}

fn name_of(path: &Path) -> String {
    // It is shown, and written into results: no line of its own begins in it.
    path.file_stem().map_or_else(|| "game".to_owned(), |stem| visible(&stem.to_string_lossy()))
}

fn too_large(shown: &str, max: u64) -> Failure {
    Failure::Limit("G007", format!("`{shown}` is larger than {max} bytes; raise the bound with `--max-input`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_leads_out_of_the_folder_of_a_build() {
        let place = gdl2hdl_verilate::files::Scratch::new().unwrap();
        let folder = place.path().join("out");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(place.path().join("secret"), "secret").unwrap();
        std::fs::write(folder.join("lamp.kif"), "(role you)").unwrap();
        symlink("../secret", folder.join("link.kif")).unwrap();
        let read = |file, max| read_in(&folder, file, max).map_err(|failure| failure.to_string());
        let source = read("lamp.kif", 10).unwrap();
        assert_eq!((source.name.as_str(), source.text.as_str()), ("lamp", "(role you)"));
        assert!(read("link.kif", 10).is_err_and(|said| said.ends_with("it is a link, which may lead anywhere")));
        assert!(read("lamp.kif", 9).is_err_and(|said| said.ends_with("raise the bound with `--max-input`")));
    }
}
