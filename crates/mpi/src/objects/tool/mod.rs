//! The tool information interface, MPI_T (MPI 5.0, chapter 15): control variables, performance variables, events.
//!
//! [`table`] names all variables, categories, event types and enumerations; [`settings`] is generated from the table
//! behind docs/SETTINGS.md. [`Tool`] keeps what tools have allocated. The calls are in [`crate::tool`]. Every value
//! that a performance variable returns is counted anyway, whether or not a tool asks.
//!
//! **Events.** The endpoint records unexpected messages and retransmissions only while a tool listens. A thread that
//! leaves the gate, or that is about to sleep in a call, takes these records ([`Tool::collect`]) and then, outside the
//! gate, calls the tool's callbacks. The gate has its lock as long as a tool listens; see `Guard::set_tools`.
pub(crate) mod collect;
pub(crate) mod joining;
pub(crate) mod object;
#[rustfmt::skip]
pub(crate) mod settings;
pub(crate) mod table;
pub use collect::{set_teller, tell};
pub use joining::joining;
pub use object::{CvarHandle, EventRegistration, Occurrence, PvarHandle, Tool, ToolObject};
