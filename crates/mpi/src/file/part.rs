//! One process's part of a collective access.
use super::buffer::FileBuffer;
use crate::objects::file::hints::Hints;
use crate::objects::file::object::OpenFile;
use crate::objects::file::view::FileView;
use std::sync::Arc;

/// One process's part of a collective access.
pub struct CollectivePart {
    pub open: Arc<OpenFile>,
    pub view: Arc<FileView>,
    pub hints: Hints,
    pub hosts: Arc<[u32]>,
    pub memory: Arc<FileBuffer>,
    /// The first byte in the view's stream.
    pub start: u64,
    pub write: bool,
    pub atomic: bool,
    /// True if another thread reads and writes.
    pub aside: bool,
}
