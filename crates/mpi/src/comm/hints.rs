//! Info hints of communicators (MPI 5.0, 7.4.4). The standard's hints are promises that the program makes; Clump stores
//! them and returns them on request. Two further keys are Clump's own (docs/SETTINGS.md).
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::objects::info::{Info, MEMORY_KINDS};
use crate::state::State;

/// The keys of the standard's promises. Clump ignores all promises, because none of them would make Clump faster.
const PROMISES: [&str; 5] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
    "mpi_assert_strict_persistent_collective_ordering",
];

/// Clump's key for the bytes of unexpected messages that this rank buffers; the value holds for the whole rank.
pub const PUSHED_BUFFER: &str = "clump_pushed_buffer";
/// Clump's key for progress by the network's thread while this rank computes: `on` or `off`.
pub const PROGRESS: &str = "clump_progress";
/// Most bytes that [`PUSHED_BUFFER`] may set. Clump takes a larger value for a mistake and ignores it.
const MOST_PUSHED: u64 = 1 << 30;

/// Applies Clump's own keys in `given` to this rank. An invalid value is ignored, so that the former value stays.
pub fn act(s: &mut Guard, given: &Info) {
    if let Some(bytes) = given.get(PUSHED_BUFFER).and_then(pushed_buffer) {
        s.set_pushed_buffer(bytes);
    }
    if let Some(on) = given.get(PROGRESS).and_then(switch) {
        s.switch_help(on);
    }
}

/// Parses `on` or `off`; returns `None` for any other value.
fn switch(value: &str) -> Option<bool> {
    match value.trim() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

impl State {
    /// Sets the size of the pushed buffer in bytes; 0 stands for the default.
    pub fn set_pushed_buffer(&mut self, bytes: u64) {
        let endpoint = self.endpoint();
        let bytes = if bytes == 0 { endpoint.tuned().default_pushed_buffer() } else { bytes };
        endpoint.tuned().set_pushed_buffer(bytes);
    }
}

/// Parses a size in bytes, a decimal number up to 1 GiB; returns `None` for any other value.
fn pushed_buffer(value: &str) -> Option<u64> {
    value.trim().parse().ok().filter(|&bytes| is_pushed_buffer(bytes))
}

/// Returns true if the pushed buffer may be set to this many bytes.
pub fn is_pushed_buffer(bytes: u64) -> bool {
    bytes <= MOST_PUSHED
}

/// Copies the known hints of `given` into `hints`; ignores unknown keys and values, as the standard demands.
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

/// MPI_Comm_get_info: returns every known hint with its value in force, and the kinds of memory in which
/// buffers may lie (12.4.3).
pub fn get_info(_: Call, comm: abi::Comm, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let hints = &s.comm(comm)?.info;
    let mut all = Info::new();
    for key in PROMISES {
        all.set(key, hints.get(key).unwrap_or("false"));
    }
    all.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    all.set(PUSHED_BUFFER, &s.endpoint().tuned().pushed_buffer().to_string());
    all.set(PROGRESS, if s.endpoint().helper().is_helped() { "on" } else { "off" });
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
    fn invalid_sizes_are_ignored() {
        assert_eq!(pushed_buffer("262144"), Some(262_144));
        assert_eq!((pushed_buffer(" 1 "), pushed_buffer("0")), (Some(1), Some(0)));
        for bad in ["", "-1", "1k", "1.5", "1073741825", "99999999999999999999"] {
            assert_eq!(pushed_buffer(bad), None, "{bad}");
        }
    }
}
