//! What a game written here adds to the rules: a name, parameters, and how it looks from outside.

use super::{Endgame, Evaluation, Game, Value};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

/// A parameter or a state that a game refuses. The text says what was wrong and what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

/// A parameter of a game.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is when it is not given.
    pub default: Value,
    /// What it means, its unit and its range, in one line.
    pub meaning: &'static str,
}

/// The parameters of one game, every one of them given.
#[derive(Clone, Debug)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Parameters {
    /// `given` over the defaults of `declared`.
    ///
    /// # Errors
    /// A name that is not declared, with the names that are.
    pub fn new(declared: &[Parameter], given: &[(String, Value)]) -> Result<Self, Invalid> {
        if let Some((name, _)) = given
            .iter()
            .find(|(name, _)| declared.iter().all(|p| p.name != name))
        {
            let known: Vec<&str> = declared.iter().map(|p| p.name).collect();
            let known = if known.is_empty() {
                "it takes none".to_string()
            } else {
                format!("it takes {}", known.join(", "))
            };
            return Err(Invalid(format!("there is no parameter '{name}': {known}")));
        }
        let value = |p: &Parameter| {
            let found = given.iter().find(|(name, _)| name == p.name);
            found.map_or_else(|| p.default.clone(), |(_, value)| value.clone())
        };
        Ok(Self(declared.iter().map(|p| (p.name, value(p))).collect()))
    }

    /// The value of a declared parameter.
    pub fn get(&self, name: &str) -> &Value {
        let found = self.0.iter().find(|(known, _)| *known == name);
        &found.expect("a game asks for parameters it declared").1
    }

    /// A whole number in `low..=high`.
    ///
    /// # Errors
    /// Another value, with what would do.
    pub fn int(&self, name: &str, low: i64, high: i64) -> Result<i64, Invalid> {
        let value = self.get(name);
        value
            .as_int()
            .filter(|n| (low..=high).contains(n))
            .ok_or_else(|| {
                Invalid(format!(
                    "{name}={value}: give a whole number from {low} to {high}"
                ))
            })
    }

    /// A finite number in `low..=high`.
    ///
    /// # Errors
    /// Another value, with what would do.
    pub fn float(&self, name: &str, low: f64, high: f64) -> Result<f64, Invalid> {
        let value = self.get(name);
        value
            .as_float()
            .filter(|x| x.is_finite() && (low..=high).contains(x))
            .ok_or_else(|| {
                Invalid(format!(
                    "{name}={value}: give a number from {low} to {high}"
                ))
            })
    }

    /// One of the given texts.
    ///
    /// # Errors
    /// Another value, with those that would do.
    pub fn choice(&self, name: &str, of: &[&'static str]) -> Result<&'static str, Invalid> {
        let value = self.get(name);
        of.iter()
            .find(|text| value.as_text() == Some(text))
            .copied()
            .ok_or_else(|| Invalid(format!("{name}={value}: give one of '{}'", of.join("', '"))))
    }
}

/// A game of the library's own: it can be built from parameters, and its states and actions can
/// be told to somebody who does not know their types.
pub trait Native: Game<Error = Infallible> + Send + Sync + Sized + 'static {
    /// Its name: lower case, words joined by `_`.
    const NAME: &'static str;
    /// What it is, in one line.
    const SUMMARY: &'static str;

    /// Its parameters.
    fn parameters() -> Vec<Parameter>;

    /// The game with these parameters.
    ///
    /// # Errors
    /// The first parameter that is out of range, with the range.
    fn build(parameters: &Parameters) -> Result<Self, Invalid>;

    /// The state as a plain value.
    fn state_value(&self, state: &Self::State) -> Value;

    /// The state that a plain value stands for: the inverse of [`Native::state_value`].
    ///
    /// # Errors
    /// What is wrong with it, and how a state looks.
    fn parse_state(&self, value: &Value) -> Result<Self::State, Invalid>;

    /// The action as a plain value, different for different actions of one state.
    fn action_value(&self, action: Self::Action) -> Value;

    /// The state as a person would draw it, in one or more lines.
    fn render(&self, state: &Self::State) -> String {
        self.state_value(state).to_string()
    }
    /// The evaluations that come with it: name, and what it is in one line. The first is the one
    /// to take where none is named.
    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The evaluation of this name.
    fn evaluation(&self, _name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        None
    }

    /// A solver for states near the end, if there is one.
    fn endgame(&self) -> Option<Box<dyn Endgame<Self>>> {
        None
    }
}
