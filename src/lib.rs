//! Game rules in, propositional nets, Verilog and random playouts out.
//!
//! ```
//! use gdl2hdl::{Game, Job, Options, Threads};
//!
//! # fn main() -> Result<(), gdl2hdl::Error> {
//! let game = Game::parse(
//!     "(role robot) (base p) (input robot press) (legal robot press)
//!      (<= (next p) (does robot press)) (<= (goal robot 100) (true p)) (<= terminal (true p))",
//! )?;
//! let compiled = game.compile(&Options::default(), &gdl2hdl::Unobserved)?;
//! assert!(compiled.verilog("press").text().contains("module press_propnet"));
//! let report = compiled.cpu(Threads::All).playouts(&Job::new(1).lanes(64).per_lane(10))?;
//! assert_eq!(report.playouts(), 640);
//! # Ok(())
//! # }
//! ```
//!
//! Each stage is a crate of its own, and whoever needs one stage alone can use that crate: [`gdl`] reads, checks and
//! interprets, [`ground`] grounds, [`net`] has propnets and nets, [`opt`] optimises and proves, [`emit`] writes, [`play`]
//! has engines and playouts, [`hdl`] gateware, [`device`] boards, [`search`] who chooses moves, [`ggp`] the protocol of
//! matches. `docs/LIBRARY.md` tells which to choose. [`seat`] makes players of them, and [`mod@matches`] has them play.

mod compiled;
mod error;
mod game;
mod job;
pub mod matches;
mod player;
pub mod seat;
mod stages;
mod startup;

pub use compiled::{Compiled, Verilog};
pub use error::Error;
pub use game::{Game, Options};
pub use gdl2hdl_gdl::blame::Blame;
pub use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
pub use gdl2hdl_gdl::observer::{Observer, Unobserved};
pub use gdl2hdl_gdl::read::ReadOptions;
pub use gdl2hdl_gdl::remedy::{Remedied, Remedy};
pub use gdl2hdl_ground::Limits;
pub use gdl2hdl_opt::{Level, WorkUnits};
pub use gdl2hdl_play::engine::Batch;
pub use job::Job;
pub use player::{Player, Report, Threads};
pub use stages::{Built, GroundGame};
pub use startup::{Ready, StartFailure, StartStage};

pub use gdl2hdl_boards as boards;
pub use gdl2hdl_device as device;
pub use gdl2hdl_emit as emit;
pub use gdl2hdl_gdl as gdl;
pub use gdl2hdl_ggp as ggp;
pub use gdl2hdl_ground as ground;
pub use gdl2hdl_hdl as hdl;
pub use gdl2hdl_net as net;
pub use gdl2hdl_opt as opt;
pub use gdl2hdl_play as play;
pub use gdl2hdl_search as search;
pub use gdl2hdl_simd as simd;
pub use gdl2hdl_verilate as verilate;
