//! The engines that copy large messages, by the names under which `clump info --engines` and `clump bench engines`
//! show them. The library chooses for programs (`methods`); those two commands measure one engine at a time.
use super::methods::{Method, MethodRecord, Possible};

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

    /// Returns the methods of this engine, in order of preference; the first possible one is used. If the sender
    /// cannot take part, the receiver copies alone anyway.
    fn methods(self) -> &'static [Method] {
        match self {
            CopyEngine::HeapBoth => &[Method::Mapped],
            CopyEngine::HeapOne => &[Method::MappedAlone, Method::Mapped],
            CopyEngine::SystemBoth => &[Method::Native],
            CopyEngine::SystemOne => &[Method::NativeAlone, Method::Native],
            CopyEngine::TwoCopies => &[Method::Pieces(0), Method::Pieces(1), Method::Pieces(2)],
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
    /// Chooses one of the possible methods for a pull of `len` bytes.
    pub fn pick(&mut self, record: &mut MethodRecord, possible: Possible, len: u64) -> Method {
        let asked = self.asked.map_or(&[][..], CopyEngine::methods).iter().find(|m| possible.has(**m, len));
        let method = asked.copied().unwrap_or_else(|| record.choose(possible, len));
        self.last = Some(match method {
            // If the sender cannot take part, the receiver copies alone.
            Method::Mapped if !possible.mapped_alone => CopyEngine::HeapOne,
            Method::Native if !possible.native_alone => CopyEngine::SystemOne,
            method => {
                let engine = CopyEngine::ALL.into_iter().find(|e| e.methods().contains(&method));
                engine.unwrap_or(CopyEngine::TwoCopies)
            }
        });
        method
    }
}
