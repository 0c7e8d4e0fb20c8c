//! The memory that messages of each owner need.
use crate::ids::{BroadcastId, DepositId, EntryId, OperationId, RecvId, StreamId, WindowId};
use std::collections::HashMap;

/// The memory of messages with tags.
#[derive(Debug, Default)]
pub struct TagBytes {
    /// The memory of posted and finished receives.
    pub receives: HashMap<RecvId, Vec<u8>>,
    /// The pushed bytes of messages that wait for a receive.
    pub entries: HashMap<EntryId, Vec<u8>>,
}

/// The memory of messages that run handlers.
#[derive(Debug, Default)]
pub struct HandlerBytes {
    /// The memory that handlers read into.
    pub reads: HashMap<StreamId, Vec<u8>>,
    /// The pushed bytes that no handler has read.
    pub unread: HashMap<StreamId, Vec<u8>>,
}

/// The memory of windows, and of operations on windows.
#[derive(Debug, Default)]
pub struct WindowBytes {
    /// The bytes of this rank's windows.
    pub offered: HashMap<WindowId, Vec<u8>>,
    /// The places of deposits that have arrived in part: window, offset, length.
    pub deposits: HashMap<DepositId, (WindowId, u64, u64)>,
    /// Deposits that the engine has reported as complete, in order.
    pub told: Vec<(WindowId, u64, u64)>,
    /// The memory for the answers to this rank's operations.
    pub operations: HashMap<OperationId, Vec<u8>>,
}

impl WindowBytes {
    /// Returns `len` bytes at `offset` of a window.
    ///
    /// # Panics
    /// If the window does not have them.
    pub fn part(&mut self, window: WindowId, offset: u64, len: u64) -> &mut [u8] {
        let memory = self.offered.get_mut(&window).expect("a window on offer");
        &mut memory[offset as usize..][..len as usize]
    }
}

/// The memory of broadcasts, and the capabilities of a multicast.
#[derive(Debug, Default)]
pub struct GroupBytes {
    /// The longest multicast in bytes; 0: the network has no multicast.
    pub longest: u64,
    /// The rank's receive window in bytes; 0: unknown.
    pub receive_window: u64,
    /// How many multicasts wait for `flush_multicasts`.
    pub gathered: u64,
    /// The bytes of each broadcast's memory, and whether the memory belongs to the program.
    pub broadcasts: HashMap<BroadcastId, (Vec<u8>, bool)>,
    /// The program's memory of finished broadcasts.
    pub got: HashMap<BroadcastId, Vec<u8>>,
    /// The most bytes that were kept at a time before their destination was named.
    pub most_kept: usize,
}
