//! What must not depend on the state, on the moves, or on its own denial.

use super::{Diagnostic, atoms, name};
use crate::gdl::Place;
use crate::gdl::graph::{components, reaching};
use crate::gdl::syntax::{Atom, Rule, Sheet, Symbol, Term, TermKind};

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let edges = relations(sheet);
    keywords(sheet, &edges, found);
    strata(sheet, &edges, found);
}

/// Each relation, as its symbol, points to those in the bodies of its rules. That `next` makes
/// what is `true` later does not count.
pub(in crate::gdl) fn relations(sheet: &Sheet) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); sheet.symbols.len()];
    for rule in &sheet.rules {
        let head = rule.head.relation.0 as usize;
        atoms(&rule.body, &mut |atom, _| {
            edges[head].push(atom.relation.0 as usize);
        });
    }
    edges
}

/// What a keyword must not depend on, and whether the game can't be played if it does.
const FORBIDDEN: [(&str, &[&str], bool); 6] = [
    (
        "init",
        &["true", "does", "legal", "next", "terminal", "goal"],
        true,
    ),
    ("base", &["true", "does"], false),
    ("input", &["true", "does"], false),
    ("legal", &["does"], true),
    ("goal", &["does"], true),
    ("terminal", &["does"], true),
];

fn keywords(sheet: &Sheet, edges: &[Vec<usize>], found: &mut Vec<Diagnostic>) {
    let symbol = |word: &str| sheet.symbols.find(word).map(|symbol| symbol.0 as usize);
    for (keyword, forbidden, fatal) in FORBIDDEN {
        for other in forbidden {
            let Some(target) = symbol(other) else {
                continue;
            };
            let reaches = reaching(edges, &[target]);
            let rule = sheet
                .rules
                .iter()
                .find(|rule| name(sheet, rule.head.relation) == keyword && leads(rule, &reaches));
            let Some(rule) = rule else {
                continue;
            };
            let message = format!("'{keyword}' depends on '{other}'");
            let fix = format!("say it without '{other}'; {}", reason(keyword));
            let make = if fatal {
                Diagnostic::error
            } else {
                Diagnostic::warning
            };
            found.push(make("dependency", rule.at, message, fix));
            break;
        }
    }
}

fn reason(keyword: &str) -> &'static str {
    match keyword {
        "init" => "it describes the first state alone",
        "base" | "input" => "it is the same in every state",
        _ => "it is asked before anybody moves",
    }
}

fn leads(rule: &Rule, reaches: &[bool]) -> bool {
    let mut leads = false;
    atoms(&rule.body, &mut |atom, _| {
        leads |= reaches[atom.relation.0 as usize]
    });
    leads
}

/// Rules whose relation depends on its own denial.
fn strata(sheet: &Sheet, edges: &[Vec<usize>], found: &mut Vec<Diagnostic>) {
    let mut component = vec![0; edges.len()];
    for (index, members) in components(edges).into_iter().enumerate() {
        members
            .into_iter()
            .for_each(|member| component[member] = index);
    }
    let of = |symbol: Symbol| component[symbol.0 as usize];
    let inner = |rule: &Rule| {
        let mut denied = None;
        atoms(&rule.body, &mut |atom, no| {
            if no && of(atom.relation) == of(rule.head.relation) {
                denied = denied.or(Some(atom.at));
            }
        });
        denied
    };
    let loops = fact_loops(sheet);
    for (number, rule) in sheet.rules.iter().enumerate() {
        if let Some(at) = inner(rule) {
            found.push(finding(sheet, rule, at, loops[number]));
        }
    }
}

/// How a rule takes part in a loop through a denial, looking at facts.
#[derive(Clone, Copy, PartialEq)]
enum Loop {
    No,
    Possible,
    Certain,
}

fn finding(sheet: &Sheet, rule: &Rule, at: Place, kind: Loop) -> Diagnostic {
    let word = name(sheet, rule.head.relation);
    match kind {
        Loop::Certain => Diagnostic::error(
            "stratification",
            at,
            format!("'{word}' follows from its own denial"),
            "break the loop: deny only what is decided without it".into(),
        ),
        Loop::Possible => Diagnostic::warning(
            "stratification",
            at,
            format!("'{word}' may depend on its own denial; facts that do are taken as false"),
            "deny only what is decided without it".into(),
        ),
        Loop::No => Diagnostic::warning(
            "stratification",
            at,
            format!("relation '{word}' depends on its own denial, though no single fact does"),
            "give what is denied a relation of its own".into(),
        ),
    }
}

/// For each rule whether a fact of its head can depend on its own denial.
fn fact_loops(sheet: &Sheet) -> Vec<Loop> {
    let rules = &sheet.rules;
    let (edges, denials) = rule_graph(sheet);
    let mut loops = vec![Loop::No; rules.len()];
    for members in components(&edges) {
        let within = |(a, b): &(usize, usize)| members.contains(a) && members.contains(b);
        if denials.iter().any(within) {
            let mut heads = members.iter().map(|member| &rules[*member].head);
            let kind = match heads.all(|head| head.terms.iter().all(ground)) {
                true => Loop::Certain,
                false => Loop::Possible,
            };
            members.iter().for_each(|member| loops[*member] = kind);
        }
    }
    loops
}

/// Rules point to those whose heads fit a condition of theirs; and those pairs where it is denied.
fn rule_graph(sheet: &Sheet) -> (Vec<Vec<usize>>, Vec<(usize, usize)>) {
    let rules = &sheet.rules;
    let mut heads = vec![Vec::new(); sheet.symbols.len()];
    for (number, rule) in rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| !rule.body.is_empty())
    {
        heads[rule.head.relation.0 as usize].push(number);
    }
    let (mut edges, mut denials) = (vec![Vec::new(); rules.len()], Vec::new());
    for (number, rule) in rules.iter().enumerate() {
        atoms(&rule.body, &mut |atom, denied| {
            for other in &heads[atom.relation.0 as usize] {
                if fits(atom, &rules[*other].head) {
                    edges[number].push(*other);
                    if denied {
                        denials.push((number, *other));
                    }
                }
            }
        });
    }
    (edges, denials)
}

fn ground(term: &Term) -> bool {
    let mut open = false;
    term.variables(&mut |_, _| open = true);
    !open
}

/// Whether two atoms can be the same fact, each variable taken for itself.
fn fits(a: &Atom, b: &Atom) -> bool {
    a.relation == b.relation
        && a.terms.len() == b.terms.len()
        && a.terms.iter().zip(&b.terms).all(|(a, b)| fit(a, b))
}

fn fit(a: &Term, b: &Term) -> bool {
    match (&a.kind, &b.kind) {
        (TermKind::Variable(_), _) | (_, TermKind::Variable(_)) => true,
        (TermKind::Function(f, x), TermKind::Function(g, y)) => {
            f == g && x.len() == y.len() && x.iter().zip(y).all(|(a, b)| fit(a, b))
        }
        (TermKind::Constant(a), TermKind::Constant(b)) => a == b,
        _ => false,
    }
}
