//! The constants of Avalanche's simulated machine: two HP 7200 nodes, each with a Widget on its memory bus, joined by
//! one Myrinet switch. Times are cycles of the processor's clock of 120 MHz.

/// What the paper states (the section is in brackets).
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Bytes of a cache line of the processor, and of a transfer through the Widget (4.3, 5).
    pub line: u64,
    /// The latency of a miss that main memory serves (5).
    pub memory: f64,
    /// The latency of a miss that the Widget's cache serves (5).
    pub widget: f64,
    /// What the reference itself costs when it misses: the first poll, less a later poll, less the miss: 53 - 19 - 30
    /// (5.2).
    pub reference: f64,
    /// A poll that hits in the cache (5.2).
    pub poll: f64,
    /// The system call of a send, with its checks and the library call (5.2).
    pub call: f64,
    /// The time to allocate and fill a transmission request block (TRB), and to tell the Widget (5.2).
    pub trb: f64,
    /// The most bytes that a TRB describes if the Widget fetches them (DMA), and if the processor has copied them into
    /// the Widget (DIO) (4.2).
    pub trb_bytes: [u64; 2],
    /// The time of a byte on a Myrinet link: 120 MHz / 160 MB/s (5).
    pub byte: f64,
    /// From one Widget to the other: the switch, and the propagation on its two sides (5).
    pub transit: f64,
}

pub const AVALANCHE: Machine = Machine {
    line: 32,
    memory: 30.0,
    widget: 16.0,
    reference: 4.0,
    poll: 19.0,
    call: 50.0,
    trb: 100.0,
    trb_bytes: [4096, 128],
    byte: 120.0 / 160.0,
    transit: 14.0 + 2.0,
};

/// What the paper does not state. [`fit`](super::fit) finds each value from one row of the paper's figures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitted {
    /// The time in which the processor copies a byte into the Widget (DIO).
    pub copy: f64,
    /// The instructions of a receive that a poll does not have.
    pub receive: f64,
    /// From the write to the Widget's register until the first byte is on the link, and from the last byte's arrival
    /// until the note is valid, together.
    pub reaction: f64,
    /// The time between two lines that the Widget fetches from memory (DMA).
    pub fetch: f64,
    /// The share of receives that find nothing in any cache.
    pub cold: f64,
}

/// How a message's bytes reach the sender's Widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The Widget fetches them from memory.
    Dma,
    /// The processor copies them.
    Dio,
}

impl Machine {
    /// Returns the most bytes of one TRB.
    pub fn most(&self, mode: Mode) -> u64 {
        self.trb_bytes[usize::from(mode == Mode::Dio)]
    }
}
