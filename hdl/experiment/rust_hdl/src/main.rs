//! Writes the Verilog of each description to `out/`, its modules named after the part instead of `top`.
use rust_hdl::prelude::*;

mod fifo;
mod fifo_own_memory;
mod fifo_without_literals;
mod seeder;
mod seeder_without_literals;

fn write<T: Block + Default>(folder: &str, name: &str) {
    let mut part = T::default();
    part.connect_all();
    let text = generate_verilog(&part).replace("module top", &format!("module {name}"));
    let text = text.replace("    top$", &format!("    {name}$"));
    std::fs::create_dir_all(format!("out/{folder}")).unwrap();
    std::fs::write(format!("out/{folder}/{name}.v"), text).unwrap();
}

fn main() {
    write::<fifo::Fifo<32, 6, 7>>("plain", "fifo");
    write::<seeder::Seeder>("plain", "seeder");
    write::<fifo_without_literals::Fifo<32, 6, 7>>("without_literals", "fifo");
    write::<seeder_without_literals::Seeder>("without_literals", "seeder");
    write::<fifo_own_memory::Fifo<32, 6, 7>>("own_memory", "fifo");
}
