//! Landmarks that hang on a few fluents, each of which one move makes true: they are tried with all
//! values, so that what all that fit have in common is known.

use super::gates::Literal;
use super::landmarks::{Landmark, inputs};
use super::latches::gates_below;
use super::packed::{N, Packed};
use super::program::{Lanes, set};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The most fluents of a line that are tried with all values.
const TRIED: usize = 14;

/// Landmarks that hang on the same fluents.
#[derive(Clone, Debug)]
pub struct Line {
    literals: Vec<Literal>,
    /// The places of the fluents in a state, and the move that makes each true.
    bits: Vec<(usize, u32)>,
    /// The gates below the literals, in order of evaluation.
    gates: Vec<u32>,
}

impl Packed {
    /// The lines among some landmarks.
    pub fn lines(&self, landmarks: &[Landmark]) -> Vec<Line> {
        let net = self.net();
        let kept = self
            .kept()
            .iter()
            .map(|bit| net.states.bits[*bit].node)
            .zip(0..);
        let places: FxHashMap<u32, usize> = kept.collect();
        let mut lines: BTreeMap<Vec<(usize, u32)>, Vec<Literal>> = BTreeMap::new();
        for landmark in landmarks {
            let mut below: Vec<u32> = inputs(net, &[landmark.literal]).into_iter().collect();
            below.retain(|node| *node > 0);
            below.sort_unstable();
            let bits = below.iter().map(|node| {
                let makers = self.makers(2 * node);
                let place = places.get(node).copied();
                place
                    .filter(|_| makers.len() == 1)
                    .map(|place| (place, makers[0]))
            });
            if let Some(bits) = bits.collect::<Option<Vec<_>>>() {
                lines.entry(bits).or_default().push(landmark.literal);
            }
        }
        let lines = lines.into_iter().filter(|(bits, _)| bits.len() > 1);
        lines
            .map(|(bits, literals)| Line {
                gates: gates_below(self, &literals).0,
                literals,
                bits,
            })
            .collect()
    }

    /// What is common to all ways to fulfil a line from a state on: moves that have to be made (true)
    /// and such as must not be. `open` are the moves that can be made. None if there is no way; nothing
    /// if there are too many to try.
    pub fn common(
        &mut self,
        line: &Line,
        state: &[u64],
        open: &[bool],
    ) -> Option<Vec<(u32, bool)>> {
        let holds = |place: usize| state[place / 64] >> (place % 64) & 1 == 1;
        let free = line
            .bits
            .iter()
            .filter(|(place, m)| !holds(*place) && open[*m as usize]);
        let free: Vec<(usize, u32)> = free.copied().collect();
        if free.len() > TRIED {
            return Some(Vec::new());
        }
        for (place, _) in &line.bits {
            self.put(*place, [0u64.wrapping_sub(u64::from(holds(*place))); N]);
        }
        let (mut with, mut without, mut ways) =
            (vec![false; free.len()], vec![false; free.len()], false);
        for start in (0..1u64 << free.len()).step_by(64 * N) {
            let fits = self.fitting(line, &free, start);
            for (index, (place, _)) in free.iter().enumerate() {
                let value = self.at(*place);
                with[index] |= (0..N).any(|word| fits[word] & value[word] != 0);
                without[index] |= (0..N).any(|word| fits[word] & !value[word] != 0);
            }
            ways |= fits != [0; N];
        }
        let of = free.iter().zip(with.iter().zip(&without));
        let common = of.filter(|(_, (with, without))| with != without);
        let common = common.map(|((_, action), (with, _))| (*action, *with));
        ways.then(|| common.collect())
    }

    /// Whether no values of its fluents fulfil a line, so that no play ever does; false if there are
    /// too many to try.
    pub fn is_never(&mut self, line: &Line) -> bool {
        let (nothing, all) = (vec![0; self.words()], vec![true; self.moves()]);
        self.common(line, &nothing, &all).is_none()
    }

