//! What is remembered of states, in a fixed number of bytes.

use super::found::{Bound, Found, Window};
use std::hash::{Hash, Hasher};

/// What is remembered of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// The index of the best action, or of the one that refuted.
    pub(super) best: u32,
    /// How many actions were looked ahead.
    pub(super) depth: u32,
    pub(super) bound: Bound,
    /// The value from this state on; it is tied to no path.
    pub(super) found: Found,
}

impl Entry {
    /// The answer to a search to `depth` with `window`, if it is known.
    ///
    /// The depth must be the same, since a value of another depth is another value; what is proven
    /// holds at any depth.
    #[inline]
    pub(super) fn answer(&self, depth: u32, window: Window) -> Option<Found> {
        let Found {
            value, low, high, ..
        } = self.found;
        let same = self.depth == depth;
        let at_least = self.bound != Bound::Upper && (same || low);
        let at_most = self.bound != Bound::Lower && (same || high);
        let cuts = at_least && value >= window.beta || at_most && value <= window.alpha;
        let known = cuts || at_least && at_most;
        let found = Found {
            low: at_least && low,
            high: at_most && high,
            ..self.found
        };
        known.then_some(found)
    }

    fn pack(&self, key: u64, age: u8) -> Packed {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let flags = bound | u64::from(self.found.low) << 2 | u64::from(self.found.high) << 3;
        let numbers = u64::from(self.best) << 32 | u64::from(self.depth) << 16;
        [
            key,
            self.found.value.to_bits(),
            numbers | u64::from(age) << 8 | flags,
        ]
    }

    /// What was packed, unless the place is empty.
    #[inline]
    fn unpack(packed: &Packed) -> Option<Self> {
        let [_, value, meta] = *packed;
        let bound = match meta & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            best: (meta >> 32) as u32,
            depth: (meta >> 16) as u32 & 0xffff,
            bound,
            found: Found {
                value: f64::from_bits(value),
                low: meta & 4 != 0,
                high: meta & 8 != 0,
                tied: Found::FREE,
            },
        })
    }
}

/// Hash, value, and the rest: index (32 bits), depth (16), age (8), high, low and bound (4). All
/// zeros where nothing is remembered, so that the system gives the memory when it is first used.
type Packed = [u64; 3];

/// Places that a state can be at.
const WAYS: usize = 4;

/// One search at another root makes an entry as easy to replace as so many plies less of depth.
const AGEING: i64 = 8;

/// Places of a table that has just been made, if it may have so many.
const FIRST: usize = 1 << 10;

/// The states of a search with their values, as many as there is room for.
///
/// States with equal hashes of 64 bits count as equal, except where the states are kept to compare
/// them: where hashes are somebody else's, and in debug builds.
pub(super) struct Table<S> {
    entries: Vec<[Packed; WAYS]>,
    states: Vec<Option<S>>,
    age: u8,
    /// Places that are taken.
    taken: usize,
    /// Bytes that it may come to hold.
    most: usize,
    /// Bytes that a state keeps elsewhere, where states are kept.
    kept: Option<usize>,
}

impl<S: Eq + Clone> Table<S> {
    /// A table that grows until it holds `bytes`. `kept` is what a state keeps elsewhere, where
    /// states are to be kept.
    pub(super) fn new(bytes: usize, kept: Option<usize>) -> Self {
        let mut table = Self {
            entries: Vec::new(),
            states: Vec::new(),
            age: 0,
            taken: 0,
            most: bytes,
            kept,
        };
        let fits = bytes / (table.each() * WAYS);
        if fits > 0 {
            table.make((1 << fits.ilog2()).min(FIRST / WAYS));
        }
        table
    }

    /// Bytes of a place.
    fn each(&self) -> usize {
        let state = self.kept.map_or(0, |kept| size_of::<Option<S>>() + kept);
        size_of::<Packed>() + state
    }

    fn make(&mut self, buckets: usize) {
        let keep = self.kept.is_some() || cfg!(debug_assertions);
        let states = if keep { buckets * WAYS } else { 0 };
        self.entries = vec![[[0; 3]; WAYS]; buckets];
        self.states = vec![None; states];
        self.taken = 0;
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * WAYS * self.each()
    }

    /// Lets it grow until it holds `bytes`.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.most = bytes;
    }

    /// Whether it has room for anything.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        !self.entries.is_empty()
    }

    /// From now on what is there is older than what comes.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The upper bits choose, so that a bucket's entries go to two neighbours when it grows.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is remembered of a state.
    #[inline]
    pub(super) fn get(&self, key: u64, state: &S) -> Option<Entry> {
        let bucket = self.bucket(key);
        let ways = self.entries.get(bucket)?;
        let way = ways.iter().position(|packed| packed[0] == key)?;
        let entry = Entry::unpack(&ways[way])?;
        self.is(bucket * WAYS + way, state).then_some(entry)
    }

    #[inline]
    fn is(&self, place: usize, state: &S) -> bool {
        match self.states.get(place) {
            Some(kept) => kept.as_ref() == Some(state),
            None => true,
        }
    }

    /// Remembers a state, in its own place or in that of the one that is missed least.
    pub(super) fn put(&mut self, key: u64, state: &S, entry: Entry) {
        if self.taken * 4 > self.entries.len() * WAYS * 3 {
            self.grow();
        }
        self.store(entry.pack(key, self.age), Some(state.clone()));
    }

    fn store(&mut self, packed: Packed, state: Option<S>) {
        let bucket = self.bucket(packed[0]);
        let Some(ways) = self.entries.get_mut(bucket) else {
            return;
        };
        let own = ways.iter().position(|other| other[0] == packed[0]);
        let way = own.unwrap_or_else(|| least(ways, self.age));
        self.taken += usize::from(ways[way][2] == 0);
        ways[way] = packed;
        if let Some(kept) = self.states.get_mut(bucket * WAYS + way) {
            *kept = state;
        }
    }

    /// Doubles, if it may: a short search touches little memory.
    #[cold]
    fn grow(&mut self) {
        if 2 * self.bytes() > self.most {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        let mut states = std::mem::take(&mut self.states).into_iter();
        self.make(2 * entries.len());
        for packed in entries.into_flattened() {
            let state = states.next().flatten();
            if packed[2] != 0 {
                self.store(packed, state);
            }
        }
    }
}

/// The place in a bucket that is missed least: an empty one, or what is old and shallow.
fn least(ways: &[Packed; WAYS], age: u8) -> usize {
    let worth = |way: &usize| {
        let meta = ways[*way][2];
        let older = age.wrapping_sub((meta >> 8) as u8);
        match meta & 3 {
            0 => i64::MIN,
            _ => (meta >> 16 & 0xffff) as i64 - AGEING * i64::from(older),
        }
    };
    (0..WAYS).min_by_key(worth).unwrap_or(0)
}

/// The hash of a state.
#[inline]
pub(super) fn key<S: Hash>(state: &S) -> u64 {
    let mut hasher = Folder(SEED);
    state.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies to 128 bits and folds the halves onto each other, a word at a time: quick, and every
/// bit of a word moves all bits of the hash (the step of Wang Yi's wyhash).
struct Folder(u64);

/// Odd numbers without a pattern: the fractions of the roots of 2 and 3.
const SEED: u64 = 0x6a09_e667_f3bc_c909;
const FACTOR: u64 = 0xbb67_ae85_84ca_a73b;

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Folder {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0.rotate_left(29) ^ word, FACTOR);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        fold(self.0 ^ SEED, FACTOR)
    }
}
