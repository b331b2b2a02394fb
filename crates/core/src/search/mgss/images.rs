//! Moves that lead to images of one state: the first is looked at for all of them.

use super::Mgss;
use super::tree::{Kind, NONE};
use crate::game::Game;
use crate::search::Fault;

impl<G: Game> Mgss<G> {
    /// Leaves one of each class of images among the moves.
    pub(super) fn set_images_aside(&mut self) -> Result<(), Fault<G::Error>> {
        let tree = &mut self.tree;
        let moves = tree.children(0);
        let places = moves.clone().map(|r| {
            let node = &tree.nodes[r as usize];
            let known = node.state != NONE && node.kind != Kind::Chance;
            (known.then(|| &tree.states[node.state as usize]), node.paid)
        });
        let first = first_images(&self.game, places).map_err(Fault::Game)?;
        self.images.clear();
        for (r, first) in moves.clone().zip(first) {
            let shown = moves.start + first as u32;
            if shown != r {
                self.images.push((r, shown));
                tree.nodes[r as usize].exact = true;
                tree.values[r as usize] = f64::NEG_INFINITY;
            }
        }
        tree.back_up(0, true);
        Ok(())
    }

    /// The node itself, or the move that is looked at in its place.
    pub(super) fn shown(&self, n: usize) -> usize {
        let image = self.images.iter().find(|(image, _)| *image as usize == n);
        image.map_or(n, |(_, shown)| *shown as usize)
    }
}

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
