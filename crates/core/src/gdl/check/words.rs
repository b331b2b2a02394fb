//! Names: arities, keywords among terms, spelling, and what is defined nowhere.

use super::{Diagnostic, atoms, name};
use crate::gdl::Place;
use crate::gdl::syntax::{Atom, KEYWORDS, Literal, Sheet, Symbol, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Where a name is used as what.
#[derive(Default)]
struct Uses {
    /// Relations by name and arity: where first, and whether a rule fills it.
    relations: BTreeMap<(Symbol, usize), (Place, bool)>,
    functions: BTreeMap<(Symbol, usize), Place>,
    /// Every name, where it first stands.
    names: BTreeMap<Symbol, Place>,
}

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let mut uses = Uses::default();
    for rule in &sheet.rules {
        uses.atom(&rule.head, true);
        for part in &rule.body {
            uses.literal(part);
        }
    }
    sizes(sheet, &uses, found);
    keyword_arities(sheet, &uses, found);
    mixed_arities(sheet, &uses, found);
    keywords_as_terms(sheet, &uses, found);
    undefined(sheet, &uses, found);
    capitals(sheet, &uses, found);
}

impl Uses {
    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Atom(atom) => self.atom(atom, false),
            Literal::Not(inner, _) => self.literal(inner),
            Literal::Or(parts, _) => parts.iter().for_each(|part| self.literal(part)),
            Literal::Distinct(a, b, _) => [a, b].into_iter().for_each(|term| self.term(term)),
        }
    }

    fn atom(&mut self, atom: &Atom, head: bool) {
        let key = (atom.relation, atom.terms.len());
        let entry = self.relations.entry(key).or_insert((atom.at, false));
        entry.1 |= head;
        self.names.entry(atom.relation).or_insert(atom.at);
        atom.terms.iter().for_each(|term| self.term(term));
    }

    fn term(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Constant(symbol) => {
                self.names.entry(*symbol).or_insert(term.at);
            }
            TermKind::Variable(_) => {}
            TermKind::Function(symbol, terms) => {
                self.functions
                    .entry((*symbol, terms.len()))
                    .or_insert(term.at);
                self.names.entry(*symbol).or_insert(term.at);
                terms.iter().for_each(|term| self.term(term));
            }
        }
    }
}

/// The most terms of a relation or a function: columns are counted in a byte, and a move has one
/// more for its role.
const MOST_TERMS: usize = 250;
/// The most variables of a rule.
const MOST_VARIABLES: usize = 1000;
/// The most conditions of a rule: each is compared with all others when their order is chosen.
const MOST_CONDITIONS: usize = 5000;

fn sizes(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    let relations = uses.relations.iter().map(|(key, (at, _))| (key, at));
    for ((symbol, arity), at) in relations.chain(&uses.functions) {
        if *arity > MOST_TERMS {
            found.push(Diagnostic::error(
                "size",
                *at,
                format!("'{}' has {}", name(sheet, *symbol), count(*arity)),
                format!("give it {MOST_TERMS} at most"),
            ));
        }
    }
    for rule in &sheet.rules {
        let mut conditions = 0;
        atoms(&rule.body, &mut |_, _| conditions += 1);
        if conditions > MOST_CONDITIONS {
            found.push(Diagnostic::error(
                "size",
                rule.at,
                format!("the rule has {conditions} conditions"),
                format!("use {MOST_CONDITIONS} at most, with relations for groups of them"),
            ));
        }
        let mut variables = FxHashSet::default();
        super::safety::every_variable(rule, &mut |variable| _ = variables.insert(variable));
        if variables.len() > MOST_VARIABLES {
            found.push(Diagnostic::error(
                "size",
                rule.at,
                format!("the rule has {} variables", variables.len()),
                format!("use {MOST_VARIABLES} at most"),
            ));
        }
    }
}

fn arity_of(word: &str) -> Option<usize> {
    KEYWORDS
        .iter()
        .find(|(keyword, _)| *keyword == word)
        .map(|(_, arity)| *arity)
}

fn count(arity: usize) -> String {
    match arity {
        0 => "no terms".into(),
        1 => "1 term".into(),
        n => format!("{n} terms"),
    }
}

