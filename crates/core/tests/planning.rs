//! Plans against exhaustive enumeration: random puzzles that pay by state and by step, the rule sheets
//! of the package by the facts that other programs found, and small games with pay on the way.

use forethought_core::budget::{Limits as Budget, StopReason, WallClock, Wish, drive};
use forethought_core::game::{Chance, Game, Info, One, Turn};
use forethought_core::gdl::{GdlGame, GroundLimits, Interpreter, Limits, Net, TermId, syntax};
use forethought_core::planning::{Found, GameSpace, NetSpace, Planner};
use forethought_core::rng::Rng;
use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn plan(space: NetSpace, nodes: u64) -> (Found, StopReason, NetSpace) {
    let mut planner = Planner::new(space.clone(), 7);
    let limits = Budget {
        nodes: Some(nodes),
        ..Budget::default()
    };
    let stopped = drive(&mut planner, &limits, &WallClock::new(), &mut |_| {
        Wish::GoOn
    });
    let reason = stopped.expect("no error").expect("a reason");
    (planner.found(), reason, space)
}

fn proved(found: &Found) -> bool {
    found.value.is_some_and(|value| value >= found.bound)
}

/// States 0 to 7, two moves, a counter to 6 that pays differ by, and an end in some states.
fn random_sheet(rng: &mut Rng) -> String {
    let mut sheet = String::from(
        "(role r) (init (at 0)) (init (step 0)) (legal r a) (legal r b)
         (<= terminal (true (step 6))) (<= terminal (true (at ?s)) (end ?s))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= (next (at ?t)) (true (at ?s)) (does r ?m) (leads ?s ?m ?t))
         (<= (goal r ?v) (true (at ?s)) (true (step ?n)) (pays ?s ?n ?v))
         (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (end 99)\n",
    );
    for state in 0..8 {
        for action in ["a", "b"] {
            let to = rng.below(8);
            writeln!(sheet, "(leads {state} {action} {to})").expect("a text");
        }
        if state > 0 && rng.below(4) == 0 {
            writeln!(sheet, "(end {state})").expect("a text");
        }
        for step in 0..7 {
            let value = [0, 0, 0, 10, 40, 70, 90][rng.below(7)];
            writeln!(sheet, "(pays {state} {step} {value})").expect("a text");
        }
    }
    sheet
}

/// The best that any course pays, by trying all.
fn exhaustive(game: &mut Interpreter, state: &[TermId]) -> i64 {
    if game.terminal(state).expect("an answer") {
        let goals = game.goals(state).expect("an answer");
        return goals[0].iter().copied().max().unwrap_or(0);
    }
    let legal = game.legal(state).expect("an answer").remove(0);
    let after = legal.into_iter().map(|action| {
        let next = game.next(state, &[action]).expect("an answer");
        exhaustive(game, &next)
    });
    after.max().expect("a legal move")
}

fn interpreter(text: &str) -> Interpreter {
    let sheet = syntax::parse(text).expect("a sheet");
    Interpreter::new(&sheet, Limits::default()).expect("a game")
}

/// The states of the net of a sheet, and the interpreter whose terms it uses.
fn net_space(text: &str) -> (NetSpace, Interpreter) {
    let sheet = syntax::parse(text).expect("a sheet");
    let mut game = interpreter(text);
    let net = Net::new(&mut game, &sheet, GroundLimits::default()).expect("a net");
    let initial = game.initial().to_vec();
    let space = NetSpace::new(Arc::new(net), &initial, |term| game.text(term));
    (space, game)
}

/// What a plan of a net pays, by the interpreter.
fn replayed(game: &mut Interpreter, space: &NetSpace, found: &Found) -> i64 {
    let mut state = game.initial().to_vec();
    for index in &found.moves {
        assert!(!game.terminal(&state).expect("an answer"));
        let action = space.term(*index);
        assert!(game.legal(&state).expect("an answer")[0].contains(&action));
        state = game.next(&state, &[action]).expect("an answer");
    }
    assert!(game.terminal(&state).expect("an answer"));
    let goals = game.goals(&state).expect("an answer");
    goals[0].iter().copied().max().unwrap_or(0)
}

#[test]
fn random_puzzles_that_pay_by_the_step_are_solved_and_proved() {
    let mut rng = Rng::new(11, "sheets");
    for _ in 0..60 {
        let text = random_sheet(&mut rng);
        let (space, mut game) = net_space(&text);
        let initial = game.initial().to_vec();
        let best = exhaustive(&mut game, &initial) as f64;
        let (found, reason, space) = plan(space, 200_000);
        assert_eq!(
            (found.value, reason),
            (Some(best), StopReason::Proven),
            "{text}"
        );
        assert!(proved(&found));
        assert_eq!(replayed(&mut game, &space, &found) as f64, best);
        let sheet = syntax::parse(&text).expect("a sheet");
        let game = GdlGame::new("random", &sheet, Limits::default()).expect("a game");
        let initial = game.initial().expect("a state");
        let mut planner = Planner::new(GameSpace::new(game, initial), 1);
        let limits = Budget::default();
        let _ = drive(&mut planner, &limits, &WallClock::new(), &mut |_| {
            Wish::GoOn
        })
        .expect("no error");
        assert_eq!(planner.found().value, Some(best));
    }
}

