//! The folder that a build writes: what the host must know of the board.

use super::FolderError;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_verilate::files::read_in;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path};

/// Name of the file. It is written last: a folder without it holds no whole build.
pub const FILE: &str = "build.json";
/// Longest file that is read. **Units:** bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The only version of the file.
pub const FORMAT: u32 = 1;

/// What a board was built from, as far as the host needs it. The file says more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Version of the file: [`FORMAT`].
    pub format: u32,
    /// Name of the board.
    pub board: String,
    /// Name of the game.
    pub game: String,
    /// Names the net, as in the manifests: 16 hex digits.
    pub net_hash: String,
    /// The rules, so that the folder is enough to play.
    pub source: SourceRecord,
    /// Bits a second of the UART.
    pub baud: u32,
    /// The clock of the engine. What the engine says itself is the clock it was routed for, which its PLL may not make
    /// exactly. **Units:** Hz.
    pub clock_hz: u32,
    /// How the playout engine was built.
    pub config: Config,
}

/// The rules that were built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceRecord {
    /// The file in this folder.
    pub file: String,
    /// Its language, by the name the command line has for it.
    pub language: String,
    /// Level of optimisation.
    pub opt_level: u8,
    /// The work that optimisation could do, where it was said. **Units:** about a millisecond of one processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u32>,
    /// Whether registers that nothing observes were kept.
    pub keep_state: bool,
    /// The file in this folder with the net that was used in place of the optimised one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

impl Build {
    /// Reads the file of a folder.
    ///
    /// # Errors
    /// [`FolderError`], with the place.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let build = Self::parse(&folder.join(FILE), &text(folder)?)?;
        build.check_files(folder)?;
        Ok(build)
    }

    /// Says early of the files it names that they are links, or what would be waited for. Who reads them must see to that
    /// by himself, with [`read_in`]: by then they may be others. One that is missing is not missed before it is read.
    pub(crate) fn check_files(&self, folder: &Path) -> Result<(), FolderError> {
        for file in std::iter::once(&self.source.file).chain(&self.source.net) {
            let path = folder.join(file);
            if std::fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
                let reason = "it is no plain file".to_owned();
                return Err(FolderError::Read { path, reason });
            }
        }
        Ok(())
    }

    /// What the text of the file says.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, FolderError> {
        let build: Self = parse(path, text)?;
        // Where these stand in the file is not known any more: the whole of it is meant.
        let wrong = |reason| FolderError::Syntax { path: path.to_owned(), line: 1, column: 1, reason };
        if build.format != FORMAT {
            return Err(wrong(format!("format {}, but this program knows format {FORMAT}", build.format)));
        }
        inside(&build.source.file).map_err(wrong)?;
        build.source.net.as_deref().map_or(Ok(()), inside).map_err(wrong)?;
        build.config.check().map_err(|error| wrong(error.to_string()))?;
        Ok(build)
    }
}

/// Checks that a file is in the folder, not outside of it.
pub(crate) fn inside(file: &str) -> Result<(), String> {
    match Path::new(file).components().collect::<Vec<_>>()[..] {
        [Component::Normal(_)] => Ok(()),
        _ => Err(format!("`{file}` is not in this folder")),
    }
}

/// The text of the file in a folder.
///
/// # Errors
/// [`FolderError::Read`].
pub(crate) fn text(folder: &Path) -> Result<String, FolderError> {
    let path = folder.join(FILE);
    let wrong = |reason: String| FolderError::Read { path: path.clone(), reason };
    let bytes = read_in(folder, Path::new(FILE), MAX_BYTES).map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| wrong("it is no text in UTF-8".to_owned()))
}

/// JSON, with the place of what is wrong in it.
///
/// # Errors
/// [`FolderError::Syntax`].
pub(crate) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FolderError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column, reason) = (error.line(), error.column(), error.to_string());
        let reason = reason.split(" at line ").next().unwrap_or(&reason).to_owned();
        FolderError::Syntax { path: path.to_owned(), line, column, reason }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(change: &str, to: &str) -> String {
        let config = serde_json::to_string(&Config::default()).unwrap();
        let text = format!(
            "{{\n  \"board\": \"icebreaker\", \"game\": \"tic_tac_toe\",\n  \"net_hash\": \"0123456789abcdef\",\n  \
             \"baud\": 1000000, \"clock_hz\": 12000000, \"lut_used\": 77, \"format\": 1,\n  \"config\": {config},\n  \"source\": {{ \"file\": \
             \"a.kif\", \"language\": \"kif\", \"opt_level\": 2, \"keep_state\": false }}\n}}"
        );
        assert!(text.contains(change), "{text}");
        text.replacen(change, to, 1)
    }

    fn parse(text: &str) -> Result<Build, String> {
        Build::parse(Path::new("b/build.json"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_the_host_needs_is_read() {
        let build = parse(&text("", "")).unwrap();
        assert_eq!((build.board.as_str(), build.baud, build.config), ("icebreaker", 1_000_000, Config::default()));
    }

    #[test]
    fn mistakes_have_a_place() {
        let wrong = parse(&text("1000000", "\"fast\"")).unwrap_err();
        assert_eq!(wrong, "`b/build.json`, line 4, column 16: invalid type: string \"fast\", expected u32");
        let missing = parse(&text("\"net_hash\"", "\"hash\"")).unwrap_err();
        assert_eq!(missing, "`b/build.json`, line 7, column 1: missing field `net_hash`");
        let broken = parse("{\n  \"board\" 1}").unwrap_err();
        assert_eq!(broken, "`b/build.json`, line 2, column 11: expected `:`");
        let range = parse(&text("\"cores\":1", "\"cores\":0")).unwrap_err();
        assert_eq!(range, "`b/build.json`, line 1, column 1: the number of cores must be 1 to 4096, not 0");
        let outside = parse(&text("a.kif", "..")).unwrap_err();
        assert_eq!(outside, "`b/build.json`, line 1, column 1: `..` is not in this folder");
        let outside = parse(&text("\"keep_state\"", "\"net\": \"../n.aig\", \"keep_state\"")).unwrap_err();
        assert_eq!(outside, "`b/build.json`, line 1, column 1: `../n.aig` is not in this folder");
        let other = parse(&text("\"format\": 1", "\"format\": 2")).unwrap_err();
        assert_eq!(other, "`b/build.json`, line 1, column 1: format 2, but this program knows format 1");
        let unread = Build::read(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(unread.starts_with("cannot read `/nowhere/build.json`: No such file"), "{unread}");
    }
}
