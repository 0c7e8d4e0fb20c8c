//! The result of a collective call, from what its team has found.
use super::process::EndpointEntrance;
use crate::abi;
use crate::error::{Call, Error, Result, error, fail};
use clump_coll::{Departure, Gone, Team};

/// Returns the value of a call that has ended, or MPI_ERR_PROC_ABORTED if a member that it needs has left the job.
pub fn ended<T>(team: &Team<EndpointEntrance>, end: std::result::Result<T, Gone>) -> Result<T> {
    end.map_err(|gone| departed(team, gone))
}

#[cold]
fn departed(team: &Team<EndpointEntrance>, Gone { rank, how }: Gone) -> Box<Error> {
    team.end_call();
    let (who, call) = (team.name_of(rank), Call(team.call()).name());
    let why = match how {
        Departure::Left => format!(
            "{who} has left the job (it has called MPI_Finalize) without its part of {call}, which every process of \
             the communicator must call"
        ),
        Departure::Died => format!("{who} has died before its part of {call}"),
        Departure::JobDied => format!("{who} of the connected job has died before its part of {call}"),
        Departure::Revoked => "go on with the communicator of the survivors (MPIX_Comm_shrink)".into(),
        Departure::Late => format!("{who} has not done its part of {call} in time"),
    };
    let class = match how {
        Departure::Died => abi::MPI_ERR_PROC_FAILED,
        Departure::Revoked => abi::MPI_ERR_REVOKED,
        Departure::Left | Departure::JobDied | Departure::Late => abi::MPI_ERR_PROC_ABORTED,
    };
    let mut e = error(class, why);
    e.departed = Some(team.rank_of(rank));
    e
}

/// Ends the call. Returns MPI_ERR_PROC_ABORTED if a member that the call needs has left the job, or a process of a
/// connected job has died, and MPI_ERR_TRUNCATE if a message of the call was longer than its receive buffer.
pub(in crate::coll) fn verdict(team: &Team<EndpointEntrance>, end: std::result::Result<(), Gone>) -> Result {
    ended(team, end)?;
    team.end_call();
    if team.truncated() {
        team.forget_abandonments();
        return truncated(team);
    }
    Ok(())
}

/// Returns MPI_ERR_TRUNCATE, for a call whose ranks passed different lengths.
#[cold]
pub(in crate::coll) fn truncated(team: &Team<EndpointEntrance>) -> Result {
    let me = team.rank();
    let why = match team.misfit() {
        Some(of) => format!(
            "ranks disagree: the data of {} has another length than the buffer for it at rank {me}; they passed \
             different counts, types or roots",
            team.name_of(of)
        ),
        None => "ranks disagree about lengths: they passed different counts, types or roots".into(),
    };
    fail(abi::MPI_ERR_TRUNCATE, why)
}
