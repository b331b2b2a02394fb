//! Policies without a game, for ranking and selection.

use crate::errors::foreign;
use crate::gate::guarded;
use crate::parts::policy;
use forethought_core::policy;
use pyo3::prelude::*;

/// Arms that are sampled elsewhere, and the policy that says which is next.
#[pyclass(module = "forethought._native")]
pub struct Bandit(policy::Bandit);

#[pymethods]
impl Bandit {
    #[new]
    fn new(spec: &Bound<'_, PyAny>, arms: usize, seed: u64) -> PyResult<Self> {
        guarded(|| {
            Ok(Self(policy::Bandit::new(
                policy(spec, &mut Vec::new())?,
                arms,
                seed,
            )))
        })
    }

    /// The arm to sample next.
    fn choose(&mut self) -> PyResult<usize> {
        guarded(|| self.0.choose().map_err(foreign))
    }

    /// Tells a sample of an arm.
    fn update(&mut self, arm: usize, sample: f64) -> PyResult<()> {
        guarded(|| {
            self.0.update(arm, sample);
            Ok(())
        })
    }

    /// For each arm: samples, mean and unbiased variance, None where there are too few.
    fn summaries(&self) -> Vec<(u32, Option<f64>, Option<f64>)> {
        let known = |count: u32, least: u32, value: f64| (count >= least).then_some(value);
        self.0
            .summaries()
            .iter()
            .map(|arm| {
                let count = arm.count;
                (
                    count,
                    known(count, 1, arm.mean),
                    known(count, 2, arm.variance),
                )
            })
            .collect()
    }

    /// The arm with the best mean, and the approximate probability that it is the best.
    fn best(&self) -> (usize, Option<f64>) {
        self.0.best()
    }
}
