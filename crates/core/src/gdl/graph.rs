//! What depends on what.

const NEW: usize = usize::MAX;

/// Strongly connected components of the graph where node i points to `edges[i]`, each after those
/// it points to (Tarjan 1972, "Depth-first search and linear graph algorithms", without recursion).
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = edges.len();
    let mut walk = Walk {
        order: vec![NEW; count],
        low: vec![0; count],
        waiting: vec![false; count],
        stack: Vec::new(),
        time: 0,
        found: Vec::new(),
    };
    for root in 0..count {
        if walk.order[root] == NEW {
            walk.from(root, edges);
        }
    }
    walk.found
}

struct Walk {
    /// When a node was first seen.
    order: Vec<usize>,
    /// The earliest node that is known to be reachable from it.
    low: Vec<usize>,
    /// Whether it still waits on the stack for its component.
    waiting: Vec<bool>,
    stack: Vec<usize>,
    time: usize,
    found: Vec<Vec<usize>>,
}

impl Walk {
    fn from(&mut self, root: usize, edges: &[Vec<usize>]) {
        self.see(root);
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(to) = edges[node].get(*next).copied() else {
                path.pop();
                if let Some((parent, _)) = path.last() {
                    self.low[*parent] = self.low[*parent].min(self.low[node]);
                }
                self.close(node);
                continue;
            };
            *next += 1;
            if self.order[to] == NEW {
                self.see(to);
                path.push((to, 0));
            } else if self.waiting[to] {
                self.low[node] = self.low[node].min(self.order[to]);
            }
        }
    }

    fn see(&mut self, node: usize) {
        (self.order[node], self.low[node]) = (self.time, self.time);
        self.time += 1;
        self.stack.push(node);
        self.waiting[node] = true;
    }

    /// Takes the component of a node off the stack, if the node is its first.
    fn close(&mut self, node: usize) {
        if self.low[node] < self.order[node] {
            return;
        }
        let start = self.stack.iter().rposition(|other| *other == node);
        let component = self.stack.split_off(start.expect("a node on the stack"));
        component
            .iter()
            .for_each(|member| self.waiting[*member] = false);
        self.found.push(component);
    }
}

/// For each node whether it reaches one of `targets`, itself included.
pub(super) fn reaching(edges: &[Vec<usize>], targets: &[usize]) -> Vec<bool> {
    let mut found = vec![false; edges.len()];
    for component in components(edges) {
        let hit = component
            .iter()
            .any(|node| targets.contains(node) || edges[*node].iter().any(|to| found[*to]));
        component.iter().for_each(|node| found[*node] = hit);
    }
    found
}
