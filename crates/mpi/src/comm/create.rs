//! Making and freeing communicators.
use super::{Circle, Comm};
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::attr;
use crate::coll::schedule;
use crate::context;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::group::Ranks;
use crate::info::Info;
use crate::state::State;
use std::sync::Arc;

/// The context of a duplicate that is not agreed on yet; no communicator has it, since contexts are even.
const UNDECIDED: u16 = u16::MAX;

impl State {
    /// Keeps a new communicator, with its parent's error handler.
    fn new_comm(&mut self, mut comm: Comm, parent: abi::Comm) -> Result<abi::Comm> {
        comm.errhandler = self.comm(parent)?.errhandler;
        self.keep_handler(comm.errhandler)?;
        let handle = abi::Comm(self.comms.insert(comm));
        self.comm_mut(handle)?.handle = handle;
        Ok(handle)
    }

    /// Takes a communicator away, with all that belongs to it but its attributes.
    fn drop_comm(&mut self, handle: abi::Comm) {
        if let Some(c) = self.comms.remove(handle.0) {
            if c.context != UNDECIDED {
                self.contexts.release(c.context);
            }
            self.drop_handler(c.errhandler);
        }
    }

    /// The communicator, which must not be an intercommunicator.
    pub(crate) fn intra(&self, handle: abi::Comm) -> Result<&Comm> {
        let c = self.comm(handle)?;
        if c.is_inter() {
            return fail(abi::MPI_ERR_COMM, "intercommunicators are not supported by this call");
        }
        Ok(c)
    }
}

/// Makes the duplicate's object, whose context is still to be agreed on, and copies the attributes. The topology comes along,
/// hints do not (MPI 5.0, 7.4.2).
fn prepare(call: Call, comm: abi::Comm, hints: &Info) -> Result<(Circle, abi::Comm)> {
    let (circle, old, new) = {
        let mut s = gate::enter();
        s.intra(comm)?;
        let circle = Circle::of(&mut s, call, comm)?;
        let c = s.comm(comm)?;
        let mut copy = Comm::intra(UNDECIDED, c.rank, c.local.clone());
        super::hints::accept(&mut copy.info, hints);
        copy.topology = c.topology.clone();
        let old = c.handle;
        (circle, old, s.new_comm(copy, comm)?)
    };
    if let Err(e) = attr::copy_all(attr::Object::Comm, old.0, new.0) {
        // All processes have to agree all the same: the others' attributes may have been copied.
        let decided = decide(&circle, new);
        let dropped = circle.wait(decided).and(attr::delete_all(attr::Object::Comm, new.0));
        gate::enter().drop_comm(new);
        return dropped.and(Err(e));
    }
    Ok((circle, new))
}

/// Gives a prepared communicator its context.
async fn decide(circle: &Circle, new: abi::Comm) -> Result {
    let context = context::agree(circle).await?;
    gate::enter().comm_mut(new)?.context = context;
    Ok(())
}

fn duplicate(call: Call, comm: abi::Comm, hints: &Info) -> Result<abi::Comm> {
    let (circle, new) = prepare(call, comm, hints)?;
    circle.wait(decide(&circle, new))?;
    Ok(new)
}

/// The communicator's handle is there at once; it may be used when the request is done (MPI 5.0, 7.4.2).
fn duplicate_later(
    call: Call,
    comm: abi::Comm,
    hints: &Info,
    new: Out<abi::Comm>,
    request: Out<abi::Request>,
) -> Result {
    let (circle, handle) = prepare(call, comm, hints)?;
    new.set(handle);
    let course = Box::pin(async move { decide(&circle, handle).await });
    request.set(schedule::start(&mut gate::enter(), course));
    Ok(())
}

/// MPI_Comm_idup
pub fn idup(call: Call, comm: abi::Comm, new: Out<abi::Comm>, request: Out<abi::Request>) -> Result {
    duplicate_later(call, comm, &Info::new(), new, request)
}

/// MPI_Comm_idup_with_info
pub fn idup_with_info(
    call: Call,
    comm: abi::Comm,
    info: abi::Info,
    new: Out<abi::Comm>,
    request: Out<abi::Request>,
) -> Result {
    let hints = given(comm, info)?;
    duplicate_later(call, comm, &hints, new, request)
}

fn given(comm: abi::Comm, info: abi::Info) -> Result<Info> {
    let mut s = gate::enter();
    s.comm(comm)?;
    s.info_or_null(info)
}

/// MPI_Comm_dup
pub fn dup(call: Call, comm: abi::Comm, new: Out<abi::Comm>) -> Result {
    new.set(MPI_COMM_NULL);
    new.set(duplicate(call, comm, &Info::new())?);
    Ok(())
}

/// MPI_Comm_dup_with_info
pub fn dup_with_info(call: Call, comm: abi::Comm, info: abi::Info, new: Out<abi::Comm>) -> Result {
    let hints = given(comm, info)?;
    new.set(MPI_COMM_NULL);
    new.set(duplicate(call, comm, &hints)?);
    Ok(())
}

