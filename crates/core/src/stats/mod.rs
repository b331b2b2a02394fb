//! Statistics of sampled arms.

mod arms;
mod drift;
mod foresight;
mod moments;
mod normal;
mod selection;

pub use arms::{Arm, Arms, Rows, argmax};
pub use drift::Drift;
pub use foresight::{Foresight, batch_gain};
pub use moments::{Moments, Scale};
pub use normal::{cdf, pdf, unit_loss};
pub use selection::{Summary, apcs, root_bound};
