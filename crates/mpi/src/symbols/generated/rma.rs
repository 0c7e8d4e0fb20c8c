//! Exported symbols: rma. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Accumulate PMPI_Accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(8), On::Win(win), traced(Call(8), || crate::win::accumulate(Call(8), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win)));
    fn MPI_Accumulate_c PMPI_Accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(9), On::Win(win), traced(Call(9), || crate::win::accumulate(Call(9), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win)));
    fn MPI_Compare_and_swap PMPI_Compare_and_swap (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, win: abi::Win) -> c_int =
        finish(Call(118), On::Win(win), traced(Call(118), || crate::win::compare_and_swap(Call(118), Addr::new(origin_addr.cast()), Addr::new(compare_addr.cast()), Addr::new(result_addr.cast()), datatype, target_rank, target_disp as i64, win)));
    fn MPI_Fetch_and_op PMPI_Fetch_and_op (origin_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(131), On::Win(win), traced(Call(131), || crate::win::fetch_and_op(Call(131), Addr::new(origin_addr.cast()), Addr::new(result_addr.cast()), datatype, target_rank, target_disp as i64, op, win)));
    fn MPI_Get PMPI_Get (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(231), On::Win(win), traced(Call(231), || crate::win::get(Call(231), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win)));
    fn MPI_Get_c PMPI_Get_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(232), On::Win(win), traced(Call(232), || crate::win::get(Call(232), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win)));
    fn MPI_Get_accumulate PMPI_Get_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(233), On::Win(win), traced(Call(233), || crate::win::get_accumulate(Call(233), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, Addr::new(result_addr.cast()), i64::from(result_count), result_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win)));
    fn MPI_Get_accumulate_c PMPI_Get_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(234), On::Win(win), traced(Call(234), || crate::win::get_accumulate(Call(234), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, Addr::new(result_addr.cast()), result_count as i64, result_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win)));
    fn MPI_Put PMPI_Put (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(395), On::Win(win), traced(Call(395), || crate::win::put(Call(395), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win)));
    fn MPI_Put_c PMPI_Put_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(396), On::Win(win), traced(Call(396), || crate::win::put(Call(396), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win)));
    fn MPI_Raccumulate PMPI_Raccumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(398), On::Win(win), traced(Call(398), || if request.is_null() { null("request") } else { crate::win::raccumulate(Call(398), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win, Out::new(request)) }));
    fn MPI_Raccumulate_c PMPI_Raccumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(399), On::Win(win), traced(Call(399), || if request.is_null() { null("request") } else { crate::win::raccumulate(Call(399), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win, Out::new(request)) }));
    fn MPI_Rget PMPI_Rget (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(428), On::Win(win), traced(Call(428), || if request.is_null() { null("request") } else { crate::win::rget(Call(428), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win, Out::new(request)) }));
    fn MPI_Rget_c PMPI_Rget_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(429), On::Win(win), traced(Call(429), || if request.is_null() { null("request") } else { crate::win::rget(Call(429), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win, Out::new(request)) }));
    fn MPI_Rget_accumulate PMPI_Rget_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(430), On::Win(win), traced(Call(430), || if request.is_null() { null("request") } else { crate::win::rget_accumulate(Call(430), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, Addr::new(result_addr.cast()), i64::from(result_count), result_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win, Out::new(request)) }));
    fn MPI_Rget_accumulate_c PMPI_Rget_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(431), On::Win(win), traced(Call(431), || if request.is_null() { null("request") } else { crate::win::rget_accumulate(Call(431), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, Addr::new(result_addr.cast()), result_count as i64, result_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win, Out::new(request)) }));
    fn MPI_Rput PMPI_Rput (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(432), On::Win(win), traced(Call(432), || if request.is_null() { null("request") } else { crate::win::rput(Call(432), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win, Out::new(request)) }));
    fn MPI_Rput_c PMPI_Rput_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(433), On::Win(win), traced(Call(433), || if request.is_null() { null("request") } else { crate::win::rput(Call(433), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win, Out::new(request)) }));
    fn MPI_Win_allocate PMPI_Win_allocate (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(555), On::Comm(comm), traced(Call(555), || if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate(Call(555), size as i64, i64::from(disp_unit), info, comm, Addr::new(baseptr.cast()), Out::new(win)) }));
    fn MPI_Win_allocate_c PMPI_Win_allocate_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(556), On::Comm(comm), traced(Call(556), || if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate(Call(556), size as i64, disp_unit as i64, info, comm, Addr::new(baseptr.cast()), Out::new(win)) }));
    fn MPI_Win_allocate_shared PMPI_Win_allocate_shared (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(557), On::Comm(comm), traced(Call(557), || if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate_shared(Call(557), size as i64, i64::from(disp_unit), info, comm, Addr::new(baseptr.cast()), Out::new(win)) }));
    fn MPI_Win_allocate_shared_c PMPI_Win_allocate_shared_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(558), On::Comm(comm), traced(Call(558), || if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate_shared(Call(558), size as i64, disp_unit as i64, info, comm, Addr::new(baseptr.cast()), Out::new(win)) }));
    fn MPI_Win_attach PMPI_Win_attach (win: abi::Win, base: *mut c_void, size: isize) -> c_int =
        finish(Call(559), On::Win(win), traced(Call(559), || crate::win::attach(Call(559), win, Addr::new(base.cast()), size as i64)));
    fn MPI_Win_complete PMPI_Win_complete (win: abi::Win) -> c_int =
        finish(Call(561), On::Win(win), traced(Call(561), || crate::win::complete(Call(561), win)));
    fn MPI_Win_create PMPI_Win_create (base: *mut c_void, size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(562), On::Comm(comm), traced(Call(562), || if win.is_null() { null("win") } else { crate::win::create(Call(562), Addr::new(base.cast()), size as i64, i64::from(disp_unit), info, comm, Out::new(win)) }));
    fn MPI_Win_create_c PMPI_Win_create_c (base: *mut c_void, size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(563), On::Comm(comm), traced(Call(563), || if win.is_null() { null("win") } else { crate::win::create(Call(563), Addr::new(base.cast()), size as i64, disp_unit as i64, info, comm, Out::new(win)) }));
    fn MPI_Win_create_dynamic PMPI_Win_create_dynamic (info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(564), On::Comm(comm), traced(Call(564), || if win.is_null() { null("win") } else { crate::win::create_dynamic(Call(564), info, comm, Out::new(win)) }));
    fn MPI_Win_detach PMPI_Win_detach (win: abi::Win, base: *const c_void) -> c_int =
        finish(Call(568), On::Win(win), traced(Call(568), || crate::win::detach(Call(568), win, Addr::new(base.cast()))));
    fn MPI_Win_fence PMPI_Win_fence (assert: c_int, win: abi::Win) -> c_int =
        finish(Call(569), On::Win(win), traced(Call(569), || crate::win::fence(Call(569), assert, win)));
    fn MPI_Win_flush PMPI_Win_flush (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(570), On::Win(win), traced(Call(570), || crate::win::flush(Call(570), rank, win)));
    fn MPI_Win_flush_all PMPI_Win_flush_all (win: abi::Win) -> c_int =
        finish(Call(571), On::Win(win), traced(Call(571), || crate::win::flush_all(Call(571), win)));
    fn MPI_Win_flush_local PMPI_Win_flush_local (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(572), On::Win(win), traced(Call(572), || crate::win::flush_local(Call(572), rank, win)));
    fn MPI_Win_flush_local_all PMPI_Win_flush_local_all (win: abi::Win) -> c_int =
        finish(Call(573), On::Win(win), traced(Call(573), || crate::win::flush_local_all(Call(573), win)));
    fn MPI_Win_free PMPI_Win_free (win: *mut abi::Win) -> c_int =
        finish(Call(574), On::Win(Out::new(win).or_null()), traced(Call(574), || if win.is_null() { null("win") } else { crate::win::free(Call(574), Out::new(win)) }));
    fn MPI_Win_get_group PMPI_Win_get_group (win: abi::Win, group: *mut abi::Group) -> c_int =
        finish(Call(578), On::Win(win), traced(Call(578), || if group.is_null() { null("group") } else { crate::win::get_group(Call(578), win, Out::new(group)) }));
    fn MPI_Win_get_info PMPI_Win_get_info (win: abi::Win, info_used: *mut abi::Info) -> c_int =
        finish(Call(579), On::Win(win), traced(Call(579), || if info_used.is_null() { null("info_used") } else { crate::win::get_info(Call(579), win, Out::new(info_used)) }));
    fn MPI_Win_get_name PMPI_Win_get_name (win: abi::Win, win_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(580), On::Win(win), traced(Call(580), || if win_name.is_null() { null("win_name") } else if resultlen.is_null() { null("resultlen") } else { crate::win::get_name(Call(580), win, TextOut::new(win_name), Out::new(resultlen)) }));
    fn MPI_Win_lock PMPI_Win_lock (lock_type: c_int, rank: c_int, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(581), On::Win(win), traced(Call(581), || crate::win::lock(Call(581), lock_type, rank, assert, win)));
    fn MPI_Win_lock_all PMPI_Win_lock_all (assert: c_int, win: abi::Win) -> c_int =
        finish(Call(582), On::Win(win), traced(Call(582), || crate::win::lock_all(Call(582), assert, win)));
    fn MPI_Win_post PMPI_Win_post (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(583), On::Win(win), traced(Call(583), || crate::win::post(Call(583), group, assert, win)));
    fn MPI_Win_set_info PMPI_Win_set_info (win: abi::Win, info: abi::Info) -> c_int =
        finish(Call(586), On::Win(win), traced(Call(586), || crate::win::set_info(Call(586), win, info)));
    fn MPI_Win_set_name PMPI_Win_set_name (win: abi::Win, win_name: *const c_char) -> c_int =
        finish(Call(587), On::Win(win), traced(Call(587), || if win_name.is_null() { null("win_name") } else { crate::win::set_name(Call(587), win, Text::new(win_name)) }));
    fn MPI_Win_shared_query PMPI_Win_shared_query (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int =
        finish(Call(588), On::Win(win), traced(Call(588), || if size.is_null() { null("size") } else if disp_unit.is_null() { null("disp_unit") } else if baseptr.is_null() { null("baseptr") } else { crate::win::shared_query(Call(588), win, rank, Out::new(size.cast::<i64>()), IntOut::narrow(disp_unit.cast()), Addr::new(baseptr.cast())) }));
    fn MPI_Win_shared_query_c PMPI_Win_shared_query_c (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut isize, baseptr: *mut c_void) -> c_int =
        finish(Call(589), On::Win(win), traced(Call(589), || if size.is_null() { null("size") } else if disp_unit.is_null() { null("disp_unit") } else if baseptr.is_null() { null("baseptr") } else { crate::win::shared_query(Call(589), win, rank, Out::new(size.cast::<i64>()), IntOut::wide(disp_unit.cast()), Addr::new(baseptr.cast())) }));
    fn MPI_Win_start PMPI_Win_start (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(590), On::Win(win), traced(Call(590), || crate::win::start(Call(590), group, assert, win)));
    fn MPI_Win_sync PMPI_Win_sync (win: abi::Win) -> c_int =
        finish(Call(591), On::Win(win), traced(Call(591), || crate::win::sync(Call(591), win)));
    fn MPI_Win_test PMPI_Win_test (win: abi::Win, flag: *mut c_int) -> c_int =
        finish(Call(592), On::Win(win), traced(Call(592), || if flag.is_null() { null("flag") } else { crate::win::test(Call(592), win, Out::new(flag)) }));
    fn MPI_Win_unlock PMPI_Win_unlock (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(593), On::Win(win), traced(Call(593), || crate::win::unlock(Call(593), rank, win)));
    fn MPI_Win_unlock_all PMPI_Win_unlock_all (win: abi::Win) -> c_int =
        finish(Call(594), On::Win(win), traced(Call(594), || crate::win::unlock_all(Call(594), win)));
    fn MPI_Win_wait PMPI_Win_wait (win: abi::Win) -> c_int =
        finish(Call(595), On::Win(win), traced(Call(595), || crate::win::wait(Call(595), win)));
}
