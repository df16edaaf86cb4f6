//! Verilates the modules, and compiles them with the shims that `verilator` writes for the structures in `src/`.
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap()).join("models");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).unwrap();
    let root = verilator::find_verilator_root().expect("Verilator is not installed: apt-get install verilator g++");
    let include = root.join("include");
    let mut cc = cc::Build::new();
    cc.cpp(true).std("gnu++17").warnings(false).define("VM_TRACE", "1");
    cc.include(&include).include(include.join("vltstd")).include(&out);
    cc.flag("-include").flag("verilated_vcd_c.h").file(include.join("verilated_threads.cpp"));
    for module in ["fifo", "seeder"] {
        verilator::module::ModuleGenerator::default().generate(format!("src/{module}.rs"));
        let shim = format!("{module}.cpp");
        std::fs::rename(out.parent().unwrap().join(&shim), out.join(&shim)).unwrap();
        verilate(&format!("../{module}.v"), &out);
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    files.sort();
    cc.files(files).compile("models");
}

fn verilate(verilog: &str, out: &Path) {
    println!("cargo:rerun-if-changed={verilog}");
    let mut verilator = Command::new("verilator");
    verilator.args(["--cc", "--trace", "-O3", verilog, "-Mdir"]).arg(out);
    assert!(verilator.status().unwrap().success(), "verilator rejects {verilog}");
}
