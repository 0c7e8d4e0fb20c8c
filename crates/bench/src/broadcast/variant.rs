//! The broadcasts that the benchmark compares.

/// A kind of broadcast.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Ours,
    /// The paper's push-pull broadcast (3.3): one member acknowledges the pushed bytes.
    PushPull,
    /// A push-pull broadcast whose root waits for all members.
    PushPullAll,
    /// The paper's simple broadcast (3.2), whose members ask for what is missing.
    Simple,
    /// Simple broadcast whose root sends again after a time-out, as in the paper.
    SimpleByTimeout,
    Messages,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Ours => "ours",
            Variant::PushPull => "push-pull",
            Variant::PushPullAll => "push-pull-all",
            Variant::Simple => "simple",
            Variant::SimpleByTimeout => "simple-by-timeout",
            Variant::Messages => "messages",
        }
    }
}
