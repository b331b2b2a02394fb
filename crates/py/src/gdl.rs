//! Rule sheets, as Python sees them.

use crate::errors::raise;
use crate::face::{Face, Shown};
use crate::gate::guarded;
use crate::native_game::NativeGame;
use forethought_core::game::Game;
use forethought_core::gdl::syntax::parse;
use forethought_core::gdl::{
    Diagnostic, GdlGame, Limits, Move, Relation, Severity, Shape, State, examine, outline,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A finding: severity, code, message, line, column and fix.
type Finding = (String, &'static str, String, u32, u32, String);
/// Findings, and the game with its roles if there is one.
type Loaded = (Vec<Finding>, Option<(NativeGame, Vec<String>)>);
/// A name and the number of its terms.
type Named = (String, usize);
/// Fluents, moves, and relations with the number of their rules and whether they are fixed.
type Outlined = (Vec<Named>, Vec<Named>, Vec<(String, usize, usize, bool)>);

fn finding(found: Diagnostic) -> Finding {
    let Diagnostic {
        severity,
        code,
        message,
        at,
        fix,
    } = found;
    (severity.to_string(), code, message, at.line, at.column, fix)
}

/// What is to be said about a rule sheet.
#[pyfunction]
pub fn gdl_check(py: Python<'_>, text: &str) -> PyResult<Vec<Finding>> {
    let found = guarded(|| Ok(py.detach(|| examine(text, Limits::default()))))?;
    Ok(found.into_iter().map(finding).collect())
}

/// What is to be said about a rule sheet, and if it can be played the game with its roles.
#[pyfunction]
pub fn gdl_load(py: Python<'_>, name: &str, text: &str, zero_sum: bool) -> PyResult<Loaded> {
    let (found, game) = guarded(|| Ok(py.detach(|| loaded(name, text, zero_sum))))?;
    let game = game.map(|game| {
        let roles = game.roles().to_vec();
        (NativeGame::of_sheet(game), roles)
    });
    Ok((found.into_iter().map(finding).collect(), game))
}

fn loaded(name: &str, text: &str, zero_sum: bool) -> (Vec<Diagnostic>, Option<GdlGame>) {
    let mut found = examine(text, Limits::default());
    let wrong = |found: &Diagnostic| found.severity == Severity::Error;
    if found.iter().any(wrong) {
        return (found, None);
    }
    let sheet = parse(text).map_err(|error| vec![error]);
    let game = sheet.and_then(|sheet| GdlGame::new(name, &sheet, Limits::default()));
    let game = game.and_then(|game| match zero_sum {
        true => game.zero_sum().map_err(|error| vec![error]),
        false => Ok(game),
    });
    match game {
        Ok(game) => (found, Some(game)),
        Err(errors) => {
            found.extend(errors);
            (found, None)
        }
    }
}

/// The names in a sheet.
#[pyfunction]
pub fn gdl_outline(text: &str) -> PyResult<Outlined> {
    let sheet = parse(text).map_err(|error| raise("RuleError", error.to_string()))?;
    let told = outline(&sheet);
    let named = |shapes: Vec<Shape>| shapes.into_iter().map(|s| (s.name, s.arity)).collect();
    let relations = told.relations.into_iter();
    let relations = relations.map(|relation| {
        let Relation {
            shape,
            rules,
            fixed,
        } = relation;
        (shape.name, shape.arity, rules, fixed)
    });
    Ok((named(told.fluents), named(told.moves), relations.collect()))
}

impl Face for GdlGame {
    const PYTHON: bool = false;

    fn state_out<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, self.texts(state))?.into_any())
    }

    fn state_in(&self, object: &Bound<'_, PyAny>) -> PyResult<State> {
        let name = &self.info().name;
        let listed = object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>();
        let texts = listed.then(|| object.extract::<Vec<String>>().ok());
        let texts = texts.flatten().ok_or_else(|| {
            let why = "is no state: give a tuple of texts, the fluents that hold";
            raise("StateError", format!("{name}: {object} {why}"))
        })?;
        self.state(&texts)
            .map_err(|invalid| raise("StateError", format!("{name}: {}", invalid.0)))
    }

    fn action_out<'py>(
        &self,
        py: Python<'py>,
        _state: &State,
        action: Move,
    ) -> PyResult<Bound<'py, PyAny>> {
        match action.is_chance() {
            true => Ok(py.None().into_bound(py)),
            false => self.text(action).into_bound_py_any(py),
        }
    }

    fn error(error: Diagnostic) -> PyErr {
        raise("RuleError", format!("{}: {}", error.message, error.fix))
    }
}

impl Shown for GdlGame {
    /// A line for the fluents of each name.
    fn render(&self, state: &State) -> String {
        let mut lines: Vec<(String, String)> = Vec::new();
        for text in self.texts(state) {
            let bare = text.trim_matches(['(', ')']);
            let name = bare.split(' ').next().unwrap_or_default().to_owned();
            match lines.iter_mut().find(|(known, _)| *known == name) {
                Some((_, line)) => *line += &format!(" {text}"),
                None => lines.push((name, text)),
            }
        }
        let lines = lines.into_iter().map(|(_, line)| line);
        lines.collect::<Vec<_>>().join("\n")
    }
}
