//! What is remembered of states, in a given number of bytes.

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

/// Slots that a state may lie in: those of the bucket that its hash names.
const BUCKET: usize = 4;
const FIRST: usize = 1 << 10;

/// Entries by state. Where a bucket is full, the entry with the least work makes room.
pub(super) struct Table<S> {
    slots: Vec<Option<(S, Entry)>>,
    used: usize,
    most: usize,
}

pub(super) fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    // The upper bits name the bucket, and those of this hash are its worst.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<S: Clone + Eq + Hash> Table<S> {
    pub fn new(bytes: usize) -> Self {
        let mut table = Self {
            slots: Vec::new(),
            used: 0,
            most: 0,
        };
        table.limit(bytes);
        table
    }

    /// Sets the most bytes to hold.
    pub fn limit(&mut self, bytes: usize) {
        self.most = bytes / size_of::<Option<(S, Entry)>>() / BUCKET * BUCKET;
        if self.slots.len() > self.most {
            self.resize(self.most);
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<(S, Entry)>>()
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = (self.slots.len() / BUCKET) as u128;
        let first = ((u128::from(hash) * buckets) >> 64) as usize * BUCKET;
        first..first + BUCKET
    }

    pub fn get(&self, hash: u64, state: &S) -> Option<&Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slots = self.slots[self.bucket(hash)].iter().flatten();
        slots.find(|slot| slot.0 == *state).map(|slot| &slot.1)
    }

    pub fn set(&mut self, hash: u64, state: &S, entry: Entry) {
        if self.used >= self.slots.len() / 2 && self.slots.len() < self.most {
            self.resize((self.slots.len() * 2).max(FIRST).min(self.most));
        }
        if !self.slots.is_empty() {
            self.place(hash, state, entry);
        }
    }

    fn place(&mut self, hash: u64, state: &S, entry: Entry) {
        let bucket = self.bucket(hash);
        let slots = &mut self.slots[bucket];
        let same = |slot: &Option<(S, Entry)>| slot.as_ref().is_some_and(|s| s.0 == *state);
        let slot = match slots.iter().position(same) {
            Some(index) => &mut slots[index],
            None => {
                let work = |slot: &&mut Option<(S, Entry)>| slot.as_ref().map(|s| s.1.work);
                slots.iter_mut().min_by_key(work).expect("a bucket")
            }
        };
        self.used += usize::from(slot.is_none());
        *slot = Some((state.clone(), entry));
    }

    fn resize(&mut self, slots: usize) {
        let mut empty = Vec::new();
        empty.resize_with(slots, || None);
        let old = std::mem::replace(&mut self.slots, empty);
        let mut old: Vec<_> = old.into_iter().flatten().collect();
        if slots < old.len() {
            // Those that come later are kept.
            old.sort_by_key(|slot| slot.1.work);
        }
        self.used = 0;
        if slots > 0 {
            for (state, entry) in old {
                self.place(hash_of(&state), &state, entry);
            }
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
            assert_eq!(found(&table, 50_000), table.used as u64);
        }
        assert_eq!(found(&filled(0, 9), 9), 0);
    }

    #[test]
    fn it_keeps_what_fits_and_what_took_most() {
        assert!(found(&filled(1 << 22, 500), 500) > 480);
        assert!(found(&filled(1 << 22, 9000), 9000) > 8900);
        let mut table = filled(1 << 22, 9000);
        table.limit(1 << 14);
        assert!(table.bytes() <= 1 << 14);
        let kept: Vec<u64> = (0..9000)
            .filter(|state| table.get(hash_of(state), state).is_some())
            .collect();
        let mean = kept.iter().sum::<u64>() / kept.len() as u64;
        assert!(mean > 5000, "{mean}");
    }

    #[test]
    fn the_latest_entry_of_a_state_counts() {
        let mut table = filled(1 << 16, 10);
        table.set(hash_of(&3), &3, entry(77));
        assert_eq!(table.get(hash_of(&3), &3).map(|e| e.work), Some(77));
        assert_eq!(table.used, 10);
    }
}
