//! Verilog files, as gateware is made of them.

/// A Verilog file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Name of the file: the module's, and `.v`. In the folder of an engine there may be a folder before it.
    pub name: String,
    /// The text.
    pub text: String,
}
