//! Formats what `clump info --engines` prints about the engines.
use super::{Told, names};
use crate::measure::results::Row;
use crate::measure::sizes::show_size;
use crate::measure::table::{align, number};
use serde_json::{Value, json};

/// Returns the medians by engine, fastest first.
fn sorted(row: &Row) -> Vec<(&'static str, f64)> {
    let mut all: Vec<_> = names().into_iter().filter_map(|n| Some((n, row.systems.get(n)?.median()?))).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all
}

/// Compares `engine` with the fastest or the next engine. `all` are the measurements, fastest first.
fn compared(engine: &str, all: &[(&str, f64)]) -> String {
    let cost = all.iter().find(|a| a.0 == engine).map(|a| a.1);
    match (all, cost) {
        ([best, ..], _) if best.0 == engine => match all.get(1) {
            Some(second) => format!("the fastest here, {} next at {:.2} times that", second.0, second.1 / best.1),
            None => "the only one there is".into(),
        },
        ([best, ..], Some(cost)) => format!("{:.2} times {}'s time here", cost / best.1, best.0),
        _ => "the others cannot be had or are not worth a call at this size".into(),
    }
}

/// Returns the table of measurements, followed by which engine is chosen for each size, and why some engines are not
/// available.
pub fn table(told: &Told) -> String {
    let mut rows = vec![["size"].into_iter().chain(names()).map(String::from).collect()];
    let mut reasons = String::new();
    for (key, row) in told.results.rows() {
        let of = |n: &str| number(row.systems.get(n).and_then(|s| s.median()));
        let size = show_size(key.size);
        rows.push([size.clone()].into_iter().chain(names().into_iter().map(of)).collect());
        if let Some(engine) = told.chosen.get(&key.size) {
            reasons += &format!("{size}: {engine} is chosen: {}\n", compared(engine, &sorted(row)));
        }
    }
    let head = "one-way time between two ranks of this machine, us, by engine (really copied):\n";
    let missing: String = told.sentences().into_iter().map(|s| s + "\n").collect();
    format!("{head}{}{reasons}{missing}", align(&rows))
}

pub fn json(told: &Told) -> Value {
    let sizes: Vec<_> = told
        .results
        .rows()
        .map(|(key, row)| {
            let us: serde_json::Map<_, _> = sorted(row).into_iter().map(|(n, v)| (n.to_string(), json!(v))).collect();
            let chosen = told.chosen.get(&key.size);
            let because = chosen.map(|e| compared(e, &sorted(row)));
            json!({"bytes": key.size, "one_way_us": us, "chosen": chosen, "because": because})
        })
        .collect();
    json!({"sizes": sizes, "missing": told.sentences()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_engine_is_compared_with_the_others() {
        let all = [("heap-both", 3.0), ("heap-one", 3.3), ("system-one", 9.0)];
        assert_eq!(compared("heap-both", &all), "the fastest here, heap-one next at 1.10 times that");
        assert_eq!(compared("system-one", &all), "3.00 times heap-both's time here");
        assert_eq!(compared("two-copies", &all[..1]), "the others cannot be had or are not worth a call at this size");
        assert_eq!(compared("heap-both", &all[..1]), "the only one there is");
    }

    #[test]
    fn the_table_has_a_line_for_each_size() {
        let mut told = Told::default();
        told.take(
            "point heap-both 65536 3.5 us\npoint two-copies 65536 9 us\nchosen 65536 heap-both\n\
            missing heap-one 65536 no",
        )
        .unwrap();
        let text = table(&told);
        assert!(
            text.contains("64k: heap-both is chosen: the fastest here")
                && text.contains("heap-one is not available (64k): no"),
            "{text}"
        );
        assert_eq!(json(&told)["sizes"][0]["chosen"], "heap-both");
    }
}
