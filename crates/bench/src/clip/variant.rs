//! The forms of a transfer that CLIP's figures compare.

/// Whose messages are measured, each in a job of its own.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Clump's own choice for each size.
    Adaptive,
    /// Through a buffer between both, in pieces of one length.
    Copied,
    /// From memory to memory by the system, from the least size on for which there is that.
    Native,
    /// Clump's own choice, with both buffers one byte behind a page.
    Misaligned,
    /// One thread that polls.
    Exclusive,
    /// Any thread, and waits that rest.
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
