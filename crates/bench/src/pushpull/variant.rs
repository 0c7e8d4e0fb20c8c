//! The amounts of bytes to push that the paper's figure compares.

/// Bytes to push.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// BTP 0: nothing leaves before the receiver asks.
    #[value(name = "push-zero")]
    Zero,
    /// Clump's own bytes to push.
    #[value(name = "push-pull")]
    Pull,
    /// BTP without limit: everything leaves at once, as far as the pushed buffer reaches.
    #[value(name = "push-all")]
    All,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Zero => "push-zero",
            Variant::Pull => "push-pull",
            Variant::All => "push-all",
        }
    }
}
