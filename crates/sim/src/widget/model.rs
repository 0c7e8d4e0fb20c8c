//! Predictions of figures 1 and 2, and the fit of the constants that the paper does not state.
use super::machine::{AVALANCHE, Fitted, Mode};
use super::nodes::Nodes;
use super::paper::{FIGURE_1, FIGURE_2, LATENCIES, Latency, Overhead};

/// Messages before a measured one: they bring the queue's descriptor and the notes into the caches.
const WARM: usize = 20;

/// Returns the latency of a message of `len` bytes, in cycles.
pub fn latency(fitted: Fitted, column: Latency, len: u64) -> f64 {
    let mut nodes = Nodes::new(AVALANCHE, fitted, column.mode, column.is_cached);
    for _ in 0..WARM {
        nodes.latency(len, column.is_touched);
    }
    nodes.latency(len, column.is_touched)
}

/// Returns the least, the most and the mean overhead of a call for a message of `len` bytes, in cycles.
pub fn overhead(fitted: Fitted, column: Overhead, len: u64) -> [f64; 3] {
    match column {
        Overhead::Send(mode) => [Nodes::new(AVALANCHE, fitted, mode, true).send_overhead(len); 3],
        Overhead::Receive => {
            let mut nodes = Nodes::new(AVALANCHE, fitted, Mode::Dma, true);
            for _ in 0..WARM {
                nodes.receive_overhead(len, false);
            }
            let (least, most) = (nodes.receive_overhead(len, false), nodes.receive_overhead(len, true));
            [least, most, least + fitted.cold * (most - least)]
        }
    }
}

/// Returns the times of the first poll of an empty queue, and of the next poll, in cycles.
pub fn empty_polls() -> [f64; 2] {
    Nodes::new(AVALANCHE, Fitted::default(), Mode::Dma, true).empty_polls()
}

/// The sizes of the two rows of each figure from which [`fit`] takes values.
pub const FITTED_1: [u64; 2] = [4, 1024];
pub const FITTED_2: [u64; 2] = [128, 1024];

/// Finds the constants that the paper does not state, each from one cell of the rows of [`FITTED_1`] and [`FITTED_2`].
pub fn fit() -> Fitted {
    let row_1 = |len| FIGURE_1.iter().find(|row| row.0 == len).expect("a row of figure 1").1;
    let row_2 = |len| FIGURE_2.iter().find(|row| row.0 == len).expect("a row of figure 2").1;
    let mut fitted = Fitted::default();
    let [short, long] = FITTED_2;
    let [dio, dma_untouched] = [LATENCIES[0].1, LATENCIES[3].1];
    let receives = |f: Fitted| overhead(f, Overhead::Receive, short)[0];
    fitted.receive = solve(|x| receives(Fitted { receive: x, ..fitted }), row_2(short)[0][0]);
    let sends = |f: Fitted| overhead(f, Overhead::Send(Mode::Dio), long)[2];
    fitted.copy = solve(|x| sends(Fitted { copy: x, ..fitted }), row_2(long)[2][2]);
    // The mean receive tells how many are cold.
    let share = |len| {
        let [least, most, _] = overhead(fitted, Overhead::Receive, len);
        (row_2(len)[0][2] - least) / (most - least)
    };
    fitted.cold = (share(short) + share(long)) / 2.0;
    let [first, last] = FITTED_1;
    fitted.reaction = solve(|x| latency(Fitted { reaction: x, ..fitted }, dio, first), row_1(first)[0]);
    fitted.fetch = solve(|x| latency(Fitted { fetch: x, ..fitted }, dma_untouched, last), row_1(last)[3]);
    fitted
}

/// Returns the value at which `model`, which grows with it, gives `wanted`.
fn solve(model: impl Fn(f64) -> f64, wanted: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1000.0);
    while high - low > 1e-6 {
        let middle = (low + high) / 2.0;
        match model(middle) < wanted {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}
