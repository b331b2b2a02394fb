//! From rules without variables to a circuit.

use super::circuit::{Circuit, Outputs};
use super::gates::{FALSE, Gates, Literal, TRUE};
use crate::gdl::graph::components;
use crate::gdl::interpreter::{Fact, Ground, Scope, denied_loop};
use crate::gdl::{Diagnostic, Place};

/// How many inputs the gates may have together for each rule that there may be.
const EDGES: usize = 5;
/// Asking for the time takes as long as a small fact.
const OFTEN: usize = 256;
/// No literal yet.
const UNSET: Literal = Literal::MAX;

/// The circuit of a game.
pub(super) fn build(ground: &Ground, scope: &Scope) -> Result<Circuit, Diagnostic> {
    let mut builder = Builder::new(ground);
    for (index, component) in components(&edges(ground)).iter().enumerate() {
        builder.component(component, scope)?;
        if index % OFTEN == 0 {
            builder.fits(scope)?;
        }
    }
    Ok(builder.finish())
}

/// The atoms in the rules of each atom.
fn edges(ground: &Ground) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); ground.atoms];
    for rule in 0..ground.rules.len() {
        let body = ground.rules.body(rule).iter();
        edges[ground.rules.heads[rule] as usize].extend(body.map(|l| (l / 2) as usize));
    }
    edges
}

struct Builder<'a> {
    ground: &'a Ground,
    gates: Gates,
    /// The literal of each atom.
    atoms: Vec<Literal>,
    /// The rules by their heads, and where those of each head end.
    rules: Vec<u32>,
    ends: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(ground: &'a Ground) -> Self {
        let mut atoms = vec![UNSET; ground.atoms];
        let mut node = 0;
        for fluent in &ground.fluents {
            node += 1;
            atoms[fluent.holds as usize] = 2 * node;
        }
        let mut moves = Vec::new();
        for actions in &ground.moves {
            let start = node + 1;
            for action in actions {
                node += 1;
                // Who has but one move makes it.
                let single = actions.len() == 1;
                atoms[action.does as usize] = if single { TRUE } else { 2 * node };
            }
            moves.push(start..node + 1);
        }
        let mut rules: Vec<u32> = (0..ground.rules.len() as u32).collect();
        rules.sort_by_key(|rule| ground.rules.heads[*rule as usize]);
        let mut ends = vec![0; ground.atoms];
        for head in &ground.rules.heads {
            ends[*head as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        Self {
            ground,
            gates: Gates::new(node, moves),
            atoms,
            rules,
            ends,
        }
    }

    fn rules(&self, atom: usize) -> std::ops::Range<usize> {
        let start = atom.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[atom] as usize
    }

    /// When one of the rules of an atom holds, by the literals of the atoms as they are.
    fn derive(&mut self, atom: usize) -> Literal {
        let mut ways = Vec::new();
        for index in self.rules(atom) {
            let body = self.ground.rules.body(self.rules[index] as usize).iter();
            let body = body.map(|literal| self.atoms[(literal / 2) as usize] ^ (literal & 1));
            let way = self.gates.and(body.collect());
            ways.push(way);
        }
        self.gates.or(ways)
    }

    /// Atoms that depend on each other, or one alone: the least fixpoint, which is reached after
    /// as many rounds as there are atoms; each round becomes gates.
    fn component(&mut self, component: &[usize], scope: &Scope) -> Result<(), Diagnostic> {
        let component: Vec<_> = component
            .iter()
            .copied()
            .filter(|a| self.atoms[*a] == UNSET)
            .collect();
        component.iter().for_each(|atom| self.atoms[*atom] = FALSE);
        if self.denies(&component) {
            return Err(denied_loop());
        }
        for _ in 0..component.len() {
            let next: Vec<_> = component.iter().map(|atom| self.derive(*atom)).collect();
            let same = component
                .iter()
                .zip(&next)
                .all(|(atom, new)| self.atoms[*atom] == *new);
            if same {
                break;
            }
            for (atom, new) in component.iter().zip(next) {
                self.atoms[*atom] = new;
            }
            if component.len() > 1 {
                self.fits(scope)?;
            }
        }
        Ok(())
    }

    /// # Errors
    /// If it takes too long, or too much.
    fn fits(&self, scope: &Scope) -> Result<(), Diagnostic> {
        let most = scope.limits.rules.saturating_mul(EDGES);
        if self.gates.edges() > most {
            return Err(scope.too_large(most, "connections", Place::default()));
        }
        scope.in_time()
    }

    /// Whether one of the atoms is denied in a rule of another.
    fn denies(&self, component: &[usize]) -> bool {
        let denied = |atom: &usize| {
            self.rules(*atom).any(|index| {
                let body = self.ground.rules.body(self.rules[index] as usize).iter();
                let mut denied = body.filter(|literal| **literal & 1 == 1);
                denied.any(|literal| component.contains(&((literal / 2) as usize)))
            })
        };
        component.iter().any(denied)
    }

    fn fact(&self, fact: Fact) -> Literal {
        match fact {
            Fact::Never => FALSE,
            Fact::Always => TRUE,
            Fact::Atom(atom) => self.atoms[atom as usize],
        }
    }

    fn finish(self) -> Circuit {
        let Ground {
            fluents,
            moves,
            goals,
            terminal,
            ..
        } = self.ground;
        let legal = moves.iter().map(|moves| {
            let legal = moves.iter().map(|action| self.fact(action.legal));
            legal.collect()
        });
        let goals = goals.iter().map(|goals| {
            let goals = goals.iter().map(|(value, fact)| (*value, self.fact(*fact)));
            goals.collect()
        });
        let outputs = Outputs {
            next: fluents
                .iter()
                .map(|fluent| self.fact(fluent.next))
                .collect(),
            legal: legal.collect(),
            goals: goals.collect(),
            terminal: self.fact(*terminal),
        };
        let nodes = 1..fluents.len() as u32 + 1;
        Circuit {
            initial: fluents.iter().map(|fluent| fluent.initial).collect(),
            fluents: nodes.map(|node| 2 * node).collect(),
            outputs,
            gates: self.gates,
        }
    }
}
