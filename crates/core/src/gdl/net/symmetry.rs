//! Symmetries of a net: permutations of what can hold and of the moves of each role under which
//! the rules and the start stay as they are. They are found by colours that spread along the
//! circuit until they stand still, with some nodes singled out (McKay 1981, "Practical graph
//! isomorphism"), and are checked.

use super::Net;
use super::gates::Literal;
use crate::gdl::interpreter::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most connections that are recoloured until the search is given up.
const MOST_WORK: usize = 100_000_000;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symmetries {
    /// How many there are, with the one that changes nothing.
    pub count: f64,
    /// Whether all were found: the search was not given up.
    pub complete: bool,
    /// Of each role the moves that can take each other's place, in the order of the sheet; those
    /// with a place of their own are left out.
    pub kinds: Vec<Vec<Vec<TermId>>>,
}

/// A connection: from, to, and of which kind.
type Edge = (u32, u32, u64);
/// The node that takes the place of each node.
type Image = Vec<u32>;

/// All that a symmetry must leave alone.
struct Web {
    nodes: usize,
    edges: Vec<Edge>,
    known: FxHashSet<Edge>,
    labels: Vec<u64>,
    work: usize,
}

impl Net {
    /// The symmetries that leave a state and each role alone.
    pub fn symmetries(&self, state: &[TermId]) -> Symmetries {
        let mut web = Web::new(self, &self.states.words_of(state));
        let (count, images) = web.group();
        let roles = self.moves.iter().map(|moves| {
            let nodes = moves.node..moves.node + moves.terms.len() as u32;
            let orbits = orbits(nodes, &images).into_iter();
            let orbits = orbits.filter(|orbit| orbit.len() > 1);
            let term = |node: u32| moves.terms[(node - moves.node) as usize];
            let named = orbits.map(|orbit| orbit.into_iter().map(term).collect());
            named.collect()
        });
        Symmetries {
            count,
            complete: web.work < MOST_WORK,
            kinds: roles.collect(),
        }
    }
}

impl Web {
    fn new(net: &Net, state: &[u64]) -> Self {
        let nodes = net.program.nodes();
        let mut web = Self {
            nodes,
            edges: Vec::new(),
            known: FxHashSet::default(),
            labels: vec![0; nodes],
            work: 0,
        };
        web.labels[0] = 1;
        for (index, bit) in net.states.bits.iter().enumerate() {
            web.labels[bit.node as usize] = 2 + (state[index / 64] >> (index % 64) & 1);
            web.join(bit.node, bit.next, 0);
        }
        for (role, moves) in net.moves.iter().enumerate() {
            for (node, legal) in (moves.node..).zip(&net.outputs.legal[role]) {
                web.labels[node as usize] = mixed(4, role as u64);
                web.join(node, *legal, 2);
            }
        }
        for gate in 0..nodes as u32 - net.program.first() {
            for literal in net.program.body(gate) {
                web.join(net.program.first() + gate, *literal, 4);
            }
        }
        // What is paid, and the end, are connected to the constant in ways of their own.
        web.join(0, net.outputs.terminal, 6);
        for (role, goals) in net.outputs.goals.iter().enumerate() {
            for (value, literal) in goals {
                web.join(0, *literal, mixed(role as u64 + 8, *value as u64) << 1);
            }
        }
        web.known = web.edges.iter().copied().collect();
        web
    }

    fn join(&mut self, from: u32, to: Literal, kind: u64) {
        let kind = kind.wrapping_add(u64::from(to & 1));
        self.edges.push((from, to / 2, kind));
    }

    /// Spreads colours until there are no new ones.
    fn refined(&mut self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut count = different(&colours);
        loop {
            let mut next: Vec<u64> = colours.iter().map(|colour| mixed(*colour, 1)).collect();
            for (from, to, kind) in &self.edges {
                let (a, b) = (colours[*from as usize], colours[*to as usize]);
                let (from, to) = (*from as usize, *to as usize);
                next[from] = next[from].wrapping_add(mixed(b, mixed(*kind, 2)));
                next[to] = next[to].wrapping_add(mixed(a, mixed(*kind, 3)));
            }
            self.work += self.edges.len() + self.nodes;
            let now = different(&next);
            if now == count {
                return colours;
            }
            (colours, count) = (next, now);
        }
    }

