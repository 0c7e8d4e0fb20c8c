//! MPI_INFO_ENV, which says how and where this process was started.
use super::Info;
use crate::abi;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// The key and value that tell a program in which kinds of memory its buffers may lie (MPI 5.0, 12.4.3).
pub const MEMORY_KINDS: (&str, &str) = ("mpi_memory_alloc_kinds", "system,mpi");

/// Returns MPI_INFO_ENV's pairs (MPI 5.0, 11.2.1).
pub(crate) fn facts() -> Info {
    let mut info = Info::new();
    let mut args = std::env::args_os().map(OsString::into_vec);
    if let Some(command) = args.next() {
        info.put("command".into(), command);
        info.put("argv".into(), args.collect::<Vec<_>>().join(&b' '));
    }
    if let Ok(folder) = std::env::current_dir() {
        info.put("wdir".into(), folder.into_os_string().into_vec());
    }
    info.set("arch", std::env::consts::ARCH);
    info.put("host".into(), host_name());
    info.set("thread_level", "MPI_THREAD_MULTIPLE");
    info.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    info.0.iter_mut().for_each(|(_, v)| v.truncate(abi::MPI_MAX_INFO_VAL as usize - 1));
    info
}

/// Returns the machine's name as the system's bytes.
pub fn host_name() -> Vec<u8> {
    std::fs::read("/proc/sys/kernel/hostname").map_or_else(|_| "localhost".into(), |s| s.trim_ascii().into())
}
