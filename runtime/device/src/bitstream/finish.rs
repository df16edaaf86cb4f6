//! The end of a build: the bitstream of what is routed, and the record of it.

use super::builder::{Builder, Built};
use super::fitted::FitRecord;
use super::place::pack;
use super::power::Power;
use super::stages::{remove, write_whole};
use super::sustained::Sustained;
use super::{BuildError, BuildRecord, FileRecord, Request, design};
use crate::board::{self, Build};
use gdl2hdl_boards::Family;
use gdl2hdl_verilate::{KeyBuilder, digest};
use std::fs;

impl Builder<'_> {
    /// Packs the bitstream, in the folder of the clock, unless that is done.
    pub(super) fn pack(&mut self, built: &mut Built) -> Result<(), BuildError> {
        if built.packed {
            return Ok(());
        }
        let (bitstream, routed) = (self.bitstream(built), built.routed_text);
        let folder = &mut built.design.folder;
        let key = KeyBuilder::default().part(&self.tools.pack.version).part(folder.read(routed)?);
        let (tools, observer, Request { board, limits, .. }) = (self.tools, self.observer, self.request);
        self.stage(folder, "pack", key, &[&bitstream], |folder| {
            pack(board.fpga.family, &tools.pack, folder, [routed, &bitstream], *limits, observer).map(drop)
        })?;
        built.packed = true;
        Ok(())
    }

    /// The name of the file with the bitstream.
    fn bitstream(&self, built: &Built) -> String {
        let extension = if self.request.board.fpga.family == Family::Ice40 { "bin" } else { "bit" };
        format!("{}.{extension}", built.design.gateware.top)
    }

    /// Writes what is packed into the folder of the build, `build.json` last; with how it was found. A record of another
    /// bitstream that is there goes first: at no time the folder has one that is not of its bitstream.
    pub(super) fn write(&self, built: &Built, found: Option<FitRecord>) -> Result<BuildRecord, BuildError> {
        let Request { source, source_text, imported, .. } = self.request;
        let file = self.bitstream(built);
        let bytes = built.design.folder.read(&file)?;
        let (path, record) = (self.base.join(&file), self.base.join(board::FILE));
        if fs::read(&path).ok().as_ref() != Some(&bytes) {
            remove(&record)?;
            write_whole(&path, &bytes)?;
        }
        write_whole(&self.base.join(&source.file), source_text.as_bytes())?;
        if let (Some(file), Some(net)) = (&source.net, imported) {
            write_whole(&self.base.join(file), net)?;
        }
        let bitstream = FileRecord { file, bytes: bytes.len() as u64, sha256: digest(&bytes) };
        let made = self.record(built, bitstream, found)?;
        let text = serde_json::to_string_pretty(&made).map_err(|error| BuildError::Broken(error.to_string()))?;
        write_whole(&record, (text + "\n").as_bytes())?;
        Ok(made)
    }

    /// What is told of it.
    fn record(
        &self,
        built: &Built,
        bitstream: FileRecord,
        found: Option<FitRecord>,
    ) -> Result<BuildRecord, BuildError> {
        let Request { board, game, source, .. } = self.request;
        let config = self.engine.config;
        let Built { design, setting, placement, routed, .. } = built;
        let luts = routed.luts()?;
        let clock_hz = setting.output.hz();
        let sustained = Sustained::of(&self.engine.pace, &config, clock_hz, self.request.lengths);
        let (margin_ppm, needed_hz) = self.spared(setting);
        Ok(BuildRecord {
            build: Build {
                format: board::FORMAT,
                board: board.name.clone(),
                game: (*game).to_owned(),
                net_hash: self.net_hash.clone(),
                source: source.clone(),
                baud: design.baud,
                clock_hz: u32::try_from(clock_hz)
                    .map_err(|_| BuildError::Broken(format!("a clock of {clock_hz} Hz")))?,
                config,
            },
            top: design.gateware.top.clone(),
            folder: design.name.clone(),
            cores: config.cores,
            in_flight: config.lanes() * config.slots,
            lut_used: luts.used,
            lut_total: luts.available,
            utilisation: routed.utilization.clone(),
            clock: design::words(setting),
            made_for_hz: Some(design.clock),
            detector_hz: setting.clock.pll.map(|pll| pll.detector(setting.input_hz).hz()),
            oscillator_hz: setting.clock.pll.map(|pll| pll.oscillator(setting.input_hz).hz()),
            margin_ppm: Some(margin_ppm),
            needed_hz: Some(needed_hz),
            fmax_hz: placement.best.fmax_hz,
            nextpnr_hz: placement.best.nextpnr_hz,
            icetime_hz: placement.best.icetime_hz,
            states_per_s: sustained.states_per_s(clock_hz),
            sustained: Some(sustained),
            seed: placement.best.seed,
            seeds: placement.tried.clone(),
            tools: self.tools.versions(),
            bitstream,
            stages: self.stages.clone(),
            power: Some(Power::of(luts.used, clock_hz)),
            fit: found,
        })
    }
}
