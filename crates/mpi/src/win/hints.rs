//! Info hints of windows (MPI 5.0, 12.2.1, 12.2.3 and 12.2.7). The hints are promises that the program makes. Clump
//! relies on no promise and always provides the behaviour that the standard demands without promises.
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::info::{Info, MEMORY_KINDS};

/// Every key, its default value, and its allowed values.
const HINTS: [(&str, &str, Values); 7] = [
    ("no_locks", "false", Values::Switch),
    ("accumulate_ordering", "rar,raw,war,waw", Values::Orderings),
    ("accumulate_ops", "same_op_no_op", Values::One(&["same_op", "same_op_no_op"])),
    ("mpi_accumulate_granularity", "0", Values::Number),
    ("same_size", "false", Values::Switch),
    ("same_disp_unit", "false", Values::Switch),
    (NONCONTIGUOUS, "false", Values::Switch),
];
/// The key with which a program allows the parts of a shared window to lie apart (MPI 5.0, 12.2.3).
const NONCONTIGUOUS: &str = "alloc_shared_noncontig";

/// The allowed values of a key.
enum Values {
    Switch,
    Number,
    One(&'static [&'static str]),
    /// "none", or a list of rar, raw, war and waw.
    Orderings,
}

impl Values {
    fn allow(&self, value: &str) -> bool {
        match self {
            Values::Switch => matches!(value, "true" | "false"),
            Values::Number => value.parse::<u32>().is_ok(),
            Values::One(all) => all.contains(&value),
            Values::Orderings => {
                value == "none" || value.split(',').all(|o| matches!(o.trim(), "rar" | "raw" | "war" | "waw"))
            }
        }
    }
}

/// Returns the known hints of `given`; ignores unknown keys and values, as the standard demands.
pub(super) fn accepted(given: &Info) -> Info {
    let mut kept = Info::new();
    accept(&mut kept, given);
    kept
}

fn accept(kept: &mut Info, given: &Info) {
    for (key, _, values) in &HINTS {
        if let Some(value) = given.get(key).filter(|value| values.allow(value)) {
            kept.set(key, value);
        }
    }
}

/// Returns true if the parts of a shared window need not be contiguous.
pub(super) fn is_noncontiguous(given: &Info) -> bool {
    given.get(NONCONTIGUOUS) == Some("true")
}

/// MPI_Win_set_info
pub fn set_info(_: Call, win: abi::Win, info: abi::Info) -> Result {
    let mut s = gate::enter();
    s.win(win)?;
    let given = s.infos.or_null(info)?;
    accept(&mut s.win_mut(win)?.info, &given);
    Ok(())
}

/// MPI_Win_get_info. Returns every known hint with its value in force, and the kinds of memory (12.4.3).
pub fn get_info(_: Call, win: abi::Win, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let w = s.win(win)?;
    let mut all = Info::new();
    let shared = w.facts.flavor == abi::MPI_WIN_FLAVOR_SHARED;
    for (key, default, _) in HINTS.iter().filter(|(key, ..)| shared || *key != NONCONTIGUOUS) {
        all.set(key, w.info.get(key).unwrap_or(default));
    }
    all.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    info.set(s.infos.add(all));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_hints_with_known_values_are_kept() {
        let mut given = Info::new();
        for (key, value) in [
            ("colour", "true"),
            ("no_locks", "true"),
            ("same_size", "yes"),
            ("accumulate_ordering", "rar,waw"),
            ("accumulate_ops", "any"),
            ("mpi_accumulate_granularity", "16"),
        ] {
            given.set(key, value);
        }
        let kept = accepted(&given);
        let want = [("no_locks", "true"), ("accumulate_ordering", "rar,waw"), ("mpi_accumulate_granularity", "16")];
        assert_eq!(kept.pairs().collect::<Vec<_>>(), want);
    }
}
