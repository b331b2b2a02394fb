//! What is wrong with a rule sheet, a line each.

use std::fmt;

/// A place in the text of a sheet, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Whether a sheet can be played in spite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It can't.
    Error,
    /// It can, but it may not mean what its author thinks.
    Warning,
    /// It can; something worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the sheet can be played.
    pub severity: Severity,
    /// The kind of the finding: lower case, words joined by `-`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub at: Place,
    /// How to mend it.
    pub fix: String,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, at: Place, message: String, fix: String) -> Self {
        let severity = Severity::Error;
        Self {
            severity,
            code,
            message,
            at,
            fix,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, at: Place, message: String, fix: String) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, at, message, fix)
        }
    }

    /// A note.
    pub fn note(code: &'static str, at: Place, message: String, fix: String) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(code, at, message, fix)
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            severity,
            code,
            message,
            at,
            fix,
        } = self;
        write!(f, "{at}: {severity} [{code}]: {message}: {fix}")
    }
}

impl std::error::Error for Diagnostic {}
