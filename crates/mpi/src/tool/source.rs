//! The source of events (MPI 5.0, 15.3.8).
use super::{at, enter, give, must_give, text};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Out, TextOut};
use crate::ffi::memory;
use crate::objects::info::Info;
use crate::objects::tool::table::SOURCE;

/// MPI_T_source_get_num
pub fn source_get_num(_: Call, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, 1)
}

/// MPI_T_source_get_info. One thread at a time tells events, in the order in which the process saw them.
#[allow(clippy::too_many_arguments)]
pub fn source_get_info(
    _: Call,
    index: i32,
    name: TextOut,
    name_len: Out<i32>,
    desc: TextOut,
    desc_len: Out<i32>,
    ordering: Out<i32>,
    ticks_per_second: Out<i64>,
    max_ticks: Out<i64>,
    info: Out<abi::Info>,
) -> Result {
    let mut s = enter()?;
    let (its, what) = *at(&[SOURCE], index)?;
    text(name, name_len, its);
    text(desc, desc_len, what);
    give(ordering, abi::MPI_T_SOURCE_ORDERED);
    give(ticks_per_second, 1_000_000_000);
    give(max_ticks, i64::MAX);
    if !info.is_null() {
        info.set(s.infos.add(Info::new()));
    }
    Ok(())
}

/// MPI_T_source_get_timestamp
pub fn source_get_timestamp(_: Call, index: i32, timestamp: Out<i64>) -> Result {
    let _s = enter()?;
    at(&[SOURCE], index)?;
    must_give(timestamp, memory::nanoseconds())
}
