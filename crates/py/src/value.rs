//! Plain values, in Python and in the core.

use forethought_core::game::Value;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString, PyTuple};

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

/// A Python object as a plain value: None, int, float, str, tuple or list.
pub fn value_in(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_none() {
        Ok(Value::None)
    } else if let Ok(truth) = object.cast::<PyBool>() {
        Ok(Value::Int(truth.is_true().into()))
    } else if object.is_instance_of::<PyInt>() {
        Ok(Value::Int(object.extract()?))
    } else if object.is_instance_of::<PyFloat>() {
        Ok(Value::Float(object.extract()?))
    } else if object.is_instance_of::<PyString>() {
        Ok(Value::Text(object.extract()?))
    } else if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        let items: PyResult<Vec<Value>> = object.try_iter()?.map(|v| value_in(&v?)).collect();
        Ok(Value::List(items?))
    } else if let Ok(number) = object.call_method0("__index__") {
        Ok(Value::Int(number.extract()?))
    } else {
        Err(PyTypeError::new_err(format!(
            "{} is no plain value: give a number, a text, or a tuple of them",
            object.repr()?
        )))
    }
}
