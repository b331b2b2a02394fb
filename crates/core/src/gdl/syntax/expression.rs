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
}

/// What was read so far.
#[derive(Default)]
struct Reader<'a> {
    done: Vec<Expression<'a>>,
    open: Vec<Open<'a>>,
    /// The outermost list, once another began at the first column of a line inside it: it was
    /// probably meant to end before.
    unclosed: Option<Place>,
}

/// The expressions of a text, one after the other.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression<'_>>, Diagnostic> {
    let mut reader = Reader::default();
    for Token { text, at } in tokens(text, &KIF) {
        match text {
            "(" => reader.open(at)?,
            ")" => reader.close(at)?,
            word => reader.put(Expression {
                kind: Kind::Word(word),
                at,
            }),
        }
    }
    match reader.open.first() {
        Some(list) => Err(not_closed(reader.unclosed.unwrap_or(list.at))),
        None => Ok(reader.done),
    }
}

impl<'a> Reader<'a> {
    fn open(&mut self, at: Place) -> Result<(), Diagnostic> {
        if let (1, Some(first)) = (at.column, self.open.first()) {
            self.unclosed = self.unclosed.or(Some(first.at));
        }
        let items = Vec::new();
        self.open.push(Open { items, at });
        match self.open.len() > MOST_NESTED {
            true => Err(too_deep(at)),
            false => Ok(()),
        }
    }

    fn close(&mut self, at: Place) -> Result<(), Diagnostic> {
        let list = self.open.pop().ok_or_else(|| not_opened(at))?;
        self.put(Expression {
            kind: Kind::List(list.items),
            at: list.at,
        });
        Ok(())
    }

    fn put(&mut self, expression: Expression<'a>) {
        match self.open.last_mut() {
            Some(list) => list.items.push(expression),
            None => {
                // Closed in the end: lines of a rule may begin at the first column.
                self.unclosed = None;
                self.done.push(expression);
            }
        }
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
