//! Whether a group is its owner's alone.

use std::fs;
use std::sync::OnceLock;

/// The system's lists of users and groups. Lists that are kept elsewhere are not seen: a group that is not here is nobody's
/// alone.
pub(super) struct Users {
    users: Vec<User>,
    groups: Vec<Group>,
}

/// A number that can't be read is nobody's.
struct User {
    name: String,
    number: Option<u32>,
    group: Option<u32>,
}

struct Group {
    number: u32,
    members: Vec<String>,
}

impl Users {
    /// The lists of this system, read when they are first asked for.
    pub(super) fn of_system() -> &'static Self {
        static LISTS: OnceLock<Users> = OnceLock::new();
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        LISTS.get_or_init(|| Self::parse(&read("/etc/passwd"), &read("/etc/group")))
    }

    /// By the texts of `/etc/passwd` (name, password, number, number of the group) and `/etc/group` (name, password,
    /// number, names of members).
    pub(super) fn parse(users: &str, groups: &str) -> Self {
        let number = |fields: &[&str], at: usize| fields.get(at)?.parse::<u32>().ok();
        let user = |line: &str| {
            let fields: Vec<&str> = line.split(':').collect();
            User { name: fields[0].to_owned(), number: number(&fields, 2), group: number(&fields, 3) }
        };
        let group = |line: &str| {
            let fields: Vec<&str> = line.split(':').collect();
            let members = fields.get(3).map_or("", |names| names).split(',').filter(|name| !name.is_empty());
            Some(Group { number: number(&fields, 2)?, members: members.map(str::to_owned).collect() })
        };
        Self { users: users.lines().map(user).collect(), groups: groups.lines().filter_map(group).collect() }
    }

    /// Whether nobody but a user, and root, is in a group.
    pub(super) fn is_private(&self, group: u32, user: u32) -> bool {
        let fits = |found: &User| found.number == Some(user) || found.number == Some(0);
        let fits_name = |name: &String| self.users.iter().any(|user| user.name == *name && fits(user));
        let Some(found) = self.groups.iter().find(|found| found.number == group) else { return false };
        found.members.iter().all(fits_name) && self.users.iter().filter(|user| user.group == Some(group)).all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::Users;

    #[test]
    fn groups_of_one() {
        let users = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:1001::/:/bin/sh\n";
        let private = |groups, group| Users::parse(users, groups).is_private(group, 1000);
        assert!(private("ann:x:1000:\nbob:x:1001:\n", 1000));
        assert!(private("ann:x:1000:ann,root\n", 1000));
        assert!(!private("ann:x:1000:bob\n", 1000), "a member more");
        assert!(!private("ann:x:1000:carl\n", 1000), "a member nobody knows");
        assert!(!private("ann:x:1000:\nbob:x:1001:\n", 1001), "another's own");
        assert!(!private("ann:x:1000:\n", 100), "not known");
        assert!(!private("broken\n:::\n", 1000));
    }
}
