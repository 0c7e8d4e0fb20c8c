//! Making and freeing communicators.
use super::{Circle, Comm};
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::attr;
use crate::context;
use crate::environment::MACHINE;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::group::Ranks;
use crate::info::Info;
use crate::state::State;
use std::sync::Arc;

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
            self.contexts.release(c.context);
            self.drop_handler(c.errhandler);
        }
    }

    /// The communicator, which must not be an intercommunicator.
    fn intra(&self, handle: abi::Comm) -> Result<&Comm> {
        let c = self.comm(handle)?;
        if c.is_inter() {
            return fail(abi::MPI_ERR_COMM, "intercommunicators are not supported by this call");
        }
        Ok(c)
    }
}

/// The hints of a duplicate: given, or the original's.
enum Hints {
    Given(Info),
    Same,
}

fn duplicate(call: Call, comm: abi::Comm, hints: Hints) -> Result<abi::Comm> {
    let (old, new) = {
        let mut s = gate::enter();
        let circle = Circle::of(s.intra(comm)?);
        let context = context::agree(call, &mut s, &circle)?;
        let c = s.comm(comm)?;
        let mut copy = Comm::intra(context, c.rank, c.local.clone());
        copy.info = match hints {
            Hints::Given(info) => info,
            Hints::Same => c.info.clone(),
        };
        let old = c.handle;
        (old, s.new_comm(copy, comm)?)
    };
    if let Err(e) = attr::copy_all(attr::Object::Comm, old.0, new.0) {
        let dropped = attr::delete_all(attr::Object::Comm, new.0);
        gate::enter().drop_comm(new);
        return dropped.and(Err(e));
    }
    Ok(new)
}

/// MPI_Comm_dup
pub fn dup(call: Call, comm: abi::Comm, new: Out<abi::Comm>) -> Result {
    new.set(MPI_COMM_NULL);
    new.set(duplicate(call, comm, Hints::Same)?);
    Ok(())
}

/// MPI_Comm_dup_with_info
pub fn dup_with_info(call: Call, comm: abi::Comm, info: abi::Info, new: Out<abi::Comm>) -> Result {
    let hints = {
        let mut s = gate::enter();
        s.comm(comm)?;
        s.info_or_null(info)?
    };
    new.set(duplicate(call, comm, Hints::Given(hints))?);
    Ok(())
}

/// Makes the communicator of those members who gave the same colour, ordered by key, then rank.
fn split_by(call: Call, s: &mut Guard, comm: abi::Comm, color: i32, key: i32) -> Result<abi::Comm> {
    let c = s.intra(comm)?;
    let (circle, me, group) = (Circle::of(c), c.rank, c.local.clone());
    let mine = [color.to_ne_bytes(), key.to_ne_bytes()].concat();
    let all = circle.gather(call, s, &mine);
    // All members agree on a context, also those who gave no colour; groups of different colours may share it, because
    // no process is in two of them.
    let context = context::agree(call, s, &circle)?;
    if color == MPI_UNDEFINED {
        s.contexts.release(context);
        return Ok(MPI_COMM_NULL);
    }
    let number = |bytes: &[u8]| i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let mut members: Vec<(i32, u32)> = all
        .chunks_exact(8)
        .enumerate()
        .filter(|(_, pair)| number(pair) == color)
        .map(|(rank, pair)| (number(&pair[4..]), rank as u32))
        .collect();
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
    let mut s = gate::enter();
    new.set(split_by(call, &mut s, comm, color, key)?);
    Ok(())
}

/// MPI_Comm_split_type: shared memory means the same machine; hardware resources below a machine are not told apart.
pub fn split_type(
    call: Call,
    comm: abi::Comm,
    split_type: i32,
    key: i32,
    info: abi::Info,
    new: Out<abi::Comm>,
) -> Result {
    let mut s = gate::enter();
    s.comm(comm)?;
    let hints = s.info_or_null(info)?;
    let me = s.endpoint().rank();
    let host = s.endpoint().host_of(me) as i32;
    let machine = |value: Option<&str>| value.is_some_and(|v| v == MACHINE || v == "mpi_shared_memory");
    let color = match split_type {
        abi::MPI_COMM_TYPE_SHARED => host,
        abi::MPI_COMM_TYPE_HW_GUIDED if machine(hints.get("mpi_hw_resource_type")) => host,
        abi::MPI_COMM_TYPE_RESOURCE_GUIDED if machine(hints.get("mpi_hw_resource_type")) => host,
        abi::MPI_COMM_TYPE_HW_GUIDED
        | abi::MPI_COMM_TYPE_HW_UNGUIDED
        | abi::MPI_COMM_TYPE_RESOURCE_GUIDED
        | MPI_UNDEFINED => MPI_UNDEFINED,
        other => return fail(abi::MPI_ERR_ARG, format!("{other} is no split type")),
    };
    new.set(split_by(call, &mut s, comm, color, key)?);
    Ok(())
}

/// MPI_Comm_create: all of the communicator call it; members of the group get the new one.
pub fn create(call: Call, comm: abi::Comm, group: abi::Group, new: Out<abi::Comm>) -> Result {
    let mut s = gate::enter();
    let c = s.intra(comm)?;
    let (circle, parent) = (Circle::of(c), c.local.clone());
    let members = s.group(group)?;
    subset(&members, &parent)?;
    let context = context::agree(call, &mut s, &circle)?;
    let handle = s.member(comm, &members, context)?;
    new.set(handle);
    Ok(())
}

/// MPI_Comm_create_group: only the group's members call it.
pub fn create_group(call: Call, comm: abi::Comm, group: abi::Group, tag: i32, new: Out<abi::Comm>) -> Result {
    let mut s = gate::enter();
    let c = s.intra(comm)?;
    if tag < 0 {
        return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; it must not be negative"));
    }
    let (members, parent) = (s.group(group)?, c.local.clone());
    subset(&members, &parent)?;
    let my_job = parent.job(c.rank);
    let Some(me) = members.rank_of(my_job) else {
        new.set(MPI_COMM_NULL);
        return Ok(());
    };
    let circle = Circle::part(c, members.clone(), me, tag);
    let context = context::agree(call, &mut s, &circle)?;
    let handle = s.member(comm, &members, context)?;
    new.set(handle);
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
