//! The recursion: what a state is worth, and which of its actions matter.

use super::found::{Bound, Found, Window};
use super::order::List;
use super::table::{Entry, key};
use super::{DEEPEST, Parts, Work};
use crate::budget::Leave;
use crate::game::{Game, Turn};
use crate::search::Fault;

/// Where on the path a state is, and how far to look on from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Who is to move.
    pub(super) mover: u8,
    /// Actions from the root.
    pub(super) ply: u32,
    /// Actions to look ahead.
    pub(super) depth: u32,
    /// Noisy actions since there were none to look ahead.
    pub(super) calm: u32,
    /// What player 0 was paid since the root.
    pub(super) paid: f64,
}

impl Place {
    /// What is worth `value` to player 0, to the player to move.
    #[inline]
    pub(super) fn own(self, value: f64) -> f64 {
        if self.mover == 0 { value } else { -value }
    }
}

/// The state after an action.
pub(super) struct Child<S> {
    pub(super) state: S,
    turn: Turn,
    /// What player 0 was paid since the root.
    paid: f64,
}

impl<S: Clone> Child<S> {
    /// The state itself, before the action.
    #[inline]
    pub(super) fn at(state: &S, place: Place) -> Self {
        Self {
            state: state.clone(),
            turn: Turn::Over,
            paid: place.paid,
        }
    }
}

/// One computation at work. Its methods give None where it has to be broken off: leave was
/// refused, or `fault` says what failed.
pub(super) struct Walk<'a, 'l, G: Game> {
    pub(super) parts: &'a Parts<G>,
    pub(super) work: &'a mut Work<G>,
    pub(super) leave: &'a mut Leave<'l>,
    /// Nodes that may be generated before the next question.
    pub(super) credit: u64,
    /// Whether there would be no decision if it were broken off for the time.
    pub(super) patient: bool,
    /// What is known of the action of the root that was found better and is searched again.
    pub(super) better: Option<Found>,
    /// What failed.
    pub(super) fault: Option<Fault<G::Error>>,
}

impl<'a, 'l, G: Game> Walk<'a, 'l, G> {
    pub(super) fn new(
        parts: &'a Parts<G>,
        work: &'a mut Work<G>,
        leave: &'a mut Leave<'l>,
    ) -> Self {
        Self {
            parts,
            work,
            leave,
            credit: 0,
            patient: false,
            better: None,
            fault: None,
        }
    }

    /// Begins a path with a state that a play might come back to.
    pub(super) fn enter(&mut self, at: &G::State) {
        self.work.path.push((key(at), at.clone()));
    }
}

impl<G: Game> Walk<'_, '_, G> {
    /// Counts a node, if there may be another.
    #[inline]
    pub(super) fn count(&mut self) -> Option<()> {
        if self.credit == 0 {
            self.ask()?;
        }
        self.credit -= 1;
        self.work.nodes += 1;
        Some(())
    }

    #[cold]
    fn ask(&mut self) -> Option<()> {
        let spent = self.work.spent(&self.parts.game);
        self.credit = if self.patient {
            self.leave.nodes_at_leisure(&spent)
        } else {
            self.leave.nodes(&spent)
        };
        (self.credit > 0).then_some(())
    }

    /// Breaks off because of `fault`.
    #[cold]
    pub(super) fn fail<T>(&mut self, fault: Fault<G::Error>) -> Option<T> {
        self.fault = Some(fault);
        None
    }

    /// The value of what the rules gave; breaks off where they failed.
    #[inline]
    pub(super) fn of_rules<T>(&mut self, given: Result<T, G::Error>) -> Option<T> {
        match given {
            Ok(given) => Some(given),
            Err(error) => self.fail(Fault::Game(error)),
        }
    }

    /// Makes a state that which follows `action` there.
    #[inline]
    pub(super) fn step(&mut self, child: &mut Child<G::State>, action: G::Action) -> Option<()> {
        let (game, mut paid) = (&self.parts.game, [0.0; 2]);
        let applied = game.apply(&mut child.state, action, &mut self.work.rng, &mut paid);
        self.of_rules(applied)?;
        child.turn = self.of_rules(game.turn(&child.state))?;
        if paid != [0.0; 2] {
            if !is_zero_sum(paid) {
                return self.fail(Fault::NotZeroSum);
            }
            self.work.pays_on_the_way |= child.turn != Turn::Over;
            child.paid += paid[0];
        }
        Some(())
    }

    /// What a child is worth to the player to move at its parent, looking `depth` actions ahead.
    #[inline]
    pub(super) fn below(
        &mut self,
        child: &Child<G::State>,
        parent: Place,
        depth: u32,
        window: Window,
    ) -> Option<Found> {
        self.count()?;
        let ply = parent.ply + 1;
        self.work.lines[ply as usize].clear();
        let mover = match child.turn {
            Turn::Player(mover) => mover,
            Turn::Over => return Some(Found::proven(parent.own(child.paid))),
            Turn::Chance => return self.fail(Fault::HasChance),
        };
        if depth == 0 && self.parts.quick_leaves {
            return self.estimate(&child.state, parent, child.paid);
        }
        let place = Place {
            mover,
            ply,
            depth,
            calm: if parent.depth == 0 {
                parent.calm + 1
            } else {
                0
            },
            paid: child.paid,
        };
        if mover == parent.mover {
            self.node(&child.state, place, window)
        } else {
            let found = self.node(&child.state, place, window.reversed())?;
            Some(found.reversed())
        }
    }

