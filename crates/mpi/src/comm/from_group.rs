//! Communicators made from groups, without a parent communicator (MPI 5.0, 7.4.2 and 7.6.2). Only the groups' members
//! call. The string tag tells apart creations that run at once.
use crate::abi;
use crate::agreement::{Agreement, Bridge};
use crate::context;
use crate::error::{Call, Error, On, Result, error, fail};
use crate::ffi::args::{Out, Text};
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::objects::errhandler::Object;
use crate::state::State;
use clump_coll::Ranks;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The two kinds of exchange, which must not take each other's messages.
#[derive(Clone, Copy, Hash)]
enum Exchange {
    /// Among the members of a group.
    Group,
    /// Between the leaders of two groups.
    Leaders,
}

/// Returns a number that all members compute alike, and that differs from other exchanges' numbers but for a chance of
/// 1 in 2^30. `DefaultHasher::new` has fixed keys, and all processes of a job run one build of Clump.
fn identity(kind: Exchange, tag: &[u8], members: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind, tag).hash(&mut hasher);
    members.for_each(|job| job.hash(&mut hasher));
    hasher.finish()
}

/// What the arguments of both functions say.
struct Arguments {
    group: Arc<Ranks>,
    /// This process's rank in the group.
    rank: u32,
    session: abi::Session,
    tag: Vec<u8>,
}

/// Adds a communicator without a parent, and returns its handle. The caller has checked the arguments.
fn add(mut comm: Comm, given: &Arguments, info: abi::Info, handler: abi::Errhandler) -> abi::Comm {
    let mut s = gate::enter();
    let hints = s.infos.or_null(info).unwrap_or_default();
    (comm.session, comm.errhandler) = (given.session, handler);
    super::hints::accept(&mut comm.info, &hints);
    super::hints::act(&mut s, &hints);
    let _ = s.handlers.keep(handler);
    let handle = abi::Comm(s.comms.insert(comm));
    if let Some(comm) = s.comms.get_mut(handle.0) {
        comm.handle = handle;
    }
    // The communicator exists.
    let _ = s.introduce(handle);
    handle
}

impl State {
    /// Checks the arguments, or returns MPI_ERR_GROUP, MPI_ERR_ARG, MPI_ERR_INFO or MPI_ERR_ERRHANDLER. Returns `None`
    /// for an empty group.
    fn group_arguments(
        &mut self,
        group: abi::Group,
        tag: Text,
        info: abi::Info,
        errhandler: abi::Errhandler,
    ) -> Result<Option<Arguments>> {
        let (ranks, session) = (self.group(group)?, self.session_of_group(group));
        self.running()?;
        self.infos.or_null(info)?;
        self.handlers.fits(errhandler, Object::Comm)?;
        let tag = tag.get().unwrap_or_default();
        if tag.len() >= abi::MPI_MAX_STRINGTAG_LEN as usize {
            let most = abi::MPI_MAX_STRINGTAG_LEN - 1;
            return fail(abi::MPI_ERR_ARG, format!("the string tag has {} characters, more than {most}", tag.len()));
        }
        if ranks.is_empty() {
            return Ok(None);
        }
        let Some(rank) = ranks.rank_of(self.my_job_rank()) else {
            return fail(abi::MPI_ERR_GROUP, "the calling process is not in the group");
        };
        let own = self.endpoint().size();
        match self.dynamic.within_one_job(&ranks, own) {
            Some(group) => Ok(Some(Arguments { group, rank, session, tag })),
            None => fail(abi::MPI_ERR_GROUP, "no connection of two jobs has all processes of the group"),
        }
    }
}

/// Makes an error go to the error handler that the program passed for the new communicator.
fn to(handler: abi::Errhandler) -> impl Fn(Box<Error>) -> Box<Error> {
    move |mut e| {
        e.on.get_or_insert(On::New(handler));
        e
    }
}

/// MPI_Comm_create_from_group
pub fn create_from_group(
    call: Call,
    group: abi::Group,
    tag: Text,
    info: abi::Info,
    handler: abi::Errhandler,
    new: Out<abi::Comm>,
) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let Some(given) = gate::enter().group_arguments(group, tag, info, handler)? else { return Ok(()) };
    let id = identity(Exchange::Group, &given.tag, given.group.iter());
    let agreement = Agreement::parentless(call, given.group.clone(), given.rank, id);
    let context = agreement.wait(context::agree(&agreement)).flatten().map_err(to(handler))?;
    let comm = Comm::intra(context, given.rank, given.group.clone());
    new.set(add(comm, &given, info, handler));
    Ok(())
}

