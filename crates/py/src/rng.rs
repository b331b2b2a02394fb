//! The stream of random numbers that Python and the searches share.

use forethought_core::rng::Rng;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyRange};

/// The most bits that `random.Random` gives at once.
const MOST_BITS: u64 = i32::MAX as u64;

/// One stream of random numbers: the stream called `name` of a seed.
#[pyclass(module = "forethought._native")]
pub struct Stream {
    /// The generator, for searches that draw from the same stream.
    pub(crate) rng: Rng,
}

#[pymethods]
impl Stream {
    #[new]
    fn new(seed: u64, name: &str) -> Self {
        Self {
            rng: Rng::new(seed, name),
        }
    }

    /// A number in [0, 1), from one draw.
    fn random(&mut self) -> f64 {
        self.rng.unit()
    }

    /// A whole number of k random bits, from one draw for every 64 of them.
    fn getrandbits<'py>(&mut self, py: Python<'py>, k: i64) -> PyResult<Bound<'py, PyAny>> {
        let bits = u64::try_from(k)
            .map_err(|_| PyValueError::new_err("number of bits must be non-negative"))?;
        if (1..=64).contains(&bits) {
            return Ok((self.rng.next_u64() >> (64 - bits))
                .into_pyobject(py)?
                .into_any());
        }
        self.wide_bits(py, bits)
    }

    /// One of range(start), or of range(start, stop, step), from one draw (from more if the range
    /// has 2**63 numbers or more).
    #[pyo3(signature = (start, stop = None, step = None))]
    fn randrange<'py>(
        &mut self,
        start: &Bound<'py, PyAny>,
        stop: Option<&Bound<'py, PyAny>>,
        step: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let (Ok(n), None, None) = (start.extract::<usize>(), stop, step)
            && n > 0
        {
            return Ok(self.rng.below(n).into_pyobject(start.py())?.into_any());
        }
        self.general_range(start, stop, step)
    }

    /// One item of a sequence, from one draw.
    fn choice<'py>(&mut self, seq: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = seq.len()?;
        if length == 0 {
            return Err(PyIndexError::new_err(
                "Cannot choose from an empty sequence",
            ));
        }
        seq.get_item(self.rng.below(length))
    }

    /// Everything that the numbers to come depend on.
    fn getstate(&self) -> (u64, u64, u64, u64) {
        self.rng.state().into()
    }

    /// Goes on from a state that `getstate` gave.
    fn setstate(&mut self, state: [u64; 4]) -> PyResult<()> {
        self.rng = Rng::from_state(state)
            .ok_or_else(|| PyValueError::new_err("the state of a stream can't be all zeros"))?;
        Ok(())
    }
}

impl Stream {
    fn wide_bits<'py>(&mut self, py: Python<'py>, bits: u64) -> PyResult<Bound<'py, PyAny>> {
        if bits > MOST_BITS {
            return Err(PyOverflowError::new_err(format!(
                "number of bits must be at most {MOST_BITS}"
            )));
        }
        let words = bits.div_ceil(64);
        let bytes: Vec<u8> = (0..words)
            .flat_map(|_| self.rng.next_u64().to_le_bytes())
            .collect();
        py.get_type::<PyInt>()
            .call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))?
            .rshift(64 * words - bits)
    }

    fn general_range<'py>(
        &mut self,
        start: &Bound<'py, PyAny>,
        stop: Option<&Bound<'py, PyAny>>,
        step: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = start.py();
        let kind = py.get_type::<PyRange>();
        let range = match (stop, step) {
            (None, None) => kind.call1((start,))?,
            (None, Some(_)) => return Err(PyValueError::new_err("step needs stop as well")),
            (Some(stop), None) => kind.call1((start, stop))?,
            (Some(stop), Some(step)) => kind.call1((start, stop, step))?,
        };
        match range.len() {
            Ok(0) => Err(PyValueError::new_err(format!("empty range: {range}"))),
            Ok(length) => range.get_item(self.rng.below(length)),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => self.wide_range(&range),
            Err(error) => Err(error),
        }
    }

    /// One item of a range that has more of them than a machine word can count.
    fn wide_range<'py>(&mut self, range: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (first, last) = (range.get_item(0)?, range.get_item(-1)?);
        let length = last
            .sub(&first)?
            .floor_div(range.getattr("step")?)?
            .add(1)?;
        // 64 bits more than the length has: the bias is as small as that of a short range.
        let bits = 64 + length.call_method0("bit_length")?.extract::<u64>()?;
        let random = self.wide_bits(range.py(), bits)?;
        range.get_item(random.mul(length)?.rshift(bits)?)
    }
}
