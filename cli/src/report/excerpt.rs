//! The lines of a game text that a diagnostic speaks of, cut to what a terminal shows.
//!
//! They are laid out one after the other in a text of their own, from which the library renders; lines and columns
//! stay those of the game. So neither a line of megabytes nor what stands in it can do harm.

use codespan_reporting::files::{Error, Files};
use gdl2hdl_gdl::diagnostics::{Label, Lines};
use gdl2hdl_verilate::files::visible;
use std::ops::Range;

/// Most characters of a line that are shown.
const WIDTH: usize = 120;
/// Characters shown before the label of a line that is cut.
const BEFORE: usize = 40;

/// One line of the excerpt.
struct Line {
    /// Number in the game text, from 0.
    index: usize,
    /// Where it stands in the excerpt.
    range: Range<usize>,
    /// Offset in the game text of the first character that is shown.
    start: usize,
    /// Characters of the game's line that are not shown before it, less those that stand for them.
    skipped: usize,
}

/// The excerpt for one diagnostic.
pub(super) struct Excerpt {
    name: String,
    text: String,
    lines: Vec<Line>,
}

impl Excerpt {
    pub(super) fn of(name: &str, lines: &Lines<'_>, labels: &[Label]) -> Self {
        let mut excerpt = Self { name: visible(name), text: String::new(), lines: Vec::new() };
        let mut firsts: Vec<(usize, usize)> = Vec::new();
        for label in labels {
            let start = label.span.start as usize;
            let index = lines.index(start);
            if firsts.iter().all(|&(line, _)| line != index) {
                firsts.push((index, start));
            }
        }
        firsts.sort_unstable();
        for i in 0..firsts.len() {
            let (index, start) = firsts[i];
            // The library shows a single line between two others.
            if i > 0 && firsts[i - 1].0 + 2 == index {
                excerpt.push(lines, index - 1, None);
            }
            excerpt.push(lines, index, Some(start));
        }
        excerpt
    }

    /// Adds a line, cut around an offset if it is long.
    fn push(&mut self, lines: &Lines<'_>, index: usize, around: Option<usize>) {
        let (begin, line) = lines.line(index);
        let at = around.map_or(0, |offset| line.char_indices().take_while(|(i, _)| begin + i < offset).count());
        let is_long = line.chars().nth(WIDTH).is_some();
        let skipped = if is_long && at > WIDTH - BEFORE { at - BEFORE } else { 0 };
        let from = line.char_indices().nth(skipped).map_or(line.len(), |(i, _)| i);
        let shown: String = line[from..].chars().take(WIDTH).collect();
        let cut_after = from + shown.len() < line.len();
        let start = self.text.len();
        if skipped > 0 {
            self.text.push('…');
        }
        self.text.push_str(&visible(&shown));
        if cut_after {
            self.text.push('…');
        }
        let range = start..self.text.len();
        self.text.push('\n');
        self.lines.push(Line { index, range, start: begin + from, skipped: skipped.saturating_sub(1) });
    }

    /// Where a label stands in the excerpt: cut to its first line and to what of it is shown.
    /// `None` when all of it was cut away.
    pub(super) fn place(&self, lines: &Lines<'_>, label: &Label) -> Option<Range<usize>> {
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        let index = lines.index(start);
        let line = self.lines.iter().find(|line| line.index == index)?;
        let (begin, whole) = lines.line(index);
        let shown = &whole[line.start - begin..];
        let marks = if line.start > begin { '…'.len_utf8() } else { 0 };
        let visible_end = self.text[line.range.clone()].chars().count();
        // Characters may be shown by others of another size: count them.
        let count = |offset: usize| shown.char_indices().take_while(|(i, _)| line.start + i < offset).count();
        let first = count(start);
        if start < line.start || first > visible_end {
            return None;
        }
        let byte = |chars: usize| {
            let text = &self.text[line.range.start + marks..line.range.end];
            line.range.start + marks + text.char_indices().nth(chars).map_or(text.len(), |(i, _)| i)
        };
        Some(byte(first)..byte(count(end).max(first)))
    }

    fn at(&self, index: usize) -> Result<&Line, Error> {
        self.lines.iter().find(|line| line.index == index).ok_or(Error::LineTooLarge { given: index, max: index })
    }
}

impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), byte: usize) -> Result<usize, Error> {
        let line = self.lines.iter().rev().find(|line| line.range.start <= byte);
        line.map(|line| line.index).ok_or(Error::IndexTooLarge { given: byte, max: self.text.len() })
    }

    fn line_range(&'a self, (): (), index: usize) -> Result<Range<usize>, Error> {
        self.at(index).map(|line| line.range.clone())
    }

    fn column_number(&'a self, (): (), index: usize, byte: usize) -> Result<usize, Error> {
        let line = self.at(index)?;
        let end = byte.clamp(line.range.start, line.range.end);
        Ok(line.skipped + self.text[line.range.start..end].chars().count() + 1)
    }
}
