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

/// Reads a sheet in either form.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str) -> Result<Sheet, Diagnostic> {
    match is_infix(text) {
        true => infix::parse(text),
        false => kif::parse(text),
    }
}

/// Whether a name stands before the first parenthesis without a space, or a `:-`.
fn is_infix(text: &str) -> bool {
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches(token::space));
    let lines = lines.filter(|line| !line.starts_with('%'));
    let code: Vec<&str> = lines.filter_map(|line| line.split(';').next()).collect();
    let code = code.join("\n");
    let before = code.split('(').next().unwrap_or_default();
    let opened = before.len() < code.len();
    before.contains(":-") || opened && before.ends_with(|sign| !token::space(sign))
}

/// Reads one ground term in prefix form, such as a move: `(mark 1 1)`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_term(text: &str, symbols: &mut Symbols) -> Result<Term, Diagnostic> {
    kif::parse_term(text, symbols)
}
