//! Info hints of communicators (MPI 5.0, 7.4.4): promises of the program, which may be kept and handed back.
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::info::Info;

/// The standard's promises. None makes anything here faster, so none is acted upon.
const PROMISES: [&str; 5] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
    "mpi_assert_strict_persistent_collective_ordering",
];

/// Takes over what is known of `given`; unknown keys and values are ignored, as the standard has it.
pub fn accept(hints: &mut Info, given: &Info) {
    for (key, value) in
        given.pairs().filter(|(key, value)| PROMISES.contains(key) && matches!(*value, "true" | "false"))
    {
        hints.set(key, value);
    }
}

/// MPI_Comm_set_info
pub fn set_info(_: Call, comm: abi::Comm, info: abi::Info) -> Result {
    let mut s = gate::enter();
    s.comm(comm)?;
    let given = s.info_or_null(info)?;
    accept(&mut s.comm_mut(comm)?.info, &given);
    Ok(())
}

/// MPI_Comm_get_info: every known hint with its value in force, and the kinds of memory that buffers may lie in (12.4.3).
pub fn get_info(_: Call, comm: abi::Comm, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let hints = &s.comm(comm)?.info;
    let mut all = Info::new();
    for key in PROMISES {
        all.set(key, hints.get(key).unwrap_or("false"));
    }
    all.set("mpi_memory_alloc_kinds", "system,mpi");
    info.set(abi::Info(s.infos.insert(all)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_hints_with_known_values_are_kept() {
        let (mut hints, mut given) = (Info::new(), Info::new());
        for (key, value) in [("colour", "true"), (PROMISES[0], "true"), (PROMISES[1], "yes"), (PROMISES[2], "false")] {
            given.set(key, value);
        }
        accept(&mut hints, &given);
        assert_eq!(hints.pairs().collect::<Vec<_>>(), [(PROMISES[0], "true"), (PROMISES[2], "false")]);
    }
}
