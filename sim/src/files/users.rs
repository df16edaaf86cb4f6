//! Whether a group is its owner's alone.

use std::fs;
use std::sync::OnceLock;

/// The system's lists of users and groups, read when they are first asked for. Lists that are kept elsewhere are not
/// seen: a group that is not here is nobody's alone.
#[derive(Default)]
pub(super) struct Users(OnceLock<[String; 2]>);

impl Users {
    /// Whether nobody but a user, and root, is in a group.
    pub(super) fn is_private(&self, group: u32, user: u32) -> bool {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let [users, groups] = self.0.get_or_init(|| ["/etc/passwd", "/etc/group"].map(read));
        is_private(users, groups, group, user)
    }
}

/// The same by the texts of `/etc/passwd` (name, password, number, number of the group) and `/etc/group` (name,
/// password, number, names of members).
fn is_private(users: &str, groups: &str, group: u32, user: u32) -> bool {
    let fields = |line: &'_ str| line.split(':').map(str::to_owned).collect::<Vec<_>>();
    let number = |fields: &[String], at: usize| fields.get(at).and_then(|text| text.parse::<u32>().ok());
    let users: Vec<Vec<String>> = users.lines().map(fields).collect();
    let fits = |number: Option<u32>| number == Some(user) || number == Some(0);
    let fits_name = |name: &str| users.iter().any(|fields| fields[0] == name && fits(number(fields, 2)));
    let Some(found) = groups.lines().map(fields).find(|fields| number(fields, 2) == Some(group)) else { return false };
    let members = found.get(3).map_or("", String::as_str).split(',').filter(|name| !name.is_empty());
    let primary = users.iter().filter(|fields| number(fields, 3) == Some(group));
    members.map(fits_name).chain(primary.map(|fields| fits(number(fields, 2)))).all(|fits| fits)
}

#[cfg(test)]
mod tests {
    use super::is_private;

    #[test]
    fn groups_of_one() {
        let users = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:1001::/:/bin/sh\n";
        let private = |groups, group| is_private(users, groups, group, 1000);
        assert!(private("ann:x:1000:\nbob:x:1001:\n", 1000));
        assert!(private("ann:x:1000:ann,root\n", 1000));
        assert!(!private("ann:x:1000:bob\n", 1000), "a member more");
        assert!(!private("ann:x:1000:carl\n", 1000), "a member nobody knows");
        assert!(!private("ann:x:1000:\nbob:x:1001:\n", 1001), "another's own");
        assert!(!private("ann:x:1000:\n", 100), "not known");
        assert!(!private("broken\n:::\n", 1000));
    }
}