/// MPI_Intercomm_create_from_groups
#[allow(clippy::too_many_arguments)]
pub fn intercomm_create_from_groups(
    call: Call,
    local_group: abi::Group,
    local_leader: i32,
    remote_group: abi::Group,
    remote_leader: i32,
    tag: Text,
    info: abi::Info,
    handler: abi::Errhandler,
    new: Out<abi::Comm>,
) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let is_empty;
    let (given, leader, bridge) = {
        let mut s = gate::enter();
        let Some(given) = s.group_arguments(local_group, tag, info, handler)? else { return Ok(()) };
        let leader = place(&given.group, local_leader, "local")?;
        // MPI 5.0, 7.6.2: the remote group and its leader are significant only at the local leader.
        let remote = s.group(remote_group);
        // Without a remote group there is no communicator (7.6.2).
        is_empty = remote.as_ref().is_ok_and(|remote| remote.is_empty());
        let bridge = (given.rank == leader && !is_empty).then(|| {
            let remote = remote?;
            let other = remote.job(place(&remote, remote_leader, "remote")?);
            if let Some(job) = remote.iter().find(|&job| given.group.rank_of(job).is_some()) {
                return Err(in_both(job));
            }
            let own = given.group.job(leader);
            let id = identity(Exchange::Leaders, &given.tag, [own.min(other), own.max(other)].into_iter());
            Ok((Bridge::parentless(call, own, other, id), remote))
        });
        (given, leader, bridge)
    };
    let id = identity(Exchange::Group, &given.tag, given.group.iter());
    let agreement = Agreement::parentless(call, given.group.clone(), given.rank, id).under(leader as usize);
    let connection = bridge.as_ref().and_then(|b| b.as_ref().ok()).map(|(bridge, _)| bridge);
    let met = agreement.wait_over(connection, agreement.meet(&given.group, connection)).map_err(to(handler))?;
    let bridge = bridge.transpose()?;
    let Some((jobs, key)) = met else {
        if is_empty {
            return Ok(());
        }
        return fail(
            abi::MPI_ERR_GROUP,
            format!("the local leader, rank {local_leader}, gave arguments that are wrong"),
        );
    };
    if let Some(job) = jobs.iter().find(|&&job| given.group.rank_of(job).is_some()) {
        return Err(in_both(*job));
    }
    let agreement = agreement.joined(bridge.map(|(bridge, _)| bridge), key);
    let context = agreement.wait(context::agree(&agreement)).flatten().map_err(to(handler))?;
    let comm = Comm::inter(context, given.rank, given.group.clone(), Arc::new(Ranks::of(&jobs)));
    new.set(add(comm, &given, info, handler));
    Ok(())
}

fn place(group: &Ranks, leader: i32, which: &str) -> Result<u32> {
    u32::try_from(leader).ok().filter(|&l| l < group.len()).ok_or_else(|| {
        error(
            abi::MPI_ERR_RANK,
            format!("the {which} leader is {leader}; the {which} group has {} members", group.len()),
        )
    })
}

fn in_both(job: u32) -> Box<Error> {
    error(abi::MPI_ERR_GROUP, format!("process {job} is in both groups, which must have none in common"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_differ_in_tag_members_and_kind() {
        let id = |kind, tag: &str, members: &[u32]| identity(kind, tag.as_bytes(), members.iter().copied());
        let all = [
            id(Exchange::Group, "a", &[0, 1]),
            id(Exchange::Group, "b", &[0, 1]),
            id(Exchange::Group, "a", &[1, 0]),
            id(Exchange::Group, "a", &[0, 1, 2]),
            id(Exchange::Leaders, "a", &[0, 1]),
        ];
        assert_eq!(all[0], id(Exchange::Group, "a", &[0, 1]));
        assert!((0..all.len()).all(|i| all.iter().skip(i + 1).all(|other| *other != all[i])));
    }
}
