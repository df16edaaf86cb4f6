//! The `gdl2hdl` binary for end-to-end tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The binary, built once in the profile of the tests.
///
/// # Panics
/// When it can't be built: nothing can be tested then.
pub fn gdl2hdl() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--locked", "--quiet", "-p", "gdl2hdl-cli", "--bin", "gdl2hdl"]);
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        let folder = target();
        if folder.ends_with("release") {
            build.arg("--release");
        }
        let built = build.status().is_ok_and(|status| status.success());
        assert!(built, "`cargo build -p gdl2hdl-cli` failed");
        folder.join(format!("gdl2hdl{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The folder of the profile: test programs stand in its `deps`.
fn target() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    test.ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}
