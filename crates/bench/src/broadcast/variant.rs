//! The broadcasts that the benchmark compares.

/// A kind of broadcast.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Ours,
    PushPull,
    Simple,
    Messages,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Ours => "ours",
            Variant::PushPull => "push-pull",
            Variant::Simple => "simple",
            Variant::Messages => "messages",
        }
    }
}
