//! The start of a non-blocking collective.
use super::schedule::Course;
use crate::abi;
use crate::ffi::gate::Guard;
use crate::request::Request;

/// Starts a collective; its first messages leave before this returns, and it has begun its steps on a board: calls on
/// one communicator begin them in the order of the calls.
pub fn start(s: &mut Guard, context: u16, course: Course) -> abi::Request {
    let handle = s.new_request(Request::Operation);
    let schedule = s.coll.schedules.begin(handle, context, course);
    s.carry_on(schedule);
    handle
}
