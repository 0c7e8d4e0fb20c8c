//! Requests of non-blocking accesses.
use crate::abi;
use crate::error::Result;
use crate::ffi::gate::Guard;
use crate::objects::request::{FileRequest, Request};
use crate::objects::status::Finished;
use std::sync::{Arc, Mutex, PoisonError};

/// Starts an access to a file, and returns its request. `context` is that of the file's communicator. The access makes
/// progress in every MPI call that makes progress, and its reading and writing in another thread.
pub fn start(
    s: &mut Guard,
    context: u16,
    file: abi::File,
    course: impl Future<Output = Result<u64>> + Send + 'static,
) -> abi::Request {
    let failure = Arc::new(Mutex::new(None));
    let kept = failure.clone();
    let handle = s.new_request(Request::File(Box::new(FileRequest { file, failure, finished: None })));
    let course = Box::pin(async move {
        match course.await {
            Ok(len) => Finished { len, ..Finished::EMPTY },
            Err(e) => {
                let code = e.code;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(e);
                Finished { code, ..Finished::EMPTY }
            }
        }
    });
    let schedule = s.coll.schedules.begin_file(handle, context, course);
    s.carry_on(schedule);
    handle
}
