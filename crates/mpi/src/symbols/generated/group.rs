//! Exported symbols: group. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Group_compare PMPI_Group_compare (group1: abi::Group, group2: abi::Group, result: *mut c_int) -> c_int =
        finish(Call(253), On::Nothing, if result.is_null() { null("result") } else { crate::group::compare(Call(253), group1, group2, Out::new(result)) });
    fn MPI_Group_difference PMPI_Group_difference (group1: abi::Group, group2: abi::Group, newgroup: *mut abi::Group) -> c_int =
        finish(Call(254), On::Nothing, if newgroup.is_null() { null("newgroup") } else { crate::group::difference(Call(254), group1, group2, Out::new(newgroup)) });
    fn MPI_Group_excl PMPI_Group_excl (group: abi::Group, n: c_int, ranks: *const c_int, newgroup: *mut abi::Group) -> c_int =
        finish(Call(255), On::Nothing, if n > 0 && ranks.is_null() { null("ranks") } else if newgroup.is_null() { null("newgroup") } else { crate::group::excl(Call(255), group, n, In::new(ranks), Out::new(newgroup)) });
    fn MPI_Group_free PMPI_Group_free (group: *mut abi::Group) -> c_int =
        finish(Call(256), On::Nothing, if group.is_null() { null("group") } else { crate::group::free(Call(256), Out::new(group)) });
    fn MPI_Group_incl PMPI_Group_incl (group: abi::Group, n: c_int, ranks: *const c_int, newgroup: *mut abi::Group) -> c_int =
        finish(Call(258), On::Nothing, if n > 0 && ranks.is_null() { null("ranks") } else if newgroup.is_null() { null("newgroup") } else { crate::group::incl(Call(258), group, n, In::new(ranks), Out::new(newgroup)) });
    fn MPI_Group_intersection PMPI_Group_intersection (group1: abi::Group, group2: abi::Group, newgroup: *mut abi::Group) -> c_int =
        finish(Call(259), On::Nothing, if newgroup.is_null() { null("newgroup") } else { crate::group::intersection(Call(259), group1, group2, Out::new(newgroup)) });
    fn MPI_Group_range_excl PMPI_Group_range_excl (group: abi::Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut abi::Group) -> c_int =
        finish(Call(260), On::Nothing, if n > 0 && ranges.is_null() { null("ranges") } else if newgroup.is_null() { null("newgroup") } else { crate::group::range_excl(Call(260), group, n, Out::new(ranges), Out::new(newgroup)) });
    fn MPI_Group_range_incl PMPI_Group_range_incl (group: abi::Group, n: c_int, ranges: *mut [c_int; 3], newgroup: *mut abi::Group) -> c_int =
        finish(Call(261), On::Nothing, if n > 0 && ranges.is_null() { null("ranges") } else if newgroup.is_null() { null("newgroup") } else { crate::group::range_incl(Call(261), group, n, Out::new(ranges), Out::new(newgroup)) });
    fn MPI_Group_rank PMPI_Group_rank (group: abi::Group, rank: *mut c_int) -> c_int =
        finish(Call(262), On::Nothing, if rank.is_null() { null("rank") } else { crate::group::rank(Call(262), group, Out::new(rank)) });
    fn MPI_Group_size PMPI_Group_size (group: abi::Group, size: *mut c_int) -> c_int =
        finish(Call(263), On::Nothing, if size.is_null() { null("size") } else { crate::group::size(Call(263), group, Out::new(size)) });
    fn MPI_Group_translate_ranks PMPI_Group_translate_ranks (group1: abi::Group, n: c_int, ranks1: *const c_int, group2: abi::Group, ranks2: *mut c_int) -> c_int =
        finish(Call(264), On::Nothing, if n > 0 && ranks1.is_null() { null("ranks1") } else if n > 0 && ranks2.is_null() { null("ranks2") } else { crate::group::translate(Call(264), group1, n, In::new(ranks1), group2, Out::new(ranks2)) });
    fn MPI_Group_union PMPI_Group_union (group1: abi::Group, group2: abi::Group, newgroup: *mut abi::Group) -> c_int =
        finish(Call(265), On::Nothing, if newgroup.is_null() { null("newgroup") } else { crate::group::union(Call(265), group1, group2, Out::new(newgroup)) });
}
