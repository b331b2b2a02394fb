//! Relations that are computed only where they are asked for.
//!
//! Bottom up, a relation such as "is a list of squares" has more rows than there is memory. The
//! clauses are rewritten so that rows are derived only for values that some other clause asks for
//! (magic sets: Bancilhon, Maier, Sagiv and Ullman 1986; Beeri and Ramakrishnan 1991).

use super::clause::{Access, Catalogue, Clause, Condition, Head, Pattern};
use rustc_hash::FxHashMap;

/// The relations to be computed on demand: `tables`, and all that depend on them but `roots`.
pub(super) fn closure(
    tables: &[usize],
    roots: &dyn Fn(usize) -> bool,
    clauses: &[Clause],
) -> Vec<usize> {
    let mut found: Vec<usize> = tables.iter().copied().filter(|t| !roots(*t)).collect();
    let mut next = 0;
    while let Some(table) = found.get(next).copied() {
        next += 1;
        for clause in clauses {
            let Head::One(head) = &clause.head else {
                continue;
            };
            let reads = clause.body.iter().any(|condition| match condition {
                Condition::Holds(access) | Condition::Fails(access) => access.table == table,
                _ => false,
            });
            if reads && !roots(head.table) && !found.contains(&head.table) {
                found.push(head.table);
            }
        }
    }
    found
}

/// A relation asked for with some of its columns given.
#[derive(Clone, Copy)]
struct Form {
    /// The table of the rows that answer.
    answer: usize,
    /// The table of the values asked for.
    request: usize,
}

struct Rewriter<'a> {
    catalogue: &'a mut Catalogue,
    demanded: &'a [usize],
    forms: FxHashMap<(usize, Vec<bool>), Form>,
    /// Forms whose clauses are still to be written.
    queue: Vec<(usize, Vec<bool>)>,
    out: Vec<Clause>,
}

/// The clauses, rewritten so that the tables in `demanded` are computed on demand.
pub(super) fn rewrite(
    clauses: &[Clause],
    demanded: &[usize],
    catalogue: &mut Catalogue,
) -> Vec<Clause> {
    let mut rewriter = Rewriter {
        catalogue,
        demanded,
        forms: FxHashMap::default(),
        queue: Vec::new(),
        out: Vec::new(),
    };
    let head = |clause: &Clause| match &clause.head {
        Head::One(access) => Some(access.table).filter(|table| demanded.contains(table)),
        Head::Open(_) => None,
    };
    let plain = clauses.iter().filter(|clause| head(clause).is_none());
    plain.for_each(|clause| rewriter.clause(clause, None));
    while let Some((table, given)) = rewriter.queue.pop() {
        for clause in clauses.iter().filter(|clause| head(clause) == Some(table)) {
            rewriter.clause(clause, Some(&given));
        }
    }
    rewriter.out
}

impl Rewriter<'_> {
    fn form(&mut self, table: usize, given: &[bool]) -> Form {
        let key = (table, given.to_vec());
        if let Some(form) = self.forms.get(&key) {
            return *form;
        }
        let arities = &mut self.catalogue.arities;
        let form = Form {
            answer: arities.len(),
            request: arities.len() + 1,
        };
        arities.push(given.len());
        arities.push(given.iter().filter(|given| **given).count());
        self.queue.push(key.clone());
        self.forms.insert(key, form);
        form
    }

    /// Rewrites a clause; `given` are the columns of its head whose values are asked for, if it
    /// is one of a relation on demand.
    fn clause(&mut self, clause: &Clause, given: Option<&[bool]>) {
        let mut known = vec![false; clause.variables];
        let (mut head, mut body) = (clause.head.clone(), Vec::new());
        if let (Some(given), Head::One(access)) = (given, &mut head) {
            let form = self.form(access.table, given);
            let request = request(access, given, form);
            request.patterns.iter().for_each(|p| learn(p, &mut known));
            body.push(Condition::Holds(request));
            access.table = form.answer;
        }
        let mut left: Vec<&Condition> = clause.body.iter().collect();
        while let Some(index) = self.best(&left, &known) {
            let mut condition = left.remove(index).clone();
            if let Condition::Holds(access) | Condition::Fails(access) = &mut condition
                && self.demanded.contains(&access.table)
            {
                let given = access.patterns.iter().map(|pattern| pattern.known(&known));
                let given: Vec<bool> = given.collect();
                let form = self.form(access.table, &given);
                self.out.push(Clause {
                    head: Head::One(request(access, &given, form)),
                    body: body.clone(),
                    ..*clause
                });
                access.table = form.answer;
            }
            if let Condition::Holds(access) = &condition {
                access.patterns.iter().for_each(|p| learn(p, &mut known));
            }
            body.push(condition);
        }
        self.out.push(Clause {
            head,
            body,
            ..*clause
        });
    }

    /// The condition to look at next: tests that are ready, then relations that are there anyhow,
    /// then those on demand, the ones with the fewest open columns first.
    fn best(&self, left: &[&Condition], known: &[bool]) -> Option<usize> {
        let open = |patterns: &[Pattern]| patterns.iter().filter(|p| !p.known(known)).count();
        let rank = |condition: &Condition| match condition {
            Condition::Differ(a, b) if a.known(known) && b.known(known) => (0, 0),
            Condition::Fails(access) if open(&access.patterns) == 0 => (1, 0),
            Condition::Holds(access) if self.demanded.contains(&access.table) => {
                (3, open(&access.patterns))
            }
            Condition::Holds(access) => (2, open(&access.patterns)),
            _ => (4, 0),
        };
        (0..left.len()).min_by_key(|index| rank(left[*index]))
    }
}

/// What is asked for: the given columns.
fn request(access: &Access, given: &[bool], form: Form) -> Access {
    let pairs = access.patterns.iter().zip(given);
    let patterns = pairs.filter(|(_, given)| **given);
    Access {
        table: form.request,
        patterns: patterns.map(|(pattern, _)| pattern.clone()).collect(),
    }
}

fn learn(pattern: &Pattern, known: &mut [bool]) {
    pattern.variables(&mut |v| known[usize::from(v)] = true);
}
