//! The MPI functions of partitioned communication.
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, In, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::context::tags::opening_tag;
use crate::objects::datatype::{BufferAccess, Message};
use crate::objects::partitioned::object::{PartitionedRequest, Side};
use crate::objects::partitioned::opening::Opening;
use crate::objects::partitioned::receiver::PartitionReceiver;
use crate::objects::partitioned::sender::PartitionSender;
use crate::objects::request::Request;
use crate::objects::status::Finished;
use crate::p2p::{destination, select};
use crate::state::State;
use clump::driver::{Departed, Mode, Select};

/// Returns the number of partitions, the buffer with all of them, and the bytes of a partition.
fn buffer(
    s: &State,
    access: BufferAccess,
    buf: Addr,
    partitions: i32,
    count: i64,
    datatype: abi::Datatype,
) -> Result<(usize, Message, usize)> {
    let Ok(n) = usize::try_from(partitions) else {
        return fail(abi::MPI_ERR_ARG, format!("the number of partitions is {partitions}; it must not be negative"));
    };
    let Some(all) = count.checked_mul(partitions.into()).filter(|_| count >= 0) else {
        return fail(abi::MPI_ERR_COUNT, format!("{n} partitions of {count} items: not a number of items"));
    };
    let message = s.types.accessed(access, buf, all, datatype)?;
    let each = message.region.len() / n.max(1);
    Ok((n, message, each))
}

fn make(s: &mut State, message: Message, partitions: usize, comm: abi::Comm, side: Side) -> abi::Request {
    let object = PartitionedRequest { comm, message, partitions, active: false, side };
    s.new_request(Request::Partitioned(Box::new(object)))
}

/// MPI_Psend_init
#[allow(clippy::too_many_arguments)]
pub fn psend_init(
    _: Call,
    buf: Addr,
    partitions: i32,
    count: i64,
    datatype: abi::Datatype,
    dest: i32,
    tag: i32,
    comm: abi::Comm,
    info: abi::Info,
    request: Out<abi::Request>,
) -> Result {
    let mut s = gate::enter();
    s.infos.or_null(info)?;
    let (n, message, each) = buffer(&s, BufferAccess::Read, buf, partitions, count, datatype)?;
    let c = s.comm(comm)?;
    let Some(to) = destination(c, dest, tag)? else {
        request.set(make(&mut s, message, n, comm, Side::Nothing(Finished::EMPTY)));
        return Ok(());
    };
    let (to, context) = (c.job_rank(to), c.collective_context());
    let direct = message.is_direct() && each > 0;
    let endpoint = s.endpoint();
    let near = to != endpoint.rank() && endpoint.host_of(to) == endpoint.host_of(endpoint.rank());
    let offers = direct && near && endpoint.can_copy(to);
    let opening = Opening { partitions: n, each, first: s.partitioned.next, offers };
    s.partitioned.next = s.partitioned.next.wrapping_add(n as u32);
    let words = opening.to_buffer();
    if let Some(sent) = s.endpoint().send(to, context, opening_tag(tag), words.region(), Mode::Standard) {
        s.abandon(Request::Send { request: sent, message: Message::owned(words), comm });
    }
    let sender = PartitionSender::new(s.endpoint(), to, context, tag, opening);
    request.set(make(&mut s, message, n, comm, Side::Send(sender)));
    Ok(())
}

/// MPI_Precv_init
#[allow(clippy::too_many_arguments)]
pub fn precv_init(
    _: Call,
    buf: Addr,
    partitions: i32,
    count: i64,
    datatype: abi::Datatype,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    info: abi::Info,
    request: Out<abi::Request>,
) -> Result {
    let mut s = gate::enter();
    s.infos.or_null(info)?;
    let (n, message, _) = buffer(&s, BufferAccess::Write, buf, partitions, count, datatype)?;
    let State { common, mpi } = &mut *s;
    mpi.partitioned.forget_freed(common.endpoint());
    let c = s.comm(comm)?;
    let side = match select(c, source, tag)? {
        None => Side::Nothing(Finished::PROC_NULL),
        Some(Select { source: None, .. }) => {
            return fail(abi::MPI_ERR_RANK, "partitioned receives have one source, not MPI_ANY_SOURCE");
        }
        Some(Select { tag: None, .. }) => {
            return fail(abi::MPI_ERR_TAG, "partitioned receives have one tag, not MPI_ANY_TAG");
        }
        Some(Select { source: Some(from), .. }) => {
            let (context, ranks) = (c.collective_context(), c.translation());
            let opening = Select { context, source: Some(from), tag: Some(opening_tag(tag)) };
            Side::Receive(PartitionReceiver::new(opening, from, ranks, tag, s.endpoint()))
        }
    };
    request.set(make(&mut s, message, n, comm, side));
    Ok(())
}

/// Withdraws the receives of messages between the two sides before MPI_Finalize frees their memory, and closes the
/// memory for deposits. The other side may never make a request.
pub fn withdraw_openings(s: &mut Guard) {
    let State { common, mpi } = &mut **s;
    mpi.partitioned.forget_freed(common.endpoint());
    s.partitioned.unopened.clear();
    let of_requests = s.requests.iter().filter_map(|(_, request)| match request {
        Request::Partitioned(p) => p.awaited(),
        _ => None,
    });
    let openings: Vec<_> = of_requests.chain(s.partitioned.freed.iter().map(|freed| freed.flight.0)).collect();
    openings.into_iter().for_each(|opening| s.withdraw(opening));
    let State { common, mpi } = &mut **s;
    let partitioned = |(handle, request): (_, &Request)| matches!(request, Request::Partitioned(_)).then_some(handle);
    let handles: Vec<_> = mpi.requests.iter().filter_map(partitioned).collect();
    for handle in handles {
        if let Some(Request::Partitioned(p)) = mpi.requests.get_mut(handle) {
            p.close(common.endpoint());
        }
    }
}

