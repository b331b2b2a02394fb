//! The files in `testdata/games`.

use forethought_core::game::{Native, Parameters, Value};
use serde_json::Value as Json;
use std::path::Path;

/// A game with some parameters, and what is known of it.
pub struct Case<G> {
    pub game: G,
    pub data: Json,
}

/// The cases in the file of a game.
pub fn cases<G: Native>() -> impl Iterator<Item = Case<G>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    let path = folder.join(format!("{}.json", G::NAME));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let file: Json = serde_json::from_str(&text).expect("JSON");
    let cases = file["cases"].as_array().expect("a list").clone();
    cases.into_iter().map(|data| Case {
        game: build(&data["parameters"]),
        data,
    })
}

pub fn build<G: Native>(given: &Json) -> G {
    let given = given.as_object().expect("names and values").iter();
    let given: Vec<_> = given.map(|(name, v)| (name.clone(), value(v))).collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    G::build(&parameters).expect("parameters in range")
}

pub fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::None,
        Json::Number(n) => n
            .as_i64()
            .map_or_else(|| Value::Float(n.as_f64().expect("a number")), Value::Int),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(values) => Value::List(values.iter().map(value).collect()),
        other => panic!("{other} is no value"),
    }
}

pub fn counts(json: &Json) -> Vec<u64> {
    let list = json.as_array().expect("a list").iter();
    list.map(|n| n.as_u64().expect("a count")).collect()
}

pub fn close(found: &[f64], expected: &Json, tolerance: f64) -> bool {
    let expected = expected.as_array().expect("a number per player");
    let near = |(a, b): (&f64, &Json)| (a - b.as_f64().expect("a number")).abs() <= tolerance;
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}
