//! Which communicators leave their contexts behind.
use crate::Ranks;
use clump::driver::{Endpoint, Local, planted};

/// Returns true if the contexts of a communicator that has been freed may be given to another one. They may not if it
/// is revoked or a member has died: calls on it have failed, so that messages of it may arrive at any later time, and a
/// receive of another communicator with its contexts would take them.
pub fn may_reuse_contexts<F: Local>(endpoint: &Endpoint<F>, context: u16, members: &Ranks) -> bool {
    planted("failed_contexts_given_out_again")
        || !endpoint.is_revoked(context) && !members.iter().any(|member| endpoint.is_dead(member))
}
