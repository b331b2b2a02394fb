//! What a sheet talks about.

use super::check::relations;
use super::graph::reaching;
use super::syntax::{KEYWORDS, Sheet, Symbol, Term, TermKind};

/// A name and how many terms it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name of a function, or a constant.
    pub name: String,
    /// Its terms; 0 of a constant.
    pub arity: usize,
}

/// A relation of the sheet's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its name and terms.
    pub shape: Shape,
    /// Rules and facts that define it.
    pub rules: usize,
    /// Whether it is the same in every state.
    pub fixed: bool,
}

/// The terms and relations of a sheet, each in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// What `init` and `next` make true.
    pub fluents: Vec<Shape>,
    /// What `legal` allows.
    pub moves: Vec<Shape>,
    /// The relations that are no keywords.
    pub relations: Vec<Relation>,
}

/// What a sheet talks about.
pub fn outline(sheet: &Sheet) -> Outline {
    let states = ["true", "does"].map(|word| sheet.symbols.find(word).map(|s| s.0 as usize));
    let states: Vec<usize> = states.into_iter().flatten().collect();
    let changing = reaching(&relations(sheet), &states);
    let mut outline = Outline::default();
    for rule in &sheet.rules {
        let (name, terms) = (rule.head.relation, &rule.head.terms);
        match (sheet.symbols.name(name), &terms[..]) {
            ("init" | "next", [term]) => note(sheet, term, &mut outline.fluents),
            ("legal", [_, term]) => note(sheet, term, &mut outline.moves),
            (word, _) if KEYWORDS.iter().any(|(keyword, _)| *keyword == word) => {}
            _ => count(
                shape(sheet, name, terms.len()),
                !changing[name.0 as usize],
                &mut outline.relations,
            ),
        }
    }
    outline
}

fn shape(sheet: &Sheet, name: Symbol, arity: usize) -> Shape {
    Shape {
        name: sheet.symbols.name(name).to_owned(),
        arity,
    }
}

fn note(sheet: &Sheet, term: &Term, shapes: &mut Vec<Shape>) {
    let found = match &term.kind {
        TermKind::Constant(name) => shape(sheet, *name, 0),
        TermKind::Function(name, terms) => shape(sheet, *name, terms.len()),
        // It may be anything that the conditions allow.
        TermKind::Variable(_) => return,
    };
    if !shapes.contains(&found) {
        shapes.push(found);
    }
}

fn count(shape: Shape, fixed: bool, relations: &mut Vec<Relation>) {
    match relations.iter_mut().find(|known| known.shape == shape) {
        Some(known) => known.rules += 1,
        None => relations.push(Relation {
            shape,
            rules: 1,
            fixed,
        }),
    }
}
