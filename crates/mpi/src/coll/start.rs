//! The start of a non-blocking collective.
use super::schedule::Course;
use crate::abi;
use crate::ffi::gate::Guard;
use crate::request::Request;

/// Starts a collective and returns its request. When this function returns, the call's first messages have been sent
/// and its steps on a board have begun, so that calls on one communicator begin steps in the order of the calls.
pub fn start(s: &mut Guard, context: u16, course: Course) -> abi::Request {
    let handle = s.new_request(Request::Operation);
    let schedule = s.coll.schedules.begin(handle, context, course);
    s.carry_on(schedule);
    handle
}
