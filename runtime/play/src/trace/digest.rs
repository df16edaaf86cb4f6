//! Short digests that stand for long states and move lists.

use sha2::{Digest, Sha256};

fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// First 16 hex digits of SHA-256 over the sorted facts joined by newlines.
#[must_use]
pub fn state_digest<S: AsRef<str>>(facts: &[S]) -> String {
    let mut hash = Sha256::new();
    for (i, fact) in facts.iter().enumerate() {
        if i > 0 {
            hash.update(b"\n");
        }
        hash.update(fact.as_ref());
    }
    short(hash)
}

/// First 16 hex digits of SHA-256 over, for each role in order, `role:NAME` and its sorted moves, each with a newline.
#[must_use]
pub fn legal_digest<'a, S: AsRef<str> + 'a>(roles: impl IntoIterator<Item = (&'a str, &'a [S])>) -> String {
    let mut hash = Sha256::new();
    for (role, moves) in roles {
        hash.update(b"role:");
        hash.update(role);
        hash.update(b"\n");
        for mv in moves {
            hash.update(mv.as_ref());
            hash.update(b"\n");
        }
    }
    short(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected values from `printf ... | sha256sum | cut -c1-16`.
    #[test]
    fn digests_are_the_documented_ones() {
        assert_eq!(state_digest::<&str>(&[]), "e3b0c44298fc1c14");
        assert_eq!(state_digest(&["(a 1)", "b"]), "5db6283db507e202");
        let moves: [&[&str]; 2] = [&["noop"], &["x", "y"]];
        let digest = legal_digest([("red", moves[0]), ("blue", moves[1])]);
        assert_eq!(digest, "4063e7e736456c7b");
    }
}
