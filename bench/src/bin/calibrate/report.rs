//! The model beside the counts, as a table, and the weights that would be nearest.

use crate::counted::Point;
use gdl2hdl_bench::least_squares::weights;
use gdl2hdl_bench::table::{markdown, median};
use gdl2hdl_device::bitstream::cost::Weights;
use std::io::{self, Write};

/// Writes what is known of a family.
pub(crate) fn write(family: &str, points: &[Point]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let header =
        [family, "levels", "cells", "model", "off, %", "FF", "model", "off, %", "DSP", "model", "once", "model", "RAM"];
    let rows: Vec<Vec<String>> = points.iter().map(row).collect();
    writeln!(out, "{}", markdown(&header, &rows))?;
    let off = |pairs: Vec<(f64, f64)>| {
        let shares: Vec<f64> = pairs.into_iter().map(|(model, real)| 100.0 * (model / real - 1.0).abs()).collect();
        let worst = shares.iter().copied().fold(0.0, f64::max);
        format!("{:.1} % in the median, {worst:.1} % at worst", median(&shares).unwrap_or(0.0))
    };
    let cells = points.iter().map(|point| (core_cells(point), point.core.luts + point.core.lone)).collect();
    let ffs = points.iter().map(|point| (core_ffs(point), point.core.ffs)).collect();
    let once = points.iter().map(|point| (point.cost.fixed.cells, point.fixed.luts + point.fixed.lone)).collect();
    writeln!(out, "off: cells of a core {}; flip-flops {}; cells once {}\n", off(cells), off(ffs), off(once))?;
    let Some(before) = points.first().map(|point| Weights::of(point.family)) else { return Ok(()) };
    let mut fitted = |name: &str, before: &[f64], of: &dyn Fn(&Point) -> (Vec<f64>, f64)| {
        let (rows, values): (Vec<Vec<f64>>, Vec<f64>) = points.iter().map(of).unzip();
        let found: Vec<String> = weights(&rows, &values, before).iter().map(|weight| format!("{weight:.2}")).collect();
        writeln!(out, "    {name}: [{}],", found.join(", "))
    };
    fitted("core_luts", &before.core_luts, &|point| (point.features.core_terms().to_vec(), point.core.luts))?;
    fitted("core_ffs", &before.core_ffs, &|point| (point.features.ff_terms().to_vec(), point.core.ffs))?;
    fitted("core_lone", &before.core_lone, &|point| (point.features.lone_terms().to_vec(), point.core.lone))?;
    let once = |point: &Point| point.features.fixed_terms().to_vec();
    fitted("fixed_luts", &before.fixed_luts, &|point| (once(point), point.fixed.luts))?;
    fitted("fixed_ffs", &before.fixed_ffs, &|point| (once(point), point.fixed.ffs))?;
    fitted("fixed_lone", &before.fixed_lone, &|point| (once(point), point.fixed.lone))?;
    writeln!(out)
}

/// Without the part of a cluster, which two and four cores do not show.
fn core_cells(point: &Point) -> f64 {
    let clusters = if point.core.lone > 0.0 { point.features.cluster_ffs() / 8.0 } else { 0.0 };
    point.cost.core.cells - clusters
}

fn core_ffs(point: &Point) -> f64 {
    point.cost.core.ffs - point.features.cluster_ffs() / 8.0
}

fn row(point: &Point) -> Vec<String> {
    let number = |value: f64| format!("{value:.0}");
    let off = |model: f64, real: f64| format!("{:.1}", 100.0 * (model / real - 1.0));
    let (cells, once) = (point.core.luts + point.core.lone, point.fixed.luts + point.fixed.lone);
    vec![
        point.name.clone(),
        point.features.levels.to_string(),
        number(cells),
        number(core_cells(point)),
        off(core_cells(point), cells),
        number(point.core.ffs),
        number(core_ffs(point)),
        off(core_ffs(point), point.core.ffs),
        number(point.core.dsps),
        number(point.cost.core.dsps),
        number(once),
        number(point.cost.fixed.cells),
        number(point.fixed.brams),
    ]
}
