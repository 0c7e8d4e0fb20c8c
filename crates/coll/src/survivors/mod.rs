//! How the members of a communicator agree, and how those that live make another one, whoever dies meanwhile.
mod agreeing;
mod contexts;
mod shrinking;
mod turns;

pub use agreeing::{Advance, Agreeing, CannotAgree};
pub use contexts::may_reuse_contexts;
pub use shrinking::{Shrink, shrink};
pub use turns::AgreementTurns;