fn keyword_arities(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for ((relation, arity), (at, _)) in &uses.relations {
        let word = name(sheet, *relation);
        let Some(right) = arity_of(word).filter(|right| right != arity) else {
            continue;
        };
        let message = format!("'{word}' has {}", count(*arity));
        let fix = format!("it takes {}", count(right));
        // What nobody needs for play may be called anything.
        found.push(match word {
            "base" | "input" | "sees" => Diagnostic::warning("arity", *at, message, fix),
            _ => Diagnostic::error("arity", *at, message, fix),
        });
    }
}

fn mixed_arities(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    let relations = uses.relations.iter().map(|(key, (at, _))| (*key, *at));
    let functions = uses.functions.iter().map(|(key, at)| (*key, *at));
    mixed(sheet, "relation", relations.collect(), found);
    mixed(sheet, "function", functions.collect(), found);
}

/// Names that have several numbers of terms: the later ones are reported.
fn mixed(
    sheet: &Sheet,
    what: &str,
    mut uses: Vec<((Symbol, usize), Place)>,
    found: &mut Vec<Diagnostic>,
) {
    uses.sort_by_key(|((symbol, _), at)| (*symbol, *at));
    for pair in uses.windows(2) {
        let [((first, before), from), ((second, arity), at)] = pair else {
            continue;
        };
        let word = name(sheet, *first);
        if first != second || what == "relation" && arity_of(word).is_some() {
            continue;
        }
        found.push(Diagnostic::warning(
            "mixed-arity",
            *at,
            format!(
                "{what} '{word}' has {} here and {} at {from}",
                count(*arity),
                count(*before)
            ),
            "give both the same, or two names".into(),
        ));
    }
}

fn keywords_as_terms(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for ((symbol, arity), at) in &uses.functions {
        let word = name(sheet, *symbol);
        if arity_of(&word.to_ascii_lowercase()) == Some(*arity)
            || ["not", "distinct", "or", "and"].contains(&&*word.to_ascii_lowercase())
        {
            found.push(Diagnostic::warning(
                "keyword-as-term",
                *at,
                format!("'{word}' stands inside a term, where it has no meaning"),
                "remove it, or close the parenthesis before it".into(),
            ));
        }
    }
}

fn undefined(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    let defined = |key: &(Symbol, usize)| {
        let from_outside = ["true", "does"].contains(&name(sheet, key.0));
        from_outside || uses.relations.get(key).is_some_and(|(_, filled)| *filled)
    };
    let mut first: FxHashMap<(Symbol, usize), Place> = FxHashMap::default();
    for rule in &sheet.rules {
        atoms(&rule.body, &mut |atom, _| {
            let key = (atom.relation, atom.terms.len());
            if !defined(&key) {
                first.entry(key).or_insert(atom.at);
            }
        });
    }
    for ((relation, arity), at) in first {
        let word = name(sheet, relation);
        if arity_of(word).is_some_and(|right| right != arity) {
            continue;
        }
        let known = uses.relations.iter();
        let known = known.filter(|((_, n), (_, filled))| *filled && *n == arity);
        let near = known
            .map(|((symbol, _), _)| name(sheet, *symbol))
            .find(|other| near(word, other));
        let fix = match near {
            Some(other) => format!("did you mean '{other}'?"),
            None => "it is never true; define it or remove it".into(),
        };
        let message = format!("relation '{word}' with {} is defined nowhere", count(arity));
        found.push(Diagnostic::warning("undefined", at, message, fix));
    }
}

/// Whether two names differ by one letter that is missing, added, changed or swapped.
pub(super) fn near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[start..], &b[start..]);
    let pairs = a.iter().rev().zip(b.iter().rev());
    let end = pairs.take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let swapped = a.len() == 2 && b.len() == 2 && a[0] == b[1] && a[1] == b[0];
    a.len() <= 1 && b.len() <= 1 || swapped
}

fn capitals(sheet: &Sheet, uses: &Uses, found: &mut Vec<Diagnostic>) {
    let mut seen: FxHashMap<String, (Symbol, Place)> = FxHashMap::default();
    let mut names: Vec<_> = uses.names.iter().collect();
    names.sort_by_key(|(_, at)| **at);
    for (symbol, at) in names {
        let word = name(sheet, *symbol);
        let (other, from) = *seen.entry(word.to_lowercase()).or_insert((*symbol, *at));
        if other != *symbol {
            found.push(Diagnostic::warning(
                "capitals",
                *at,
                format!(
                    "'{word}' is another name than '{}' at {from}",
                    name(sheet, other)
                ),
                "spell both alike if they are one".into(),
            ));
        }
    }
}
