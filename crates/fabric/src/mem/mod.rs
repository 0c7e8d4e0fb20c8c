//! Memory that messages come from and go to.
mod buffer;
mod region;
pub use buffer::Buffer;
pub use region::{Pod, Region};
