//! What is wrong with a sheet: errors where it can't be played, warnings where it can but may not
//! mean what it says.

mod dependencies;
mod game;
mod never;
mod plays;
mod relations;
mod restrictions;
mod safety;
mod words;

pub(super) use dependencies::relations;

use super::interpreter::{Interpreter, Limits};
use super::syntax::{Atom, Literal, Rule, Sheet, Symbol, parse};
use super::{Diagnostic, Place, Severity};

/// All findings about a sheet, in the order of its text.
pub fn check(sheet: &Sheet) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    words::check(sheet, &mut found);
    // What is that large would take the other checks long.
    if found.iter().any(|finding| finding.code == "size") {
        return found;
    }
    relations::check(sheet, &mut found);
    safety::check(sheet, &mut found);
    dependencies::check(sheet, &mut found);
    restrictions::check(sheet, &mut found);
    game::check(sheet, &mut found);
    never::check(sheet, &mut found);
    found.sort_by_key(|finding| (finding.at, finding.severity, finding.code));
    found.dedup();
    found
}

/// All findings about a text: those of the parser, of [`check`], and where there is no error yet
/// what the first state and a few random plays show.
pub fn examine(text: &str, limits: Limits) -> Vec<Diagnostic> {
    let sheet = match parse(text) {
        Ok(sheet) => sheet,
        Err(error) => return vec![error],
    };
    let mut found = check(&sheet);
    if found
        .iter()
        .all(|finding| finding.severity != Severity::Error)
    {
        match Interpreter::new(&sheet, limits) {
            Ok(mut interpreter) => {
                let wrong = start(&sheet, &mut interpreter);
                match wrong.is_empty() {
                    true => found.extend(plays::play(&sheet, &mut interpreter)),
                    false => found.extend(wrong),
                }
            }
            Err(error) => found.push(error),
        }
    }
    found.sort_by_key(|finding| (finding.at, finding.severity, finding.code));
    found
}

/// What is wrong with the first state.
fn start(sheet: &Sheet, interpreter: &mut Interpreter) -> Vec<Diagnostic> {
    let initial = interpreter.initial().to_vec();
    let legal = match (interpreter.terminal(&initial), interpreter.legal(&initial)) {
        (Ok(true), _) => return Vec::new(),
        (Ok(false), Ok(legal)) => legal,
        (Err(error), _) | (_, Err(error)) => return vec![error],
    };
    let roles = interpreter.roles().to_vec();
    let stuck = roles
        .iter()
        .zip(&legal)
        .filter(|(_, moves)| moves.is_empty());
    let error = |role: &u32| {
        let name = interpreter.text(*role);
        Diagnostic::error(
            "no-move",
            role_at(sheet, &name),
            format!("role '{name}' has no legal move at the start"),
            "give it one in every state that is not terminal, if only noop".into(),
        )
    };
    stuck.map(|(role, _)| error(role)).collect()
}

/// Where a role is declared.
fn role_at(sheet: &Sheet, name: &str) -> Place {
    let role = sheet.rules.iter().find(|rule| {
        sheet.symbols.name(rule.head.relation) == "role"
            && rule.head.terms.len() == 1
            && super::syntax::print_term(&rule.head.terms[0], &sheet.symbols) == name
    });
    role.map_or_else(Place::default, |rule| rule.at)
}

/// Calls `each` for every atom of a body, and says whether it is denied.
fn atoms<'a>(body: &'a [Literal], each: &mut impl FnMut(&'a Atom, bool)) {
    fn walk<'a>(literal: &'a Literal, denied: bool, each: &mut impl FnMut(&'a Atom, bool)) {
        match literal {
            Literal::Atom(atom) => each(atom, denied),
            Literal::Not(inner, _) => walk(inner, !denied, each),
            Literal::Or(parts, _) => parts.iter().for_each(|part| walk(part, denied, each)),
            Literal::Distinct(..) => {}
        }
    }
    body.iter().for_each(|literal| walk(literal, false, each));
}

/// The name of a symbol.
fn name(sheet: &Sheet, symbol: Symbol) -> &str {
    sheet.symbols.name(symbol)
}

/// Whether a rule was written with `<=` though it has no conditions.
fn bodiless(rule: &Rule) -> bool {
    rule.body.is_empty() && rule.at != rule.head.at
}