/// Makes the communicator of those members who gave the same colour, ordered by key, then rank. No guard may be held.
pub(crate) fn split_by(call: Call, comm: abi::Comm, color: i64, key: i32) -> Result<abi::Comm> {
    let (circle, me, group) = {
        let mut s = gate::enter();
        let (me, group) = s.intra(comm).map(|c| (c.rank, c.local.clone()))?;
        (Circle::of(&mut s, call, comm)?, me, group)
    };
    let mine = [&color.to_ne_bytes()[..], &key.to_ne_bytes()].concat();
    // All members agree on a context, also those who gave no colour; groups of different colours may share it, because
    // no process is in two of them.
    let (all, context) = circle.wait(async {
        let all = circle.gather(&mine).await;
        (all, context::agree(&circle).await)
    });
    let context = context?;
    let mut s = gate::enter();
    if color == i64::from(MPI_UNDEFINED) {
        s.contexts.release(context);
        return Ok(MPI_COMM_NULL);
    }
    let members = all.as_chunks::<12>().0.iter().enumerate().map(|(rank, record)| {
        let (color, key) = (record.first_chunk(), record.last_chunk());
        (color.map(|c| i64::from_ne_bytes(*c)), key.map_or(0, |k| i32::from_ne_bytes(*k)), rank as u32)
    });
    let mut members: Vec<(i32, u32)> =
        members.filter(|m| m.0 == Some(color)).map(|(_, key, rank)| (key, rank)).collect();
    members.sort_unstable();
    let rank = members.iter().position(|m| m.1 == me).map_or(0, |r| r as u32);
    let jobs: Vec<_> = members.iter().map(|m| group.job(m.1)).collect();
    s.new_comm(Comm::intra(context, rank, Arc::new(Ranks::of(&jobs))), comm)
}

/// MPI_Comm_split
pub fn split(call: Call, comm: abi::Comm, color: i32, key: i32, new: Out<abi::Comm>) -> Result {
    if color < 0 && color != MPI_UNDEFINED {
        return fail(abi::MPI_ERR_ARG, format!("the color is {color}; it must be MPI_UNDEFINED or not negative"));
    }
    new.set(split_by(call, comm, color.into(), key)?);
    Ok(())
}

/// MPI_Comm_create: all of the communicator call it; members of the group get the new one.
pub fn create(call: Call, comm: abi::Comm, group: abi::Group, new: Out<abi::Comm>) -> Result {
    let (circle, members) = {
        let mut s = gate::enter();
        let members = s.group(group)?;
        subset(&members, &s.intra(comm)?.local)?;
        (Circle::of(&mut s, call, comm)?, members)
    };
    let context = circle.wait(context::agree(&circle))?;
    new.set(gate::enter().member(comm, &members, context)?);
    Ok(())
}

/// MPI_Comm_create_group: only the group's members call it.
pub fn create_group(call: Call, comm: abi::Comm, group: abi::Group, tag: i32, new: Out<abi::Comm>) -> Result {
    if tag < 0 {
        return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; it must not be negative"));
    }
    let (circle, members) = {
        let s = gate::enter();
        let c = s.intra(comm)?;
        let members = s.group(group)?;
        subset(&members, &c.local)?;
        let Some(me) = members.rank_of(c.local.job(c.rank)) else {
            new.set(MPI_COMM_NULL);
            return Ok(());
        };
        (Circle::part(call, c, members.clone(), me, tag), members)
    };
    let context = circle.wait(context::agree(&circle))?;
    new.set(gate::enter().member(comm, &members, context)?);
    Ok(())
}

impl State {
    /// The communicator of these members, if this process is one.
    fn member(&mut self, parent: abi::Comm, members: &Arc<Ranks>, context: u16) -> Result<abi::Comm> {
        let c = self.comm(parent)?;
        match members.rank_of(c.local.job(c.rank)) {
            Some(rank) => self.new_comm(Comm::intra(context, rank, members.clone()), parent),
            None => {
                self.contexts.release(context);
                Ok(MPI_COMM_NULL)
            }
        }
    }
}

fn subset(members: &Ranks, parent: &Ranks) -> Result {
    match members.iter().find(|&job| parent.rank_of(job).is_none()) {
        None => Ok(()),
        Some(job) => fail(abi::MPI_ERR_GROUP, format!("process {job} of the group is not in the communicator")),
    }
}

/// MPI_Comm_free
pub fn free(_: Call, comm: Out<abi::Comm>) -> Result {
    let handle = comm.get();
    {
        let s = gate::enter();
        let c = s.comm(handle)?;
        if c.handle == abi::MPI_COMM_WORLD || c.handle == abi::MPI_COMM_SELF {
            return Err(error(abi::MPI_ERR_COMM, format!("{} cannot be freed", c.name)));
        }
    }
    attr::delete_all(attr::Object::Comm, handle.0)?;
    gate::enter().drop_comm(handle);
    comm.set(MPI_COMM_NULL);
    Ok(())
}
