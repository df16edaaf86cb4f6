//! Files that others may have had a hand in, and files that are whole or not there.
//!
//! [`trusted`] judges what is to be run or loaded as code: nobody but the user and the system may have put it there;
//! [`make_folder`] makes folders of which that is so.
//! [`read_in`] reads a file of a folder that is mere data. [`Aside`] writes a file that takes its place only when all of
//! it is there. [`Scratch`] is a folder that does not stay. [`shown`] is a path for people.

mod aside;
mod folder;
mod inside;
mod scratch;
mod shown;
mod trust;
mod users;

pub use aside::{Aside, keep_all, write_whole};
pub use folder::{close_mask, make_folder};
pub use inside::read_in;
pub use scratch::{Scratch, abandon};
pub use shown::{shown, visible, visible_lines};
pub use trust::{Distrust, judged, trusted, trusted_to_hold, trusted_to_work_in};
