//! Nets that other optimisers made of ours: read, and proven equal before they are used.

use crate::context::Context;
use crate::failure::Failure;
use crate::input;
use gdl2hdl_emit::import::{Imported, import};
use gdl2hdl_net::{Net, aiger};
use gdl2hdl_opt::sat::{Equality, compare};
use std::path::Path;

/// What the proof keeps of a gate: values, classes, clauses and where they are observed. **Units:** bytes.
const BYTES_PER_GATE: usize = 500;

/// The net of a file, with the ports of `reference`, to which it is proven equal.
pub(crate) fn equal_net(context: &Context, file: &Path, reference: &Net) -> Result<Net, Failure> {
    let bytes = input::bytes(file, context.common.max_input)?;
    equal(context, file, bytes, reference)
}

/// The same of the file in the folder of a build.
pub(crate) fn built_net(context: &Context, folder: &Path, file: &str, reference: &Net) -> Result<Net, Failure> {
    let bytes = input::bytes_in(folder, file, context.common.max_input)?;
    equal(context, &folder.join(file), bytes, reference)
}

fn equal(context: &Context, file: &Path, bytes: Vec<u8>, reference: &Net) -> Result<Net, Failure> {
    let shown = gdl2hdl_verilate::files::shown(file);
    let graph = aiger::read(&bytes).map_err(|error| Failure::usage(format!("`{shown}`, {error}")))?;
    let Imported { net, whole } = import(reference, &graph).map_err(|error| {
        let help = "it must be made from `gdl2hdl export` of this game with the same -O and --keep-state";
        Failure::usage(format!("`{shown}`: {error}; {help}"))
    })?;
    drop((bytes, graph));
    let gates = reference.num_gates().saturating_add(whole.num_gates());
    if gates.saturating_mul(BYTES_PER_GATE) as u64 > context.common.max_memory {
        let message = format!("`{shown}`: a proof about {gates} gates takes more memory than --max-memory allows");
        return Err(Failure::unavailable(message));
    }
    match compare(reference, &whole, context) {
        Equality::Equal => Ok(net),
        Equality::Differs(difference) => {
            Err(Failure::usage(format!("`{shown}` is another net than that of the game: {difference}")))
        }
        Equality::Unknown(output) => {
            let help = "take more time with --deadline";
            let message = format!("`{shown}`: not proven equal in time; `{output}` was not decided; {help}");
            Err(Failure::unavailable(message))
        }
    }
}
