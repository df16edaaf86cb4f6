//! What nothing asks for any more, once a metagamer has done its work: the next one would warn of it.

use gdl2hdl_gdl::syntax::Sheet;
use gdl2hdl_gdl::syntax::reach::reached;

/// Drops the rules of relations that some rule that counts asked for in the sheet before, and none asks for now. What
/// nothing asked for before stays as it is, with what it asks for.
pub(super) fn drop_unasked(before: &Sheet, made: &mut Sheet) {
    let counted = reached(&before.rules, |(name, _)| name.is_reserved());
    let now = reached(&made.rules, |head| head.0.is_reserved() || !counted.contains(&head));
    made.rules.retain(|rule| now.contains(&rule.head.key()));
}
