//! Exported symbols: io. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_File_close PMPI_File_close (fh: *mut abi::File) -> c_int =
        missing(Call(125), On::Nothing, &[Unused::of(&fh)]);
    fn MPI_File_delete PMPI_File_delete (filename: *const c_char, info: abi::Info) -> c_int =
        missing(Call(127), On::Nothing, &[Unused::of(&filename), Unused::of(&info)]);
    fn MPI_File_get_amode PMPI_File_get_amode (fh: abi::File, amode: *mut c_int) -> c_int =
        missing(Call(128), On::Nothing, &[Unused::of(&fh), Unused::of(&amode)]);
    fn MPI_File_get_atomicity PMPI_File_get_atomicity (fh: abi::File, flag: *mut c_int) -> c_int =
        missing(Call(129), On::Nothing, &[Unused::of(&fh), Unused::of(&flag)]);
    fn MPI_File_get_byte_offset PMPI_File_get_byte_offset (fh: abi::File, offset: i64, disp: *mut i64) -> c_int =
        missing(Call(130), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&disp)]);
    fn MPI_File_get_group PMPI_File_get_group (fh: abi::File, group: *mut abi::Group) -> c_int =
        missing(Call(132), On::Nothing, &[Unused::of(&fh), Unused::of(&group)]);
    fn MPI_File_get_info PMPI_File_get_info (fh: abi::File, info_used: *mut abi::Info) -> c_int =
        missing(Call(133), On::Nothing, &[Unused::of(&fh), Unused::of(&info_used)]);
    fn MPI_File_get_position PMPI_File_get_position (fh: abi::File, offset: *mut i64) -> c_int =
        missing(Call(134), On::Nothing, &[Unused::of(&fh), Unused::of(&offset)]);
    fn MPI_File_get_position_shared PMPI_File_get_position_shared (fh: abi::File, offset: *mut i64) -> c_int =
        missing(Call(135), On::Nothing, &[Unused::of(&fh), Unused::of(&offset)]);
    fn MPI_File_get_size PMPI_File_get_size (fh: abi::File, size: *mut i64) -> c_int =
        missing(Call(136), On::Nothing, &[Unused::of(&fh), Unused::of(&size)]);
    fn MPI_File_get_type_extent PMPI_File_get_type_extent (fh: abi::File, datatype: abi::Datatype, extent: *mut isize) -> c_int =
        missing(Call(137), On::Nothing, &[Unused::of(&fh), Unused::of(&datatype), Unused::of(&extent)]);
    fn MPI_File_get_type_extent_c PMPI_File_get_type_extent_c (fh: abi::File, datatype: abi::Datatype, extent: *mut i64) -> c_int =
        missing(Call(138), On::Nothing, &[Unused::of(&fh), Unused::of(&datatype), Unused::of(&extent)]);
    fn MPI_File_get_view PMPI_File_get_view (fh: abi::File, disp: *mut i64, etype: *mut abi::Datatype, filetype: *mut abi::Datatype, datarep: *mut c_char) -> c_int =
        missing(Call(139), On::Nothing, &[Unused::of(&fh), Unused::of(&disp), Unused::of(&etype), Unused::of(&filetype), Unused::of(&datarep)]);
    fn MPI_File_iread PMPI_File_iread (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(140), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_c PMPI_File_iread_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(141), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_all PMPI_File_iread_all (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(142), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_all_c PMPI_File_iread_all_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(143), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_at PMPI_File_iread_at (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(144), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_at_c PMPI_File_iread_at_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(145), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_at_all PMPI_File_iread_at_all (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(146), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_at_all_c PMPI_File_iread_at_all_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(147), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_shared PMPI_File_iread_shared (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(148), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iread_shared_c PMPI_File_iread_shared_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(149), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite PMPI_File_iwrite (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(150), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_c PMPI_File_iwrite_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(151), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_all PMPI_File_iwrite_all (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(152), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_all_c PMPI_File_iwrite_all_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(153), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_at PMPI_File_iwrite_at (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(154), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_at_c PMPI_File_iwrite_at_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(155), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_at_all PMPI_File_iwrite_at_all (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(156), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_at_all_c PMPI_File_iwrite_at_all_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(157), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_shared PMPI_File_iwrite_shared (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(158), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_iwrite_shared_c PMPI_File_iwrite_shared_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        missing(Call(159), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&request)]);
    fn MPI_File_open PMPI_File_open (comm: abi::Comm, filename: *const c_char, amode: c_int, info: abi::Info, fh: *mut abi::File) -> c_int =
        missing(Call(160), On::Comm(comm), &[Unused::of(&comm), Unused::of(&filename), Unused::of(&amode), Unused::of(&info), Unused::of(&fh)]);
    fn MPI_File_preallocate PMPI_File_preallocate (fh: abi::File, size: i64) -> c_int =
        missing(Call(161), On::Nothing, &[Unused::of(&fh), Unused::of(&size)]);
    fn MPI_File_read PMPI_File_read (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(162), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_c PMPI_File_read_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(163), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_all PMPI_File_read_all (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(164), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_all_c PMPI_File_read_all_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(165), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_all_begin PMPI_File_read_all_begin (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(166), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_all_begin_c PMPI_File_read_all_begin_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(167), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_all_end PMPI_File_read_all_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        missing(Call(168), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_read_at PMPI_File_read_at (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(169), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_at_c PMPI_File_read_at_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(170), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_at_all PMPI_File_read_at_all (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(171), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_at_all_c PMPI_File_read_at_all_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(172), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_at_all_begin PMPI_File_read_at_all_begin (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(173), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_at_all_begin_c PMPI_File_read_at_all_begin_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(174), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_at_all_end PMPI_File_read_at_all_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        missing(Call(175), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_read_ordered PMPI_File_read_ordered (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(176), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_ordered_c PMPI_File_read_ordered_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(177), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_ordered_begin PMPI_File_read_ordered_begin (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(178), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_ordered_begin_c PMPI_File_read_ordered_begin_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(179), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_read_ordered_end PMPI_File_read_ordered_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        missing(Call(180), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_read_shared PMPI_File_read_shared (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(181), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_read_shared_c PMPI_File_read_shared_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(182), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_seek PMPI_File_seek (fh: abi::File, offset: i64, whence: c_int) -> c_int =
        missing(Call(183), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&whence)]);
    fn MPI_File_seek_shared PMPI_File_seek_shared (fh: abi::File, offset: i64, whence: c_int) -> c_int =
        missing(Call(184), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&whence)]);
    fn MPI_File_set_atomicity PMPI_File_set_atomicity (fh: abi::File, flag: c_int) -> c_int =
        missing(Call(185), On::Nothing, &[Unused::of(&fh), Unused::of(&flag)]);
    fn MPI_File_set_info PMPI_File_set_info (fh: abi::File, info: abi::Info) -> c_int =
        missing(Call(187), On::Nothing, &[Unused::of(&fh), Unused::of(&info)]);
    fn MPI_File_set_size PMPI_File_set_size (fh: abi::File, size: i64) -> c_int =
        missing(Call(188), On::Nothing, &[Unused::of(&fh), Unused::of(&size)]);
    fn MPI_File_set_view PMPI_File_set_view (fh: abi::File, disp: i64, etype: abi::Datatype, filetype: abi::Datatype, datarep: *const c_char, info: abi::Info) -> c_int =
        missing(Call(189), On::Nothing, &[Unused::of(&fh), Unused::of(&disp), Unused::of(&etype), Unused::of(&filetype), Unused::of(&datarep), Unused::of(&info)]);
    fn MPI_File_sync PMPI_File_sync (fh: abi::File) -> c_int =
        missing(Call(190), On::Nothing, &[Unused::of(&fh)]);
    fn MPI_File_write PMPI_File_write (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(191), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_c PMPI_File_write_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(192), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_all PMPI_File_write_all (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(193), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_all_c PMPI_File_write_all_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(194), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_all_begin PMPI_File_write_all_begin (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(195), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_all_begin_c PMPI_File_write_all_begin_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(196), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_all_end PMPI_File_write_all_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        missing(Call(197), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_write_at PMPI_File_write_at (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(198), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_at_c PMPI_File_write_at_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(199), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_at_all PMPI_File_write_at_all (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(200), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_at_all_c PMPI_File_write_at_all_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(201), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_at_all_begin PMPI_File_write_at_all_begin (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(202), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_at_all_begin_c PMPI_File_write_at_all_begin_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(203), On::Nothing, &[Unused::of(&fh), Unused::of(&offset), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_at_all_end PMPI_File_write_at_all_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        missing(Call(204), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_write_ordered PMPI_File_write_ordered (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(205), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_ordered_c PMPI_File_write_ordered_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(206), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_ordered_begin PMPI_File_write_ordered_begin (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        missing(Call(207), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_ordered_begin_c PMPI_File_write_ordered_begin_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        missing(Call(208), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype)]);
    fn MPI_File_write_ordered_end PMPI_File_write_ordered_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        missing(Call(209), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&status)]);
    fn MPI_File_write_shared PMPI_File_write_shared (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(210), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_File_write_shared_c PMPI_File_write_shared_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        missing(Call(211), On::Nothing, &[Unused::of(&fh), Unused::of(&buf), Unused::of(&count), Unused::of(&datatype), Unused::of(&status)]);
    fn MPI_Register_datarep PMPI_Register_datarep (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int =
        missing(Call(410), On::Nothing, &[Unused::of(&datarep), Unused::of(&read_conversion_fn), Unused::of(&write_conversion_fn), Unused::of(&dtype_file_extent_fn), Unused::of(&extra_state)]);
    fn MPI_Register_datarep_c PMPI_Register_datarep_c (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int =
        missing(Call(411), On::Nothing, &[Unused::of(&datarep), Unused::of(&read_conversion_fn), Unused::of(&write_conversion_fn), Unused::of(&dtype_file_extent_fn), Unused::of(&extra_state)]);
}
