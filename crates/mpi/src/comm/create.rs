//! Creation and freeing of communicators.
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::agreement::{Agreement, number};
use crate::attr;
use crate::coll;
use crate::context;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::attr::Object;
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::objects::info::Info;
use crate::state::State;
use clump::driver::Waiting;
use clump_coll::Ranks;
use clump_coll::unwinding::OnUnwind;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The context of a duplicate until the members have agreed on one. It is odd; contexts of communicators are even.
const UNDECIDED: u16 = u16::MAX;

impl State {
    /// Adds a new communicator, which inherits its parent's error handler and session, and returns its handle.
    pub(crate) fn new_comm(&mut self, mut comm: Comm, parent: abi::Comm) -> Result<abi::Comm> {
        let parent = self.comm(parent)?;
        (comm.errhandler, comm.session) = (parent.errhandler, parent.session);
        self.handlers.keep(comm.errhandler)?;
        if comm.is_inter() && !self.dynamic.joints.is_empty() {
            let senders = comm.peers.iter().collect();
            self.endpoint().joints().set_senders(comm.context, senders);
        }
        let decided = comm.context != UNDECIDED;
        let handle = abi::Comm(self.comms.insert(comm));
        self.comm_mut(handle)?.handle = handle;
        if decided {
            self.introduce(handle)?;
        }
        Ok(handle)
    }

    /// Removes a communicator's handle, so that the program can no longer use it, with all that belongs to the
    /// communicator except its attributes.
    pub(crate) fn drop_comm(&mut self, handle: abi::Comm) {
        if let Some(c) = self.comms.remove(handle.0) {
            // A later communicator may get the handle again.
            if self.dynamic.parent == handle {
                self.dynamic.parent = MPI_COMM_NULL;
            }
            if let Some(shared) = c.coll.shared {
                self.leave_hidden(shared);
            }
            match c.context {
                UNDECIDED => self.handlers.let_go(c.errhandler),
                _ => self.release_comm(c),
            }
        }
    }

    /// Removes all communicators that come from a session, or from the world model (MPI_SESSION_NULL), with their
    /// attributes, for which no delete function is called: the program did not free them.
    pub(crate) fn drop_comms_of(&mut self, session: abi::Session) {
        let all: Vec<usize> = self.comms.iter().filter(|(_, c)| c.session == session).map(|(h, _)| h).collect();
        for handle in all {
            self.attributes.forget(Object::Comm, handle);
            match self.comms.withdraw(handle) {
                Some(c) if c.context == UNDECIDED => self.handlers.let_go(c.errhandler),
                Some(c) => self.freed.push(c),
                None => {}
            }
        }
        self.release_freed();
    }

    /// Returns the communicator. Returns an error if it is an intercommunicator.
    pub(crate) fn intra(&self, handle: abi::Comm) -> Result<&Comm> {
        let c = self.comm(handle)?;
        if c.is_inter() {
            return fail(abi::MPI_ERR_COMM, "intercommunicators are not supported by this call");
        }
        Ok(c)
    }
}

/// Makes a duplicate whose context is not agreed on yet. Copies the attributes and the topology, but not the hints (MPI
/// 5.0, 7.4.2).
fn prepare(call: Call, comm: abi::Comm, hints: &Info, sequence: Sequence) -> Result<(Agreement, abi::Comm)> {
    let (agreement, old, new) = {
        let mut s = gate::enter();
        let agreement = Agreement::of_sequence(&mut s, call, comm, sequence)?;
        let c = s.comm(comm)?;
        let mut copy = match c.is_inter() {
            false => Comm::intra(UNDECIDED, c.rank, c.local.clone()),
            true => Comm::inter(UNDECIDED, c.rank, c.local.clone(), c.peers.clone()),
        };
        super::hints::accept(&mut copy.info, hints);
        copy.topology = c.topology.clone();
        let old = c.handle;
        super::hints::act(&mut s, hints);
        (agreement, old, s.new_comm(copy, comm)?)
    };
    let give_up = || {
        // Take part in the agreement even if copying has failed in this process, because copying may have succeeded in
        // the other processes, which then wait for this process.
        let decided = decide(&agreement, new);
        let dropped = agreement.wait(decided).flatten().and(attr::delete_all(Object::Comm, new.0));
        gate::enter().drop_comm(new);
        dropped
    };
    let thrown = OnUnwind::new(|| _ = give_up());
    let copied = attr::copy_all(Object::Comm, old.0, new.0);
    thrown.disarm();
    if let Err(e) = copied {
        return give_up().and(Err(e));
    }
    Ok((agreement, new))
}

