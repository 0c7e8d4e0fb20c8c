//! Carries the TCP connections between the ranks through shared memory (`clump sock`, `clump run --sockets`): makes the
//! table that the preloaded library uses, and tells what went over it.
use super::Failure;
use clump_sockfile::{CONNECTIONS, MAGIC, REASONS, SIZE, SocketConnection, SocketWay, Table, VARIABLE};
use rustix::fs::{MemfdFlags, SealFlags};
use std::fmt::Write;
use std::fs::File;
use std::mem::offset_of;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;

/// The name of the preloaded library.
const LIBRARY: &str = "libclump_sock.so";

/// The table of a job's connections, and the library that uses it.
pub struct Sockets {
    table: File,
    pub library: PathBuf,
}

impl Sockets {
    /// Makes an empty table. The descriptor is inheritable, so that ranks have it under one number.
    pub fn new() -> Result<Sockets, Failure> {
        let library = super::preload::find(LIBRARY).ok_or_else(|| {
            Failure::launcher(format!(
                "the library {LIBRARY} is neither beside this program nor in the lib directory of its installation: \
                 sockets cannot be carried; install Clump anew, or start the job without --sockets"
            ))
        })?;
        let failed = |e: std::io::Error| {
            Failure::launcher(format!("cannot make the table of the job's sockets (a memory file): {e}"))
        };
        let fd = rustix::fs::memfd_create("clump-sockets", MemfdFlags::ALLOW_SEALING).map_err(|e| failed(e.into()))?;
        let table = File::from(fd);
        table.set_len(SIZE as u64).map_err(failed)?;
        let seals = SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&table, seals).map_err(|e| failed(e.into()))?;
        table.write_all_at(&MAGIC.to_le_bytes(), offset_of!(Table, magic) as u64).map_err(failed)?;
        Ok(Sockets { table, library })
    }

    /// Tells a rank where the table is.
    pub fn set(&self, command: &mut Command) {
        let place = format!("1 fd={} pid={}", self.table.as_raw_fd(), std::process::id());
        command.env(VARIABLE, place);
    }

    /// Says what went over the table, and why connections did not; call it when the ranks have ended.
    pub fn report(&self) -> String {
        let mut bytes = vec![0; size_of::<Table>()];
        if self.table.read_exact_at(&mut bytes, 0).is_err() {
            return "sockets: the table cannot be read any more".into();
        }
        let word =
            |at: usize| bytes.get(at..at + 8).map_or(0, |w| u64::from_le_bytes(w.try_into().unwrap_or_default()));
        let ways = (0..CONNECTIONS * 2).map(|n| {
            offset_of!(Table, connections)
                + n / 2 * size_of::<SocketConnection>()
                + offset_of!(SocketConnection, ways)
                + n % 2 * size_of::<SocketWay>()
        });
        let (mut ring, mut kernel) = (word(offset_of!(Table, ring_bytes)), word(offset_of!(Table, kernel_bytes)));
        for way in ways {
            ring += word(way + offset_of!(SocketWay, written));
            kernel += word(way + offset_of!(SocketWay, kernel_bytes)) + word(way + offset_of!(SocketWay, back_bytes));
        }
        let carried = word(offset_of!(Table, carried));
        let mut text = format!("sockets: {carried} connections went over Clump, with {ring} bytes");
        if ring + kernel > 0 {
            let share = ring as f64 * 100.0 / (ring + kernel) as f64;
            let _ = write!(text, " ({share:.2} % of theirs; {kernel} through the kernel)");
        }
        for (at, reason) in REASONS.iter().enumerate() {
            let count = word(offset_of!(Table, reasons) + at * 8);
            if count > 0 {
                let _ = write!(text, "\n  not, or not to the end: {count} {reason}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_living_connections_and_reasons() {
        let sockets = Sockets { table: tempfile::tempfile().unwrap(), library: PathBuf::new() };
        sockets.table.set_len(size_of::<Table>() as u64).unwrap();
        let set = |at: usize, value: u64| sockets.table.write_all_at(&value.to_le_bytes(), at as u64).unwrap();
        assert_eq!(sockets.report(), "sockets: 0 connections went over Clump, with 0 bytes");
        set(offset_of!(Table, carried), 3);
        set(offset_of!(Table, ring_bytes), 90);
        let last = offset_of!(Table, connections) + (CONNECTIONS - 1) * size_of::<SocketConnection>();
        let way = last + offset_of!(SocketConnection, ways) + size_of::<SocketWay>();
        set(way + offset_of!(SocketWay, written), 9);
        set(way + offset_of!(SocketWay, kernel_bytes), 1);
        set(offset_of!(Table, reasons) + 8, 2);
        let text = sockets.report();
        assert!(
            text.starts_with("sockets: 3 connections went over Clump, with 99 bytes (99.00 % of theirs; 1 "),
            "{text}"
        );
        assert!(text.ends_with(
            "\n  not, or not to the end: 2 to a process that is none of the job, or does not load the library"
        ));
    }
}
