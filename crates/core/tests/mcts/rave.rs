//! What all moves as first say of an arm, counted again from whole plays.

use crate::parts::{Kind, advance, build, kinds, search};
use forethought_core::game::{Chance, Game, Info, Native, Outcomes, Turn};
use forethought_core::rng::Rng;
use forethought_core::search::mcts::{ChanceIn, Mcts, SearchTree};
use forethought_core::tree::{Merge, ROOT};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

/// A game that remembers what was done in it: by whom, what, and what it paid.
struct Noting<G: Native> {
    game: G,
    done: RefCell<Vec<Step>>,
    /// Where it was done.
    states: RefCell<Vec<G::State>>,
}

/// Who acted, what it was, and what it paid.
type Step = (Turn, u64, Vec<f64>);

impl<G: Native> Game for Noting<G> {
    type State = G::State;
    type Action = G::Action;
    type Players = G::Players;
    type Error = Infallible;

    fn info(&self) -> &Info {
        self.game.info()
    }

    fn initial(&self) -> Result<G::State, Infallible> {
        self.game.initial()
    }

    fn turn(&self, state: &G::State) -> Result<Turn, Infallible> {
        self.game.turn(state)
    }

    fn actions(&self, state: &G::State, into: &mut Vec<G::Action>) -> Result<(), Infallible> {
        self.game.actions(state, into)
    }

    fn apply(
        &self,
        state: &mut G::State,
        action: G::Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let Ok(turn) = self.game.turn(state);
        let Ok(identity) = self.game.identity(state, action);
        self.states.borrow_mut().push(state.clone());
        let mut paid = vec![0.0; rewards.len()];
        let Ok(()) = self.game.apply(state, action, rng, &mut paid);
        rewards.iter_mut().zip(&paid).for_each(|(sum, x)| *sum += x);
        self.done.borrow_mut().push((turn, identity, paid));
        Ok(())
    }

    fn outcomes(
        &self,
        state: &G::State,
        action: G::Action,
        into: &mut Outcomes<G::State>,
    ) -> Result<(), Infallible> {
        self.game.outcomes(state, action, into)
    }

    fn identity(&self, state: &G::State, action: G::Action) -> Result<u64, Infallible> {
        self.game.identity(state, action)
    }
}

/// How often each link came, and how many arms were listed.
fn seen<G: Game>(tree: &SearchTree<G>) -> (HashMap<u32, u32>, usize) {
    let arms = (0..tree.len() as u32).flat_map(|id| tree.node(id).arms());
    let arms: Vec<u32> = arms.collect();
    let links = arms.iter().flat_map(|arm| tree.links_of(*arm));
    let links = links.map(|(id, link)| (id, link.count)).collect();
    (links, arms.len())
}

/// The nodes of a simulation with the arms that it took, told by what came more often than before;
/// the leaf at last. Where states come again `met` tells which was next.
fn path<G: Game>(
    tree: &SearchTree<G>,
    before: &HashMap<u32, u32>,
    met: &[G::State],
) -> (Vec<(u32, u32, u32)>, u32) {
    let (mut path, mut node) = (Vec::new(), ROOT);
    let mut known = before.clone();
    'next: loop {
        for arm in tree.node(node).arms() {
            for (id, link) in tree.links_of(arm) {
                let count = known.entry(id).or_insert(0);
                let next = met.get(path.len() + 1);
                if *count < link.count
                    && next.is_none_or(|state| *state == tree.node(link.child).state)
                {
                    *count += 1;
                    path.push((node, arm, id));
                    node = link.child;
                    continue 'next;
                }
            }
        }
        return (path, node);
    }
}

