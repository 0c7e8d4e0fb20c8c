//! Exported symbols: pt2pt. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Bsend PMPI_Bsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(47), On::Comm(comm), crate::p2p::bsend(Call(47), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Bsend_c PMPI_Bsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(48), On::Comm(comm), crate::p2p::bsend(Call(48), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Bsend_init PMPI_Bsend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(49), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::bsend_init(Call(49), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Bsend_init_c PMPI_Bsend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(50), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::bsend_init(Call(50), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Ibsend PMPI_Ibsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(273), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::ibsend(Call(273), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Ibsend_c PMPI_Ibsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(274), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::ibsend(Call(274), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Improbe PMPI_Improbe (source: c_int, tag: c_int, comm: abi::Comm, flag: *mut c_int, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(281), On::Comm(comm), if flag.is_null() { null("flag") } else if message.is_null() { null("message") } else { crate::p2p::improbe(Call(281), source, tag, comm, Out::new(flag), Out::new(message), Out::new(status)) });
    fn MPI_Imrecv PMPI_Imrecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, message: *mut abi::Message, request: *mut abi::Request) -> c_int =
        finish(Call(282), On::Nothing, if message.is_null() { null("message") } else if request.is_null() { null("request") } else { crate::p2p::imrecv(Call(282), Addr::new(buf.cast()), i64::from(count), datatype, Out::new(message), Out::new(request)) });
    fn MPI_Imrecv_c PMPI_Imrecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, message: *mut abi::Message, request: *mut abi::Request) -> c_int =
        finish(Call(283), On::Nothing, if message.is_null() { null("message") } else if request.is_null() { null("request") } else { crate::p2p::imrecv(Call(283), Addr::new(buf.cast()), count as i64, datatype, Out::new(message), Out::new(request)) });
    fn MPI_Iprobe PMPI_Iprobe (source: c_int, tag: c_int, comm: abi::Comm, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(311), On::Comm(comm), if flag.is_null() { null("flag") } else { crate::p2p::iprobe(Call(311), source, tag, comm, Out::new(flag), Out::new(status)) });
    fn MPI_Irecv PMPI_Irecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(312), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irecv(Call(312), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Irecv_c PMPI_Irecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(313), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irecv(Call(313), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Irsend PMPI_Irsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(320), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irsend(Call(320), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Irsend_c PMPI_Irsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(321), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irsend(Call(321), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isend PMPI_Isend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(329), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isend(Call(329), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isend_c PMPI_Isend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(330), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isend(Call(330), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isendrecv PMPI_Isendrecv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(331), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isendrecv(Call(331), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, dest, sendtag, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, source, recvtag, comm, Out::new(request)) });
    fn MPI_Isendrecv_c PMPI_Isendrecv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(332), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isendrecv(Call(332), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, dest, sendtag, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, source, recvtag, comm, Out::new(request)) });
    fn MPI_Isendrecv_replace PMPI_Isendrecv_replace (buf: *mut c_void, count: c_int, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(333), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isendrecv_replace(Call(333), Addr::new(buf.cast()), i64::from(count), datatype, dest, sendtag, source, recvtag, comm, Out::new(request)) });
    fn MPI_Isendrecv_replace_c PMPI_Isendrecv_replace_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(334), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isendrecv_replace(Call(334), Addr::new(buf.cast()), count as i64, datatype, dest, sendtag, source, recvtag, comm, Out::new(request)) });
    fn MPI_Issend PMPI_Issend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(335), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::issend(Call(335), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Issend_c PMPI_Issend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(336), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::issend(Call(336), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Mprobe PMPI_Mprobe (source: c_int, tag: c_int, comm: abi::Comm, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(340), On::Comm(comm), if message.is_null() { null("message") } else { crate::p2p::mprobe(Call(340), source, tag, comm, Out::new(message), Out::new(status)) });
    fn MPI_Mrecv PMPI_Mrecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(341), On::Nothing, if message.is_null() { null("message") } else { crate::p2p::mrecv(Call(341), Addr::new(buf.cast()), i64::from(count), datatype, Out::new(message), Out::new(status)) });
    fn MPI_Mrecv_c PMPI_Mrecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(342), On::Nothing, if message.is_null() { null("message") } else { crate::p2p::mrecv(Call(342), Addr::new(buf.cast()), count as i64, datatype, Out::new(message), Out::new(status)) });
    fn MPI_Probe PMPI_Probe (source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(383), On::Comm(comm), crate::p2p::probe(Call(383), source, tag, comm, Out::new(status)));
    fn MPI_Recv PMPI_Recv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(392), On::Comm(comm), crate::p2p::recv(Call(392), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(status)));
    fn MPI_Recv_c PMPI_Recv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(393), On::Comm(comm), crate::p2p::recv(Call(393), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(status)));
    fn MPI_Recv_init PMPI_Recv_init (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(394), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::recv_init(Call(394), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Recv_init_c PMPI_Recv_init_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(395), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::recv_init(Call(395), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Rsend PMPI_Rsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(426), On::Comm(comm), crate::p2p::rsend(Call(426), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Rsend_c PMPI_Rsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(427), On::Comm(comm), crate::p2p::rsend(Call(427), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Rsend_init PMPI_Rsend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(428), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::rsend_init(Call(428), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Rsend_init_c PMPI_Rsend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(429), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::rsend_init(Call(429), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Send PMPI_Send (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(442), On::Comm(comm), crate::p2p::send(Call(442), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Send_c PMPI_Send_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(443), On::Comm(comm), crate::p2p::send(Call(443), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Send_init PMPI_Send_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(444), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::send_init(Call(444), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Send_init_c PMPI_Send_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(445), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::send_init(Call(445), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Sendrecv PMPI_Sendrecv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(446), On::Comm(comm), crate::p2p::sendrecv(Call(446), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, dest, sendtag, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, source, recvtag, comm, Out::new(status)));
    fn MPI_Sendrecv_c PMPI_Sendrecv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(447), On::Comm(comm), crate::p2p::sendrecv(Call(447), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, dest, sendtag, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, source, recvtag, comm, Out::new(status)));
    fn MPI_Sendrecv_replace PMPI_Sendrecv_replace (buf: *mut c_void, count: c_int, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(448), On::Comm(comm), crate::p2p::sendrecv_replace(Call(448), Addr::new(buf.cast()), i64::from(count), datatype, dest, sendtag, source, recvtag, comm, Out::new(status)));
    fn MPI_Sendrecv_replace_c PMPI_Sendrecv_replace_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(449), On::Comm(comm), crate::p2p::sendrecv_replace(Call(449), Addr::new(buf.cast()), count as i64, datatype, dest, sendtag, source, recvtag, comm, Out::new(status)));
    fn MPI_Ssend PMPI_Ssend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(466), On::Comm(comm), crate::p2p::ssend(Call(466), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Ssend_c PMPI_Ssend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(467), On::Comm(comm), crate::p2p::ssend(Call(467), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Ssend_init PMPI_Ssend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(468), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::ssend_init(Call(468), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Ssend_init_c PMPI_Ssend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(469), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::ssend_init(Call(469), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
}
