//! The engines that copy large messages, by the names under which `clump info --engines` and `clump bench engines` show them.
//! Programs leave the choice to the library (`ways`); those two measure one at a time.
use super::ways::{Possible, Way, Ways};

/// How a large message goes from one process to another on the same machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
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

impl Engine {
    pub const ALL: [Engine; 5] =
        [Engine::HeapBoth, Engine::HeapOne, Engine::SystemBoth, Engine::SystemOne, Engine::TwoCopies];

    pub fn name(self) -> &'static str {
        match self {
            Engine::HeapBoth => "heap-both",
            Engine::HeapOne => "heap-one",
            Engine::SystemBoth => "system-both",
            Engine::SystemOne => "system-one",
            Engine::TwoCopies => "two-copies",
        }
    }

    /// How that is called where the choice is made; the first that is possible. Where the
    /// sender cannot take part, one side copies anyway.
    fn ways(self) -> &'static [Way] {
        match self {
            Engine::HeapBoth => &[Way::Mapped],
            Engine::HeapOne => &[Way::MappedAlone, Way::Mapped],
            Engine::SystemBoth => &[Way::Native],
            Engine::SystemOne => &[Way::NativeAlone, Way::Native],
            Engine::TwoCopies => &[Way::Pieces(0), Way::Pieces(1), Way::Pieces(2)],
        }
    }
}

/// What was asked for, and how the last pull went.
#[derive(Default)]
pub(crate) struct Chosen {
    pub asked: Option<Engine>,
    pub last: Option<Engine>,
}

impl Chosen {
    /// Which way a pull of `len` bytes goes. `shared`: for each of a native and a mapped one, whether the sender may take part.
    pub fn pick(&mut self, ways: &mut Ways, (native, mapped): (bool, bool), shared: (bool, bool), len: u64) -> Way {
        let possible = Possible { native, mapped, native_alone: shared.0, mapped_alone: shared.1 };
        let asked = self.asked.map_or(&[][..], Engine::ways).iter().find(|w| possible.has(**w, len));
        let way = asked.copied().unwrap_or_else(|| ways.choose(possible, len));
        self.last = Some(match way {
            // Without a part for the sender there is but one kind.
            Way::Mapped if !shared.1 => Engine::HeapOne,
            Way::Native if !shared.0 => Engine::SystemOne,
            way => Engine::ALL.into_iter().find(|e| e.ways().contains(&way)).unwrap_or(Engine::TwoCopies),
        });
        way
    }
}
