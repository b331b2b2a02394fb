//! The weights as a file: little-endian, a few hundred kilobytes.
//!
//! 8 bytes of name, the version of the format, the number of phases, a checksum of the shapes, and
//! one of all that follows, 4 bytes each. Then for each phase: the discs that one unit is worth and
//! the slope of the logistic function, as floats of 4 bytes; one bit for each feature (mirror images
//! once), set where its weight is not 0; these weights, a signed byte each.

use super::shapes::{CONTENTS, SHAPES, SHARED};
use super::{FEATURES, PHASES};
use crate::game::Invalid;
use std::sync::LazyLock;

const NAME: &[u8; 8] = b"othello\n";
const VERSION: u32 = 1;
const HEADER: usize = 24;

/// The weights of one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What one unit of the weights is worth, in discs.
    pub step: f32,
    /// P(win) - P(loss) is the hyperbolic tangent of this times the discs that are expected.
    pub slope: f32,
    /// The weight of each feature, in units. Of mirror images only the first has one.
    pub units: Vec<i8>,
}

/// The features that have a weight in the file, in order.
static STORED: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let first = |feature: &usize| *feature >= CONTENTS || SHARED[*feature] as usize == *feature;
    (0..FEATURES).filter(first).collect()
});

/// The file of the weights of all phases, each as [`Weights::to_bytes`] gives them.
pub fn write(phases: &[Vec<u8>]) -> Vec<u8> {
    let body = phases.concat();
    let numbers = [VERSION, phases.len() as u32, shapes(), checksum(&body)];
    let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
    NAME.iter().copied().chain(numbers).chain(body).collect()
}

/// The weights of all phases.
///
/// # Errors
/// What is wrong with the file.
pub fn read(bytes: &[u8]) -> Result<Vec<Weights>, Invalid> {
    let refused = |why: &str| Err(Invalid(format!("these are no weights of Othello: {why}")));
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        return refused("the file is too short");
    };
    let (name, numbers) = header.split_at(NAME.len());
    let numbers: Vec<u32> = numbers.chunks(4).map(number).collect();
    if name != NAME {
        return refused("the file begins otherwise");
    }
    if numbers[..3] != [VERSION, PHASES as u32, shapes()] {
        return refused("they are of another version: train them again");
    }
    if numbers[3] != checksum(body) {
        return refused("the file is damaged");
    }
    let mut rest = body;
    let phases = (0..PHASES)
        .map(|_| Weights::from_bytes(&mut rest))
        .collect::<Option<_>>();
    match phases {
        Some(phases) if rest.is_empty() => Ok(phases),
        _ => refused("the file has another length"),
    }
}

impl Weights {
    /// The part of a file that is theirs.
    pub fn to_bytes(&self) -> Vec<u8> {
        let units: Vec<i8> = STORED.iter().map(|feature| self.units[*feature]).collect();
        let mut bytes = [self.step.to_le_bytes(), self.slope.to_le_bytes()].concat();
        bytes.extend(units.chunks(8).map(|units| {
            let bits = units.iter().rev();
            bits.fold(0, |bits, unit| bits << 1 | u8::from(*unit != 0))
        }));
        bytes.extend(
            units
                .iter()
                .filter(|unit| **unit != 0)
                .map(|unit| *unit as u8),
        );
        bytes
    }

    fn from_bytes(bytes: &mut &[u8]) -> Option<Self> {
        let step = f32::from_bits(number(bytes.split_off(..4)?));
        let slope = f32::from_bits(number(bytes.split_off(..4)?));
        let bits = bytes.split_off(..STORED.len().div_ceil(8))?;
        let mut units = vec![0; FEATURES];
        for (at, feature) in STORED.iter().enumerate() {
            if bits[at / 8] >> (at % 8) & 1 != 0 {
                units[*feature] = *bytes.split_off_first()? as i8;
            }
        }
        Some(Self { step, slope, units })
    }
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("4 bytes"))
}

/// Of the shapes: weights of others fit no more.
fn shapes() -> u32 {
    checksum(&SHAPES.concat())
}

/// FNV-1a, 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}
