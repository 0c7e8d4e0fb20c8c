//! Describes the figures of layers in sentences, as the papers' figures show them.
use super::super::ring;
use super::{COUNTED, Layer, MEAN, MIX, MPI, RATE, TRIP};
use clump_tools::measure::results::{Results, Row};
use clump_tools::measure::sizes::show_size;
use clump_tools::measure::stats::median;

/// Bytes of the messages for which the cost of each layer is reported.
const SHORT: u64 = 4;

/// Returns each layer's half-power size, MPI's rate as a percentage of the layers below, and each layer's cost for
/// a short message.
pub fn explain(results: &Results) -> String {
    let rates: Vec<_> = results.rows().filter(|(key, _)| key.name == RATE).collect();
    let mut text = String::new();
    for name in [ring::NAME].into_iter().chain(Layer::ALL.map(Layer::name)).chain([MPI]) {
        let of: Vec<_> = rates.iter().filter_map(|(k, r)| Some((k.size, r.systems.get(name)?.median()?))).collect();
        if let Some((half, peak)) = half_power(&of) {
            text += &format!("{name}: peak {peak:.0} MB/s, half of it at {half:.0} B\n");
        }
    }
    for (what, base) in [(MPI, Layer::Tags), (MPI, Layer::Streams), (Layer::OnFunctions.name(), Layer::Functions)] {
        for name in [RATE, TRIP] {
            let rows = results.rows().filter(|(key, _)| key.name == name);
            let parts = rows.filter_map(|(key, row)| {
                let ratio = ratio(row, what, base.name())?;
                let part = if name == RATE { ratio } else { 1.0 / ratio };
                Some(format!("{} {:.0} %", show_size(key.size), part * 100.0))
            });
            let parts: Vec<_> = parts.collect();
            if !parts.is_empty() {
                text += &format!("{what} over {}, {name}: {}\n", base.name(), parts.join(", "));
            }
        }
    }
    if let Some((_, row)) = rates.iter().find(|(key, _)| key.size == SHORT) {
        for base in [Layer::Tags, Layer::Streams] {
            let each = |name| Some(SHORT as f64 * 1e3 / row.systems.get(name)?.median()?);
            if let (Some(mpi), Some(base_ns)) = (each(MPI), each(base.name())) {
                text += &format!(
                    "streaming {SHORT} B: MPI {mpi:.1} ns a message, {} {base_ns:.1}: {:+.1} ns\n",
                    base.name(),
                    mpi - base_ns
                );
            }
        }
    }
    let counted = |name: &str, layer: &str| {
        let (_, row) = results.rows().find(|(key, _)| key.name == name)?;
        row.systems.get(layer)?.median()
    };
    let each = Layer::ALL.map(Layer::name).into_iter().chain([MPI]);
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
