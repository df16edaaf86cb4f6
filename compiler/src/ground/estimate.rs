//! Size estimates of relations and joins before they are evaluated.
