//! Measures floors, the best that this machine can do: on one machine with `bench/c/floors.c`, between the runs, and
//! between hosts with `bench/c/datagrams.c`.
use super::hosts::TestHosts;
use super::{programs, ring, ring_over};
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Point, Results, parse_point};
use clump_tools::measure::stats::median;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The name of the floors among the systems.
pub const NAME: &str = clump_tools::measure::table::FLOOR;

/// The compiled floors program, and the cores to run it on.
pub struct Floors {
    program: PathBuf,
    cores: (usize, usize),
    /// Seconds of measuring for each figure.
    budget: f64,
}

impl Floors {
    /// Compiles the program. Chooses the first two cores that this process may use (the same core twice if there is
    /// only one).
    pub fn prepare(budget: f64) -> Result<Floors, String> {
        let set = rustix::thread::sched_getaffinity(None).map_err(|e| format!("the affinity mask: {e}"))?;
        let mut cores = (0..rustix::thread::CpuSet::MAX_CPU).filter(|c| set.is_set(*c));
        let first = cores.next().unwrap_or(0);
        let second = cores.next().unwrap_or(first);
        Ok(Floors { program: programs::plain("floors")?, cores: (first, second), budget })
    }

    /// Measures all floors once. Measures copies only of those `sizes` for which copies matter (from 4 KiB).
    pub fn measure(&self, sizes: &[u64]) -> Result<Vec<Point>, String> {
        let copied: Vec<_> = sizes.iter().filter(|s| **s >= 4096).map(u64::to_string).collect();
        let mut c = Command::new(&self.program);
        c.arg(self.cores.0.to_string())
            .arg(self.cores.1.to_string())
            .arg(self.budget.to_string())
            .arg(copied.join(","));
        let limit = Duration::from_secs_f64(60.0 + 20.0 * self.budget * (3 + 3 * copied.len()) as f64);
        let (text, _) = output(c, limit).map_err(|why| format!("floors: {why}"))?;
        let mut points = text.lines().filter_map(|l| parse_point(l, 2)).collect::<Result<Vec<_>, _>>()?;
        points.extend(self.ring()?);
        Ok(points)
    }

    /// Runs `bench/c/clip.c` once; returns nothing if there is only one core.
    pub fn clip(&self, sizes: &[u64]) -> Result<Vec<Point>, String> {
        if self.cores.0 == self.cores.1 {
            return Ok(vec![]);
        }
        let list: Vec<_> = sizes.iter().filter(|s| **s >= 1024).map(u64::to_string).collect();
        let mut c = Command::new(programs::plain("clip")?);
        c.args([self.cores.0, self.cores.1].map(|c| c.to_string())).arg(self.budget.to_string()).arg(list.join(","));
        let limit = Duration::from_secs_f64(60.0 + 20.0 * self.budget * (3 + 4 * list.len()) as f64);
        let (text, _) = output(c, limit).map_err(|why| format!("clip: {why}"))?;
        text.lines().filter_map(|l| parse_point(l, 2)).collect()
    }

    /// Measures the raw ring over size ([`ring_over::over`]); returns nothing if there is only one core.
    pub fn ring_over(&self, sizes: &[u64]) -> Result<Vec<(&'static str, u64, f64)>, String> {
        let (one, other) = self.cores;
        if one == other { Ok(vec![]) } else { ring_over::over(self.cores, sizes) }
    }

    /// Measures the raw ring once; returns `None` if there is only one core.
    pub fn ring(&self) -> Result<Option<Point>, String> {
        let (one, other) = self.cores;
        (one != other).then(|| ring::measure(self.cores, self.budget)).transpose()
    }
}

impl Floors {
    /// Measures bare datagrams between the first two hosts once, for the `sizes` that the receive buffer holds.
    pub fn between(&self, hosts: &TestHosts, sizes: &[u64]) -> Result<Vec<Point>, String> {
        let mut c = Command::new(programs::plain("datagrams")?);
        for (name, address) in hosts.first_two() {
            c.arg(name).arg(address);
        }
        c.args([self.cores.0, self.cores.1].map(|c| c.to_string())).arg(self.budget.to_string());
        c.arg(sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        let limit = Duration::from_secs_f64(60.0 + 20.0 * self.budget * sizes.len() as f64);
        let (text, _) = output(c, limit).map_err(|why| format!("the floor between hosts: {why}"))?;
        text.lines().filter_map(|l| parse_point(l, 2)).collect()
    }
}

/// If the fixed loop takes more than this many times its shortest time on a core, another process uses the core or
/// its speed changes.
const UNSTEADY: f64 = 1.25;

/// Returns a note if the fixed loop shows that the cores are not steady.
pub fn note(results: &Results) -> Option<String> {
    let (_, row) = results.rows().find(|(key, _)| key.name == "loop")?;
    let series = row.systems.get(NAME)?;
    let of = |what: &'static str| series.more.iter().filter_map(move |m| m.get(what).copied());
    let least = of("min").fold(f64::INFINITY, f64::min);
    let times = median(&of("p90").collect::<Vec<_>>())? / least;
    (times > UNSTEADY).then(|| {
        format!(
            "Unsteady cores: one time in ten a fixed loop took {times:.1} times its shortest time, with nothing else \
             of ours on the core. Somebody else shares it (another virtual machine's thread), or its clock changes: \
             compare only what was measured in turns, and repeat."
        )
    })
}

/// Returns the floors that bound a figure, and the size at which to look them up. The least of these floors counts.
pub fn under(name: &str, ranks: u32, size: u64) -> Option<(&'static [&'static str], u64)> {
    match (name, ranks) {
        ("latency" | "sendrecv" | "isend_irecv", _) if size <= 64 => Some((&["line"], 8)),
        ("latency" | "sendrecv" | "isend_irecv", _) if size >= 4096 => Some((&["copy1", "copy2"], size)),
        ("barrier" | "allreduce", 2) if size <= 8 => Some((&["line"], 8)),
        ("barrier" | "allreduce", _) if size <= 8 => Some((&["yield"], 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_that_other_processes_use_are_noticed() {
        let measured = |late: f64| {
            let mut results = Results::default();
            for (least, p90) in [(20.0, 20.0 * late), (21.0, 21.0 * late), (20.5, 400.0)] {
                let line = format!("point loop 0 22 us mean=22 min={least} p10=20 p90={p90} p99=90 samples=9 batch=1");
                results.add(NAME, parse_point(&line, 2).unwrap().unwrap());
            }
            results
        };
        assert_eq!(note(&measured(1.1)), None);
        assert!(note(&measured(1.8)).unwrap().contains("took 1.9 times"));
        assert_eq!(note(&Results::default()), None);
    }
}
