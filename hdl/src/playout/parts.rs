//! The parts that are the same for every game: files of `hdl/rtl`.

use crate::source::SourceFile;

/// Where the parts of an ECP5 lie in the folder of an engine.
pub(super) const ECP5_FOLDER: &str = "ecp5/";

/// A file of `hdl/rtl`, or of a folder there.
macro_rules! part {
    ($name:literal) => {
        part!("", $name)
    };
    ($folder:literal, $name:literal) => {
        (concat!($name, ".v"), include_str!(concat!("../../rtl/", $folder, $name, ".v")))
    };
}

/// Parts of engines, links and boards, each before what it is made of.
const PARTS: [(&str, &str); 46] = [
    part!("playout_queue"),
    part!("playout_late_queue"),
    part!("playout_words"),
    part!("playout_control"),
    part!("playout_seeder"),
    part!("playout_spare"),
    part!("playout_feeder"),
    part!("playout_chunks"),
    part!("playout_entry"),
    part!("playout_quota"),
    part!("playout_carry"),
    part!("playout_carry_block"),
    part!("playout_delay"),
    part!("playout_generator"),
    part!("playout_fed_generator"),
    part!("playout_taps"),
    part!("playout_picker"),
    part!("playout_scale"),
    part!("playout_product"),
    part!("playout_pick_small"),
    part!("playout_pick_tree"),
    part!("playout_count"),
    part!("playout_pick_step"),
    part!("playout_pick_block"),
    part!("playout_tally"),
    part!("playout_byte_tally"),
    part!("playout_popcount"),
    part!("playout_first"),
    part!("playout_bank"),
    part!("playout_report"),
    part!("playout_solo"),
    part!("board_reset"),
    part!("board_lamps"),
    part!("link_port"),
    part!("link_receiver"),
    part!("link_transmitter"),
    part!("link_pace"),
    part!("link_step"),
    part!("link_unframer"),
    part!("link_inbox"),
    part!("link_counts"),
    part!("link_reporter"),
    part!("link_byte_reporter"),
    part!("link_command"),
    part!("link_framer"),
    part!("link_crc"),
];

/// What stands in an ECP5 in place of parts.
const ECP5: [(&str, &str); 3] =
    [part!("ecp5/", "playout_words"), part!("ecp5/", "playout_carry_block"), part!("ecp5/", "playout_product")];

/// What stands in an iCE40 with multipliers in place of parts.
const ULTRA_PLUS: [(&str, &str); 1] = [part!("ice40/", "playout_product")];

/// The file of a part in a folder.
fn file(folder: &str, (name, text): &(&str, &str)) -> SourceFile {
    SourceFile { name: format!("{folder}{name}"), text: (*text).to_owned() }
}

/// Puts block RAMs and multipliers of an ECP5, with all their registers, in place of what synthesis would make with one of
/// them or none.
pub(crate) fn fit_ecp5(files: &mut [SourceFile]) {
    fit(files, &ECP5);
}

/// Puts multipliers of an iCE40 UltraPlus with their registers in place of what synthesis would make without these.
pub(crate) fn fit_ultra_plus(files: &mut [SourceFile]) {
    fit(files, &ULTRA_PLUS);
}

fn fit(files: &mut [SourceFile], texts: &[(&str, &str)]) {
    for (part, text) in texts {
        for file in files.iter_mut().filter(|file| file.name == *part) {
            (*text).clone_into(&mut file.text);
        }
    }
}

/// Whether a part has this module.
pub(super) fn is_part(module: &str) -> bool {
    PARTS.iter().any(|(file, _)| file.strip_suffix(".v") == Some(module))
}

/// The parts of engines, of which each engine uses some: all others belong to lines and boards.
pub(super) fn of_engines() -> Vec<SourceFile> {
    PARTS.iter().filter(|(name, _)| name.starts_with("playout_")).map(|part| file("", part)).collect()
}

/// The parts that stand in an ECP5 in place of some, in their folder [`ECP5_FOLDER`].
pub(super) fn of_ecp5() -> Vec<SourceFile> {
    ECP5.iter().map(|part| file(ECP5_FOLDER, part)).collect()
}

/// The parts that a text makes use of, and what these make use of, in the order of the table.
pub(crate) fn used_by<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<SourceFile> {
    let mut texts: Vec<&str> = texts.into_iter().collect();
    let mut used = [false; PARTS.len()];
    while let Some(text) = texts.pop() {
        for (i, (name, part)) in PARTS.iter().enumerate() {
            let module = name.trim_end_matches(".v");
            if !used[i] && instantiates(text, module) {
                used[i] = true;
                texts.push(part);
            }
        }
    }
    let files = PARTS.iter().zip(used).filter(|(_, used)| *used);
    files.map(|(part, _)| file("", part)).collect()
}

/// Whether a line begins with the name of a module, as instances do.
pub(super) fn instantiates(text: &str, module: &str) -> bool {
    let begins = |line: &str| line.trim_start().strip_prefix(module).is_some_and(|rest| rest.starts_with(' '));
    text.lines().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_bring_their_parts() {
        let names = |text: &str| used_by([text]).into_iter().map(|file| file.name).collect::<Vec<_>>();
        assert_eq!(names("  playout_first #(.COUNTERS(3)) u_first ("), ["playout_first.v", "playout_bank.v"]);
        assert_eq!(names("  // playout_first"), [""; 0]);
    }
}
