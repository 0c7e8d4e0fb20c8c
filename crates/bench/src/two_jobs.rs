//! Measures two jobs at the same time, on processors that one of them would fill. The figure is the time of both
//! together, divided by the sum of each job's time alone. 1 means that the jobs share the processors without loss;
//! less than 1 means that a job alone leaves processors idle.
use super::job::Job;
use super::systems::System;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

/// The program's operations, and the names of their figures.
const OPERATIONS: [(&str, &str); 2] = [("talking", "jobs_talking"), ("computing", "jobs_computing")];
/// Number of rounds of the first run, which measures how long a round takes.
const FIRST: u64 = 100;
/// The most rounds of a run.
const MOST: u64 = 1 << 22;

/// Returns true if figures of that name come from this benchmark.
pub fn is_ours(name: &str) -> bool {
    OPERATIONS.iter().any(|o| o.1 == name)
}

/// The beginning and end of a job's rounds, in seconds on the machine's clock.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    begin: f64,
    end: f64,
}

impl Span {
    fn took(self) -> f64 {
        self.end - self.begin
    }

    /// Returns the span from the first beginning to the last end.
    fn with(self, other: Span) -> Span {
        Span { begin: self.begin.min(other.begin), end: self.end.max(other.end) }
    }

    /// Returns the seconds that the two spans have in common.
    fn shared(self, other: Span) -> f64 {
        (self.end.min(other.end) - self.begin.max(other.begin)).max(0.0)
    }
}

/// Parses the line of a program's output that contains the span.
fn span(text: &str, operation: &str) -> Option<Span> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    text.lines().map(words).find_map(|words| match &words[..] {
        [span, of, begin, end] if span == "span" && of == operation => {
            Some(Span { begin: begin.parse().ok()?, end: end.parse().ok()? }).filter(|s| s.end > s.begin)
        }
        _ => None,
    })
}

/// Measures both figures of a system. Chooses the number of rounds so that a job alone takes the time budget.
pub fn run(job: &Job, system: &System, program: &Path) -> Result<Vec<Point>, String> {
    OPERATIONS.iter().map(|(operation, name)| measure(job, system, program, operation, name)).collect()
}

fn measure(job: &Job, system: &System, program: &Path, operation: &str, name: &str) -> Result<Point, String> {
    let once = |rounds: u64| {
        let mut c = system.command(job.ranks, 1, program);
        c.args(["--ops", operation, "--sizes", &rounds.to_string()]);
        let (text, _) = output(c, job.limit())?;
        span(&text, operation).ok_or_else(|| "it did not say how long its rounds took".to_owned())
    };
    let ratio = || {
        let (mut rounds, mut alone) = (FIRST, once(FIRST)?);
        while alone.took() < 0.7 * job.budget && rounds < MOST {
            let more = (job.budget / alone.took()).clamp(2.0, 32.0);
            rounds = (rounds as f64 * more) as u64;
            alone = once(rounds)?;
        }
        let again = once(rounds)?;
        let (one, two) = thread::scope(|scope| {
            let beside = scope.spawn(|| once(rounds));
            let one = once(rounds);
            (one, beside.join().unwrap_or_else(|_| Err("it could not be started".to_owned())))
        });
        let (one, two) = (one?, two?);
        let value = one.with(two).took() / (alone.took() + again.took());
        // If one job ended before the other began, the figure would be meaningless.
        let shared = one.shared(two) / one.with(two).took();
        let more = [("alone", alone.took()), ("shared", shared), ("rounds", rounds as f64)];
        Ok((value, more.map(|(what, value)| (what.to_owned(), value)).into_iter().collect::<BTreeMap<_, _>>()))
    };
    let (value, more) = ratio().map_err(|why: String| format!("{}, {}: {why}", system.name(), job.title()))?;
    let key = Key { name: name.to_owned(), ranks: job.ranks, size: 0 };
    Ok(Point { key, value, unit: "of sum".into(), more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_and_put_together() {
        let text = "span talking 1.0 2.0\nnoise\nspan computing 10.5 12.0\nspan computing bad 3\n";
        let [one, two] = [("talking", 1.0, 2.0), ("computing", 10.5, 12.0)].map(|(of, begin, end)| {
            assert_eq!(span(text, of), Some(Span { begin, end }));
            Span { begin, end }
        });
        assert_eq!((span(text, "sleeping"), span("span talking 2.0 1.0", "talking")), (None, None));
        assert_eq!((one.with(two).took(), one.shared(two), two.took()), (11.0, 0.0, 1.5));
        let beside = Span { begin: 1.5, end: 4.0 };
        assert_eq!((one.with(beside).took(), one.shared(beside)), (3.0, 0.5));
    }
}
