//! From the rules of a sheet to clauses.

use super::clause::{Access, Catalogue, Clause, Condition, Head, Open, Pattern};
use super::functors::catalogue;
use super::unify::{substitute, unify};
use crate::gdl::syntax::{Atom, Literal, Rule, Sheet, Symbol, Term, TermKind};
use crate::gdl::{Diagnostic, Place};

/// The most clauses that one rule may become.
const MOST_CLAUSES: usize = 10_000;

/// A condition without `or` and nested `not`.
#[derive(Clone)]
enum Simple<'a> {
    Holds(&'a Atom),
    Fails(&'a Atom),
    Differ(&'a Term, &'a Term),
    Equal(&'a Term, &'a Term),
}

type Alternatives<'a> = Vec<Vec<Simple<'a>>>;

/// The clauses of a sheet, and their tables.
pub(super) fn normalize(sheet: &Sheet) -> Result<(Catalogue, Vec<Clause>), Diagnostic> {
    let mut catalogue = catalogue(sheet);
    let mut clauses = Vec::new();
    for rule in &sheet.rules {
        let before = clauses.len();
        for body in conjunction(&rule.body, false, rule.at)? {
            let most = before + MOST_CLAUSES;
            Builder::new(&mut catalogue, most).clause(rule, &body, &mut clauses);
            if clauses.len() - before > MOST_CLAUSES {
                return Err(too_many(rule.at));
            }
        }
    }
    Ok((catalogue, clauses))
}

fn too_many(at: Place) -> Diagnostic {
    Diagnostic::error(
        "alternatives",
        at,
        format!("the alternatives of this rule have more than {MOST_CLAUSES} combinations"),
        "give some of its conditions a relation of their own".into(),
    )
}

/// All ways in which all parts (or, denied, not one of them) can hold.
fn conjunction<'a>(
    parts: &'a [Literal],
    denied: bool,
    at: Place,
) -> Result<Alternatives<'a>, Diagnostic> {
    let mut all: Alternatives = vec![Vec::new()];
    for part in parts {
        let ways = ways(part, denied, at)?;
        if all.len() * ways.len() > MOST_CLAUSES {
            return Err(too_many(at));
        }
        let joined = |first: &Vec<Simple<'a>>| {
            let first = first.clone();
            let ways = ways.iter().cloned();
            ways.map(move |way| [first.clone(), way].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(joined).collect();
    }
    Ok(all)
}

fn ways(part: &Literal, denied: bool, at: Place) -> Result<Alternatives<'_>, Diagnostic> {
    Ok(match part {
        Literal::Atom(atom) if denied => vec![vec![Simple::Fails(atom)]],
        Literal::Atom(atom) => vec![vec![Simple::Holds(atom)]],
        Literal::Distinct(a, b, _) if denied => vec![vec![Simple::Equal(a, b)]],
        Literal::Distinct(a, b, _) => vec![vec![Simple::Differ(a, b)]],
        Literal::Not(inner, _) => ways(inner, !denied, at)?,
        Literal::Or(parts, _) if denied => conjunction(parts, true, at)?,
        Literal::Or(parts, _) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(ways(part, false, at)?);
            }
            all
        }
    })
}

/// Numbers the variables of one clause.
struct Builder<'a> {
    /// When there are more clauses than this, the rule is refused anyway.
    most: usize,
    catalogue: &'a mut Catalogue,
    variables: Vec<Option<Symbol>>,
}

impl<'a> Builder<'a> {
    fn new(catalogue: &'a mut Catalogue, most: usize) -> Self {
        let variables = Vec::new();
        Self {
            most,
            catalogue,
            variables,
        }
    }

    fn pattern(&mut self, term: &Term) -> Pattern {
        match &term.kind {
            TermKind::Constant(name) => Pattern::Constant(name.0),
            TermKind::Variable(name) => {
                let found = self.variables.iter().position(|v| *v == Some(*name));
                let index = found.unwrap_or_else(|| {
                    self.variables.push(Some(*name));
                    self.variables.len() - 1
                });
                Pattern::Variable(index as u16)
            }
            TermKind::Function(functor, terms) => {
                let terms = terms.iter().map(|term| self.pattern(term)).collect();
                Pattern::Function(*functor, terms)
            }
        }
    }

    fn patterns(&mut self, atom: &Atom) -> (Symbol, Vec<Pattern>) {
        let patterns = atom.terms.iter().map(|term| self.pattern(term));
        (atom.relation, patterns.collect())
    }

    /// Adds the clauses that come from one alternative of a rule: several where a fluent or a
    /// move is a variable, and none where terms that should be equal can't be.
    fn clause(mut self, rule: &Rule, body: &[Simple], into: &mut Vec<Clause>) {
        let mut draft = Draft {
            head: self.patterns(&rule.head),
            holds: Vec::new(),
            fails: Vec::new(),
            differ: Vec::new(),
            bindings: Vec::new(),
            at: rule.at,
        };
        let mut equal = Vec::new();
        for part in body {
            match part {
                Simple::Holds(atom) => draft.holds.push(self.patterns(atom)),
                Simple::Fails(atom) => draft.fails.push(self.patterns(atom)),
                Simple::Differ(a, b) => draft.differ.push((self.pattern(a), self.pattern(b))),
                Simple::Equal(a, b) => equal.push((self.pattern(a), self.pattern(b))),
            }
        }
        for (a, b) in equal {
            let Some(bindings) = unify(&a, &b, &draft.bindings) else {
                return;
            };
            draft.bindings = bindings;
        }
        self.expand(draft, 0, into);
    }