    /// The colours with one node singled out.
    fn singled(&mut self, colours: &[u64], node: u32) -> Vec<u64> {
        let mut colours = colours.to_vec();
        colours[node as usize] = mixed(colours[node as usize], 4);
        self.refined(colours)
    }

    /// The number of symmetries, and some that generate all: those that move the first node that
    /// can be moved, then those that leave it alone and move the second, and so on.
    fn group(&mut self) -> (f64, Vec<Image>) {
        let labels = self.labels.clone();
        let mut colours = self.refined(labels);
        let (mut count, mut images) = (1.0, Vec::new());
        while let Some(class) = class(&colours) {
            let (first, own) = (class[0], self.singled(&colours, class[0]));
            let before = images.len();
            let mut orbit = vec![first];
            for other in &class[1..] {
                if orbit.contains(other) || self.work >= MOST_WORK {
                    continue;
                }
                let twin = self.singled(&colours, *other);
                if let Some(image) = self.image(&own, &twin) {
                    images.push(image);
                    let all = orbits(0..self.nodes as u32, &images[before..]).into_iter();
                    let with = all.into_iter().find(|orbit| orbit.contains(&first));
                    orbit = with.expect("every node is in one");
                }
            }
            count *= orbit.len() as f64;
            colours = own;
        }
        (count, images)
    }

    /// A symmetry that takes nodes to nodes whose second colour is their first.
    fn image(&mut self, from: &[u64], to: &[u64]) -> Option<Image> {
        if sorted(from) != sorted(to) || self.work >= MOST_WORK {
            return None;
        }
        let Some(class) = class(from) else {
            let places: FxHashMap<u64, u32> = to.iter().copied().zip(0..).collect();
            let image: Image = from.iter().map(|colour| places[colour]).collect();
            return self.keeps(&image).then_some(image);
        };
        let own = self.singled(from, class[0]);
        let wanted = from[class[0] as usize];
        let others = (0..self.nodes as u32).filter(|node| to[*node as usize] == wanted);
        for other in others {
            let twin = self.singled(to, other);
            if let Some(image) = self.image(&own, &twin) {
                return Some(image);
            }
        }
        None
    }

    /// Whether all stays as it is.
    fn keeps(&self, image: &Image) -> bool {
        let moved = |node: u32| image[node as usize];
        let mut edges = self.edges.iter();
        let labels = (0..self.nodes).all(|n| self.labels[n] == self.labels[image[n] as usize]);
        labels && edges.all(|(a, b, kind)| self.known.contains(&(moved(*a), moved(*b), *kind)))
    }
}

/// Two numbers as one, all bits mixed.
fn mixed(a: u64, b: u64) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let word = (a.rotate_left(29) ^ b).wrapping_add(K).wrapping_mul(K);
    let word = (word ^ (word >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ (word >> 29)
}

fn sorted(colours: &[u64]) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours
}

fn different(colours: &[u64]) -> usize {
    let mut colours = sorted(colours);
    colours.dedup();
    colours.len()
}

/// The nodes of the rarest colour that several have; None if there is none.
fn class(colours: &[u64]) -> Option<Vec<u32>> {
    let mut classes: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for (node, colour) in (0..).zip(colours) {
        classes.entry(*colour).or_default().push(node);
    }
    let several = classes.into_values().filter(|class| class.len() > 1);
    several.min_by_key(|class| (class.len(), class[0]))
}

/// Which of some nodes can take each other's place.
fn orbits(nodes: impl Iterator<Item = u32> + Clone, images: &[Image]) -> Vec<Vec<u32>> {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut orbits = Vec::new();
    for node in nodes {
        if !seen.insert(node) {
            continue;
        }
        let (mut orbit, mut next) = (vec![node], 0);
        while let Some(node) = orbit.get(next).copied() {
            next += 1;
            let images = images.iter().map(|image| image[node as usize]);
            orbit.extend(images.filter(|image| seen.insert(*image)));
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    orbits
}
