//! Rules with many variables cut into rules with few.
//!
//! A variable that is not in the head concerns only some of the conditions. Those become a rule of
//! their own, whose head has what they share with the rest: instead of one instance for each pair
//! of values there is one for each value on either side.

use crate::gdl::interpreter::clause::{Access, Catalogue, Clause, Condition, Head, Open, Pattern};
use rustc_hash::FxHashMap;

/// Rules in the form that is written out.
pub(super) struct Splitter<'a> {
    pub catalogue: &'a mut Catalogue,
    pub out: Vec<Clause>,
    /// Tables with all values of a column of a table, by both. They hold in every state.
    pub domains: FxHashMap<(usize, usize), usize>,
    /// Relations that were made, by the conditions that they stand for.
    made: Vec<(Vec<Condition>, usize, Access)>,
}

/// A variable to be done away with.
struct Choice {
    /// The conditions with it.
    inside: Vec<usize>,
    /// How many variables they have.
    width: usize,
}

impl<'a> Splitter<'a> {
    pub fn new(catalogue: &'a mut Catalogue) -> Self {
        Self {
            catalogue,
            out: Vec::new(),
            domains: FxHashMap::default(),
            made: Vec::new(),
        }
    }

    /// Adds a clause, cut as long as something is gained.
    pub fn add(&mut self, mut clause: Clause) {
        while let Some(choice) = best(&clause) {
            if !self.cut(&mut clause, &choice) {
                break;
            }
        }
        self.out.push(clause);
    }

    /// Moves the chosen conditions into a clause of their own; false if that can't be done.
    fn cut(&mut self, clause: &mut Clause, choice: &Choice) -> bool {
        let chosen = |index: &usize| choice.inside.contains(index);
        let (inside, outside): (Vec<_>, Vec<_>) = (0..clause.body.len()).partition(chosen);
        let pick = |indexes: &[usize]| -> Vec<Condition> {
            indexes.iter().map(|i| clause.body[*i].clone()).collect()
        };
        let (mut inner, mut outer) = (pick(&inside), pick(&outside));
        let own = union(&inner, clause.variables);
        let mut rest = union(&outer, clause.variables);
        head_variables(&clause.head, &mut rest);
        let bound = bound(&inner, clause.variables);
        for v in 0..clause.variables {
            if own[v] && !bound[v] {
                match self.domain(&outer, v as u16) {
                    Some(condition) => inner.push(condition),
                    None => return false,
                }
            }
        }
        let shared = (0..clause.variables).filter(|v| own[*v] && rest[*v]);
        let patterns = shared.map(|v| Pattern::Variable(v as u16)).collect();
        outer.push(Condition::Holds(self.relation(inner, patterns, clause)));
        clause.body = outer;
        true
    }

    /// The head that stands for some conditions of a clause.
    fn relation(&mut self, body: Vec<Condition>, patterns: Vec<Pattern>, of: &Clause) -> Access {
        let known = self.made.iter().find(|(conditions, _, access)| {
            alike(conditions, &body) && access.patterns == patterns
        });
        if let Some((_, _, access)) = known {
            return access.clone();
        }
        let table = self.catalogue.arities.len();
        self.catalogue.arities.push(patterns.len());
        let access = Access { table, patterns };
        self.made.push((body.clone(), table, access.clone()));
        let head = Head::One(access.clone());
        self.add(Clause { head, body, ..*of });
        access
    }

    /// A condition that holds for all values that a variable may have, by some other condition.
    fn domain(&mut self, outer: &[Condition], v: u16) -> Option<Condition> {
        let column = |access: &Access| {
            let mut patterns = access.patterns.iter();
            patterns.position(|pattern| *pattern == Pattern::Variable(v))
        };
        let mut holds = outer.iter().filter_map(|condition| match condition {
            Condition::Holds(access) => Some((access.table, column(access)?)),
            _ => None,
        });
        let key = holds.next()?;
        let arities = &mut self.catalogue.arities;
        let table = *self.domains.entry(key).or_insert_with(|| {
            arities.push(1);
            arities.len() - 1
        });
        let patterns = vec![Pattern::Variable(v)];
        Some(Condition::Holds(Access { table, patterns }))
    }
}

/// The variable whose conditions have the fewest variables, if there are others beside.
fn best(clause: &Clause) -> Option<Choice> {
    let mut fixed = vec![false; clause.variables];
    head_variables(&clause.head, &mut fixed);
    let all = union(&clause.body, clause.variables);
    let total = (0..clause.variables).filter(|v| all[*v] || fixed[*v]);
    let total = total.count();
    let free = (0..clause.variables).filter(|v| all[*v] && !fixed[*v]);
    let choices = free.map(|v| {
        let has = |index: &usize| union(&clause.body[*index..=*index], clause.variables)[v];
        let inside: Vec<_> = (0..clause.body.len()).filter(has).collect();
        let mut variables = vec![false; clause.variables];
        inside
            .iter()
            .for_each(|index| add(&clause.body[*index], &mut variables));
        let width = variables.iter().filter(|has| **has).count();
        Choice { inside, width }
    });
    let narrow =
        choices.filter(|choice| choice.width < total && choice.inside.len() < clause.body.len());
    narrow.min_by_key(|choice| choice.width)
}

fn alike(a: &[Condition], b: &[Condition]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Condition::Holds(a), Condition::Holds(b))
            | (Condition::Fails(a), Condition::Fails(b)) => a == b,
            (Condition::FailsOpen(a), Condition::FailsOpen(b)) => a == b,
            (Condition::Differ(a, b), Condition::Differ(c, d)) => a == c && b == d,
            _ => false,
        })
}

/// The variables of conditions.
fn union(conditions: &[Condition], count: usize) -> Vec<bool> {
    let mut found = vec![false; count];
    conditions.iter().for_each(|part| add(part, &mut found));
    found
}

pub(super) fn add(condition: &Condition, into: &mut [bool]) {
    match condition {
        Condition::Holds(Access { patterns, .. })
        | Condition::Fails(Access { patterns, .. })
        | Condition::FailsOpen(Open { patterns, .. }) => mark(patterns, into),
        Condition::Differ(a, b) => {
            mark(std::slice::from_ref(a), into);
            mark(std::slice::from_ref(b), into);
        }
    }
}

pub(super) fn mark(patterns: &[Pattern], into: &mut [bool]) {
    let each = &mut |v: u16| into[usize::from(v)] = true;
    patterns.iter().for_each(|pattern| pattern.variables(each));
}

/// The variables that get their values from conditions that hold.
fn bound(conditions: &[Condition], count: usize) -> Vec<bool> {
    let mut found = vec![false; count];
    for condition in conditions {
        if let Condition::Holds(access) = condition {
            mark(&access.patterns, &mut found);
        }
    }
    found
}

pub(super) fn head_variables(head: &Head, into: &mut [bool]) {
    let (Head::One(Access { patterns, .. }) | Head::Open(Open { patterns, .. })) = head;
    mark(patterns, into);
}
