//! The variants of a transfer that CLIP's figures compare.

/// A variant of a transfer, measured in its own job.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Clump's own choice for each size.
    Adaptive,
    /// Through a buffer between the two ranks, in pieces of one length.
    Copied,
    /// From memory to memory by system calls, from the shortest possible message on.
    Native,
    /// Clump's own choice, with source and destination one byte behind a page boundary.
    Misaligned,
    /// One thread that polls.
    Exclusive,
    /// Any number of threads, and waits that rest.
    Shared,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Adaptive => "adaptive",
            Variant::Copied => "copied",
            Variant::Native => "native",
            Variant::Misaligned => "misaligned",
            Variant::Exclusive => "exclusive",
            Variant::Shared => "shared",
        }
    }
}
