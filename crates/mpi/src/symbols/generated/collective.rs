//! Exported symbols: collective. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Allgather PMPI_Allgather (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(13), On::Comm(comm), crate::coll::allgather(BlockingForm(Call(13)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, comm));
    fn MPI_Allgather_c PMPI_Allgather_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(14), On::Comm(comm), crate::coll::allgather(BlockingForm(Call(14)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, comm));
    fn MPI_Allgatherv PMPI_Allgatherv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(17), On::Comm(comm), crate::coll::allgatherv(BlockingForm(Call(17)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), Ints::narrow(recvcounts.cast()), Ints::narrow(displs.cast()), recvtype, comm));
    fn MPI_Allgatherv_c PMPI_Allgatherv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const isize, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(18), On::Comm(comm), crate::coll::allgatherv(BlockingForm(Call(18)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), Ints::wide(recvcounts.cast()), Ints::wide(displs.cast()), recvtype, comm));
    fn MPI_Allreduce PMPI_Allreduce (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(22), On::Comm(comm), crate::coll::allreduce(BlockingForm(Call(22)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), i64::from(count), datatype, op, comm));
    fn MPI_Allreduce_c PMPI_Allreduce_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(23), On::Comm(comm), crate::coll::allreduce(BlockingForm(Call(23)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), count as i64, datatype, op, comm));
    fn MPI_Alltoall PMPI_Alltoall (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(26), On::Comm(comm), crate::coll::alltoall(BlockingForm(Call(26)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, comm));
    fn MPI_Alltoall_c PMPI_Alltoall_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(27), On::Comm(comm), crate::coll::alltoall(BlockingForm(Call(27)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, comm));
    fn MPI_Alltoallv PMPI_Alltoallv (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(30), On::Comm(comm), crate::coll::alltoallv(BlockingForm(Call(30)), Addr::new(sendbuf.cast()), Ints::narrow(sendcounts.cast()), Ints::narrow(sdispls.cast()), sendtype, Addr::new(recvbuf.cast()), Ints::narrow(recvcounts.cast()), Ints::narrow(rdispls.cast()), recvtype, comm));
    fn MPI_Alltoallv_c PMPI_Alltoallv_c (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const isize, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const isize, recvtype: abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(31), On::Comm(comm), crate::coll::alltoallv(BlockingForm(Call(31)), Addr::new(sendbuf.cast()), Ints::wide(sendcounts.cast()), Ints::wide(sdispls.cast()), sendtype, Addr::new(recvbuf.cast()), Ints::wide(recvcounts.cast()), Ints::wide(rdispls.cast()), recvtype, comm));
    fn MPI_Alltoallw PMPI_Alltoallw (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(34), On::Comm(comm), crate::coll::alltoallw(BlockingForm(Call(34)), Addr::new(sendbuf.cast()), Ints::narrow(sendcounts.cast()), Ints::narrow(sdispls.cast()), In::new(sendtypes), Addr::new(recvbuf.cast()), Ints::narrow(recvcounts.cast()), Ints::narrow(rdispls.cast()), In::new(recvtypes), comm));
    fn MPI_Alltoallw_c PMPI_Alltoallw_c (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const isize, sendtypes: *const abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const isize, recvtypes: *const abi::Datatype, comm: abi::Comm) -> c_int =
        finish(Call(35), On::Comm(comm), crate::coll::alltoallw(BlockingForm(Call(35)), Addr::new(sendbuf.cast()), Ints::wide(sendcounts.cast()), Ints::wide(sdispls.cast()), In::new(sendtypes), Addr::new(recvbuf.cast()), Ints::wide(recvcounts.cast()), Ints::wide(rdispls.cast()), In::new(recvtypes), comm));
    fn MPI_Barrier PMPI_Barrier (comm: abi::Comm) -> c_int =
        finish(Call(41), On::Comm(comm), crate::coll::barrier(BlockingForm(Call(41)), comm));
    fn MPI_Bcast PMPI_Bcast (buffer: *mut c_void, count: c_int, datatype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(43), On::Comm(comm), crate::coll::bcast(BlockingForm(Call(43)), Addr::new(buffer.cast()), i64::from(count), datatype, root, comm));
    fn MPI_Bcast_c PMPI_Bcast_c (buffer: *mut c_void, count: i64, datatype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(44), On::Comm(comm), crate::coll::bcast(BlockingForm(Call(44)), Addr::new(buffer.cast()), count as i64, datatype, root, comm));
    fn MPI_Exscan PMPI_Exscan (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(127), On::Comm(comm), crate::coll::exscan(BlockingForm(Call(127)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), i64::from(count), datatype, op, comm));
    fn MPI_Exscan_c PMPI_Exscan_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(128), On::Comm(comm), crate::coll::exscan(BlockingForm(Call(128)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), count as i64, datatype, op, comm));
    fn MPI_Gather PMPI_Gather (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(223), On::Comm(comm), crate::coll::gather(BlockingForm(Call(223)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, root, comm));
    fn MPI_Gather_c PMPI_Gather_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(224), On::Comm(comm), crate::coll::gather(BlockingForm(Call(224)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, root, comm));
    fn MPI_Gatherv PMPI_Gatherv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(227), On::Comm(comm), crate::coll::gatherv(BlockingForm(Call(227)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), Ints::narrow(recvcounts.cast()), Ints::narrow(displs.cast()), recvtype, root, comm));
    fn MPI_Gatherv_c PMPI_Gatherv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const isize, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(228), On::Comm(comm), crate::coll::gatherv(BlockingForm(Call(228)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), Ints::wide(recvcounts.cast()), Ints::wide(displs.cast()), recvtype, root, comm));
    fn MPI_Reduce PMPI_Reduce (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(404), On::Comm(comm), crate::coll::reduce(BlockingForm(Call(404)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), i64::from(count), datatype, op, root, comm));
    fn MPI_Reduce_c PMPI_Reduce_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(405), On::Comm(comm), crate::coll::reduce(BlockingForm(Call(405)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), count as i64, datatype, op, root, comm));
    fn MPI_Reduce_scatter PMPI_Reduce_scatter (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(410), On::Comm(comm), crate::coll::reduce_scatter(BlockingForm(Call(410)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), Ints::narrow(recvcounts.cast()), datatype, op, comm));
    fn MPI_Reduce_scatter_c PMPI_Reduce_scatter_c (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(411), On::Comm(comm), crate::coll::reduce_scatter(BlockingForm(Call(411)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), Ints::wide(recvcounts.cast()), datatype, op, comm));
    fn MPI_Reduce_scatter_block PMPI_Reduce_scatter_block (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(412), On::Comm(comm), crate::coll::reduce_scatter_block(BlockingForm(Call(412)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), i64::from(recvcount), datatype, op, comm));
    fn MPI_Reduce_scatter_block_c PMPI_Reduce_scatter_block_c (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(413), On::Comm(comm), crate::coll::reduce_scatter_block(BlockingForm(Call(413)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), recvcount as i64, datatype, op, comm));
    fn MPI_Scan PMPI_Scan (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(438), On::Comm(comm), crate::coll::scan(BlockingForm(Call(438)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), i64::from(count), datatype, op, comm));
    fn MPI_Scan_c PMPI_Scan_c (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op, comm: abi::Comm) -> c_int =
        finish(Call(439), On::Comm(comm), crate::coll::scan(BlockingForm(Call(439)), Addr::new(sendbuf.cast()), Addr::new(recvbuf.cast()), count as i64, datatype, op, comm));
    fn MPI_Scatter PMPI_Scatter (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(442), On::Comm(comm), crate::coll::scatter(BlockingForm(Call(442)), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, root, comm));
    fn MPI_Scatter_c PMPI_Scatter_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(443), On::Comm(comm), crate::coll::scatter(BlockingForm(Call(443)), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, root, comm));
    fn MPI_Scatterv PMPI_Scatterv (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(446), On::Comm(comm), crate::coll::scatterv(BlockingForm(Call(446)), Addr::new(sendbuf.cast()), Ints::narrow(sendcounts.cast()), Ints::narrow(displs.cast()), sendtype, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, root, comm));
    fn MPI_Scatterv_c PMPI_Scatterv_c (sendbuf: *const c_void, sendcounts: *const i64, displs: *const isize, sendtype: abi::Datatype, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, root: c_int, comm: abi::Comm) -> c_int =
        finish(Call(447), On::Comm(comm), crate::coll::scatterv(BlockingForm(Call(447)), Addr::new(sendbuf.cast()), Ints::wide(sendcounts.cast()), Ints::wide(displs.cast()), sendtype, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, root, comm));
}
