//! The engines that copy large messages: a method, alone or with the sender's help. `clump info --engines` and
//! `clump-bench engines` (`cargo xtask bench`) show them by these names. The library chooses for programs (`method`);
//! those two commands measure one engine at a time.
use super::method::{Method, SenderAccess};

/// How a large message moves from one process to another on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyEngine {
    /// Loads and stores in shared memory, by sender and receiver.
    HeapBoth,
    /// Loads and stores in shared memory, by the receiver alone.
    HeapOne,
    /// `process_vm_readv` and `process_vm_writev`, by sender and receiver.
    SystemBoth,
    /// `process_vm_readv`, by the receiver alone.
    SystemOne,
    /// Through a shared buffer: a copy in, and a copy out.
    TwoCopies,
}

impl CopyEngine {
    /// All engines, in order of preference.
    pub const ALL: [CopyEngine; 5] = [
        CopyEngine::HeapBoth,
        CopyEngine::HeapOne,
        CopyEngine::SystemBoth,
        CopyEngine::SystemOne,
        CopyEngine::TwoCopies,
    ];

    /// Returns the engine's name, as `clump info --engines` prints it.
    pub fn name(self) -> &'static str {
        match self {
            CopyEngine::HeapBoth => "heap-both",
            CopyEngine::HeapOne => "heap-one",
            CopyEngine::SystemBoth => "system-both",
            CopyEngine::SystemOne => "system-one",
            CopyEngine::TwoCopies => "two-copies",
        }
    }

    /// Returns the engine that copies by `method`, with the sender's help if `shared`.
    fn of(method: Method, shared: bool) -> CopyEngine {
        match (method, shared) {
            (Method::Loads, true) => CopyEngine::HeapBoth,
            (Method::Loads, false) => CopyEngine::HeapOne,
            (Method::System, true) => CopyEngine::SystemBoth,
            (Method::System, false) => CopyEngine::SystemOne,
            (Method::Frames, _) => CopyEngine::TwoCopies,
        }
    }

    /// Returns the method of this engine, and whether the sender may help.
    fn parts(self) -> (Method, bool) {
        match self {
            CopyEngine::HeapBoth => (Method::Loads, true),
            CopyEngine::HeapOne => (Method::Loads, false),
            CopyEngine::SystemBoth => (Method::System, true),
            CopyEngine::SystemOne => (Method::System, false),
            CopyEngine::TwoCopies => (Method::Frames, false),
        }
    }
}

/// The engine that was asked for, and the one that the last pull used.
#[derive(Default)]
pub(crate) struct Chosen {
    pub asked: Option<CopyEngine>,
    pub last: Option<CopyEngine>,
}

impl Chosen {
    /// Chooses the method of a pull of `len` bytes, and whether the sender may help: the engine that was asked for if
    /// `access` allows it, otherwise what [`Method::choose`] returns.
    pub fn pick(&self, access: SenderAccess, len: u64, at_once: bool) -> (Method, bool) {
        let asked = self.asked.map(CopyEngine::parts).filter(|(method, _)| access.allows(*method));
        asked.unwrap_or_else(|| (Method::choose(access, len, at_once), true))
    }

    /// Records how a pull copies its bytes.
    pub fn use_engine(&mut self, method: Method, shared: bool) {
        self.last = Some(CopyEngine::of(method, shared));
    }
}
