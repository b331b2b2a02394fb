//! Plain values, in Python and in the core.

use forethought_core::game::Value;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

/// A plain value as a Python object; lists become tuples, so that all of them are hashable.
pub fn value_out<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::None => Ok(py.None().into_bound(py)),
        Value::Int(n) => n.into_bound_py_any(py),
        Value::Float(x) => x.into_bound_py_any(py),
        Value::Text(text) => text.into_bound_py_any(py),
        Value::List(values) => {
            let items: PyResult<Vec<_>> = values.iter().map(|v| value_out(py, v)).collect();
            Ok(PyTuple::new(py, items?)?.into_any())
        }
    }
}

/// How deep lists may stand in each other: reading them takes stack.
const DEEPEST: usize = 500;

/// A Python object as a plain value: None, a number, a text, or a tuple or list of them.
///
/// # Errors
/// What `refuse` makes of the reason why it is none; what the object itself raises.
pub fn value_in(object: &Bound<'_, PyAny>, refuse: &dyn Fn(String) -> PyErr) -> PyResult<Value> {
    within(object, refuse, 0)
}

fn within(
    object: &Bound<'_, PyAny>,
    refuse: &dyn Fn(String) -> PyErr,
    depth: usize,
) -> PyResult<Value> {
    if object.is_none() {
        Ok(Value::None)
    } else if let Ok(truth) = object.cast::<PyBool>() {
        Ok(Value::Int(truth.is_true().into()))
    } else if object.is_instance_of::<PyString>() {
        Ok(Value::Text(object.extract()?))
    } else if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        if depth == DEEPEST {
            return Err(refuse(format!("lists are nested more than {DEEPEST} deep")));
        }
        let items = object.try_iter()?;
        let items: PyResult<Vec<Value>> = items.map(|v| within(&v?, refuse, depth + 1)).collect();
        Ok(Value::List(items?))
    } else {
        number(object, refuse)
    }
}

/// A number of any type that says which whole or real number it is.
fn number(object: &Bound<'_, PyAny>, refuse: &dyn Fn(String) -> PyErr) -> PyResult<Value> {
    let py = object.py();
    let whole = object.call_method0("__index__").map(|n| n.extract());
    let read = match whole {
        Ok(whole) => whole.map(Value::Int),
        Err(error) if says_no(&error, py) => object.extract().map(Value::Float),
        Err(error) => Err(error),
    };
    read.map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(py) {
            refuse(format!("{} is too large for 64 bits", shown(object)))
        } else if says_no(&error, py) {
            refuse(format!(
                "{} is no plain value: give a number, a text, or a tuple of them",
                shown(object)
            ))
        } else {
            error
        }
    })
}

fn says_no(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyAttributeError>(py)
}

/// An object in a message: not every one can be shown, such as a number of thousands of digits.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map(|text| text.to_string());
    text.unwrap_or_else(|_| format!("a value of {}", object.get_type()))
}
