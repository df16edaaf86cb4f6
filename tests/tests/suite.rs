//! What `make test` says in the end: how long the whole took, and each test program. Cargo's status stays.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// What Cargo says of three programs; one is named in colour, as on a terminal.
const SAID: &str = r"#!/bin/sh
echo '     Running unittests src/lib.rs (target/debug/deps/gdl2hdl_opt-0123456789abcdef)' >&2
echo 'test result: ok. 24 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 13.91s'
printf '\033[1m\033[32m     Running\033[0m tests/main.rs (target/debug/deps/end_to_end-abcdef0123456789)\n' >&2
echo 'test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 900.10s'
echo '   Doc-tests gdl2hdl' >&2
echo 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.81s'
exit $2
";

/// The longest first.
const ROWS: &str = "  seconds  passed  program
   900.10       2  end_to_end tests/main.rs
    13.91      24  gdl2hdl_opt src/lib.rs
     0.81       3  gdl2hdl documentation
   914.82      29  all programs; ";

#[test]
fn times_are_said_and_kept_and_the_status_stays() {
    let folder = tempfile::tempdir().unwrap();
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, SAID).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let target = folder.path().join("new/target");
    for status in [101, 0] {
        let mut suite = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/suite.sh"));
        suite.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).env_remove("CARGO_TERM_COLOR");
        suite.arg(status.to_string()).env("CARGO", &cargo).env("CARGO_TARGET_DIR", &target);
        let ended = suite.output().unwrap();
        let said = String::from_utf8(ended.stdout).unwrap();
        assert_eq!(ended.status.code(), Some(status), "{said}");
        assert!(said.starts_with("     Running unittests") && said.contains(ROWS), "{said}");
        let kept = fs::read_to_string(target.join("suite.txt")).unwrap();
        assert!(kept.contains(ROWS) && kept.contains(&format!(" status {status}\n")), "{kept}");
    }
}
