//! Emitted Verilog as a text, read with no help of the compiler that wrote it: its names and its lines.

use std::collections::BTreeSet;

/// Keywords of IEEE 1364-2005, annex B.
pub const KEYWORDS: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config \
deassign default defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule \
endprimitive endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 if \
ifnone incdir include initial inout input instance integer join large liblist library localparam macromodule medium \
module nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 \
pull1 pulldown pullup pulsestyle_onevent pulsestyle_ondetect rcmos real realtime reg release repeat rnmos rpmos rtran \
rtranif0 rtranif1 scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task \
time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while \
wire wor xnor xor";

/// Longest line: editors, printers and old tools cut there.
const MAX_LINE: usize = 200;

/// Longest identifier every tool must take (IEEE 1364-2005, 3.7).
const MAX_IDENTIFIER: usize = 1024;

/// What a module names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The module itself, its ports, registers and wires, in the order of the text.
    pub declared: Vec<String>,
    /// The names after `reg`.
    pub registers: Vec<String>,
}

/// Checks that a text is short lines of printable ASCII, none with blanks at its end, the last one ended.
///
/// # Errors
/// The first line that is not.
pub fn plain(text: &[u8]) -> Result<(), String> {
    if !text.ends_with(b"\n") {
        return Err("the last line does not end".to_owned());
    }
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let shown = || String::from_utf8_lossy(line);
        if line.len() > MAX_LINE {
            return Err(format!("line {number} has {} characters: {}", line.len(), shown()));
        }
        if !line.iter().all(|byte| matches!(byte, b' '..=b'~')) || line.ends_with(b" ") {
            return Err(format!("line {number} is not plain: {:?}", shown()));
        }
    }
    Ok(())
}

/// Reads the names of a text of one module and checks that each is declared once, before it is used, and may be a
/// name at all.
///
/// # Errors
/// What is wrong.
pub fn names(text: &str) -> Result<Names, String> {
    if let Some(odd) = text.chars().find(|c| !matches!(c, ' '..='~' | '\n')) {
        return Err(format!("U+{:04X} in the text", u32::from(odd)));
    }
    let keywords: BTreeSet<&str> = KEYWORDS.split(' ').collect();
    let (mut names, mut known) = (Names::default(), BTreeSet::new());
    let words = words(text)?;
    let mut kind = "";
    for word in words.iter().map(String::as_str) {
        let starts_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match word {
            "module" | "reg" | "wire" => kind = word,
            _ if keywords.contains(word) || !starts_name => {}
            _ if kind.is_empty() && !known.contains(word) => return Err(format!("`{word}` is not declared")),
            _ if kind.is_empty() => {}
            _ if word.len() > MAX_IDENTIFIER => return Err(format!("`{word}` is too long")),
            _ if !known.insert(word.to_owned()) => return Err(format!("`{word}` is declared twice")),
            _ => {
                names.declared.push(word.to_owned());
                if kind == "reg" {
                    names.registers.push(word.to_owned());
                }
                kind = "";
            }
        }
    }
    let modules = words.iter().filter(|word| *word == "module").count();
    if modules == 1 { Ok(names) } else { Err(format!("{modules} modules")) }
}

/// Splits a text into names, numbers and signs; ranges and comments are left out. Strings, escaped identifiers,
/// system tasks and attributes do not occur in what we emit.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = |wanted: &str| rest.find(wanted).map(|at| at + wanted.len()).ok_or(format!("no `{wanted}`"));
        let within = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '\'');
        let length = match c {
            _ if rest.starts_with("//") => end("\n")?,
            _ if rest.starts_with("/*") => end("*/")?,
            _ if rest.starts_with("`default_nettype ") => end("\n")?,
            '[' => end("]")?,
            _ if within(c) => rest.find(|c| !within(c)).unwrap_or(rest.len()),
            '\n' | ' ' | '(' | ')' | ';' | ',' | '~' | '&' | '|' | '=' | '<' | '@' => 1,
            _ => return Err(format!("`{c}` in `{}`", rest.lines().next().unwrap_or_default())),
        };
        if within(c) {
            words.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    if let Some(odd) = words.iter().find(|word| word.contains(['$', '\'']) && !matches!(&***word, "1'b0" | "1'b1")) {
        return Err(format!("`{odd}` is no plain name"));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "`default_nettype none\nmodule m (\n    input  wire clk_i,  // `x\n    output wire [1:0] o\n);\n  \
                        /* $y */\n  reg a;\n  wire b = ~a & 1'b1;\n  assign o[0] = b;\nendmodule\n";

    #[test]
    fn names_are_found() {
        let found = names(GOOD).unwrap();
        assert_eq!((found.declared.join(" ").as_str(), found.registers.join(" ").as_str()), ("m clk_i o a b", "a"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = [
            ("reg a", "reg c", "`a` is not declared"),
            ("wire b", "wire a", "`a` is declared twice"),
            ("// `x", "`x", "``` in ``x`"),
            ("/* $y */", "$y", "`$y` is no plain name"),
            ("reg a", "reg \\a ", "`\\` in"),
            ("// `x", "// é", "U+00E9 in the text"),
            ("endmodule", "endmodule module n; endmodule", "2 modules"),
        ];
        for (from, to, said) in wrong {
            let error = names(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(error.starts_with(said), "{to}: {error}");
        }
    }
}
