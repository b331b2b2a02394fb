//! The rules of a sheet, with the place of every part.

use super::super::Place;
use super::{Symbol, Symbols};

/// A term and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it begins.
    pub at: Place,
}

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A name that stands for itself; numbers too.
    Constant(Symbol),
    /// A variable, by its name without the mark.
    Variable(Symbol),
    /// A function of at least one term.
    Function(Symbol, Vec<Term>),
}

impl Term {
    /// Calls `each` for every variable in it.
    pub fn variables(&self, each: &mut impl FnMut(Symbol, Place)) {
        match &self.kind {
            TermKind::Constant(_) => {}
            TermKind::Variable(name) => each(*name, self.at),
            TermKind::Function(_, terms) => terms.iter().for_each(|term| term.variables(each)),
        }
    }

    /// Whether it is the same term, wherever it stands.
    pub fn same(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (TermKind::Function(f, a), TermKind::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (a, b) => a == b,
        }
    }
}

/// A relation of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The relation; keywords in lower case.
    pub relation: Symbol,
    /// Its terms.
    pub terms: Vec<Term>,
    /// Where it begins.
    pub at: Place,
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// The atom holds.
    Atom(Atom),
    /// The condition does not hold.
    Not(Box<Literal>, Place),
    /// One of the conditions holds.
    Or(Vec<Literal>, Place),
    /// The terms differ.
    Distinct(Term, Term, Place),
}

impl Literal {
    /// Where it begins.
    pub fn at(&self) -> Place {
        match self {
            Self::Atom(atom) => atom.at,
            Self::Not(_, at) | Self::Or(_, at) | Self::Distinct(_, _, at) => *at,
        }
    }
}

/// The head holds if all of the body does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What follows.
    pub head: Atom,
    /// The conditions; none in a fact.
    pub body: Vec<Literal>,
    /// Where it begins.
    pub at: Place,
}

/// A rule sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Its names.
    pub symbols: Symbols,
    /// Its rules and facts, in order.
    pub rules: Vec<Rule>,
}
