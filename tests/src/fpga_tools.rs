//! Other people's tools for FPGAs: those of the system, and those in the folder `.venv` of the repository.

use std::fmt::Write as _;
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
