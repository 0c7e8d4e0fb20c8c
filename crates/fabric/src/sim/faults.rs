//! What goes wrong in a simulated network, and how often.

/// Chances are per mille, times are ticks.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// The longest time a frame is under way.
    pub delay: u64,
    /// Frames that one channel holds.
    pub capacity: usize,
    /// `Full` although there is room.
    pub full: u32,
    /// In each tick, that some process begins a pause.
    pub pause: u32,
    pub longest_pause: u64,
    /// A frame is dropped. Only for protocols with a reliability layer, as the next two.
    pub loss: u32,
    /// A frame arrives twice.
    pub duplicate: u32,
    /// A frame does not wait for those before it.
    pub reorder: u32,
    pub multicast: Multicast,
}

/// What becomes of frames to groups. Each receiver's copy has its own fate: delay, duplicates and reordering as the
/// network's other frames have them, and loss also by the network's own `loss`.
#[derive(Clone, Copy, Debug)]
pub struct Multicast {
    /// Words and body of the longest, in bytes; 0: there is no multicast.
    pub longest: usize,
    /// Bytes of them that a receiver says it has room for; 0: it does not know.
    pub receive_window: usize,
    /// A receiver does not get it, per mille. 1000: sending seems to work, and nothing arrives.
    pub loss: u32,
    /// A receiver gets it twice, per mille.
    pub duplicate: u32,
    /// A receiver gets it before the last one that is under way to it, per mille.
    pub reorder: u32,
}

impl Multicast {
    /// Bytes of the longest: what fits a packet of 1500.
    const LONGEST: usize = 1400;

    /// All of it arrives.
    pub fn perfect() -> Multicast {
        Multicast { longest: Multicast::LONGEST, receive_window: 0, loss: 0, duplicate: 0, reorder: 0 }
    }

    /// To join a group is refused.
    pub fn none() -> Multicast {
        Multicast { longest: 0, ..Multicast::perfect() }
    }
}

impl Faults {
    /// None: every frame arrives in the next tick. Channels still hold no more than `capacity` frames; of frames to
    /// groups, what does not fit is lost.
    pub fn none(capacity: usize) -> Faults {
        let multicast = Multicast::perfect();
        Faults { delay: 0, capacity, full: 0, pause: 0, longest_pause: 0, loss: 0, duplicate: 0, reorder: 0, multicast }
    }
}
