//! The classes of credit of messages that run handlers: one for each role.
use crate::planted::planted;
use crate::protocol::transfer::{Class, CreditClass};
use crate::wire::MessageRole;

/// Messages that run a handler, except replies.
pub(super) const REQUESTS: Class = Class::new(1);
/// The replies that handlers send. Replies have credit of their own, so a reply never waits for a request.
pub(super) const REPLIES: Class = Class::new(4);

/// Both classes. Replies go first, because requests wait for them.
pub(super) const CLASSES: [Class; 2] = [REPLIES, REQUESTS];

/// Both classes, with their credit.
pub(super) const CREDIT: [CreditClass; 2] = [
    CreditClass { class: REQUESTS, credit: |limits| limits.handlers, by_credit: true },
    CreditClass { class: REPLIES, credit: |limits| limits.replies, by_credit: true },
];

/// Returns the class of messages that have this role.
#[inline(always)]
pub(super) fn of_role(role: MessageRole) -> Class {
    match role {
        MessageRole::Reply if !planted("replies_behind_requests") => REPLIES,
        _ => REQUESTS,
    }
}

/// Returns the role of this class's messages.
#[inline(always)]
pub(super) fn role_of(class: Class) -> MessageRole {
    if class == REPLIES { MessageRole::Reply } else { MessageRole::Request }
}