    /// Replaces the variables that stand for a whole fluent or move by every function there is.
    fn expand(&mut self, draft: Draft, from: usize, into: &mut Vec<Clause>) {
        if into.len() > self.most {
            return;
        }
        for index in from..draft.holds.len() {
            let (relation, patterns) = &draft.holds[index];
            let Some(split) = self.catalogue.split(*relation, patterns.len()) else {
                continue;
            };
            let Pattern::Variable(v) = draft.resolved(&patterns[split.column]) else {
                continue;
            };
            for table in 0..self.catalogue.functors(split.kind).tables() {
                let functor = self.catalogue.functors(split.kind).of(table);
                let mut next = draft.clone();
                if let Some((functor, arity)) = functor {
                    let fresh = (0..arity).map(|_| self.fresh());
                    next.bindings
                        .push((v, Pattern::Function(functor, fresh.collect())));
                }
                self.expand(next, index + 1, into);
            }
            return;
        }
        self.finish(&draft, into);
    }

    fn finish(&mut self, draft: &Draft, into: &mut Vec<Clause>) {
        let mut body = Vec::new();
        for (relation, patterns) in &draft.holds {
            match self.access(*relation, draft.all(patterns)) {
                Some(Head::One(access)) => body.push(Condition::Holds(access)),
                // A function that no fluent or move has.
                None => return,
                Some(Head::Open(open)) => {
                    // The constants of a variable that was not replaced.
                    let (table, patterns) = (open.split.first, open.patterns);
                    body.push(Condition::Holds(Access { table, patterns }));
                }
            }
        }
        for (relation, patterns) in &draft.fails {
            match self.access(*relation, draft.all(patterns)) {
                Some(Head::One(access)) => body.push(Condition::Fails(access)),
                Some(Head::Open(open)) => self.fails_open(open, &mut body),
                None => {}
            }
        }
        for (a, b) in &draft.differ {
            body.push(Condition::Differ(draft.resolved(a), draft.resolved(b)));
        }
        let (relation, patterns) = &draft.head;
        if let Some(head) = self.access(*relation, draft.all(patterns)) {
            into.push(Clause {
                head,
                body,
                variables: self.variables.len(),
                at: draft.at,
            });
        }
    }

    /// Denies a fluent or move that is a variable: one where something else says which, else all
    /// of them.
    fn fails_open(&mut self, open: Open, body: &mut Vec<Condition>) {
        let mut known = vec![false; self.variables.len()];
        for condition in body.iter() {
            if let Condition::Holds(access) = condition {
                let patterns = access.patterns.iter();
                patterns.for_each(|p| p.variables(&mut |v| known[usize::from(v)] = true));
            }
        }
        let split = open.split;
        if open.patterns[split.column].known(&known) {
            body.push(Condition::FailsOpen(open));
            return;
        }
        for (position, table) in self.catalogue.range(split).enumerate() {
            let mut patterns = open.patterns.clone();
            if let Some((_, arity)) = self.catalogue.functors(split.kind).of(position) {
                patterns.truncate(split.column);
                patterns.extend((0..arity).map(|_| self.fresh()));
            }
            body.push(Condition::Fails(Access { table, patterns }));
        }
    }

    /// A variable that stands nowhere else.
    fn fresh(&mut self) -> Pattern {
        self.variables.push(None);
        Pattern::Variable(self.variables.len() as u16 - 1)
    }

    /// The table that is meant; None if it is one of a function that nothing has.
    fn access(&mut self, relation: Symbol, mut patterns: Vec<Pattern>) -> Option<Head> {
        let Some(split) = self.catalogue.split(relation, patterns.len()) else {
            let table = self.catalogue.table(relation, patterns.len());
            return Some(Head::One(Access { table, patterns }));
        };
        let functors = self.catalogue.functors(split.kind);
        match &patterns[split.column] {
            Pattern::Variable(_) => Some(Head::Open(Open { split, patterns })),
            Pattern::Constant(_) => Some(Head::One(Access {
                table: split.first,
                patterns,
            })),
            Pattern::Function(functor, parts) => {
                let position = functors.position(*functor, parts.len())?;
                let parts = parts.clone();
                patterns.pop();
                patterns.extend(parts);
                let table = split.first + position;
                Some(Head::One(Access { table, patterns }))
            }
        }
    }
}

/// A clause whose variables are being replaced.
#[derive(Clone)]
struct Draft {
    head: (Symbol, Vec<Pattern>),
    holds: Vec<(Symbol, Vec<Pattern>)>,
    fails: Vec<(Symbol, Vec<Pattern>)>,
    differ: Vec<(Pattern, Pattern)>,
    bindings: Vec<(u16, Pattern)>,
    at: Place,
}

impl Draft {
    fn resolved(&self, pattern: &Pattern) -> Pattern {
        substitute(pattern, &self.bindings)
    }

    fn all(&self, patterns: &[Pattern]) -> Vec<Pattern> {
        patterns
            .iter()
            .map(|pattern| self.resolved(pattern))
            .collect()
    }
}
