//! Failed system calls on files, as MPI errors.
use crate::abi;
use crate::error::{Error, error};
use std::io;
use std::path::Path;

/// What a process did to a file when a system call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Open,
    Close,
    Delete,
    Read { len: u64, offset: u64 },
    Write { len: u64, offset: u64 },
    Lock { len: u64, offset: u64 },
    Resize(u64),
    Preallocate(u64),
    Size,
    Sync,
}

/// A failed system call on a file: what a process did, and the system's error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoFailure {
    pub action: Action,
    pub errno: i32,
}

/// Number of words of a failure, or of a success, in a message.
pub const WORDS: usize = 4;

impl IoFailure {
    pub fn new(action: Action, e: &io::Error) -> IoFailure {
        IoFailure { action, errno: e.raw_os_error().unwrap_or(libc::EIO) }
    }

    /// Returns the failure as words of a message; `None` means success.
    pub fn to_words(failure: Option<IoFailure>) -> [u64; WORDS] {
        let Some(IoFailure { action, errno }) = failure else { return [0; WORDS] };
        let (kind, len, offset) = match action {
            Action::Open => (1, 0, 0),
            Action::Close => (2, 0, 0),
            Action::Delete => (3, 0, 0),
            Action::Read { len, offset } => (4, len, offset),
            Action::Write { len, offset } => (5, len, offset),
            Action::Lock { len, offset } => (6, len, offset),
            Action::Resize(size) => (7, size, 0),
            Action::Preallocate(size) => (8, size, 0),
            Action::Size => (9, 0, 0),
            Action::Sync => (10, 0, 0),
        };
        [kind, errno as u64, len, offset]
    }

    pub fn of_words([kind, errno, len, offset]: [u64; WORDS]) -> Option<IoFailure> {
        let action = match kind {
            1 => Action::Open,
            2 => Action::Close,
            3 => Action::Delete,
            4 => Action::Read { len, offset },
            5 => Action::Write { len, offset },
            6 => Action::Lock { len, offset },
            7 => Action::Resize(len),
            8 => Action::Preallocate(len),
            9 => Action::Size,
            10 => Action::Sync,
            _ => return None,
        };
        Some(IoFailure { action, errno: errno as i32 })
    }

    /// Returns the error of the call in which process `rank` of the file's group failed. The text names the rank, the
    /// file, what the rank did, and the system's reason.
    pub fn error(self, rank: u32, path: &Path) -> Box<Error> {
        let path = path.display();
        let what = match self.action {
            Action::Open => format!("open {path}"),
            Action::Close => format!("close {path}"),
            Action::Delete => format!("delete {path}"),
            Action::Read { len, offset } => format!("read {len} bytes at offset {offset} of {path}"),
            Action::Write { len, offset } => format!("write {len} bytes at offset {offset} of {path}"),
            Action::Lock { len, offset } => format!("lock {len} bytes at offset {offset} of {path}"),
            Action::Resize(size) => format!("set the size of {path} to {size} bytes"),
            Action::Preallocate(size) => format!("reserve {size} bytes for {path}"),
            Action::Size => format!("find the size of {path}"),
            Action::Sync => format!("write {path} to its device"),
        };
        let why = io::Error::from_raw_os_error(self.errno);
        let mut e = error(class(self), format!("rank {rank} could not {what}: {why}"));
        // The class does not say which bytes are missing. Programs try whether files exist, so that is not told.
        e.shown = !matches!(self.action, Action::Open | Action::Delete);
        e
    }
}

/// Returns the error class of a failure (MPI 5.0, 14.7).
fn class(failure: IoFailure) -> i32 {
    let names = matches!(failure.action, Action::Open | Action::Delete);
    match failure.errno {
        libc::ENOENT => abi::MPI_ERR_NO_SUCH_FILE,
        libc::EEXIST => abi::MPI_ERR_FILE_EXISTS,
        libc::EACCES | libc::EPERM => abi::MPI_ERR_ACCESS,
        libc::EROFS => abi::MPI_ERR_READ_ONLY,
        libc::ENOSPC => abi::MPI_ERR_NO_SPACE,
        libc::EDQUOT => abi::MPI_ERR_QUOTA,
        libc::ETXTBSY | libc::EBUSY => abi::MPI_ERR_FILE_IN_USE,
        libc::ENOMEM => abi::MPI_ERR_NO_MEM,
        libc::ENAMETOOLONG | libc::ELOOP | libc::ENOTDIR | libc::EISDIR | libc::EINVAL if names => {
            abi::MPI_ERR_BAD_FILE
        }
        libc::EOPNOTSUPP => abi::MPI_ERR_UNSUPPORTED_OPERATION,
        _ => abi::MPI_ERR_IO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_survives_a_message_and_names_file_rank_and_cause() {
        let actions = [
            Action::Open,
            Action::Close,
            Action::Delete,
            Action::Read { len: 3, offset: 1 << 40 },
            Action::Write { len: 3, offset: 5 },
            Action::Lock { len: 3, offset: 5 },
            Action::Resize(9),
            Action::Preallocate(9),
            Action::Size,
            Action::Sync,
        ];
        for action in actions {
            let failure = IoFailure { action, errno: libc::EIO };
            assert_eq!(IoFailure::of_words(IoFailure::to_words(Some(failure))), Some(failure));
        }
        assert_eq!(IoFailure::of_words(IoFailure::to_words(None)), None);
        let full = IoFailure { action: Action::Write { len: 8, offset: 16 }, errno: libc::ENOSPC };
        let e = full.error(2, Path::new("/tmp/x"));
        assert_eq!(e.code, abi::MPI_ERR_NO_SPACE);
        assert!(e.why.starts_with("rank 2 could not write 8 bytes at offset 16 of /tmp/x: No space"), "{}", e.why);
    }
}
