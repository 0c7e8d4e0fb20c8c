//! The amounts of bytes to push that the paper's figure compares.

/// A choice of how many bytes are pushed.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// BTP 0: nothing leaves before the receiver requests it.
    #[value(name = "push-zero")]
    Zero,
    /// Clump's own bytes to push (push-pull).
    #[value(name = "push-pull")]
    Pull,
    /// BTP without limit: everything leaves at once, as far as the pushed buffer allows.
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
