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
    /// Push-pull as in the paper's figure 5: BTP 16, and everything else is pulled. (Clump itself pushes messages of up
    /// to 6 KiB whole.)
    #[value(name = "push-pull-16")]
    Sixteen,
    /// BTP without limit: everything leaves at once, as far as the pushed buffer allows.
    #[value(name = "push-all")]
    All,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Zero => "push-zero",
            Variant::Pull => "push-pull",
            Variant::Sixteen => "push-pull-16",
            Variant::All => "push-all",
        }
    }
}
