//! The standard players, on the games of `games/`.

#[path = "../../../../compiler/net/tests/common.rs"]
mod common;

mod choices;
mod contract;
mod naive;
mod random_games;
mod table;
mod values;
