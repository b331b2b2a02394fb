//! Rule sheets as text: the prefix form (KIF) and the infix form of the Stanford notes.

mod expression;
mod infix;
mod kif;
mod print;
mod sheet;
mod symbols;
mod token;

pub use print::{print_rule, print_sheet, print_term};
pub use sheet::{Atom, Literal, Rule, Sheet, Term, TermKind};
pub use symbols::{KEYWORDS, Symbol, Symbols};

use super::Diagnostic;

/// The deepest nesting of parentheses that is read.
const MOST_NESTED: usize = 200;

/// Reads a sheet in either form: one whose first sign is `(` is in prefix form.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str) -> Result<Sheet, Diagnostic> {
    let code = text
        .lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && !line.starts_with([';', '%']));
    match code {
        Some(line) if !line.starts_with('(') => infix::parse(text),
        _ => kif::parse(text),
    }
}

/// Reads one ground term in prefix form, such as a move: `(mark 1 1)`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_term(text: &str, symbols: &mut Symbols) -> Result<Term, Diagnostic> {
    kif::parse_term(text, symbols)
}
