//! What is known of a tree as a whole.

use super::{Edges, Node};

/// The length of the longest play, and what plays can pay.
pub(super) struct Bounds {
    pub horizon: u32,
    pub returns: (f64, f64),
    pub constant_sum: bool,
}

/// The bounds over all plays, chance and bad play included.
pub(super) fn bounds(nodes: &[Node], edges: &Edges, players: usize) -> Bounds {
    let paid = |edge: usize| &edges.rewards[edge * players..][..players];
    let of_one = |player: usize| returns(nodes, edges, &|edge| paid(edge)[player]);
    let (least, greatest) = returns(nodes, edges, &|edge| paid(edge).iter().sum());
    Bounds {
        horizon: horizon(nodes, edges),
        returns: (0..players)
            .map(of_one)
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            .expect("there are players"),
        constant_sum: least == greatest,
    }
}

/// The least and the greatest sum of what the edges from the root to a leaf pay.
fn returns(nodes: &[Node], edges: &Edges, paid: &dyn Fn(usize) -> f64) -> (f64, f64) {
    from_below(
        nodes,
        (0.0, 0.0),
        |spans: &[(f64, f64)], edge| {
            let (low, high) = spans[edges.children[edge] as usize];
            (low + paid(edge), high + paid(edge))
        },
        |a, b| (a.0.min(b.0), a.1.max(b.1)),
    )
}

fn horizon(nodes: &[Node], edges: &Edges) -> u32 {
    let above = |heights: &[u32], edge| heights[edges.children[edge] as usize] + 1;
    from_below(nodes, 0, above, u32::max)
}

/// Gives every leaf `leaf` and every other node its edges' numbers `join`ed; that of the root.
/// `over(numbers of the nodes, edge)` is the number of an edge.
fn from_below<T: Copy>(
    nodes: &[Node],
    leaf: T,
    over: impl Fn(&[T], usize) -> T,
    join: impl Fn(T, T) -> T,
) -> T {
    let mut numbers = vec![leaf; nodes.len()];
    // Children come after their parents.
    for (index, node) in nodes.iter().enumerate().rev() {
        let joined = node.range().map(|edge| over(&numbers, edge)).reduce(&join);
        numbers[index] = joined.unwrap_or(leaf);
    }
    numbers[0]
}
