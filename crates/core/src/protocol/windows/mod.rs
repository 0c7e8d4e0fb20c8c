//! Windows: memory that a rank offers, and that others read and write without its help (Direct Deposit; MPI 5.0,
//! chapter 12), where no processor reaches it: between machines, and where memory cannot be mapped.
//!
//! A window is a standing grant: its offer has named the destination of whatever comes, so that nothing is matched and
//! nothing is kept. This owner issues operations in their order ([`request`]), checks and plays them at the target
//! ([`serve`]), and tells the origin what is over ([`outcome`]): what brings bytes by a reply, all else by a count.
//! Pushed bytes go straight to their place; credit bounds what is under way, and the old values that wait to leave.
mod answer;
mod calls;
mod frames;
mod lose;
mod offer;
mod outcome;
#[cfg(test)]
mod pair;
mod request;
mod serve;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use calls::WindowCalls;
pub(super) use state::Windows;
pub use state::{How, WindowPlace};