    /// The largest goal value below another; 0 if there is none.
    pub fn next_value(&self, value: f64) -> f64 {
        let goals = self.net().outputs.goals[0].iter();
        let less = goals
            .map(|(goal, _)| *goal as f64)
            .filter(|goal| *goal < value);
        less.fold(0.0, f64::max)
    }

    /// The lanes in which a line is fulfilled, where the free fluents are the digits of numbers from
    /// `start` on.
    fn fitting(&mut self, line: &Line, free: &[(usize, u32)], start: u64) -> Lanes<N> {
        const DIGITS: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        for (digit, (place, _)) in free.iter().enumerate() {
            let word = |word: usize| match DIGITS.get(digit) {
                Some(digits) => *digits,
                None => 0u64.wrapping_sub((start + 64 * word as u64) >> digit & 1),
            };
            self.put(*place, std::array::from_fn(word));
        }
        self.compute(&line.gates);
        let last = (1u64 << free.len()) - start;
        let mut fits: Lanes<N> =
            std::array::from_fn(|word| match last.checked_sub(64 * word as u64) {
                None | Some(0) => 0,
                Some(count) if count < 64 => (1 << count) - 1,
                Some(_) => u64::MAX,
            });
        for literal in &line.literals {
            let value = self.value(*literal);
            for word in 0..N {
                fits[word] &= value[word];
            }
        }
        fits
    }

    fn node(&self, place: usize) -> usize {
        self.net().states.bits[self.kept()[place]].node as usize
    }

    fn put(&mut self, place: usize, value: Lanes<N>) {
        let node = self.node(place);
        set(node, value, self.values());
    }

    fn at(&self, place: usize) -> Lanes<N> {
        self.value(2 * self.node(place) as Literal)
    }
}

#[cfg(test)]
mod tests {
    use crate::gdl::syntax::parse;
    use crate::gdl::{GroundLimits, Interpreter, Limits, Net, Packed};
    use std::sync::Arc;

    /// Three lamps of which the first two or the last two have to burn, and not all.
    const SHEET: &str = "
        (role r) (lamp a) (lamp b) (lamp c)
        (<= (legal r (light ?l)) (lamp ?l) (not (true (lit ?l)))) (legal r stop)
        (<= (next (lit ?l)) (true (lit ?l))) (<= (next (lit ?l)) (does r (light ?l)))
        (<= (next over) (does r stop))
        (<= good (true (lit a)) (true (lit b)) (not (true (lit c))))
        (<= good (true (lit b)) (true (lit c)) (not (true (lit a))))
        (<= terminal (true over))
        (<= (goal r 100) good) (<= (goal r 0) (not good))";

    #[test]
    fn what_all_ways_have_in_common_is_found() {
        let sheet = parse(SHEET).unwrap();
        let mut interpreter = Interpreter::new(&sheet, Limits::default()).unwrap();
        let net = Net::new(&mut interpreter, &sheet, GroundLimits::default()).unwrap();
        let initial = interpreter.initial().to_vec();
        let mut packed = Packed::new(Arc::new(net), &initial);
        let names: Vec<String> = (0..packed.moves() as u32)
            .map(|index| interpreter.text(packed.term(index)))
            .collect();
        let lines = packed.lines(&packed.landmarks(100.0));
        assert_eq!(lines.len(), 1);
        let start = packed.start().to_vec();
        let mut common = |open: &[bool]| packed.common(&lines[0], &start, open);
        let place = |name: &str| names.iter().position(|other| other == name).unwrap();
        let mut open = vec![true; names.len()];
        assert_eq!(common(&open), Some(vec![(place("(light b)") as u32, true)]));
        open[place("(light a)")] = false;
        let mut forced = common(&open).unwrap();
        forced.sort_unstable();
        let both = ["(light b)", "(light c)"].map(|name| (place(name) as u32, true));
        assert_eq!(forced, both);
        open[place("(light b)")] = false;
        assert_eq!(common(&open), None);
        assert!(!packed.is_never(&lines[0]));
        assert_eq!(
            [packed.next_value(100.0), packed.next_value(0.0)],
            [0.0, 0.0]
        );
    }
}
