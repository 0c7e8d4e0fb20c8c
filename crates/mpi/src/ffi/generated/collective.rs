//! Exported symbols: collective. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Allgather PMPI_Allgather (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(13), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Allgather_c PMPI_Allgather_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(14), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Allgatherv PMPI_Allgatherv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(17), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&displs), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Allgatherv_c PMPI_Allgatherv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const isize, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(18), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&displs), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Allreduce PMPI_Allreduce (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(22), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Allreduce_c PMPI_Allreduce_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(23), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Alltoall PMPI_Alltoall (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(26), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Alltoall_c PMPI_Alltoall_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(27), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Alltoallv PMPI_Alltoallv (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(30), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&sdispls), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&rdispls), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Alltoallv_c PMPI_Alltoallv_c (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const isize, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const isize, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(31), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&sdispls), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&rdispls), Unused::of(&recvtype), Unused::of(&comm)]);
    fn MPI_Alltoallw PMPI_Alltoallw (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(34), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&sdispls), Unused::of(&sendtypes), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&rdispls), Unused::of(&recvtypes), Unused::of(&comm)]);
    fn MPI_Alltoallw_c PMPI_Alltoallw_c (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const isize, sendtypes: *const abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const isize, recvtypes: *const abi::Datatype, comm: abi::Comm) -> c_int =
        missing(Call(35), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&sdispls), Unused::of(&sendtypes), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&rdispls), Unused::of(&recvtypes), Unused::of(&comm)]);
    fn MPI_Barrier PMPI_Barrier (comm: abi::Comm) -> c_int =
        missing(Call(41), On::Comm(comm), &[Unused::of(&comm)]);
    fn MPI_Bcast PMPI_Bcast (buffer: *mut c_void, count: c_int, datatype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(43), On::Comm(comm), &[Unused::of(&buffer), Unused::of(&count), Unused::of(&datatype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Bcast_c PMPI_Bcast_c (buffer: *mut c_void, count: i64, datatype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(44), On::Comm(comm), &[Unused::of(&buffer), Unused::of(&count), Unused::of(&datatype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Exscan PMPI_Exscan (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(119), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Exscan_c PMPI_Exscan_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(120), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Gather PMPI_Gather (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(215), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Gather_c PMPI_Gather_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(216), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Gatherv PMPI_Gatherv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(219), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&displs), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Gatherv_c PMPI_Gatherv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const isize, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(220), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&displs), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Reduce PMPI_Reduce (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(396), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Reduce_c PMPI_Reduce_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(397), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Reduce_scatter PMPI_Reduce_scatter (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(402), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Reduce_scatter_c PMPI_Reduce_scatter_c (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(403), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&recvcounts), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Reduce_scatter_block PMPI_Reduce_scatter_block (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(404), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Reduce_scatter_block_c PMPI_Reduce_scatter_block_c (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(405), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Scan PMPI_Scan (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(430), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Scan_c PMPI_Scan_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        missing(Call(431), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&recvbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op), Unused::of(&comm)]);
    fn MPI_Scatter PMPI_Scatter (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(434), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Scatter_c PMPI_Scatter_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(435), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcount), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Scatterv PMPI_Scatterv (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(438), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&displs), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
    fn MPI_Scatterv_c PMPI_Scatterv_c (sendbuf: *const c_void, sendcounts: *const i64, displs: *const isize, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        missing(Call(439), On::Comm(comm), &[Unused::of(&sendbuf), Unused::of(&sendcounts), Unused::of(&displs), Unused::of(&sendtype), Unused::of(&recvbuf), Unused::of(&recvcount), Unused::of(&recvtype), Unused::of(&root), Unused::of(&comm)]);
}
