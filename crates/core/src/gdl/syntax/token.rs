//! Text as tokens with their places.

use super::super::Place;

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub at: Place,
}

/// How a text is cut.
pub(super) struct Cut {
    /// Begins a comment, anywhere in a line.
    pub comment: char,
    /// Signs that are a token each.
    pub single: &'static [char],
    /// Signs that are a token together.
    pub double: &'static [&'static str],
}

/// The tokens of a text, comments left out.
pub(super) fn tokens<'a>(text: &'a str, cut: &Cut) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let code = line.split(cut.comment).next().unwrap_or_default();
        cut_line(code, index as u32 + 1, cut, &mut tokens);
    }
    tokens
}

fn cut_line<'a>(line: &'a str, number: u32, cut: &Cut, into: &mut Vec<Token<'a>>) {
    let (mut rest, mut column) = (line, 1);
    while let Some(first) = rest.chars().next() {
        let length = if space(first) {
            first.len_utf8()
        } else {
            length(rest, cut)
        };
        let (text, after) = rest.split_at(length);
        if !space(first) {
            let at = Place {
                line: number,
                column,
            };
            into.push(Token { text, at });
        }
        column += text.chars().count() as u32;
        rest = after;
    }
}

/// The length of the token that `text` begins with, in bytes.
fn length(text: &str, cut: &Cut) -> usize {
    if let Some(sign) = cut.double.iter().find(|sign| text.starts_with(**sign)) {
        return sign.len();
    }
    let ends = |(at, sign): (usize, char)| {
        space(sign)
            || cut.single.contains(&sign)
            || cut.double.iter().any(|sign| text[at..].starts_with(sign))
    };
    let end = text.char_indices().find(|next| ends(*next));
    match end {
        Some((0, sign)) => sign.len_utf8(),
        Some((at, _)) => at,
        None => text.len(),
    }
}

/// White space, and the mark that some editors put before a text.
pub(super) fn space(sign: char) -> bool {
    sign.is_whitespace() || sign == '\u{feff}'
}
