//! Rule splitting.

use super::join::Store;
use crate::game::Program;

pub(super) fn split(_program: &mut Program, _store: &mut Store<'_>, _dynamic: &mut Vec<bool>) {}
