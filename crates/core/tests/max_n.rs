//! Max-n and paranoid search against plain recursion.

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{
    BoxError, Evaluation, Game, Native, Outcomes, Parameters, Turn, Value,
};
use forethought_core::games::{Nim, Tree};
use forethought_core::rng::Rng;
use forethought_core::search::max_n::{MaxN, Parts, Rule};
use forethought_core::search::{Fault, Kind, Lookahead};
use std::collections::hash_map::DefaultHasher;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Numbers that hang on the state alone and sum to 0, times this.
#[derive(Clone, Copy)]
struct Odd(f64);

fn odd(scale: f64, state: &impl Hash, values: &mut [f64]) {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    let bits = hasher.finish();
    let (last, others) = values.split_last_mut().expect("a player");
    *last = 0.0;
    for (i, value) in others.iter_mut().enumerate() {
        *value = (bits >> (4 * i)) as i64 as f64 % 3.0 / 4.0 * scale;
        *last -= *value;
    }
}

impl<G: Game> Evaluation<G> for Odd {
    fn evaluate(&self, _: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        odd(self.0, state, values);
        Ok(())
    }
}

/// What the recursion of a textbook finds, and the states it comes to.
struct Plain<'a, G> {
    game: &'a G,
    rule: Rule,
    root: usize,
    scale: f64,
    nodes: u64,
    estimated: bool,
}

impl<G: Game<Error = Infallible>> Plain<'_, G> {
    fn value(&mut self, state: &G::State, depth: u32, paid: &[f64]) -> Vec<f64> {
        self.nodes += 1;
        let Ok(turn) = self.game.turn(state);
        if turn == Turn::Over {
            return paid.to_vec();
        }
        if depth == 0 {
            self.estimated = true;
            let mut values = vec![0.0; paid.len()];
            odd(self.scale, state, &mut values);
            return paid.iter().zip(values).map(|(a, b)| a + b).collect();
        }
        let mut actions = Vec::new();
        let Ok(()) = self.game.actions(state, &mut actions);
        let values = actions
            .into_iter()
            .map(|a| self.after(state, a, depth, paid));
        let values: Vec<_> = values.collect();
        let Turn::Player(player) = turn else {
            return values[0].clone();
        };
        let player = usize::from(player);
        let better = |a: &Vec<f64>, b: &Vec<f64>| match self.rule {
            Rule::Paranoid if player != self.root => b[self.root] < a[self.root],
            _ => b[player] > a[player],
        };
        values
            .into_iter()
            .reduce(|a, b| if better(&a, &b) { b } else { a })
            .expect("an action")
    }

    fn after(&mut self, state: &G::State, action: G::Action, depth: u32, paid: &[f64]) -> Vec<f64> {
        let mut outcomes = Outcomes::new(paid.len());
        let Ok(()) = self.game.outcomes(state, action, &mut outcomes);
        let mut sum = vec![0.0; paid.len()];
        for (probability, next, rewards) in outcomes.iter() {
            let paid: Vec<f64> = paid.iter().zip(rewards).map(|(a, b)| a + b).collect();
            let value = self.value(next, depth - 1, &paid);
            sum.iter_mut()
                .zip(value)
                .for_each(|(s, v)| *s += probability * v);
        }
        sum
    }
}

/// The value of each action to the player who decides, whether a depth is enough, and the nodes.
fn plain<G: Game<Error = Infallible>>(
    game: &G,
    root: &G::State,
    rule: Rule,
    depth: u32,
    scale: f64,
) -> (Vec<f64>, bool, u64) {
    let Ok(Turn::Player(player)) = game.turn(root) else {
        unreachable!("a player decides")
    };
    let root_player = usize::from(player);
    let mut plain = Plain {
        game,
        rule,
        root: root_player,
        scale,
        nodes: 1,
        estimated: false,
    };
    let mut actions = Vec::new();
    let Ok(()) = game.actions(root, &mut actions);
    let paid = vec![0.0; game.info().players];
    let values = actions
        .into_iter()
        .map(|a| plain.after(root, a, depth, &paid)[root_player]);
    (values.collect(), !plain.estimated, plain.nodes)
}

fn build<G: Native>(given: &[(&str, Value)]) -> Arc<G> {
    let given: Vec<_> = given
        .iter()
        .map(|(n, v)| (n.to_string(), v.clone()))
        .collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    Arc::new(G::build(&parameters).expect("parameters in range"))
}

