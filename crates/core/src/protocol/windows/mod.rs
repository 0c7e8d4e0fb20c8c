//! Windows: memory that a rank offers, and that other ranks read and write without its help (Direct Deposit; MPI 5.0,
//! chapter 12). This owner serves windows that the origin cannot map: windows on other machines, and windows on a
//! machine whose system forbids mapping.
//!
//! A window is a standing grant: its offer names the destination of all operations, so there is no matching, and no
//! bytes are kept. This owner issues operations in their order ([`request`]), checks and applies them at the target
//! ([`serve`]), and tells the origin which operations are over ([`outcome`]). A reply ends an operation that returns
//! bytes; a count ends all other operations. Pushed bytes go straight to their place. Credit bounds the operations in
//! flight, and the old values that wait to leave.
mod answer;
mod calls;
mod frames;
mod lose;
mod offer;
mod outcome;
#[cfg(test)]
mod pair;
mod request;
mod rows;
#[cfg(test)]
mod rows_tests;
mod serve;
mod sink;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use calls::WindowCalls;
pub use sink::{Combination, WindowSink};
pub(super) use state::Windows;
pub use state::{How, WindowPlace};
