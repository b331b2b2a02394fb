//! Exact solving against naive recursion on random trees, and at its limits.

use forethought_core::game::{Chance, Game, Info, Native, Outcomes, Parameters, Turn, Value};
use forethought_core::games::Tree;
use forethought_core::rng::Rng;
use forethought_core::search::solve::{Solution, SolveError, solve};
use proptest::prelude::*;
use std::convert::Infallible;

/// A tree of `players` players. All numbers are small multiples of powers of 1/2, so that sums and
/// averages are exact and ties are ties.
#[derive(Clone, Debug)]
enum Node {
    Leaf(Vec<i64>),
    Reward(Vec<i64>, Box<Node>),
    Player(usize, Vec<Node>),
    Chance(Vec<(f64, Node)>),
}

const SPLITS: [&[f64]; 4] = [&[1.0], &[0.5, 0.5], &[0.25, 0.75], &[0.5, 0.25, 0.25]];

fn tree(players: usize) -> impl Strategy<Value = Node> {
    // Few different numbers, for many ties.
    let pay = move || prop::collection::vec(-2i64..=2, players);
    let node = pay()
        .prop_map(Node::Leaf)
        .prop_recursive(5, 60, 4, move |child| {
            let children = prop::collection::vec(child.clone(), 1..4);
            let split = prop::sample::select(SPLITS.to_vec());
            let outcomes = prop::collection::vec(child.clone(), 3);
            prop_oneof![
                3 => (0..players, children).prop_map(|(k, children)| Node::Player(k, children)),
                1 => (split, outcomes).prop_map(|(split, children)| {
                    Node::Chance(split.iter().copied().zip(children).collect())
                }),
                1 => (pay(), child).prop_map(|(pay, child)| Node::Reward(pay, child.into())),
            ]
        });
    (0..players, prop::collection::vec(node, 1..4)).prop_map(|(k, nodes)| Node::Player(k, nodes))
}

/// The node as the game `tree` takes it.
fn written(node: &Node) -> Value {
    let text = |text: &str| Value::Text(text.into());
    let pay = |pay: &[i64]| Value::ints(pay.iter().copied());
    Value::List(match node {
        Node::Leaf(paid) => vec![text("leaf"), pay(paid)],
        Node::Reward(paid, child) => vec![text("reward"), pay(paid), written(child)],
        Node::Player(player, children) => [text("player"), Value::Int(*player as i64)]
            .into_iter()
            .chain(children.iter().map(written))
            .collect(),
        Node::Chance(outcomes) => std::iter::once(text("chance"))
            .chain(
                outcomes
                    .iter()
                    .map(|(p, child)| Value::List(vec![Value::Float(*p), written(child)])),
            )
            .collect(),
    })
}

fn naive(node: &Node) -> Vec<f64> {
    let floats = |paid: &[i64]| paid.iter().map(|n| *n as f64).collect::<Vec<_>>();
    match node {
        Node::Leaf(paid) => floats(paid),
        Node::Reward(paid, child) => add(&floats(paid), &naive(child), 1.0),
        Node::Player(player, children) => {
            let values = children.iter().map(naive);
            let better = |a: Vec<f64>, b: Vec<f64>| if b[*player] > a[*player] { b } else { a };
            values.reduce(better).expect("a child")
        }
        Node::Chance(outcomes) => {
            let weighted = outcomes
                .iter()
                .map(|(p, child)| add(&[], &naive(child), *p));
            weighted
                .reduce(|a, b| add(&a, &b, 1.0))
                .expect("an outcome")
        }
    }
}

/// a + scale * b, where an empty `a` is zero.
fn add(a: &[f64], b: &[f64], scale: f64) -> Vec<f64> {
    let a = a.iter().copied().chain(std::iter::repeat(0.0));
    a.zip(b).map(|(x, y)| x + scale * y).collect()
}