/// One simulation, as the steps of a whole play: who acted, what it was and what it paid; and the
/// nodes that it went through, with the number of steps before each.
fn play<G: Native>(search: &mut Mcts<Noting<G>>, kind: Kind) -> (Vec<Step>, Vec<(u32, usize)>) {
    let (before, listed) = seen::<Noting<G>>(search.tree());
    search.game().done.take();
    search.game().states.take();
    advance(search).expect("a sound game");
    let (mut done, tree) = (search.game().done.take(), search.tree());
    let (after, arms) = seen::<Noting<G>>(tree);
    let chance = search.game().info().chance != Chance::None;
    let met = search.game().states.take();
    let again = chance && kind.merge == Merge::State;
    let (path, leaf) = path::<Noting<G>>(tree, &before, if again { &met } else { &[] });
    let in_tree = match kind.chance {
        _ if kind.merge == Merge::Afterstate => arms - listed,
        ChanceIn::Explicit if chance => 0,
        _ if chance => path.len(),
        _ => after.len() - before.len(),
    };
    let rollout = done.split_off(in_tree);
    let mut steps = Vec::new();
    for (nth, (node, arm, link)) in path.iter().enumerate() {
        let node = tree.node(*node);
        let Ok(identity) = search.game().identity(&node.state, tree.arm(*arm).action);
        // Where outcomes are drawn the same state can pay differently each time.
        let paid = match kind.chance {
            ChanceIn::Sampled if chance => done[nth].2.clone(),
            _ => tree.reward(*link).map(<[f64]>::to_vec).unwrap_or_default(),
        };
        steps.push((node.turn, identity, paid));
    }
    let met = path.iter().map(|(node, ..)| *node).chain([leaf]).zip(0..);
    steps.extend(rollout);
    (steps, met.collect())
}

type Samples = HashMap<(u32, u64), Vec<f64>>;

/// Adds what a play says of the actions at the nodes that it went through.
fn note(
    chooser: &impl Fn(u32) -> Option<u8>,
    steps: &[Step],
    nodes: &[(u32, usize)],
    samples: &mut Samples,
) {
    let mut met = HashSet::new();
    for (node, at) in nodes {
        // Where states come again a simulation counts from the first time on.
        let Some(player) = chooser(*node).filter(|_| met.insert(*node)) else {
            continue;
        };
        let own = |step: &&Step| step.0 == Turn::Player(player);
        let paid = |step: &Step| step.2.get(usize::from(player)).copied();
        let worth = steps[*at..].iter().filter_map(paid).sum();
        let taken: HashSet<u64> = steps[*at..].iter().filter(own).map(|s| s.1).collect();
        for action in taken {
            samples.entry((*node, action)).or_default().push(worth);
        }
    }
}

pub fn counts<G: Native>() {
    for kind in kinds(&build::<G>(&[])) {
        let kind = Kind { rave: true, ..kind };
        if kind.merge == Merge::State && kind.chance == ChanceIn::Explicit {
            // Not told by counts in which order states came again.
            continue;
        }
        let game = Noting {
            game: build::<G>(&[]),
            done: RefCell::default(),
            states: RefCell::default(),
        };
        let mut search = search(game, kind);
        let mut samples = Samples::new();
        for _ in 0..40 {
            let (steps, nodes) = play(&mut search, kind);
            let chooser = |id| {
                let node = search.tree().node(id);
                match node.turn {
                    Turn::Player(player) if node.is_listed() => Some(player),
                    _ => None,
                }
            };
            note(&chooser, &steps, &nodes, &mut samples);
        }
        assert_samples(&search, &samples, kind);
    }
}

fn assert_samples<G: Native>(search: &Mcts<Noting<G>>, samples: &Samples, kind: Kind) {
    let tree = search.tree();
    for id in 0..tree.len() as u32 {
        let node = tree.node(id);
        if !matches!(node.turn, Turn::Player(_)) {
            assert!(tree.amafs(id).iter().all(|amaf| amaf.count == 0.0));
            continue;
        }
        for (arm, amaf) in node.arms().zip(tree.amafs(id)) {
            let Ok(identity) = search.game().identity(&node.state, tree.arm(arm).action);
            let expected = samples.get(&(id, identity)).map_or(&[][..], Vec::as_slice);
            assert_eq!(amaf.count, expected.len() as f64, "{} {kind:?}", G::NAME);
            let mean = expected.iter().sum::<f64>() / amaf.count.max(1.0);
            assert!((amaf.mean - mean).abs() < 1e-9 * (1.0 + mean.abs()));
        }
    }
}
