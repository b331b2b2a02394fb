//! What is remembered of states, in a given number of bytes.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::size_of;

/// What is known of a state, whatever the play that led to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// Bounds on what player 0 gets from the state on.
    pub low: f64,
    pub high: f64,
    pub proof: u32,
    pub disproof: u32,
    /// The question that the two numbers belong to.
    pub question: u32,
    /// Nodes that were spent below it.
    pub work: u32,
}

/// Bytes of the index for an entry: a bucket has 5, and 7 to 14 of 16 are used.
const INDEX: usize = 12;

/// Fewer entries than this are no use.
const LEAST: usize = 8;

/// Entries by state. Where there is no room, the half with the least work goes (Nagai 2002). Which
/// those are does not hang on the hashes, as those of Python change from run to run.
pub(super) struct Table<S> {
    entries: Vec<(u64, S, Entry)>,
    index: HashTable<u32>,
    most: usize,
}

pub(super) fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl<S: Clone + Eq> Table<S> {
    pub fn new(bytes: usize) -> Self {
        let mut table = Self {
            entries: Vec::new(),
            index: HashTable::new(),
            most: 0,
        };
        table.limit(bytes);
        table
    }

    /// Sets the most bytes to hold.
    pub fn limit(&mut self, bytes: usize) {
        let most = bytes / (size_of::<(u64, S, Entry)>() + INDEX);
        self.most = if most < LEAST {
            0
        } else {
            most.min(u32::MAX as usize)
        };
        if self.entries.capacity() > self.most {
            self.keep(self.most);
            self.entries.shrink_to(self.most);
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(u64, S, Entry)>() + self.index.allocation_size()
    }

    fn place(&self, hash: u64, state: &S) -> Option<usize> {
        let same = |i: &u32| {
            let entry = &self.entries[*i as usize];
            entry.0 == hash && entry.1 == *state
        };
        self.index.find(hash, same).map(|i| *i as usize)
    }

    pub fn get(&self, hash: u64, state: &S) -> Option<&Entry> {
        self.place(hash, state).map(|i| &self.entries[i].2)
    }

    pub fn set(&mut self, hash: u64, state: &S, entry: Entry) {
        if let Some(place) = self.place(hash, state) {
            self.entries[place].2 = entry;
        } else if self.most > 0 {
            if self.entries.len() == self.most {
                self.keep(self.most / 2);
            }
            self.add(hash, state, entry);
        }
    }

    fn add(&mut self, hash: u64, state: &S, entry: Entry) {
        if self.entries.len() == self.entries.capacity() {
            let more = self.entries.len().max(64);
            self.entries
                .reserve_exact(more.min(self.most - self.entries.len()));
        }
        let place = self.entries.len() as u32;
        self.entries.push((hash, state.clone(), entry));
        let entries = &self.entries;
        self.index
            .insert_unique(hash, place, |i| entries[*i as usize].0);
    }

    /// Keeps at most so many entries, those with the most work and among equals the latest.
    fn keep(&mut self, most: usize) {
        if self.entries.len() > most {
            let mut works: Vec<u32> = self.entries.iter().map(|entry| entry.2.work).collect();
            let goes = self.entries.len() - most;
            let (_, last, _) = works.select_nth_unstable(goes - 1);
            let last = *last;
            let less = self.entries.iter().filter(|e| e.2.work < last).count();
            let mut equals = goes - less;
            self.entries.retain(|entry| {
                let equal = entry.2.work == last && equals > 0;
                equals -= usize::from(equal);
                entry.2.work >= last && !equal
            });
        }
        let entries = &self.entries;
        self.index = HashTable::with_capacity(entries.len());
        for (place, entry) in (0..).zip(entries) {
            self.index
                .insert_unique(entry.0, place, |i| entries[*i as usize].0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(work: u32) -> Entry {
        Entry {
            low: 0.0,
            high: 1.0,
            proof: 1,
            disproof: 1,
            question: 0,
            work,
        }
    }

    fn filled(bytes: usize, states: u64) -> Table<u64> {
        let mut table = Table::new(bytes);
        for state in 0..states {
            table.set(hash_of(&state), &state, entry(state as u32));
        }
        table
    }

    fn found(table: &Table<u64>, states: u64) -> u64 {
        let there = |state: &u64| table.get(hash_of(state), state).is_some();
        (0..states).filter(there).count() as u64
    }

    #[test]
    fn it_holds_its_bytes_and_no_more() {
        for bytes in [0, 100, 10_000, 1_000_000] {
            let table = filled(bytes, 50_000);
            assert!(table.bytes() <= bytes, "{}", table.bytes());
            assert_eq!(found(&table, 50_000), table.entries.len() as u64);
        }
        assert_eq!(found(&filled(0, 9), 9), 0);
    }

    #[test]
    fn it_keeps_what_fits_and_what_took_most() {
        assert_eq!(found(&filled(1 << 22, 9000), 9000), 9000);
        let mut table = filled(1 << 22, 9000);
        table.limit(1 << 14);
        assert!(table.bytes() <= 1 << 14);
        let kept: Vec<u64> = (0..9000)
            .filter(|state| table.get(hash_of(state), state).is_some())
            .collect();
        let mean = kept.iter().sum::<u64>() / kept.len() as u64;
        assert!(mean > 8800, "{mean}");
    }

    #[test]
    fn the_latest_entry_of_a_state_counts() {
        let mut table = filled(1 << 16, 10);
        table.set(hash_of(&3), &3, entry(77));
        assert_eq!(table.get(hash_of(&3), &3).map(|e| e.work), Some(77));
        assert_eq!(table.entries.len(), 10);
    }
}
