//! The order in which the actions of a state are looked at.

use super::node::{Place, Walk};
use crate::game::Game;

/// The actions of one state, on a stack that all states of the path share.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// Where they begin on the stack.
    pub(super) base: usize,
    /// How many there are.
    pub(super) count: usize,
    /// The index of the one to begin with, if the table knows it.
    pub(super) first: Option<u32>,
}

/// An action in its order: how promising it is, and its index.
#[derive(Clone, Copy, Debug)]
struct Rank {
    score: i64,
    index: u32,
}

/// What was learned of actions, and the stack of those that are being looked at.
pub(super) struct Order<A> {
    pub(super) actions: Vec<A>,
    ranks: Vec<Rank>,
    /// For each number of actions from the root, the last two that refuted there (Akl and Newborn
    /// 1977).
    killers: Vec<[Option<A>; 2]>,
    /// How often and how deep an action refuted, by player (Schaeffer 1989).
    history: Vec<u32>,
}

/// Actions that the history tells apart.
const SLOTS: usize = 1 << 12;

/// The history stays below this, so that it only orders what hints and killers leave equal.
const MOST: u32 = 1 << 28;

impl<A: Copy + Eq> Order<A> {
    pub(super) fn new() -> Self {
        Self {
            actions: Vec::new(),
            ranks: Vec::new(),
            killers: Vec::new(),
            history: vec![0; 2 * SLOTS],
        }
    }

    /// Makes room for paths of so many states.
    pub(super) fn reach(&mut self, plies: usize) {
        if self.killers.len() < plies {
            self.killers.resize(plies, [None; 2]);
        }
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        size_of::<A>() * self.actions.capacity()
            + size_of::<Rank>() * self.ranks.capacity()
            + size_of::<[Option<A>; 2]>() * self.killers.capacity()
            + size_of::<u32>() * self.history.capacity()
    }

    /// Empties the stack.
    pub(super) fn clear(&mut self) {
        self.drop_to(0);
    }

    /// Takes everything above `base` from the stack.
    #[inline]
    pub(super) fn drop_to(&mut self, base: usize) {
        self.actions.truncate(base);
        self.ranks.truncate(base);
    }

    /// What was learned at one root counts less at another, and distances from it nothing.
    pub(super) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|score| *score /= 8);
    }

    /// Puts every action of the list above `base` in the order of the game.
    pub(super) fn rank(&mut self, base: usize) {
        self.ranks.resize(base, Rank { score: 0, index: 0 });
        let all = 0..(self.actions.len() - base) as u32;
        self.ranks.extend(all.map(|index| Rank { score: 0, index }));
    }

    fn learn(&mut self, action: A, ply: usize, slot: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        self.history[slot] += depth * depth;
        if self.history[slot] > MOST {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
    }

    fn score(&self, hint: i32, action: A, ply: usize, slot: usize) -> i64 {
        let [last, before] = self.killers[ply];
        let killer = if last == Some(action) {
            2
        } else {
            i64::from(before == Some(action))
        };
        (i64::from(hint) << 32) + (killer << 29) + i64::from(self.history[slot])
    }
}

#[inline]
fn slot<G: Game>(game: &G, state: &G::State, mover: u8, action: G::Action) -> usize {
    let slot = game.slot(state, action) % SLOTS;
    usize::from(mover) * SLOTS + slot
}

impl<G: Game> Walk<'_, '_, G> {
    /// The index of the action to look at next, as the one after `done` others.
    #[inline]
    pub(super) fn choose(
        &mut self,
        at: &G::State,
        place: Place,
        list: List,
        done: usize,
    ) -> Option<usize> {
        if !self.parts.settings.ordering {
            return Some(done);
        }
        let front = list.base + done;
        match list.first {
            Some(first) if done == 0 => {
                self.work
                    .order
                    .ranks
                    .swap(front, list.base + first as usize);
            }
            first => {
                if done == usize::from(first.is_some()) {
                    self.score(at, place, list, done)?;
                }
                let ranks = &mut self.work.order.ranks[front..list.base + list.count];
                let mut best = 0;
                for (index, rank) in ranks.iter().enumerate() {
                    // The order of the game among equals.
                    let than = ranks[best];
                    if (rank.score, than.index) > (than.score, rank.index) {
                        best = index;
                    }
                }
                ranks.swap(0, best);
            }
        }
        Some(self.work.order.ranks[front].index as usize)
    }

    fn score(&mut self, at: &G::State, place: Place, list: List, from: usize) -> Option<()> {
        if list.count - from < 2 {
            return Some(());
        }
        let game = &self.parts.game;
        for rank in list.base + from..list.base + list.count {
            let index = self.work.order.ranks[rank].index as usize;
            let action = self.work.order.actions[list.base + index];
            let hint = match game.hint(at, action) {
                Ok(hint) => hint,
                Err(error) => return self.fail(crate::search::Fault::Game(error)),
            };
            let slot = slot(game, at, place.mover, action);
            let score = self
                .work
                .order
                .score(hint, action, place.ply as usize, slot);
            self.work.order.ranks[rank].score = score;
        }
        Some(())
    }

    /// Notes that `action` refuted what led to a state.
    #[inline]
    pub(super) fn refuted(&mut self, at: &G::State, place: Place, action: G::Action) {
        if self.parts.settings.ordering {
            let slot = slot(&self.parts.game, at, place.mover, action);
            let ply = place.ply as usize;
            self.work.order.learn(action, ply, slot, place.depth);
        }
    }
}
