//! The numbers of ranks in the text format of OpenMetrics 1.0.
use super::super::account::{RankAccount, call_name};
use super::super::report;
use clump_fabric::shm::{CallKind, Phase, Segment};
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

/// What the metrics say about the job itself.
pub struct JobLabels {
    /// The job's number in `clump ps`.
    pub number: i32,
    pub program: String,
    pub host: String,
    pub version: String,
}

/// Returns the text about these ranks.
pub fn render(labels: &JobLabels, segment: &Segment, ranks: Range<u32>) -> String {
    let account = |rank: u32| {
        let status = segment.status(rank);
        let waits = status.waiting.filter(|of| status.phase == Phase::Running && report::is_wait(of));
        RankAccount { waits: segment.waits(rank), waits_in: waits.map(|of| of.call), counts: segment.counts(rank) }
    };
    of_accounts(labels, &ranks.map(|rank| (rank, account(rank))).collect::<Vec<_>>())
}

/// A number that is called `name` and described by `help`.
fn family(out: &mut String, kind: &str, name: &str, unit: &str, help: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "# TYPE {name} {kind}");
    if !unit.is_empty() {
        let _ = writeln!(out, "# UNIT {name} {unit}");
    }
    let _ = writeln!(out, "# HELP {name} {help}");
}

fn of_accounts(labels: &JobLabels, ranks: &[(u32, RankAccount)]) -> String {
    let mut out = String::new();
    family(&mut out, "info", "clump_job", "", "The job.");
    let JobLabels { number, program, host, version } = labels;
    let (program, host, version) = (escaped(program), escaped(host), escaped(version));
    let _ = writeln!(
        out,
        "clump_job_info{{job=\"{number}\",program=\"{program}\",host=\"{host}\",version=\"{version}\"}} 1"
    );
    family(&mut out, "gauge", "clump_ranks", "", "Ranks of the job.");
    let _ = writeln!(out, "clump_ranks {}", ranks.len());

    let each =
        || ranks.iter().flat_map(|(rank, of)| CallKind::ALL.map(|kind| (rank, kind.name(), of.counts.get(kind))));
    family(&mut out, "counter", "clump_calls", "", "MPI calls by kind.");
    for (rank, kind, of) in each() {
        let _ = writeln!(out, "clump_calls_total{{rank=\"{rank}\",kind=\"{kind}\"}} {}", of.calls);
    }
    family(&mut out, "counter", "clump_moved_bytes", "bytes", "Bytes moved by MPI calls of a kind.");
    for (rank, kind, of) in each() {
        let _ = writeln!(out, "clump_moved_bytes_total{{rank=\"{rank}\",kind=\"{kind}\"}} {}", of.bytes);
    }

    let waits = || ranks.iter().flat_map(|(rank, of)| of.waits.ended.iter().map(move |wait| (rank, wait)));
    family(&mut out, "counter", "clump_waits", "", "Waits that have ended, by call.");
    for (rank, of) in waits() {
        let call = escaped(&call_name(of.call));
        let _ = writeln!(out, "clump_waits_total{{rank=\"{rank}\",call=\"{call}\"}} {}", of.waits);
    }
    family(&mut out, "counter", "clump_waited_seconds", "seconds", "Time in waits that have ended, by call.");
    for (rank, of) in waits() {
        let (call, time) = (escaped(&call_name(of.call)), of.time.as_secs_f64());
        let _ = writeln!(out, "clump_waited_seconds_total{{rank=\"{rank}\",call=\"{call}\"}} {time}");
    }
    // The present wait is a family of its own: added to the counter, it would let the counter fall at its end.
    family(&mut out, "gauge", "clump_waiting_seconds", "seconds", "Time in the present wait; 0 in none.");
    for (rank, of) in ranks {
        let present = of.waits.present.filter(|_| of.waits_in.is_some()).unwrap_or(Duration::ZERO);
        let _ = writeln!(out, "clump_waiting_seconds{{rank=\"{rank}\"}} {}", present.as_secs_f64());
    }
    out + "# EOF\n"
}

/// Returns a label's value with the escapes of the format, and without control characters.
fn escaped(value: &str) -> String {
    let mut out = String::new();
    for c in value.chars() {
        match c {
            '\\' | '"' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::shm::{CallCount, CallCounts, CallWaits, RankWaits};

    #[test]
    fn labels_are_escaped_and_numbers_exact() {
        let labels =
            JobLabels { number: 7, program: "./a \"b\\\n\x1b[2J".into(), host: "vm".into(), version: "1.0".into() };
        let ended = vec![CallWaits { call: None, waits: 2, time: Duration::from_millis(1500) }];
        let waits = RankWaits { present: Some(Duration::from_secs(3)), ended };
        let counts = CallCounts::of(|kind| CallCount { calls: kind as u64, bytes: u64::MAX });
        let waiting = RankAccount { waits: waits.clone(), waits_in: Some(1), counts };
        let running = RankAccount { waits, waits_in: None, counts };
        let text = of_accounts(&labels, &[(4, waiting), (5, running)]);
        for line in [
            "clump_job_info{job=\"7\",program=\"./a \\\"b\\\\\\n?[2J\",host=\"vm\",version=\"1.0\"} 1",
            "clump_ranks 2",
            "clump_moved_bytes_total{rank=\"5\",kind=\"file\"} 18446744073709551615",
            "clump_waits_total{rank=\"4\",call=\"other calls\"} 2",
            "clump_waited_seconds_total{rank=\"4\",call=\"other calls\"} 1.5",
            "clump_waiting_seconds{rank=\"4\"} 3",
            "clump_waiting_seconds{rank=\"5\"} 0",
        ] {
            assert!(text.lines().any(|one| one == line), "no {line} in\n{text}");
        }
        assert!(text.ends_with("\n# EOF\n"));
    }
}
