//! `clump tune --collectives`: measures what messages cost in collectives between a set of hosts, and stores the costs
//! for `clump run --hosts`. One rank on each host takes part (`crew`).
use super::crew::{COMBINED, Pattern};
use super::fit::{self, Line};
use super::rank::TuneStep;
use super::{Ranks, TuneArgs, between, job};
use crate::measure::results::Point;
use crate::measure::sizes::show_size;
use crate::measure::table::{align, number};
use crate::tuned;
use between::{CombiningWay, ResultAt};
use clump::driver::hosts::{Cipher, CollectiveCosts, MessageCost};

/// The lengths of messages that are measured, in bytes.
const SIZES: [u64; 6] = [8, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];
/// The lengths of operands for which the choices are shown, in bytes.
const SHOWN: [usize; 6] = [8, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];

/// Runs the command.
pub fn tune(args: &TuneArgs) -> Result<(), String> {
    let mut names = args.hosts.clone();
    names.sort();
    names.dedup();
    if names.len() != args.hosts.len() || names.len() < 2 {
        return Err("--collectives: name two hosts or more, each of them once".into());
    }
    let n = args.iterations.unwrap_or(if args.quick { 100 } else { 1000 });
    let sizes = SIZES.map(|size| size.to_string()).join(",");
    let ranks = Ranks { count: names.len() as u32, hosts: args.hosts.join(",") };
    let (points, text) = job(args, &ranks, TuneStep::Crew, n, &["--sizes".into(), sizes])?;
    let (busy, cipher) = super::told(args, &text)?;
    super::refuse_busy(args, &busy)?;
    let costs = costs(ranks.count, &points)?;
    busy.iter().for_each(|host| println!("note: {host}: these figures do not count"));
    if args.explain {
        print!("{}\n{}\n", measured(ranks.count, &points), choices(&costs));
    }
    print!("{}", summary(cipher, &costs));
    if args.dry_run {
        return Ok(());
    }
    let file = tuned::keep_costs(tuned::CostsEntry { hosts: names, cipher, costs })?;
    println!("kept in {}", file.display());
    Ok(())
}

/// Returns the times of the messages of a pattern, in us by bytes.
fn of(pattern: Pattern, ranks: u32, points: &[Point]) -> Vec<(f64, f64)> {
    let messages = f64::from(pattern.messages(ranks));
    let own = points.iter().filter(|p| p.key.name == pattern.name());
    own.map(|p| (p.key.size as f64, p.value / messages)).collect()
}

/// Fits the costs to the measured times.
fn costs(hosts: u32, points: &[Point]) -> Result<CollectiveCosts, String> {
    let cost = |pattern: Pattern| {
        let Line { beta, tau } = fit::relative(&of(pattern, hosts, points))
            .ok_or_else(|| format!("the ranks did not tell the times of the pattern \"{}\"", pattern.name()))?;
        let ns = |us: f64| (us * 1e3).round() as u32;
        Ok::<_, String>(MessageCost { message: ns(beta), kib: ns(tau * 1024.0) })
    };
    let combine = points.iter().find(|p| p.key.name == "combine").ok_or("rank 0 did not tell what combining costs")?;
    Ok(CollectiveCosts {
        hosts,
        funnel: cost(Pattern::Funnel)?,
        exchange: cost(Pattern::Exchange)?,
        pairs: cost(Pattern::Pairs)?,
        combine: (combine.value * 1e3 * 1024.0 / COMBINED as f64).round() as u32,
    })
}

fn summary(cipher: Option<Cipher>, costs: &CollectiveCosts) -> String {
    let line = |name: &str, cost: MessageCost| {
        let (message, kib) = (f64::from(cost.message) / 1e3, f64::from(cost.kib) / 1e3);
        format!("{name}: {} us a message and {} us a KiB\n", number(Some(message)), number(Some(kib)))
    };
    format!(
        "sealed by: {}\n{}{}{}combining: {} us a KiB\n",
        cipher.map_or("nothing (--insecure)", Cipher::name),
        line("all to one host, and back", costs.funnel),
        line("every host to every other", costs.exchange),
        line("in pairs", costs.pairs),
        number(Some(f64::from(costs.combine) / 1e3))
    ) + &format!("{}\n", sharing(costs))
}

