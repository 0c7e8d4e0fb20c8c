//! Deaths in a joint job: one process, the coordinator, puts them in one order and decides agreements, as the launcher
//! does for the ranks of its own job on several machines ([`Launched`](crate::agreements::Launched)).
//!
//! The coordinator is the launcher of the first job under `clump run --survive`. It serves the joint jobs of all
//! processes that this job's processes have started, and that those have started in turn. Each process of a joint job
//! opens a line to the launcher's process on its starter's machine, which passes the words on to the coordinator. A
//! line that ends without a farewell is a death. So the coordinator hears of a death from the kernel, on whatever
//! machine the process was, and whatever job's launcher watched the process.
mod coordinator;
mod line;
mod words;

pub use coordinator::{Coordinator, LineName};
pub use line::CoordinatorLine;
pub(crate) use words::FromCoordinator;

use crate::ports::PortName;

/// The variable by which `clump run --survive` tells its ranks, and the processes that these start, of the coordinator.
pub const COORDINATOR: &str = "CLUMP_COORDINATOR";

/// The exit code of the launcher of a job that a rank has started, if the job survives deaths and all its processes
/// have died, or have not joined those that have started them: the other jobs go on.
pub const ALL_LOST: i32 = 253;

/// Where the coordinator is, and where the launchers of jobs that ranks start print: the contents of [`COORDINATOR`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoordinatorPlace {
    /// The number of the coordinator, which no other coordinator has.
    pub id: u64,
    /// The port of the launcher's process that passes words on.
    pub port: PortName,
    /// The machine of that process ([`place`](crate::bootstrap::place)).
    pub place: u64,
    /// The process's number there.
    pub pid: u32,
    /// The process's descriptors for the output and for the errors of other launchers.
    pub outputs: [i32; 2],
}

impl CoordinatorPlace {
    /// Returns the text of the variable.
    pub fn to_text(&self) -> String {
        let CoordinatorPlace { id, port, place, pid, outputs: [out, err] } = self;
        format!("1 {id:x} {place:x} {pid} {out} {err} {}", port.to_text())
    }

    /// Parses the text of the variable. Returns `None` for a text that makes no sense.
    pub fn from_text(text: &str) -> Option<CoordinatorPlace> {
        let mut words = text.split(' ');
        if words.next()? != "1" {
            return None;
        }
        let mut hex = || u64::from_str_radix(words.next()?, 16).ok();
        let (id, place) = (hex()?, hex()?);
        let pid = words.next()?.parse().ok()?;
        let outputs = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        let port = PortName::from_text(words.next()?)?;
        words.next().is_none().then_some(CoordinatorPlace { id, port, place, pid, outputs })
    }

    /// Returns the coordinator of this process; `None` if no launcher lets this job go on when processes die.
    pub fn own() -> Option<CoordinatorPlace> {
        CoordinatorPlace::from_text(&crate::environment::text(COORDINATOR)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_being_written() {
        let port = PortName::at(vec![std::net::Ipv4Addr::LOCALHOST.into()], 9, [7; 32]);
        let place = CoordinatorPlace { id: u64::MAX, port, place: 5, pid: 77, outputs: [3, 4] };
        let text = place.to_text();
        assert_eq!(CoordinatorPlace::from_text(&text), Some(place));
        for bad in ["", "1 5 5 5 5", &text.replacen('1', "2", 1), &format!("{text} x")] {
            assert_eq!(CoordinatorPlace::from_text(bad), None, "{bad}");
        }
    }
}