/// The same tree in which player k plays what player k - 1 played.
fn passed_on(node: &Node, players: usize) -> Node {
    let pay = |paid: &[i64]| {
        let mut paid = paid.to_vec();
        paid.rotate_right(1);
        paid
    };
    match node {
        Node::Leaf(paid) => Node::Leaf(pay(paid)),
        Node::Reward(paid, child) => Node::Reward(pay(paid), passed_on(child, players).into()),
        Node::Player(player, children) => Node::Player(
            (player + 1) % players,
            children
                .iter()
                .map(|child| passed_on(child, players))
                .collect(),
        ),
        Node::Chance(outcomes) => Node::Chance(
            outcomes
                .iter()
                .map(|(p, child)| (*p, passed_on(child, players)))
                .collect(),
        ),
    }
}

fn build(tree: Value, players: usize) -> Tree {
    let given = [
        ("tree".to_string(), tree),
        ("players".to_string(), Value::Int(players as i64)),
    ];
    let parameters = Parameters::new(&Tree::parameters(), &given).expect("known parameters");
    Tree::build(&parameters).expect("a tree")
}

fn solved<G: Game<Error = Infallible>>(game: &G) -> Result<Solution<G>, SolveError<Infallible>> {
    let Ok(root) = game.initial();
    solve(game, &root, 100_000_000, &mut |_| true)
}

fn value_of(node: &Node, players: usize) -> Vec<f64> {
    let solution = solved(&build(written(node), players)).expect("a solution");
    solution.value(&0).expect("the root").to_vec()
}

fn check_against_naive(root: &Node, players: usize) {
    let solution = solved(&build(written(root), players)).expect("a solution");
    assert_eq!(solution.value(&0).expect("the root"), naive(root));
    let Node::Player(player, children) = root else {
        unreachable!("the root is a player's")
    };
    let q: Vec<_> = children.iter().map(naive).collect();
    for (index, expected) in q.iter().enumerate() {
        assert_eq!(solution.q(index), expected);
    }
    let first = q.iter().position(|q| q[*player] == naive(root)[*player]);
    assert_eq!(solution.best(), first);
}

proptest! {
    #[test]
    fn agrees_with_recursion_for_two(root in tree(2)) {
        check_against_naive(&root, 2);
    }

    #[test]
    fn agrees_with_recursion_for_three(root in tree(3)) {
        check_against_naive(&root, 3);
    }

    #[test]
    fn who_plays_which_part_changes_nothing_else(root in tree(2)) {
        let mut value = value_of(&root, 2);
        value.reverse();
        prop_assert_eq!(value_of(&passed_on(&root, 2), 2), value);
    }

    #[test]
    fn three_can_pass_their_parts_on(root in tree(3)) {
        let mut value = value_of(&root, 3);
        value.rotate_right(1);
        prop_assert_eq!(value_of(&passed_on(&root, 3), 3), value);
    }
}

/// What happens at a state: nothing if it is over, else each action's outcomes.
type Rules = fn(u32) -> Vec<Vec<(f64, f64, u32)>>;

/// A game of one player on numbered states, with outcomes (probability, reward, state).
struct Numbered {
    info: Info,
    over: fn(u32) -> bool,
    rules: Rules,
}

fn numbered(over: fn(u32) -> bool, rules: Rules) -> Numbered {
    let info = Info {
        name: "numbered".into(),
        players: 1,
        chance: Chance::Explicit,
        horizon: None,
        returns: None,
        constant_sum: false,
    };
    Numbered { info, over, rules }
}

impl Game for Numbered {
    type State = u32;
    type Action = usize;
    type Players = forethought_core::game::Many;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<u32, Infallible> {
        Ok(10)
    }

    fn turn(&self, state: &u32) -> Result<Turn, Infallible> {
        Ok(if (self.over)(*state) {
            Turn::Over
        } else {
            Turn::Player(0)
        })
    }

    fn actions(&self, state: &u32, into: &mut Vec<usize>) -> Result<(), Infallible> {
        into.extend(0..(self.rules)(*state).len());
        Ok(())
    }

    fn apply(&self, _: &mut u32, _: usize, _: &mut Rng, _: &mut [f64]) -> Result<(), Infallible> {
        unreachable!("solving draws nothing")
    }

    fn outcomes(
        &self,
        state: &u32,
        action: usize,
        into: &mut Outcomes<u32>,
    ) -> Result<(), Infallible> {
        for (probability, reward, next) in &(self.rules)(*state)[action] {
            into.push(*probability, *next, &[*reward]);
        }
        Ok(())
    }
}

