//! The file object.
use super::hints::Hints;
use super::view::FileView;
use crate::abi;
use clump_coll::Ranks;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// An open file, as operations in progress need it.
#[derive(Debug)]
pub struct OpenFile {
    pub file: std::fs::File,
    pub path: PathBuf,
    /// This process's rank in the file's group, for error texts.
    pub rank: u32,
    pub is_nfs: bool,
    /// Orders the atomic accesses of this process's threads. Locks of the file order those of different processes.
    pub atomic_access: Mutex<()>,
}

/// A file that the program has opened.
pub struct File {
    pub(crate) open: Arc<OpenFile>,
    /// The access mode that the program passed.
    pub(crate) mode: i32,
    /// The file's own communicator.
    pub(crate) comm: abi::Comm,
    pub(crate) group: Arc<Ranks>,
    /// The host of each rank.
    pub(crate) hosts: Arc<[u32]>,
    pub(crate) view: Arc<FileView>,
    /// The individual file pointer, in etypes from the view's beginning.
    pub(crate) position: u64,
    pub(crate) shared: SharedPointer,
    pub(crate) errhandler: abi::Errhandler,
    pub(crate) hints: Hints,
    pub(crate) atomic: bool,
    /// The split collective call that has begun and not ended.
    pub(crate) split: Option<SplitCall>,
}

/// Where the shared file pointer is, in etypes from the view's beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedPointer {
    /// In this process, which alone has opened the file.
    Own(u64),
    /// In the part of rank 0 of this window.
    Window(abi::Win),
}

/// A split collective call in progress.
#[derive(Clone, Copy, Debug)]
pub struct SplitCall {
    pub request: abi::Request,
    /// The name of the calls, without `_begin` or `_end`.
    pub name: &'static str,
    pub buffer: usize,
}

impl File {
    /// Returns true if the program may read (write) the file.
    pub fn may(&self, write: bool) -> bool {
        let refused = if write { abi::MPI_MODE_RDONLY } else { abi::MPI_MODE_WRONLY };
        self.mode & refused == 0
    }

    pub fn is_sequential(&self) -> bool {
        self.mode & abi::MPI_MODE_SEQUENTIAL != 0
    }
}
