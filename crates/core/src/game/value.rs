//! Plain values: how native states and actions look from outside.

use std::fmt;

/// A value that any language knows. In Python: None, int, float, str, tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    None,
    /// A whole number.
    Int(i64),
    /// A real number.
    Float(f64),
    /// A text.
    Text(String),
    /// Several values in order.
    List(Vec<Value>),
}

impl Value {
    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// The number, whole or real.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Int(n) => Some(*n as f64),
            Self::Float(x) => Some(*x),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The values of a list, if it is one.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    /// A list of whole numbers.
    pub fn ints(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::List(numbers.into_iter().map(Self::Int).collect())
    }

    /// The whole numbers of a list that holds nothing else.
    pub fn as_ints(&self) -> Option<Vec<i64>> {
        self.as_list()?.iter().map(Self::as_int).collect()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Int(n) => write!(f, "{n}"),
            Self::Float(x) => write!(f, "{x}"),
            Self::Text(text) => write!(f, "'{text}'"),
            Self::List(values) => {
                f.write_str("(")?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_str(if values.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}
