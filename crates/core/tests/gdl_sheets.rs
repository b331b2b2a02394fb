//! The rule sheets of the package, against what programs that know no GDL say of the same games:
//! testdata/oracles/gdl_sheets.py.

use forethought_core::gdl::{Interpreter, Limits, Severity, TermId, examine, syntax};
use forethought_core::rng::Rng;
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Joint moves followed in a sheet's layers. An optimized build looks deeper.
const MOST: usize = if cfg!(debug_assertions) {
    2_000
} else {
    20_000
};
const RANDOM_PLAYS: u64 = if cfg!(debug_assertions) { 3 } else { 50 };

type State = Vec<TermId>;

fn sheets() -> Vec<(String, String)> {
    let folder = Path::new(ROOT).join("python/forethought/gdl/sheets");
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = files.into_iter().map(|path| {
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let name = name.expect("a name").to_owned();
        (name, fs::read_to_string(path).expect("a text"))
    });
    read.collect()
}

fn facts() -> Json {
    let file = Path::new(ROOT).join("testdata/gdl/sheets.json");
    serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON")
}

/// A sheet, asked by the texts of its moves.
struct Rules(Interpreter);

impl Rules {
    fn new(text: &str) -> Self {
        let sheet = syntax::parse(text).expect("a sheet");
        Self(Interpreter::new(&sheet, Limits::default()).expect("a game"))
    }

    fn start(&self) -> State {
        self.0.initial().to_vec()
    }

    fn over(&mut self, state: &State) -> bool {
        self.0.terminal(state).expect("an answer")
    }

    fn legal(&mut self, state: &State) -> Vec<Vec<TermId>> {
        self.0.legal(state).expect("an answer")
    }

    fn next(&mut self, state: &State, joint: &[TermId]) -> State {
        self.0.next(state, joint).expect("an answer")
    }

    /// The one goal value of each role.
    fn goals(&mut self, state: &State) -> Vec<i64> {
        let goals = self.0.goals(state).expect("an answer");
        let one = goals.iter().map(|values| match values[..] {
            [value] => value,
            _ => panic!("goal values {values:?}"),
        });
        one.collect()
    }

    fn texts(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|term| self.0.text(*term)).collect()
    }

    /// The state after moves given as texts, which are legal.
    fn after(&mut self, state: &State, joint: &[String]) -> State {
        let legal = self.legal(state);
        let found = joint.iter().zip(&legal).map(|(text, moves)| {
            let found = moves.iter().find(|term| self.0.text(**term) == *text);
            *found.unwrap_or_else(|| panic!("{text} is not legal: {:?}", self.texts(moves)))
        });
        let found: Vec<_> = found.collect();
        self.next(state, &found)
    }
}

/// One move of each role in every combination.
fn joints(legal: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    legal.iter().fold(vec![vec![]], |all, moves| {
        let longer = |joint: &Vec<TermId>| -> Vec<Vec<TermId>> {
            let each = moves.iter();
            each.map(|action| [&joint[..], &[*action]].concat())
                .collect()
        };
        all.iter().flat_map(longer).collect()
    })
}

fn list(json: &Json) -> &[Json] {
    json.as_array().expect("a list")
}

