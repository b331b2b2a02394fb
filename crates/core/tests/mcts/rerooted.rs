//! A tree that was moved along holds what could be reached, and nothing of it changed.

use crate::arrivals;
use crate::parts::{build, kinds, search, simulate};
use forethought_core::game::{Game, Native, Turn};
use forethought_core::search::mcts::SearchTree;
use forethought_core::tree::ROOT;
use std::collections::HashMap;
use std::fmt::Debug;

/// Everything about a node but its number: nodes that it leads to are told by `name`.
fn told<G: Game>(
    tree: &SearchTree<G>,
    id: u32,
    name: &dyn Fn(u32) -> usize,
) -> impl Debug + Eq + use<G> {
    let (node, shape) = (tree.node(id), tree.shape());
    let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
    let value = if shape.values { tree.value(id) } else { &[] };
    let average = if shape.averages {
        tree.average(id)
    } else {
        &[]
    };
    let doubt = tree.square_error(id).to_bits();
    let arms: Vec<_> = node
        .arms()
        .map(|arm| {
            let links = tree.links_of(arm).map(|(link, entry)| {
                let probability = shape
                    .probabilities
                    .then(|| tree.probability(link).to_bits());
                let paid = tree.reward(link).map(bits);
                (name(entry.child), entry.count, probability, paid)
            });
            let action = format!("{:?}", tree.arm(arm).action);
            let links = links.collect::<Vec<_>>();
            (action, tree.identity(arm), bits(tree.row(arm)), links)
        })
        .collect();
    let amafs = tree.amafs(id).iter();
    let amafs = amafs.flat_map(|amaf| bits(&[amaf.count, amaf.mean]));
    let amafs: Vec<u64> = amafs.collect();
    let counts = (node.turn, node.visits, node.left, node.is_listed());
    (counts, doubt, bits(value), bits(average), arms, amafs)
}

/// What can be reached from a node, in the order in which it is met.
fn reached<G: Game>(tree: &SearchTree<G>, start: u32) -> Vec<u32> {
    let mut order = vec![start];
    let mut next = 0;
    while next < order.len() {
        for arm in tree.node(order[next]).arms() {
            for (_, link) in tree.links_of(arm) {
                if !order.contains(&link.child) {
                    order.push(link.child);
                }
            }
        }
        next += 1;
    }
    order
}

fn described<G: Game>(
    tree: &SearchTree<G>,
    start: u32,
) -> Vec<(G::State, impl Debug + Eq + use<G>)> {
    let order = reached::<G>(tree, start);
    let places: HashMap<u32, usize> = order.iter().zip(0..).map(|(id, at)| (*id, at)).collect();
    let name = |id: u32| places[&id];
    let state = |id: u32| tree.node(id).state.clone();
    order
        .iter()
        .map(|id| (state(*id), told::<G>(tree, *id, &name)))
        .collect()
}

pub fn keeps<G: Native>() {
    for kind in kinds(&build::<G>(&[])) {
        let mut search = search(build::<G>(&[]), kind);
        simulate(&mut search, 150);
        let Some((index, child)) = way_on(search.tree()) else {
            continue;
        };
        let tree = search.tree();
        let before = described::<G>(tree, child);
        let (fresh, kept) = tree.rerooted(child);
        assert_eq!(fresh.len(), before.len());
        assert_eq!(kept.nodes, fresh.len());
        assert_eq!(kept.visits, tree.node(child).visits);
        assert_eq!(kept.bytes, fresh.bytes());
        assert!(
            before == described::<G>(&fresh, ROOT),
            "{} {kind:?}",
            G::NAME
        );

        let state = tree.node(child).state.clone();
        let moved = search.advance_root(index, Some(state)).expect("a way on");
        assert_eq!(moved.nodes, kept.nodes);
        // Where states come again, simulations come to the root on their way too.
        let before = arrivals::<G>(search.tree())[0];
        simulate(&mut search, 50);
        let again = arrivals::<G>(search.tree())[0] - before;
        assert_eq!(search.tree().node(ROOT).visits, kept.visits + 50 + again);
    }
}

/// An arm of the root, and the first node it led to where somebody decides.
fn way_on<S, A, P>(tree: &forethought_core::tree::Tree<S, A, P>) -> Option<(usize, u32)>
where
    S: Clone + Eq + std::hash::Hash,
    A: Copy,
    P: forethought_core::game::Players,
{
    let arms = tree.node(ROOT).arms().enumerate();
    let mut ways = arms.flat_map(|(index, arm)| {
        let children = tree.links_of(arm).map(|(_, link)| link.child);
        children
            .map(move |child| (index, child))
            .collect::<Vec<_>>()
    });
    ways.find(|(_, child)| matches!(tree.node(*child).turn, Turn::Player(_)) && *child != ROOT)
}
