//! The rows of a relation, with indexes on some of its columns.

use super::terms::{TermId, hash};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// No further row.
const NONE: u32 = u32::MAX;

/// Rows by the values of some columns: the newest row of each key, and from each the one before.
#[derive(Clone, Debug)]
struct Index {
    columns: Box<[u8]>,
    heads: HashTable<u32>,
    /// Not kept where rows have different keys.
    previous: Vec<u32>,
    /// How many rows it has taken in.
    done: u32,
}

/// A set of rows of one length. Rows stay where they are until all go.
#[derive(Clone, Debug)]
pub(super) struct Table {
    arity: usize,
    rows: Vec<TermId>,
    length: u32,
    /// The first has all columns: it keeps rows from coming twice.
    indexes: Vec<Index>,
}

impl Table {
    pub fn new(arity: usize) -> Self {
        let mut table = Self {
            arity,
            rows: Vec::new(),
            length: 0,
            indexes: Vec::new(),
        };
        table.index(&(0..arity as u8).collect::<Vec<_>>());
        table
    }

    pub fn arity(&self) -> usize {
        self.arity
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.length
    }

    #[inline]
    pub fn row(&self, index: u32) -> &[TermId] {
        let start = index as usize * self.arity;
        &self.rows[start..start + self.arity]
    }

    /// All rows, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &[TermId]> {
        (0..self.length).map(|index| self.row(index))
    }

    /// The number of the index on these columns, which may be new.
    pub fn index(&mut self, columns: &[u8]) -> usize {
        let found = self
            .indexes
            .iter()
            .position(|index| *index.columns == *columns);
        found.unwrap_or_else(|| {
            self.indexes.push(Index {
                columns: columns.into(),
                heads: HashTable::new(),
                previous: Vec::new(),
                done: 0,
            });
            self.indexes.len() - 1
        })
    }

    /// Adds a row; false if it was there.
    #[inline]
    pub fn insert(&mut self, row: &[TermId]) -> bool {
        debug_assert_eq!(row.len(), self.arity);
        if self.arity == 0 {
            return std::mem::replace(&mut self.length, 1) == 0;
        }
        self.catch_up(0);
        let (rows, arity) = (&self.rows, self.arity);
        let at = |index: &u32| &rows[*index as usize * arity..][..arity];
        let same = |index: &u32| at(index).iter().zip(row).all(|(a, b)| a == b);
        let rehash = |index: &u32| hash(at(index).iter().copied());
        let all = &mut self.indexes[0];
        match all.heads.entry(hash(row.iter().copied()), same, rehash) {
            Entry::Occupied(_) => return false,
            Entry::Vacant(place) => place.insert(self.length),
        };
        self.rows.extend_from_slice(row);
        self.length += 1;
        all.done = self.length;
        true
    }

    /// Adds a row that is known not to be there.
    #[inline]
    pub fn push(&mut self, row: impl IntoIterator<Item = TermId>) {
        self.rows.extend(row);
        self.length += 1;
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        if self.length == 0 {
            return;
        }
        self.rows.clear();
        self.length = 0;
        for index in &mut self.indexes {
            index.heads.clear();
            index.previous.clear();
            index.done = 0;
        }
    }

    /// Brings an index up to date with the rows.
    #[inline]
    pub fn catch_up(&mut self, index: usize) {
        if self.arity > 0 && self.indexes[index].done < self.length {
            self.take_in(index);
        }
    }

    fn take_in(&mut self, index: usize) {
        let (rows, arity) = (&self.rows, self.arity);
        let all = index == 0;
        let Index {
            columns,
            heads,
            previous,
            done,
        } = &mut self.indexes[index];
        let at = |row: u32, column: &u8| rows[row as usize * arity + usize::from(*column)];
        let rehash = |row: &u32| hash(columns.iter().map(|c| at(*row, c)));
        for row in *done..self.length {
            let same = |other: &u32| columns.iter().all(|c| at(*other, c) == at(row, c));
            let before = match heads.entry(rehash(&row), same, rehash) {
                Entry::Occupied(mut head) => std::mem::replace(head.get_mut(), row),
                Entry::Vacant(place) => {
                    place.insert(row);
                    NONE
                }
            };
            if !all {
                previous.push(before);
            }
        }
        *done = self.length;
    }

    /// The newest row with these values in the columns of an index that is up to date.
    #[inline]
    pub fn first(&self, index: usize, key: &[TermId]) -> Option<u32> {
        if self.arity == 0 {
            return (self.length > 0).then_some(0);
        }
        self.find(index, hash(key.iter().copied()), key)
    }

    #[inline]
    fn find(&self, index: usize, hash: u64, key: &[TermId]) -> Option<u32> {
        let Index { columns, heads, .. } = &self.indexes[index];
        let same = |row: &u32| {
            let start = *row as usize * self.arity;
            let pairs = columns.iter().zip(key);
            pairs
                .into_iter()
                .all(|(c, value)| self.rows[start + usize::from(*c)] == *value)
        };
        heads.find(hash, same).copied()
    }

    /// The row before this one with the same key.
    #[inline]
    pub fn before(&self, index: usize, row: u32) -> Option<u32> {
        let previous = self.indexes[index].previous.get(row as usize);
        let previous = previous.copied().unwrap_or(NONE);
        (previous != NONE).then_some(previous)
    }

    /// How many different keys an index has, once it is up to date.
    pub fn keys(&self, index: usize) -> usize {
        self.indexes[index].heads.len()
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        let indexes = self.indexes.iter();
        let indexes = indexes.map(|i| i.heads.allocation_size() + 4 * i.previous.capacity());
        4 * self.rows.capacity() + indexes.sum::<usize>()
    }
}
