//! `prove`: that the optimised net behaves as the one that was built.

use crate::args::Prove;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::{output, pipeline};
use gdl2hdl_opt::{Proof, ProofVerdict};
use serde_json::json;

pub(crate) fn run(context: &Context, args: &Prove) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let built = pipeline::build(context, &loaded)?;
    let before = built.net().num_gates();
    let compiled = pipeline::optimise(context, built.clone(), &args.net)?;
    let after = compiled.optimised().net.num_gates();
    let verdict = compiled.prove(built.net(), context);
    let (text, status) = match &verdict {
        ProofVerdict::Equal(proof) => (said(proof, before, after), Status::Done),
        ProofVerdict::NotShown(output) => (format!("not shown: `{output}`\n"), Status::Differ),
        ProofVerdict::Unknown(output) => {
            let help = "allow more time with `--deadline SECONDS`";
            return Err(Failure::unavailable(format!("the deadline passed before `{output}` was decided: {help}")));
        }
    };
    let level = args.net.number();
    let text = if context.json() {
        let Proof { outputs, registers, dropped, groups } = match verdict {
            ProofVerdict::Equal(proof) => proof,
            _ => Proof::default(),
        };
        let equal = status == Status::Done;
        let counts = json!({
            "game": loaded.source.name, "opt_level": level, "equal": equal, "gates_built": before, "gates": after,
            "outputs": outputs, "registers": registers, "dropped": dropped, "groups": groups,
        });
        format!("{counts}\n")
    } else {
        text
    };
    output::show_or_json(&text, context.json())?;
    if status == Status::Done { Ok(()) } else { Err(Failure::Shown(status)) }
}

fn said(proof: &Proof, before: usize, after: usize) -> String {
    let Proof { outputs, registers, dropped, groups } = proof;
    format!(
        "equal: {outputs} outputs and {registers} registers of {after} gates behave as those of {before} gates in every \
         reachable state;\n{dropped} dropped facts and moves are what the manifest says, {groups} groups of registers \
         hold\n"
    )
}
