//! `clump top`: what each rank of a running job does, drawn again and again.
use super::ranks::SeenRank;
use super::screen::{Event, Key, Screen};
use super::stat::{self, JobLook};
use crate::run::account::{self, time};
use clap::Args;
use clump_fabric::shm::CallKind;
use rustix::process::Pid;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write;
use std::time::{Duration, Instant};

/// Shows in a terminal what each rank of a running job does, again and again: `clump stat` with rates.
///
/// Keys: q quits; 1 and 2 choose the view (what the ranks do; what they move by kind of call), left and right the
/// order (waiting, processor, bytes, rank), up and down scroll.
#[derive(Args)]
pub struct TopArgs {
    /// The job's number as `clump ps` shows it, or the pid of one of its processes. Not needed while one job runs.
    #[arg(value_name = "JOB|PID")]
    job: Option<i32>,
    /// Seconds between two looks, from 0.1 to 3600.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = interval)]
    interval: Duration,
}

fn interval(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "a number from 0.1 to 3600 is needed".into())
}

pub fn main(args: TopArgs) -> i32 {
    match watch(&args) {
        Ok((code, last_words)) => {
            // If standard output is gone, the words cannot be shown.
            let _ = std::io::stdout().write_all(last_words.as_bytes());
            code
        }
        Err(why) => {
            eprintln!("clump top: {why}");
            1
        }
    }
}

/// Shows the job until the user quits or the job ends. Returns the exit code, and what remains to be said.
fn watch(args: &TopArgs) -> Result<(i32, String), String> {
    let mut look = stat::look(args.job)?;
    let launcher = Pid::from_raw(look.number).ok_or("the job has no launcher")?;
    let ended = crate::sys::watch(launcher).map_err(|e| e.to_string())?;
    let over = format!("job {} is over\n", look.number);
    let screen = Screen::open()?;
    let mut taken = Instant::now();
    let mut shown = Shown::default();
    let mut rates = HashMap::new();
    loop {
        let (rows, columns) = screen.size();
        let lines = shown.lines(&look, &rates, rows, columns);
        screen.draw(&lines).map_err(|e| format!("the terminal is gone: {e}"))?;
        match screen.wait(taken + args.interval, &ended) {
            Event::Keys(keys) if !keys.iter().all(|key| shown.take(*key)) => return Ok((0, String::new())),
            Event::Keys(_) | Event::Redraw => {}
            Event::Quit(code) => return Ok((code, String::new())),
            Event::Ended => return Ok((0, over)),
            Event::Time => {
                let next = match stat::look(Some(look.number)) {
                    Ok(next) => next,
                    // The launcher's processes end one after another.
                    Err(why) => match screen.wait(Instant::now() + Duration::from_secs(1), &ended) {
                        Event::Ended => return Ok((0, over)),
                        Event::Quit(code) => return Ok((code, String::new())),
                        _ => return Err(why),
                    },
                };
                rates = Rate::of_all(&look.seen, &next.seen, taken.elapsed());
                taken = Instant::now();
                look = next;
            }
        }
    }
}

/// What a rank did between two looks.
struct Rate {
    /// The share of the time in which the rank's process computed, and that in which the rank waited, in percent.
    cpu: Option<f64>,
    waited: f64,
    calls: f64,
    /// Bytes per second of each kind of call.
    bytes: [f64; CallKind::ALL.len()],
}

impl Rate {
    fn of_all(before: &[SeenRank], now: &[SeenRank], passed: Duration) -> HashMap<usize, Rate> {
        let before: HashMap<usize, &SeenRank> = before.iter().map(|rank| (rank.number, rank)).collect();
        let known =
            now.iter().filter_map(|rank| Some((rank.number, Rate::of(before.get(&rank.number)?, rank, passed))));
        known.collect()
    }

    fn of(before: &SeenRank, now: &SeenRank, passed: Duration) -> Rate {
        let seconds = passed.as_secs_f64().max(1e-3);
        let share = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64() / seconds * 100.0;
        // A rank's memory may say anything: numbers that fall are no rate.
        let rate = |from: u64, to: u64| to.saturating_sub(from) as f64 / seconds;
        let counts = |kind| (before.account.counts.get(kind), now.account.counts.get(kind));
        Rate {
            cpu: before.cpu.zip(now.cpu).map(|(from, to)| share(from, to)),
            // A wait is counted in one go at its end, from its first yield on.
            waited: share(before.account.waited(), now.account.waited()).min(100.0),
            calls: CallKind::ALL.map(counts).iter().map(|(from, to)| rate(from.calls, to.calls)).sum(),
            bytes: CallKind::ALL.map(counts).map(|(from, to)| rate(from.bytes, to.bytes)),
        }
    }