#[test]
fn a_fair_walk_is_worth_the_share_of_the_way() {
    // Between 0 and 40, in steps of one either way; 40 pays 1.
    let step = |n: u32| vec![vec![(0.5, 0.0, n - 1), (0.5, f64::from(n == 39), n + 1)]];
    let solution = solved(&numbered(|n| n == 0 || n == 40, step)).expect("a solution");
    assert_eq!(solution.states(), 41);
    assert_eq!(solution.horizon(), None);
    for n in 1..40 {
        let value = solution.value(&n).expect("a state of the walk")[0];
        assert!((value - f64::from(n) / 40.0).abs() < 1e-9, "{n}: {value}");
    }
}

#[test]
fn waiting_for_luck_costs_its_expected_time() {
    let attempt = |n: u32| vec![vec![(0.75, -1.0, n), (0.25, -1.0, 0)]];
    let solution = solved(&numbered(|n| n == 0, attempt)).expect("a solution");
    assert!((solution.q(0)[0] + 4.0).abs() < 1e-9);
}

#[test]
fn a_loop_without_reward_is_left_for_one_with_it() {
    // 10 and 11 lead to each other; 11 also to the end, which pays 3.
    let rules = |n| match n {
        10 => vec![vec![(1.0, 0.0, 11)]],
        _ => vec![vec![(1.0, 0.0, 10)], vec![(1.0, 3.0, 0)]],
    };
    let solution = solved(&numbered(|n| n == 0, rules)).expect("a solution");
    assert_eq!(solution.value(&10), Some(&[3.0][..]));
}

#[test]
fn a_long_play_is_no_danger() {
    const LENGTH: u32 = 300_000;
    let step = |n| vec![vec![(1.0, 1.0, n + 1)]];
    let solution = solved(&numbered(|n| n == LENGTH, step)).expect("a solution");
    assert_eq!(solution.value(&10), Some(&[f64::from(LENGTH - 10)][..]));
    assert_eq!(solution.horizon(), Some(LENGTH - 10));
}

#[test]
fn a_long_loop_is_no_danger() {
    const LENGTH: u32 = 100_000;
    let step = |n| vec![vec![(1.0, 0.0, (n + 1) % LENGTH)], vec![(1.0, 1.0, LENGTH)]];
    let solution = solved(&numbered(|n| n == LENGTH, step)).expect("a solution");
    assert_eq!(solution.value(&10), Some(&[1.0][..]));
}

fn failure(game: &Numbered) -> SolveError<Infallible> {
    solved(game).expect_err("no solution")
}

#[test]
fn what_has_no_solution_says_why() {
    let growing = numbered(|_| false, |n| vec![vec![(1.0, 1.0, n)]]);
    assert_eq!(failure(&growing), SolveError::NotConverged);
    let stuck = numbered(|_| false, |_| vec![]);
    let state = "10".to_string();
    assert_eq!(failure(&stuck), SolveError::NoActions { state });
    let mut simulator = numbered(|_| true, |_| vec![]);
    simulator.info.chance = Chance::Sampled;
    assert_eq!(failure(&simulator), SolveError::SampledChance);
}

#[test]
fn limits_stop() {
    let endless = numbered(|_| false, |n| vec![vec![(1.0, 1.0, n + 1)]]);
    let many = solve(&endless, &0, 1000, &mut |_| true).expect_err("too many");
    assert_eq!(many, SolveError::TooManyStates { limit: 1000 });
    let mut found = 0;
    let mut poll = |states| {
        found = states;
        states < 10_000
    };
    let stopped = solve(&endless, &0, usize::MAX, &mut poll).expect_err("interrupted");
    assert_eq!(stopped, SolveError::Interrupted);
    assert!((10_000..20_000).contains(&found), "{found}");
}

#[test]
fn a_root_that_is_over_is_worth_nothing() {
    let solution = solved(&numbered(|_| true, |_| vec![])).expect("a solution");
    assert_eq!(solution.best(), None);
    assert_eq!(solution.actions(), [0usize; 0]);
    assert_eq!(solution.value(&10), Some(&[0.0][..]));
}
