//! Rule sheets, as Python sees them.

use crate::errors::raise;
use crate::face::{Face, Shown};
use crate::gate::{SIGNALS, guarded};
use crate::native_game::NativeGame;
use crate::patience::{limits, patiently, raised};
use forethought_core::game::{Game, Invalid};
use forethought_core::gdl::syntax::{parse, print_sheet};
use forethought_core::gdl::{
    Diagnostic, Form, GdlGame, GroundLimits, Move, Plays, Relation, Severity, Shape, State, TermId,
    examine, outline,
};
use forethought_core::rng::Rng;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A finding: severity, code, message, line, column and fix.
type Finding = (String, &'static str, String, u32, u32, String);
/// Findings, and the game with its roles and its rules if there is one.
type Loaded = (Vec<Finding>, Option<(NativeGame, Vec<String>, Rules)>);
/// Plays, those that could not go on, their steps, and what each role was paid together.
type Played = (u64, u64, u64, Vec<f64>);
/// How many symmetries, whether all, and by role the moves that can take each other's place.
type Symmetric = (f64, bool, Vec<Vec<Vec<String>>>);
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
    let found = guarded(|| patiently(py, || examine(text, limits())))?;
    Ok(found.into_iter().map(finding).collect())
}

/// What is to be said about a rule sheet, and if it can be played the game with its roles.
#[pyfunction]
pub fn gdl_load(py: Python<'_>, name: &str, text: &str, zero_sum: bool) -> PyResult<Loaded> {
    let (found, game) = guarded(|| patiently(py, || loaded(name, text, zero_sum)))?;
    let game = game.map(|game| {
        let (roles, rules) = (game.roles().to_vec(), Rules(game.clone()));
        (NativeGame::of_sheet(game), roles, rules)
    });
    Ok((found.into_iter().map(finding).collect(), game))
}

/// The rules of a game, interpreted or compiled.
#[pyclass(module = "forethought._native", frozen)]
pub struct Rules(GdlGame);

#[pymethods]
impl Rules {
    /// The rules in prefix form, a rule a line.
    fn prefix(&self) -> String {
        print_sheet(self.0.sheet())
    }

    /// Compiles the rules and waits for it; Ctrl-C is answered meanwhile, and the build goes on.
    fn compile(&self, py: Python<'_>, seconds: f64, memory: usize) -> PyResult<()> {
        self.wait(py)?;
        let limits = GroundLimits::within(seconds, memory);
        self.0.compile_in_background(limits, true);
        self.wait(py)
    }

    /// Random plays from the start: how many there were and that could not go on, their steps and
    /// what they paid each role together.
    fn plays(&self, py: Python<'_>, by: &str, least: u64, seed: u64) -> PyResult<Played> {
        let by = match by {
            "interpreter" => Plays::Interpreted,
            "net" => Plays::Single,
            _ => Plays::Together,
        };
        let mut rng = Rng::new(seed, "plays");
        let tally = guarded(|| {
            let tally = py.detach(|| self.0.plays(by, least, &mut rng));
            tally.map_err(<GdlGame as Face>::error)
        })?;
        let there = tally.map(|t| (t.plays, t.stuck, t.steps, t.sums));
        there.ok_or_else(|| raise("InternalError", "there is no net"))
    }

    /// The fluents that stay once they hold, and those that never come back once they don't; None
    /// if there is no net.
    fn latches(&self) -> Option<(Vec<String>, Vec<String>)> {
        let net = self.0.net()?;
        Some((self.0.term_texts(net.stay()), self.0.term_texts(net.go())))
    }

    /// The symmetries that leave the start and each role alone: how many were found, whether those
    /// are all, and by role the moves that can take each other's place. None if there is no net.
    fn symmetries(&self, py: Python<'_>) -> PyResult<Option<Symmetric>> {
        let look = || {
            let (game, net) = (&self.0, self.0.net()?);
            let found = net.symmetries(&game.terms(&Game::initial(game).ok()?));
            let texts = |moves: &Vec<TermId>| game.term_texts(moves);
            let kinds = found.kinds.iter();
            let kinds = kinds.map(|kinds| kinds.iter().map(texts).collect());
            Some((found.count, found.complete, kinds.collect()))
        };
        guarded(|| Ok(py.detach(look)))
    }

    /// Whether the sheet calls a state terminal.
    fn over(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        let fluents = read(&self.0, state)?;
        self.ask(py, || self.0.is_over(&fluents))
    }

