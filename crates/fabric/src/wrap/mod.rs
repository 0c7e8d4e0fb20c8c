//! Wrappers around any fabric that inject faults or observe frames. A normal build has none of them (feature `wrap`;
//! `pcap` for files).
pub mod fault;
#[cfg(feature = "pcap")]
pub mod pcap;
#[cfg(all(test, not(loom), feature = "pcap"))]
mod tests;
pub mod trace;

pub use fault::{Fault, Faults};
#[cfg(feature = "pcap")]
pub use pcap::Capture;
pub use trace::{Event, EventSink, Trace, What};
