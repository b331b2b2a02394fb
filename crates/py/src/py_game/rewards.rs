//! What a Python method says is paid.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

/// Adds what the user says is paid: a number for one player, a sequence with one number per
/// player, or 0 where nobody is paid.
///
/// # Errors
/// What is wrong with it.
pub fn add_rewards(paid: &Bound<'_, PyAny>, rewards: &mut [f64]) -> Result<(), String> {
    let number = |object: &Bound<'_, PyAny>| -> Option<f64> {
        if let Ok(exact) = object.cast_exact::<PyFloat>() {
            return Some(exact.value()).filter(|x| x.is_finite());
        }
        let number: f64 = object.extract().ok()?;
        (number.is_finite() && !object.is_instance_of::<PyBool>()).then_some(number)
    };
    if let [only] = rewards
        && let Some(reward) = number(paid)
    {
        *only += reward;
        return Ok(());
    }
    let nothing = paid.cast_exact::<PyInt>().is_ok() || paid.cast_exact::<PyFloat>().is_ok();
    if nothing && number(paid) == Some(0.0) {
        return Ok(());
    }
    let refused = || {
        let asked = if rewards.len() == 1 {
            "give a finite number".to_string()
        } else {
            format!("give {} finite numbers, or 0 for nobody", rewards.len())
        };
        let shown = paid
            .repr()
            .map_or_else(|_| "?".into(), |text| text.to_string());
        format!("the reward {shown} ({asked})")
    };
    if paid.is_instance_of::<PyString>() || paid.len().ok() != Some(rewards.len()) {
        return Err(refused());
    }
    let numbers: Option<Vec<f64>> = (0..rewards.len())
        .map(|player| number(&paid.get_item(player).ok()?))
        .collect();
    add(rewards, &numbers.ok_or_else(refused)?);
    Ok(())
}

/// Adds what each player is paid.
pub(super) fn add(rewards: &mut [f64], paid: &[f64]) {
    for (reward, paid) in rewards.iter_mut().zip(paid) {
        *reward += paid;
    }
}
