//! Exported symbols: datatypes. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Get_address PMPI_Get_address (location: *const c_void, address: *mut isize) -> c_int =
        finish(Call(227), On::Nothing, crate::environment::get_address(Call(227), Addr::new(location.cast()), Out::new(address.cast::<i64>())));
    fn MPI_Pack PMPI_Pack (inbuf: *const c_void, incount: c_int, datatype: abi::Datatype, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: abi::Comm) -> c_int =
        finish(Call(368), On::Comm(comm), crate::datatype::pack(Call(368), Addr::new(inbuf.cast()), i64::from(incount), datatype, Addr::new(outbuf.cast()), i64::from(outsize), IntOut::narrow(position.cast()), comm));
    fn MPI_Pack_c PMPI_Pack_c (inbuf: *const c_void, incount: i64, datatype: abi::Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: abi::Comm) -> c_int =
        finish(Call(369), On::Comm(comm), crate::datatype::pack(Call(369), Addr::new(inbuf.cast()), incount as i64, datatype, Addr::new(outbuf.cast()), outsize as i64, IntOut::wide(position.cast()), comm));
    fn MPI_Pack_external PMPI_Pack_external (datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: abi::Datatype, outbuf: *mut c_void, outsize: isize, position: *mut isize) -> c_int =
        finish(Call(370), On::Nothing, crate::datatype::pack_external(Call(370), Text::new(datarep), Addr::new(inbuf.cast()), i64::from(incount), datatype, Addr::new(outbuf.cast()), outsize as i64, Out::new(position.cast::<i64>())));
    fn MPI_Pack_external_c PMPI_Pack_external_c (datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: abi::Datatype, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int =
        finish(Call(371), On::Nothing, crate::datatype::pack_external(Call(371), Text::new(datarep), Addr::new(inbuf.cast()), incount as i64, datatype, Addr::new(outbuf.cast()), outsize, Out::new(position)));
    fn MPI_Pack_external_size PMPI_Pack_external_size (datarep: *const c_char, incount: c_int, datatype: abi::Datatype, size: *mut isize) -> c_int =
        finish(Call(372), On::Nothing, crate::datatype::pack_external_size(Call(372), Text::new(datarep), i64::from(incount), datatype, Out::new(size.cast::<i64>())));
    fn MPI_Pack_external_size_c PMPI_Pack_external_size_c (datarep: *const c_char, incount: i64, datatype: abi::Datatype, size: *mut i64) -> c_int =
        finish(Call(373), On::Nothing, crate::datatype::pack_external_size(Call(373), Text::new(datarep), incount as i64, datatype, Out::new(size)));
    fn MPI_Pack_size PMPI_Pack_size (incount: c_int, datatype: abi::Datatype, comm: abi::Comm, size: *mut c_int) -> c_int =
        finish(Call(374), On::Comm(comm), crate::datatype::pack_size(Call(374), i64::from(incount), datatype, comm, IntOut::narrow(size.cast())));
    fn MPI_Pack_size_c PMPI_Pack_size_c (incount: i64, datatype: abi::Datatype, comm: abi::Comm, size: *mut i64) -> c_int =
        finish(Call(375), On::Comm(comm), crate::datatype::pack_size(Call(375), incount as i64, datatype, comm, IntOut::wide(size.cast())));
    fn MPI_Type_commit PMPI_Type_commit (datatype: *mut abi::Datatype) -> c_int =
        finish(Call(488), On::Nothing, crate::datatype::commit(Call(488), Out::new(datatype)));
    fn MPI_Type_contiguous PMPI_Type_contiguous (count: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(489), On::Nothing, crate::datatype::contiguous(Call(489), i64::from(count), oldtype, Out::new(newtype)));
    fn MPI_Type_contiguous_c PMPI_Type_contiguous_c (count: i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(490), On::Nothing, crate::datatype::contiguous(Call(490), count as i64, oldtype, Out::new(newtype)));
    fn MPI_Type_create_darray PMPI_Type_create_darray (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(491), On::Nothing, crate::datatype::darray(Call(491), size, rank, ndims, Ints::narrow(array_of_gsizes.cast()), In::new(array_of_distribs), In::new(array_of_dargs), In::new(array_of_psizes), order, oldtype, Out::new(newtype)));
    fn MPI_Type_create_darray_c PMPI_Type_create_darray_c (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(492), On::Nothing, crate::datatype::darray(Call(492), size, rank, ndims, Ints::wide(array_of_gsizes.cast()), In::new(array_of_distribs), In::new(array_of_dargs), In::new(array_of_psizes), order, oldtype, Out::new(newtype)));
    fn MPI_Type_create_f90_complex PMPI_Type_create_f90_complex (p: c_int, r: c_int, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(493), On::Nothing, crate::datatype::f90_complex(Call(493), p, r, Out::new(newtype)));
    fn MPI_Type_create_f90_integer PMPI_Type_create_f90_integer (r: c_int, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(494), On::Nothing, crate::datatype::f90_integer(Call(494), r, Out::new(newtype)));
    fn MPI_Type_create_f90_real PMPI_Type_create_f90_real (p: c_int, r: c_int, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(495), On::Nothing, crate::datatype::f90_real(Call(495), p, r, Out::new(newtype)));
    fn MPI_Type_create_hindexed PMPI_Type_create_hindexed (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const isize, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(496), On::Nothing, crate::datatype::hindexed(Call(496), i64::from(count), Ints::narrow(array_of_blocklengths.cast()), Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_hindexed_c PMPI_Type_create_hindexed_c (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(497), On::Nothing, crate::datatype::hindexed(Call(497), count as i64, Ints::wide(array_of_blocklengths.cast()), Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_hindexed_block PMPI_Type_create_hindexed_block (count: c_int, blocklength: c_int, array_of_displacements: *const isize, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(498), On::Nothing, crate::datatype::hindexed_block(Call(498), i64::from(count), i64::from(blocklength), Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_hindexed_block_c PMPI_Type_create_hindexed_block_c (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(499), On::Nothing, crate::datatype::hindexed_block(Call(499), count as i64, blocklength as i64, Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_hvector PMPI_Type_create_hvector (count: c_int, blocklength: c_int, stride: isize, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(500), On::Nothing, crate::datatype::hvector(Call(500), i64::from(count), i64::from(blocklength), stride as i64, oldtype, Out::new(newtype)));
    fn MPI_Type_create_hvector_c PMPI_Type_create_hvector_c (count: i64, blocklength: i64, stride: i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(501), On::Nothing, crate::datatype::hvector(Call(501), count as i64, blocklength as i64, stride, oldtype, Out::new(newtype)));
    fn MPI_Type_create_indexed_block PMPI_Type_create_indexed_block (count: c_int, blocklength: c_int, array_of_displacements: *const c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(502), On::Nothing, crate::datatype::indexed_block(Call(502), i64::from(count), i64::from(blocklength), Ints::narrow(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_indexed_block_c PMPI_Type_create_indexed_block_c (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(503), On::Nothing, crate::datatype::indexed_block(Call(503), count as i64, blocklength as i64, Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_create_resized PMPI_Type_create_resized (oldtype: abi::Datatype, lb: isize, extent: isize, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(505), On::Nothing, crate::datatype::resized(Call(505), oldtype, lb as i64, extent as i64, Out::new(newtype)));
    fn MPI_Type_create_resized_c PMPI_Type_create_resized_c (oldtype: abi::Datatype, lb: i64, extent: i64, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(506), On::Nothing, crate::datatype::resized(Call(506), oldtype, lb, extent, Out::new(newtype)));
    fn MPI_Type_create_struct PMPI_Type_create_struct (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const isize, array_of_types: *const abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(507), On::Nothing, crate::datatype::create_struct(Call(507), i64::from(count), Ints::narrow(array_of_blocklengths.cast()), Ints::wide(array_of_displacements.cast()), In::new(array_of_types), Out::new(newtype)));
    fn MPI_Type_create_struct_c PMPI_Type_create_struct_c (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(508), On::Nothing, crate::datatype::create_struct(Call(508), count as i64, Ints::wide(array_of_blocklengths.cast()), Ints::wide(array_of_displacements.cast()), In::new(array_of_types), Out::new(newtype)));
    fn MPI_Type_create_subarray PMPI_Type_create_subarray (ndims: c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(509), On::Nothing, crate::datatype::subarray(Call(509), ndims, Ints::narrow(array_of_sizes.cast()), Ints::narrow(array_of_subsizes.cast()), Ints::narrow(array_of_starts.cast()), order, oldtype, Out::new(newtype)));
    fn MPI_Type_create_subarray_c PMPI_Type_create_subarray_c (ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(510), On::Nothing, crate::datatype::subarray(Call(510), ndims, Ints::wide(array_of_sizes.cast()), Ints::wide(array_of_subsizes.cast()), Ints::wide(array_of_starts.cast()), order, oldtype, Out::new(newtype)));
    fn MPI_Type_dup PMPI_Type_dup (oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(512), On::Nothing, crate::datatype::dup(Call(512), oldtype, Out::new(newtype)));
    fn MPI_Type_free PMPI_Type_free (datatype: *mut abi::Datatype) -> c_int =
        finish(Call(513), On::Nothing, crate::datatype::free(Call(513), Out::new(datatype)));
    fn MPI_Type_get_contents PMPI_Type_get_contents (datatype: abi::Datatype, max_integers: c_int, max_addresses: c_int, max_datatypes: c_int, array_of_integers: *mut c_int, array_of_addresses: *mut isize, array_of_datatypes: *mut abi::Datatype) -> c_int =
        finish(Call(516), On::Nothing, crate::datatype::get_contents(Call(516), datatype, max_integers, max_addresses, max_datatypes, Out::new(array_of_integers), Out::new(array_of_addresses.cast::<i64>()), Out::new(array_of_datatypes)));
    fn MPI_Type_get_contents_c PMPI_Type_get_contents_c (datatype: abi::Datatype, max_integers: i64, max_addresses: i64, max_large_counts: i64, max_datatypes: i64, array_of_integers: *mut c_int, array_of_addresses: *mut isize, array_of_large_counts: *mut i64, array_of_datatypes: *mut abi::Datatype) -> c_int =
        finish(Call(517), On::Nothing, crate::datatype::get_contents_c(Call(517), datatype, max_integers, max_addresses, max_large_counts, max_datatypes, Out::new(array_of_integers), Out::new(array_of_addresses.cast::<i64>()), Out::new(array_of_large_counts), Out::new(array_of_datatypes)));
    fn MPI_Type_get_envelope PMPI_Type_get_envelope (datatype: abi::Datatype, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int =
        finish(Call(518), On::Nothing, crate::datatype::get_envelope(Call(518), datatype, Out::new(num_integers), Out::new(num_addresses), Out::new(num_datatypes), Out::new(combiner)));
    fn MPI_Type_get_envelope_c PMPI_Type_get_envelope_c (datatype: abi::Datatype, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) -> c_int =
        finish(Call(519), On::Nothing, crate::datatype::get_envelope_c(Call(519), datatype, Out::new(num_integers), Out::new(num_addresses), Out::new(num_large_counts), Out::new(num_datatypes), Out::new(combiner)));
    fn MPI_Type_get_extent PMPI_Type_get_extent (datatype: abi::Datatype, lb: *mut isize, extent: *mut isize) -> c_int =
        finish(Call(520), On::Nothing, crate::datatype::get_extent(Call(520), datatype, Out::new(lb.cast::<i64>()), Out::new(extent.cast::<i64>())));
    fn MPI_Type_get_extent_c PMPI_Type_get_extent_c (datatype: abi::Datatype, lb: *mut i64, extent: *mut i64) -> c_int =
        finish(Call(521), On::Nothing, crate::datatype::get_extent(Call(521), datatype, Out::new(lb), Out::new(extent)));
    fn MPI_Type_get_name PMPI_Type_get_name (datatype: abi::Datatype, type_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(523), On::Nothing, crate::datatype::get_name(Call(523), datatype, TextOut::new(type_name), Out::new(resultlen)));
    fn MPI_Type_get_true_extent PMPI_Type_get_true_extent (datatype: abi::Datatype, true_lb: *mut isize, true_extent: *mut isize) -> c_int =
        finish(Call(524), On::Nothing, crate::datatype::get_true_extent(Call(524), datatype, Out::new(true_lb.cast::<i64>()), Out::new(true_extent.cast::<i64>())));
    fn MPI_Type_get_true_extent_c PMPI_Type_get_true_extent_c (datatype: abi::Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int =
        finish(Call(525), On::Nothing, crate::datatype::get_true_extent(Call(525), datatype, Out::new(true_lb), Out::new(true_extent)));
    fn MPI_Type_get_value_index PMPI_Type_get_value_index (value_type: abi::Datatype, index_type: abi::Datatype, pair_type: *mut abi::Datatype) -> c_int =
        finish(Call(527), On::Nothing, crate::datatype::get_value_index(Call(527), value_type, index_type, Out::new(pair_type)));
    fn MPI_Type_indexed PMPI_Type_indexed (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(528), On::Nothing, crate::datatype::indexed(Call(528), i64::from(count), Ints::narrow(array_of_blocklengths.cast()), Ints::narrow(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_indexed_c PMPI_Type_indexed_c (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(529), On::Nothing, crate::datatype::indexed(Call(529), count as i64, Ints::wide(array_of_blocklengths.cast()), Ints::wide(array_of_displacements.cast()), oldtype, Out::new(newtype)));
    fn MPI_Type_match_size PMPI_Type_match_size (typeclass: c_int, size: c_int, datatype: *mut abi::Datatype) -> c_int =
        finish(Call(530), On::Nothing, crate::datatype::match_size(Call(530), typeclass, size, Out::new(datatype)));
    fn MPI_Type_set_name PMPI_Type_set_name (datatype: abi::Datatype, type_name: *const c_char) -> c_int =
        finish(Call(532), On::Nothing, crate::datatype::set_name(Call(532), datatype, Text::new(type_name)));
    fn MPI_Type_size PMPI_Type_size (datatype: abi::Datatype, size: *mut c_int) -> c_int =
        finish(Call(533), On::Nothing, crate::datatype::size(Call(533), datatype, IntOut::narrow(size.cast())));
    fn MPI_Type_size_c PMPI_Type_size_c (datatype: abi::Datatype, size: *mut i64) -> c_int =
        finish(Call(534), On::Nothing, crate::datatype::size(Call(534), datatype, IntOut::wide(size.cast())));
    fn MPI_Type_vector PMPI_Type_vector (count: c_int, blocklength: c_int, stride: c_int, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(536), On::Nothing, crate::datatype::vector(Call(536), i64::from(count), i64::from(blocklength), i64::from(stride), oldtype, Out::new(newtype)));
    fn MPI_Type_vector_c PMPI_Type_vector_c (count: i64, blocklength: i64, stride: i64, oldtype: abi::Datatype, newtype: *mut abi::Datatype) -> c_int =
        finish(Call(537), On::Nothing, crate::datatype::vector(Call(537), count as i64, blocklength as i64, stride as i64, oldtype, Out::new(newtype)));
    fn MPI_Unpack PMPI_Unpack (inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(538), On::Comm(comm), crate::datatype::unpack(Call(538), Addr::new(inbuf.cast()), i64::from(insize), IntOut::narrow(position.cast()), Addr::new(outbuf.cast()), i64::from(outcount), datatype, comm));
    fn MPI_Unpack_c PMPI_Unpack_c (inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(539), On::Comm(comm), crate::datatype::unpack(Call(539), Addr::new(inbuf.cast()), insize as i64, IntOut::wide(position.cast()), Addr::new(outbuf.cast()), outcount as i64, datatype, comm));
    fn MPI_Unpack_external PMPI_Unpack_external (datarep: *const c_char, inbuf: *const c_void, insize: isize, position: *mut isize, outbuf: *mut c_void, outcount: c_int, datatype: abi::Datatype) -> c_int =
        finish(Call(540), On::Nothing, crate::datatype::unpack_external(Call(540), Text::new(datarep), Addr::new(inbuf.cast()), insize as i64, Out::new(position.cast::<i64>()), Addr::new(outbuf.cast()), i64::from(outcount), datatype));
    fn MPI_Unpack_external_c PMPI_Unpack_external_c (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: abi::Datatype) -> c_int =
        finish(Call(541), On::Nothing, crate::datatype::unpack_external(Call(541), Text::new(datarep), Addr::new(inbuf.cast()), insize, Out::new(position), Addr::new(outbuf.cast()), outcount as i64, datatype));
    fn MPI_Aint_add PMPI_Aint_add (base: isize, disp: isize) -> isize =
        crate::environment::aint_add(base as i64, disp as i64);
    fn MPI_Aint_diff PMPI_Aint_diff (addr1: isize, addr2: isize) -> isize =
        crate::environment::aint_diff(addr1 as i64, addr2 as i64);
}
