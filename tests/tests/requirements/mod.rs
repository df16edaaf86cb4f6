//! The requirements of games: known good ones pass, broken ones have counter-examples, random ones are judged as the
//! interpreter of the rules would.

mod broken;
mod command;
mod examples;
mod game;
mod naive;
