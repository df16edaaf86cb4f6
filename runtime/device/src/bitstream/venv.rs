//! Python environments with packages of YoWASP: of this project, of the user, or what a variable names.
//!
//! Never one that happens to lie in the current folder or above it: whoever may make a folder there could have programs
//! run. Of those that are looked into, nothing is run that somebody else could have put there.

use gdl2hdl_verilate::files::{Distrust, judged, shown, trusted};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Names the Python environment to look into instead of those of this project and of the user.
pub const ENV_VENV: &str = "GDL2HDL_VENV";
/// The Python environment of this project, in its top folder.
const VENV: &str = ".venv";
/// A file that tells the top folder of this project, beside its build files.
const MARK: &str = "scripts/requirements.txt";

/// Environments, the first to be looked into first.
#[derive(Default)]
pub(super) struct Venvs(Vec<PathBuf>);

impl Venvs {
    /// What the user named; else that of the checkout, then that in the user's data folder.
    pub(super) fn find() -> Self {
        if let Some(venv) = env::var_os(ENV_VENV) {
            return Self(vec![venv.into()]);
        }
        let venvs = checkouts().map(|folder| folder.join(VENV)).chain(of_user());
        Self(venvs.filter(|venv| venv.join("bin").is_dir()).collect())
    }

    /// The program of this name in each environment that has it, or why it is not to be run.
    pub(super) fn programs(&self, name: &str) -> impl Iterator<Item = Result<PathBuf, Distrust>> {
        let there = self.0.iter().filter(move |venv| venv.join("bin").join(name).exists());
        there.map(move |venv| program(venv, name))
    }
}

/// The program, when nobody else could have made it, its interpreter, or a package that it may load.
fn program(venv: &Path, name: &str) -> Result<PathBuf, Distrust> {
    let bin = trusted(&venv.join("bin"))?;
    let program = trusted(&bin.join(name))?;
    let python = bin.join("python3");
    if python.exists() {
        trusted(&python)?;
    }
    // `lib/python3.11/site-packages/yowasp_runtime`, and the file that says where else modules are.
    judge_below(&venv.join("lib"), 3)?;
    let config = venv.join("pyvenv.cfg");
    if config.exists() { judged(&config).map(|()| program) } else { Ok(program) }
}

/// Judges a folder that may be there, and what is in it, so many folders deep.
fn judge_below(path: &Path, depth: u32) -> Result<(), Distrust> {
    if !path.exists() {
        return Ok(());
    }
    judged(path)?;
    let items = match fs::read_dir(path) {
        Ok(items) if depth > 0 => items,
        _ => return Ok(()),
    };
    items.flatten().try_for_each(|item| judge_below(&item.path(), depth - 1))
}

/// The top folder of this project's sources, where they are here.
pub(super) fn checkout() -> Option<PathBuf> {
    checkouts().next()
}

/// The folder that this program was built in, and the one that it is in: `target` is below it.
fn checkouts() -> impl Iterator<Item = PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned);
    let program = env::current_exe().ok();
    let above: Vec<PathBuf> = program.iter().flat_map(|path| path.ancestors().skip(1)).map(Path::to_owned).collect();
    let is_top = |folder: &PathBuf| folder.join(MARK).is_file() && folder.join("runtime/device/Cargo.toml").is_file();
    let mut found: Vec<PathBuf> = built.into_iter().chain(above).filter(is_top).collect();
    found.dedup();
    found.into_iter()
}

/// The environment in the user's data folder.
fn of_user() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("gdl2hdl/venv"))
}

/// The command that installs a package there.
pub(super) fn pip(package: &str) -> String {
    let venv = of_user().map_or_else(|| "VENV".to_owned(), |venv| shown(&venv));
    format!("python3 -m venv {venv} && {venv}/bin/pip install {package}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    /// An environment with one program.
    fn venv(place: &Path) -> (PathBuf, Venvs) {
        let venv = place.join("venv");
        for folder in ["bin", "lib/python3/site-packages/package"] {
            fs::create_dir_all(venv.join(folder)).unwrap();
        }
        for file in ["bin/tool", "bin/python3", "pyvenv.cfg"] {
            fs::write(venv.join(file), "").unwrap();
        }
        (venv.clone(), Venvs(vec![venv]))
    }

    #[test]
    fn nothing_is_run_that_others_could_have_made() {
        let place = tempfile::tempdir().unwrap();
        let (venv, venvs) = venv(place.path());
        let found = || venvs.programs("tool").collect::<Result<Vec<_>, _>>();
        assert_eq!((found().unwrap().len(), venvs.programs("another").count()), (1, 0));
        let parts = ["", "bin", "bin/tool", "bin/python3", "lib", "lib/python3/site-packages/package", "pyvenv.cfg"];
        for part in parts {
            let path = venv.join(part);
            let mode = fs::metadata(&path).unwrap().permissions();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
            assert!(matches!(found(), Err(Distrust::Writable { .. })), "{part}");
            fs::set_permissions(&path, mode).unwrap();
            // Only root can play somebody else.
            if chown(&path, Some(65534), None).is_ok() {
                assert!(matches!(found(), Err(Distrust::Owner { owner: 65534, .. })), "{part}");
                chown(&path, Some(0), None).unwrap();
            }
        }
        assert!(found().is_ok());
    }

    /// A link in an environment, to a place that others may write in.
    #[test]
    fn links_are_judged_by_where_they_lead() {
        let place = tempfile::tempdir().unwrap();
        let (venv, venvs) = venv(place.path());
        let found = || venvs.programs("tool").collect::<Result<Vec<_>, _>>();
        let open = place.path().join("open");
        fs::create_dir_all(open.join("package")).unwrap();
        fs::write(open.join("file"), "").unwrap();
        fs::write(open.join("package/module.py"), "").unwrap();
        for (part, to) in [
            ("bin/tool", "file"),
            ("bin/python3", "file"),
            ("pyvenv.cfg", "file"),
            ("lib/python3/site-packages/link", "package"),
            ("lib/python3/site-packages/link", "file"),
        ] {
            let (path, kept) = (venv.join(part), venv.join("kept"));
            let was_there = fs::rename(&path, &kept).is_ok();
            symlink(open.join(to), &path).unwrap();
            fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
            assert!(found().is_ok(), "{part} to {to}");
            fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
            assert!(matches!(found(), Err(Distrust::Writable { .. })), "{part} to {to}");
            fs::remove_file(&path).unwrap();
            if was_there {
                fs::rename(&kept, &path).unwrap();
            }
        }
        // Nothing can be loaded through a link that leads nowhere.
        symlink("nowhere", venv.join("lib/broken")).unwrap();
        assert!(found().is_ok());
    }

    #[test]
    fn the_checkout_is_found() {
        assert!(checkout().is_some_and(|folder| folder.join("Cargo.toml").is_file()));
    }
}
