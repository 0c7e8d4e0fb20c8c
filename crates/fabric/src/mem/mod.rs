//! Memory that messages come from and go to.
mod atomic;
mod buffer;
mod lent_buffer;
mod nest;
mod paired_rows;
mod piece_list;
pub(crate) mod prefetch;
mod region;
mod row;
mod scattered;
mod short_float;
mod small_buffer;
mod strided;
#[cfg(target_arch = "x86_64")]
mod wide;
pub use atomic::Atom;
pub use buffer::Buffer;
pub use lent_buffer::{Leaked, LentBuffer};
pub use nest::Nest;
pub use paired_rows::PairedRows;
pub use piece_list::PieceList;
pub use region::{Pod, Region};
pub use scattered::Scattered;
pub use short_float::{Bfloat16, Binary16, ShortFloat};
pub use small_buffer::SmallBuffer;
pub use strided::{Blocks, Strided};

#[cfg(all(test, not(loom)))]
mod tests;
