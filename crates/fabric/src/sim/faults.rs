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
}

impl Faults {
    /// None: every frame arrives in the next tick. Channels still hold no more than `capacity` frames.
    pub fn none(capacity: usize) -> Faults {
        Faults { delay: 0, capacity, full: 0, pause: 0, longest_pause: 0, loss: 0, duplicate: 0, reorder: 0 }
    }
}
