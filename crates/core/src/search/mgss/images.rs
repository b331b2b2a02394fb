//! Moves that lead to images of one state: the first is looked at for all of them.

use crate::game::Game;

/// By move, the first one that is an image of it: itself, mostly. A move is told by the state after
/// it, if there is one, and by what it paid.
///
/// # Errors
/// Those of the rules.
pub(super) fn first_images<'a, G: Game>(
    game: &G,
    moves: impl Iterator<Item = (Option<&'a G::State>, f64)>,
) -> Result<Vec<usize>, G::Error>
where
    G::State: 'a,
{
    let (mut seen, mut first) = (Vec::new(), Vec::new());
    for (index, (state, paid)) in moves.enumerate() {
        let place = match state {
            Some(state) => Some((game.canonical(state)?, paid)),
            None => None,
        };
        let alike = |other: &Option<_>| place.is_some() && *other == place;
        first.push(seen.iter().position(alike).unwrap_or(index));
        seen.push(place);
    }
    Ok(first)
}
