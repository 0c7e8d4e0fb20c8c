//! The faults of a simulated network, and how often each occurs.

/// How often each fault occurs. Chances are per mille, times are in ticks.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// The longest time that a frame is in flight, in ticks.
    pub delay: u64,
    /// The most frames that one channel holds.
    pub capacity: usize,
    /// The chance that a send gets `Full` although there is room, per mille.
    pub full: u32,
    /// The chance, in each tick, that some process begins a pause, per mille.
    pub pause: u32,
    pub longest_pause: u64,
    /// The chance that a frame is dropped, per mille. Like `duplicate` and `reorder`, this fault is only for protocols
    /// with a reliability layer.
    pub loss: u32,
    /// The chance that a frame arrives twice, per mille.
    pub duplicate: u32,
    /// The chance that a frame overtakes the frame before it, per mille.
    pub reorder: u32,
    /// The chance, in each tick, that the length changes that the path between some two processes carries, per mille.
    /// The network loses longer datagrams; the sender hears only of those that are too long for its own link.
    pub narrow: u32,
    pub multicast: Multicast,
}

/// The faults of multicast frames, separate for each receiver's copy. Copies also suffer the delay, duplication,
/// reordering and loss of the network's other frames.
#[derive(Clone, Copy, Debug)]
pub struct Multicast {
    /// The most bytes of words and body in one multicast frame; 0: there is no multicast.
    pub longest: usize,
    /// The multicast bytes for which a receiver reports room; 0: unknown.
    pub receive_window: usize,
    /// The chance that a receiver does not get a copy, per mille. At 1000, sending seems to work, and no copy arrives.
    pub loss: u32,
    /// The chance that a receiver gets a copy twice, per mille.
    pub duplicate: u32,
    /// The chance that a copy overtakes the last one in flight to its receiver, per mille.
    pub reorder: u32,
}

impl Multicast {
    /// How many bytes of words and body fit a packet of 1500 bytes.
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
    /// frames, and multicast frames that find no room are lost.
    pub fn none(capacity: usize) -> Faults {
        let multicast = Multicast::perfect();
        Faults {
            delay: 0,
            capacity,
            full: 0,
            pause: 0,
            longest_pause: 0,
            loss: 0,
            duplicate: 0,
            reorder: 0,
            narrow: 0,
            multicast,
        }
    }
}

/// Returns true with a chance of `per_mille` in a thousand.
pub(super) fn hit(rng: &mut fastrand::Rng, per_mille: u32) -> bool {
    per_mille > 0 && rng.u32(..1000) < per_mille
}
