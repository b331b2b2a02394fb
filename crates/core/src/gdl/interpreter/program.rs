//! Which relations are computed as a whole, and which only where they are asked for.

use super::clause::{Catalogue, Clause};
use super::{Interpreter, Limits, demand};
use crate::gdl::Diagnostic;
use crate::gdl::syntax::Symbols;

/// What a first try may cost, before relations are computed on demand.
const TRY: Limits = Limits {
    facts: 300_000,
    work: 200_000_000,
    gives_up: None,
};

/// A state that costs less is quick enough.
const QUICK: u64 = 20_000;
/// A relation with fewer rows is not worth a trial.
const FEW: u32 = 200;
/// What all trials together may cost.
const TRIALS: u64 = 20_000_000;

/// A sheet in the form that is evaluated.
pub(super) struct Program<'a> {
    pub symbols: &'a Symbols,
    pub catalogue: Catalogue,
    pub clauses: Vec<Clause>,
}

impl Program<'_> {
    /// The interpreter of the program.
    ///
    /// # Errors
    /// A limit that the start of a play reaches.
    pub fn interpreter(&self, limits: Limits) -> Result<Interpreter, Diagnostic> {
        let small = Limits {
            facts: limits.facts.min(TRY.facts),
            work: limits.work.min(TRY.work),
            ..limits
        };
        let mut interpreter = match self.on_demand(small) {
            Some((demanded, first)) => self.improved(demanded, first, small),
            None => self.started(&[], limits).map_err(|(error, _)| error)?,
        };
        interpreter.set_limits(limits);
        Ok(interpreter)
    }

    /// The interpreter, after the relations that are too large as a whole were found and made to
    /// be computed where they are asked for. None if that does not help.
    fn on_demand(&self, limits: Limits) -> Option<(Vec<usize>, Interpreter)> {
        let mut demanded = Vec::new();
        loop {
            let more = match self.started(&demanded, limits) {
                Ok(interpreter) => return Some((demanded, interpreter)),
                Err((_, more)) => more,
            };
            if !self.has(&more) || more.len() <= demanded.len() {
                return None;
            }
            demanded = more;
        }
    }

    /// Whether all tables are those of relations of the sheet.
    fn has(&self, tables: &[usize]) -> bool {
        let count = self.catalogue.arities.len();
        tables.iter().all(|table| *table < count)
    }

    /// Computes on demand also what makes a state much cheaper so, measured at the first state.
    fn improved(
        &self,
        mut demanded: Vec<usize>,
        mut best: Interpreter,
        limits: Limits,
    ) -> Interpreter {
        let Some(mut least) = best.cost() else {
            return best;
        };
        let mut left = TRIALS;
        for tables in best.large(FEW) {
            if least < QUICK || !self.has(&tables) {
                continue;
            }
            let all = [demanded.clone(), tables].concat();
            let Ok(mut other) = self.started(&all, limits) else {
                continue;
            };
            let Some(cost) = other.cost() else {
                continue;
            };
            if cost < least / 10 * 7 {
                (demanded, best, least) = (all, other, cost);
            }
            // A trial also plans and computes what depends on no state: twice is about right.
            let Some(rest) = left.checked_sub(2 * cost) else {
                break;
            };
            left = rest;
        }
        best
    }

    /// The interpreter with the facts of the start; where they are too many, the relations that
    /// should be computed on demand.
    pub(super) fn started(
        &self,
        demanded: &[usize],
        limits: Limits,
    ) -> Result<Interpreter, (Diagnostic, Vec<usize>)> {
        let mut catalogue = self.catalogue.clone();
        let clauses = match demanded {
            [] => self.clauses.clone(),
            _ => demand::rewrite(&self.clauses, demanded, &mut catalogue),
        };
        let mut interpreter = Interpreter::assemble(self.symbols, catalogue, clauses, limits);
        interpreter.begin().map_err(|error| {
            let tables = interpreter.machine.exhausted.iter().chain(demanded);
            let tables: Vec<_> = tables.copied().collect();
            let root = |table| interpreter.root(table);
            (error, demand::closure(&tables, &root, &self.clauses))
        })?;
        Ok(interpreter)
    }
}
