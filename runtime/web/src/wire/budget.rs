//! A bound on the memory of all bodies together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that all bodies together may still take.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<AtomicUsize>);

impl Budget {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }

    pub(crate) fn share(&self) -> Share {
        Share { budget: self.clone(), bytes: 0 }
    }
}

/// What one body took of a budget; it goes back when the body is done with.
#[derive(Debug)]
pub(crate) struct Share {
    budget: Budget,
    bytes: usize,
}

impl Share {
    /// Takes some bytes more; false when there are not so many.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        let left = &self.budget.0;
        let took = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes)).is_ok();
        self.bytes += if took { bytes } else { 0 };
        took
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.0.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn what_is_taken_goes_back() {
        let budget = Budget::new(10);
        let mut first = budget.share();
        assert!(first.take(6) && !first.take(5) && first.take(4));
        assert!(!budget.share().take(1));
        drop(first);
        assert!(budget.share().take(10));
    }
}
