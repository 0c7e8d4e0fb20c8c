//! The parts of an endpoint's interface that have to do with one subject each. `endpoint.faults()` and its like return
//! them.
pub use super::broadcasts::BroadcastsView;
pub use super::far::FarWindowsView;
pub use super::faults::FaultsView;
pub use super::handled::HandledView;
pub use super::helper::HelperView;
pub use super::joint::JointsView;
pub use super::observed::ObservedView;
pub use super::tuned::TunedView;
