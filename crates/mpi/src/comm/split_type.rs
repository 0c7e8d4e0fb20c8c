//! MPI_Comm_split_type (MPI 5.0, 7.4.2): communicators of processes that share a part of the machine.
use super::split_by;
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::agreement::Agreement;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::hardware::{KINDS, Places, SHARED_MEMORY, places};
use crate::objects::info::Info;

/// The info key that names a kind of resource (MPI 5.0, 7.4.2).
const KEY: &str = "mpi_hw_resource_type";
/// Bytes that each process contributes to the exchange: eight bytes for each kind of resource.
const RECORD: usize = KINDS.len() * 8;

/// The new communicator that a process requests.
#[derive(Clone, Copy, PartialEq)]
enum Wish {
    /// No new communicator.
    None,
    /// A communicator for each instance of the kind of resource with this index.
    Kind(usize),
    /// A communicator for each instance of the largest kind of resource that splits the communicator.
    Smaller,
    /// The process set mpi://WORLD: one communicator of all processes.
    World,
    /// The process set mpi://SELF: a communicator for each process alone.
    Alone,
}

/// MPI_Comm_split_type
pub fn split_type(
    call: Call,
    comm: abi::Comm,
    split_type: i32,
    key: i32,
    info: abi::Info,
    new: Out<abi::Comm>,
) -> Result {
    let (agreement, wish, host, job) = {
        let mut s = gate::enter();
        let c = s.comm(comm)?;
        let job = c.local.job(c.rank);
        let hints = s.infos.or_null(info)?;
        let wish = wish(split_type, &hints)?;
        let host = s.endpoint().host_of(job);
        (Agreement::of(&mut s, call, comm)?, wish, host, job)
    };
    new.set(MPI_COMM_NULL);
    // All processes take part in the exchange, because each process knows only its own request.
    let mine = colors(host, if wish == Wish::None { [None; KINDS.len()] } else { places() });
    let record: Vec<u8> = mine.iter().flat_map(|c| c.to_ne_bytes()).collect();
    let all = agreement.wait(agreement.gather(&record))?;
    let kind = match wish {
        Wish::Kind(kind) => Some(kind),
        Wish::Smaller => splitting(&all),
        _ => None,
    };
    let color = match (wish, kind) {
        (Wish::World, _) => 0,
        (Wish::Alone, _) => job.into(),
        (_, Some(kind)) => mine[kind],
        _ => MPI_UNDEFINED.into(),
    };
    let made = split_by(call, comm, color, key)?;
    // MPI 5.0, 7.4.2: an unguided split reports the kind by which it split.
    if let (Wish::Smaller, Some(kind)) = (wish, kind)
        && made != MPI_COMM_NULL
        && info != abi::MPI_INFO_NULL
    {
        gate::enter().infos.own(info)?.set(KEY, KINDS[kind]);
    }
    new.set(made);
    Ok(())
}

fn wish(split_type: i32, hints: &Info) -> Result<Wish> {
    let resource = hints.get(KEY).map(|value| match value {
        SHARED_MEMORY => Wish::Kind(0),
        other => KINDS.iter().position(|k| *k == other).map_or(Wish::None, Wish::Kind),
    });
    Ok(match split_type {
        abi::MPI_COMM_TYPE_SHARED => Wish::Kind(0),
        abi::MPI_COMM_TYPE_HW_GUIDED => resource.unwrap_or(Wish::None),
        abi::MPI_COMM_TYPE_RESOURCE_GUIDED => match (resource, hints.get("mpi_pset_name")) {
            (Some(wish), None) => wish,
            (None, Some("mpi://WORLD")) => Wish::World,
            (None, Some("mpi://SELF")) => Wish::Alone,
            _ => Wish::None,
        },
        abi::MPI_COMM_TYPE_HW_UNGUIDED => Wish::Smaller,
        MPI_UNDEFINED => Wish::None,
        other => return fail(abi::MPI_ERR_ARG, format!("{other} is no split type")),
    })
}

/// Returns this process's color for each kind of resource. Processes that are restricted to the same instance have
/// equal colors.
fn colors(host: u32, places: Places) -> [i64; KINDS.len()] {
    places.map(|p| p.map_or(MPI_UNDEFINED.into(), |p| i64::from(host) << 32 | i64::from(p)))
}

/// Returns the largest kind of resource that splits the communicator: some process is restricted to an instance of that
/// kind, and not all processes are restricted to the same instance.
fn splitting(all: &[u8]) -> Option<usize> {
    let undefined = i64::from(MPI_UNDEFINED).to_ne_bytes();
    (0..KINDS.len()).find(|kind| {
        let mut colors = all.as_chunks::<RECORD>().0.iter().map(|r| &r[kind * 8..kind * 8 + 8]);
        let first = colors.clone().next();
        colors.clone().any(|c| c != undefined) && colors.any(|c| Some(c) != first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unguided_split_takes_the_largest_kind_that_separates_processes() {
        let of = |places: &[(u32, Option<u32>, Option<u32>)]| {
            let record = |&(host, package, core): &(u32, Option<u32>, Option<u32>)| {
                let mut p = [None; KINDS.len()];
                (p[0], p[1], p[6]) = (Some(0), package, core);
                colors(host, p).iter().flat_map(|c| c.to_ne_bytes()).collect::<Vec<u8>>()
            };
            splitting(&places.iter().flat_map(record).collect::<Vec<u8>>())
        };
        let (a, b) = (Some(0), Some(1));
        assert_eq!(of(&[(0, a, a), (1, a, a)]), Some(0));
        assert_eq!(of(&[(0, a, a), (0, a, b)]), Some(6));
        assert_eq!(of(&[(0, None, None), (0, a, b)]), Some(1));
        assert_eq!(of(&[(0, a, a), (0, a, a)]), None);
        assert_eq!(of(&[(0, None, None), (0, None, None)]), None);
        assert_eq!(of(&[(0, a, a)]), None);
    }
}
