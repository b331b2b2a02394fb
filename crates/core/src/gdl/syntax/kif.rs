//! The prefix form: `(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (not (marked ?x ?y)))`.

use super::super::{Diagnostic, Place};
use super::expression::{Expression, Kind, expressions};
use super::{Atom, KEYWORDS, Literal, Rule, Sheet, Symbol, Symbols, Term, TermKind};

/// Reads a sheet in prefix form.
pub(super) fn parse(text: &str) -> Result<Sheet, Diagnostic> {
    let mut sheet = Sheet::default();
    let forms = unwrapped(expressions(text)?);
    for form in &forms {
        let rule = Reader(&mut sheet.symbols).rule(form)?;
        sheet.rules.push(rule);
    }
    Ok(sheet)
}

/// Reads one ground term.
pub(super) fn parse_term(text: &str, symbols: &mut Symbols) -> Result<Term, Diagnostic> {
    let forms = expressions(text)?;
    let [form] = &forms[..] else {
        let at = forms.get(1).map_or_else(Place::default, |form| form.at);
        return Err(Diagnostic::error(
            "term",
            at,
            format!("'{}' is not one term", text.trim()),
            "give one, such as (mark 1 1)".into(),
        ));
    };
    let term = Reader(symbols).term(form)?;
    let mut variable = None;
    term.variables(&mut |_, at| variable = variable.or(Some(at)));
    match variable {
        None => Ok(term),
        Some(at) => Err(Diagnostic::error(
            "term",
            at,
            format!("'{}' has a variable", text.trim()),
            "give a term without variables".into(),
        )),
    }
}

/// The rules, if the whole sheet stands in one more pair of parentheses, as in a message.
fn unwrapped(mut forms: Vec<Expression>) -> Vec<Expression> {
    if let [form] = &mut forms[..]
        && let Kind::List(items) = &mut form.kind
        && matches!(
            items.first(),
            Some(Expression {
                kind: Kind::List(_),
                ..
            })
        )
    {
        return std::mem::take(items);
    }
    forms
}

/// `name` in lower case if it is a keyword.
pub(super) fn keyword(name: &str) -> Option<&'static str> {
    KEYWORDS
        .iter()
        .map(|(keyword, _)| *keyword)
        .find(|keyword| keyword.eq_ignore_ascii_case(name))
}

struct Reader<'a>(&'a mut Symbols);

