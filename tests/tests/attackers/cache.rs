//! The cache holds code.

use super::{Ended, Place, set_mode, taken_over};
use std::fs;

const PLAY: &str = "playouts lamp.kif --engine verilator --lanes 1";

#[test]
fn nothing_is_loaded_from_where_others_may_write() {
    let place = Place::new();
    let play = || Ended::from(place.command(PLAY).env("GDL2HDL_CACHE", place.path("cache")).output().unwrap());
    for folder in ["models", "runtime", "netlists", "texts", "lock", "tmp"] {
        fs::create_dir_all(place.path("cache").join(folder)).unwrap();
    }
    for part in ["cache", "cache/models", "cache/runtime", "cache/lock", ""] {
        taken_over(&place.path(part), |said| play().refused(&[said, "GDL2HDL_CACHE", "chmod go-w"]));
    }
    // Open to all, though nobody may remove there what is another's: others may still put things there.
    set_mode(&place.path("cache/models"), 0o1777);
    play().refused(&["can be written by everybody"]);
}

#[test]
fn a_cache_that_can_not_be_is_done_without() {
    let place = Place::new();
    let mut command = place.command(PLAY);
    command.env("GDL2HDL_CACHE", "here").env("XDG_CACHE_HOME", place.path("lamp.kif"));
    let ended = Ended::from(command.output().unwrap()).expect(0);
    assert!(ended.err.contains("GDL2HDL_CACHE is not used: `here` is not an absolute path"), "{}", ended.err);
    assert!(ended.err.contains("what is built is not kept") && ended.out.contains("100"), "{}", ended.err);
    assert_eq!(place.names(), ["lamp.kif"]);
}