    /// What a state is worth to the player to move.
    pub(super) fn node(&mut self, at: &G::State, place: Place, window: Window) -> Option<Found> {
        let mut hash = 0;
        if self.parts.repeats {
            hash = key(at);
            if let Some(draw) = self.repetition(hash, at, place) {
                return Some(draw);
            }
        }
        if place.depth == 0 || place.ply >= DEEPEST {
            return self.leaf(at, place, window);
        }
        if !self.work.table.is_on() {
            return self
                .children(at, place, window, None)
                .map(|(found, _)| found);
        }
        if !self.parts.repeats {
            hash = key(at);
        }
        self.remembered(hash, at, place, window)
    }

    /// The same, by way of the table.
    #[inline]
    fn remembered(
        &mut self,
        hash: u64,
        at: &G::State,
        place: Place,
        window: Window,
    ) -> Option<Found> {
        // The table holds what is paid from a state on.
        let had = place.own(place.paid);
        let entry = self.work.table.get(hash, at).map(|entry| Entry {
            found: Found {
                value: entry.found.value + had,
                ..entry.found
            },
            ..entry
        });
        if let Some(found) = entry.and_then(|entry| entry.answer(place.depth, window)) {
            return Some(found);
        }
        let (found, best) = match self.set_aside_by_doubt(at, place, window)? {
            Some(found) => (found, entry.map_or(0, |entry| entry.best)),
            None => self.children(at, place, window, entry)?,
        };
        if found.tied == Found::FREE {
            let rest = Found {
                value: found.value - had,
                ..found
            };
            let entry = Entry {
                best,
                depth: place.depth,
                bound: window.bound(found.value),
                found: rest,
            };
            self.work.table.put(hash, at, entry);
        }
        Some(found)
    }

    /// A draw where the state was on the path before.
    fn repetition(&mut self, hash: u64, at: &G::State, place: Place) -> Option<Found> {
        let path = &mut self.work.path;
        path.truncate(place.ply as usize);
        let same = |(other, state): &(u64, G::State)| *other == hash && state == at;
        if let Some(ply) = path.iter().position(same) {
            return Some(Found {
                tied: ply as u32,
                ..Found::proven(place.own(place.paid))
            });
        }
        path.push((hash, at.clone()));
        None
    }

    /// Lists the actions of a state.
    #[inline]
    pub(super) fn list(&mut self, at: &G::State, first: Option<u32>) -> Option<List> {
        let order = &mut self.work.order;
        let base = order.actions.len();
        let listed = self.parts.game.actions(at, &mut order.actions);
        let count = order.actions.len() - base;
        if self.parts.settings.ordering {
            order.rank(base);
        }
        self.of_rules(listed)?;
        if count == 0 {
            return self.fail(Fault::Stuck(crate::game::Stuck::NoActions));
        }
        let first = first.filter(|first| (*first as usize) < count);
        Some(List { base, count, first })
    }

    /// The value of a state from those of its actions, and the index of the best.
    fn children(
        &mut self,
        at: &G::State,
        place: Place,
        window: Window,
        entry: Option<Entry>,
    ) -> Option<(Found, u32)> {
        let list = self.list(at, entry.map(|entry| entry.best))?;
        let extension = self.extension(at, place, list, entry)?;
        let (mut best, mut chosen) = (Found::NOTHING, 0);
        let mut inner = window;
        for done in 0..list.count {
            let index = self.choose(at, place, list, done)?;
            let action = self.work.order.actions[list.base + index];
            let mut child = Child::at(at, place);
            self.step(&mut child, action)?;
            let deeper = if done == 0 { extension } else { 0 };
            let found = self.action(&child, place, inner, (done, deeper))?;
            if best.take(found) {
                chosen = index as u32;
            }
            if best.value >= window.beta {
                best.high = false;
                self.refuted(at, place, action);
                break;
            }
            if best.value > inner.alpha {
                inner.alpha = best.value;
                self.lead(place.ply, action);
            }
        }
        self.work.order.drop_to(list.base);
        if best.tied >= place.ply {
            best.tied = Found::FREE;
        }
        Some((best, chosen))
    }

    /// What an action is worth: the first in order is searched with the whole window, the others
    /// with one that only asks whether they are better (Marsland and Campbell 1982). `done` others
    /// were looked at before, and this one is to be looked at `deeper`.
    #[inline]
    pub(super) fn action(
        &mut self,
        child: &Child<G::State>,
        place: Place,
        window: Window,
        (done, deeper): (usize, u32),
    ) -> Option<Found> {
        let depth = place.depth - 1 + deeper;
        let narrow = Window::above(window.alpha);
        let asks = self.parts.settings.null_window && done > 0 && narrow.beta < window.beta;
        if asks && window.alpha > f64::NEG_INFINITY {
            if let Some(found) = self.set_aside(child, place, narrow, done)? {
                return Some(found);
            }
            let found = self.below(child, place, depth, narrow)?;
            if narrow.bound(found.value) == Bound::Upper || found.value >= window.beta {
                return Some(found);
            }
            if place.ply == 0 {
                self.better = Some(found);
            }
        }
        self.below(child, place, depth, window)
    }

    /// Notes that the line expected from here on begins with `action`.
    #[inline]
    pub(super) fn lead(&mut self, ply: u32, action: G::Action) {
        let (head, tail) = self.work.lines.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (head.last_mut(), tail.first()) {
            line.clear();
            line.push(action);
            line.extend_from_slice(rest);
        }
    }
}

/// Whether what two players get cancels out, as far as numbers go.
#[inline]
pub(in crate::search) fn is_zero_sum([mine, other]: [f64; 2]) -> bool {
    let sum = mine + other;
    sum == 0.0 || sum.abs() <= 1e-9 * mine.abs().max(1.0)
}