#[test]
fn sheets_of_the_package_are_solved_as_far_as_other_programs_know() {
    let file = format!("{ROOT}/testdata/gdl/sheets.json");
    let facts: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON");
    let mut solved = 0;
    for (name, facts) in facts.as_object().expect("sheets") {
        let roles = facts["roles"].as_array().expect("roles").len();
        let long = [
            "lights_out",
            "peg_solitaire",
            "sudoku",
            "knights_tour",
            "eight_puzzle_30",
        ];
        if roles != 1 || cfg!(debug_assertions) && long.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{ROOT}/python/forethought/gdl/sheets/{name}.kif");
        let text = std::fs::read_to_string(path).expect("a sheet");
        let (space, mut game) = net_space(&text);
        let (found, _, space) = plan(space, 3_000_000);
        let layers = facts["layers"].as_array().expect("layers").iter();
        let paid = layers.flat_map(|layer| layer[2].as_object().expect("goals").keys());
        let paid = paid.map(|goal| goal.parse::<i64>().expect("a number"));
        let plans = facts["plans"].as_array().expect("plans").iter();
        let known = plans.map(|plan| plan["paid"].as_i64().expect("a number"));
        let best = paid.chain(known).max().expect("a value") as f64;
        assert!(found.value >= Some(best), "{name}: {found:?}, known {best}");
        if facts["complete"] == true {
            assert_eq!(found.value, Some(best), "{name}");
            assert!(proved(&found), "{name}: {found:?}");
        }
        assert_eq!(
            replayed(&mut game, &space, &found) as f64,
            found.value.expect("a value"),
            "{name}"
        );
        solved += 1;
    }
    assert!(solved >= 8);
}

#[test]
fn the_same_seed_gives_the_same_plan() {
    let path = format!("{ROOT}/python/forethought/gdl/sheets/queens.kif");
    let text = std::fs::read_to_string(path).expect("a sheet");
    let once = plan(net_space(&text).0, 5_000).0;
    assert_eq!(plan(net_space(&text).0, 5_000).0, once);
}

/// Ten steps along a line, each to the left, to the right or on the spot; cells pay when they are
/// entered, and the play ends after the last step.
#[derive(Clone, Debug)]
struct Line {
    info: Info,
    pays: [f64; 7],
}

impl Game for Line {
    type State = (u8, u8);
    type Action = u8;
    type Players = One;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<(u8, u8), Infallible> {
        Ok((3, 0))
    }

    fn turn(&self, state: &(u8, u8)) -> Result<Turn, Infallible> {
        Ok(if state.1 == 10 {
            Turn::Over
        } else {
            Turn::Player(0)
        })
    }

    fn actions(&self, state: &(u8, u8), into: &mut Vec<u8>) -> Result<(), Infallible> {
        into.extend((0..7).filter(|to| state.0.abs_diff(*to) <= 1));
        Ok(())
    }

    fn apply(
        &self,
        state: &mut (u8, u8),
        action: u8,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        rewards[0] += self.pays[action as usize];
        *state = (action, state.1 + 1);
        Ok(())
    }
}

/// The best sum from a state on.
fn best_sum(line: &Line, state: (u8, u8)) -> f64 {
    if state.1 == 10 {
        return 0.0;
    }
    let near = (0..7u8).filter(|to| state.0.abs_diff(*to) <= 1);
    let sums = near.map(|to| line.pays[to as usize] + best_sum(line, (to, state.1 + 1)));
    sums.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn what_moves_pay_on_the_way_is_added_up() {
    let mut rng = Rng::new(5, "lines");
    for _ in 0..20 {
        let line = Line {
            info: Info {
                name: "line".into(),
                players: 1,
                chance: Chance::None,
                horizon: Some(10),
                returns: None,
                constant_sum: false,
            },
            pays: std::array::from_fn(|_| rng.below(9) as f64 - 4.0),
        };
        let best = best_sum(&line, (3, 0));
        let mut planner = Planner::new(GameSpace::new(line, (3, 0)), 1);
        let limits = Budget::default();
        let stopped = drive(&mut planner, &limits, &WallClock::new(), &mut |_| {
            Wish::GoOn
        });
        assert_eq!(stopped, Ok(Some(StopReason::Proven)));
        let found = planner.found();
        assert_eq!((found.value, found.bound), (Some(best), best));
        let course = planner.space().course(&found.moves).expect("a course");
        assert_eq!(course.len(), 10);
    }
}
