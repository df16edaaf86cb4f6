//! A placed design as a picture: each cell where nextpnr put it, coloured by the part of the design it belongs to.
//!
//! Which part that is is told by its name, and synthesis names a LUT after a signal it makes: where logic of two parts
//! has grown together, one of them has it.

use super::BuildError;
use gdl2hdl_verilate::files::visible;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Parts of a design: a name, a colour, and what the names of its cells contain. The first that fits counts.
const PARTS: [(&str, &str, &[&str]); 9] = [
    ("random bits", "#8e6bbf", &[".u_generator", ".generators_"]),
    ("pick of a move", "#e07b39", &[".u_picker", ".drawn_"]),
    ("the game", "#c0392b", &[".u_next", ".u_legal", ".u_end", ".legal_", ".next_", ".state_", ".goal"]),
    ("lanes", "#e8b53a", &[".u_core."]),
    ("counters", "#3a8f5c", &[".u_tally"]),
    ("seeds", "#5fb8a5", &[".u_seeder", ".u_spare"]),
    ("jobs and reports", "#3b6fb0", &[".u_engine."]),
    ("UART", "#8fb4dd", &["u_link"]),
    ("clock, reset, LEDs, rest", "#8a8a8a", &[""]),
];

/// Side of a tile, with the gap to the next. All in units of the picture.
const TILE: usize = 12;
/// What a cell that fills its tile takes of it.
const FULL: usize = 10;
/// Height of a line of the legend.
const LINE: usize = 22;
/// Width of the mark before a line of it, with the gap.
const MARK: usize = 20;
/// Width of a character of it, and of a bold one of the title: those of wide fonts, as nobody knows which will be taken.
const CHARACTER: usize = 9;
const BOLD_CHARACTER: usize = 10;
/// Characters of a title at most.
const TITLE: usize = 80;

/// A design as nextpnr writes it: only what the picture needs.
#[derive(Deserialize)]
struct Design {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(default)]
    attributes: Attributes,
}

#[derive(Default, Deserialize)]
struct Attributes {
    /// `X11/Y28/lc0`, `X6/Y27/SLICEB.K0`, `X13/Y25/EBR0`.
    #[serde(rename = "NEXTPNR_BEL", default)]
    place: String,
}

/// A cell on the device.
struct Placed {
    x: usize,
    y: usize,
    /// Where in its tile: left, top, width, height, in tenths of it.
    within: [usize; 4],
    part: usize,
}

/// Draws what `--write` of nextpnr wrote. **Shape:** an SVG, of about 15 bytes a cell.
pub(super) fn draw(design: &str, title: &str) -> Result<String, BuildError> {
    let wrong = |reason: String| BuildError::NotUnderstood { tool: "nextpnr", reason };
    let design: Design = serde_json::from_str(design).map_err(|error| wrong(error.to_string()))?;
    let cells = design.modules.values().flat_map(|module| &module.cells);
    let placed: Vec<Placed> = cells.filter_map(|(name, cell)| placed(name, &cell.attributes.place)).collect();
    if placed.is_empty() {
        return Err(wrong("no cells in the placed design".to_owned()));
    }
    Ok(svg(&placed, title))
}

fn placed(name: &str, place: &str) -> Option<Placed> {
    let mut fields = place.split('/');
    let mut number = |axis: char| fields.next()?.strip_prefix(axis)?.parse::<usize>().ok();
    let (x, y) = (number('X')?, number('Y')?);
    let part = PARTS.iter().position(|(_, _, marks)| marks.iter().any(|mark| name.contains(mark)))?;
    Some(Placed { x, y, within: within(fields.next()?), part })
}

/// Logic cells stand in columns, memories fill their tile, of the rest there are few in each.
fn within(bel: &str) -> [usize; 4] {
    let digit = |text: &str| text.bytes().last().map_or(0, |byte| usize::from(byte.wrapping_sub(b'0')) % 8);
    if let Some(cell) = bel.strip_prefix("lc") {
        let cell = digit(cell);
        return [5 * (cell / 4), 5 * (cell % 4) / 2, 4, 2];
    }
    if let Some((slice, cell)) = bel.strip_prefix("SLICE").and_then(|bel| bel.split_once('.')) {
        let row = 2 * (usize::from(slice.bytes().next().unwrap_or(b'A').wrapping_sub(b'A')) % 4) + digit(cell) % 2;
        let left = if cell.starts_with('K') { 0 } else { 5 };
        return [left, 5 * row / 4, 4, 1];
    }
    let memory = bel == "ram" || bel.starts_with("EBR");
    if memory { [0, 0, FULL, FULL] } else { [0, 5 * (digit(bel) % 2), 5, 4] }
}

