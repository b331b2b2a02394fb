//! What holds for the tree of every search, whatever its game and its parts.

mod failing;
mod parts;
mod proven;
mod rave;
mod rerooted;

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{Game, Native, Turn, Value};
use forethought_core::games::{Nim, TicTacToe, Tree};
use forethought_core::search::Fault;
use forethought_core::search::mcts::{Backup, ChanceIn, Mcts, SearchTree};
use forethought_core::tree::{Merge, ROOT};
use forethought_core::with_games;
use parts::{Kind, advance, build, kinds, parts, search, simulate};

const SIMULATIONS: usize = 120;
const DEFAULT: Kind = Kind {
    merge: Merge::StateAndStage,
    backup: Backup::Contenders,
    chance: ChanceIn::Sampled,
    rave: false,
};

/// How often each node was come to, by the links that lead there. On the way every arm is compared
/// with its links, and every node with its arms.
pub fn arrivals<G: Game>(tree: &SearchTree<G>) -> Vec<u32> {
    let mut arrivals = vec![0; tree.len()];
    for id in 0..tree.len() as u32 {
        let node = tree.node(id);
        let mut left = 0;
        for arm in node.arms() {
            let mut came = 0;
            for (_, link) in tree.links_of(arm) {
                came += link.count;
                arrivals[link.child as usize] += link.count;
            }
            // Arms that share their samples count those of others too.
            assert!(tree.shares() || f64::from(came) == tree.row(arm)[0]);
            left += came;
        }
        assert_eq!(node.left, left);
        assert!(node.left <= node.visits);
        assert!(node.left == 0 || node.turn != Turn::Over);
    }
    arrivals
}

/// Every simulation came to the root, and ended at one leaf.
fn assert_counts<G: Game>(tree: &SearchTree<G>, simulations: usize) {
    let mut expected = arrivals::<G>(tree);
    expected[ROOT as usize] += simulations as u32;
    let nodes = || (0..tree.len() as u32).map(|id| tree.node(id));
    let visits: Vec<u32> = nodes().map(|node| node.visits).collect();
    assert_eq!(visits, expected);
    let ended: u32 = nodes().map(|node| node.visits - node.left).sum();
    assert_eq!(ended as usize, simulations);
}

fn assert_numbers<G: Game>(search: &Mcts<G>) {
    let tree = search.tree();
    let values = tree.shape().values;
    for id in 0..tree.len() as u32 {
        assert!(!values || tree.value(id).iter().all(|value| value.is_finite()));
        assert!(tree.square_error(id) >= 0.0 && tree.square_error(id).is_finite());
        for row in tree.node(id).arms().map(|arm| tree.row(arm)) {
            assert!(row.iter().all(|number| number.is_finite()), "{row:?}");
            // Rounding can leave a little less than nothing of a sum of squares.
            assert!(row[1] >= -1e-9 * row[0] * row[0], "{row:?}");
        }
    }
    if let Some((low, high)) = search.game().info().returns {
        let inside = |mean| (low - 1e-9..=high + 1e-9).contains(&mean);
        let arms = search.arms();
        let mut sampled = arms.iter().filter(|arm| arm.summary.count > 0);
        assert!(sampled.all(|arm| inside(arm.summary.mean)));
    }
}

fn counts<G: Native>() {
    let kinds = kinds(&build::<G>(&[]));
    for kind in kinds {
        let mut search = search(build::<G>(&[]), kind);
        simulate(&mut search, SIMULATIONS);
        assert_counts::<G>(search.tree(), SIMULATIONS);
        assert_numbers(&search);
    }
}

/// A search that is told how much it may hold keeps to it after every simulation.
fn memory<G: Native>() {
    for (nth, kind) in kinds(&build::<G>(&[])).into_iter().enumerate() {
        let limit = 60_000 << (nth % 3);
        let mut search = search(build::<G>(&[]), kind);
        search.limit_memory(Some(limit));
        for _ in 0..1000 {
            if search.settled().is_some() {
                break;
            }
            advance(&mut search).expect("a sound game");
            assert!(search.tree().bytes() <= limit, "{} {kind:?}", G::NAME);
        }
    }
}

macro_rules! each {
    ($($game:ty,)*) => {
        #[test]
        fn visits_add_up_and_numbers_are_finite() {
            $(counts::<$game>();)*
        }

        #[test]
        fn actions_taken_later_count_once_a_simulation() {
            $(rave::counts::<$game>();)*
        }

        #[test]
        fn memory_is_never_exceeded() {
            $(memory::<$game>();)*
        }

        #[test]
        fn a_new_root_keeps_what_can_be_reached() {
            $(rerooted::keeps::<$game>();)*
        }

        #[test]
        fn what_fails_leaves_the_tree_as_it_was() {
            $(failing::leaves::<$game>();)*
        }
    };
}
with_games!(each);

#[test]
fn a_full_tree_says_so() {
    let mut search = search(build::<TicTacToe>(&[]), DEFAULT);
    let limits = Limits {
        memory: Some(60_000),
        simulations: Some(100_000),
        ..Limits::default()
    };
    let reason = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    assert_eq!(reason.expect("a sound game"), Some(StopReason::Memory));
    assert!(search.tree().bytes() <= 60_000);
}

#[test]
fn any_number_of_players_that_there_is_room_for() {
    for players in 2..=8 {
        let game: Nim = build(&[("players", Value::Int(players))]);
        let mut search = search(game, DEFAULT);
        simulate(&mut search, SIMULATIONS);
        assert_counts::<Nim>(search.tree(), SIMULATIONS);
    }
    // One player in the place of two.
    let random = ("opponent", Value::Text("random".into()));
    let mut search = search(build::<TicTacToe>(&[random]), DEFAULT);
    simulate(&mut search, SIMULATIONS);
    assert_counts::<TicTacToe>(search.tree(), SIMULATIONS);
}

#[test]
fn more_players_are_refused() {
    fn refused<G: Native>() {
        let given = [("players", Value::Int(9))];
        let tree = Value::List(vec![
            Value::List(vec![
                Value::Text("leaf".into()),
                Value::ints([0; 9])
            ]);
            2
        ]);
        let given = if G::NAME == "tree" {
            build::<G>(&[given[0].clone(), ("tree", tree)])
        } else {
            build::<G>(&given)
        };
        let Ok(state) = given.initial();
        let refused = Mcts::new(given, parts(DEFAULT), state, 7).err();
        assert!(
            matches!(refused, Some(Fault::TooManyPlayers(9))),
            "{}",
            G::NAME
        );
    }
    refused::<Nim>();
    refused::<Tree>();
}
