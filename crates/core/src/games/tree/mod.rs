//! A game tree that is written down.

mod bounds;
mod parse;

use super::parameter;
use crate::game::{
    Chance, Game, Info, Invalid, Many, Native, Outcomes, Parameter, Parameters, Turn, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;
use std::ops::Range;

/// A game given by its tree: a number is a leaf and says what player 0 gets, a list is a node.
///
/// | written | meaning |
/// |---|---|
/// | `x` | the end: MAX gets x and MIN gets -x (of two players), or the only player gets x |
/// | `("leaf", (x, y, ...))` | the end, with what each player gets |
/// | `(child, ...)` | a node of MAX at the root, else of the player after the one who moved last |
/// | `("max", child, ...)`, `("min", child, ...)` | a node of player 0, of player 1 |
/// | `("player", k, child, ...)` | a node of player k |
/// | `("chance", (probability, child), ...)` | a node of chance |
/// | `("reward", r, child)` | r is paid on the way to the child, as at a leaf; r may be a list too |
#[derive(Clone, Debug)]
pub struct Tree {
    info: Info,
    nodes: Vec<Node>,
    edges: Edges,
}

/// A node in a flat list, in which parents come before their children.
#[derive(Clone, Debug)]
struct Node {
    turn: Turn,
    first_edge: u32,
    edges: u32,
    parent: u32,
}

impl Node {
    fn range(&self) -> Range<usize> {
        let first = self.first_edge as usize;
        first..first + self.edges as usize
    }
}

/// All edges; those of one node follow each other.
#[derive(Clone, Debug, Default)]
struct Edges {
    children: Vec<u32>,
    /// 1 unless chance decides.
    probabilities: Vec<f64>,
    /// One number per player and edge. Leaves pay on the edge that leads to them.
    rewards: Vec<f64>,
}

/// The action of chance, which does not choose.
const ANY: u32 = u32::MAX;

impl Tree {
    fn edges(&self, node: u32) -> Range<usize> {
        self.nodes[node as usize].range()
    }

    fn paid(&self, edge: usize) -> &[f64] {
        let players = self.info.players;
        &self.edges.rewards[edge * players..][..players]
    }

    /// The indexes of the edges that lead from the root to a node.
    fn path(&self, mut node: u32) -> Vec<i64> {
        let mut path = Vec::new();
        while node != 0 {
            let parent = self.nodes[node as usize].parent;
            let mut siblings = self.edges.children[self.edges(parent)].iter();
            let index = siblings.position(|child| *child == node);
            path.push(index.expect("a parent has an edge to its child") as i64);
            node = parent;
        }
        path.reverse();
        path
    }

    fn walk(&self, path: &[i64]) -> Option<u32> {
        path.iter().try_fold(0, |node, index| {
            let children = &self.edges.children[self.edges(node)];
            children.get(usize::try_from(*index).ok()?).copied()
        })
    }

    /// What a node is, in a word or two.
    fn describe(&self, node: u32) -> String {
        match self.nodes[node as usize].turn {
            Turn::Over => "the end".into(),
            Turn::Chance => "chance".into(),
            Turn::Player(0) if self.info.players <= 2 => "MAX".into(),
            Turn::Player(1) if self.info.players == 2 => "MIN".into(),
            Turn::Player(player) => format!("player {player}"),
        }
    }

    /// One line for an edge: its index, where it leads, how likely, and what it pays.
    fn describe_edge(&self, index: usize, edge: usize, chance: bool) -> String {
        let mut line = format!("  {index}: {}", self.describe(self.edges.children[edge]));
        if chance {
            line += &format!(", probability {}", self.edges.probabilities[edge]);
        }
        if self.paid(edge).iter().any(|r| *r != 0.0) {
            let paid = self.paid(edge).iter().map(|r| Value::Float(*r)).collect();
            line += &format!(", pays {}", Value::List(paid));
        }
        line
    }
}

impl Game for Tree {
    type State = u32;
    type Action = u32;
    type Players = Many;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn turn(&self, node: &u32) -> Result<Turn, Infallible> {
        Ok(self.nodes[*node as usize].turn)
    }

    fn actions(&self, node: &u32, into: &mut Vec<u32>) -> Result<(), Infallible> {
        let node = &self.nodes[*node as usize];
        if node.turn == Turn::Chance {
            into.push(ANY);
        } else {
            into.extend(0..node.edges);
        }
        Ok(())
    }

    fn apply(
        &self,
        node: &mut u32,
        action: u32,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let edges = self.edges(*node);
        let index = if action == ANY {
            rng.index(&self.edges.probabilities[edges.clone()])
        } else {
            action as usize
        };
        let edge = edges.start + index;
        for (reward, paid) in rewards.iter_mut().zip(self.paid(edge)) {
            *reward += paid;
        }
        *node = self.edges.children[edge];
        Ok(())
    }

    fn outcomes(
        &self,
        node: &u32,
        action: u32,
        into: &mut Outcomes<u32>,
    ) -> Result<(), Infallible> {
        let mut edges = self.edges(*node);
        if action != ANY {
            let edge = edges.start + action as usize;
            edges = edge..edge + 1;
        }
        for edge in edges {
            let (probability, child) = (self.edges.probabilities[edge], self.edges.children[edge]);
            into.push(probability, child, self.paid(edge));
        }
        Ok(())
    }
}

impl Native for Tree {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "a game tree given as nested lists";

    fn parameters() -> Vec<Parameter> {
        let textbook = [[3, 12, 8], [2, 4, 6], [14, 5, 2]].map(Value::ints);
        vec![
            parameter(
                "tree",
                Value::List(textbook.into()),
                "nested lists: a number is a leaf, a list a node, players alternate",
            ),
            parameter("players", Value::Int(2), "1 to 255"),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let players = given.int("players", 1, 255)? as usize;
        let (nodes, edges) = parse::parse(given.get("tree"), players)?;
        let bounds = bounds::bounds(&nodes, &edges, players);
        let chance = nodes.iter().any(|node| node.turn == Turn::Chance);
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players,
                chance: if chance {
                    Chance::Explicit
                } else {
                    Chance::None
                },
                horizon: Some(bounds.horizon),
                returns: Some(bounds.returns),
                constant_sum: bounds.constant_sum,
            },
            nodes,
            edges,
        })
    }

    /// The indexes of the children that lead from the root to the node.
    fn state_value(&self, node: &u32) -> Value {
        Value::ints(self.path(*node))
    }

    fn parse_state(&self, value: &Value) -> Result<u32, Invalid> {
        let node = value.as_ints().and_then(|path| self.walk(&path));
        node.ok_or_else(|| {
            Invalid(format!(
                "{value} is no state: give the indexes of the children that lead from the root to \
                 a node, such as (0,) for the first child, or () for the root"
            ))
        })
    }

    /// The index of the child; nothing where chance decides.
    fn action_value(&self, index: u32) -> Value {
        if index == ANY {
            Value::None
        } else {
            Value::Int(i64::from(index))
        }
    }

    fn render(&self, node: &u32) -> String {
        let chance = self.nodes[*node as usize].turn == Turn::Chance;
        let mut lines = vec![format!(
            "{} at {}",
            self.describe(*node),
            self.state_value(node)
        )];
        let edges = self.edges(*node).enumerate();
        lines.extend(edges.map(|(index, edge)| self.describe_edge(index, edge, chance)));
        lines.join("\n")
    }
}
