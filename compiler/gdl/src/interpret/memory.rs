//! What tables take, counted as they grow: the interpreter keeps a bound on its memory.

/// Places a hash table has for each entry, at most: right after it doubled.
pub(super) const HASHED: usize = 2;
/// The same of a list.
pub(super) const LISTED: usize = 2;

/// Bytes of an entry in a tree of texts.
pub(super) const IN_TREE: usize = 32;

/// Bytes an allocation of so many takes, with what the allocator keeps beside it.
pub(super) fn heap(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}
