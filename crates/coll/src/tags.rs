//! The tags of a collective call's further messages, on the context of its communicator. The calls themselves have tags
//! below [`ABANDONMENT`].

/// The tag of an abandonment less the tag of its call. Tags of calls are smaller.
pub const ABANDONMENT: i32 = 1 << 28;
/// The tag of a notice less the tag of its call.
pub const NOTICE: i32 = 1 << 29;

/// Returns the tag of the notice that the call with this tag cannot complete: for an agreement or a comparison, which
/// has a tag from [`ABANDONMENT`] on, the complement of its tag, which is negative.
pub fn notice_tag(call: i32) -> i32 {
    if call < ABANDONMENT { call + NOTICE } else { !call }
}