fn svg(placed: &[Placed], title: &str) -> String {
    let widest = placed.iter().map(|cell| cell.x).max().unwrap_or(0);
    let highest = placed.iter().map(|cell| cell.y).max().unwrap_or(0);
    let (wide, high) = ((widest + 1) * TILE, (highest + 1) * TILE);
    let mut paths = vec![(0_usize, String::new()); PARTS.len()];
    for Placed { x, y, within: [left, top, width, height], part } in placed {
        let (x, y) = (x * TILE + left, (highest - y) * TILE + top);
        let (count, path) = &mut paths[*part];
        *count += 1;
        // Writing to a string cannot fail.
        let _ok = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
    }
    let legend = wide + TILE;
    let lines: Vec<String> =
        paths.iter().zip(PARTS).map(|((count, _), (name, ..))| format!("{name}: {count} cells")).collect();
    let title = escaped(&title.chars().take(TITLE).collect::<String>());
    let longest = lines.iter().map(|line| MARK + line.chars().count() * CHARACTER).max().unwrap_or(0);
    let right = legend + longest.max(title.chars().count() * BOLD_CHARACTER);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-6 -6 {} {}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect x=\"-6\" y=\"-6\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" fill=\"#f4f4f2\"/>\n\
         <text x=\"{legend}\" y=\"14\" font-weight=\"bold\">{}</text>\n",
        right + 12,
        high.max(LINE * (PARTS.len() + 2)) + 12,
        wide + 4,
        high + 4,
        title
    );
    for (line, ((said, (_, path)), (_, colour, _))) in lines.iter().zip(&paths).zip(PARTS).enumerate() {
        let y = LINE * (line + 2);
        let _ok = writeln!(
            text,
            "<path fill=\"{colour}\" d=\"{path}\"/>\n<rect x=\"{legend}\" y=\"{}\" width=\"12\" height=\"12\" \
             fill=\"{colour}\"/><text x=\"{}\" y=\"{y}\">{said}</text>",
            y - 11,
            legend + MARK
        );
    }
    text + "</svg>\n"
}

/// Text within an element, where control characters may not stand.
pub(super) fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESIGN: &str = r#"{"creator": "n", "modules": {"$BOX": {}, "top": {"cells": {
        "u_linked.u_engine.g_core[0].u_core.u_picker_0.sum_LC": {"attributes": {"NEXTPNR_BEL": "X1/Y2/lc5", "src": "a"}},
        "u_linked.u_engine.g_core[0].u_core.u_next.a": {"attributes": {"NEXTPNR_BEL": "X2/Y0/SLICEB.K1"}},
        "u_linked.u_link.u_inbox.memory": {"attributes": {"NEXTPNR_BEL": "X0/Y1/ram"}},
        "led": {"attributes": {"NEXTPNR_BEL": "X0/Y0/io1"}},
        "not placed": {}}}}}"#;

    #[test]
    fn cells_stand_where_they_are_and_have_their_colours() {
        let picture = draw(DESIGN, "a <game>").unwrap();
        for expected in [
            "<path fill=\"#e07b39\" d=\"M17 2h4v2h-4z\"/>",
            "<path fill=\"#c0392b\" d=\"M24 27h4v1h-4z\"/>",
            "<path fill=\"#8fb4dd\" d=\"M0 12h10v10h-10z\"/>",
            ">pick of a move: 1 cells<",
            ">lanes: 0 cells<",
            ">a &lt;game&gt;<",
        ] {
            assert!(picture.contains(expected), "{expected} in {picture}");
        }
    }

    #[test]
    fn nothing_is_cut_at_the_right() {
        for title in ["a", "a game with a long name that goes on for longer than any line of the legend does"] {
            let picture = draw(DESIGN, title).unwrap();
            let right = |text: &str, word: &str| text.split(word).nth(1)?.split('"').next()?.parse::<usize>().ok();
            let view = picture.split("viewBox=\"-6 -6 ").nth(1).unwrap();
            let width: usize = view.split(' ').next().unwrap().parse().unwrap();
            let texts: Vec<&str> = picture.split("<text ").skip(1).collect();
            assert_eq!(texts.len(), PARTS.len() + 1);
            for text in texts {
                let (begin, said) = (right(text, "x=\"").unwrap(), text.split(['>', '<']).nth(1).unwrap());
                // Seven tenths of the font's size for a character: more than the widest of the common fonts takes.
                let bold = if text.contains("bold") { 7 } else { 6 };
                assert!(6 + begin + said.chars().count() * 14 * bold / 10 < width, "{said} in {width}");
            }
        }
    }

    #[test]
    fn designs_without_cells_are_refused() {
        for text in ["", "{}", r#"{"modules": {"top": {"cells": {"a": {"attributes": {"NEXTPNR_BEL": "here"}}}}}}"#] {
            assert!(matches!(draw(text, "t"), Err(BuildError::NotUnderstood { .. })), "{text}");
        }
    }
}
