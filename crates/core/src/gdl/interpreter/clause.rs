//! Rules in the form that is evaluated: no `or`, no nested `not`, variables numbered, and a table
//! for every relation; for fluents and moves one for each function.

use super::terms::TermId;
use crate::gdl::Place;
use crate::gdl::syntax::Symbol;
use rustc_hash::FxHashMap;

/// A term with numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    Constant(TermId),
    Variable(u16),
    Function(Symbol, Box<[Pattern]>),
}

impl Pattern {
    /// Calls `each` for every variable in it.
    pub fn variables(&self, each: &mut impl FnMut(u16)) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(v) => each(*v),
            Self::Function(_, parts) => parts.iter().for_each(|part| part.variables(each)),
        }
    }

    /// Whether `known` has all its variables.
    pub fn known(&self, known: &[bool]) -> bool {
        let mut all = true;
        self.variables(&mut |v| all &= known[usize::from(v)]);
        all
    }
}

/// Rows of a table that fit these patterns, one for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub table: usize,
    pub patterns: Vec<Pattern>,
}

/// A relation whose fluent or move is a variable: which table it means is known when that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub split: Split,
    pub patterns: Vec<Pattern>,
}

#[derive(Clone, Debug)]
pub(super) enum Condition {
    Holds(Access),
    Fails(Access),
    FailsOpen(Open),
    Differ(Pattern, Pattern),
}

#[derive(Clone, Debug)]
pub(super) enum Head {
    One(Access),
    Open(Open),
}

#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub head: Head,
    pub body: Vec<Condition>,
    pub variables: usize,
    pub at: Place,
}

/// A relation whose rows are kept apart by the function in one of its columns. Its first table
/// has the constants, the others a function each, whose terms are columns at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub first: usize,
    pub column: usize,
    pub kind: SplitKind,
}

/// What is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitKind {
    Fluent,
    Move,
}

/// The functions of fluents or of moves, in the order of their tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Functors {
    list: Vec<(Symbol, usize)>,
    positions: FxHashMap<(Symbol, usize), usize>,
}

impl Functors {
    pub fn add(&mut self, functor: Symbol, arity: usize) {
        let list = &mut self.list;
        self.positions.entry((functor, arity)).or_insert_with(|| {
            list.push((functor, arity));
            list.len()
        });
    }

    /// How many tables there are: one more for the constants.
    pub fn tables(&self) -> usize {
        self.list.len() + 1
    }

    /// The function of a table, counted from the first; None of that of the constants.
    pub fn of(&self, table: usize) -> Option<(Symbol, usize)> {
        Some(self.list[table.checked_sub(1)?])
    }

    /// The table of a function, counted from the first.
    pub fn position(&self, functor: Symbol, arity: usize) -> Option<usize> {
        self.positions.get(&(functor, arity)).copied()
    }
}

/// All relations that have a table.
#[derive(Clone, Debug)]
pub(super) struct Catalogue {
    pub fluents: Functors,
    pub moves: Functors,
    /// The number of columns of each table.
    pub arities: Vec<usize>,
    tables: FxHashMap<(Symbol, usize), usize>,
    splits: Vec<(Symbol, Split)>,
}

impl Catalogue {
    /// The tables of the split relations.
    pub fn new(fluents: Functors, moves: Functors, relations: &[(Symbol, SplitKind)]) -> Self {
        let mut catalogue = Self {
            fluents,
            moves,
            arities: Vec::new(),
            tables: FxHashMap::default(),
            splits: Vec::new(),
        };
        for (relation, kind) in relations {
            let column = usize::from(*kind == SplitKind::Move);
            let split = Split {
                first: catalogue.arities.len(),
                column,
                kind: *kind,
            };
            catalogue.arities.push(column + 1);
            let functors = catalogue.functors(*kind);
            let arities: Vec<_> = functors.list.iter().map(|(_, n)| column + n).collect();
            catalogue.arities.extend(arities);
            catalogue.splits.push((*relation, split));
        }
        catalogue
    }

    pub fn functors(&self, kind: SplitKind) -> &Functors {
        match kind {
            SplitKind::Fluent => &self.fluents,
            SplitKind::Move => &self.moves,
        }
    }

    /// The tables of a split relation.
    pub fn range(&self, split: Split) -> std::ops::Range<usize> {
        split.first..split.first + self.functors(split.kind).tables()
    }

    /// How a relation is split, if it is and has this arity.
    pub fn split(&self, relation: Symbol, arity: usize) -> Option<Split> {
        let found = self.splits.iter().find(|(name, _)| *name == relation);
        found
            .map(|(_, split)| *split)
            .filter(|split| split.column + 1 == arity)
    }

    /// The table of any other relation.
    pub fn table(&mut self, relation: Symbol, arity: usize) -> usize {
        let arities = &mut self.arities;
        *self.tables.entry((relation, arity)).or_insert_with(|| {
            arities.push(arity);
            arities.len() - 1
        })
    }
}
