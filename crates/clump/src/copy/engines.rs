//! The engines that copy large messages, by the names under which `clump info --engines` and `clump bench engines` show
//! them. Programs leave the choice to the library (`methods`); those two measure one at a time.
use super::methods::{Method, MethodRecord, Possible};

/// How a large message goes from one process to another on the same machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyEngine {
    /// Loads and stores in shared memory, both sides copying.
    HeapBoth,
    /// The same, the receiver copying alone.
    HeapOne,
    /// `process_vm_readv` and `process_vm_writev`, both sides copying.
    SystemBoth,
    /// The same, the receiver copying alone.
    SystemOne,
    /// Through a buffer between them: one copy in, one copy out.
    TwoCopies,
}

impl CopyEngine {
    pub const ALL: [CopyEngine; 5] = [
        CopyEngine::HeapBoth,
        CopyEngine::HeapOne,
        CopyEngine::SystemBoth,
        CopyEngine::SystemOne,
        CopyEngine::TwoCopies,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CopyEngine::HeapBoth => "heap-both",
            CopyEngine::HeapOne => "heap-one",
            CopyEngine::SystemBoth => "system-both",
            CopyEngine::SystemOne => "system-one",
            CopyEngine::TwoCopies => "two-copies",
        }
    }

    /// How that is called where the choice is made; the first that is possible. Where the
    /// sender cannot take part, one side copies anyway.
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

/// What was asked for, and how the last pull went.
#[derive(Default)]
pub(crate) struct Chosen {
    pub asked: Option<CopyEngine>,
    pub last: Option<CopyEngine>,
}

impl Chosen {
    /// By which of the possible methods a pull of `len` bytes goes.
    pub fn pick(&mut self, record: &mut MethodRecord, possible: Possible, len: u64) -> Method {
        let asked = self.asked.map_or(&[][..], CopyEngine::methods).iter().find(|m| possible.has(**m, len));
        let method = asked.copied().unwrap_or_else(|| record.choose(possible, len));
        self.last = Some(match method {
            // Without a part for the sender there is but one kind.
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
