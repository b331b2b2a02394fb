//! Where the time of MGSS* on Othello goes.
//!
//! Searches positions of plays from random openings. Then it does again what each search did at the
//! same states in the same order: the rules alone, the rules and the evaluation, and these with what
//! the error model was asked. The differences are the shares of the three; what the search took
//! beyond them is the control: relevance, gains, backing up, choosing, and storing the nodes. The
//! shares of the three are on the low side, as they find their tables in the cache.
//!
//! `cargo run --release -p forethought-core --example mgss_overhead -- MODEL.json [PLAYS] [COST]`
//! with an error model as Python keeps it, of the kind "regression". With `search` after these it
//! only searches, for a profiler to look at.

use forethought_core::budget::{Cost, Deliberation, Limits, WallClock, Wish, drive};
use forethought_core::error_model::{Centred, Error, ErrorModel, Look, Regression};
use forethought_core::game::{BoxError, Evaluation, Game, Native, Parameters, Turn};
use forethought_core::games::Othello;
use forethought_core::games::othello::Position;
use forethought_core::rng::Rng;
use forethought_core::search::Lookahead;
use forethought_core::search::mgss::{Mgss, Settings, Stepwise};
use std::hint::black_box;
use std::sync::{Arc, Mutex};
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
        centred: Box::new(Centred::new(own(&game), model.clone())),
        plain: own(&game),
        model,
        game,
        cost: number(2, 1e-4),
        searches_only: arguments.get(3).is_some_and(|word| word == "search"),
        nodes: 0,
        whole: Duration::ZERO,
        parts: [Duration::ZERO; 3],
    };
    for play in 0..number(1, 200.0) as u64 {
        meter.play(play);
    }
    meter.print();
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

/// An error model that writes down what it was asked: how many leaves had been valued, and the look.
struct Recorded {
    model: Model,
    valued: Mutex<usize>,
    asked: Mutex<Vec<(usize, Position, Look)>>,
}

impl ErrorModel<Arc<Othello>> for Recorded {
    fn error(&self, game: &Arc<Othello>, at: &Position, look: &Look) -> Result<Error, BoxError> {
        let valued = *self.valued.lock().expect("one thread");
        let mut asked = self.asked.lock().expect("one thread");
        asked.push((valued, *at, *look));
        self.model.error(game, at, look)
    }

    fn mean(&self, game: &Arc<Othello>, at: &Position, look: &Look) -> Result<f64, BoxError> {
        *self.valued.lock().expect("one thread") += 1;
        self.model.mean(game, at, look)
    }
}

struct Meter {
    game: Arc<Othello>,
    plain: Judge,
    centred: Judge,
    model: Model,
    cost: f64,
    searches_only: bool,
    nodes: u64,
    whole: Duration,
    /// Of the rules, of them with the evaluation, and of both with the error model.
    parts: [Duration; 3],
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

    fn search(&self, state: &Position, model: Model) -> Mgss<Arc<Othello>> {
        let settings = Settings {
            centred: true,
            trust: None,
        };
        let limits = Limits {
            nodes: Some(20_000),
            cost: Some(Cost {
                per_node: self.cost,
                per_second: 0.0,
            }),
            ..Limits::default()
        };
        let game = self.game.clone();
        let mut search =
            Mgss::new(game, own(&self.game), Some(model), settings, *state).expect("a decision");
        drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn).expect("no error");
        search
    }

    /// Searches and takes the time of it, then of its parts.
    fn decide(&mut self, state: &Position) -> usize {
        let begun = Instant::now();
        let search = self.search(state, self.model.clone());
        self.whole += begun.elapsed();
        self.nodes += search.spent().nodes;
        if !self.searches_only {
            self.take_apart(state);
        }
        search.best()
    }

    /// Takes the time of what the search of a state did, as one that is recorded tells it.
    fn take_apart(&mut self, state: &Position) {
        let recorded = Arc::new(Recorded {
            model: self.model.clone(),
            valued: Mutex::new(0),
            asked: Mutex::new(Vec::new()),
        });
        let told = self.search(state, recorded.clone()).told();
        let told = told.expect("no error");
        let asked = recorded.asked.lock().expect("one thread").clone();
        let mut expanded: Vec<usize> = told.iter().filter_map(|node| node.parent).collect();
        expanded.dedup();
        let states: Vec<Position> = expanded.iter().filter_map(|n| told[*n].state).collect();
        let (plain, centred) = (Some(&self.plain), Some(&self.centred));
        let ways = [(None, &[][..]), (plain, &[][..]), (centred, &asked[..])];
        for (part, (judge, asked)) in ways.into_iter().enumerate() {
            let begun = Instant::now();
            self.again(&states, judge, asked);
            self.parts[part] += begun.elapsed();
        }
    }

    /// The successors of the states, valued; and the error model asked when it was.
    fn again(&self, states: &[Position], judge: Option<&Judge>, asked: &[(usize, Position, Look)]) {
        let (mut rng, mut values, mut valued) = (Rng::new(0, "unused"), [0.0; 2], 0);
        let (mut actions, mut asked) = (Vec::new(), asked.iter().peekable());
        for state in states {
            actions.clear();
            let Ok(()) = self.game.actions(state, &mut actions);
            for action in &actions {
                let mut after = *state;
                self.apply(&mut after, *action, &mut rng);
                if let Ok(Turn::Player(_)) = self.game.turn(&after) {
                    valued += 1;
                    if let Some(judge) = judge {
                        judge
                            .evaluate(&self.game, &after, &mut values)
                            .expect("an evaluation");
                    }
                }
                black_box((after, values));
            }
            while let Some((_, state, look)) = asked.next_if(|(when, ..)| *when <= valued) {
                black_box(self.model.error(&self.game, state, look).expect("an error"));
            }
        }
    }

    fn print(&self) {
        let each = |time: Duration| 1e9 * time.as_secs_f64() / self.nodes as f64;
        let (whole, [rules, valued, asked]) = (each(self.whole), self.parts.map(each));
        println!("{:.2} million nodes a second", 1e3 / whole);
        if self.searches_only {
            return;
        }
        println!(
            "{:<20} {:>12} {:>8}",
            format!("{} nodes", self.nodes),
            "ns each",
            "share"
        );
        let rows = [
            ("rules", rules),
            ("evaluation", valued - rules),
            ("error model", asked - valued),
            ("control", whole - asked),
            ("whole", whole),
        ];
        for (name, time) in rows {
            println!("{name:<20} {time:>12.0} {:>6.1} %", 100.0 * time / whole);
        }
    }
}
