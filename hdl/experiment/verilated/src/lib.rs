//! Tests of the gateware's fixed parts, simulated by Verilator.
#![cfg(test)]
#![allow(missing_abi, missing_docs, unreachable_pub, unsafe_code)] // what `verilator` generates

mod fifo;
mod seeder;
