//! `forethought._native`: turns Python objects into core ones and back, and nothing else.

mod bandit;
mod error_model;
mod errors;
mod evaluation;
mod face;
mod gate;
mod gdl;
mod native_game;
mod othello_training;
mod parts;
mod patience;
mod perft;
mod planning;
mod py_game;
mod rng;
mod search;
mod searches;
mod solve;
mod value;

use pyo3::prelude::*;

/// The native half of forethought. Private: use the package `forethought`.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::bandit::Bandit;
    #[pymodule_export]
    use super::gdl::{Rules, gdl_check, gdl_load, gdl_outline};
    #[pymodule_export]
    use super::native_game::{NativeGame, games};
    #[pymodule_export]
    use super::othello_training::{
        othello_duel, othello_fit, othello_phases, othello_plays, othello_weights,
    };
    #[pymodule_export]
    use super::perft::perft;
    #[pymodule_export]
    use super::planning::Planner;
    #[pymodule_export]
    use super::rng::Stream;
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::solve::solve;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::patience::begin();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
