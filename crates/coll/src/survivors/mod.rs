//! How the members of a communicator agree on a value, and how the living ones make a communicator without the dead.
//! Members may die at any step of either.
mod agreeing;
mod contexts;
mod shrinking;
mod turns;

pub use agreeing::{Advance, Agreeing, CannotAgree};
pub use contexts::may_reuse_contexts;
pub use shrinking::{Shrink, shrink};
pub use turns::AgreementTurns;
