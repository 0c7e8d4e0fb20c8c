//! Exported symbols: io. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_File_close PMPI_File_close (fh: *mut abi::File) -> c_int =
        finish(Call(133), On::File(Out::new(fh).or_null()), traced(Call(133), || if fh.is_null() { null("fh") } else { crate::file::close(Call(133), Out::new(fh)) }));
    fn MPI_File_delete PMPI_File_delete (filename: *const c_char, info: abi::Info) -> c_int =
        finish(Call(135), On::File(abi::MPI_FILE_NULL), traced(Call(135), || if filename.is_null() { null("filename") } else { crate::file::delete(Call(135), Text::new(filename), info) }));
    fn MPI_File_get_amode PMPI_File_get_amode (fh: abi::File, amode: *mut c_int) -> c_int =
        finish(Call(136), On::File(fh), traced(Call(136), || if amode.is_null() { null("amode") } else { crate::file::get_amode(Call(136), fh, Out::new(amode)) }));
    fn MPI_File_get_atomicity PMPI_File_get_atomicity (fh: abi::File, flag: *mut c_int) -> c_int =
        finish(Call(137), On::File(fh), traced(Call(137), || if flag.is_null() { null("flag") } else { crate::file::get_atomicity(Call(137), fh, Out::new(flag)) }));
    fn MPI_File_get_byte_offset PMPI_File_get_byte_offset (fh: abi::File, offset: i64, disp: *mut i64) -> c_int =
        finish(Call(138), On::File(fh), traced(Call(138), || if disp.is_null() { null("disp") } else { crate::file::get_byte_offset(Call(138), fh, offset, Out::new(disp.cast::<i64>())) }));
    fn MPI_File_get_group PMPI_File_get_group (fh: abi::File, group: *mut abi::Group) -> c_int =
        finish(Call(140), On::File(fh), traced(Call(140), || if group.is_null() { null("group") } else { crate::file::get_group(Call(140), fh, Out::new(group)) }));
    fn MPI_File_get_info PMPI_File_get_info (fh: abi::File, info_used: *mut abi::Info) -> c_int =
        finish(Call(141), On::File(fh), traced(Call(141), || if info_used.is_null() { null("info_used") } else { crate::file::get_info(Call(141), fh, Out::new(info_used)) }));
    fn MPI_File_get_position PMPI_File_get_position (fh: abi::File, offset: *mut i64) -> c_int =
        finish(Call(142), On::File(fh), traced(Call(142), || if offset.is_null() { null("offset") } else { crate::file::get_position(Call(142), fh, Out::new(offset.cast::<i64>())) }));
    fn MPI_File_get_position_shared PMPI_File_get_position_shared (fh: abi::File, offset: *mut i64) -> c_int =
        finish(Call(143), On::File(fh), traced(Call(143), || if offset.is_null() { null("offset") } else { crate::file::get_position_shared(Call(143), fh, Out::new(offset.cast::<i64>())) }));
    fn MPI_File_get_size PMPI_File_get_size (fh: abi::File, size: *mut i64) -> c_int =
        finish(Call(144), On::File(fh), traced(Call(144), || if size.is_null() { null("size") } else { crate::file::get_size(Call(144), fh, Out::new(size.cast::<i64>())) }));
    fn MPI_File_get_type_extent PMPI_File_get_type_extent (fh: abi::File, datatype: abi::Datatype, extent: *mut isize) -> c_int =
        finish(Call(145), On::File(fh), traced(Call(145), || if extent.is_null() { null("extent") } else { crate::file::get_type_extent(Call(145), fh, datatype, Out::new(extent.cast::<i64>())) }));
    fn MPI_File_get_type_extent_c PMPI_File_get_type_extent_c (fh: abi::File, datatype: abi::Datatype, extent: *mut i64) -> c_int =
        finish(Call(146), On::File(fh), traced(Call(146), || if extent.is_null() { null("extent") } else { crate::file::get_type_extent(Call(146), fh, datatype, Out::new(extent)) }));
    fn MPI_File_get_view PMPI_File_get_view (fh: abi::File, disp: *mut i64, etype: *mut abi::Datatype, filetype: *mut abi::Datatype, datarep: *mut c_char) -> c_int =
        finish(Call(147), On::File(fh), traced(Call(147), || if disp.is_null() { null("disp") } else if etype.is_null() { null("etype") } else if filetype.is_null() { null("filetype") } else if datarep.is_null() { null("datarep") } else { crate::file::get_view(Call(147), fh, Out::new(disp.cast::<i64>()), Out::new(etype), Out::new(filetype), TextOut::new(datarep)) }));
    fn MPI_File_iread PMPI_File_iread (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(148), On::File(fh), traced(Call(148), || if request.is_null() { null("request") } else { crate::file::iread(Call(148), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iread_c PMPI_File_iread_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(149), On::File(fh), traced(Call(149), || if request.is_null() { null("request") } else { crate::file::iread(Call(149), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iread_all PMPI_File_iread_all (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(150), On::File(fh), traced(Call(150), || if request.is_null() { null("request") } else { crate::file::iread_all(Call(150), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iread_all_c PMPI_File_iread_all_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(151), On::File(fh), traced(Call(151), || if request.is_null() { null("request") } else { crate::file::iread_all(Call(151), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iread_at PMPI_File_iread_at (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(152), On::File(fh), traced(Call(152), || if request.is_null() { null("request") } else { crate::file::iread_at(Call(152), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iread_at_c PMPI_File_iread_at_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(153), On::File(fh), traced(Call(153), || if request.is_null() { null("request") } else { crate::file::iread_at(Call(153), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iread_at_all PMPI_File_iread_at_all (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(154), On::File(fh), traced(Call(154), || if request.is_null() { null("request") } else { crate::file::iread_at_all(Call(154), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iread_at_all_c PMPI_File_iread_at_all_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(155), On::File(fh), traced(Call(155), || if request.is_null() { null("request") } else { crate::file::iread_at_all(Call(155), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iread_shared PMPI_File_iread_shared (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(156), On::File(fh), traced(Call(156), || if request.is_null() { null("request") } else { crate::file::iread_shared(Call(156), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iread_shared_c PMPI_File_iread_shared_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(157), On::File(fh), traced(Call(157), || if request.is_null() { null("request") } else { crate::file::iread_shared(Call(157), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iwrite PMPI_File_iwrite (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(158), On::File(fh), traced(Call(158), || if request.is_null() { null("request") } else { crate::file::iwrite(Call(158), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iwrite_c PMPI_File_iwrite_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(159), On::File(fh), traced(Call(159), || if request.is_null() { null("request") } else { crate::file::iwrite(Call(159), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iwrite_all PMPI_File_iwrite_all (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(160), On::File(fh), traced(Call(160), || if request.is_null() { null("request") } else { crate::file::iwrite_all(Call(160), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iwrite_all_c PMPI_File_iwrite_all_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(161), On::File(fh), traced(Call(161), || if request.is_null() { null("request") } else { crate::file::iwrite_all(Call(161), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iwrite_at PMPI_File_iwrite_at (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(162), On::File(fh), traced(Call(162), || if request.is_null() { null("request") } else { crate::file::iwrite_at(Call(162), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iwrite_at_c PMPI_File_iwrite_at_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(163), On::File(fh), traced(Call(163), || if request.is_null() { null("request") } else { crate::file::iwrite_at(Call(163), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iwrite_at_all PMPI_File_iwrite_at_all (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(164), On::File(fh), traced(Call(164), || if request.is_null() { null("request") } else { crate::file::iwrite_at_all(Call(164), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iwrite_at_all_c PMPI_File_iwrite_at_all_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(165), On::File(fh), traced(Call(165), || if request.is_null() { null("request") } else { crate::file::iwrite_at_all(Call(165), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_iwrite_shared PMPI_File_iwrite_shared (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(166), On::File(fh), traced(Call(166), || if request.is_null() { null("request") } else { crate::file::iwrite_shared(Call(166), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(request)) }));
    fn MPI_File_iwrite_shared_c PMPI_File_iwrite_shared_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, request: *mut abi::Request) -> c_int =
        finish(Call(167), On::File(fh), traced(Call(167), || if request.is_null() { null("request") } else { crate::file::iwrite_shared(Call(167), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(request)) }));
    fn MPI_File_open PMPI_File_open (comm: abi::Comm, filename: *const c_char, amode: c_int, info: abi::Info, fh: *mut abi::File) -> c_int =
        finish(Call(168), On::File(abi::MPI_FILE_NULL), traced(Call(168), || if filename.is_null() { null("filename") } else if fh.is_null() { null("fh") } else { crate::file::open(Call(168), comm, Text::new(filename), amode, info, Out::new(fh)) }));
    fn MPI_File_preallocate PMPI_File_preallocate (fh: abi::File, size: i64) -> c_int =
        finish(Call(169), On::File(fh), traced(Call(169), || crate::file::preallocate(Call(169), fh, size)));
    fn MPI_File_read PMPI_File_read (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(170), On::File(fh), traced(Call(170), || crate::file::read(Call(170), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_c PMPI_File_read_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(171), On::File(fh), traced(Call(171), || crate::file::read(Call(171), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_read_all PMPI_File_read_all (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(172), On::File(fh), traced(Call(172), || crate::file::read_all(Call(172), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_all_c PMPI_File_read_all_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(173), On::File(fh), traced(Call(173), || crate::file::read_all(Call(173), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_read_all_begin PMPI_File_read_all_begin (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(174), On::File(fh), traced(Call(174), || crate::file::read_all_begin(Call(174), fh, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_read_all_begin_c PMPI_File_read_all_begin_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(175), On::File(fh), traced(Call(175), || crate::file::read_all_begin(Call(175), fh, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_read_all_end PMPI_File_read_all_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        finish(Call(176), On::File(fh), traced(Call(176), || crate::file::read_all_end(Call(176), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_read_at PMPI_File_read_at (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(177), On::File(fh), traced(Call(177), || crate::file::read_at(Call(177), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_at_c PMPI_File_read_at_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(178), On::File(fh), traced(Call(178), || crate::file::read_at(Call(178), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_read_at_all PMPI_File_read_at_all (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(179), On::File(fh), traced(Call(179), || crate::file::read_at_all(Call(179), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_at_all_c PMPI_File_read_at_all_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(180), On::File(fh), traced(Call(180), || crate::file::read_at_all(Call(180), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_read_at_all_begin PMPI_File_read_at_all_begin (fh: abi::File, offset: i64, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(181), On::File(fh), traced(Call(181), || crate::file::read_at_all_begin(Call(181), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_read_at_all_begin_c PMPI_File_read_at_all_begin_c (fh: abi::File, offset: i64, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(182), On::File(fh), traced(Call(182), || crate::file::read_at_all_begin(Call(182), fh, offset, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_read_at_all_end PMPI_File_read_at_all_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        finish(Call(183), On::File(fh), traced(Call(183), || crate::file::read_at_all_end(Call(183), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_read_ordered PMPI_File_read_ordered (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(184), On::File(fh), traced(Call(184), || crate::file::read_ordered(Call(184), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_ordered_c PMPI_File_read_ordered_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(185), On::File(fh), traced(Call(185), || crate::file::read_ordered(Call(185), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_read_ordered_begin PMPI_File_read_ordered_begin (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(186), On::File(fh), traced(Call(186), || crate::file::read_ordered_begin(Call(186), fh, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_read_ordered_begin_c PMPI_File_read_ordered_begin_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(187), On::File(fh), traced(Call(187), || crate::file::read_ordered_begin(Call(187), fh, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_read_ordered_end PMPI_File_read_ordered_end (fh: abi::File, buf: *mut c_void, status: *mut abi::Status) -> c_int =
        finish(Call(188), On::File(fh), traced(Call(188), || crate::file::read_ordered_end(Call(188), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_read_shared PMPI_File_read_shared (fh: abi::File, buf: *mut c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(189), On::File(fh), traced(Call(189), || crate::file::read_shared(Call(189), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_read_shared_c PMPI_File_read_shared_c (fh: abi::File, buf: *mut c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(190), On::File(fh), traced(Call(190), || crate::file::read_shared(Call(190), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_seek PMPI_File_seek (fh: abi::File, offset: i64, whence: c_int) -> c_int =
        finish(Call(191), On::File(fh), traced(Call(191), || crate::file::seek(Call(191), fh, offset, whence)));
    fn MPI_File_seek_shared PMPI_File_seek_shared (fh: abi::File, offset: i64, whence: c_int) -> c_int =
        finish(Call(192), On::File(fh), traced(Call(192), || crate::file::seek_shared(Call(192), fh, offset, whence)));
    fn MPI_File_set_atomicity PMPI_File_set_atomicity (fh: abi::File, flag: c_int) -> c_int =
        finish(Call(193), On::File(fh), traced(Call(193), || crate::file::set_atomicity(Call(193), fh, flag)));
    fn MPI_File_set_info PMPI_File_set_info (fh: abi::File, info: abi::Info) -> c_int =
        finish(Call(195), On::File(fh), traced(Call(195), || crate::file::set_info(Call(195), fh, info)));
    fn MPI_File_set_size PMPI_File_set_size (fh: abi::File, size: i64) -> c_int =
        finish(Call(196), On::File(fh), traced(Call(196), || crate::file::set_size(Call(196), fh, size)));
    fn MPI_File_set_view PMPI_File_set_view (fh: abi::File, disp: i64, etype: abi::Datatype, filetype: abi::Datatype, datarep: *const c_char, info: abi::Info) -> c_int =
        finish(Call(197), On::File(fh), traced(Call(197), || if datarep.is_null() { null("datarep") } else { crate::file::set_view(Call(197), fh, disp, etype, filetype, Text::new(datarep), info) }));
    fn MPI_File_sync PMPI_File_sync (fh: abi::File) -> c_int =
        finish(Call(198), On::File(fh), traced(Call(198), || crate::file::sync(Call(198), fh)));
    fn MPI_File_write PMPI_File_write (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(199), On::File(fh), traced(Call(199), || crate::file::write(Call(199), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_c PMPI_File_write_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(200), On::File(fh), traced(Call(200), || crate::file::write(Call(200), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_write_all PMPI_File_write_all (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(201), On::File(fh), traced(Call(201), || crate::file::write_all(Call(201), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_all_c PMPI_File_write_all_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(202), On::File(fh), traced(Call(202), || crate::file::write_all(Call(202), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_write_all_begin PMPI_File_write_all_begin (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(203), On::File(fh), traced(Call(203), || crate::file::write_all_begin(Call(203), fh, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_write_all_begin_c PMPI_File_write_all_begin_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(204), On::File(fh), traced(Call(204), || crate::file::write_all_begin(Call(204), fh, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_write_all_end PMPI_File_write_all_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        finish(Call(205), On::File(fh), traced(Call(205), || crate::file::write_all_end(Call(205), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_write_at PMPI_File_write_at (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(206), On::File(fh), traced(Call(206), || crate::file::write_at(Call(206), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_at_c PMPI_File_write_at_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(207), On::File(fh), traced(Call(207), || crate::file::write_at(Call(207), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_write_at_all PMPI_File_write_at_all (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(208), On::File(fh), traced(Call(208), || crate::file::write_at_all(Call(208), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_at_all_c PMPI_File_write_at_all_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(209), On::File(fh), traced(Call(209), || crate::file::write_at_all(Call(209), fh, offset, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_write_at_all_begin PMPI_File_write_at_all_begin (fh: abi::File, offset: i64, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(210), On::File(fh), traced(Call(210), || crate::file::write_at_all_begin(Call(210), fh, offset, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_write_at_all_begin_c PMPI_File_write_at_all_begin_c (fh: abi::File, offset: i64, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(211), On::File(fh), traced(Call(211), || crate::file::write_at_all_begin(Call(211), fh, offset, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_write_at_all_end PMPI_File_write_at_all_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        finish(Call(212), On::File(fh), traced(Call(212), || crate::file::write_at_all_end(Call(212), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_write_ordered PMPI_File_write_ordered (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(213), On::File(fh), traced(Call(213), || crate::file::write_ordered(Call(213), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_ordered_c PMPI_File_write_ordered_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(214), On::File(fh), traced(Call(214), || crate::file::write_ordered(Call(214), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_File_write_ordered_begin PMPI_File_write_ordered_begin (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(215), On::File(fh), traced(Call(215), || crate::file::write_ordered_begin(Call(215), fh, Addr::new(buf.cast()), i64::from(count), datatype)));
    fn MPI_File_write_ordered_begin_c PMPI_File_write_ordered_begin_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(216), On::File(fh), traced(Call(216), || crate::file::write_ordered_begin(Call(216), fh, Addr::new(buf.cast()), count as i64, datatype)));
    fn MPI_File_write_ordered_end PMPI_File_write_ordered_end (fh: abi::File, buf: *const c_void, status: *mut abi::Status) -> c_int =
        finish(Call(217), On::File(fh), traced(Call(217), || crate::file::write_ordered_end(Call(217), fh, Addr::new(buf.cast()), Out::new(status))));
    fn MPI_File_write_shared PMPI_File_write_shared (fh: abi::File, buf: *const c_void, count: c_int, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(218), On::File(fh), traced(Call(218), || crate::file::write_shared(Call(218), fh, Addr::new(buf.cast()), i64::from(count), datatype, Out::new(status))));
    fn MPI_File_write_shared_c PMPI_File_write_shared_c (fh: abi::File, buf: *const c_void, count: i64, datatype: abi::Datatype, status: *mut abi::Status) -> c_int =
        finish(Call(219), On::File(fh), traced(Call(219), || crate::file::write_shared(Call(219), fh, Addr::new(buf.cast()), count as i64, datatype, Out::new(status))));
    fn MPI_Register_datarep PMPI_Register_datarep (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int =
        finish(Call(418), On::File(abi::MPI_FILE_NULL), traced(Call(418), || if datarep.is_null() { null("datarep") } else if dtype_file_extent_fn == 0 { null("dtype_file_extent_fn") } else { crate::file::register_datarep(Call(418), Text::new(datarep), Callback::new(read_conversion_fn), Callback::new(write_conversion_fn), Callback::new(dtype_file_extent_fn), Addr::new(extra_state.cast())) }));
    fn MPI_Register_datarep_c PMPI_Register_datarep_c (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int =
        finish(Call(419), On::File(abi::MPI_FILE_NULL), traced(Call(419), || if datarep.is_null() { null("datarep") } else if dtype_file_extent_fn == 0 { null("dtype_file_extent_fn") } else { crate::file::register_datarep_c(Call(419), Text::new(datarep), Callback::new(read_conversion_fn), Callback::new(write_conversion_fn), Callback::new(dtype_file_extent_fn), Addr::new(extra_state.cast())) }));
}
