//! Memory that messages come from and go to.
mod buffer;
mod region;
mod small_buffer;
pub use buffer::Buffer;
pub use region::{Pod, Region};
pub use small_buffer::SmallBuffer;