/// Agrees on the context of a prepared communicator.
async fn decide(agreement: &Agreement, new: abi::Comm) -> Result {
    let context = context::agree(agreement).await?;
    let mut s = gate::enter();
    s.comm_mut(new)?.context = context;
    s.introduce(new)
}

fn duplicate(call: Call, comm: abi::Comm, hints: &Info) -> Result<abi::Comm> {
    let (agreement, new) = prepare(call, comm, hints, Sequence::Blocking)?;
    agreement.wait(decide(&agreement, new))??;
    Ok(new)
}

/// Starts a non-blocking duplication. Sets the new handle at once; the program may use the handle when the request is
/// complete (MPI 5.0, 7.4.2).
fn duplicate_later(
    call: Call,
    comm: abi::Comm,
    hints: &Info,
    new: Out<abi::Comm>,
    request: Out<abi::Request>,
) -> Result {
    let (agreement, handle) = prepare(call, comm, hints, Sequence::Nonblocking)?;
    new.set(handle);
    let course = Box::pin(async move { agreement.run(decide(&agreement, handle)).await? });
    let mut s = gate::enter();
    request.set(coll::start(&mut s, comm, course)?);
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
    s.infos.or_null(info)
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

/// Makes the communicator of the members that pass this color, ordered by key and then by rank. The caller must not
/// hold a guard.
pub(crate) fn split_by(call: Call, comm: abi::Comm, color: i64, key: i32) -> Result<abi::Comm> {
    let agreement = Agreement::of(&mut gate::enter(), call, comm)?;
    let mine = [&color.to_ne_bytes()[..], &key.to_ne_bytes()].concat();
    // All members agree on one context, also the members without a color. Groups of different colors may share the
    // context, because each process is in only one of these groups.
    let (all, context) = agreement.wait(async {
        let all = agreement.gather(&mine).await;
        (all, context::agree(&agreement).await)
    })?;
    let context = context?;
    let mut s = gate::enter();
    let records = all.as_chunks::<12>().0;
    let order = |i: usize| {
        let its = records[i].first_chunk().map(|c| i64::from_ne_bytes(*c));
        let key = records[i].last_chunk().map(|k| i32::from_ne_bytes(*k));
        key.filter(|_| its == Some(color) && color != i64::from(MPI_UNDEFINED))
    };
    s.chosen(comm, context, order)
}

/// MPI_Comm_split
pub fn split(call: Call, comm: abi::Comm, color: i32, key: i32, new: Out<abi::Comm>) -> Result {
    if color < 0 && color != MPI_UNDEFINED {
        return fail(abi::MPI_ERR_ARG, format!("the color is {color}; it must be MPI_UNDEFINED or not negative"));
    }
    new.set(split_by(call, comm, color.into(), key)?);
    Ok(())
}

/// MPI_Comm_create. All processes of the communicator call this function, and the group's members get the new
/// communicator. On an intercommunicator each process passes a part of its local group.
pub fn create(call: Call, comm: abi::Comm, group: abi::Group, new: Out<abi::Comm>) -> Result {
    let (agreement, members, mine) = {
        let mut s = gate::enter();
        let members = s.group(group)?;
        let c = s.comm(comm)?;
        let members = s.dynamic.within(&members, &c.local);
        subset(&members, &c.local)?;
        let mine = c.is_inter().then(|| members.rank_of(c.local.job(c.rank)));
        (Agreement::of(&mut s, call, comm)?, members, mine)
    };
    if let Some(mine) = mine {
        // Send each process's position in the new group, counted from 1, or 0 if the process is in no group.
        let mine = mine.map_or(0, |rank| rank + 1).to_ne_bytes();
        let (all, context) =
            agreement.wait(async { (agreement.gather(&mine).await, context::agree(&agreement).await) })?;
        let order = |i| number(&all, i).checked_sub(1);
        new.set(gate::enter().chosen(comm, context?, order)?);
        return Ok(());
    }
    let context = agreement.wait(context::agree(&agreement))??;
    new.set(gate::enter().member(comm, &members, context)?);
    Ok(())
}

/// MPI_Comm_create_group. Only the group's members call this function.
pub fn create_group(call: Call, comm: abi::Comm, group: abi::Group, tag: i32, new: Out<abi::Comm>) -> Result {
    if tag < 0 {
        return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; it must not be negative"));
    }
    let (agreement, members) = {
        let s = gate::enter();
        let c = s.intra(comm)?;
        let members = s.dynamic.within(&s.group(group)?, &c.local);
        subset(&members, &c.local)?;
        let Some(me) = members.rank_of(c.local.job(c.rank)) else {
            new.set(MPI_COMM_NULL);
            return Ok(());
        };
        (Agreement::part(call, c, members.clone(), me, tag), members)
    };
    let context = agreement.wait(context::agree(&agreement))??;
    new.set(gate::enter().member(comm, &members, context)?);
    Ok(())
}

impl State {
    /// Makes the communicator of those members of the parent for which `order` returns a value. Returns MPI_COMM_NULL
    /// if this process is not such a member. In each group, members are sorted by `order`'s value, then by rank.
    /// `order` takes positions as [`Comm::everyone`] counts them.
    fn chosen<K: Ord>(
        &mut self,
        parent: abi::Comm,
        context: u16,
        order: impl Fn(usize) -> Option<K>,
    ) -> Result<abi::Comm> {
        let c = self.comm(parent)?;
        let pick = |group: &Ranks, before: u32| {
            let mut members: Vec<(K, u32)> =
                (0..group.len()).filter_map(|r| Some((order((before + r) as usize)?, r))).collect();
            members.sort_unstable();
            let jobs: Vec<u32> = members.iter().map(|m| group.job(m.1)).collect();
            Arc::new(Ranks::of(&jobs))
        };
        let mine = c.local.job(c.rank);
        let (local, remote) = match (c.is_inter(), c.comes_first()) {
            (false, _) => (pick(&c.local, 0), None),
            (true, true) => (pick(&c.local, 0), Some(pick(&c.peers, c.size()))),
            (true, false) => (pick(&c.local, c.peer_count()), Some(pick(&c.peers, 0))),
        };
        let child = match (local.rank_of(mine), remote) {
            (Some(rank), None) => Comm::intra(context, rank, local),
            (Some(rank), Some(remote)) if !remote.is_empty() => Comm::inter(context, rank, local, remote),
            _ => {
                self.release_context(context);
                return Ok(MPI_COMM_NULL);
            }
        };
        self.new_comm(child, parent)
    }

    /// Makes the communicator of these members. Returns MPI_COMM_NULL if this process is not a member.
    fn member(&mut self, parent: abi::Comm, members: &Arc<Ranks>, context: u16) -> Result<abi::Comm> {
        let c = self.comm(parent)?;
        match members.rank_of(c.local.job(c.rank)) {
            Some(rank) => self.new_comm(Comm::intra(context, rank, members.clone()), parent),
            None => {
                self.release_context(context);
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

/// Returns MPI_ERR_COMM if there is no such communicator, or if the communicator is predefined.
fn check_freeable(s: &State, handle: abi::Comm) -> Result {
    let c = s.comm(handle)?;
    if c.handle == abi::MPI_COMM_WORLD || c.handle == abi::MPI_COMM_SELF {
        return Err(error(abi::MPI_ERR_COMM, format!("{} cannot be freed", String::from_utf8_lossy(&c.name))));
    }
    Ok(())
}

/// MPI_Comm_free
pub fn free(_: Call, comm: Out<abi::Comm>) -> Result {
    let handle = comm.get();
    check_freeable(&gate::enter(), handle)?;
    attr::delete_all(Object::Comm, handle.0)?;
    gate::enter().drop_comm(handle);
    comm.set(MPI_COMM_NULL);
    Ok(())
}

/// How long MPI_Comm_disconnect waits until its last frames have reached the other job. A shorter time may lose them; a
/// longer one delays a process whose peers have died.
const FAREWELL: Duration = Duration::from_secs(10);

/// MPI_Comm_disconnect. Returns once all processes have called this function and completed their communication (MPI
/// 5.0, 11.10.4).
pub fn disconnect(call: Call, comm: Out<abi::Comm>) -> Result {
    let handle = comm.get();
    let (agreement, joint, waiting) = {
        let mut s = gate::enter();
        check_freeable(&s, handle)?;
        let c = s.comm(handle)?;
        let (context, joint) = (c.context, s.joint_of(c.local.job(c.rank)));
        let waiting = Waiting { call: call.0, peer: -1, tag: -1, context };
        let sent = |s: &mut State| s.sent_from_buffers(context).then_some(());
        while s.block_unless(waiting, sent, |s| s.departed_of_let_go()).is_err() {
            s.give_up_let_go();
        }
        (Agreement::of(&mut s, call, handle)?, joint, waiting)
    };
    agreement.wait(agreement.reduce(&[], |_, _| ()))?;
    attr::delete_all(Object::Comm, handle.0)?;
    let mut s = gate::enter();
    s.drop_comm(handle);
    comm.set(MPI_COMM_NULL);
    if let Some(first) = joint {
        // The last frames to the other job may still be under way.
        let end = Instant::now() + FAREWELL;
        s.block(waiting, |s| {
            s.release_freed();
            (s.joint_of(first).is_none() || Instant::now() >= end || !s.joint_is_unused(first)).then_some(())
        });
    }
    Ok(())
}
