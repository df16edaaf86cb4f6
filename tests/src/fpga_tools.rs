//! Other people's tools for FPGAs: those of the system, and those in the folder `.venv` of the repository.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool by its name; those of `YoWASP` are in `.venv`.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    if name.starts_with("yowasp-") {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin").join(name)
    } else {
        PathBuf::from(name)
    }
}

/// Runs a tool in a folder.
///
/// # Errors
/// What it said when it failed, or how to install it.
pub fn run(folder: &Path, name: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(path(name)).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("`{name}` is missing: `make setup` installs it"),
        _ => format!("`{name}`: {error}"),
    })?;
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stderr));
    if output.status.success() {
        return Ok(said);
    }
    let mut message = format!("`{name} {}`: {}", arguments.join(" "), output.status);
    for line in said.lines().rev().take(10).collect::<Vec<_>>().into_iter().rev() {
        // Writing to a string can't fail.
        write!(message, "\n  {line}").unwrap_or_default();
    }
    Err(message)
}

/// Whether the bitstream of an ECP5 build says all that it is made of: read back into the text of a placed design and
/// packed again, it must be the same to the last bit.
///
/// # Errors
/// As [`run`]; when the folder of the build can't be read.
pub fn unpacks_to_itself(build: &Path) -> Result<bool, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = |name: &str| place.path().join(name);
    let read = |path: &Path| fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()));
    let record = read(&build.join("build.json"))?;
    let record: serde_json::Value = serde_json::from_slice(&record).map_err(|error| error.to_string())?;
    let bitstream = read(&build.join(record["bitstream"]["file"].as_str().unwrap_or_default()))?;
    fs::write(file("built.bit"), &bitstream).map_err(|error| error.to_string())?;
    run(place.path(), "yowasp-ecpunpack", &["--input", "built.bit", "--textcfg", "read.txt"])?;
    run(place.path(), "yowasp-ecppack", &["--compress", "read.txt", "again.bit"])?;
    Ok(read(&file("again.bit"))? == bitstream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tools_name_the_cure() {
        for name in ["no-such-tool", "yowasp-no-such-tool"] {
            assert_eq!(
                run(Path::new("."), name, &[]).unwrap_err(),
                format!("`{name}` is missing: `make setup` installs it")
            );
        }
    }

    #[test]
    fn failures_come_with_what_was_said() {
        let error = run(Path::new("."), "sh", &["-c", "echo out; echo err >&2; exit 3"]).unwrap_err();
        assert!(error.ends_with("exit status: 3\n  out\n  err"), "{error}");
    }
}
