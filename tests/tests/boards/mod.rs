//! Boards from outside: the command, PLL settings beside the tools that compute them, designs placed on every board.

mod command;
mod page;
mod place;
mod pll;
