//! Shared memory between the processes of one machine: a sealed memfd without a name.
//!
//! `layout` says where everything lies. `tx` and `rx` carry frames, over `ring_memory`; `pool` holds large bodies, and
//! `bell` puts ranks to sleep. `status`, `collectives`, `communicator_names` and `placement` say what a rank does and
//! where it runs, `waits` how long it has waited, `counts` what it has called, and `traces` when; `view` is for
//! processes that only look. `faults` is the log of ranks that have died and communicators that are revoked,
//! `agreement` lets the survivors agree, and `letters` go to the launcher's process. `notes` holds notes of deposits,
//! `zero` reads another process's memory by system calls, and `heap` maps it.
mod active_senders;
mod agreement;
mod atomic;
mod bell;
mod board_memory;
mod broadcasts;
mod collectives;
mod communicator_names;
mod counts;
mod fabric;
mod faults;
mod heap;
mod layout;
mod letters;
mod lists;
mod lives;
mod local;
#[cfg(all(test, loom))]
mod model;
mod nap_cost;
mod notes;
mod placement;
mod pool;
mod rank_lock;
mod ring_memory;
mod rx;
mod segment;
mod shapes;
mod share;
mod shared_buffer;
mod shared_memory;
#[cfg(all(test, not(loom), feature = "sim"))]
pub(crate) mod spoil;
mod status;
mod traces;
mod tx;
mod view;
mod waits;
mod withdrawn;
pub mod zero;
pub use bell::{Bell, Sleeper};
pub use board_memory::{BoardMemory, SharedBoard};
pub use collectives::CollectiveWriter;
pub use communicator_names::NameWriter;
pub use counts::CountWriter;
pub use fabric::Shm;
pub use heap::Reach;
pub use layout::{BOARDS, BYTES_MAX, MAX_RANKS, PLACE, SLOT, SPANS, STEPS};
pub use letters::LONGEST_LETTER;
pub use local::Page;
pub use nap_cost::measure_sleep;
pub use notes::{MOST_CONNECTIONS, NextNote, NoteRing, RawNote};
pub use placement::Placement;
pub use rank_lock::{Holder, LockKind, RankLock};
pub use rx::{Body, Rx, each};
pub use segment::Segment;
pub use shapes::Shapes;
pub use share::ShareLine;
pub use shared_buffer::{EntryCursor, EntryShape, SharedEntries};
pub use shared_memory::{MemoryName, SharedMemory};
pub use status::StatusWriter;
pub use traces::TraceWriter;
pub use tx::Tx;
pub use view::SegmentView;
pub use waits::{CallWaits, RankWaits, WaitWriter};
pub use withdrawn::Withdrawn;

pub use crate::local::{
    Agreements, BroadcastsGone, CallCount, CallCounts, CallKind, CollectiveRecord, Fault, LocalPeers, Named, Phase,
    RemoteBlocks, SharedPull, Status, TraceKind, TracedCall, Tracing, Waiting,
};

use crate::Capabilities;

/// The capabilities of shared memory.
pub const CAPABILITIES: Capabilities = Capabilities {
    reliable: true,
    ordered: true,
    native_pull: true,
    multicast: 0,
    receive_window: 0,
    largest_frame: SLOT,
    piece: SLOT,
    burst: 32,
};
