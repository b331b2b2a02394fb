//! Parenthesised lists, before anybody asks what they mean.

use super::super::{Diagnostic, Place};
use super::MOST_NESTED;
use super::token::{Cut, Token, tokens};

/// A word or a list.
#[derive(Clone, Debug)]
pub(super) struct Expression<'a> {
    pub kind: Kind<'a>,
    pub at: Place,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    Word(&'a str),
    List(Vec<Expression<'a>>),
}

const KIF: Cut = Cut {
    comment: ';',
    single: &['(', ')'],
    double: &[],
};

/// A list that is not closed yet.
struct Open<'a> {
    items: Vec<Expression<'a>>,
    at: Place,
    /// Where in it a line began with a parenthesis: the list was probably meant to end before.
    suspect: bool,
}

/// The expressions of a text, one after the other.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression<'_>>, Diagnostic> {
    let mut done = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut unclosed = None;
    for Token { text, at } in tokens(text, &KIF) {
        let finished = match text {
            "(" => {
                if let (1, Some(first)) = (at.column, open.first_mut())
                    && !first.suspect
                {
                    first.suspect = true;
                    unclosed = Some(first.at);
                }
                open.push(Open {
                    items: Vec::new(),
                    at,
                    suspect: false,
                });
                if open.len() > MOST_NESTED {
                    return Err(too_deep(at));
                }
                continue;
            }
            ")" => {
                let list = open.pop().ok_or_else(|| not_opened(at))?;
                Expression {
                    kind: Kind::List(list.items),
                    at: list.at,
                }
            }
            word => Expression {
                kind: Kind::Word(word),
                at,
            },
        };
        match open.last_mut() {
            Some(list) => list.items.push(finished),
            None => {
                // Closed in the end: lines of a rule may begin at the first column.
                unclosed = None;
                done.push(finished);
            }
        }
    }
    match open.first() {
        Some(list) => Err(not_closed(unclosed.unwrap_or(list.at))),
        None => Ok(done),
    }
}

fn not_opened(at: Place) -> Diagnostic {
    Diagnostic::error(
        "parenthesis",
        at,
        "')' closes nothing".into(),
        "remove it, or add the '(' that is missing before".into(),
    )
}

fn not_closed(at: Place) -> Diagnostic {
    Diagnostic::error(
        "parenthesis",
        at,
        "'(' is never closed".into(),
        "add the missing ')'".into(),
    )
}

pub(super) fn too_deep(at: Place) -> Diagnostic {
    Diagnostic::error(
        "nesting",
        at,
        format!("nested deeper than {MOST_NESTED} levels"),
        "write flatter terms".into(),
    )
}
