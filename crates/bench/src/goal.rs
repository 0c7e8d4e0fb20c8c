//! A goal, judged at one measured point.
use serde::Serialize;

/// A goal at one point.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// A sentence such as "latency 8: at most 0.8 of the best peer …".
    pub text: String,
    /// Clump's figure, and the bound for it.
    pub ours: f64,
    pub bound: f64,
    pub holds: bool,
}
