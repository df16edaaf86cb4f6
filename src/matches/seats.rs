//! Which player has which role.

use thiserror::Error;

/// The players of many matches of one game: who has which role in each of them.
#[derive(Clone, Debug)]
pub struct Seats {
    /// For each role its place among those that players have; `None` for the role `random`.
    places: Vec<Option<usize>>,
    players: usize,
    /// Whether players change places from match to match.
    swaps: bool,
}

/// Why these players can't play this game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{players} for {roles}: the game needs one for each of its roles{names}{random}", players = counted(*.players, "player"),
        roles = counted(.roles.len(), "role"), names = named(.roles), random = if *.random { "; `random` is played by the match" } else { "" })]
pub struct SeatsError {
    /// The number of players.
    pub players: usize,
    /// The roles that need one.
    pub roles: Vec<String>,
    /// Whether there is the role `random`, too.
    pub random: bool,
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn named(roles: &[String]) -> String {
    let names: Vec<String> = roles.iter().map(|role| format!("`{role}`")).collect();
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl Seats {
    /// Seats players at the roles in order. With `swaps` they change places from match to match: two players exchange their
    /// roles, more of them move on by one.
    ///
    /// # Errors
    /// [`SeatsError`] when there are not as many players as roles.
    pub fn new(roles: &[String], players: usize, swaps: bool) -> Result<Self, SeatsError> {
        let needed: Vec<String> = roles.iter().filter(|role| *role != "random").cloned().collect();
        if needed.len() != players {
            let random = needed.len() < roles.len();
            return Err(SeatsError { players, roles: needed, random });
        }
        let mut next = 0..players;
        let places = roles.iter().map(|role| if role == "random" { None } else { next.next() }).collect();
        Ok(Self { places, players, swaps })
    }

    /// The player of each role in a match; `None` for the role `random`.
    #[must_use]
    pub fn of(&self, game: u64) -> Vec<Option<usize>> {
        let shift = if self.swaps { game % self.players.max(1) as u64 } else { 0 };
        let shift = usize::try_from(shift).unwrap_or(0);
        let seated = |place: usize| (place + shift) % self.players;
        self.places.iter().map(|place| place.map(seated)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(names: &str) -> Vec<String> {
        names.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn players_change_places() {
        let seats = Seats::new(&roles("x random o"), 2, true).unwrap();
        assert_eq!(seats.of(0), [Some(0), None, Some(1)]);
        assert_eq!(seats.of(1), [Some(1), None, Some(0)]);
        assert_eq!(seats.of(2), seats.of(0));
        let fixed = Seats::new(&roles("a b c"), 3, false).unwrap();
        assert_eq!(fixed.of(5), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_wrong_number_of_players_is_told_with_the_roles() {
        let said = |names: &str, players| Seats::new(&roles(names), players, false).unwrap_err().to_string();
        assert_eq!(said("x o", 1), "1 player for 2 roles: the game needs one for each of its roles: `x`, `o`");
        assert_eq!(
            said("you random", 2),
            "2 players for 1 role: the game needs one for each of its roles: `you`; `random` is played by the match"
        );
    }
}
