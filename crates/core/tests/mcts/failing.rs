//! Rules that fail now and then.

use crate::assert_counts;
use crate::parts::{Kind, advance, build, kinds, search, simulate};
use forethought_core::budget::Deliberation;
use forethought_core::game::{Game, Info, Native, Outcomes, Turn};
use forethought_core::rng::Rng;
use forethought_core::search::Fault;
use forethought_core::search::mcts::SearchTree;
use std::cell::Cell;

/// A game that fails when it was asked so many things.
struct Failing<G> {
    game: G,
    left: Cell<usize>,
}

#[derive(Debug, PartialEq)]
struct Enough;

impl<G: Native> Failing<G> {
    fn ask(&self) -> Result<&G, Enough> {
        let left = self.left.get().checked_sub(1).ok_or(Enough)?;
        self.left.set(left);
        Ok(&self.game)
    }
}

impl<G: Native> Game for Failing<G> {
    type State = G::State;
    type Action = G::Action;
    type Players = G::Players;
    type Error = Enough;

    fn info(&self) -> &Info {
        self.game.info()
    }

    fn initial(&self) -> Result<G::State, Enough> {
        let Ok(state) = self.ask()?.initial();
        Ok(state)
    }

    fn turn(&self, state: &G::State) -> Result<Turn, Enough> {
        let Ok(turn) = self.ask()?.turn(state);
        Ok(turn)
    }

    fn actions(&self, state: &G::State, into: &mut Vec<G::Action>) -> Result<(), Enough> {
        let Ok(()) = self.ask()?.actions(state, into);
        Ok(())
    }

    fn apply(
        &self,
        state: &mut G::State,
        action: G::Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Enough> {
        let Ok(()) = self.ask()?.apply(state, action, rng, rewards);
        Ok(())
    }

    fn outcomes(
        &self,
        state: &G::State,
        action: G::Action,
        into: &mut Outcomes<G::State>,
    ) -> Result<(), Enough> {
        let Ok(()) = self.ask()?.outcomes(state, action, into);
        Ok(())
    }

    fn identity(&self, state: &G::State, action: G::Action) -> Result<u64, Enough> {
        let Ok(identity) = self.ask()?.identity(state, action);
        Ok(identity)
    }
}

/// The counts and values of the first `nodes` nodes, and how often each was come to.
fn numbers<G: Game>(tree: &SearchTree<G>, nodes: usize) -> Vec<(u32, u32, Vec<u64>, Vec<u32>)> {
    let told = |id: u32| {
        let node = tree.node(id);
        // Arms that share their samples are told of those of others when they are looked at.
        let arms = node.arms().filter(|_| !tree.shares());
        let rows = arms.flat_map(|arm| tree.row(arm));
        let links = node.arms().flat_map(|arm| tree.links_of(arm));
        let value = if tree.shape().values {
            tree.value(id)
        } else {
            &[]
        };
        let bits = rows
            .filter(|x| **x != 0.0)
            .chain(value)
            .map(|x| x.to_bits());
        let came = links.map(|(_, link)| link.count).filter(|count| *count > 0);
        let amafs = tree
            .amafs(id)
            .iter()
            .flat_map(|amaf| [amaf.count, amaf.mean]);
        let amafs = amafs.filter(|x| *x != 0.0).map(f64::to_bits);
        let bits = bits.chain(amafs).collect();
        (node.visits, node.left, bits, came.collect())
    };
    (0..nodes as u32).map(told).collect()
}

fn fails<G: Native>(kind: Kind, after: usize) {
    let game = Failing {
        game: build::<G>(&[]),
        left: Cell::new(usize::MAX),
    };
    let mut search = search(game, kind);
    simulate(&mut search, 30);
    for nth in 0..5 {
        let nodes = search.tree().len();
        let before = numbers::<Failing<G>>(search.tree(), nodes);
        search.game().left.set(after + nth);
        if let Err(fault) = advance(&mut search) {
            assert!(matches!(fault, Fault::Game(Enough)));
            assert!(
                before == numbers::<Failing<G>>(search.tree(), nodes),
                "{} {kind:?}",
                G::NAME
            );
            assert!(
                (nodes..search.tree().len()).all(|id| search.tree().node(id as u32).visits == 0)
            );
        }
        search.game().left.set(usize::MAX);
        simulate(&mut search, 3);
        assert_counts::<Failing<G>>(search.tree(), search.spent().simulations as usize);
    }
}

pub fn leaves<G: Native>() {
    for kind in kinds(&build::<G>(&[])) {
        for after in [0, 5, 12] {
            fails::<G>(kind, after);
        }
    }
}
