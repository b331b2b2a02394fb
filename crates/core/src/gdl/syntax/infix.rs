//! The infix form: `next(cell(X,Y,b)) :- true(cell(X,Y,b)) & ~marked(X,Y)`.
//!
//! A name that begins with an upper-case letter is a variable, `_` another one each time. A rule
//! may end with a full stop; else it ends where the next one begins.

use super::super::{Diagnostic, Place};
use super::expression::too_deep;
use super::kif::keyword;
use super::token::{Cut, Token, tokens};
use super::{Atom, Literal, MOST_NESTED, Rule, Sheet, Symbols, Term, TermKind};

const INFIX: Cut = Cut {
    comment: '%',
    single: &['(', ')', ',', '&', '|', '~', '.'],
    double: &[":-"],
};

/// Reads a sheet in infix form.
pub(super) fn parse(text: &str) -> Result<Sheet, Diagnostic> {
    let mut sheet = Sheet::default();
    let mut reader = Reader {
        tokens: tokens(text, &INFIX),
        next: 0,
        depth: 0,
        nameless: 0,
        symbols: &mut sheet.symbols,
    };
    while reader.peek().is_some() {
        sheet.rules.push(reader.rule()?);
    }
    Ok(sheet)
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    depth: usize,
    nameless: usize,
    symbols: &'a mut Symbols,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    /// Where the next token stands, or the last where there is none.
    fn at(&self) -> Place {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or_else(Place::default, |token| token.at)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.next += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(text) => format!("'{text}'"),
            None => "the end".into(),
        };
        Diagnostic::error(
            "syntax",
            self.at(),
            format!("{found} stands where {what} should"),
            format!("give {what}"),
        )
    }

    fn rule(&mut self) -> Result<Rule, Diagnostic> {
        let at = self.at();
        let head = self.atom()?;
        if ["not", "or", "distinct"].contains(&self.symbols.name(head.relation)) {
            return Err(Diagnostic::error(
                "head",
                at,
                format!(
                    "'{}' stands where a rule says what follows",
                    self.symbols.name(head.relation)
                ),
                "give the relation that follows as the head".into(),
            ));
        }
        let mut body = Vec::new();
        if self.accept(":-") {
            body.push(self.either()?);
            while self.accept("&") {
                body.push(self.either()?);
            }
        }
        if let Some((message, fix)) = self.strange(body.is_empty()) {
            let (at, message) = (self.at(), message.into());
            return Err(Diagnostic::error("syntax", at, message, fix.into()));
        }
        self.accept(".");
        Ok(Rule { head, body, at })
    }

    /// What is wrong with a sign of another language after a rule, and what to write for it.
    fn strange(&self, is_fact: bool) -> Option<(&'static str, &'static str)> {
        match self.peek() {
            Some(",") if !is_fact => Some(("',' stands between two conditions", "write '&'")),
            Some("<=") if is_fact => Some(("'<=' stands after a head", "write ':-'")),
            _ => None,
        }
    }

    /// Conditions joined by `|`.
    fn either(&mut self) -> Result<Literal, Diagnostic> {
        let at = self.at();
        let first = self.literal()?;
        if self.peek() != Some("|") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept("|") {
            parts.push(self.literal()?);
        }
        Ok(Literal::Or(parts, at))
    }

    fn literal(&mut self) -> Result<Literal, Diagnostic> {
        let at = self.at();
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return Err(too_deep(at));
        }
        let literal = if self.accept("~") {
            Literal::Not(Box::new(self.literal()?), at)
        } else if self.accept("(") {
            let inner = self.either()?;
            self.close()?;
            inner
        } else {
            self.relation()?
        };
        self.depth -= 1;
        Ok(literal)
    }

    /// An atom, or one of the words that are none.
    fn relation(&mut self) -> Result<Literal, Diagnostic> {
        let at = self.at();
        if self
            .peek()
            .is_some_and(|word| word.eq_ignore_ascii_case("or"))
        {
            self.next += 1;
            let parts = self.list(Self::literal)?;
            return Ok(Literal::Or(parts, at));
        }
        if self
            .peek()
            .is_some_and(|word| word.eq_ignore_ascii_case("not"))
        {
            self.next += 1;
            return match self.list(Self::literal)?.pop() {
                Some(inner) => Ok(Literal::Not(Box::new(inner), at)),
                None => Err(self.expected("a condition")),
            };
        }
        let atom = self.atom()?;
        if !self
            .symbols
            .name(atom.relation)
            .eq_ignore_ascii_case("distinct")
        {
            return Ok(Literal::Atom(atom));
        }
        let given = atom.terms.len();
        let Ok([a, b]) = <[Term; 2]>::try_from(atom.terms) else {
            return Err(Diagnostic::error(
                "arity",
                at,
                format!("'distinct' has {given} parts"),
                "it takes two terms".into(),
            ));
        };
        Ok(Literal::Distinct(a, b, at))
    }

    fn atom(&mut self) -> Result<Atom, Diagnostic> {
        let at = self.at();
        let word = self.word("the name of a relation")?;
        if variable(word) {
            self.next -= 1;
            return Err(self.expected("the name of a relation (lower case)"));
        }
        let relation = self.symbols.intern(keyword(word).unwrap_or(word));
        let terms = match self.peek() {
            Some("(") => self.list(Self::term)?,
            _ => Vec::new(),
        };
        Ok(Atom {
            relation,
            terms,
            at,
        })
    }

    fn term(&mut self) -> Result<Term, Diagnostic> {
        let at = self.at();
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return Err(too_deep(at));
        }
        let word = self.word("a term")?;
        let kind = if word == "_" {
            self.nameless += 1;
            let name = format!("_{}", self.nameless);
            TermKind::Variable(self.symbols.intern(&name))
        } else if variable(word) {
            TermKind::Variable(self.symbols.intern(word))
        } else {
            let name = self.symbols.intern(word);
            match self.peek() {
                Some("(") => match self.list(Self::term)? {
                    terms if terms.is_empty() => TermKind::Constant(name),
                    terms => TermKind::Function(name, terms),
                },
                _ => TermKind::Constant(name),
            }
        };
        self.depth -= 1;
        Ok(Term { kind, at })
    }

    fn word(&mut self, what: &str) -> Result<&'a str, Diagnostic> {
        match self.peek() {
            Some(word)
                if !INFIX.single.iter().any(|sign| word.starts_with(*sign)) && word != ":-" =>
            {
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `(a, b, c)`.
    fn list<T>(
        &mut self,
        item: fn(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        if !self.accept("(") {
            return Err(self.expected("'('"));
        }
        let mut items = Vec::new();
        if self.accept(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.accept(",") {
                self.close()?;
                return Ok(items);
            }
        }
    }

    fn close(&mut self) -> Result<(), Diagnostic> {
        match self.accept(")") {
            true => Ok(()),
            false => Err(self.expected("',' or ')'")),
        }
    }
}

fn variable(word: &str) -> bool {
    word.starts_with(char::is_uppercase) || word == "_"
}