/// What a random tree may have.
#[derive(Clone, Copy)]
struct Kinds {
    players: usize,
    chance: bool,
    rewards: bool,
    constant: bool,
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn payment(rng: &mut Rng, kinds: Kinds) -> Value {
    let mut paid: Vec<i64> = (0..kinds.players)
        .map(|_| rng.below(5) as i64 - 2)
        .collect();
    if kinds.constant {
        paid[kinds.players - 1] = -paid[..kinds.players - 1].iter().sum::<i64>();
    }
    Value::ints(paid)
}

fn branch(rng: &mut Rng, kinds: Kinds, height: usize) -> Value {
    if height == 0 || rng.below(6) == 0 {
        return Value::List(vec![text("leaf"), payment(rng, kinds)]);
    }
    match rng.below(8) {
        0 if kinds.chance => {
            let outcome = |p: f64, rng: &mut Rng| {
                Value::List(vec![Value::Float(p), branch(rng, kinds, height - 1)])
            };
            let outcomes = [0.25, 0.5, 0.25].map(|p| outcome(p, rng));
            Value::List([vec![text("chance")], outcomes.into()].concat())
        }
        1 if kinds.rewards => {
            let paid = payment(rng, kinds);
            Value::List(vec![text("reward"), paid, branch(rng, kinds, height)])
        }
        _ => node(rng, kinds, height),
    }
}

fn node(rng: &mut Rng, kinds: Kinds, height: usize) -> Value {
    let player = Value::Int(rng.below(kinds.players) as i64);
    let children: Vec<_> = (0..1 + rng.below(4))
        .map(|_| branch(rng, kinds, height - 1))
        .collect();
    Value::List([vec![text("player"), player], children].concat())
}

fn random(rng: &mut Rng, kinds: Kinds) -> Arc<Tree> {
    let tree = node(rng, kinds, 5);
    build(&[
        ("tree", tree),
        ("players", Value::Int(kinds.players as i64)),
    ])
}

fn search<G: Game>(
    game: Arc<G>,
    rule: Rule,
    depth: Option<u32>,
    pruning: bool,
    root: G::State,
    odd: Odd,
) -> MaxN<Arc<G>>
where
    G::Error: std::fmt::Debug,
{
    let parts = Parts {
        rule,
        depth,
        pruning,
        evaluation: Box::new(odd),
    };
    MaxN::new(game, parts, root)
        .map_err(|fault| format!("{fault:?}"))
        .expect("a search")
}

fn run<G: Game<Error = Infallible>>(search: &mut MaxN<Arc<G>>, limits: &Limits) -> StopReason {
    let stopped = drive(search, limits, &WallClock::new(), &mut |_| Wish::GoOn);
    stopped.expect("no fault").expect("no pause")
}

/// Compares a search with the recursion, iteration by iteration.
fn check<G: Game<Error = Infallible>>(
    game: &Arc<G>,
    root: &G::State,
    rule: Rule,
    pruning: bool,
    odd: Odd,
) {
    let mut search = search(game.clone(), rule, None, pruning, root.clone(), odd);
    let mut nodes = 0;
    for depth in 1.. {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        run(&mut search, &limits);
        if search.spent().depth < depth {
            break;
        }
        let (values, ended, plain_nodes) = plain(game, root, rule, depth, odd.0);
        let best = (0..values.len()).reduce(|a, b| if values[b] > values[a] { b } else { a });
        assert_eq!(search.best(), best.expect("an action"));
        for (row, value) in search.rows().iter().zip(&values) {
            match row.kind {
                Kind::Exact | Kind::Estimate => assert_eq!(row.value, *value),
                Kind::Upper => assert!(row.value >= *value && row.value <= values[search.best()]),
                _ => panic!("{row:?}"),
            }
        }
        assert_eq!(search.rows()[search.best()].value, values[search.best()]);
        nodes += plain_nodes;
        if rule == Rule::MaxN && !pruning {
            assert_eq!(search.spent().nodes, nodes);
            assert_eq!(search.settled() == Some(StopReason::Proven), ended);
        }
        assert!(search.spent().nodes <= nodes);
        assert!(!ended || search.proven());
    }
}

#[test]
fn random_trees_of_any_kind() {
    for seed in 0..1500 {
        let mut rng = Rng::new(seed, "any");
        let players = 2 + rng.below(3);
        let kinds = Kinds {
            players,
            chance: rng.below(2) == 0,
            rewards: true,
            constant: false,
        };
        let game = random(&mut rng, kinds);
        check(&game, &0, Rule::MaxN, false, Odd(1.0));
        check(&game, &0, Rule::Paranoid, false, Odd(1.0));
    }
}

#[test]
fn pruning_changes_no_value() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::new(seed, "constant");
        let players = 2 + rng.below(3);
        let kinds = Kinds {
            players,
            chance: rng.below(2) == 0,
            rewards: false,
            constant: true,
        };
        let game = random(&mut rng, kinds);
        check(&game, &0, Rule::MaxN, true, Odd(0.0));
        for (pruning, nodes) in [(true, &mut with), (false, &mut without)] {
            let mut search = search(game.clone(), Rule::MaxN, None, pruning, 0, Odd(0.0));
            run(&mut search, &Limits::default());
            *nodes += search.spent().nodes;
        }
    }
    assert!(with * 10 < without * 9, "{with} of {without}");
}

