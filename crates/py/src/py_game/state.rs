//! States of games written in Python, and what is remembered of them.

use forethought_core::game::Turn;
use hashbrown::HashTable;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// States that are remembered at most; those that come later are asked again each time. More would
/// be slower: looking for a state in a large memory takes longer than asking for most of them.
const REMEMBERED: usize = 1 << 14;

/// The states seen so far, to be found by their value.
#[derive(Default)]
pub(super) struct Memory {
    states: Vec<PyState>,
    table: HashTable<u32>,
}

impl Memory {
    /// The remembered state at a place.
    pub(super) fn get(&self, place: u32) -> PyState {
        self.states[place as usize].clone()
    }

    /// The state that stands for a Python value with this hash, the same one each time while it is
    /// remembered, and its place. `common` is what all of them share.
    pub(super) fn state_of(
        &mut self,
        object: &Bound<'_, PyAny>,
        hash: u64,
        common: &Arc<Common>,
    ) -> PyResult<(PyState, u32)> {
        if let Some(place) = self.find(object, hash)? {
            return Ok((self.get(place), place));
        }
        let place = self.states.len() as u32;
        let remembered = self.states.len() < REMEMBERED;
        let state = PyState::new(object, hash, remembered, common);
        if remembered {
            self.states.push(state.clone());
            let states = &self.states;
            let rehash = |id: &u32| spread(states[*id as usize].0.hash);
            self.table.insert_unique(spread(hash), place, rehash);
        }
        Ok((state, place))
    }

    /// Shows the collector the remembered states and their actions, which all others share.
    pub(super) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.states.iter().try_for_each(|state| {
            visit.call(&state.0.object)?;
            let actions = state.0.actions.get().map_or(&[][..], |actions| actions);
            actions.iter().try_for_each(|action| visit.call(action))
        })
    }

    fn find(&self, object: &Bound<'_, PyAny>, hash: u64) -> PyResult<Option<u32>> {
        let mut failed = None;
        let found = self.table.find(spread(hash), |id| {
            let other = &self.states[*id as usize].0;
            other.hash == hash
                && (other.object.is(object)
                    || other
                        .object
                        .bind(object.py())
                        .eq(object)
                        .unwrap_or_else(|error| {
                            failed = Some(error);
                            false
                        }))
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(found.copied()),
        }
    }
}

/// What all states of a game share.
#[derive(Default)]
pub(super) struct Common {
    /// Bytes of all entries that there are, in the memory and in trees.
    pub(super) held: AtomicUsize,
    failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
}

impl Common {
    /// Keeps the first error of a comparison, which can't give it itself.
    fn fail(&self, error: PyErr) {
        let mut failure = self.failure.lock().expect("nothing fails with it");
        failure.get_or_insert(error);
        self.failed.store(true, Relaxed);
    }

    /// The error that was kept, which is so no more.
    #[inline]
    pub(super) fn failure(&self) -> Option<PyErr> {
        if !self.failed.load(Relaxed) {
            return None;
        }
        self.failed.store(false, Relaxed);
        self.failure.lock().expect("nothing fails with it").take()
    }
}

/// A state: the user's object with what is known of it.
#[derive(Clone)]
pub struct PyState(pub(super) Arc<Entry>);

impl PyState {
    fn new(object: &Bound<'_, PyAny>, hash: u64, remembered: bool, common: &Arc<Common>) -> Self {
        let entry = Entry {
            object: object.clone().unbind(),
            hash,
            turn: OnceLock::new(),
            actions: OnceLock::new(),
            following: OnceLock::new(),
            remembered,
            bytes: AtomicUsize::new(0),
            common: common.clone(),
        };
        // A place in the memory takes a pointer and an index with its mark.
        entry.holds(size_of::<Entry>() + shallow_size(object) + 24);
        Self(Arc::new(entry))
    }
}

pub(super) struct Entry {
    pub(super) object: Py<PyAny>,
    hash: u64,
    pub(super) turn: OnceLock<Turn>,
    pub(super) actions: OnceLock<Box<[Py<PyAny>]>>,
    /// What follows each action, where that can be said; as long as the actions.
    pub(super) following: OnceLock<Box<[Following]>>,
    /// Whether it is among the remembered, so that it may remember what follows.
    pub(super) remembered: bool,
    /// What it holds, about: itself, the user's object without what that refers to, and lists.
    bytes: AtomicUsize,
    common: Arc<Common>,
}

impl Entry {
    /// Counts what it holds from now on.
    pub(super) fn holds(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
        self.common.held.fetch_add(bytes, Relaxed);
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.common.held.fetch_sub(*self.bytes.get_mut(), Relaxed);
    }
}

/// All that may follow one action, once it was asked.
pub(super) type Following = OnceLock<Box<[Follower]>>;

/// What may follow an action.
pub(super) struct Follower {
    pub(super) probability: f64,
    /// One number per player; none where nobody is paid.
    pub(super) rewards: Box<[f64]>,
    /// Its place among the remembered states.
    pub(super) state: u32,
}

impl PartialEq for PyState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (!(self.0.remembered && other.0.remembered)
                && self.0.hash == other.0.hash
                && Python::attach(|py| {
                    let same = self.0.object.bind(py).eq(other.0.object.bind(py));
                    same.unwrap_or_else(|error| {
                        self.0.common.fail(error);
                        false
                    })
                }))
    }
}

impl Eq for PyState {}

impl Hash for PyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash.hash(hasher);
    }
}

impl std::fmt::Debug for PyState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Python::attach(|py| write!(f, "{:?}", self.0.object.bind(py)))
    }
}

/// Bytes of an object itself, as Python tells them.
fn shallow_size(object: &Bound<'_, PyAny>) -> usize {
    let told = object.call_method0("__sizeof__");
    told.and_then(|size| size.extract()).unwrap_or(0)
}

/// Python's hashes of small numbers are the numbers: spread them over all bits.
fn spread(hash: u64) -> u64 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26)
}
