//! Which modules of a crate use which, read from its sources: for the test that arrows point one way.
//!
//! What stands under `#[cfg(test)]` is left out. Imports and paths are read by `syn`, so comments and texts are none.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// A module: the names from the root of its crate on.
pub type Module = Vec<String>;

/// A use of a module by another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Import {
    /// The module that uses.
    pub user: Module,
    /// The module that is used.
    pub used: Module,
    /// The file, and the path as it is written there.
    pub text: String,
}

/// All imports between modules of a crate. `src` is the folder of its `lib.rs` or `main.rs`.
///
/// # Errors
/// A file that can't be read, or is no Rust.
pub fn imports(src: &Path) -> Result<Vec<Import>, Box<dyn Error>> {
    let mut files = Vec::new();
    walk(src, &mut Vec::new(), &mut files)?;
    let modules: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
    let mut all = Vec::new();
    for (module, path) in files {
        let parsed = syn::parse_file(&fs::read_to_string(&path)?).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut reader = Reader { here: module.clone(), paths: BTreeSet::new() };
        reader.visit_file(&parsed);
        for absolute in reader.paths {
            let known = (0..=absolute.len()).rev().find(|&n| modules.contains(&absolute[..n])).unwrap_or(0);
            let text = format!("{}: crate::{}", path.display(), absolute.join("::"));
            all.push(Import { user: module.clone(), used: absolute[..known].to_vec(), text });
        }
    }
    Ok(all)
}

/// The files under a folder that are part of the crate and not of its tests, with their modules.
pub(crate) fn walk(
    folder: &Path,
    module: &mut Module,
    files: &mut Vec<(Module, PathBuf)>,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if stem == "tests" || stem == "bin" {
            continue;
        }
        let root = matches!(stem.as_str(), "lib" | "main" | "mod");
        if path.is_dir() || !root {
            module.push(stem);
        }
        if path.is_dir() {
            walk(&path, module, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push((module.clone(), path.clone()));
        }
        if path.is_dir() || !root {
            module.pop();
        }
    }
    Ok(())
}

/// Collects the paths of a file that begin inside its crate, from the crate's root on.
struct Reader {
    here: Module,
    paths: BTreeSet<Module>,
}

impl Reader {
    fn path(&mut self, names: &[String]) {
        let (mut absolute, mut rest) = match names.first().map(String::as_str) {
            Some("crate") => (Vec::new(), &names[1..]),
            Some("self") => (self.here.clone(), &names[1..]),
            Some("super") => (self.here.clone(), names),
            _ => return,
        };
        while rest.first().is_some_and(|name| name == "super") {
            absolute.pop();
            rest = &rest[1..];
        }
        absolute.extend(rest.iter().cloned());
        self.paths.insert(absolute);
    }

    fn tree(&mut self, tree: &syn::UseTree, names: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                names.push(path.ident.to_string());
                self.tree(&path.tree, names);
                names.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, names)),
            syn::UseTree::Name(name) if name.ident == "self" => self.path(names),
            syn::UseTree::Name(name) => self.path(&[&names[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.path(&[&names[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.path(names),
        }
    }
}

/// Whether something is there in tests only.
pub(crate) fn of_tests(attributes: &[syn::Attribute]) -> bool {
    let is_test = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|argument| argument.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

impl<'a> Visit<'a> for Reader {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !of_tests(&item.attrs) {
            self.here.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.here.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !of_tests(&item.attrs) {
            self.tree(&item.tree, &mut Vec::new());
        }
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if !of_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.path(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }
}

/// A cycle among the modules that stand side by side in some module, as the imports that close it; nothing where
/// there is none. A module and what stands inside it count as one; a module may use the one around it, and the other
/// way round.
#[must_use]
pub fn cycle(imports: &[Import]) -> Option<Vec<&Import>> {
    let mut arrows: BTreeMap<&[String], BTreeMap<&str, BTreeMap<&str, &Import>>> = BTreeMap::new();
    for import in imports {
        let common = import.user.iter().zip(&import.used).take_while(|(a, b)| a == b).count();
        if let (Some(user), Some(used)) = (import.user.get(common), import.used.get(common)) {
            let side_by_side = arrows.entry(&import.user[..common]).or_default();
            side_by_side.entry(user).or_default().entry(used).or_insert(import);
        }
    }
    arrows.values().find_map(|graph| graph.keys().find_map(|from| back_to(graph, from)))
}

/// The shortest way from a module to itself.
fn back_to<'i>(graph: &BTreeMap<&str, BTreeMap<&str, &'i Import>>, start: &str) -> Option<Vec<&'i Import>> {
    let mut ways: Vec<(&str, Vec<&'i Import>)> = vec![(start, Vec::new())];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while let Some((at, way)) = ways.get(next).cloned() {
        next += 1;
        for (&used, &import) in graph.get(at).into_iter().flatten() {
            let way = [&way[..], &[import]].concat();
            if used == start {
                return Some(way);
            }
            if seen.insert(used) {
                ways.push((used, way));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate of some files.
    fn of(files: &[(&str, &str)]) -> Vec<Import> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        imports(folder.path()).unwrap()
    }

    #[test]
    fn a_planted_import_closes_a_circle() {
        let good = [
            ("lib.rs", "mod read; mod write; pub struct Both;"),
            ("read.rs", "use crate::Both; pub fn read() {}"),
            ("write/mod.rs", "mod page; use crate::read::{self, read as other}; // crate::page"),
            ("write/page.rs", "use super::super::read::read; fn f() { crate::read::read() }"),
        ];
        assert_eq!(cycle(&of(&good)), None);
        for planted in ["use crate::write::page::Page;", "fn f(p: &super::write::Page) {}", "use crate::{write};"] {
            let mut bad = good;
            bad[1].1 = planted;
            let imports = of(&bad);
            let found = cycle(&imports).unwrap();
            let texts: Vec<&str> = found.iter().map(|import| import.text.as_str()).collect();
            assert!(texts.iter().any(|text| text.contains("read.rs: crate::write")), "{texts:?}");
        }
    }

    #[test]
    fn tests_and_words_in_texts_are_no_imports() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; const T: &str = \"crate::a::A\"; #[cfg(test)] mod tests { use crate::a::A; }"),
        ];
        assert_eq!(cycle(&of(&files)), None);
        let inline = [files[0], files[1], ("b.rs", "pub struct B; mod inner { use super::super::a::A; }")];
        assert!(cycle(&of(&inline)).is_some());
    }
}
