//! What `forethought train othello` leaves to the core: plays, and the fit of one phase.

use crate::errors::raise;
use crate::gate::{beside, guarded};
use forethought_core::games::othello::patterns::{PHASES, Patterns, discs, write};
use forethought_core::games::othello::training::{
    Duel, Player, Plays, Sample, Settings, concerns, fit, guess,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The evaluation of a file of weights, or the guess to begin with.
fn patterns(weights: Option<&[u8]>) -> PyResult<Patterns> {
    let read = weights.map_or_else(|| Ok(Patterns::new(&guess())), Patterns::read);
    read.map_err(|error| raise("ParameterError", error.0))
}

/// The positions of the plays `first` to `first + count - 1`, 18 bytes each.
#[pyfunction]
#[pyo3(signature = (weights, seed, first, count, depth))]
pub fn othello_plays<'py>(
    py: Python<'py>,
    weights: Option<&[u8]>,
    seed: u64,
    first: u64,
    count: u64,
    depth: u32,
) -> PyResult<Bound<'py, PyBytes>> {
    let patterns = patterns(weights)?;
    let player = Player {
        patterns: &patterns,
        depth,
    };
    let mut plays = Plays::new(player, seed);
    let bytes = guarded(|| {
        beside(py, false, |watch| {
            let numbers = (first..first + count).take_while(|_| watch.goes_on());
            let samples = numbers.flat_map(|play| plays.samples(play));
            samples.flat_map(Sample::to_bytes).collect::<Vec<u8>>()
        })
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The margins of the first weights over the second, in two plays from each of some openings.
#[pyfunction]
#[pyo3(signature = (first, second, seed, pairs, depth))]
pub fn othello_duel(
    py: Python<'_>,
    first: Option<&[u8]>,
    second: Option<&[u8]>,
    seed: u64,
    pairs: u64,
    depth: u32,
) -> PyResult<Vec<[i32; 2]>> {
    let sides = [patterns(first)?, patterns(second)?];
    let players = [0, 1].map(|side| Player {
        patterns: &sides[side],
        depth,
    });
    let mut duel = Duel::new(players, seed);
    guarded(|| {
        beside(py, false, |watch| {
            let numbers = (0..pairs).take_while(|_| watch.goes_on());
            numbers.map(|pair| duel.margins(pair)).collect()
        })
    })
}

/// What a fit gives: weights, samples fitted to, their error, and what became of each test sample.
type Fitted<'py> = (Bound<'py, PyBytes>, usize, f64, Vec<[f64; 3]>);

/// The weights of a phase fitted to samples, as bytes; the samples they were fitted to and the
/// error there; for each sample of the test the expected margin, the chance and the margin.
#[pyfunction]
pub fn othello_fit<'py>(
    py: Python<'py>,
    samples: &[u8],
    phase: usize,
    penalty: f64,
    steps: usize,
) -> PyResult<Fitted<'py>> {
    let fit = guarded(|| {
        beside(py, false, |_| {
            let (samples, _) = samples.as_chunks::<{ Sample::BYTES }>();
            let samples: Vec<Sample> = (samples.iter().map(Sample::from_bytes))
                .filter(|sample| concerns(phase, sample.board))
                .collect();
            fit(&samples, phase, Settings { penalty, steps })
        })
    })?;
    let bytes = PyBytes::new(py, &fit.weights.to_bytes());
    Ok((bytes, fit.fitted, fit.error, fit.test))
}

/// The file of the weights of all phases.
#[pyfunction]
pub fn othello_weights<'py>(py: Python<'py>, phases: Vec<Vec<u8>>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &write(&phases))
}

/// The first and the last number of discs of each phase.
#[pyfunction]
pub fn othello_phases() -> Vec<(u32, u32)> {
    (0..PHASES).map(discs).collect()
}
