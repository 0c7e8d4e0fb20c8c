//! Exported symbols: rma. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Accumulate PMPI_Accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        missing(Call(8), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win)]);
    fn MPI_Accumulate_c PMPI_Accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        missing(Call(9), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win)]);
    fn MPI_Compare_and_swap PMPI_Compare_and_swap (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, win: abi::Win) -> c_int =
        missing(Call(110), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&compare_addr), Unused::of(&result_addr), Unused::of(&datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&win)]);
    fn MPI_Fetch_and_op PMPI_Fetch_and_op (origin_addr: *const c_void, result_addr: *mut c_void, datatype: abi::Datatype, target_rank: c_int, target_disp: isize, op: abi::Op, win: abi::Win) -> c_int =
        missing(Call(123), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&result_addr), Unused::of(&datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&op), Unused::of(&win)]);
    fn MPI_Get PMPI_Get (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        missing(Call(223), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win)]);
    fn MPI_Get_c PMPI_Get_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        missing(Call(224), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win)]);
    fn MPI_Get_accumulate PMPI_Get_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        missing(Call(225), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&result_addr), Unused::of(&result_count), Unused::of(&result_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win)]);
    fn MPI_Get_accumulate_c PMPI_Get_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win) -> c_int =
        missing(Call(226), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&result_addr), Unused::of(&result_count), Unused::of(&result_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win)]);
    fn MPI_Put PMPI_Put (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        missing(Call(387), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win)]);
    fn MPI_Put_c PMPI_Put_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win) -> c_int =
        missing(Call(388), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win)]);
    fn MPI_Raccumulate PMPI_Raccumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(390), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Raccumulate_c PMPI_Raccumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(391), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rget PMPI_Rget (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(420), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rget_c PMPI_Rget_c (origin_addr: *mut c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(421), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rget_accumulate PMPI_Rget_accumulate (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: c_int, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(422), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&result_addr), Unused::of(&result_count), Unused::of(&result_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rget_accumulate_c PMPI_Rget_accumulate_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, result_addr: *mut c_void, result_count: i64, result_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, op: abi::Op, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(423), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&result_addr), Unused::of(&result_count), Unused::of(&result_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&op), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rput PMPI_Rput (origin_addr: *const c_void, origin_count: c_int, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(424), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Rput_c PMPI_Rput_c (origin_addr: *const c_void, origin_count: i64, origin_datatype: abi::Datatype, target_rank: c_int, target_disp: isize, target_count: i64, target_datatype: abi::Datatype, win: abi::Win, request: *mut abi::Request) -> c_int =
        missing(Call(425), On::Nothing, &[Unused::of(&origin_addr), Unused::of(&origin_count), Unused::of(&origin_datatype), Unused::of(&target_rank), Unused::of(&target_disp), Unused::of(&target_count), Unused::of(&target_datatype), Unused::of(&win), Unused::of(&request)]);
    fn MPI_Win_allocate PMPI_Win_allocate (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        missing(Call(547), On::Comm(comm), &[Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&baseptr), Unused::of(&win)]);
    fn MPI_Win_allocate_c PMPI_Win_allocate_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        missing(Call(548), On::Comm(comm), &[Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&baseptr), Unused::of(&win)]);
    fn MPI_Win_allocate_shared PMPI_Win_allocate_shared (size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        missing(Call(549), On::Comm(comm), &[Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&baseptr), Unused::of(&win)]);
    fn MPI_Win_allocate_shared_c PMPI_Win_allocate_shared_c (size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, baseptr: *mut c_void, win: *mut abi::Win) -> c_int =
        missing(Call(550), On::Comm(comm), &[Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&baseptr), Unused::of(&win)]);
    fn MPI_Win_attach PMPI_Win_attach (win: abi::Win, base: *mut c_void, size: isize) -> c_int =
        missing(Call(551), On::Nothing, &[Unused::of(&win), Unused::of(&base), Unused::of(&size)]);
    fn MPI_Win_complete PMPI_Win_complete (win: abi::Win) -> c_int =
        missing(Call(553), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_create PMPI_Win_create (base: *mut c_void, size: isize, disp_unit: c_int, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        missing(Call(554), On::Comm(comm), &[Unused::of(&base), Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&win)]);
    fn MPI_Win_create_c PMPI_Win_create_c (base: *mut c_void, size: isize, disp_unit: isize, info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        missing(Call(555), On::Comm(comm), &[Unused::of(&base), Unused::of(&size), Unused::of(&disp_unit), Unused::of(&info), Unused::of(&comm), Unused::of(&win)]);
    fn MPI_Win_create_dynamic PMPI_Win_create_dynamic (info: abi::Info, comm: abi::Comm, win: *mut abi::Win) -> c_int =
        missing(Call(556), On::Comm(comm), &[Unused::of(&info), Unused::of(&comm), Unused::of(&win)]);
    fn MPI_Win_detach PMPI_Win_detach (win: abi::Win, base: *const c_void) -> c_int =
        missing(Call(560), On::Nothing, &[Unused::of(&win), Unused::of(&base)]);
    fn MPI_Win_fence PMPI_Win_fence (assert: c_int, win: abi::Win) -> c_int =
        missing(Call(561), On::Nothing, &[Unused::of(&assert), Unused::of(&win)]);
    fn MPI_Win_flush PMPI_Win_flush (rank: c_int, win: abi::Win) -> c_int =
        missing(Call(562), On::Nothing, &[Unused::of(&rank), Unused::of(&win)]);
    fn MPI_Win_flush_all PMPI_Win_flush_all (win: abi::Win) -> c_int =
        missing(Call(563), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_flush_local PMPI_Win_flush_local (rank: c_int, win: abi::Win) -> c_int =
        missing(Call(564), On::Nothing, &[Unused::of(&rank), Unused::of(&win)]);
    fn MPI_Win_flush_local_all PMPI_Win_flush_local_all (win: abi::Win) -> c_int =
        missing(Call(565), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_free PMPI_Win_free (win: *mut abi::Win) -> c_int =
        missing(Call(566), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_get_group PMPI_Win_get_group (win: abi::Win, group: *mut abi::Group) -> c_int =
        missing(Call(570), On::Nothing, &[Unused::of(&win), Unused::of(&group)]);
    fn MPI_Win_get_info PMPI_Win_get_info (win: abi::Win, info_used: *mut abi::Info) -> c_int =
        missing(Call(571), On::Nothing, &[Unused::of(&win), Unused::of(&info_used)]);
    fn MPI_Win_get_name PMPI_Win_get_name (win: abi::Win, win_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        missing(Call(572), On::Nothing, &[Unused::of(&win), Unused::of(&win_name), Unused::of(&resultlen)]);
    fn MPI_Win_lock PMPI_Win_lock (lock_type: c_int, rank: c_int, assert: c_int, win: abi::Win) -> c_int =
        missing(Call(573), On::Nothing, &[Unused::of(&lock_type), Unused::of(&rank), Unused::of(&assert), Unused::of(&win)]);
    fn MPI_Win_lock_all PMPI_Win_lock_all (assert: c_int, win: abi::Win) -> c_int =
        missing(Call(574), On::Nothing, &[Unused::of(&assert), Unused::of(&win)]);
    fn MPI_Win_post PMPI_Win_post (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        missing(Call(575), On::Nothing, &[Unused::of(&group), Unused::of(&assert), Unused::of(&win)]);
    fn MPI_Win_set_info PMPI_Win_set_info (win: abi::Win, info: abi::Info) -> c_int =
        missing(Call(578), On::Nothing, &[Unused::of(&win), Unused::of(&info)]);
    fn MPI_Win_set_name PMPI_Win_set_name (win: abi::Win, win_name: *const c_char) -> c_int =
        missing(Call(579), On::Nothing, &[Unused::of(&win), Unused::of(&win_name)]);
    fn MPI_Win_shared_query PMPI_Win_shared_query (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int =
        missing(Call(580), On::Nothing, &[Unused::of(&win), Unused::of(&rank), Unused::of(&size), Unused::of(&disp_unit), Unused::of(&baseptr)]);
    fn MPI_Win_shared_query_c PMPI_Win_shared_query_c (win: abi::Win, rank: c_int, size: *mut isize, disp_unit: *mut isize, baseptr: *mut c_void) -> c_int =
        missing(Call(581), On::Nothing, &[Unused::of(&win), Unused::of(&rank), Unused::of(&size), Unused::of(&disp_unit), Unused::of(&baseptr)]);
    fn MPI_Win_start PMPI_Win_start (group: abi::Group, assert: c_int, win: abi::Win) -> c_int =
        missing(Call(582), On::Nothing, &[Unused::of(&group), Unused::of(&assert), Unused::of(&win)]);
    fn MPI_Win_sync PMPI_Win_sync (win: abi::Win) -> c_int =
        missing(Call(583), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_test PMPI_Win_test (win: abi::Win, flag: *mut c_int) -> c_int =
        missing(Call(584), On::Nothing, &[Unused::of(&win), Unused::of(&flag)]);
    fn MPI_Win_unlock PMPI_Win_unlock (rank: c_int, win: abi::Win) -> c_int =
        missing(Call(585), On::Nothing, &[Unused::of(&rank), Unused::of(&win)]);
    fn MPI_Win_unlock_all PMPI_Win_unlock_all (win: abi::Win) -> c_int =
        missing(Call(586), On::Nothing, &[Unused::of(&win)]);
    fn MPI_Win_wait PMPI_Win_wait (win: abi::Win) -> c_int =
        missing(Call(587), On::Nothing, &[Unused::of(&win)]);
}
