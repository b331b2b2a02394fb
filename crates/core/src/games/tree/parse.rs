//! Reading a tree from nested lists.

use super::{Edges, Node};
use crate::game::{Invalid, MOST_REWARD, Turn, Value};

/// The nodes and edges of a written tree.
///
/// # Errors
/// The first thing that is wrong, with its place as Python would index it: `tree[1][0]`.
pub(super) fn parse(tree: &Value, players: usize) -> Result<(Vec<Node>, Edges), Invalid> {
    let mut parser = Parser {
        players,
        nodes: Vec::new(),
        edges: Edges::default(),
        pending: vec![Pending {
            branch: Branch {
                value: tree,
                place: "tree".into(),
                probability: 1.0,
            },
            parent: 0,
            edge: None,
            next: 0,
        }],
    };
    // The last child is pending below the first, so that nodes come in the order they are written.
    while let Some(pending) = parser.pending.pop() {
        parser.node(pending)?;
    }
    Ok((parser.nodes, parser.edges))
}

struct Parser<'a> {
    players: usize,
    nodes: Vec<Node>,
    edges: Edges,
    pending: Vec<Pending<'a>>,
}

/// A part of the tree as it is written.
struct Branch<'a> {
    value: &'a Value,
    place: String,
    probability: f64,
}

/// A branch to be read.
struct Pending<'a> {
    branch: Branch<'a>,
    parent: u32,
    /// The edge that leads to it; none leads to the root.
    edge: Option<usize>,
    /// Who moves if that is not said.
    next: u8,
}

/// What a value stands for.
enum Written<'a> {
    Leaf(Vec<f64>),
    Node(Turn, Vec<Branch<'a>>),
}

fn wrong<T>(place: &str, what: impl std::fmt::Display) -> Result<T, Invalid> {
    Err(Invalid(format!("at {place}: {what}")))
}

impl<'a> Branch<'a> {
    /// The branch at an index of this one.
    fn at(&self, index: usize, value: &'a Value) -> Self {
        Branch {
            value,
            place: format!("{}[{index}]", self.place),
            probability: 1.0,
        }
    }

    /// The branches from an index on.
    fn from(&self, index: usize) -> Vec<Self> {
        let values = self.value.as_list().unwrap_or_default();
        let rest = values.iter().enumerate().skip(index);
        rest.map(|(index, value)| self.at(index, value)).collect()
    }
}

impl<'a> Parser<'a> {
    fn node(&mut self, mut pending: Pending<'a>) -> Result<(), Invalid> {
        while let Some((paid, child)) = self.reward(&pending.branch)? {
            self.pay(&pending, &paid)?;
            pending.branch = child;
        }
        let id = self.nodes.len() as u32;
        if let Some(edge) = pending.edge {
            self.edges.children[edge] = id;
        }
        let first_edge = self.edges.children.len() as u32;
        let (turn, children) = match self.read(&pending.branch, pending.next)? {
            Written::Leaf(paid) => {
                self.pay(&pending, &paid)?;
                (Turn::Over, Vec::new())
            }
            Written::Node(turn, children) => (turn, children),
        };
        self.nodes.push(Node {
            turn,
            first_edge,
            edges: children.len() as u32,
            parent: pending.parent,
        });
        let next = match turn {
            Turn::Player(player) => ((usize::from(player) + 1) % self.players) as u8,
            _ => pending.next,
        };
        self.open(children, id, next);
        Ok(())
    }

    /// Makes the edges to the children of a node, which are yet to be read.
    fn open(&mut self, children: Vec<Branch<'a>>, parent: u32, next: u8) {
        let first = self.edges.children.len();
        for branch in &children {
            self.edges.children.push(0);
            self.edges.probabilities.push(branch.probability);
        }
        let rewards = self.edges.children.len() * self.players;
        self.edges.rewards.resize(rewards, 0.0);
        let pending = children.into_iter().enumerate().map(|(i, branch)| Pending {
            branch,
            parent,
            edge: Some(first + i),
            next,
        });
        self.pending.extend(pending.rev());
    }

    fn pay(&mut self, to: &Pending, paid: &[f64]) -> Result<(), Invalid> {
        let Some(edge) = to.edge else {
            return wrong(
                &to.branch.place,
                "what is paid is paid on the way to a node, and none leads to the root: give a \
                 list of children",
            );
        };
        let rewards = &mut self.edges.rewards[edge * self.players..][..self.players];
        for (reward, paid) in rewards.iter_mut().zip(paid) {
            *reward += paid;
        }
        Ok(())
    }

    /// What `("reward", r, child)` pays, and its child.
    fn reward(&self, branch: &Branch<'a>) -> Result<Option<(Vec<f64>, Branch<'a>)>, Invalid> {
        match branch.value.as_list() {
            Some([tag, r, child]) if tag.as_text() == Some("reward") => {
                let paid = self.payment(&branch.at(1, r))?;
                Ok(Some((paid, branch.at(2, child))))
            }
            Some([tag, ..]) if tag.as_text() == Some("reward") => {
                wrong(&branch.place, "give (\"reward\", r, child)")
            }
            _ => Ok(None),
        }
    }

