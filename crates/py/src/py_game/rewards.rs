//! What a Python method says is paid.

use forethought_core::game::{MOST_REWARD, Many, Players};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

/// Adds what the user says is paid: a number for one player, a sequence with one number per
/// player, or 0 where nobody is paid.
///
/// # Errors
/// What is wrong with it.
pub fn add_rewards(paid: &Bound<'_, PyAny>, rewards: &mut [f64]) -> Result<(), String> {
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
    let numbers = numbers(paid).filter(|numbers| numbers.len() == rewards.len());
    add(
        rewards,
        &numbers.ok_or_else(|| refusal(paid, rewards.len()))?,
    );
    Ok(())
}

/// Writes what an evaluation of the user's says: one number per player, or a single one, which is
/// what player 0 of two may expect; the other expects its negative.
///
/// # Errors
/// What is wrong with it.
pub fn values_in(given: &Bound<'_, PyAny>, values: &mut [f64]) -> Result<(), String> {
    if let ([first, second], Some(worth)) = (&mut *values, number(given)) {
        (*first, *second) = (worth, -worth);
        return Ok(());
    }
    values.fill(0.0);
    add_rewards(given, values)
}

/// A number that is a reward.
fn number(object: &Bound<'_, PyAny>) -> Option<f64> {
    finite(object).filter(|x| x.abs() <= MOST_REWARD)
}

fn finite(object: &Bound<'_, PyAny>) -> Option<f64> {
    if let Ok(exact) = object.cast_exact::<PyFloat>() {
        return Some(exact.value()).filter(|x| x.is_finite());
    }
    let number: f64 = object.extract().ok()?;
    (number.is_finite() && !object.is_instance_of::<PyBool>()).then_some(number)
}

/// The rewards that a sequence holds, if it holds nothing else.
fn numbers(paid: &Bound<'_, PyAny>) -> Option<Vec<f64>> {
    items(paid)?.iter().map(number).collect()
}

fn items<'py>(paid: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    let length = paid.len().ok()?;
    if paid.is_instance_of::<PyString>() || length > Many::MOST {
        return None;
    }
    (0..length).map(|i| paid.get_item(i).ok()).collect()
}

/// Why `paid` does not say what this many players are paid.
fn refusal(paid: &Bound<'_, PyAny>, players: usize) -> String {
    let given = items(paid).unwrap_or_else(|| vec![paid.clone()]);
    let large = |item| finite(item).is_some_and(|x| x.abs() > MOST_REWARD);
    let asked = if given.iter().any(large) {
        format!("too large: scale the rewards to at most {MOST_REWARD:e}")
    } else if players == 1 && numbers(paid).is_some_and(|numbers| numbers.len() > 1) {
        let count = given.len();
        format!("{count} numbers for 1 player: set players = {count}")
    } else if players == 1 {
        "give a finite number".to_string()
    } else {
        format!("give {players} finite numbers, or 0 for nobody")
    };
    let shown = paid
        .repr()
        .map_or_else(|_| "?".into(), |text| text.to_string());
    format!("the reward {shown} ({asked})")
}

/// Adds what each player is paid.
pub(super) fn add(rewards: &mut [f64], paid: &[f64]) {
    for (reward, paid) in rewards.iter_mut().zip(paid) {
        *reward += paid;
    }
}