    fn moved(&self) -> f64 {
        self.bytes.iter().sum()
    }
}

/// By what the ranks are sorted, most first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    Waiting,
    Processor,
    Bytes,
    Rank,
}

impl Order {
    const ALL: [Order; 4] = [Order::Waiting, Order::Processor, Order::Bytes, Order::Rank];

    fn name(self) -> &'static str {
        match self {
            Order::Waiting => "waiting",
            Order::Processor => "processor",
            Order::Bytes => "bytes",
            Order::Rank => "rank",
        }
    }

    fn moved_by(self, steps: usize) -> Order {
        Order::ALL[(self as usize + steps) % Order::ALL.len()]
    }
}

/// What the user has chosen to see.
#[derive(Default)]
struct Shown {
    order: Order,
    moves: bool,
    /// The number of ranks above the first line.
    skipped: usize,
}

impl Shown {
    /// Acts on a key. Returns false if the key quits.
    fn take(&mut self, key: Key) -> bool {
        match key {
            Key::Char('q') => return false,
            Key::Char('1') => self.moves = false,
            Key::Char('2') => self.moves = true,
            Key::Left => self.order = self.order.moved_by(Order::ALL.len() - 1),
            Key::Right => self.order = self.order.moved_by(1),
            Key::Up => self.skipped = self.skipped.saturating_sub(1),
            Key::Down => self.skipped = self.skipped.saturating_add(1),
            Key::Char(_) => {}
        }
        true
    }

    /// Returns `rows` lines of at most `columns` characters.
    fn lines(&mut self, look: &JobLook, rates: &HashMap<usize, Rate>, rows: usize, columns: usize) -> Vec<String> {
        let accounts: Vec<_> = look.seen.iter().map(|rank| &rank.account).collect();
        let mut lines = vec![look.first_line(), look.title.clone()];
        lines.extend(account::waited_in(&accounts).lines().map(str::to_owned));
        lines.push(if self.moves { moves_heading() } else { NOW_HEADING.into() });
        let room = rows.saturating_sub(lines.len() + 1);
        self.skipped = self.skipped.min(look.seen.len().saturating_sub(room));
        let mut ranks: Vec<&SeenRank> = look.seen.iter().collect();
        ranks.sort_by_key(|rank| (Reverse(self.weight(rank, rates.get(&rank.number))), rank.number));
        for rank in ranks.iter().skip(self.skipped).take(room) {
            let rate = rates.get(&rank.number);
            lines.push(if self.moves { moves(rank, rate) } else { now(rank, rate) });
        }
        lines.resize(rows.saturating_sub(1).max(lines.len()), String::new());
        let order = self.order.name();
        lines.push(format!("by {order}; q quits, 1 2 view, \u{2190} \u{2192} order, \u{2191} \u{2193} scroll"));
        // A very low terminal shows the first lines.
        lines.truncate(rows);
        lines.iter().map(|line| cut(line, columns)).collect()
    }

    /// Returns by what a rank is sorted: thousandths of a share, or bytes per second.
    fn weight(&self, rank: &SeenRank, rate: Option<&Rate>) -> u64 {
        match self.order {
            Order::Waiting => rate.map_or(rank.account.waited().as_millis() as u64, |of| (of.waited * 10.0) as u64),
            Order::Processor => rate.and_then(|of| of.cpu).map_or(0, |cpu| (cpu * 10.0) as u64),
            Order::Bytes => rate.map_or(0, |of| of.moved() as u64),
            Order::Rank => 0,
        }
    }
}

const NOW_HEADING: &str = " rank  cpu % wait %       since  now";

fn now(rank: &SeenRank, rate: Option<&Rate>) -> String {
    let percent = |share: Option<f64>| share.map_or("-".into(), |share| format!("{share:.0}"));
    format!(
        "{:>5} {:>6} {:>6} {:>11}  {}",
        rank.number,
        percent(rate.and_then(|of| of.cpu)),
        percent(rate.map(|of| of.waited)),
        rank.since.map_or("-".into(), time),
        rank.doing
    )
}

fn moves_heading() -> String {
    let kinds: String = CallKind::ALL.map(|kind| format!(" {:>12}", account::kind_name(kind))).concat();
    format!(" rank   calls/s{kinds}")
}

fn moves(rank: &SeenRank, rate: Option<&Rate>) -> String {
    let Some(rate) = rate else { return format!("{:>5} {:>9}", rank.number, "-") };
    let kinds: String = rate.bytes.map(|of| format!(" {:>12}", account::bytes(of as u64) + "/s")).concat();
    format!("{:>5} {:>9.0}{kinds}", rank.number, rate.calls)
}

