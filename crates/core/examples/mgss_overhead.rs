//! How much of the time of MGSS* on Othello goes into choosing its steps.
//!
//! Searches positions of plays from random openings, then makes the same successors again and
//! evaluates them, without choosing anything. What is left of the time is the control.
//!
//! `cargo run --release -p forethought-core --example mgss_overhead -- MODEL.json [PLAYS] [COST]`
//! with an error model as Python keeps it, of the kind "regression".

use forethought_core::budget::{Cost, Deliberation, Limits, WallClock, Wish, drive};
use forethought_core::error_model::{Centred, ErrorModel, Regression};
use forethought_core::game::{Evaluation, Game, Native, Parameters, Turn};
use forethought_core::games::Othello;
use forethought_core::games::othello::Position;
use forethought_core::rng::Rng;
use forethought_core::search::Lookahead;
use forethought_core::search::mgss::{Mgss, Settings, Stepwise};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Judge = Box<dyn Evaluation<Arc<Othello>>>;
type Model = Arc<dyn ErrorModel<Arc<Othello>>>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: f64| {
        let given = arguments
            .get(at)
            .map(|text| text.parse().expect("a number"));
        given.unwrap_or(usual)
    };
    let model = read(arguments.first().expect("the file of an error model"));
    let parameters = Parameters::new(&Othello::parameters(), &[]).expect("defaults");
    let game = Arc::new(Othello::build(&parameters).expect("defaults"));
    let mut meter = Meter {
        judge: Box::new(Centred::new(own(&game), model.clone())),
        model,
        game,
        cost: number(2, 1e-4),
        nodes: 0,
        whole: Duration::ZERO,
        rules: Duration::ZERO,
    };
    for play in 0..number(1, 200.0) as u64 {
        meter.play(play);
    }
    let share = 1.0 - meter.rules.as_secs_f64() / meter.whole.as_secs_f64();
    let each = |time: Duration| 1e9 * time.as_secs_f64() / meter.nodes as f64;
    println!(
        "{} nodes, {:.0} ns each; rules and evaluation {:.0} ns; control {:.1} %",
        meter.nodes,
        each(meter.whole),
        each(meter.rules),
        100.0 * share
    );
}

fn own(game: &Arc<Othello>) -> Judge {
    let (name, _) = Othello::evaluations()[0];
    Box::new(Native::evaluation(&**game, name).expect("its own"))
}

fn read(path: &str) -> Model {
    let text = std::fs::read_to_string(path).expect("a file");
    let given: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let numbers = |key: &str| {
        let list = given[key].as_array().expect("numbers");
        let list: Vec<f64> = list.iter().map(|x| x.as_f64().expect("a number")).collect();
        list.try_into().expect("one for each term")
    };
    Arc::new(Regression {
        scale: given["scale"].as_f64().expect("a number"),
        mean: numbers("mean"),
        log_sd: numbers("log_sd"),
    })
}

struct Meter {
    game: Arc<Othello>,
    judge: Judge,
    model: Model,
    cost: f64,
    nodes: u64,
    whole: Duration,
    rules: Duration,
}

impl Meter {
    fn play(&mut self, number: u64) {
        let mut rng = Rng::new(number, "overhead");
        let Ok(mut state) = self.game.initial();
        for _ in 0..6 {
            let actions = self.actions(&state);
            self.apply(&mut state, actions[rng.below(actions.len())], &mut rng);
        }
        while let Ok(Turn::Player(_)) = self.game.turn(&state) {
            let best = self.decide(&state);
            let action = self.actions(&state)[best];
            self.apply(&mut state, action, &mut rng);
        }
    }

    fn actions(&self, state: &Position) -> Vec<<Othello as Game>::Action> {
        let mut actions = Vec::new();
        let Ok(()) = self.game.actions(state, &mut actions);
        actions
    }

    fn apply(&self, state: &mut Position, action: <Othello as Game>::Action, rng: &mut Rng) {
        let Ok(()) = self.game.apply(state, action, rng, &mut [0.0; 2]);
    }

    /// Searches and takes the time of it; then of the same successors without the search.
    fn decide(&mut self, state: &Position) -> usize {
        let settings = Settings { centred: true };
        let limits = Limits {
            nodes: Some(20_000),
            cost: Some(Cost {
                per_node: self.cost,
                per_second: 0.0,
            }),
            ..Limits::default()
        };
        let begun = Instant::now();
        let model = Some(self.model.clone());
        let mut search = Mgss::new(self.game.clone(), own(&self.game), model, settings, *state)
            .expect("a decision");
        drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn).expect("no error");
        self.whole += begun.elapsed();
        self.nodes += search.spent().nodes;
        let told = search.told().expect("no error");
        let mut expanded: Vec<usize> = told.iter().filter_map(|node| node.parent).collect();
        expanded.dedup();
        let states: Vec<Position> = expanded.iter().filter_map(|n| told[*n].state).collect();
        let begun = Instant::now();
        for state in &states {
            self.again(state);
        }
        self.rules += begun.elapsed();
        search.best()
    }

    /// The successors of a state, evaluated.
    fn again(&self, state: &Position) {
        let (mut rng, mut values) = (Rng::new(0, "unused"), [0.0; 2]);
        for action in self.actions(state) {
            let mut after = *state;
            self.apply(&mut after, action, &mut rng);
            if let Ok(Turn::Player(_)) = self.game.turn(&after) {
                self.judge
                    .evaluate(&self.game, &after, &mut values)
                    .expect("an evaluation");
                black_box(values);
            }
        }
    }
}
