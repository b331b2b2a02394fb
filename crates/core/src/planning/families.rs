//! Sets of moves of which exactly one has to be made, found by counting.
//!
//! Moves that share some of their terms, as those that place a 5 in the third row, often exclude each
//! other. If all sets that share these terms do so, and there are as many sets as moves that have to
//! be made yet, then each gives one. The terms of a move are the words of its text.

use std::collections::BTreeMap;

/// The most terms of a move that are told apart.
const TERMS: usize = 6;

/// Which of some moves exclude each other, by their places.
#[derive(Clone, Debug)]
pub(super) struct Conflicts(pub Vec<Vec<bool>>);

impl Conflicts {
    /// Whether all of these exclude each other.
    fn all(&self, places: &[usize]) -> bool {
        let mut pairs = places.iter().enumerate();
        pairs.all(|(index, a)| {
            places[index + 1..]
                .iter()
                .all(|b| self.0[*a][*b] && self.0[*b][*a])
        })
    }
}

/// The sets of `moves`, which have these names, of which one each has to be made if `needed` moves
/// have to be.
pub(super) fn families(
    moves: &[u32],
    names: &[String],
    conflicts: &Conflicts,
    needed: usize,
) -> Vec<Vec<u32>> {
    let words = |name: &String| -> Vec<String> {
        let bare = name.replace(['(', ')'], " ");
        bare.split_whitespace().map(str::to_owned).collect()
    };
    let words: Vec<Vec<String>> = names.iter().map(words).collect();
    let most = words.iter().map(Vec::len).max().unwrap_or(0).min(TERMS);
    let mut found: Vec<Vec<u32>> = Vec::new();
    for shared in 1u32..1 << most {
        let mut sets: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (place, words) in words.iter().enumerate() {
            let of = words.iter().enumerate();
            let key = of.filter(|(term, _)| shared >> term & 1 == 1);
            let key = key.map(|(_, word)| word.as_str()).collect();
            sets.entry(key).or_default().push(place);
        }
        if sets.len() == needed && sets.values().all(|set| conflicts.all(set)) {
            let sets = sets.values();
            found.extend(sets.map(|set| set.iter().map(|place| moves[*place]).collect::<Vec<_>>()));
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::{Conflicts, families};

    #[test]
    fn rows_and_columns_of_rooks_give_one_each() {
        let places: Vec<(usize, usize)> = (0..9).map(|place| (place / 3, place % 3)).collect();
        let row = |a: &(usize, usize)| {
            let of = places.iter().map(|b| a != b && (a.0 == b.0 || a.1 == b.1));
            of.collect::<Vec<bool>>()
        };
        let conflicts = Conflicts(places.iter().map(row).collect());
        let names: Vec<String> = places
            .iter()
            .map(|(r, c)| format!("(place {r} {c})"))
            .collect();
        let moves: Vec<u32> = (0..9).collect();
        let found = families(&moves, &names, &conflicts, 3);
        assert_eq!(
            found,
            [
                [0, 1, 2],
                [0, 3, 6],
                [1, 4, 7],
                [2, 5, 8],
                [3, 4, 5],
                [6, 7, 8]
            ]
        );
        assert!(families(&moves, &names, &conflicts, 2).is_empty());
    }
}