/// Shortens a line to this many characters.
fn cut(line: &str, columns: usize) -> String {
    match line.chars().count() > columns {
        true => line.chars().take(columns.saturating_sub(1)).chain(['…']).collect(),
        false => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::account::RankAccount;
    use crate::sight::ranks::State;
    use clump_fabric::shm::{CallCount, CallCounts};

    fn rank(number: usize, waited_ms: u64, sent: u64) -> SeenRank {
        let mut account = RankAccount::default();
        account.waits.present = Some(Duration::from_millis(waited_ms));
        account.counts = CallCounts::of(|_| CallCount { calls: sent, bytes: sent });
        SeenRank {
            number,
            pid: Some(1),
            state: State::Runs,
            doing: "x".repeat(200),
            waiting: None,
            communicator: None,
            cpu: Some(Duration::ZERO),
            since: None,
            account,
            collectives: Vec::new(),
        }
    }

    /// A look at 30 ranks, of which rank 29 has waited most so far.
    fn look() -> JobLook {
        let seen = (0..30).map(|number| rank(number, number as u64, 0)).collect();
        JobLook { number: 1, title: "job".into(), fields: Default::default(), seen }
    }

    /// Returns the ranks that the lines show, in order.
    fn ranks(lines: &[String]) -> Vec<usize> {
        lines.iter().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect()
    }

    #[test]
    fn every_view_fills_a_terminal_of_any_size_and_no_more() {
        for (rows, columns, key) in [(24, 80, '1'), (24, 80, '2'), (3, 10, '1'), (1, 1, '2')] {
            let mut shown = Shown::default();
            assert!(shown.take(Key::Char(key)));
            for rates in [HashMap::new(), Rate::of_all(&look().seen, &look().seen, Duration::from_secs(1))] {
                let lines = shown.lines(&look(), &rates, rows, columns);
                assert_eq!(lines.len(), rows);
                assert!(lines.iter().all(|line| line.chars().count() <= columns), "{lines:?}");
            }
        }
        assert_eq!(moves_heading().chars().count(), 80);
    }

    #[test]
    fn scrolling_stops_at_both_ends() {
        let mut shown = Shown::default();
        assert_eq!(ranks(&shown.lines(&look(), &HashMap::new(), 24, 80))[0], 29);
        shown.take(Key::Up);
        assert_eq!(ranks(&shown.lines(&look(), &HashMap::new(), 24, 80))[0], 29);
        (0..1000).for_each(|_| assert!(shown.take(Key::Down)));
        assert_eq!(ranks(&shown.lines(&look(), &HashMap::new(), 24, 80)).last(), Some(&0));
        shown.take(Key::Up);
        assert_eq!(ranks(&shown.lines(&look(), &HashMap::new(), 24, 80)).last(), Some(&1));
    }

    #[test]
    fn rates_are_of_the_interval_and_never_negative() {
        let rate = Rate::of(&rank(0, 1000, 100), &rank(0, 2000, 300), Duration::from_secs(2));
        assert_eq!((rate.waited, rate.bytes[0], rate.calls), (50.0, 100.0, 100.0 * CallKind::ALL.len() as f64));
        let fallen = Rate::of(&rank(0, 1000, 100), &rank(0, 0, 0), Duration::from_secs(2));
        assert_eq!((fallen.waited, fallen.moved(), fallen.calls), (0.0, 0.0, 0.0));
    }

    #[test]
    fn the_arrows_choose_the_order() {
        let mut shown = Shown { order: Order::Bytes, ..Shown::default() };
        let before: Vec<SeenRank> = (0..3).map(|number| rank(number, 0, 0)).collect();
        let seen = vec![rank(0, 9, 5), rank(1, 0, 50), rank(2, 5, 500)];
        let rates = Rate::of_all(&before, &seen, Duration::from_secs(1));
        let look = JobLook { seen, ..look() };
        assert_eq!(ranks(&shown.lines(&look, &rates, 24, 80)), [2, 1, 0]);
        shown.take(Key::Right);
        assert_eq!(ranks(&shown.lines(&look, &rates, 24, 80)), [0, 1, 2]);
        shown.take(Key::Right);
        assert_eq!(ranks(&shown.lines(&look, &rates, 24, 80)), [0, 2, 1]);
        shown.take(Key::Left);
        assert_eq!(shown.order, Order::Rank);
        assert!(!shown.take(Key::Char('q')));
    }
}
