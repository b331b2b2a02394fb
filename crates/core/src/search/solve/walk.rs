//! The walk over all states, depth first without recursion.

use super::SolveError;
use super::component;
use super::expansion::Expansion;
use super::states::States;
use crate::game::Game;
use std::collections::TryReserveError;

/// The number of the state in which the walk starts.
pub(super) const ROOT: u32 = 0;
/// How many states are expanded between two calls of `poll`.
const POLL: u32 = 1024;

/// What the walk found, by the number of the state.
pub(super) struct Valued {
    /// One number per player and state.
    pub values: Vec<f64>,
    /// The length of the longest play from the root, if no state can repeat.
    pub horizon: Option<u32>,
}

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

/// A state on the path from the root to where the walk is.
struct Step {
    id: u32,
    /// When the walk came here, counted from 1.
    number: u32,
    /// How many of its edges have been followed.
    followed: usize,
    /// Whether one of them led to a state that is not done.
    back: bool,
}

struct Walk<'a, G: Game> {
    game: &'a G,
    states: &'a mut States<G::State>,
    poll: &'a mut dyn FnMut(usize) -> bool,
    values: Vec<f64>,
    /// The length of the longest play from each state; not kept up once a state can repeat.
    heights: Vec<u32>,
    /// Whether some state can repeat.
    cyclic: bool,
    /// Per state: [`UNSEEN`], [`DONE`], or the least number known to be reachable from it.
    low: Vec<u32>,
    path: Vec<Step>,
    /// The edges of the states on the path.
    edges: Expansion<G>,
    /// States that have been left, but belong to the component of one on the path.
    waiting: Vec<u32>,
    entered: u32,
}

/// Values every state that `root` leads to.
pub(super) fn walk<G: Game>(
    game: &G,
    root: &G::State,
    states: &mut States<G::State>,
    poll: &mut dyn FnMut(usize) -> bool,
) -> Result<Valued, SolveError<G::Error>> {
    states.id(root)?;
    let mut walk = Walk {
        edges: Expansion::new(game),
        game,
        states,
        poll,
        values: Vec::new(),
        heights: Vec::new(),
        cyclic: false,
        low: Vec::new(),
        path: Vec::new(),
        waiting: Vec::new(),
        entered: 0,
    };
    walk.enter(ROOT)?;
    while let Some(row) = walk.path.len().checked_sub(1) {
        let step = &mut walk.path[row];
        match walk.edges.children(row).get(step.followed).copied() {
            Some(child) => {
                step.followed += 1;
                walk.follow(child)?;
            }
            None => walk.leave()?,
        }
    }
    let horizon = (!walk.cyclic).then(|| walk.heights[ROOT as usize]);
    Ok(Valued {
        values: walk.values,
        horizon,
    })
}

impl<G: Game> Walk<'_, G> {
    /// Goes on to a state that was not seen before.
    fn enter(&mut self, id: u32) -> Result<(), SolveError<G::Error>> {
        self.edges.push(self.game, self.states, id)?;
        self.make_room()?;
        self.entered += 1;
        self.low[id as usize] = self.entered;
        self.path.push(Step {
            id,
            number: self.entered,
            followed: 0,
            back: false,
        });
        if self.entered.is_multiple_of(POLL) && !(self.poll)(self.states.len()) {
            return Err(SolveError::Interrupted);
        }
        Ok(())
    }

    /// For the states that were met last.
    fn make_room(&mut self) -> Result<(), SolveError<G::Error>> {
        let states = self.states.len();
        let players = self.game.info().players;
        let room = lengthen(&mut self.low, states, UNSEEN)
            .and_then(|()| lengthen(&mut self.heights, states, 0))
            .and_then(|()| lengthen(&mut self.values, states * players, 0.0));
        room.map_err(|_| SolveError::NoMemory { states })
    }

    /// Follows an edge from the last state of the path.
    fn follow(&mut self, child: u32) -> Result<(), SolveError<G::Error>> {
        match self.low[child as usize] {
            UNSEEN => self.enter(child)?,
            DONE => {}
            low => {
                let step = self.path.last_mut().expect("edges start on the path");
                step.back = true;
                self.cyclic = true;
                self.lower(low);
            }
        }
        Ok(())
    }

    /// Lowers what the last state of the path is known to reach.
    fn lower(&mut self, low: u32) {
        if let Some(step) = self.path.last() {
            let own = &mut self.low[step.id as usize];
            *own = low.min(*own);
        }
    }

    /// Leaves the last state of the path, all of whose edges have been followed.
    fn leave(&mut self) -> Result<(), SolveError<G::Error>> {
        let step = self.path.pop().expect("a path to go back on");
        let low = self.low[step.id as usize];
        if low < step.number {
            self.edges.pop();
            self.waiting.push(step.id);
            self.lower(low);
            return Ok(());
        }
        let waiting = self.waiting.iter().rev();
        let others = waiting.take_while(|id| self.low[**id as usize] >= step.number);
        let others = others.count();
        if others == 0 && !step.back {
            self.value_last(step.id);
            self.edges.pop();
            return Ok(());
        }
        self.edges.pop();
        // Those that were left first come first: what follows is valued before what leads to it.
        let mut members = self.waiting.split_off(self.waiting.len() - others);
        members.push(step.id);
        self.settle(&members)
    }

    /// Values states that can reach each other.
    fn settle(&mut self, members: &[u32]) -> Result<(), SolveError<G::Error>> {
        let (values, poll) = (&mut self.values, &mut *self.poll);
        component::settle(self.game, self.states, members, values, poll)?;
        for id in members {
            self.low[*id as usize] = DONE;
        }
        Ok(())
    }

    /// Values the state expanded last, none of whose children can lead back to it.
    fn value_last(&mut self, id: u32) {
        let row = self.path.len();
        self.edges.choose(row, &self.values);
        let chosen = self.edges.chosen();
        let start = id as usize * chosen.len();
        self.values[start..start + chosen.len()].copy_from_slice(chosen);
        let children = self.edges.children(row).iter();
        let below = children.map(|child| self.heights[*child as usize] + 1);
        self.heights[id as usize] = below.max().unwrap_or(0);
        self.low[id as usize] = DONE;
    }
}

fn lengthen<T: Clone>(list: &mut Vec<T>, length: usize, with: T) -> Result<(), TryReserveError> {
    list.try_reserve(length.saturating_sub(list.len()))?;
    list.resize(length, with);
    Ok(())
}
