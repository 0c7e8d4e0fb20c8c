//! Info hints of communicators (MPI 5.0, 7.4.4): promises of the program, which may be kept and handed back, and two
//! keys of our own (docs/SETTINGS.md).
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::info::{Info, MEMORY_KINDS};

/// The standard's promises. None makes anything here faster, so none is acted upon.
const PROMISES: [&str; 5] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
    "mpi_assert_strict_persistent_collective_ordering",
];

/// Our own key: bytes that this rank keeps of messages which nobody has asked for yet, whichever communicator it is set
/// on.
const PUSHED_BUFFER: &str = "clump_pushed_buffer";
/// And another: the network's thread makes progress while this rank computes, `on` or `off`.
const PROGRESS: &str = "clump_progress";
/// More is taken for a mistake.
const MOST_PUSHED: u64 = 1 << 30;

/// Acts upon what `given` asks of the rank itself; a value that is not allowed is ignored, so the former stays.
pub fn act(s: &mut Guard, given: &Info) {
    if let Some(bytes) = given.get(PUSHED_BUFFER).and_then(pushed_buffer) {
        s.endpoint().set_pushed_buffer(bytes);
    }
    if let Some(on) = given.get(PROGRESS).and_then(switch) {
        s.switch_help(on);
    }
}

/// What a value says that is `on` or `off`.
fn switch(value: &str) -> Option<bool> {
    match value.trim() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// The size that a value names: decimal, from 1 byte to 1 GiB.
fn pushed_buffer(value: &str) -> Option<u64> {
    value.trim().parse().ok().filter(|bytes| (1..=MOST_PUSHED).contains(bytes))
}

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
    let given = s.infos.or_null(info)?;
    accept(&mut s.comm_mut(comm)?.info, &given);
    act(&mut s, &given);
    Ok(())
}

/// MPI_Comm_get_info: every known hint with its value in force, and the kinds of memory that buffers may lie in
/// (12.4.3).
pub fn get_info(_: Call, comm: abi::Comm, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let hints = &s.comm(comm)?.info;
    let mut all = Info::new();
    for key in PROMISES {
        all.set(key, hints.get(key).unwrap_or("false"));
    }
    all.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    all.set(PUSHED_BUFFER, &s.endpoint().pushed_buffer().to_string());
    all.set(PROGRESS, if s.endpoint().is_helped() { "on" } else { "off" });
    info.set(s.infos.add(all));
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

    #[test]
    fn a_switch_is_on_or_off() {
        assert_eq!((switch("on"), switch(" off ")), (Some(true), Some(false)));
        for bad in ["", "1", "true", "On"] {
            assert_eq!(switch(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_that_are_none_are_ignored() {
        assert_eq!(pushed_buffer("262144"), Some(262_144));
        assert_eq!(pushed_buffer(" 1 "), Some(1));
        for bad in ["", "0", "-1", "1k", "1.5", "1073741825", "99999999999999999999"] {
            assert_eq!(pushed_buffer(bad), None, "{bad}");
        }
    }
}
