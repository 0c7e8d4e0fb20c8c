//! The variants of a transfer that the figures between hosts compare.

/// A variant of a transfer.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    PushZero,
    /// Clump's default protocol.
    PushPull,
    PushAll,
    /// Push-zero over the paper's go-back-n, with its pushed buffer of 4 KiB.
    #[value(name = "push-zero-gbn")]
    PushZeroGoBackN,
    /// The paper's push-pull (80 and 680 bytes) over go-back-n, with a pushed buffer of 4 KiB.
    #[value(name = "push-pull-gbn")]
    PushPullGoBackN,
    /// Push-all over go-back-n: the receiver drops what its pushed buffer of 4 KiB does not hold.
    #[value(name = "push-all-gbn")]
    PushAllGoBackN,
    /// All guarantees: messages are buffered, ordered and repeated if they are lost.
    #[value(name = "all-guarantees")]
    AllGuarantees,
    /// Without buffers: the receives are posted before their messages come.
    NoBuffers,
    /// Without buffers and in-order delivery.
    NoOrder,
    /// Without buffers, in-order delivery and fault tolerance.
    NoGuarantees,
    /// No optimization: BYTES_TO_PUSH(1) and (2) leave together with the head; the receiver copies first, then sends
    /// the request.
    None,
    /// Masking: the receiver sends the request first, so that its copies overlap with the request's round trip.
    Masking,
    /// Overlapping: BYTES_TO_PUSH(2) leave after the head, while the request is in flight.
    Overlapping,
    /// Clump's default: both optimizations.
    Both,
    /// The sender divides answers into rows as `clump tune` would choose them for these hosts.
    Adaptive,
    #[value(name = "4k")]
    Rows4,
    #[value(name = "8k")]
    Rows8,
    #[value(name = "16k")]
    Rows16,
    #[value(name = "32k")]
    Rows32,
    #[value(name = "60k")]
    Rows60,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::PushZero => "push-zero",
            Variant::PushPull => "push-pull",
            Variant::PushAll => "push-all",
            Variant::PushZeroGoBackN => "push-zero-gbn",
            Variant::PushPullGoBackN => "push-pull-gbn",
            Variant::PushAllGoBackN => "push-all-gbn",
            Variant::AllGuarantees => "all-guarantees",
            Variant::NoBuffers => "no-buffers",
            Variant::NoOrder => "no-order",
            Variant::NoGuarantees => "no-guarantees",
            Variant::None => "none",
            Variant::Masking => "masking",
            Variant::Overlapping => "overlapping",
            Variant::Both => "both",
            Variant::Adaptive => "adaptive",
            Variant::Rows4 => "4k",
            Variant::Rows8 => "8k",
            Variant::Rows16 => "16k",
            Variant::Rows32 => "32k",
            Variant::Rows60 => "60k",
        }
    }
}
