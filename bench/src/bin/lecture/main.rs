//! `make bench-lecture`: the two tables of the lecture on grounding, on our own writing of its games, beside its figures.
//!
//! First sizes and times of grounding; then how long three reasoners take to search whole trees to a fixed depth. Ends
//! with status 3 when a tree has other numbers of nodes or leaves than in the lecture.

mod figures;
mod search;

use clap::Parser;
use figures::Size;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{digits, markdown, median};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::read::{self, ReadOptions};
use gdl2hdl_ground::Limits;
use gdl2hdl_ground::metagame::{self, Bounds, Grounded};
use gdl2hdl_tests::examples;
use search::{Counts, REASONERS};
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Parser)]
struct Args {
    /// Runs of each measurement; the middle one counts.
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = io::stdout();
    writeln!(out, "Grounding: ours | lecture\n\n{}", sizes(args)?)?;
    let (text, differ) = searches(args)?;
    writeln!(out, "Whole trees to a fixed depth, milliseconds: ours | lecture\n\n{text}")?;
    Ok(ExitCode::from(if differ { 3 } else { 0 }))
}

fn read(file: &str) -> Result<Checked, Box<dyn Error>> {
    let path = examples::path(file.trim_end_matches(".kif"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", Path::new(file).display()))?;
    read::read(&text, &ReadOptions::default()).game().map_err(|found| format!("{found:?}").into())
}

fn bounds() -> Bounds<'static> {
    Bounds { limits: Limits::default(), observer: &Unobserved }
}

fn both(ours: &str, lecture: &str) -> String {
    format!("{ours} \\| {lecture}")
}

fn sizes(args: &Args) -> Result<String, Box<dyn Error>> {
    let mut rows = Vec::new();
    for Size { game, file, bases, actions, facts, rules, ms } in figures::sizes()? {
        let Some(file) = file else { continue };
        let sheet = read(&file)?;
        let mut times = Vec::new();
        let mut counts = None;
        for _ in 0..args.runs.max(1) {
            let start = Instant::now();
            let grounding = metagame::ground(&sheet, bounds()).map_err(|refused| refused.message)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            counts = Some(Grounded::of(&grounding));
        }
        let Some(ours) = counts else { continue };
        rows.push(vec![
            game,
            file,
            both(&ours.bases.to_string(), &bases.to_string()),
            both(&ours.actions.to_string(), &actions.to_string()),
            both(&ours.facts.to_string(), &facts.to_string()),
            both(&ours.rules.to_string(), &rules.to_string()),
            both(&digits(median(&times).unwrap_or(f64::NAN)), &ms.to_string()),
        ]);
    }
    Ok(markdown(&["game", "ours", "bases", "actions", "facts", "rules", "ms"], &rows))
}

/// The table, and whether a tree is another than in the lecture.
fn searches(args: &Args) -> Result<(String, bool), Box<dyn Error>> {
    let (mut rows, mut differ) = (Vec::new(), false);
    let figure = |figure: Option<u64>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
    for lecture in figures::searches()? {
        let Some(file) = &lecture.file else { continue };
        let sheet = read(file)?;
        let mut row = vec![lecture.game.clone(), lecture.depth.to_string()];
        let mut cells = Vec::new();
        let mut found = Counts::default();
        for (number, reasoner) in REASONERS.iter().enumerate() {
            let mut engine = (reasoner.make)(&sheet)?;
            let mut times = Vec::new();
            for _ in 0..args.runs.max(1) {
                let start = Instant::now();
                found = search::search(&mut *engine, lecture.depth)?;
                times.push(start.elapsed().as_secs_f64() * 1e3);
                differ |= !lecture.is(found);
            }
            cells.push(both(&digits(median(&times).unwrap_or(f64::NAN)), &figure(lecture.ms[number])));
        }
        row.push(both(&found.nodes.to_string(), &lecture.nodes.to_string()));
        row.push(both(&found.leaves.to_string(), &figure(lecture.leaves)));
        row.extend(cells);
        rows.push(row);
    }
    let mut header = vec!["game", "depth", "nodes", "leaves"];
    header.extend(REASONERS.iter().map(|reasoner| reasoner.title));
    Ok((markdown(&header, &rows), differ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trees of the lecture's sizes show that our rules are those of its games.
    #[test]
    fn our_games_have_the_trees_of_the_lecture() {
        for lecture in figures::searches().unwrap() {
            let Some(file) = &lecture.file else { continue };
            let mut engine = (REASONERS[2].make)(&read(file).unwrap()).unwrap();
            let found = search::search(&mut *engine, lecture.depth).unwrap();
            assert!(lecture.is(found), "{}: {found:?}", lecture.game);
        }
    }

    #[test]
    fn every_reasoner_sees_the_same_tree() {
        let sheet = read("lecture/buttons_and_lights.kif").unwrap();
        for reasoner in &REASONERS {
            let mut engine = (reasoner.make)(&sheet).unwrap();
            let counts = search::search(&mut *engine, 3).unwrap();
            assert_eq!(counts, Counts { nodes: 40, leaves: 27 }, "{}", reasoner.title);
        }
    }
}
