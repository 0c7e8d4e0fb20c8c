//! Writes results as a table, or as comma-separated values.
use super::results::{Key, Results, Row, more_is_better};
use super::sizes::show_size;
use super::stats;

/// The name of the system whose figures are the best that the machine can do.
pub const FLOOR: &str = "floor";

/// Returns a table with a row for each point. Its columns are benchmark, ranks, size and unit; for each system the
/// median of the repeats; with one system also the range of the repeats; with several also the best peer and Clump's
/// ratio to it; and the floor.
pub fn print(results: &Results, systems: &[&str], csv: bool) -> String {
    let ours = systems.contains(&"clump") && systems.len() > 1;
    let mut head = vec!["what".to_string(), "ranks".into(), "size".into(), "unit".into()];
    head.extend(systems.iter().map(|s| s.to_string()));
    if systems.len() == 1 {
        head.extend(["lowest".into(), "highest".into()]);
    }
    let floor = systems != [FLOOR];
    if floor {
        head.push("floor".into());
    }
    if ours {
        head.extend(["best peer".into(), "ratio".into()]);
    }
    let mut rows = vec![head];
    for (key, row) in results.rows() {
        let median = |s: &str| row.systems.get(s).and_then(|v| v.median());
        let size = if csv { key.size.to_string() } else { show_size(key.size) };
        let mut line = vec![key.name.clone(), key.ranks.to_string(), size, row.unit.clone()];
        line.extend(systems.iter().map(|s| number(median(s))));
        if let [only] = systems {
            let range = row.systems.get(*only).and_then(|v| stats::range(&v.values));
            line.extend([number(range.map(|r| r.0)), number(range.map(|r| r.1))]);
        }
        if floor {
            line.push(number(median(FLOOR)));
        }
        if ours {
            let best = best_peer(row, systems);
            let ratio = best.and_then(|(_, b)| Some(median("clump")? / b));
            line.extend([best.map_or("-".into(), |b| b.0.to_string()), number(ratio)]);
        }
        rows.push(line);
    }
    if csv { rows.iter().map(|r| r.join(",") + "\n").collect() } else { align(&rows) }
}

/// Returns a table of the processor time that a message or call takes rank 0, and the other ranks together, in us, and
/// of both for each KiB; `None` if the programs have measured none.
pub fn processor_times(results: &Results, systems: &[&str]) -> Option<String> {
    let mut head = ["processor time, us", "ranks", "size"].map(str::to_owned).to_vec();
    head.extend(systems.iter().flat_map(|s| [format!("{s}: rank 0"), "others".into(), "a KiB".into()]));
    let mut rows = vec![head];
    for (key, row) in results.rows() {
        let median = |system: &str, of: &str| {
            let values = row.systems.get(system)?.more.iter().filter_map(|more| more.get(of).copied());
            stats::median(&values.collect::<Vec<_>>())
        };
        let mut line = vec![key.name.clone(), key.ranks.to_string(), show_size(key.size)];
        for system in systems {
            let (own, others) = (median(system, "own"), median(system, "others"));
            let kib = own.zip(others).map(|(own, others)| (own + others) * 1024.0 / key.size as f64);
            line.extend([own, others, kib.filter(|_| key.size >= 1024)].map(number));
        }
        if line[3..].iter().any(|cell| cell != "-") {
            rows.push(line);
        }
    }
    (rows.len() > 1).then(|| align(&rows))
}

/// Returns the peer with the best median at this point, and that median.
pub fn best_peer<'a>(row: &Row, systems: &[&'a str]) -> Option<(&'a str, f64)> {
    let more = more_is_better(&row.unit);
    let peers = systems.iter().filter(|s| !["clump", "insecure"].contains(*s));
    let with = peers.filter_map(|s| Some((*s, row.systems.get(*s)?.median()?)));
    with.reduce(|a, b| if (b.1 > a.1) == more { b } else { a })
}

/// Returns a figure with three or four significant digits; "-" for `None`.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(v) if v >= 1000.0 => format!("{v:.0}"),
        Some(v) if v >= 100.0 => format!("{v:.1}"),
        Some(v) if v >= 10.0 => format!("{v:.2}"),
        Some(v) => format!("{v:.3}"),
    }
}

/// Aligns the first column to the left, all other columns to the right.
pub fn align(rows: &[Vec<String>]) -> String {
    let widths: Vec<_> = (0..rows[0].len()).map(|c| rows.iter().map(|r| r[c].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (c, cell) in row.iter().enumerate() {
            let w = widths[c];
            text += &if c == 0 { format!("{cell:w$}") } else { format!("  {cell:>w$}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Returns a title such as "latency 64k" or "barrier, 4 ranks".
pub fn title(key: &Key) -> String {
    match (key.size, key.ranks) {
        (0, 2) => key.name.clone(),
        (0, n) => format!("{}, {n} ranks", key.name),
        (s, 2) => format!("{} {}", key.name, show_size(s)),
        (s, n) => format!("{} {}, {n} ranks", key.name, show_size(s)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::results::Point;

    fn results(unit: &str) -> Results {
        let mut r = Results::default();
        for (s, v) in [("clump", 1.0), ("mpich", 4.0), ("intel", 2.0), ("floor", 0.5)] {
            let key = Key { name: "x".into(), ranks: 2, size: 65536 };
            r.add(s, Point { key, value: v, unit: unit.into(), more: Default::default() });
        }
        r
    }

    #[test]
    fn processor_time_is_told_for_each_message_and_for_each_kib() {
        let mut r = results("us");
        assert_eq!(processor_times(&r, &["clump"]), None);
        for own in [3.0, 4.0, 9.0] {
            let key = Key { name: "y".into(), ranks: 2, size: 4096 };
            let more = [("own".to_owned(), own), ("others".to_owned(), 8.0)].into();
            r.add("clump", Point { key, value: 1.0, unit: "us".into(), more });
        }
        let table = processor_times(&r, &["clump", "mpich"]).expect("it was measured");
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((lines.len(), &lines[1][..]), (2, &["y", "2", "4k", "4.000", "8.000", "3.000", "-", "-", "-"][..]));
    }

    #[test]
    fn the_best_peer_depends_on_the_unit() {
        let systems = ["clump", "mpich", "intel"];
        let (times, rates) = (results("us"), results("M/s"));
        assert_eq!(best_peer(times.rows().next().unwrap().1, &systems), Some(("intel", 2.0)));
        assert_eq!(best_peer(rates.rows().next().unwrap().1, &systems), Some(("mpich", 4.0)));
        assert_eq!(
            print(&times, &systems, true),
            "what,ranks,size,unit,clump,mpich,intel,floor,best peer,ratio\n\
            x,2,65536,us,1.000,4.000,2.000,0.500,intel,0.500\n"
        );
        assert!(print(&times, &["clump"], false).lines().nth(1).unwrap().starts_with("x         2   64k    us"));
    }
}
