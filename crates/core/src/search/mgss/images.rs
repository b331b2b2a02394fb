//! Moves that lead to images of one state: the first is looked at for all of them.

use crate::game::Game;

/// By move, the first one whose place is equal to its own but for the image: itself, mostly.
///
/// A place is a state with all else that must be equal.
///
/// # Errors
/// Those of the rules.
pub(super) fn first_images<G: Game, E: PartialEq>(
    game: &G,
    places: &[(Option<&G::State>, E)],
) -> Result<Vec<usize>, G::Error> {
    let mut seen: Vec<Option<G::State>> = Vec::with_capacity(places.len());
    let mut first = Vec::with_capacity(places.len());
    for (index, (state, all_else)) in places.iter().enumerate() {
        let image = state.map(|state| game.canonical(state)).transpose()?;
        let alike = |&other: &usize| {
            image.is_some() && seen[other] == image && places[other].1 == *all_else
        };
        first.push((0..index).find(alike).unwrap_or(index));
        seen.push(image);
    }
    Ok(first)
}
