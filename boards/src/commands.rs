//! Command lines that bring a bitstream onto a board. Nothing is run here.

use crate::{Board, Program, Target};
use std::ffi::OsString;
use std::path::Path;

impl Program {
    /// Arguments of the program for a file. A file that is named like an option is written `./NAME`.
    #[must_use]
    pub fn arguments(&self, file: &Path) -> Vec<OsString> {
        let file =
            if file.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(file) } else { file.into() };
        let argument = |arg: &String| if arg == "{file}" { file.clone().into_os_string() } else { arg.into() };
        self.args.iter().map(argument).collect()
    }
}

impl Board {
    /// The usual way to load it, or the usual one into `target`. `None` when that can't be loaded.
    #[must_use]
    pub fn way(&self, target: Option<Target>) -> Option<&Program> {
        self.program.iter().find(|program| target.is_none() || program.target == target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{all, by_name};

    /// Program and arguments, in one line.
    fn line(board: &str, target: Option<Target>, file: &str) -> Option<String> {
        let board = by_name(board).unwrap();
        let way = board.way(target)?;
        let words = way.arguments(Path::new(file));
        let words = words.iter().map(|word| word.to_str().unwrap());
        Some(std::iter::once(way.tool.command()).chain(words).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_file_is_put_in_its_place() {
        let line = |board, target, file| line(board, target, file).unwrap();
        assert_eq!(line("icebreaker", None, "out/x.bin"), "iceprog out/x.bin");
        assert_eq!(line("ice40-hx8k-b-evn", None, "x.bin"), "iceprog -S x.bin");
        assert_eq!(line("ice40-hx8k-b-evn", Some(Target::Flash), "x.bin"), "iceprog x.bin");
        assert_eq!(line("ulx3s-85f", None, "x.bit"), "openFPGALoader -b ulx3s x.bit");
        assert_eq!(line("ulx3s-85f", Some(Target::Flash), "x.bit"), "openFPGALoader -b ulx3s -f x.bit");
        assert_eq!(line("orangecrab-25f", None, "x.dfu"), "dfu-util -d 1209:5af0 -a 0 -D x.dfu");
        assert_eq!(line("tinyfpga-bx", None, "-h"), "tinyprog -p ./-h");
    }

    #[test]
    fn not_every_board_can_be_loaded_into_sram() {
        assert_eq!(line("icestick", Some(Target::Sram), "x.bin"), None);
        for board in all().unwrap() {
            assert!(board.way(None).is_some() && board.way(Some(Target::Flash)).is_some(), "{}", board.name);
        }
    }
}
