//! Exported symbols: rma. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Accumulate PMPI_Accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(8), On::Win(win), crate::win::accumulate(Call(8), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win));
    fn MPI_Accumulate_c PMPI_Accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(9), On::Win(win), crate::win::accumulate(Call(9), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win));
    fn MPI_Compare_and_swap PMPI_Compare_and_swap (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, win: abi::Win) -> c_int =
        finish(Call(110), On::Win(win), crate::win::compare_and_swap(Call(110), Addr::new(origin_addr.cast()), Addr::new(compare_addr.cast()), Addr::new(result_addr.cast()), datatype, target_rank, target_disp as i64, win));
    fn MPI_Fetch_and_op PMPI_Fetch_and_op (origin_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(123), On::Win(win), crate::win::fetch_and_op(Call(123), Addr::new(origin_addr.cast()), Addr::new(result_addr.cast()), datatype, target_rank, target_disp as i64, op, win));
    fn MPI_Get PMPI_Get (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(223), On::Win(win), crate::win::get(Call(223), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win));
    fn MPI_Get_c PMPI_Get_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(224), On::Win(win), crate::win::get(Call(224), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win));
    fn MPI_Get_accumulate PMPI_Get_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(225), On::Win(win), crate::win::get_accumulate(Call(225), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, Addr::new(result_addr.cast()), i64::from(result_count), result_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win));
    fn MPI_Get_accumulate_c PMPI_Get_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        finish(Call(226), On::Win(win), crate::win::get_accumulate(Call(226), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, Addr::new(result_addr.cast()), result_count as i64, result_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win));
    fn MPI_Put PMPI_Put (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(387), On::Win(win), crate::win::put(Call(387), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win));
    fn MPI_Put_c PMPI_Put_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        finish(Call(388), On::Win(win), crate::win::put(Call(388), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win));
    fn MPI_Raccumulate PMPI_Raccumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(390), On::Win(win), if request.is_null() { null("request") } else { crate::win::raccumulate(Call(390), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win, Out::new(request)) });
    fn MPI_Raccumulate_c PMPI_Raccumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(391), On::Win(win), if request.is_null() { null("request") } else { crate::win::raccumulate(Call(391), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win, Out::new(request)) });
    fn MPI_Rget PMPI_Rget (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(420), On::Win(win), if request.is_null() { null("request") } else { crate::win::rget(Call(420), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win, Out::new(request)) });
    fn MPI_Rget_c PMPI_Rget_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(421), On::Win(win), if request.is_null() { null("request") } else { crate::win::rget(Call(421), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win, Out::new(request)) });
    fn MPI_Rget_accumulate PMPI_Rget_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(422), On::Win(win), if request.is_null() { null("request") } else { crate::win::rget_accumulate(Call(422), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, Addr::new(result_addr.cast()), i64::from(result_count), result_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, op, win, Out::new(request)) });
    fn MPI_Rget_accumulate_c PMPI_Rget_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(423), On::Win(win), if request.is_null() { null("request") } else { crate::win::rget_accumulate(Call(423), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, Addr::new(result_addr.cast()), result_count as i64, result_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, op, win, Out::new(request)) });
    fn MPI_Rput PMPI_Rput (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(424), On::Win(win), if request.is_null() { null("request") } else { crate::win::rput(Call(424), Addr::new(origin_addr.cast()), i64::from(origin_count), origin_datatype, target_rank, target_disp as i64, i64::from(target_count), target_datatype, win, Out::new(request)) });
    fn MPI_Rput_c PMPI_Rput_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        finish(Call(425), On::Win(win), if request.is_null() { null("request") } else { crate::win::rput(Call(425), Addr::new(origin_addr.cast()), origin_count as i64, origin_datatype, target_rank, target_disp as i64, target_count as i64, target_datatype, win, Out::new(request)) });
    fn MPI_Win_allocate PMPI_Win_allocate (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(547), On::Comm(comm), if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate(Call(547), size as i64, i64::from(disp_unit), info, comm, Addr::new(baseptr.cast()), Out::new(win)) });
    fn MPI_Win_allocate_c PMPI_Win_allocate_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(548), On::Comm(comm), if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate(Call(548), size as i64, disp_unit as i64, info, comm, Addr::new(baseptr.cast()), Out::new(win)) });
    fn MPI_Win_allocate_shared PMPI_Win_allocate_shared (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(549), On::Comm(comm), if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate_shared(Call(549), size as i64, i64::from(disp_unit), info, comm, Addr::new(baseptr.cast()), Out::new(win)) });
    fn MPI_Win_allocate_shared_c PMPI_Win_allocate_shared_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        finish(Call(550), On::Comm(comm), if baseptr.is_null() { null("baseptr") } else if win.is_null() { null("win") } else { crate::win::allocate_shared(Call(550), size as i64, disp_unit as i64, info, comm, Addr::new(baseptr.cast()), Out::new(win)) });
    fn MPI_Win_attach PMPI_Win_attach (win: abi::Win, base: *mut c_void, size: isize) -> c_int =
        finish(Call(551), On::Win(win), crate::win::attach(Call(551), win, Addr::new(base.cast()), size as i64));
    fn MPI_Win_complete PMPI_Win_complete (win: abi::Win) -> c_int =
        finish(Call(553), On::Win(win), crate::win::complete(Call(553), win));
    fn MPI_Win_create PMPI_Win_create (base: *mut c_void, size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(554), On::Comm(comm), if win.is_null() { null("win") } else { crate::win::create(Call(554), Addr::new(base.cast()), size as i64, i64::from(disp_unit), info, comm, Out::new(win)) });
    fn MPI_Win_create_c PMPI_Win_create_c (base: *mut c_void, size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(555), On::Comm(comm), if win.is_null() { null("win") } else { crate::win::create(Call(555), Addr::new(base.cast()), size as i64, disp_unit as i64, info, comm, Out::new(win)) });
    fn MPI_Win_create_dynamic PMPI_Win_create_dynamic (info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        finish(Call(556), On::Comm(comm), if win.is_null() { null("win") } else { crate::win::create_dynamic(Call(556), info, comm, Out::new(win)) });
    fn MPI_Win_detach PMPI_Win_detach (win: abi::Win, base: *const c_void) -> c_int =
        finish(Call(560), On::Win(win), crate::win::detach(Call(560), win, Addr::new(base.cast())));
    fn MPI_Win_fence PMPI_Win_fence (assert: c_int, win: abi::Win) -> c_int =
        finish(Call(561), On::Win(win), crate::win::fence(Call(561), assert, win));
    fn MPI_Win_flush PMPI_Win_flush (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(562), On::Win(win), crate::win::flush(Call(562), rank, win));
    fn MPI_Win_flush_all PMPI_Win_flush_all (win: abi::Win) -> c_int =
        finish(Call(563), On::Win(win), crate::win::flush_all(Call(563), win));
    fn MPI_Win_flush_local PMPI_Win_flush_local (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(564), On::Win(win), crate::win::flush_local(Call(564), rank, win));
    fn MPI_Win_flush_local_all PMPI_Win_flush_local_all (win: abi::Win) -> c_int =
        finish(Call(565), On::Win(win), crate::win::flush_local_all(Call(565), win));
    fn MPI_Win_free PMPI_Win_free (win: *mut abi::Win) -> c_int =
        finish(Call(566), On::Win(Out::new(win).or_null()), if win.is_null() { null("win") } else { crate::win::free(Call(566), Out::new(win)) });
    fn MPI_Win_get_group PMPI_Win_get_group (win: abi::Win, group: *mut abi::Group) -> c_int =
        finish(Call(570), On::Win(win), if group.is_null() { null("group") } else { crate::win::get_group(Call(570), win, Out::new(group)) });
    fn MPI_Win_get_info PMPI_Win_get_info (win: abi::Win, info_used: *mut abi::Info) -> c_int =
        finish(Call(571), On::Win(win), if info_used.is_null() { null("info_used") } else { crate::win::get_info(Call(571), win, Out::new(info_used)) });
    fn MPI_Win_get_name PMPI_Win_get_name (win: abi::Win, win_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(572), On::Win(win), if win_name.is_null() { null("win_name") } else if resultlen.is_null() { null("resultlen") } else { crate::win::get_name(Call(572), win, TextOut::new(win_name), Out::new(resultlen)) });
    fn MPI_Win_lock PMPI_Win_lock (lock_type: c_int, rank: c_int, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(573), On::Win(win), crate::win::lock(Call(573), lock_type, rank, assert, win));
    fn MPI_Win_lock_all PMPI_Win_lock_all (assert: c_int, win: abi::Win) -> c_int =
        finish(Call(574), On::Win(win), crate::win::lock_all(Call(574), assert, win));
    fn MPI_Win_post PMPI_Win_post (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(575), On::Win(win), crate::win::post(Call(575), group, assert, win));
    fn MPI_Win_set_info PMPI_Win_set_info (win: abi::Win, info: abi::Info) -> c_int =
        finish(Call(578), On::Win(win), crate::win::set_info(Call(578), win, info));
    fn MPI_Win_set_name PMPI_Win_set_name (win: abi::Win, win_name: *const c_char) -> c_int =
        finish(Call(579), On::Win(win), if win_name.is_null() { null("win_name") } else { crate::win::set_name(Call(579), win, Text::new(win_name)) });
    fn MPI_Win_shared_query PMPI_Win_shared_query (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int =
        finish(Call(580), On::Win(win), if size.is_null() { null("size") } else if disp_unit.is_null() { null("disp_unit") } else if baseptr.is_null() { null("baseptr") } else { crate::win::shared_query(Call(580), win, rank, Out::new(size.cast::<i64>()), IntOut::narrow(disp_unit.cast()), Addr::new(baseptr.cast())) });
    fn MPI_Win_shared_query_c PMPI_Win_shared_query_c (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut isize, baseptr: *mut c_void) -> c_int =
        finish(Call(581), On::Win(win), if size.is_null() { null("size") } else if disp_unit.is_null() { null("disp_unit") } else if baseptr.is_null() { null("baseptr") } else { crate::win::shared_query(Call(581), win, rank, Out::new(size.cast::<i64>()), IntOut::wide(disp_unit.cast()), Addr::new(baseptr.cast())) });
    fn MPI_Win_start PMPI_Win_start (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        finish(Call(582), On::Win(win), crate::win::start(Call(582), group, assert, win));
    fn MPI_Win_sync PMPI_Win_sync (win: abi::Win) -> c_int =
        finish(Call(583), On::Win(win), crate::win::sync(Call(583), win));
    fn MPI_Win_test PMPI_Win_test (win: abi::Win, flag: *mut c_int) -> c_int =
        finish(Call(584), On::Win(win), if flag.is_null() { null("flag") } else { crate::win::test(Call(584), win, Out::new(flag)) });
    fn MPI_Win_unlock PMPI_Win_unlock (rank: c_int, win: abi::Win) -> c_int =
        finish(Call(585), On::Win(win), crate::win::unlock(Call(585), rank, win));
    fn MPI_Win_unlock_all PMPI_Win_unlock_all (win: abi::Win) -> c_int =
        finish(Call(586), On::Win(win), crate::win::unlock_all(Call(586), win));
    fn MPI_Win_wait PMPI_Win_wait (win: abi::Win) -> c_int =
        finish(Call(587), On::Win(win), crate::win::wait(Call(587), win));
}
