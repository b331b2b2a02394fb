//! The root: its actions, and what is known of them.

use super::walk::{Halt, Place, Walk, sign_of};
use super::window::Window;
use super::{Kind, Row};
use crate::game::{Game, Stuck, Turn};
use crate::search::Fault;
use std::cmp::Reverse;

/// The root.
pub(super) struct Top<G: Game> {
    pub state: G::State,
    player: u8,
    pub rows: Vec<Row<G::Action>>,
    pub best: usize,
    pub line: Vec<G::Action>,
}

/// What an iteration has found so far.
struct Found {
    /// The best value, as the player to move sees it.
    best: f64,
    /// Whether no evaluation went into it.
    exact: bool,
    /// Whether no evaluation went into anything.
    all_exact: bool,
}

impl<G: Game> Top<G> {
    pub fn new(game: &G, state: G::State) -> Result<Self, Fault<G::Error>> {
        let Turn::Player(player) = game.turn(&state).map_err(Fault::Game)? else {
            return Err(Fault::NothingToDecide);
        };
        let mut actions = Vec::new();
        game.actions(&state, &mut actions).map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        let row = |action| Row {
            action,
            nodes: 0,
            value: f64::NAN,
            kind: Kind::Unknown,
        };
        Ok(Self {
            state,
            player,
            rows: actions.into_iter().map(row).collect(),
            best: 0,
            line: Vec::new(),
        })
    }

    /// The order in which actions are searched where something can be cut off: the best so far,
    /// then the most promising.
    pub fn order(&self, game: &G) -> Result<Vec<usize>, Fault<G::Error>> {
        let known = self.rows[self.best].kind != Kind::Unknown;
        let mut keyed = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let hint = game.hint(&self.state, row.action).map_err(Fault::Game)?;
            keyed.push((!(known && index == self.best), Reverse(hint), index));
        }
        keyed.sort_unstable();
        Ok(keyed.into_iter().map(|(_, _, index)| index).collect())
    }

    /// Searches the actions in this order. Gives whether the value is proven.
    pub fn search(
        &mut self,
        walk: &mut Walk<'_, '_, G>,
        order: &[usize],
        depth: u32,
    ) -> Result<bool, Halt<G::Error>> {
        let whole = Window {
            alpha: walk.bounds.low,
            beta: walk.bounds.high,
        };
        let whole = whole.seen(sign_of(self.player));
        let mut found = Found {
            best: f64::NEG_INFINITY,
            exact: false,
            all_exact: true,
        };
        walk.enter()?;
        for index in order {
            if found.best >= whole.beta {
                break;
            }
            self.search_row(walk, *index, depth, whole, &mut found)?;
        }
        Ok(found.all_exact || found.exact && found.best >= whole.beta)
    }

    fn search_row(
        &mut self,
        walk: &mut Walk<'_, '_, G>,
        index: usize,
        depth: u32,
        whole: Window,
        found: &mut Found,
    ) -> Result<(), Halt<G::Error>> {
        let at = Place {
            paid: 0.0,
            depth,
            turns: 0,
        };
        let sign = sign_of(self.player);
        let row = &mut self.rows[index];
        let before = walk.store.nodes;
        let inner = walk.raised(whole, found.best);
        walk.cut_off = false;
        let value = walk.follow(&self.state, at, row.action, inner.seen(sign));
        row.nodes += walk.store.nodes - before;
        row.value = sign * value?;
        row.kind = if inner.alpha > whole.alpha && row.value <= inner.alpha {
            Kind::Upper
        } else if walk.cut_off {
            Kind::Estimate
        } else {
            Kind::Exact
        };
        found.all_exact &= !walk.cut_off;
        if row.value > found.best {
            (found.best, found.exact) = (row.value, !walk.cut_off);
            self.best = index;
            self.line.clear();
            self.line.push(row.action);
            self.line.extend_from_slice(walk.store.line(1));
        }
        Ok(())
    }
}
