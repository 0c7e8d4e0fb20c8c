//! Figures 1 and 2 of the Avalanche paper: what its authors' simulator measured, in cycles of 120 MHz.
use super::machine::Mode::{self, Dio, Dma};

/// A column of figure 1: latency over message size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    pub mode: Mode,
    /// True if the receiver's Widget caches what arrives; otherwise main memory takes it.
    pub is_cached: bool,
    /// True if the receiver reads a word of every line that has arrived.
    pub is_touched: bool,
}

pub const LATENCIES: [(&str, Latency); 4] = [
    ("DIO, cache", Latency { mode: Dio, is_cached: true, is_touched: true }),
    ("DIO, no cache", Latency { mode: Dio, is_cached: false, is_touched: true }),
    ("DMA, cache", Latency { mode: Dma, is_cached: true, is_touched: true }),
    ("DMA, no touch", Latency { mode: Dma, is_cached: true, is_touched: false }),
];

/// Figure 1: bytes of a message; then the latency for each of [`LATENCIES`].
pub const FIGURE_1: [(u64, [f64; 4]); 9] = [
    (4, [382.0, 390.0, 400.0, 401.0]),
    (16, [399.0, 403.0, 411.0, 412.0]),
    (32, [413.0, 422.0, 422.0, 423.0]),
    (64, [466.0, 501.0, 508.0, 484.0]),
    (128, [574.0, 663.0, 587.0, 524.0]),
    (256, [786.0, 923.0, 777.0, 635.0]),
    (512, [1210.0, 1443.0, 1156.0, 855.0]),
    (1024, [2064.0, 2496.0, 1915.0, 1291.0]),
    (2048, [3796.0, 4568.0, 3446.0, 2181.0]),
];

/// A column of figure 2: the overhead of a call, least, most and mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overhead {
    Receive,
    Send(Mode),
}

pub const OVERHEADS: [(&str, Overhead); 3] =
    [("receive", Overhead::Receive), ("DMA send", Overhead::Send(Dma)), ("DIO send", Overhead::Send(Dio))];

/// Figure 2: bytes of a message; then the least, the most and the mean overhead for each of [`OVERHEADS`].
pub const FIGURE_2: [(u64, [[f64; 3]; 3]); 10] = [
    (4, [[65.0, 129.0, 71.0], [146.0, 148.0, 146.0], [117.0, 147.0, 141.0]]),
    (16, [[65.0, 129.0, 71.0], [146.0, 148.0, 146.0], [119.0, 151.0, 143.0]]),
    (32, [[65.0, 65.0, 65.0], [146.0, 148.0, 146.0], [124.0, 156.0, 148.0]]),
    (64, [[65.0, 129.0, 84.0], [146.0, 148.0, 147.0], [134.0, 166.0, 158.0]]),
    (128, [[65.0, 152.0, 78.0], [146.0, 152.0, 147.0], [154.0, 186.0, 178.0]]),
    (256, [[65.0, 150.0, 82.0], [146.0, 168.0, 153.0], [250.0, 350.0, 311.0]]),
    (512, [[65.0, 150.0, 82.0], [145.0, 154.0, 147.0], [503.0, 573.0, 566.0]]),
    (1024, [[65.0, 89.0, 69.0], [145.0, 148.0, 146.0], [1089.0, 1089.0, 1089.0]]),
    (4096, [[65.0, 89.0, 71.0], [145.0, 148.0, 147.0], [4278.0, 4278.0, 4278.0]]),
    (8192, [[65.0, 65.0, 65.0], [243.0, 252.0, 248.0], [8436.0, 8508.0, 8453.0]]),
];
