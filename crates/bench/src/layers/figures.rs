//! What a picture of `layers` shows: the paper's figures 3, 4, 7 and 8, each in a panel of its own.
use super::super::ring;
use super::words::{half_power_of, percent};
use super::{FAST_MESSAGES, Layer, MPI, RATE, TRIP};
use clump_tools::measure::results::{Key, Point, Results};

/// The line with the most that the paper's message passing reached, in per cent.
const PAPER: &str = "the paper's most";
/// The point at which a version of Fast Messages has half of its highest bandwidth.
const HALF: &str = "half power";

/// The paper's number of the figure with message passing on each version of Fast Messages, and its highest percentage.
const FIGURES: [(u32, f64); 2] = [(4, 35.0), (8, 98.0)];

/// Returns the names of a picture's lines, in an order that gives the lines of a panel different colours.
pub fn names_drawn() -> Vec<&'static str> {
    let in_c = FAST_MESSAGES.into_iter().flat_map(|(fm, on)| [fm, on]);
    let ours = [ring::NAME].into_iter().chain(Layer::ALL.map(Layer::name));
    ours.chain(in_c).chain([MPI, PAPER, HALF]).collect()
}

/// Returns the panels of a picture.
pub fn drawn(results: &Results) -> Results {
    let mut all = Results::default();
    let mut add = |title: &str, line: &str, size: u64, value: f64, unit: &str| {
        let key = Key { name: title.into(), ranks: 2, size };
        all.add(line, Point { key, value, unit: unit.into(), more: Default::default() });
    };
    let of = |name: &'static str, line: &'static str| {
        let rows = results.rows().filter(move |(key, _)| key.name == name);
        rows.filter_map(move |(key, row)| Some((key.size, row.systems.get(line)?.median()?)))
    };
    for line in [ring::NAME, Layer::Functions.name(), Layer::Streams.name()] {
        for (size, rate) in of(RATE, line) {
            add("figure 3, step by step", line, size, rate, "MB/s");
        }
    }
    for ((fm, on), (figure, most)) in FAST_MESSAGES.into_iter().zip(FIGURES) {
        for line in [fm, on] {
            for (size, rate) in of(RATE, line) {
                add(&format!("figure {figure} (a)"), line, size, rate, "MB/s");
            }
        }
        for (size, part) in percent(results, RATE, on, fm) {
            let title = format!("figure {figure} (b), of {fm}");
            add(&title, on, size, part, "%");
            add(&title, PAPER, size, most, "%");
        }
    }
    let (fm, _) = FAST_MESSAGES[1];
    for (size, rate) in of(RATE, fm) {
        add("figure 7", fm, size, rate, "MB/s");
    }
    if let Some((half, peak)) = half_power_of(results, fm) {
        add("figure 7", HALF, half as u64, peak / 2.0, "MB/s");
    }
    for line in names_drawn() {
        for (size, us) in of(TRIP, line) {
            add("one way", line, size, us, "us");
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_layer_in_per_cent_and_the_half_power_size() {
        let mut results = Results::default();
        for (line, size, value) in
            [("FM 2.x", 4, 10.0), ("FM 2.x", 8, 30.0), ("FM 2.x", 16, 80.0), ("on FM 2.x", 8, 24.0)]
        {
            let key = Key { name: RATE.into(), ranks: 2, size };
            results.add(line, Point { key, value, unit: "MB/s".into(), more: Default::default() });
        }
        let drawn = drawn(&results);
        let at = |title: &str, line: &str, size: u64| {
            let (_, row) = drawn.rows().find(|(key, _)| key.name == title && key.size == size)?;
            row.systems.get(line)?.median()
        };
        assert_eq!(at("figure 8 (b), of FM 2.x", "on FM 2.x", 8), Some(80.0));
        assert_eq!(at("figure 8 (b), of FM 2.x", PAPER, 8), Some(98.0));
        assert_eq!(at("figure 7", HALF, 9), Some(40.0));
        assert_eq!(at("figure 8 (a)", "FM 2.x", 16), Some(80.0));
    }
}
