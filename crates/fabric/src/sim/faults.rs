//! What goes wrong in a simulated network, and how often.

/// Chances are per mille, times are ticks.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// The longest time that a frame is in flight.
    pub delay: u64,
    /// The most frames that one channel holds.
    pub capacity: usize,
    /// `Full` although there is room.
    pub full: u32,
    /// The chance, in each tick, that some process begins a pause.
    pub pause: u32,
    pub longest_pause: u64,
    /// A frame is dropped. Like `duplicate` and `reorder`, this is for protocols with a reliability layer only.
    pub loss: u32,
    /// A frame arrives twice.
    pub duplicate: u32,
    /// A frame overtakes those before it.
    pub reorder: u32,
    pub multicast: Multicast,
}

/// What happens to multicast frames, separately for each receiver's copy. Copies also suffer the delay, duplication,
/// reordering and loss of the network's other frames.
#[derive(Clone, Copy, Debug)]
pub struct Multicast {
    /// Most bytes of words and body; 0: there is no multicast.
    pub longest: usize,
    /// Bytes of multicast for which a receiver reports room; 0: unknown.
    pub receive_window: usize,
    /// The chance that a receiver does not get a copy, per mille. At 1000 sending seems to work, and nothing arrives.
    pub loss: u32,
    /// The chance that a receiver gets a copy twice, per mille.
    pub duplicate: u32,
    /// The chance that a copy overtakes the last one in flight to its receiver, per mille.
    pub reorder: u32,
}

impl Multicast {
    /// Bytes of words and body that fit a packet of 1500 bytes.
    const LONGEST: usize = 1400;

    /// Returns a multicast in which every copy arrives.
    pub fn perfect() -> Multicast {
        Multicast { longest: Multicast::LONGEST, receive_window: 0, loss: 0, duplicate: 0, reorder: 0 }
    }

    /// Returns a network without multicast, which refuses to join groups.
    pub fn none() -> Multicast {
        Multicast { longest: 0, ..Multicast::perfect() }
    }
}

impl Faults {
    /// Returns a network without faults: every frame arrives in the next tick. Channels still hold at most `capacity`
    /// frames; multicast frames that do not fit are lost.
    pub fn none(capacity: usize) -> Faults {
        let multicast = Multicast::perfect();
        Faults { delay: 0, capacity, full: 0, pause: 0, longest_pause: 0, loss: 0, duplicate: 0, reorder: 0, multicast }
    }
}
