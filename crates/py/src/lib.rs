//! `forethought._native`: turns Python objects into core ones and back, and nothing else.

mod rng;

use pyo3::prelude::*;

/// The native half of forethought. Private: use the package `forethought`.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::rng::Stream;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
