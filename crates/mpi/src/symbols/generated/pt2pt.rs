//! Exported symbols: pt2pt. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Bsend PMPI_Bsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(47), On::Comm(comm), traced(Call(47), || crate::p2p::bsend(Call(47), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm)));
    fn MPI_Bsend_c PMPI_Bsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(48), On::Comm(comm), traced(Call(48), || crate::p2p::bsend(Call(48), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm)));
    fn MPI_Bsend_init PMPI_Bsend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(49), On::Comm(comm), traced(Call(49), || if request.is_null() { null("request") } else { crate::p2p::bsend_init(Call(49), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Bsend_init_c PMPI_Bsend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(50), On::Comm(comm), traced(Call(50), || if request.is_null() { null("request") } else { crate::p2p::bsend_init(Call(50), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Ibsend PMPI_Ibsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(281), On::Comm(comm), traced(Call(281), || if request.is_null() { null("request") } else { crate::p2p::ibsend(Call(281), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Ibsend_c PMPI_Ibsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(282), On::Comm(comm), traced(Call(282), || if request.is_null() { null("request") } else { crate::p2p::ibsend(Call(282), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Improbe PMPI_Improbe (source: c_int, tag: c_int, comm: abi::Comm, flag: *mut c_int, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(289), On::Comm(comm), traced(Call(289), || if flag.is_null() { null("flag") } else if message.is_null() { null("message") } else { crate::p2p::improbe(Call(289), source, tag, comm, Out::new(flag), Out::new(message), Out::new(status)) }));
    fn MPI_Imrecv PMPI_Imrecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, message: *mut abi::Message, request: *mut abi::Request) -> c_int =
        finish(Call(290), On::Nothing, traced(Call(290), || if message.is_null() { null("message") } else if request.is_null() { null("request") } else { crate::p2p::imrecv(Call(290), Addr::new(buf.cast()), i64::from(count), datatype, Out::new(message), Out::new(request)) }));
    fn MPI_Imrecv_c PMPI_Imrecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, message: *mut abi::Message, request: *mut abi::Request) -> c_int =
        finish(Call(291), On::Nothing, traced(Call(291), || if message.is_null() { null("message") } else if request.is_null() { null("request") } else { crate::p2p::imrecv(Call(291), Addr::new(buf.cast()), count as i64, datatype, Out::new(message), Out::new(request)) }));
    fn MPI_Iprobe PMPI_Iprobe (source: c_int, tag: c_int, comm: abi::Comm, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(319), On::Comm(comm), traced(Call(319), || if flag.is_null() { null("flag") } else { crate::p2p::iprobe(Call(319), source, tag, comm, Out::new(flag), Out::new(status)) }));
    fn MPI_Irecv PMPI_Irecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(320), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irecv(Call(320), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Irecv_c PMPI_Irecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(321), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irecv(Call(321), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(request)) });
    fn MPI_Irsend PMPI_Irsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(328), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irsend(Call(328), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Irsend_c PMPI_Irsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(329), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::irsend(Call(329), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isend PMPI_Isend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(337), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isend(Call(337), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isend_c PMPI_Isend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(338), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::isend(Call(338), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Isendrecv PMPI_Isendrecv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(339), On::Comm(comm), traced(Call(339), || if request.is_null() { null("request") } else { crate::p2p::isendrecv(Call(339), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, dest, sendtag, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, source, recvtag, comm, Out::new(request)) }));
    fn MPI_Isendrecv_c PMPI_Isendrecv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(340), On::Comm(comm), traced(Call(340), || if request.is_null() { null("request") } else { crate::p2p::isendrecv(Call(340), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, dest, sendtag, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, source, recvtag, comm, Out::new(request)) }));
    fn MPI_Isendrecv_replace PMPI_Isendrecv_replace (buf: *mut c_void, count: c_int, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(341), On::Comm(comm), traced(Call(341), || if request.is_null() { null("request") } else { crate::p2p::isendrecv_replace(Call(341), Addr::new(buf.cast()), i64::from(count), datatype, dest, sendtag, source, recvtag, comm, Out::new(request)) }));
    fn MPI_Isendrecv_replace_c PMPI_Isendrecv_replace_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(342), On::Comm(comm), traced(Call(342), || if request.is_null() { null("request") } else { crate::p2p::isendrecv_replace(Call(342), Addr::new(buf.cast()), count as i64, datatype, dest, sendtag, source, recvtag, comm, Out::new(request)) }));
    fn MPI_Issend PMPI_Issend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(343), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::issend(Call(343), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Issend_c PMPI_Issend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(344), On::Comm(comm), if request.is_null() { null("request") } else { crate::p2p::issend(Call(344), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) });
    fn MPI_Mprobe PMPI_Mprobe (source: c_int, tag: c_int, comm: abi::Comm, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(348), On::Comm(comm), traced(Call(348), || if message.is_null() { null("message") } else { crate::p2p::mprobe(Call(348), source, tag, comm, Out::new(message), Out::new(status)) }));
    fn MPI_Mrecv PMPI_Mrecv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(349), On::Nothing, traced(Call(349), || if message.is_null() { null("message") } else { crate::p2p::mrecv(Call(349), Addr::new(buf.cast()), i64::from(count), datatype, Out::new(message), Out::new(status)) }));
    fn MPI_Mrecv_c PMPI_Mrecv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, message: *mut abi::Message, status: *mut abi::Status) -> c_int =
        finish(Call(350), On::Nothing, traced(Call(350), || if message.is_null() { null("message") } else { crate::p2p::mrecv(Call(350), Addr::new(buf.cast()), count as i64, datatype, Out::new(message), Out::new(status)) }));
    fn MPI_Probe PMPI_Probe (source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(391), On::Comm(comm), traced(Call(391), || crate::p2p::probe(Call(391), source, tag, comm, Out::new(status))));
    fn MPI_Recv PMPI_Recv (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(400), On::Comm(comm), crate::p2p::recv(Call(400), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(status)));
    fn MPI_Recv_c PMPI_Recv_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(401), On::Comm(comm), crate::p2p::recv(Call(401), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(status)));
    fn MPI_Recv_init PMPI_Recv_init (buf: *mut c_void, count: c_int, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(402), On::Comm(comm), traced(Call(402), || if request.is_null() { null("request") } else { crate::p2p::recv_init(Call(402), Addr::new(buf.cast()), i64::from(count), datatype, source, tag, comm, Out::new(request)) }));
    fn MPI_Recv_init_c PMPI_Recv_init_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, source: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(403), On::Comm(comm), traced(Call(403), || if request.is_null() { null("request") } else { crate::p2p::recv_init(Call(403), Addr::new(buf.cast()), count as i64, datatype, source, tag, comm, Out::new(request)) }));
    fn MPI_Rsend PMPI_Rsend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(434), On::Comm(comm), crate::p2p::rsend(Call(434), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Rsend_c PMPI_Rsend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(435), On::Comm(comm), crate::p2p::rsend(Call(435), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Rsend_init PMPI_Rsend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(436), On::Comm(comm), traced(Call(436), || if request.is_null() { null("request") } else { crate::p2p::rsend_init(Call(436), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Rsend_init_c PMPI_Rsend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(437), On::Comm(comm), traced(Call(437), || if request.is_null() { null("request") } else { crate::p2p::rsend_init(Call(437), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Send PMPI_Send (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(450), On::Comm(comm), crate::p2p::send(Call(450), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Send_c PMPI_Send_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(451), On::Comm(comm), crate::p2p::send(Call(451), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Send_init PMPI_Send_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(452), On::Comm(comm), traced(Call(452), || if request.is_null() { null("request") } else { crate::p2p::send_init(Call(452), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Send_init_c PMPI_Send_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(453), On::Comm(comm), traced(Call(453), || if request.is_null() { null("request") } else { crate::p2p::send_init(Call(453), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Sendrecv PMPI_Sendrecv (sendbuf: *const c_void, sendcount: c_int, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(454), On::Comm(comm), traced(Call(454), || crate::p2p::sendrecv(Call(454), Addr::new(sendbuf.cast()), i64::from(sendcount), sendtype, dest, sendtag, Addr::new(recvbuf.cast()), i64::from(recvcount), recvtype, source, recvtag, comm, Out::new(status))));
    fn MPI_Sendrecv_c PMPI_Sendrecv_c (sendbuf: *const c_void, sendcount: i64, sendtype: abi::Datatype, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: abi::Datatype, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(455), On::Comm(comm), traced(Call(455), || crate::p2p::sendrecv(Call(455), Addr::new(sendbuf.cast()), sendcount as i64, sendtype, dest, sendtag, Addr::new(recvbuf.cast()), recvcount as i64, recvtype, source, recvtag, comm, Out::new(status))));
    fn MPI_Sendrecv_replace PMPI_Sendrecv_replace (buf: *mut c_void, count: c_int, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(456), On::Comm(comm), traced(Call(456), || crate::p2p::sendrecv_replace(Call(456), Addr::new(buf.cast()), i64::from(count), datatype, dest, sendtag, source, recvtag, comm, Out::new(status))));
    fn MPI_Sendrecv_replace_c PMPI_Sendrecv_replace_c (buf: *mut c_void, count: i64, datatype: abi::Datatype, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: abi::Comm, status: *mut abi::Status) -> c_int =
        finish(Call(457), On::Comm(comm), traced(Call(457), || crate::p2p::sendrecv_replace(Call(457), Addr::new(buf.cast()), count as i64, datatype, dest, sendtag, source, recvtag, comm, Out::new(status))));
    fn MPI_Ssend PMPI_Ssend (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(474), On::Comm(comm), crate::p2p::ssend(Call(474), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm));
    fn MPI_Ssend_c PMPI_Ssend_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm) -> c_int =
        finish(Call(475), On::Comm(comm), crate::p2p::ssend(Call(475), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm));
    fn MPI_Ssend_init PMPI_Ssend_init (buf: *const c_void, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(476), On::Comm(comm), traced(Call(476), || if request.is_null() { null("request") } else { crate::p2p::ssend_init(Call(476), Addr::new(buf.cast()), i64::from(count), datatype, dest, tag, comm, Out::new(request)) }));
    fn MPI_Ssend_init_c PMPI_Ssend_init_c (buf: *const c_void, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(477), On::Comm(comm), traced(Call(477), || if request.is_null() { null("request") } else { crate::p2p::ssend_init(Call(477), Addr::new(buf.cast()), count as i64, datatype, dest, tag, comm, Out::new(request)) }));
}