impl Reader<'_> {
    fn rule(&mut self, form: &Expression) -> Result<Rule, Diagnostic> {
        let at = form.at;
        if let Kind::List(items) = &form.kind
            && let Some(Kind::Word("<=")) = items.first().map(|item| &item.kind)
        {
            let Some(head) = items.get(1) else {
                return Err(headless(at));
            };
            let head = self.head(head)?;
            let body = items[2..].iter().map(|item| self.literal(item));
            let body = body.collect::<Result<_, _>>()?;
            return Ok(Rule { head, body, at });
        }
        let (head, body) = (self.head(form)?, Vec::new());
        Ok(Rule { head, body, at })
    }

    fn head(&mut self, form: &Expression) -> Result<Atom, Diagnostic> {
        let name = match &form.kind {
            Kind::Word(name) => Some(*name),
            Kind::List(items) => match items.first().map(|item| &item.kind) {
                Some(Kind::Word(name)) => Some(*name),
                _ => None,
            },
        };
        if let Some(name) = name
            && ["not", "or", "and", "distinct"].contains(&&*name.to_ascii_lowercase())
        {
            return Err(Diagnostic::error(
                "head",
                form.at,
                format!("'{name}' stands where a rule says what follows"),
                "give the relation that follows as the head".into(),
            ));
        }
        self.atom(form)
    }

    fn literal(&mut self, form: &Expression) -> Result<Literal, Diagnostic> {
        let at = form.at;
        let Kind::List(items) = &form.kind else {
            return Ok(Literal::Atom(self.atom(form)?));
        };
        let word = match items.first().map(|item| &item.kind) {
            Some(Kind::Word(word)) => word.to_ascii_lowercase(),
            _ => String::new(),
        };
        let rest = items.get(1..).unwrap_or_default();
        match (&*word, rest) {
            ("not", [inner]) => Ok(Literal::Not(Box::new(self.literal(inner)?), at)),
            ("not", _) => Err(takes("not", "one condition", rest.len(), at)),
            ("distinct", [a, b]) => Ok(Literal::Distinct(self.term(a)?, self.term(b)?, at)),
            ("distinct", _) => Err(takes("distinct", "two terms", rest.len(), at)),
            ("or", [_, ..]) => {
                let parts = rest.iter().map(|item| self.literal(item));
                Ok(Literal::Or(parts.collect::<Result<_, _>>()?, at))
            }
            ("or", []) => Err(takes("or", "at least one condition", 0, at)),
            ("and", _) => Err(Diagnostic::error(
                "and",
                at,
                "there is no 'and'".into(),
                "write its conditions one after the other; inside 'or', give them a relation \
                 of their own"
                    .into(),
            )),
            ("<=", _) => Err(Diagnostic::error(
                "rule-in-body",
                at,
                "a rule stands inside a rule".into(),
                "close the rule before it".into(),
            )),
            _ => Ok(Literal::Atom(self.atom(form)?)),
        }
    }

    fn atom(&mut self, form: &Expression) -> Result<Atom, Diagnostic> {
        let at = form.at;
        let (name, rest): (&Expression, &[Expression]) = match &form.kind {
            Kind::Word(_) => (form, &[]),
            Kind::List(items) => items.split_first().ok_or_else(|| empty(at))?,
        };
        let relation = self.name(name, "relation")?;
        let terms = rest.iter().map(|item| self.term(item));
        let terms = terms.collect::<Result<_, _>>()?;
        Ok(Atom {
            relation,
            terms,
            at,
        })
    }

    /// The name of a relation; keywords in lower case.
    fn name(&mut self, form: &Expression, what: &str) -> Result<Symbol, Diagnostic> {
        match form.kind {
            Kind::Word(word) if word.starts_with('?') || word == "<=" => Err(Diagnostic::error(
                "name",
                form.at,
                format!("'{word}' stands where the name of a {what} should"),
                format!("give the name of a {what}"),
            )),
            Kind::Word(word) if what == "relation" => {
                Ok(self.0.intern(keyword(word).unwrap_or(word)))
            }
            Kind::Word(word) => Ok(self.0.intern(word)),
            Kind::List(_) => Err(Diagnostic::error(
                "name",
                form.at,
                format!("a list stands where the name of a {what} should"),
                format!("begin with the name of a {what}, or remove a pair of parentheses"),
            )),
        }
    }

    fn term(&mut self, form: &Expression) -> Result<Term, Diagnostic> {
        let at = form.at;
        let kind = match &form.kind {
            Kind::Word("?") => {
                return Err(Diagnostic::error(
                    "name",
                    at,
                    "'?' is a variable without a name".into(),
                    "give it one, such as ?x".into(),
                ));
            }
            Kind::Word(word) => match word.strip_prefix('?') {
                Some(name) => TermKind::Variable(self.0.intern(name)),
                None => TermKind::Constant(self.name(form, "constant")?),
            },
            Kind::List(items) => {
                let (name, rest) = items.split_first().ok_or_else(|| empty(at))?;
                let name = self.name(name, "function")?;
                let terms = rest.iter().map(|item| self.term(item));
                match terms.collect::<Result<Vec<_>, _>>()? {
                    terms if terms.is_empty() => TermKind::Constant(name),
                    terms => TermKind::Function(name, terms),
                }
            }
        };
        Ok(Term { kind, at })
    }
}

fn headless(at: Place) -> Diagnostic {
    Diagnostic::error(
        "head",
        at,
        "a rule without a head".into(),
        "say after '<=' what follows".into(),
    )
}

fn empty(at: Place) -> Diagnostic {
    Diagnostic::error(
        "empty",
        at,
        "'()' says nothing".into(),
        "remove it, or fill it".into(),
    )
}

fn takes(word: &str, what: &str, given: usize, at: Place) -> Diagnostic {
    Diagnostic::error(
        "arity",
        at,
        format!("'{word}' has {given} parts"),
        format!("it takes {what}"),
    )
}
