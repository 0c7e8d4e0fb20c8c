//! The figures of one run: one value for each repeat, for each point and each system.
use super::stats;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a figure measures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// "latency", "allreduce", …
    pub name: String,
    pub ranks: u32,
    /// The size in bytes; 0 if the figure has no size.
    pub size: u64,
}

/// One figure as a program printed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub key: Key,
    pub value: f64,
    pub unit: String,
    /// Further values of the line: mean, min, p10, p90, p99, samples, batch.
    pub more: BTreeMap<String, f64>,
}

/// All repeats of one system at one point.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Series {
    pub values: Vec<f64>,
    pub more: Vec<BTreeMap<String, f64>>,
}

impl Series {
    pub fn median(&self) -> Option<f64> {
        stats::median(&self.values)
    }
}

/// One point of all systems.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub unit: String,
    pub systems: BTreeMap<String, Series>,
}

/// Everything measured in one run, in the order of its first appearance.
#[derive(Debug, Default)]
pub struct Results {
    order: Vec<Key>,
    rows: BTreeMap<Key, Row>,
}

impl Results {
    pub fn add(&mut self, system: &str, point: Point) {
        if !self.rows.contains_key(&point.key) {
            self.order.push(point.key.clone());
        }
        let row = self.rows.entry(point.key).or_default();
        row.unit = point.unit;
        let series = row.systems.entry(system.to_string()).or_default();
        series.values.push(point.value);
        series.more.push(point.more);
    }

    pub fn rows(&self) -> impl Iterator<Item = (&Key, &Row)> {
        self.order.iter().map(|k| (k, &self.rows[k]))
    }

    /// Sorts the points by name, ranks and size.
    pub fn sort(&mut self) {
        self.order.sort();
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// The unit of a percentage of which more is better. The value may be 0 or negative.
pub const SHARE: &str = "%";

/// Returns true if more is better in this unit.
pub fn more_is_better(unit: &str) -> bool {
    unit.ends_with("/s") || unit == SHARE
}

/// Parses the line `point NAME SIZE VALUE UNIT key=value…` of a benchmark program. Returns `None` for any other
/// line, and an error for a malformed line that begins with "point".
pub fn parse_point(line: &str, ranks: u32) -> Option<Result<Point, String>> {
    let mut words = line.split_whitespace();
    if words.next() != Some("point") {
        return None;
    }
    let mut read = || {
        let name = words.next()?.to_string();
        let size = words.next()?.parse().ok()?;
        let value: f64 = words.next()?.parse().ok()?;
        let unit = words.next()?.to_string();
        if !value.is_finite() || (value <= 0.0 && unit != SHARE) {
            return None;
        }
        let mut more = BTreeMap::new();
        for word in words.by_ref() {
            let (k, v) = word.split_once('=')?;
            more.insert(k.to_string(), v.parse().ok()?);
        }
        Some(Point { key: Key { name, ranks, size }, value, unit, more })
    };
    Some(read().ok_or_else(|| format!("a benchmark program printed a line that is no figure: {line}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_points() {
        let p = parse_point("point latency 8 0.152 us mean=0.2 samples=10", 2).unwrap().unwrap();
        assert_eq!((p.key.name.as_str(), p.key.size, p.value, p.unit.as_str()), ("latency", 8, 0.152, "us"));
        assert_eq!(p.more["samples"], 10.0);
        assert_eq!(parse_point("point overlap 8 -3 % both=1", 2).unwrap().unwrap().value, -3.0);
        assert!(parse_point("hello", 2).is_none());
        for bad in ["point", "point x 8", "point x 8 nan us", "point x 8 0 us", "point x 8 1 us mean"] {
            assert!(parse_point(bad, 2).unwrap().is_err(), "{bad}");
        }
    }

    #[test]
    fn medians_are_of_one_system_at_one_point() {
        let mut r = Results::default();
        for (system, v) in [("a", 3.0), ("b", 9.0), ("a", 1.0), ("a", 2.0)] {
            let key = Key { name: "x".into(), ranks: 2, size: 8 };
            r.add(system, Point { key, value: v, unit: "us".into(), more: BTreeMap::new() });
        }
        let (_, row) = r.rows().next().unwrap();
        assert_eq!(row.systems["a"].median(), Some(2.0));
        assert_eq!(row.systems["b"].median(), Some(9.0));
        assert_eq!(r.rows().count(), 1);
    }
}