/// Says what the costs show about processors and ports that hosts share.
fn sharing(costs: &CollectiveCosts) -> String {
    let times = f64::from(costs.exchange.kib) / f64::from(costs.funnel.kib.max(1));
    format!(
        "a byte costs {} times as much while every host sends to every other host as while all send to one (about 1 \
         where hosts share neither processors nor a link)",
        number(Some(times))
    )
}

/// Returns a table of the measured times, beside the fitted lines.
fn measured(ranks: u32, points: &[Point]) -> String {
    let mut rows = vec![vec!["us a message".to_owned()]];
    rows[0].extend(SIZES.map(show_size));
    for pattern in Pattern::ALL {
        let mut row = vec![pattern.name().to_owned()];
        row.extend(of(pattern, ranks, points).into_iter().map(|(_, us)| number(Some(us))));
        rows.push(row);
    }
    align(&rows)
}

/// Returns a table of the predicted times of allreduces, and which way is chosen.
pub fn choices(costs: &CollectiveCosts) -> String {
    let mut rows = vec![vec!["MPI_Allreduce".to_owned()]];
    rows[0].extend(NAMES.into_iter().chain(["chosen"]).map(str::to_owned));
    for bytes in SHOWN {
        let mut row = vec![show_size(bytes as u64)];
        row.extend(predicted(costs, bytes).map(number));
        let hosts = costs.hosts as usize;
        let chosen = between::combining(ResultAt::AllRanks, hosts, bytes, (false, false), Some(costs));
        row.push(
            CombiningWay::ALL.iter().position(|way| *way == chosen).map_or(String::new(), |at| rows[0][at + 1].clone()),
        );
        rows.push(row);
    }
    align(&rows)
}

/// What tables call the ways of [`CombiningWay::ALL`].
pub const NAMES: [&str; 4] = ["at one host", "in rounds", "by halves", "in shares"];

/// Returns the predicted times of an allreduce in us, in the order of [`CombiningWay::ALL`]; `None` for a way that this
/// number of hosts does not have.
pub fn predicted(costs: &CollectiveCosts, bytes: usize) -> [Option<f64>; 4] {
    let hosts = costs.hosts as usize;
    CombiningWay::ALL.map(|way| {
        let us = || between::predicted(way, ResultAt::AllRanks, hosts, bytes, costs) as f64 / 1e3;
        way.is_possible(ResultAt::AllRanks, hosts).then(us)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::results::Key;

    /// Returns the points that ranks print if messages cost exactly this much.
    fn points(hosts: u32, cost: impl Fn(Pattern) -> (f64, f64)) -> Vec<Point> {
        let point = |name: &str, size, value| Point {
            key: Key { name: name.into(), ranks: hosts, size },
            value,
            unit: "us".into(),
            more: Default::default(),
        };
        let of = |pattern: Pattern| {
            let (message, kib) = cost(pattern);
            let times = f64::from(pattern.messages(hosts));
            SIZES.map(|size| point(pattern.name(), size, times * (message + kib * size as f64 / 1024.0)))
        };
        let combine = point("combine", COMBINED as u64, 6.4);
        Pattern::ALL.into_iter().flat_map(of).chain([combine]).collect()
    }

    #[test]
    fn the_costs_are_those_that_made_the_times() {
        let made = points(4, |pattern| match pattern {
            Pattern::Funnel => (6.0, 0.6),
            Pattern::Exchange => (20.0, 2.4),
            Pattern::Pairs => (11.0, 1.2),
        });
        let costs = costs(4, &made).expect("costs");
        let cost = |message, kib| MessageCost { message, kib };
        let expected = (cost(6_000, 600), cost(20_000, 2_400), cost(11_000, 1_200), 100);
        assert_eq!((costs.funnel, costs.exchange, costs.pairs, costs.combine), expected);
        assert!(sharing(&costs).starts_with("a byte costs 4"), "{}", sharing(&costs));
        assert!(measured(4, &made).contains("funnel"));
        let lines = choices(&costs);
        assert!(lines.lines().nth(1).is_some_and(|line| line.ends_with("rounds")), "{lines}");
        assert_eq!(lines.lines().count(), 1 + SHOWN.len(), "{lines}");
    }

    #[test]
    fn missing_times_are_told() {
        let mut made = points(3, |_| (1.0, 1.0));
        made.retain(|p| p.key.name != "pairs");
        assert!(costs(3, &made).unwrap_err().contains("pairs"));
    }
}
