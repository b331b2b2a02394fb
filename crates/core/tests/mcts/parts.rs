//! Searches of every kind, of every game.

use forethought_core::budget::{Deliberation, Leave, Limits, WallClock, Wish};
use forethought_core::decision::Choice;
use forethought_core::game::{Chance, Game, Native, Parameters, Turn, Value};
use forethought_core::policy::{AnyRule, Ocba, Policy, Ucb1, Weight};
use forethought_core::rng::Rng;
use forethought_core::search::Fault;
use forethought_core::search::mcts::{Backup, ChanceIn, Mcts, Opponents, Parts, Rave, Simulate};
use forethought_core::tree::Merge;

const MERGES: [Merge; 3] = [Merge::StateAndStage, Merge::State, Merge::Path];
const BACKUPS: [Backup; 4] = [
    Backup::Mixed { scale: 1.0 },
    Backup::Average,
    Backup::Bellman,
    Backup::Contenders,
];

/// What kind of search, in the parts that say how a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub merge: Merge,
    pub backup: Backup,
    pub chance: ChanceIn,
    pub rave: bool,
}

/// Every kind that goes with the game, about half of them with all moves as first.
pub fn kinds<G: Game>(game: &G) -> Vec<Kind> {
    let chances: &[ChanceIn] = match game.info().chance {
        Chance::Explicit => &[ChanceIn::Sampled, ChanceIn::Explicit],
        Chance::None | Chance::Sampled => &[ChanceIn::Sampled],
    };
    let mut kinds = Vec::new();
    if game.info().chance == Chance::None {
        kinds.push(Kind {
            merge: Merge::Afterstate,
            backup: Backup::Average,
            chance: ChanceIn::Sampled,
            rave: true,
        });
    }
    for merge in MERGES {
        for backup in BACKUPS {
            kinds.extend(chances.iter().map(|chance| Kind {
                merge,
                backup,
                chance: *chance,
                rave: false,
            }));
        }
    }
    for (nth, kind) in kinds.iter_mut().enumerate() {
        kind.rave |= matches!(nth % 4, 1 | 2);
    }
    kinds
}

/// A game with the given parameters, its defaults for the others.
pub fn build<G: Native>(given: &[(&str, Value)]) -> G {
    let named = given.iter().map(|(name, v)| (name.to_string(), v.clone()));
    let given: Vec<_> = named.collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    G::build(&parameters).expect("parameters in range")
}

/// UCT, or OCBA with two first samples.
fn policy(backup: Backup) -> Policy {
    if matches!(backup, Backup::Bellman | Backup::Mixed { .. }) {
        let ocba = Policy::new(AnyRule::Ocba(Ocba::default()));
        return Policy {
            n0: 2,
            root_n0: 3,
            prior_variance: 1.0,
            ..ocba
        };
    }
    Policy::new(AnyRule::Ucb1(Ucb1::new(Weight::Relative(0.7))))
}

pub fn parts<G: Game>(kind: Kind) -> Parts<G> {
    Parts {
        policy: policy(kind.backup),
        opponents: Opponents::Same,
        merge: kind.merge,
        backup: kind.backup,
        chance: kind.chance,
        simulate: Simulate::Uniform,
        rave: kind.rave.then(|| Rave::new(20.0)),
        choice: Choice::Mean,
        decoupled: false,
        solver: false,
    }
}

/// A search of the initial state that has not begun.
pub fn search<G: Game<Error: std::fmt::Debug>>(game: G, kind: Kind) -> Mcts<G> {
    let state = first_decision(&game);
    Mcts::new(game, parts(kind), state, 7).expect("a search")
}

/// The first state at which a player decides, whatever chance does before.
fn first_decision<G: Game<Error: std::fmt::Debug>>(game: &G) -> G::State {
    let mut state = game.initial().expect("an initial state");
    let (mut rng, mut paid) = (Rng::new(1, "test"), vec![0.0; game.info().players]);
    while game.turn(&state).expect("a turn") == Turn::Chance {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions)
            .expect("what chance does");
        game.apply(&mut state, actions[0], &mut rng, &mut paid)
            .expect("an outcome");
    }
    state
}

/// One simulation.
pub fn advance<G: Game>(search: &mut Mcts<G>) -> Result<(), Fault<G::Error>> {
    let (limits, clock) = (Limits::default(), WallClock::new());
    search.advance(&mut Leave::new(&limits, &clock, &mut |_| Wish::GoOn))
}

pub fn simulate<G: Game<Error: std::fmt::Debug>>(search: &mut Mcts<G>, simulations: usize) {
    for _ in 0..simulations {
        advance(search).expect("a sound game");
    }
}
