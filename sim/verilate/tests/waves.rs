//! Wave dumps: whole files in the FST format, and errors that name the path.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::{counter, get, set, workshop};
use gdl2hdl_verilate::{BuildOptions, Cache, Model, SimError, Spec, Toolchain};

fn traced(spec: Spec, cache: &Cache, tools: &Toolchain) -> Model {
    let options = BuildOptions { trace: true, ..spec.options };
    tools.build(&Spec { options, ..spec }, cache).unwrap()
}

fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// Walks over all blocks and gives their types, the end time and the number of variables.
///
/// Each block is a byte with its type, then its length with the length field, then its content.
fn read_dump(path: &Path) -> (Vec<u8>, u64, u64) {
    let bytes = fs::read(path).unwrap();
    let (mut types, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        types.push(bytes[at]);
        at += 1 + usize::try_from(number(&bytes, at + 1)).unwrap();
    }
    assert_eq!(at, bytes.len(), "the last block is cut off");
    assert_eq!((types[0], number(&bytes, 1), number(&bytes, 9)), (0, 329, 0), "head, length, start time");
    assert_eq!(f64::from_ne_bytes(bytes[25..33].try_into().unwrap()), std::f64::consts::E, "byte order mark");
    (types, number(&bytes, 17), number(&bytes, 49))
}

/// Values, geometry and hierarchy: what a viewer needs.
fn assert_whole(path: &Path, end: u64) {
    let (types, found, variables) = read_dump(path);
    assert_eq!(found, end, "end time");
    assert!(variables >= 5, "{variables} variables");
    assert!(types.iter().any(|t| matches!(t, 1 | 5 | 8)), "no values: {types:?}");
    assert!(types.contains(&3), "no geometry: {types:?}");
    assert!(types.iter().any(|t| matches!(t, 4 | 6 | 7)), "no hierarchy: {types:?}");
    assert!(!path.with_extension("fst.hier").exists());
}

#[test]
fn dumps_are_whole_and_have_a_time_for_each_half_cycle() {
    let (dir, cache, tools) = workshop();
    let model = traced(counter(), &cache, &tools);
    let [one, two, other] = ["one.fst", "two.fst", "other.fst"].map(|name| dir.path().join(name));
    let mut instance = model.instance().unwrap();
    instance.tick(3).unwrap();
    instance.trace(&one).unwrap();
    set(&mut instance, "add_i", &[3]);
    instance.tick(10).unwrap();
    instance.eval().unwrap();
    instance.end_trace().unwrap();
    instance.end_trace().unwrap();
    assert_whole(&one, 21);
    // What comes after the end is in no dump; a second dump starts at 0 again, and replaces an old file.
    let before = fs::read(&one).unwrap();
    instance.tick(5).unwrap();
    assert_eq!(fs::read(&one).unwrap(), before);
    fs::write(&two, "old").unwrap();
    instance.trace(&two).unwrap();
    instance.tick(1000).unwrap();
    // A new dump ends the one before; another instance writes its own at the same time; a drop ends a dump as well.
    instance.trace(&one).unwrap();
    assert_whole(&two, 2000);
    let mut second = model.instance().unwrap();
    second.trace(&other).unwrap();
    second.tick(2).unwrap();
    instance.tick(1).unwrap();
    assert_eq!(get(&instance, "sum_o"), [(3 * 1016) % 256]);
    drop((instance, second, model));
    assert_whole(&one, 2);
    assert_whole(&other, 4);
}

#[test]
fn models_with_and_without_dumps_live_side_by_side() {
    let (dir, cache, tools) = workshop();
    let plain = tools.build(&counter(), &cache).unwrap();
    let traced = traced(counter(), &cache, &tools);
    let mut instances = [plain, traced].map(|model| model.instance().unwrap());
    assert!(matches!(instances[0].trace(&dir.path().join("no.fst")), Err(SimError::NoTrace)));
    assert!(!dir.path().join("no.fst").exists());
    instances[0].end_trace().unwrap();
    for instance in &mut instances {
        set(instance, "add_i", &[5]);
        instance.tick(7).unwrap();
        assert_eq!(get(instance, "sum_o"), [35]);
    }
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let (dir, cache, tools) = workshop();
    let mut instance = traced(counter(), &cache, &tools).instance().unwrap();
    let missing = dir.path().join("missing/x.fst");
    for path in [missing.as_path(), dir.path(), Path::new("/dev/null"), Path::new("/proc/x.fst")] {
        let error = instance.trace(path).unwrap_err();
        assert!(matches!(error, SimError::Io { .. } | SimError::Trace { .. }), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        instance.tick(1).unwrap();
        instance.end_trace().unwrap();
    }
    assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    assert!(instance.trace(Path::new("a\0b")).unwrap_err().to_string().contains("a\u{fffd}b"));
}

#[test]
fn a_dump_that_was_lost_is_noticed() {
    let (dir, cache, tools) = workshop();
    let mut instance = traced(counter(), &cache, &tools).instance().unwrap();
    let path = dir.path().join("x.fst");
    instance.trace(&path).unwrap();
    instance.tick(1).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(matches!(instance.end_trace(), Err(SimError::Io { .. })));
    instance.trace(&path).unwrap();
    instance.tick(1).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, [0; 100]).unwrap();
    assert!(matches!(instance.end_trace(), Err(SimError::Trace { .. })));
}

#[test]
fn a_model_that_stops_itself_leaves_a_whole_dump() {
    let (dir, cache, tools) = workshop();
    let text = "module counter(input clk_i, input rst_i, input [7:0] add_i, output reg [7:0] sum_o);
        always @(posedge clk_i) begin sum_o <= sum_o + add_i; if (rst_i) $stop; end endmodule";
    let mut spec = counter();
    spec.sources[0].text = text.to_owned();
    let mut instance = traced(spec, &cache, &tools).instance().unwrap();
    let path = dir.path().join("x.fst");
    instance.trace(&path).unwrap();
    instance.tick(2).unwrap();
    set(&mut instance, "rst_i", &[1]);
    assert!(matches!(instance.tick(1), Err(SimError::Halted { .. })));
    assert!(matches!(instance.trace(&path), Err(SimError::Halted { .. })));
    instance.end_trace().unwrap();
    let (_, end, _) = read_dump(&path);
    assert_eq!(end, 4);
}

#[test]
fn a_missing_zlib_is_named_with_its_package() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(&dir.path().join("cache")).unwrap();
    let script = dir.path().join("cxx.sh");
    let text = "#!/bin/sh\nfor a; do case $a in *zlib_probe*) echo 'zlib.h: No such file' >&2; exit 1;; esac; done\n\
                exec g++ \"$@\"\n";
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let tools = Toolchain::with_tools(Path::new("verilator"), &script).unwrap();
    let spec = Spec { options: BuildOptions { trace: true, ..BuildOptions::default() }, ..counter() };
    let error = tools.build(&spec, &cache).unwrap_err();
    assert!(matches!(&error, SimError::ToolMissing { help, .. } if help.contains("zlib1g-dev")), "{error}");
}