    fn read(&self, branch: &Branch<'a>, next: u8) -> Result<Written<'a>, Invalid> {
        let Some(values) = branch.value.as_list() else {
            return Ok(Written::Leaf(self.payment(branch)?));
        };
        let Some(tag) = values.first().and_then(Value::as_text) else {
            return self.children(Turn::Player(next), branch, 0);
        };
        match (tag, values) {
            ("leaf", [_, paid]) => Ok(Written::Leaf(self.payment(&branch.at(1, paid))?)),
            ("leaf", _) => wrong(&branch.place, "give (\"leaf\", (x, y, ...))"),
            ("max", _) if self.players <= 2 => self.children(Turn::Player(0), branch, 1),
            ("min", _) if self.players == 2 => self.children(Turn::Player(1), branch, 1),
            ("max" | "min", _) => wrong(
                &branch.place,
                format!(
                    "there are {} players: give (\"player\", k, child, ...)",
                    self.players
                ),
            ),
            ("player", _) => self.children(self.player(branch)?, branch, 2),
            ("chance", _) => self.chance(branch),
            _ => wrong(
                &branch.place,
                format!(
                    "'{tag}' is no kind of node: there are leaf, reward, max, min, player and chance"
                ),
            ),
        }
    }

    fn children(
        &self,
        turn: Turn,
        branch: &Branch<'a>,
        from: usize,
    ) -> Result<Written<'a>, Invalid> {
        let children = branch.from(from);
        if children.is_empty() {
            return wrong(&branch.place, "a node needs a child");
        }
        Ok(Written::Node(turn, children))
    }

    /// The player of `("player", k, child, ...)`.
    fn player(&self, branch: &Branch<'a>) -> Result<Turn, Invalid> {
        let number = branch
            .value
            .as_list()
            .and_then(|values| values.get(1)?.as_int());
        match number.and_then(|k| u8::try_from(k).ok()) {
            Some(player) if usize::from(player) < self.players => Ok(Turn::Player(player)),
            _ => wrong(
                &branch.place,
                format!(
                    "give (\"player\", k, child, ...) with k from 0 to {}",
                    self.players - 1
                ),
            ),
        }
    }

    fn chance(&self, branch: &Branch<'a>) -> Result<Written<'a>, Invalid> {
        let pairs = branch.from(1);
        let outcomes: Result<Vec<_>, _> = pairs.iter().map(outcome).collect();
        let outcomes = outcomes?;
        let sum: f64 = outcomes.iter().map(|child| child.probability).sum();
        if (sum - 1.0).abs() > 1e-9 {
            return wrong(
                &branch.place,
                format!("the probabilities sum to {sum}, not to 1"),
            );
        }
        Ok(Written::Node(Turn::Chance, outcomes))
    }

    /// What each player is paid by a number or a list of numbers.
    fn payment(&self, branch: &Branch<'a>) -> Result<Vec<f64>, Invalid> {
        let number = |value: &Value| value.as_float().filter(|x| x.abs() <= MOST_REWARD);
        let listed = branch.value.as_list();
        let all = listed.unwrap_or(std::slice::from_ref(branch.value));
        let large = |value: &Value| value.as_float().is_some_and(|x| x.abs() > MOST_REWARD);
        if let Some(value) = all.iter().find(|value| large(value)) {
            return wrong(
                &branch.place,
                format!("{value} is too large: scale the rewards to at most {MOST_REWARD:e}"),
            );
        }
        match (number(branch.value), self.players) {
            (Some(x), 1) => return Ok(vec![x]),
            // Not -x: there is no need for a negative zero.
            (Some(x), 2) => return Ok(vec![x, 0.0 - x]),
            _ => {}
        }
        let numbers: Option<Vec<f64>> =
            listed.and_then(|values| values.iter().map(number).collect());
        match numbers {
            Some(numbers) if numbers.len() == self.players => Ok(numbers),
            _ if self.players <= 2 => wrong(
                &branch.place,
                format!(
                    "{} is no number and no list of one number per player",
                    branch.value
                ),
            ),
            _ => wrong(
                &branch.place,
                format!(
                    "{} does not say what each of {} players gets: give one number per player, at \
                     a leaf (\"leaf\", (x, y, ...))",
                    branch.value, self.players
                ),
            ),
        }
    }
}

/// The child of `(probability, child)`.
fn outcome<'a>(pair: &Branch<'a>) -> Result<Branch<'a>, Invalid> {
    let Some([probability, child]) = pair.value.as_list() else {
        return wrong(&pair.place, "an outcome of chance is (probability, child)");
    };
    match probability.as_float() {
        Some(p) if p > 0.0 && p <= 1.0 => Ok(Branch {
            probability: p,
            ..pair.at(1, child)
        }),
        _ => wrong(
            &pair.place,
            format!("{probability} is no probability: give a number above 0, at most 1"),
        ),
    }
}
