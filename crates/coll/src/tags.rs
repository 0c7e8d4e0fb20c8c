//! The tags of a collective call's further messages, on the context of its communicator. The calls themselves have tags
//! below [`ABANDONMENT`].
use clump::driver::planted;

/// The tag of an abandonment less the tag of its call. Tags of calls are smaller.
pub const ABANDONMENT: i32 = 1 << 28;
/// The tag of notices of calls.
const NOTICE: i32 = 1 << 29;

/// Returns the tag of the notice that the call with this tag cannot complete. It also tells those that wait for the
/// failed rank in a later call on the communicator. An agreement or a comparison, which has a tag from [`ABANDONMENT`]
/// on, has a notice of its own: the complement of its tag, which is negative.
pub fn notice_tag(call: i32) -> i32 {
    match call {
        call if call >= ABANDONMENT => !call,
        call if planted("notice_of_one_call") => NOTICE + call,
        _ => NOTICE,
    }
}
