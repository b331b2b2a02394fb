//! States and their numbers.

use super::SolveError;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Different states, numbered from 0 in the order in which they were first met.
pub(super) struct States<S> {
    states: Vec<S>,
    ids: HashTable<u32>,
    limit: usize,
}

fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}

impl<S: Eq + Hash> States<S> {
    /// No states yet, and never more than `limit` (nor than there are numbers of 32 bits, less a
    /// few that mean something else).
    pub(super) fn new(limit: usize) -> Self {
        Self {
            states: Vec::new(),
            ids: HashTable::new(),
            limit: limit.min(u32::MAX as usize - 2),
        }
    }

    /// The number of a state, which gets one if it is new.
    ///
    /// # Errors
    /// If there are too many, or there is no memory for one more.
    pub(super) fn id<E>(&mut self, state: &S) -> Result<u32, SolveError<E>>
    where
        S: Clone,
    {
        self.make_room()?;
        let states = &self.states;
        let entry = self.ids.entry(
            hash(state),
            |id| states[*id as usize] == *state,
            |id| hash(&states[*id as usize]),
        );
        match entry {
            Entry::Occupied(entry) => Ok(*entry.get()),
            Entry::Vacant(entry) => {
                if states.len() == self.limit {
                    return Err(SolveError::TooManyStates { limit: self.limit });
                }
                let id = states.len() as u32;
                entry.insert(id);
                self.states.push(state.clone());
                Ok(id)
            }
        }
    }

    /// For one more state.
    fn make_room<E>(&mut self) -> Result<(), SolveError<E>> {
        let Self { states, ids, .. } = self;
        let count = states.len();
        states
            .try_reserve(1)
            .map_err(|_| ())
            .and_then(|()| {
                let rehash = |id: &u32| hash(&states[*id as usize]);
                ids.try_reserve(1, rehash).map_err(|_| ())
            })
            .map_err(|()| SolveError::NoMemory { states: count })
    }

    pub(super) fn find(&self, state: &S) -> Option<u32> {
        let same = |id: &u32| self.states[*id as usize] == *state;
        self.ids.find(hash(state), same).copied()
    }

    pub(super) fn get(&self, id: u32) -> &S {
        &self.states[id as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }
}
