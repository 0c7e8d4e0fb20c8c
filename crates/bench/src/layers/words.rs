//! Describes the figures of layers in sentences, as the papers' figures show them.
use super::super::ring;
use super::{COPIED, COUNTED, FAST_MESSAGES, Layer, MEAN, MIX, MPI, RATE, TRIP};
use clump_tools::measure::results::{Results, Row};
use clump_tools::measure::sizes::show_size;
use clump_tools::measure::stats::median;

/// Bytes of the messages for which the cost of each layer is reported.
const SHORT: u64 = 4;

/// What the paper says of figures 4 and 8, for each version of Fast Messages.
const PAPER: [&str; 2] = [
    "the paper's figure 4: at most 35 %",
    "the paper's figure 8: 55 % to 98 %, at most 91 of 92 MB/s; 13 us one way on 9",
];

/// Returns each layer's half-power size, message passing in per cent of the layer below, and the cost of each layer for
/// a short message.
pub fn explain(results: &Results) -> String {
    let rates: Vec<_> = results.rows().filter(|(key, _)| key.name == RATE).collect();
    let mut text = String::new();
    let fast = FAST_MESSAGES.map(|(fm, _)| fm);
    for name in [ring::NAME].into_iter().chain(Layer::ALL.map(Layer::name)).chain(fast).chain([MPI]) {
        if let Some((half, peak)) = half_power_of(results, name) {
            text += &format!("{name}: peak {peak:.0} MB/s, half of it at {half:.0} B\n");
        }
    }
    if !text.is_empty() {
        text += "(the paper: FM 1.x 17.6 MB/s, half at 54 B; FM 2.x 92 MB/s, half at 256 B)\n";
    }
    text += &steps(results);
    for ((base, on), paper) in FAST_MESSAGES.into_iter().zip(PAPER) {
        let mut any = false;
        for name in [RATE, TRIP] {
            let parts = percent(results, name, on, base);
            let parts: Vec<_> = parts.iter().map(|(size, p)| format!("{} {p:.0} %", show_size(*size))).collect();
            if !parts.is_empty() {
                any = true;
                text += &format!("message passing {on}, {name}: {} of {base}\n", parts.join(", "));
            }
        }
        let copied = results.rows().filter(|(key, _)| key.name == COPIED);
        if let Some(most) = copied.filter_map(|(_, row)| row.systems.get(on)?.median()).reduce(f64::max) {
            let times = most / 100.0;
            text +=
                &format!("message passing {on}: the layer copies {times:.0} times the data, beside FM's own copy\n");
        }
        if any {
            text += &format!("({paper})\n");
        }
    }
    if let Some((_, row)) = rates.iter().find(|(key, _)| key.size == SHORT) {
        let each = |name| Some(SHORT as f64 * 1e3 / row.systems.get(name)?.median()?);
        if let (Some(mpi), Some(tags)) = (each(MPI), each(Layer::Tags.name())) {
            text += &format!("streaming {SHORT} B: MPI {mpi:.1} ns a message, tags {tags:.1}: {:+.1} ns\n", mpi - tags);
        }
    }
    let counted = |name: &str, layer: &str| {
        let (_, row) = results.rows().find(|(key, _)| key.name == name)?;
        row.systems.get(layer)?.median()
    };
    let each = fast.into_iter().chain([Layer::Tags.name(), MPI]);
    let each = each.filter_map(|layer| {
        let [sent, received] = COUNTED.map(|name| counted(name, layer));
        Some(format!("{layer} {:.0} + {:.0}", sent?, received?))
    });
    let each: Vec<_> = each.collect();
    if !each.is_empty() {
        text += &format!("instructions of 16 words, sent + received: {}\n", each.join(", "));
    }
    if let Some((_, row)) = results.rows().find(|(key, _)| key.name == MIX) {
        let each = Layer::ALL.map(Layer::name).into_iter().chain([MPI]);
        let each = each.filter_map(|name| {
            Some(format!("{name} {:.1} ns a message", MEAN as f64 * 1e3 / row.systems.get(name)?.median()?))
        });
        text += &format!("a mix, 60 % up to 50 B, {MEAN} B on average: {}\n", each.collect::<Vec<_>>().join(", "));
    }
    text
}

/// Describes figure 3 step by step: what flow control and order add to the raw ring, and what buffers add to these.
fn steps(results: &Results) -> String {
    let mut text = String::new();
    for (key, row) in results.rows().filter(|(key, _)| key.name == RATE) {
        let of = |name: &str| row.systems.get(name)?.median();
        let (Some(ring), Some(functions), Some(streams)) =
            (of(ring::NAME), of(Layer::Functions.name()), of(Layer::Streams.name()))
        else {
            continue;
        };
        text += &format!(
            "figure 3, {}: ring {ring:.0} MB/s, + flow control and order {functions:.0} ({:.0} %), + buffers \
             {streams:.0} ({:.0} %)\n",
            show_size(key.size),
            functions / ring * 100.0,
            streams / ring * 100.0
        );
    }
    text
}

/// Returns `what` in per cent of `base` over size: of rates their ratio, of times its inverse.
pub fn percent(results: &Results, name: &str, what: &str, base: &str) -> Vec<(u64, f64)> {
    let rows = results.rows().filter(|(key, _)| key.name == name);
    let part = |row: &Row| {
        let ratio = ratio(row, what, base)?;
        Some(100.0 * if name == TRIP { 1.0 / ratio } else { ratio })
    };
    rows.filter_map(|(key, row)| Some((key.size, part(row)?))).collect()
}

/// Returns a column's half-power size, and its highest rate.
pub fn half_power_of(results: &Results, name: &str) -> Option<(f64, f64)> {
    let rates = results.rows().filter(|(key, _)| key.name == RATE);
    let rates: Vec<_> = rates.filter_map(|(key, row)| Some((key.size, row.systems.get(name)?.median()?))).collect();
    half_power(&rates)
}

/// Returns the median over all rounds of the ratio of `what` to `base`.
fn ratio(row: &Row, what: &str, base: &str) -> Option<f64> {
    let (what, base) = (&row.systems.get(what)?.values, &row.systems.get(base)?.values);
    median(&what.iter().zip(base).map(|(a, b)| a / b).collect::<Vec<_>>())
}

/// Returns the size at which half of the highest rate is reached, by linear interpolation between measured sizes,
/// and that rate.
fn half_power(rates: &[(u64, f64)]) -> Option<(f64, f64)> {
    let peak = rates.iter().map(|r| r.1).reduce(f64::max)?;
    let at = rates.iter().position(|r| r.1 >= peak / 2.0)?;
    let (size, rate) = rates[at];
    let Some(&(before, less)) = at.checked_sub(1).map(|i| &rates[i]) else { return Some((size as f64, peak)) };
    let part = (peak / 2.0 - less) / (rate - less);
    Some((before as f64 + part * (size - before) as f64, peak))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mix_has_the_papers_distribution() {
        use super::super::MIXED;
        assert_eq!(MIXED.iter().sum::<usize>(), MEAN * MIXED.len());
        assert_eq!(MIXED.iter().filter(|size| **size <= 50).count() * 10, MIXED.len() * 6);
    }

    #[test]
    fn half_power_lies_between_sizes() {
        assert_eq!(half_power(&[]), None);
        assert_eq!(half_power(&[(4, 10.0), (8, 12.0)]), Some((4.0, 12.0)));
        assert_eq!(half_power(&[(4, 10.0), (8, 30.0), (16, 80.0), (32, 70.0)]), Some((9.6, 80.0)));
    }
}
