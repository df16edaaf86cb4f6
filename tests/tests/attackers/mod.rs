//! Somebody else had a hand in it: folders that the program looks into, files that it writes over, builds that it takes
//! for data, names that it shows. Each test plays the one who wants more than that.
//!
//! Only root can give files away. Others play with what everybody may write.

mod builds;
mod cache;
mod files;
mod programs;

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Somebody else.
const NOBODY: u32 = 65534;

const GAME: &str = "(role you)\n(init (lamp off))\n(<= (legal you press) (true (lamp off)))\n\
                    (<= (next (lamp on)) (does you press))\n(<= (goal you 100) (true (lamp on)))\n\
                    (<= (goal you 0) (true (lamp off)))\n(<= terminal (true (lamp on)))\n";

/// A folder with a game, to run the program in.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::write(place.path("lamp.kif"), GAME).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(gdl2hdl());
        command.current_dir(self.0.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &str) -> Ended {
        self.command(arguments).output().unwrap().into()
    }

    /// A program that leaves a mark, and what it does beside that.
    fn script(&self, name: &str, then: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\necho ran >> {}\n{then}\n", self.path("mark").display())).unwrap();
        set_mode(&path, 0o755);
        path
    }

    /// Whether something ran that leaves a mark.
    fn is_marked(&self) -> bool {
        self.path("mark").exists()
    }

    /// Names in the folder, sorted.
    fn names(&self) -> Vec<String> {
        names(self.0.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Gives something away; without the right to, opens it to everybody, and back. What the program then says of it.
fn taken_over(path: &Path, test: impl Fn(&str)) {
    let mode = fs::metadata(path).unwrap().permissions().mode();
    if chown(path, Some(NOBODY), None).is_ok() {
        test("belongs to user 65534");
        chown(path, Some(0), None).unwrap();
    }
    set_mode(path, mode | 0o022);
    test("can be written by everybody");
    set_mode(path, mode);
}

/// The program `name` of this machine.
fn installed(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()).unwrap()
}
