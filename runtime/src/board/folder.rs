//! The folder that a build writes: what the host must know of the board.

use super::FolderError;
use gdl2hdl_hdl::playout::Config;
use serde::Deserialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Name of the file.
pub const FILE: &str = "build.json";
/// Longest file that is read. **Units:** bytes.
const MAX_BYTES: u64 = 16 << 20;

/// What a board was built from. The file says more, which the host does not need.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Build {
    /// Name of the board.
    pub board: String,
    /// Name of the game. The rules are in the folder as `<game>.kif` or `<game>.hrf`.
    pub game: String,
    /// Names the net: 16 hex digits.
    pub net_hash: String,
    /// Bits a second of the serial line.
    pub baud: u32,
    /// How the playout engine was built.
    pub config: Config,
}

impl Build {
    /// Reads the file of a folder.
    ///
    /// # Errors
    /// [`FolderError`], with the place.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join(FILE);
        let mut text = String::new();
        let read = File::open(&path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text));
        read.map_err(|error| FolderError::Read { path: path.clone(), reason: error.to_string() })?;
        Self::parse(&path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Self, FolderError> {
        let build: Self = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or(&reason).to_owned();
            FolderError::Syntax { path: path.to_owned(), line, column, reason }
        })?;
        build.config.check().map_err(|error| {
            // Where the numbers stand is not known any more; the whole file is meant.
            FolderError::Syntax { path: path.to_owned(), line: 1, column: 1, reason: error.to_string() }
        })?;
        Ok(build)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(change: &str, to: &str) -> String {
        let config = serde_json::to_string(&Config::default()).unwrap();
        let text = format!(
            "{{\n  \"board\": \"icebreaker\", \"game\": \"tic_tac_toe\",\n  \"net_hash\": \"0123456789abcdef\",\n  \
             \"baud\": 1000000, \"lut_used\": 77,\n  \"config\": {config}\n}}"
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
        assert_eq!(missing, "`b/build.json`, line 6, column 1: missing field `net_hash`");
        let broken = parse("{\n  \"board\" 1}").unwrap_err();
        assert_eq!(broken, "`b/build.json`, line 2, column 11: expected `:`");
        let range = parse(&text("\"cores\":1", "\"cores\":0")).unwrap_err();
        assert_eq!(range, "`b/build.json`, line 1, column 1: the number of cores must be 1 to 4096, not 0");
        let unread = Build::read(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(unread.starts_with("cannot read `/nowhere/build.json`: No such file"), "{unread}");
    }
}
