//! What a few random plays show: states in which a role can do nothing, and ends without a goal value.

use super::{Diagnostic, Rule, Sheet, name, role_at};
use crate::gdl::TermId;
use crate::gdl::deadline::Deadline;
use crate::gdl::interpreter::Interpreter;
use crate::rng::Rng;

/// Steps of all plays together, and the seconds that they may take.
const STEPS: usize = 100;
const SECONDS: f64 = 2.0;

/// What is wrong with the states that random plays come to, the first of each kind for each role.
pub(super) fn play(sheet: &Sheet, interpreter: &mut Interpreter) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let (mut rng, mut left) = (Rng::new(0, "plays"), STEPS);
    let deadline = Deadline::after(SECONDS);
    while left > 0 && !deadline.passed() {
        match one(sheet, interpreter, &mut rng, &mut left, &deadline) {
            Ok(new) => {
                let known = |finding: &Diagnostic| {
                    found
                        .iter()
                        .any(|f| (f.code, f.at) == (finding.code, finding.at))
                };
                let new: Vec<_> = new.into_iter().filter(|f| !known(f)).collect();
                found.extend(new);
            }
            Err(error) => {
                found.push(error);
                break;
            }
        }
    }
    found
}

/// What is wrong where a play from the start ends.
fn one(
    sheet: &Sheet,
    interpreter: &mut Interpreter,
    rng: &mut Rng,
    left: &mut usize,
    deadline: &Deadline,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let mut state = interpreter.initial().to_vec();
    let mut steps = 0;
    while !interpreter.terminal(&state)? {
        let legal = interpreter.legal(&state)?;
        if legal.iter().any(Vec::is_empty) {
            *left = left.saturating_sub(1);
            return Ok(stuck(sheet, interpreter, &legal, steps));
        }
        if *left == 0 || deadline.passed() {
            return Ok(Vec::new());
        }
        let moves = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let moves: Vec<TermId> = moves.collect();
        state = interpreter.next(&state, &moves)?;
        (*left, steps) = (*left - 1, steps + 1);
    }
    *left = left.saturating_sub(1);
    ended(sheet, interpreter, &state)
}

fn stuck(
    sheet: &Sheet,
    interpreter: &Interpreter,
    legal: &[Vec<TermId>],
    steps: usize,
) -> Vec<Diagnostic> {
    let roles = interpreter.roles().iter().zip(legal);
    let stuck = roles.filter(|(_, moves)| moves.is_empty());
    let warning = |role: &TermId| {
        let name = interpreter.text(*role);
        Diagnostic::warning(
            "no-move",
            role_at(sheet, &name),
            format!(
                "role '{name}' has no legal move in step {} of a random play",
                steps + 1
            ),
            "give it one in every state that is not terminal, if only noop".into(),
        )
    };
    stuck.map(|(role, _)| warning(role)).collect()
}

fn ended(
    sheet: &Sheet,
    interpreter: &mut Interpreter,
    state: &[TermId],
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let is_goal = |rule: &Rule| name(sheet, rule.head.relation) == "goal";
    if !sheet.rules.iter().any(is_goal) {
        return Ok(Vec::new());
    }
    let goals = interpreter.goals(state)?;
    let roles = interpreter.roles().to_vec();
    let mut found = Vec::new();
    for (role, goals) in roles.iter().zip(goals) {
        let called = interpreter.text(*role);
        let (code, what, fix) = match &goals[..] {
            _ if called.eq_ignore_ascii_case("random") => continue,
            [_] => continue,
            [] => (
                "no-value",
                "no goal value".to_owned(),
                "give it one at every end; without it gets 0",
            ),
            several => (
                "several-values",
                format!("the goal values {several:?}"),
                "give it one only; of several it gets the largest",
            ),
        };
        found.push(Diagnostic::warning(
            code,
            role_at(sheet, &called),
            format!("role '{called}' has {what} at the end of a random play"),
            fix.into(),
        ));
    }
    Ok(found)
}