    /// All goal values at a state, by role.
    fn goals<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, fluents) = (state.py(), read(&self.0, state)?);
        tuples(py, self.ask(py, || self.0.goals(&fluents))?)
    }

    /// The legal moves at a state, by role.
    fn moves<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, fluents) = (state.py(), read(&self.0, state)?);
        let moves = self.ask(py, || self.0.moves(&fluents))?;
        tuples(py, moves.iter().map(|moves| self.0.term_texts(moves)))
    }

    /// The state after one move of each role; or the first role whose move is not legal.
    fn after<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        moves: Vec<String>,
    ) -> PyResult<(Option<usize>, Bound<'py, PyTuple>)> {
        let (py, fluents) = (state.py(), read(&self.0, state)?);
        Ok(match self.ask(py, || self.0.after(&fluents, &moves))? {
            Ok(after) => (None, PyTuple::new(py, self.0.term_texts(&after))?),
            Err(role) => (Some(role), PyTuple::empty(py)),
        })
    }

    /// How many goal values were missing at ends of plays, and how many were one of several.
    fn odd_goals(&self) -> (u64, u64) {
        self.0.odd_goals()
    }

    /// The sizes of the net, if there is one, by their names.
    fn sizes(&self) -> Option<Vec<(&'static str, usize)>> {
        let sizes = self.0.net()?.sizes();
        Some(vec![
            ("fluents", sizes.fluents),
            ("bits", sizes.bits),
            ("moves", sizes.moves),
            ("rules", sizes.rules),
            ("gates", sizes.gates),
            ("inputs", sizes.edges),
        ])
    }

    /// "interpreter", "building" or "net", and why there is no net where that is known.
    fn form(&self) -> (&'static str, String) {
        match self.0.form() {
            Form::Interpreted => ("interpreter", String::new()),
            Form::Building => ("building", String::new()),
            Form::Net if self.0.asks_net() => ("net", String::new()),
            Form::Net => (
                "net",
                "single states are asked of the interpreter, which is quicker".into(),
            ),
            Form::Refused(why) => ("interpreter", why.message),
        }
    }
}

impl Rules {
    /// What the rules answer, while other threads of Python run.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce() -> Result<T, Diagnostic> + Send,
    ) -> PyResult<T> {
        guarded(|| py.detach(ask).map_err(<GdlGame as Face>::error))
    }

    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        while !py.detach(|| self.0.compiled_in(SIGNALS)) {
            py.check_signals()?;
        }
        Ok(())
    }
}

/// The fluents of a state of Python.
fn read(game: &GdlGame, state: &Bound<'_, PyAny>) -> PyResult<Vec<TermId>> {
    let fluents = game.read(&texts(game, state)?);
    fluents.map_err(|invalid| refused(game, &invalid))
}

/// The texts of a state of Python.
fn texts(game: &GdlGame, state: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let listed = state.is_instance_of::<PyTuple>() || state.is_instance_of::<PyList>();
    let texts = listed.then(|| state.extract::<Vec<String>>().ok());
    texts.flatten().ok_or_else(|| {
        let why = "is no state: give a tuple of texts, the fluents that hold";
        refused(game, &Invalid(format!("{state} {why}")))
    })
}

fn refused(game: &GdlGame, invalid: &Invalid) -> PyErr {
    raise("StateError", format!("{}: {}", game.info().name, invalid.0))
}

/// A tuple for each role.
fn tuples<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    rows: impl IntoIterator<Item = Vec<T>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let rows = rows.into_iter().map(|row| PyTuple::new(py, row));
    PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}

fn loaded(name: &str, text: &str, zero_sum: bool) -> (Vec<Diagnostic>, Option<GdlGame>) {
    let mut found = examine(text, limits());
    let wrong = |found: &Diagnostic| found.severity == Severity::Error;
    if found.iter().any(wrong) {
        return (found, None);
    }
    let sheet = parse(text).map_err(|error| vec![error]);
    let game = sheet.and_then(|sheet| GdlGame::new(name, &sheet, limits()));
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

    fn prepare(&self) {
        self.compile_in_background(GroundLimits::default(), false);
    }

    fn state_out<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, self.texts(state))?.into_any())
    }

    fn state_in(&self, object: &Bound<'_, PyAny>) -> PyResult<State> {
        let state = self.state(&texts(self, object)?);
        state.map_err(|invalid| refused(self, &invalid))
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
        raised().unwrap_or_else(|| raise("RuleError", format!("{}: {}", error.message, error.fix)))
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
