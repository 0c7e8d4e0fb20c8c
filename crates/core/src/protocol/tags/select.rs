//! The selection of messages by a receive or probe (MPI 5.0, sections 3.2.4 and 3.8).
use crate::ids::Rank;

/// Selects the messages that a receive or probe takes. Contexts keep communicators (and their collectives) apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select {
    pub context: u16,
    /// The rank that must have sent the message; `None`: any rank.
    pub source: Option<Rank>,
    /// The tag that the message must have; `None`: any tag.
    pub tag: Option<i32>,
}

impl Select {
    #[inline(always)]
    pub fn takes(&self, context: u16, from: Rank, tag: i32) -> bool {
        self.context == context && self.source.is_none_or(|s| s == from) && self.tag.is_none_or(|t| t == tag)
    }
}