#[test]
fn two_players_who_play_for_the_same_are_paranoid() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed, "two");
        let kinds = Kinds {
            players: 2,
            chance: true,
            rewards: true,
            constant: true,
        };
        let game = random(&mut rng, kinds);
        let found = [Rule::MaxN, Rule::Paranoid].map(|rule| {
            let mut search = search(game.clone(), rule, None, false, 0, Odd(1.0));
            run(&mut search, &Limits::default());
            (search.best(), search.rows()[search.best()].value)
        });
        assert_eq!(found[0], found[1]);
    }
}

#[test]
fn nim_for_many() {
    for players in 2..6 {
        for play in ["normal", "misere"] {
            let game: Arc<Nim> = build(&[
                ("heaps", Value::ints([2, 2, 1])),
                ("players", Value::Int(players)),
                ("play", text(play)),
            ]);
            let Ok(root) = game.initial();
            check(&game, &root, Rule::MaxN, false, Odd(1.0));
            check(&game, &root, Rule::MaxN, true, Odd(0.0));
            check(&game, &root, Rule::Paranoid, false, Odd(1.0));
        }
    }
}

fn nim() -> (Arc<Nim>, <Nim as Game>::State) {
    let game: Arc<Nim> = build(&[("players", Value::Int(3))]);
    let Ok(root) = game.initial();
    (game, root)
}

#[test]
fn nodes_are_kept_to_exactly_and_a_search_runs_on() {
    for rule in [Rule::MaxN, Rule::Paranoid] {
        let (game, root) = nim();
        let mut once = search(game.clone(), rule, Some(4), false, root, Odd(1.0));
        assert_eq!(run(&mut once, &Limits::default()), StopReason::Depth);
        let mut twice = search(game, rule, Some(4), false, root, Odd(1.0));
        for nodes in [1, 2, 3, 50, 51, 200] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            assert_eq!(run(&mut twice, &limits), StopReason::Nodes);
            assert_eq!(twice.spent().nodes, nodes);
        }
        run(&mut twice, &Limits::default());
        assert_eq!(once.spent(), twice.spent());
        assert_eq!(once.rows(), twice.rows());
        assert_eq!(once.line(), twice.line());
    }
}

#[test]
fn the_line_is_a_play() {
    let (game, mut state) = nim();
    let mut search = search(game.clone(), Rule::MaxN, None, false, state, Odd(1.0));
    assert_eq!(run(&mut search, &Limits::default()), StopReason::Proven);
    let mut paid = [0.0; 3];
    for (before, action) in search.line() {
        assert_eq!(before, state);
        let Ok(()) = game.apply(&mut state, action, &mut Rng::new(0, "none"), &mut paid);
    }
    assert_eq!(game.turn(&state), Ok(Turn::Over));
    assert_eq!(paid[0], search.rows()[search.best()].value);
}

#[test]
fn what_can_not_be_pruned_is_refused() {
    let make = |written: Value, odd: f64| {
        let tree = ("tree", Value::List(vec![written]));
        let game: Arc<Tree> = build(&[tree, ("players", Value::Int(2))]);
        let evaluation = Box::new(Odd(odd));
        let parts = Parts {
            rule: Rule::MaxN,
            depth: None,
            pruning: true,
            evaluation,
        };
        let mut search = MaxN::new(game, parts, 0)?;
        drive(
            &mut search,
            &Limits::default(),
            &WallClock::new(),
            &mut |_| Wish::GoOn,
        )
    };
    let pair = |a, b| Value::List(vec![text("leaf"), Value::ints([a, b])]);
    let both = |a, b| Value::List(vec![a, b]);
    let told = |written, odd| match make(written, odd) {
        Err(Fault::NoPruning(why)) => why,
        other => panic!("{other:?}"),
    };
    let open = both(pair(1, 1), pair(1, 0));
    assert!(told(open, 0.0).contains("does not declare"));
    let paid = Value::List(vec![
        text("reward"),
        Value::Int(1),
        both(Value::Int(1), Value::Int(0)),
    ]);
    assert!(told(paid, 0.0).contains("before the play is over"));
    let small = both(Value::Int(0), Value::Int(0));
    assert!(told(small, 100.0).contains("beyond the returns"));
    assert!(make(both(Value::Int(1), Value::Int(0)), 0.0).is_ok());
}