fn texts(json: &Json) -> Vec<String> {
    let all = list(json).iter();
    all.map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

fn numbers(json: &Json) -> Vec<i64> {
    let all = list(json).iter();
    all.map(|number| number.as_i64().expect("a number"))
        .collect()
}

/// States after some steps, with the number of paths to each.
type Layer = HashMap<State, u64>;

/// The states and paths of a layer, and the plays over in it by their goals.
fn summary(rules: &mut Rules, layer: &Layer) -> (usize, u64, BTreeMap<String, u64>) {
    let mut over = BTreeMap::new();
    for (state, paths) in layer {
        if rules.over(state) {
            let goals = rules.goals(state);
            let goals: Vec<_> = goals.iter().map(ToString::to_string).collect();
            *over.entry(goals.join(" ")).or_insert(0) += paths;
        }
    }
    (layer.len(), layer.values().sum(), over)
}

/// The layer after this one, while no more than `left` joint moves lead there.
fn following(rules: &mut Rules, layer: &Layer, left: &mut usize) -> Option<Layer> {
    let mut next = Layer::new();
    for (state, paths) in layer {
        if rules.over(state) {
            continue;
        }
        let joints = joints(&rules.legal(state));
        *left = left.checked_sub(joints.len())?;
        for joint in joints {
            *next.entry(rules.next(state, &joint)).or_insert(0) += paths;
        }
    }
    Some(next)
}

#[test]
fn sheets_are_well_formed() {
    let sheets = sheets();
    assert!(sheets.len() >= 22);
    for (name, text) in sheets {
        let mut findings = examine(&text, Limits::default());
        findings.retain(|finding| finding.severity != Severity::Note);
        assert_eq!(findings, [], "{name}");
        let words = ["; Roles: ", "; Paid: ", "; Horizon: "];
        let told = words.iter().all(|word| text.contains(word));
        assert!(told, "{name} tells its roles, payment and horizon");
    }
}

#[test]
fn layers_are_as_counted() {
    let facts = facts();
    for (name, text) in sheets() {
        let (fact, mut rules) = (&facts[&name], Rules::new(&text));
        let roles = rules.0.roles().to_vec();
        assert_eq!(rules.texts(&roles), texts(&fact["roles"]), "{name}");
        let (mut layer, mut left) = (Layer::from([(rules.start(), 1)]), MOST);
        for (steps, expected) in list(&fact["layers"]).iter().enumerate() {
            let found = summary(&mut rules, &layer);
            assert_eq!(serde_json::json!(found), *expected, "{name}, step {steps}");
            let Some(next) = following(&mut rules, &layer, &mut left) else {
                layer.clear();
                break;
            };
            layer = next;
        }
        assert!(fact["complete"] == false || layer.is_empty(), "{name} ends");
    }
}

#[test]
fn recorded_plays_go_as_recorded() {
    let facts = facts();
    for (name, text) in sheets() {
        let mut rules = Rules::new(&text);
        for play in list(&facts[&name]["plays"]) {
            let mut state = rules.start();
            for (joint, choices) in list(&play["moves"]).iter().zip(list(&play["choices"])) {
                assert!(!rules.over(&state), "{name}");
                let legal = rules.legal(&state);
                let counts: Vec<_> = legal.iter().map(|moves| moves.len() as i64).collect();
                assert_eq!(counts, numbers(choices), "{name}");
                state = rules.after(&state, &texts(joint));
            }
            assert!(rules.over(&state), "{name}");
            assert_eq!(rules.goals(&state), numbers(&play["goals"]), "{name}");
        }
    }
}

#[test]
fn plans_pay_what_is_known() {
    let facts = facts();
    let mut checked = 0;
    for (name, text) in sheets() {
        let mut rules = Rules::new(&text);
        for plan in facts[&name]["plans"].as_array().into_iter().flatten() {
            let mut state = rules.start();
            for action in texts(&plan["moves"]) {
                assert!(!rules.over(&state), "{name}");
                state = rules.after(&state, &[action]);
            }
            assert!(rules.over(&state), "{name}");
            assert_eq!(
                Some(rules.goals(&state)[0]),
                plan["paid"].as_i64(),
                "{name}"
            );
            checked += 1;
        }
    }
    assert!(checked >= 16);
}

/// Rules that pay -1 for a fluent that `base` misses, and -2 for a move that `input` misses.
const DECLARED: &str = "
(<= (goal ?r -1) (role ?r) (true ?f) (not (base ?f)))
(<= (goal ?r -2) (role ?r) (legal ?r ?m) (not (input ?r ?m)))
";

#[test]
fn random_plays_end_and_stay_within_base_and_input() {
    let facts = facts();
    for (name, text) in sheets() {
        let mut rules = Rules::new(&(text + DECLARED));
        let most = facts[&name]["steps"].as_u64().expect("a number");
        let mut rng = Rng::new(3, &name);
        for _ in 0..RANDOM_PLAYS {
            let (mut state, mut steps) = (rules.start(), 0);
            // One goal value of each role, in every state.
            while rules.goals(&state).iter().all(|goal| *goal >= 0) && !rules.over(&state) {
                let legal = rules.legal(&state);
                let joint = legal.iter().map(|moves| moves[rng.below(moves.len())]);
                let joint: Vec<_> = joint.collect();
                state = rules.next(&state, &joint);
                steps += 1;
            }
            assert!(rules.over(&state) && steps <= most, "{name}: {steps}");
        }
    }
}

/// What each role gets if all play for themselves, `random` at random.
fn value(rules: &mut Rules, state: &State, known: &mut HashMap<State, Vec<f64>>) -> Vec<f64> {
    if let Some(values) = known.get(state) {
        return values.clone();
    }
    let values = match rules.over(state) {
        true => rules.goals(state).iter().map(|goal| *goal as f64).collect(),
        false => {
            let results = results(rules, state, known);
            let (mover, ..) = results[0];
            let best = results
                .into_iter()
                .max_by(|a, b| a.2[mover].total_cmp(&b.2[mover]));
            best.expect("a move").2
        }
    };
    known.insert(state.clone(), values.clone());
    values
}

/// The role that has a choice, its moves, and what each leads to.
fn results(
    rules: &mut Rules,
    state: &State,
    known: &mut HashMap<State, Vec<f64>>,
) -> Vec<(usize, TermId, Vec<f64>)> {
    let legal = rules.legal(state);
    let noop = |moves: &Vec<TermId>| rules.texts(moves) == ["noop"];
    let mover = legal.iter().position(|moves| !noop(moves));
    let mover = mover.expect("a role that moves");
    let each = legal[mover].clone().into_iter().map(|action| {
        let mut chosen = legal.clone();
        chosen[mover] = vec![action];
        let joints = joints(&chosen);
        let mut mean = vec![0.0; legal.len()];
        for joint in &joints {
            let next = rules.next(state, joint);
            let values = value(rules, &next, known);
            let parts = mean.iter_mut().zip(values);
            parts.for_each(|(mean, value)| *mean += value / joints.len() as f64);
        }
        (mover, action, mean)
    });
    each.collect()
}

#[test]
fn small_games_have_their_values() {
    let facts = facts();
    for (name, text) in sheets() {
        let fact = &facts[&name];
        // Tic-tac-toe is for an optimized build.
        let large = cfg!(debug_assertions) && name == "tic_tac_toe";
        let Some(expected) = fact["value"].as_array().filter(|_| !large) else {
            continue;
        };
        let mut rules = Rules::new(&text);
        let (start, mut known) = (rules.start(), HashMap::new());
        let found = value(&mut rules, &start, &mut known);
        for (found, expected) in found.iter().zip(expected) {
            let expected = expected.as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-9, "{name}: {found}");
        }
        let results = results(&mut rules, &start, &mut known);
        let best = results
            .iter()
            .filter(|(role, _, values)| (values[*role] - found[*role]).abs() < 1e-9);
        let mut best: Vec<_> = best.map(|(_, action, _)| rules.0.text(*action)).collect();
        let mut expected = texts(&fact["best_moves"]);
        best.sort();
        expected.sort();
        assert_eq!(best, expected, "{name}");
    }
}
