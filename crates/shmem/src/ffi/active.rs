//! The deprecated collectives of active sets (OpenSHMEM 1.5, section 9.9), whose PEs meet by the program's pSync array.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::collective::{run_alltoall, run_alltoalls, run_broadcast, run_collect, run_fcollect};
use super::meet::{Meeting, MeetingPlace};
use super::process::fail;
use super::reduction::run;
use super::space::SPACE;
use super::{order, team};
use crate::arithmetic::{BitReduced, NumberReduced, OrderReduced};
use std::ffi::c_long;

/// The words of a pSync array: SHMEM_SYNC_SIZE.
const WORDS: usize = 48;

/// Returns the meeting of an active set, to which this PE must belong.
fn meeting(call: &str, start: i32, log_stride: i32, size: i32, sync: *mut c_long) -> Meeting {
    SPACE.check(call);
    let set = (0..31).contains(&log_stride).then(|| team::world().part(start, 1 << log_stride, size)).flatten();
    let Some(set) = set else {
        let said = format!("the active set (PE_start {start}, logPE_stride {log_stride}, PE_size {size})");
        fail(call, format_args!("{said} is not within the {} PEs of the job", SPACE.n_pes()));
    };
    let me = SPACE.me() as i32;
    let Some(index) = set.index(me) else { fail(call, format_args!("PE {me} is not in the active set")) };
    let (_, at) = SPACE.place(call, sync.addr(), WORDS * size_of::<c_long>(), me);
    if !sync.is_aligned() {
        fail(call, format_args!("the address {sync:?} of pSync is not aligned"));
    }
    Meeting::new(set, index, MeetingPlace::Words(at))
}

pub unsafe fn barrier(call: &str, start: i32, log_stride: i32, size: i32, sync: *mut c_long) {
    let all = meeting(call, start, log_stride, size, sync);
    order::wait_for_all(call);
    all.wait(call);
}

pub unsafe fn sync(call: &str, start: i32, log_stride: i32, size: i32, sync: *mut c_long) {
    meeting(call, start, log_stride, size, sync).wait(call);
}

pub unsafe fn broadcast<T>(
    call: &str,
    dest: *mut T,
    source: *const T,
    n: usize,
    root: i32,
    start: i32,
    log_stride: i32,
    size: i32,
    sync: *mut c_long,
) {
    let all = meeting(call, start, log_stride, size, sync);
    // The root's own destination stays as it is, unlike a team's.
    run_broadcast(call, all, dest, source, n, root, false);
}

macro_rules! concatenations { ($($name:ident $f:ident)*) => { $(
    pub unsafe fn $name<T>(
        call: &str,
        dest: *mut T,
        source: *const T,
        n: usize,
        start: i32,
        log_stride: i32,
        size: i32,
        sync: *mut c_long,
    ) {
        $f(call, meeting(call, start, log_stride, size, sync), dest, source, n);
    }
)* } }
concatenations! { collect run_collect fcollect run_fcollect alltoall run_alltoall }

pub unsafe fn alltoalls<T>(
    call: &str,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    n: usize,
    start: i32,
    log_stride: i32,
    size: i32,
    sync: *mut c_long,
) {
    run_alltoalls(call, meeting(call, start, log_stride, size, sync), (dest, dst), (source, sst), n);
}

macro_rules! reductions { ($($name:ident $bound:ident $f:ident)*) => { $(
    pub unsafe fn $name<T: $bound>(
        call: &str,
        dest: *mut T,
        source: *const T,
        n: i32,
        start: i32,
        log_stride: i32,
        size: i32,
        _work: *mut T,
        sync: *mut c_long,
    ) {
        let all = meeting(call, start, log_stride, size, sync);
        run(call, all, dest, source, usize::try_from(n).unwrap_or(0), T::$f);
    }
)* } }
reductions! {
    and BitReduced and
    or BitReduced or
    xor BitReduced xor
    max OrderReduced larger
    min OrderReduced smaller
    sum NumberReduced plus
    prod NumberReduced times
}
