//! Ground terms as numbers: equal terms have equal numbers.

use crate::gdl::syntax::{Symbol, Symbols, Term, TermKind};
use hashbrown::HashTable;
use std::cmp::Ordering;

/// The number of a ground term. Constants come first, in the order in which the sheet names them.
pub type TermId = u32;

/// The deepest nesting of functions: what goes deeper grows without end.
const DEEPEST: u16 = 500;
/// The most names in a term. Equal parts are stored once, but a text has them all.
const LONGEST: u32 = 10_000;

#[derive(Clone, Copy, Debug)]
struct Node {
    functor: u32,
    start: u32,
    length: u16,
    depth: u16,
    /// How many names its text has.
    names: u32,
}

/// All ground terms that came up.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<TermId>,
    table: HashTable<TermId>,
    /// A hash of each term by what it says: it does not depend on what came up before.
    keys: Vec<u64>,
}

/// All bits of a number mixed (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
/// generators", the finalizer).
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A mixed hash of a few numbers.
#[inline]
pub(super) fn hash(words: impl IntoIterator<Item = u32>) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = words.into_iter().fold(0u64, |hash, word| {
        (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(K)
    });
    mixed ^ (mixed >> 31)
}

impl Terms {
    pub fn new(symbols: &Symbols) -> Self {
        let constant = |functor| Node {
            functor,
            start: 0,
            length: 0,
            depth: 0,
            names: 1,
        };
        Self {
            nodes: (0..symbols.len() as u32).map(constant).collect(),
            arguments: Vec::new(),
            table: HashTable::new(),
            keys: (0..symbols.len() as u64).map(mixed).collect(),
        }
    }

    /// The functor and the arguments of a function; None of a constant.
    #[inline]
    pub fn parts(&self, term: TermId) -> Option<(Symbol, &[TermId])> {
        let node = &self.nodes[term as usize];
        let start = node.start as usize;
        let arguments = &self.arguments[start..start + usize::from(node.length)];
        (node.length > 0).then_some((Symbol(node.functor), arguments))
    }

    /// The function of these arguments; None if it is nested too deep or has too many names.
    pub fn function(&mut self, functor: Symbol, arguments: &[TermId]) -> Option<TermId> {
        if let Some(found) = self.find(functor, arguments) {
            return Some(found);
        }
        let depths = arguments
            .iter()
            .map(|term| self.nodes[*term as usize].depth);
        let depth = depths.max().unwrap_or(0) + 1;
        let names = arguments
            .iter()
            .map(|term| self.nodes[*term as usize].names);
        let names = 1 + names.sum::<u32>();
        if depth > DEEPEST || names > LONGEST {
            return None;
        }
        let id = self.nodes.len() as TermId;
        self.nodes.push(Node {
            functor: functor.0,
            start: self.arguments.len() as u32,
            length: arguments.len() as u16,
            depth,
            names,
        });
        self.arguments.extend_from_slice(arguments);
        let key = mixed(u64::from(functor.0) << 32 | arguments.len() as u64);
        let keys = arguments.iter().map(|term| self.keys[*term as usize]);
        self.keys
            .push(keys.fold(key, |key, other| mixed(key ^ other)));
        let (nodes, all) = (&self.nodes, &self.arguments);
        let rehash = |term: &TermId| {
            let node = &nodes[*term as usize];
            let start = node.start as usize;
            let words = &all[start..start + usize::from(node.length)];
            hash([node.functor].into_iter().chain(words.iter().copied()))
        };
        self.table.insert_unique(rehash(&id), id, rehash);
        Some(id)
    }

    /// The same, if it ever came up.
    #[inline]
    pub fn find(&self, functor: Symbol, arguments: &[TermId]) -> Option<TermId> {
        let hash = hash([functor.0].into_iter().chain(arguments.iter().copied()));
        // Arguments are few: one by one they are compared faster than as a slice.
        let same = |term: &TermId| {
            self.parts(*term).is_some_and(|(other, parts)| {
                other == functor
                    && parts.len() == arguments.len()
                    && parts.iter().zip(arguments).all(|(a, b)| a == b)
            })
        };
        self.table.find(hash, same).copied()
    }

    /// A hash of a term by what it says: the same in every interpreter of the sheet.
    #[inline]
    pub fn key(&self, term: TermId) -> u64 {
        self.keys[term as usize]
    }

    /// The number of a ground term of a sheet; None if it has a variable or is too large.
    pub fn intern(&mut self, term: &Term) -> Option<TermId> {
        match &term.kind {
            TermKind::Constant(name) => Some(name.0),
            TermKind::Variable(_) => None,
            TermKind::Function(functor, terms) => {
                let terms: Option<Vec<_>> = terms.iter().map(|term| self.intern(term)).collect();
                self.function(*functor, &terms?)
            }
        }
    }

    /// The number here of a term of others with the same constants.
    pub fn adopt(&mut self, term: TermId, of: &Self) -> TermId {
        let Some((functor, arguments)) = of.parts(term) else {
            return term;
        };
        let arguments = arguments.iter().map(|argument| self.adopt(*argument, of));
        let arguments: Vec<_> = arguments.collect();
        let made = self.function(functor, &arguments);
        made.expect("what is not nested too deep there is not here")
    }

    /// The order of the sheet: constants as it first names them, functions by name, then by terms.
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (x, y) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let heads = (x.functor, x.length).cmp(&(y.functor, y.length));
        heads.then_with(|| {
            let of = |node: &Node| {
                let start = node.start as usize;
                &self.arguments[start..start + usize::from(node.length)]
            };
            let pairs = of(x).iter().zip(of(y));
            let mut orders = pairs.map(|(a, b)| self.compare(*a, *b));
            orders
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// The term as the sheet would spell it.
    pub fn print(&self, term: TermId, symbols: &Symbols, into: &mut String) {
        match self.parts(term) {
            None => into.push_str(symbols.name(Symbol(self.nodes[term as usize].functor))),
            Some((functor, arguments)) => {
                into.push('(');
                into.push_str(symbols.name(functor));
                for argument in arguments {
                    into.push(' ');
                    self.print(*argument, symbols, into);
                }
                into.push(')');
            }
        }
    }

    /// Bytes that the terms hold.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.arguments.capacity() * size_of::<TermId>()
            + self.table.allocation_size()
            + 8 * self.keys.capacity()
    }
}
