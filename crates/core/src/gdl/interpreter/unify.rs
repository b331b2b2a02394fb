//! Making terms equal by choosing their variables.

use super::clause::Pattern;

/// What variables stand for. A variable has at most one entry; entries may use other variables.
pub(super) type Bindings = Vec<(u16, Pattern)>;

/// The pattern with all bound variables replaced.
pub(super) fn substitute(pattern: &Pattern, bindings: &Bindings) -> Pattern {
    match pattern {
        Pattern::Constant(_) => pattern.clone(),
        Pattern::Variable(v) => match bindings.iter().find(|(bound, _)| bound == v) {
            Some((_, value)) => substitute(value, bindings),
            None => pattern.clone(),
        },
        Pattern::Function(functor, parts) => {
            let parts = parts.iter().map(|part| substitute(part, bindings));
            Pattern::Function(*functor, parts.collect())
        }
    }
}

/// The bindings with those added that make `a` and `b` equal; None if nothing does.
pub(super) fn unify(a: &Pattern, b: &Pattern, bindings: &Bindings) -> Option<Bindings> {
    let (a, b) = (substitute(a, bindings), substitute(b, bindings));
    match (&a, &b) {
        _ if a == b => Some(bindings.clone()),
        (Pattern::Variable(v), other) | (other, Pattern::Variable(v)) => {
            let mut inside = false;
            other.variables(&mut |u| inside |= u == *v);
            let added = || {
                bindings
                    .iter()
                    .cloned()
                    .chain([(*v, other.clone())])
                    .collect()
            };
            (!inside).then(added)
        }
        (Pattern::Function(f, x), Pattern::Function(g, y)) if f == g && x.len() == y.len() => {
            let mut pairs = x.iter().zip(y);
            pairs.try_fold(bindings.clone(), |so_far, (a, b)| unify(a, b, &so_far))
        }
        _ => None,
    }
}