/// MPI_Start for a request of partitioned communication.
pub fn start_partitioned(s: &mut State, handle: abi::Request) -> Result {
    let State { common, mpi } = s;
    let Some(Request::Partitioned(p)) = mpi.requests.get_mut(handle.0) else {
        return fail(abi::MPI_ERR_REQUEST, "the request is not one of partitioned communication");
    };
    if p.active {
        return fail(abi::MPI_ERR_REQUEST, "the persistent request is started already");
    }
    if !p.start(common.endpoint()) {
        mpi.partitioned.unopened.push(handle);
    }
    Ok(())
}

/// Hands partitions `first` to `last` over. Hands over none if one of them is out of range.
fn ready(s: &mut State, handle: abi::Request, first: i32, last: i32) -> Result {
    s.request(handle)?;
    let State { common, mpi } = s;
    let Some(Request::Partitioned(p)) = mpi.requests.get_mut(handle.0) else {
        return fail(abi::MPI_ERR_REQUEST, "the request is not a partitioned send");
    };
    let PartitionedRequest { message, partitions, active, side, .. } = &mut **p;
    if matches!(side, Side::Receive(_)) {
        return fail(abi::MPI_ERR_REQUEST, "the request is a partitioned receive, not a send");
    }
    if !*active {
        return fail(abi::MPI_ERR_REQUEST, "the partitioned send has not been started");
    }
    let range = match (usize::try_from(first), usize::try_from(last)) {
        (Ok(first), Ok(last)) if first <= last && last < *partitions => first..=last,
        _ => {
            let why = format!("partitions {first} to {last} are not among the {partitions} of the request");
            return fail(abi::MPI_ERR_ARG, why);
        }
    };
    let Side::Send(sender) = side else { return Ok(()) };
    for partition in range {
        if !sender.hand_over(common.endpoint(), message, partition) {
            return fail(abi::MPI_ERR_ARG, format!("partition {partition} is ready already"));
        }
    }
    Ok(())
}

/// MPI_Pready
pub fn pready(_: Call, partition: i32, request: abi::Request) -> Result {
    ready(&mut gate::enter(), request, partition, partition)
}

/// MPI_Pready_range. Both limits belong to the range.
pub fn pready_range(_: Call, low: i32, high: i32, request: abi::Request) -> Result {
    ready(&mut gate::enter(), request, low, high)
}

/// MPI_Pready_list
pub fn pready_list(_: Call, length: i32, partitions: In<i32>, request: abi::Request) -> Result {
    let Ok(n) = usize::try_from(length) else {
        return fail(abi::MPI_ERR_ARG, format!("the length of the list is {length}; it must not be negative"));
    };
    let mut s = gate::enter();
    s.request(request)?;
    (0..n).try_for_each(|i| ready(&mut s, request, partitions.get(i), partitions.get(i)))
}

/// MPI_Parrived. A null or inactive request's partitions have arrived.
pub fn parrived(call: Call, request: abi::Request, partition: i32, flag: Out<i32>) -> Result {
    if request == abi::MPI_REQUEST_NULL {
        flag.set(1);
        return Ok(());
    }
    let mut s = gate::enter();
    s.request(request)?;
    let mut arrived = has_arrived(&mut s, request, partition)?;
    if !arrived {
        s.advance();
        arrived = has_arrived(&mut s, request, partition)?;
    }
    flag.set(arrived.into());
    if !arrived {
        if s.searches_now(|s| s.waiting(call, request))
            && let Some(Departed(rank)) = s.departed(request)
            && !s.advance()
            && !has_arrived(&mut s, request, partition)?
        {
            let class = s.class_of_departure(abi::MPI_COMM_NULL, rank);
            let why = format!(
                "process {rank} has died or left the job (MPI_Finalize), so that partition {partition} never arrives"
            );
            return fail(class, why);
        }
        s.leave_empty_handed();
    }
    Ok(())
}

fn has_arrived(s: &mut State, handle: abi::Request, partition: i32) -> Result<bool> {
    let State { common, mpi } = s;
    let Some(Request::Partitioned(p)) = mpi.requests.get_mut(handle.0) else {
        return fail(abi::MPI_ERR_REQUEST, "the request is not a partitioned receive");
    };
    let PartitionedRequest { message, partitions, active, side, .. } = &mut **p;
    if matches!(side, Side::Send(_)) {
        return fail(abi::MPI_ERR_REQUEST, "the request is a partitioned send, not a receive");
    }
    let Some(i) = usize::try_from(partition).ok().filter(|i| i < partitions) else {
        let why = format!("partition {partition} is not among the {partitions} of the request");
        return fail(abi::MPI_ERR_ARG, why);
    };
    let Side::Receive(receiver) = side else { return Ok(true) };
    if !*active {
        return Ok(true);
    }
    receiver.poll(common.endpoint(), message);
    let each = message.region.len() / *partitions;
    Ok(receiver.has(i, *partitions, each))
}
